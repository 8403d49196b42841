"""What a claim costs where many bytes carry failures: looking up, setting and taking away a segment of an interval map.

Beside it, where they are installed, `intervaltree`, and segments in a list of `sortedcontainers`. Both change in place, so
that a reader on another thread may see half of a change; ours makes a new state that shares what did not change.
"""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from periclase.runtime.interval_map import IntervalMap

SEGMENTS = (1, 10, 30, 100, 1_000, 10_000, 100_000)


class Ours:
    def __init__(self) -> None:
        self.map: IntervalMap[int] = IntervalMap()
        self.find, self.set, self.delete = self.map.overlapping, self.map.set, self.map.delete


class Tree:
    """`intervaltree.IntervalTree`."""

    def __init__(self) -> None:
        self.tree: Any = _peer("intervaltree").IntervalTree()
        self.find, self.delete = self.tree.overlap, self.tree.chop

    def set(self, start: int, stop: int, value: int) -> None:
        self.tree.chop(start, stop)
        self.tree.addi(start, stop, value)


class Sorted:
    """Segments in a `sortedcontainers.SortedList`."""

    def __init__(self) -> None:
        self.list: Any = _peer("sortedcontainers").SortedList()

    def find(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        segments = self.list
        first = segments.bisect_right((start,))
        if first and segments[first - 1][1] > start:
            first -= 1
        return [
            (max(a, start), min(b, stop), value)
            for a, b, value in segments.islice(first, segments.bisect_left((stop,)))
        ]

    def delete(self, start: int, stop: int) -> None:
        segments = self.list
        first = segments.bisect_right((start,))
        if first and segments[first - 1][1] > start:
            first -= 1
        last = segments.bisect_left((stop,))
        gone = list(segments.islice(first, last))
        if gone:
            del segments[first:last]
            if gone[0][0] < start:
                segments.add((gone[0][0], start, gone[0][2]))
            if gone[-1][1] > stop:
                segments.add((stop, *gone[-1][1:]))

    def set(self, start: int, stop: int, value: int) -> None:
        self.delete(start, stop)
        self.list.add((start, stop, value))


def _peer(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"{name} is not installed")


MAPS: dict[str, Callable[[], Any]] = {"periclase": Ours, "intervaltree": Tree, "sortedcontainers": Sorted}


@pytest.mark.parametrize("segments", SEGMENTS)
@pytest.mark.parametrize("change", ["find", "set", "delete and set"])
@pytest.mark.parametrize("of", MAPS)
def bench_interval_map(benchmark, of: str, change: str, segments: int) -> None:
    """One of many segments, at any place, with gaps between them."""
    intervals = MAPS[of]()
    for i in random.Random(1).sample(range(segments), segments):
        intervals.set(10 * i, 10 * i + 5, i)
    chance = random.Random(2)
    places = itertools.cycle([10 * chance.randrange(segments) for _ in range(1000)])

    def run() -> None:
        start = next(places)
        if change == "find":
            intervals.find(start, start + 5)
            return
        if change == "delete and set":
            intervals.delete(start, start + 5)
        intervals.set(start, start + 5, start)

    benchmark.pedantic(run, rounds=200, iterations=20, warmup_rounds=2)
