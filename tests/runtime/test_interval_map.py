"""The interval map against a dictionary of integers."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from periclase.runtime.interval_map import IntervalMap

BOUNDS = st.integers(0, 24)
CHANGES = st.lists(st.tuples(st.sampled_from(["set", "delete", "clear"]), BOUNDS, BOUNDS, st.integers(0, 2)))


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
    for start, stop, value in segments:  # type: ignore[attr-defined]
        assert start < stop
        assert not found.keys() & set(range(start, stop))
        found.update(dict.fromkeys(range(start, stop), value))
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
