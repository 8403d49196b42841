"""A map from disjoint half-open intervals of integers to values."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import Generic, TypeVar

V = TypeVar("V")

_start = itemgetter(0)
_stop = itemgetter(1)


class IntervalMap(Generic[V]):
    """Which value each integer has, where it has one, kept as segments `(start, stop, value)` in order.

    Neighbours with equal values are one segment. A look-up takes O(log n + k) for k segments found. A change makes a new
    tuple of segments and then assigns it: whatever interrupts it, and whichever thread reads meanwhile, sees the state before
    or the state after. (The copy moves eight bytes a segment.)
    """

    __slots__ = ("_segments",)

    def __init__(self) -> None:
        self._segments: tuple[tuple[int, int, V], ...] = ()

    def __len__(self) -> int:
        """How many segments there are."""
        return len(self._segments)

    def __iter__(self) -> Iterator[tuple[int, int, V]]:
        """The segments in order, as they are now."""
        return iter(self._segments)

    def __repr__(self) -> str:
        return f"IntervalMap({', '.join(f'{a}..{b}: {value!r}' for a, b, value in self._segments)})"

    def overlapping(self, start: int, stop: int) -> list[tuple[int, int, V]]:
        """The segments with integers in `start..stop`, cut to that interval. An empty interval meets none."""
        segments = self._segments
        if not segments or start >= stop:
            return []
        first = bisect_right(segments, start, key=_stop)
        last = bisect_left(segments, stop, first, key=_start)
        if first >= last:
            return []
        found = list(segments[first:last])
        a, b, value = found[0]
        if a < start:
            found[0] = (start, b, value)
        a, b, value = found[-1]
        if b > stop:
            found[-1] = (a, stop, value)
        return found

    def set(self, start: int, stop: int, value: V) -> None:
        """Give the integers in `start..stop` this value, whatever they had before. An empty interval changes nothing."""
        if start < stop:
            self._replace(start, stop, value, True)

    def delete(self, start: int, stop: int) -> None:
        """Take the values of the integers in `start..stop` away."""
        if start < stop and self._segments:
            self._replace(start, stop, None, False)

    def clear(self) -> None:
        """Take every value away."""
        self._segments = ()

    def _replace(self, start: int, stop: int, value: V | None, present: bool) -> None:
        segments = self._segments
        # The segments that overlap, and for a new value those that only touch: they may have to be joined with it.
        if present:
            first = bisect_left(segments, start, key=_stop)
            last = bisect_right(segments, stop, first, key=_start)
        else:
            first = bisect_right(segments, start, key=_stop)
            last = bisect_left(segments, stop, first, key=_start)
        between: list[tuple[int, int, V]] = []
        after: list[tuple[int, int, V]] = []
        if first < last:
            a, b, left = segments[first]
            if a < start or b == start:
                if present and _equal(left, value):
                    start = a
                else:
                    between.append((a, min(b, start), left))
            a, b, right = segments[last - 1]
            if b > stop or a == stop:
                if present and _equal(right, value):
                    stop = b
                else:
                    after.append((max(a, stop), b, right))
        if present:
            between.append((start, stop, value))  # pyright: ignore[reportArgumentType]
        self._segments = (*segments[:first], *between, *after, *segments[last:])


def _equal(left: object, right: object) -> bool:
    return left is right or left == right
