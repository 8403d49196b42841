"""The interval map against a dictionary of integers."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from bytecodes import interrupted, positions
from hypothesis import given
from hypothesis import strategies as st

from periclase.runtime import interval_map
from periclase.runtime.interval_map import IntervalMap

BOUNDS = st.integers(0, 24)
CHANGES = st.lists(st.tuples(st.sampled_from(["set", "delete", "clear"]), BOUNDS, BOUNDS, st.integers(0, 2)))


@pytest.fixture(params=[5, 8, interval_map._CAPACITY])
def capacity(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much a node holds: little, so that few segments make a tree of several levels."""
    monkeypatch.setattr(interval_map, "_CAPACITY", request.param)
    return request.param


def nodes(node: object) -> Iterator[object]:
    """All nodes from `node` down."""
    yield node
    if not isinstance(node, tuple):
        for child in node.children:  # type: ignore[attr-defined]
            yield from nodes(child)


def depth_of(node: object, capacity: int, root: bool = True) -> int:
    """How many levels there are from `node` down, after a look at each node: how much it holds, and what it says of that."""
    if isinstance(node, tuple):
        assert len(node) <= capacity
        assert root or len(node) >= capacity / 4
        return 1
    assert len(node.children) <= capacity  # type: ignore[attr-defined]
    assert len(node.children) >= (2 if root else capacity / 4)  # type: ignore[attr-defined]
    leaves = [list(itertools.chain(*interval_map._leaves(child))) for child in node.children]  # type: ignore[attr-defined]
    assert node.stops == tuple(leaf[-1][1] for leaf in leaves)  # type: ignore[attr-defined]
    assert node.count == sum(map(len, leaves))  # type: ignore[attr-defined]
    (depth,) = {depth_of(child, capacity, False) for child in node.children}  # type: ignore[attr-defined]
    return depth + 1


_filled: dict[tuple[int, int], Any] = {}
"""The nodes of a `filled` map, by its number of segments and by what a node holds."""


def filled(count: int) -> IntervalMap[int]:
    """A map with so many segments, which do not touch. Segment `i` is at `10 * i`, 5 long, and has the value `i`."""
    intervals: IntervalMap[int] = IntervalMap()
    key = (count, interval_map._CAPACITY)
    if key not in _filled:
        order = list(range(count))
        random.Random(count).shuffle(order)
        for i in order:
            intervals.set(10 * i, 10 * i + 5, i)
        _filled[key] = intervals._root
    intervals._root = _filled[key]  # a node is never changed, so that maps may share it
    return intervals


@pytest.fixture(scope="module", autouse=True)
def nodes_are_never_changed() -> Iterator[None]:
    """After all tests the maps that they began with are as they were made."""
    yield
    for (count, capacity), root in _filled.items():
        depth_of(root, capacity)
        segments = [each for leaf in interval_map._leaves(root) for each in leaf]
        assert segments == [(10 * i, 10 * i + 5, i) for i in range(count)]
    _filled.clear()


def changed(changes: list[tuple[str, int, int, int]]) -> tuple[IntervalMap[int], dict[int, int]]:
    """An interval map and a dictionary after the same changes."""
    intervals: IntervalMap[int] = IntervalMap()
    model: dict[int, int] = {}
    for change, start, stop, value in changes:
        if change == "set":
            intervals.set(start, stop, value)
            model.update(dict.fromkeys(range(start, stop), value))
        elif change == "delete":
            intervals.delete(start, stop)
            for key in range(start, stop):
                model.pop(key, None)
        elif value == 0:  # clearing less often lets states grow
            intervals.clear()
            model.clear()
    return intervals, model


def spread(segments: object) -> dict[int, int]:
    """The value of each integer in `segments`, which must not overlap."""
    found: dict[int, int] = {}
    length = 0
    for start, stop, value in segments:  # type: ignore[attr-defined]
        assert start < stop
        length += stop - start
        found.update(dict.fromkeys(range(start, stop), value))
    assert len(found) == length, "some overlap"
    return found


@given(CHANGES)
def test_it_is_a_dictionary_of_integers(changes):
    intervals, model = changed(changes)
    assert spread(intervals) == model
    assert bool(intervals) == bool(model)


@given(CHANGES)
def test_segments_are_in_order_and_as_few_as_can_be(changes):
    intervals, _ = changed(changes)
    segments = list(intervals)
    assert segments == sorted(segments)
    for (_, stop, left), (start, _, right) in itertools.pairwise(segments):
        assert stop < start or left != right
    assert len(intervals) == len(segments)


@given(CHANGES, BOUNDS, BOUNDS)
def test_a_look_up_finds_what_overlaps_cut_to_the_interval(changes, start, stop):
    intervals, model = changed(changes)
    found = intervals.overlapping(start, stop)
    assert spread(found) == {key: value for key, value in model.items() if start <= key < stop}
    assert found == sorted(found)


@given(CHANGES, BOUNDS, BOUNDS)
def test_whoever_reads_during_a_change_sees_the_state_before(changes, start, stop):
    intervals, model = changed(changes)
    reader = iter(intervals)
    intervals.set(start, stop, 7)
    intervals.clear()
    assert spread(reader) == model


def test_an_empty_interval_changes_and_meets_nothing():
    intervals: IntervalMap[str] = IntervalMap()
    intervals.set(0, 10, "a")
    intervals.set(5, 5, "b")
    intervals.set(7, 3, "b")
    intervals.delete(5, 5)
    intervals.delete(7, 3)
    assert list(intervals) == [(0, 10, "a")]
    assert intervals.overlapping(5, 5) == intervals.overlapping(7, 3) == []


def test_a_value_set_between_equal_ones_joins_them():
    intervals: IntervalMap[str] = IntervalMap()
    intervals.set(0, 10, "a")
    intervals.set(20, 30, "a")
    assert len(intervals) == 2
    intervals.set(10, 20, "a")
    assert list(intervals) == [(0, 30, "a")]
    assert repr(intervals) == "IntervalMap(0..30: 'a')"


def test_changes_far_apart_leave_the_rest_as_it_is():
    intervals: IntervalMap[int] = IntervalMap()
    for i in range(1000):
        intervals.set(10 * i, 10 * i + 5, i)
    intervals.delete(4_003, 4_013)
    assert len(intervals) == 1000
    assert intervals.overlapping(4_000, 4_020) == [(4_000, 4_003, 400), (4_013, 4_015, 401)]


# ---------------------------------------------------------------------------------------------------- many segments ----


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_is_a_dictionary_of_integers(capacity: int, seed: int) -> None:
    chance = random.Random(seed)
    length = chance.choice([60, 400, 2000])
    intervals: IntervalMap[int] = IntervalMap()
    model: dict[int, int] = {}
    deepest = 1
    for step in range(600):
        start = chance.randrange(length)
        # Mostly what is smaller than a segment or as large; now and then a large part of all.
        stop = start + int(
            chance.expovariate(0.3) if chance.random() < 0.97 else chance.random() * length / 2
        )
        if chance.random() < (0.25 if step < 400 else 0.7):
            intervals.delete(start, stop)
            for key in range(start, stop):
                model.pop(key, None)
        else:
            value = chance.randrange(3)
            intervals.set(start, stop, value)
            model.update(dict.fromkeys(range(start, stop), value))
        if step % 20 == 0 or step > 595:
            segments = list(intervals)
            assert spread(segments) == model
            assert len(intervals) == len(segments) and bool(intervals) == bool(model)
            for (_, stop, left), (start, _, right) in itertools.pairwise(segments):
                assert stop < start or (stop == start and left != right)
            deepest = max(deepest, depth_of(intervals._root, capacity))
            start, stop = sorted(chance.choices(range(length), k=2))
            found = intervals.overlapping(start, stop)
            assert spread(found) == {key: value for key, value in model.items() if start <= key < stop}
            assert found == sorted(found)
    if capacity == 5 and length > 60:
        assert deepest >= 3, "or nothing was tried"


@pytest.mark.parametrize("order", ["rising", "falling", "any"])
def test_a_tree_grows_and_is_emptied_in_any_order(capacity: int, order: str) -> None:
    keys = list(range(700))
    chance = random.Random(3)
    if order == "any":
        chance.shuffle(keys)
    elif order == "falling":
        keys.reverse()
    intervals: IntervalMap[int] = IntervalMap()
    for key in keys:
        intervals.set(2 * key, 2 * key + 1, key)
    assert list(intervals) == [(2 * key, 2 * key + 1, key) for key in range(700)]
    assert depth_of(intervals._root, capacity) <= 1 + math.log(700 / 2, math.ceil(capacity / 4))
    if order == "any":
        chance.shuffle(keys)
    for left, key in zip(range(699, -1, -1), keys, strict=True):
        intervals.delete(2 * key, 2 * key + 1)
        assert len(intervals) == left
        if left % 7 == 0:
            depth_of(intervals._root, capacity)
    assert intervals._root == ()


def test_a_large_part_is_taken_away_at_once(capacity: int) -> None:
    for start, stop in ((0, 5000), (13, 4987), (2500, 5000), (1, 2600), (40, 4000), (4990, 4991)):
        intervals = filled(500)
        intervals.delete(start, stop)
        assert list(intervals) == [
            (a, b, i)
            for i in range(500)
            for a, b in ((10 * i, min(10 * i + 5, start)), (max(10 * i, stop), 10 * i + 5))
            if a < b
        ]
        depth_of(intervals._root, capacity)
        intervals.set(start, stop, -1)
        assert intervals.overlapping(start, stop) == [(start, stop, -1)]
        depth_of(intervals._root, capacity)


def test_neighbours_in_two_leaves_are_joined(capacity: int) -> None:
    for i in range(199):
        intervals = filled(200)
        intervals.set(10 * i + 5, 10 * i + 10, i)
        intervals.set(10 * i + 10, 10 * i + 15, i)
        assert intervals.overlapping(10 * i, 10 * i + 16) == [(10 * i, 10 * i + 15, i)]
        assert len(intervals) == 199
        depth_of(intervals._root, capacity)


def test_whoever_reads_a_tree_during_changes_sees_the_state_before(capacity: int) -> None:
    intervals = filled(500)
    before = list(intervals)
    reader = iter(intervals)
    read = [next(reader) for _ in range(100)]
    intervals.delete(500, 3000)
    for i in range(500):
        intervals.set(10 * i + 5, 10 * i + 7, i)
    intervals.clear()
    assert read + list(reader) == before
    assert list(intervals) == []


class Torn(Exception):
    """What comes in the middle of a change."""


class Incomparable:
    """A value that can not be compared with others."""

    def __eq__(self, other: object) -> bool:
        raise Torn

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("count", [3, 500])
def test_a_change_that_raises_in_the_middle_leaves_the_state_before(capacity: int, count: int) -> None:
    intervals: IntervalMap[object] = IntervalMap()
    for i in range(count):
        intervals.set(10 * i, 10 * i + 5, Incomparable() if i in (1, count - 1) else i)
    before = intervals._root
    for start, stop in ((5, 10), (0, 12), (15, 20), (12, 10 * count - 7), (10 * count - 5, 10 * count)):
        with pytest.raises(Torn):
            intervals.set(start, stop, "new")
        assert intervals._root is before


@pytest.mark.parametrize("count", [3, 100])
def test_an_interrupt_at_any_bytecode_leaves_the_state_before_or_after(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interval_map, "_CAPACITY", 5)

    def change(intervals: IntervalMap[int]) -> None:
        intervals.set(12, 10 * count - 8, -1)
        intervals.delete(0, 10 * count - 9)

    first, second = filled(count), filled(count)
    second.set(12, 10 * count - 8, -1)
    third = filled(count)
    change(third)
    states = [list(first), list(second), list(third)]
    found = positions(lambda: change(filled(count)))
    seen: list[int] = []
    for position in found:
        intervals = filled(count)
        if interrupted(lambda intervals=intervals: change(intervals), position):
            seen.append(states.index(list(intervals)))
            depth_of(intervals._root, 5)
    assert {0, 1} <= set(seen)


@pytest.mark.parametrize("part", [1, 1000, 50_000])
def test_a_change_makes_few_nodes_however_many_segments_there_are(part: int) -> None:
    """Nothing else is copied: of the nodes that are not new, nobody sees that there was a change."""
    count = 100_000
    intervals = filled(count)
    levels = depth_of(intervals._root, interval_map._CAPACITY)
    assert levels <= 4
    chance = random.Random(part)
    for change in ("set", "delete", "set", "join"):
        old = {id(node): node for node in nodes(intervals._root)}
        first = chance.randrange(count - part)
        start, stop = 10 * first, 10 * (first + part) - 5
        if change == "delete":
            intervals.delete(start, stop)
        else:
            intervals.set(start, stop if change == "set" else stop + 5, -1)
        new = [node for node in nodes(intervals._root) if id(node) not in old]
        # At most two nodes of a level, where what goes begins and ends, each with a neighbour.
        assert 0 < len(new) <= 4 * levels
        assert sum(map(interval_map._size, new)) <= 4 * levels * interval_map._CAPACITY


def test_a_look_up_meets_few_nodes_however_many_segments_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    intervals = filled(100_000)
    levels = depth_of(intervals._root, interval_map._CAPACITY)
    met: list[object] = []
    look = interval_map._found

    def counted(node: object, start: int, stop: int) -> list[tuple[int, int, int]]:
        met.append(node)
        return look(node, start, stop)  # type: ignore[arg-type]

    monkeypatch.setattr(interval_map, "_found", counted)
    for first, number in ((500, 1), (99_999, 1), (12_345, 640)):
        met.clear()
        assert len(intervals.overlapping(10 * first, 10 * (first + number))) == number
        # Along both ends of what is found, and the leaves between, which are filled to a quarter at least.
        assert len(met) <= 2 * levels + 2 * 4 * number / interval_map._CAPACITY
    met.clear()
    assert intervals.overlapping(10 * 777 + 5, 10 * 778) == []
    assert len(met) <= levels
