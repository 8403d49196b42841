"""The plan: which candidates are tried together, and in what order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from python_kernels import PythonKernel

from periclase.runtime.autotune.candidates import Candidate, Group, Plan, as_candidates


def batches(*candidates: Candidate, key: object = None) -> list[list[str]]:
    """The names in every batch, as if all candidates failed."""
    plan = Plan(candidates, key)
    found: list[list[str]] = []
    while batch := plan.next_batch():
        found.append([candidates[index].name for index in batch])
    return found


def named(name: str, **options: object) -> Candidate:
    return Candidate(name=name, **options)


def test_plan_order() -> None:
    low, high = Group("low", 1), Group("high", 2)
    assert batches(
        named("a", group=low, priority=1),
        named("b", group=low, priority=2),
        named("c", group=high, priority=1),
        named("d", group=high, priority=2),
    ) == [["d"], ["c"], ["b"], ["a"]]


def test_multiple_groups_of_the_same_priority_are_merged() -> None:
    one, two = Group("one", 1), Group("two", 1)
    assert batches(
        named("a", group=one, priority=2),
        named("b", group=two, priority=5),
        named("c", group=one, priority=1),
    ) == [["a", "b"], ["c"]]


def test_a_candidate_of_multiple_groups_is_given_once() -> None:
    one, two = Group("one", 2), Group("two", 1)
    assert batches(named("a", group={one: 1, two: 1}), named("b", group=two, priority=1)) == [["a"], ["b"]]
    assert batches(named("a", group=[Group("x"), Group("y")])) == [["a"]]


def test_negative_priority_is_skipped() -> None:
    group = Group("group")
    assert batches(
        named("a", group=group, priority=-1),
        named("b", group=group),
        named("c", priority=-1),
        named("d", group=Group("never", -1)),
    ) == [["b"]]


def test_no_group_is_one_batch_in_order() -> None:
    assert batches(named("a"), named("b"), named("c")) == [["a", "b", "c"]]


def test_candidates_without_a_group_are_merged_with_the_best_batch() -> None:
    assert batches(named("a", group=Group("g")), named("b")) == [["b", "a"]]


def test_falls_through_when_all_of_a_group_fail() -> None:
    assert batches(
        named("a", group=Group("first", 2)),
        named("b", group=Group("second", 1)),
        named("c", group=Group("third", 0)),
    ) == [["a"], ["b"], ["c"]]


def test_a_single_group_exhausts_all_its_inner_priorities() -> None:
    group = Group("group")
    assert batches(
        named("a", group=group, priority=1),
        named("b", group=group, priority=3),
        named("c", group=group, priority=2),
        named("d", group=group, priority=3),
    ) == [["b", "d"], ["c"], ["a"]]


def test_a_group_whose_candidates_are_all_negative_advances_to_the_next() -> None:
    best, next_best = Group("best", 9), Group("next", 1)
    assert batches(named("a", group=best, priority=-1), named("b", group=next_best)) == [["b"]]


def test_candidates_without_a_group_are_given_once_even_if_they_fail() -> None:
    group = Group("group")
    found = batches(named("free"), named("a", group=group, priority=2), named("b", group=group, priority=1))
    assert found == [["free", "a"], ["b"]]


def test_a_candidate_of_multiple_groups_is_not_given_again_after_a_group_failed() -> None:
    one, two = Group("one", 2), Group("two", 1)
    shared = named("shared", group={one: 2, two: 5})
    found = batches(shared, named("a", group=one, priority=1), named("b", group=two, priority=1))
    assert found == [["shared"], ["a"], ["b"]]


def test_goes_on_when_a_whole_batch_was_given_before() -> None:
    one, two, three = Group("one", 3), Group("two", 2), Group("three", 1)
    assert batches(named("a", group={one: 0, two: 0}), named("b", group=three)) == [["a"], ["b"]]


def test_priorities_may_depend_on_the_key() -> None:
    small = Group("small", lambda key: 1 if key < 100 else -1)
    large = Group("large", lambda key: -1 if key < 100 else 1)
    candidates = (named("a", group=small), named("b", group=large), named("c", priority=lambda key: key - 50))
    assert batches(*candidates, key=10) == [["a"]]
    assert batches(*candidates, key=1000) == [["c", "b"]]


def test_a_finished_plan_stays_finished() -> None:
    plan = Plan([named("a")], None)
    assert plan.next_batch() == (0,)
    assert plan.next_batch() == ()
    assert plan.next_batch() == ()


def test_a_name_says_what_is_configured() -> None:
    def tiled() -> None: ...

    assert Candidate(block=(16, 16), unroll=4).name == "block=(16, 16), unroll=4"
    assert Candidate(tiled).name == "tiled"
    assert Candidate(tiled, block=64).name == "tiled(block=64)"
    assert Candidate(kernel=tiled).name == "kernel=tiled"
    assert Candidate(tiled, name="mine").name == "mine"


def test_configurations_and_functions_stand_for_candidates() -> None:
    def tiled() -> None: ...

    made = as_candidates([{"block": 64}, tiled, Candidate(name="own")])
    assert [candidate.name for candidate in made] == ["block=64", "tiled", "own"]
    assert made[0].configuration == {"block": 64}
    assert made[1].launch is tiled


def test_kernels_stand_for_candidates() -> None:
    kernel = PythonKernel(lambda x: None, "x: in float32", name="tiled")
    (made,) = as_candidates([kernel])
    assert made.name == "tiled"
    assert made.configuration == {"kernel": kernel}
    assert Candidate(kernel=kernel, block=64).name == "kernel=tiled, block=64"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: as_candidates([]), "at least one candidate"),
        (lambda: as_candidates([{"block": 1}, {"block": 1}]), "two candidates are called 'block=1'"),
        (Candidate, "a launch function, a configuration, or a name"),
    ],
)
def test_what_makes_no_candidates_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "a list of them, not None"),
        ("tiled", "a list of them, not 'tiled'"),
        ({"block": 1}, "a list of them, not {'block': 1}"),
        ([1], "a launch function or a configuration, not 1"),
        (["tiled"], "a launch function or a configuration, not 'tiled'"),
    ],
)
def test_what_is_no_candidate_is_refused(given: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        as_candidates(given)  # pyright: ignore[reportArgumentType]
