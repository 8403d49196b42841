"""The graph of skipped launches: all roots, one claim for the same skip, and loops that stay small."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import traceback
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.runtime.call_site import CallSite
from periclase.runtime.claims import Claim, ClaimGraph, Failure

CODE = (lambda: None).__code__


def site(number: int = 0) -> CallSite:
    """Different places of a program."""
    return CallSite(CODE, 2 * number)


def root(message: str = "no") -> Claim:
    return Claim((Failure(ValueError(message), "root", site()),))


@pytest.fixture
def graph() -> ClaimGraph:
    return ClaimGraph()


def chain(claim: Claim) -> list[tuple[str, int]]:
    return [(each.skip.kernel, each.skip.count) for each in claim.chain()]


def test_ids_are_never_used_again():
    ids = [root().failures[0].id for _ in range(100)]
    assert ids == sorted(set(ids))


def test_a_skip_carries_the_failure_of_its_input(graph):
    failed = root()
    claim = graph.skip("k", site(), [("x", failed)])
    assert claim.failures == failed.failures
    assert claim.skip.needed == (("x", failed),)
    assert (claim.skip.kernel, claim.skip.site) == ("k", site())


def test_all_failing_inputs_are_kept_each_root_once(graph):
    one, two = root("one"), root("two")
    both = graph.skip("k", site(1), [("x", one), ("y", two)])
    assert both.failures == (*one.failures, *two.failures)
    all_of_them = graph.skip("m", site(2), [("a", two), ("b", both), ("c", one)])
    assert all_of_them.failures == (*two.failures, *one.failures)
    assert [name for name, _ in all_of_them.skip.needed] == ["a", "b", "c"]


def test_launches_one_behind_another_share_the_failures_they_carry(graph):
    """However many these are, a launch that has no others makes no list of them."""
    claim = graph.skip("k", site(1), [(f"x{number}", root()) for number in range(1000)])
    failures = claim.failures
    assert len(failures) == 1000
    for number in range(2, 50):
        claim = graph.skip("k", site(number), [("x", claim), ("y", claim)])
        assert claim.failures is failures
    other = graph.skip("k", site(60), [("x", claim), ("y", root())])
    assert other.failures[:-1] == failures and len(other.failures) == 1001


def test_all_failures_of_a_claim_are_told(graph):
    roots = [root() for _ in range(3)]
    both = graph.skip("k", site(1), list(zip("xy", roots, strict=False)))
    both.note_told()
    both.note_told()
    assert [claim.failures[0].told for claim in roots] == [True, True, False]
    graph.skip("k", site(2), [("x", both), ("y", roots[2])]).note_told()
    assert roots[2].failures[0].told


def test_the_same_skip_makes_the_same_claim(graph):
    failed = root()
    claim = graph.skip("k", site(), [("x", failed)])
    assert graph.skip("k", site(), [("x", failed)]) is claim
    assert graph.skip("k", site(1), [("x", failed)]) is not claim
    assert graph.skip("k", site(), [("y", failed)]) is not claim
    assert graph.skip("other", site(), [("x", failed)]) is not claim
    assert graph.skip("k", site(), [("x", root())]) is not claim


def test_a_loop_in_place_counts(graph):
    claim = root()
    for _ in range(1000):
        claim = graph.skip("k", site(), [("x", claim)])
    assert chain(claim) == [("k", 1000)]


def test_a_loop_of_two_launches_counts_both(graph):
    x = root()
    for _ in range(1000):
        y = graph.skip("there", site(1), [("x", x)])
        x = graph.skip("back", site(2), [("y", y)])
    assert chain(x) == [("there", 1000), ("back", 1000)]
    assert chain(y) == [("there", 1000)]
    assert {place.kernel: count for place, count in y.skip.loop.items()} == {"back": 999}


def test_a_loop_within_a_loop_stays_small(graph):
    x = root()
    for _ in range(50):
        x = graph.skip("outer", site(1), [("x", x)])
        for _ in range(50):
            y = graph.skip("there", site(2), [("x", x)])
            x = graph.skip("back", site(3), [("y", y)])
    assert len(x.chain()) <= 3
    assert {each.skip.kernel for each in x.chain()} >= {"back"}


def test_an_input_from_beside_the_loop_is_kept(graph):
    x, beside = root("start"), root("beside")
    for _ in range(20):
        y = graph.skip("there", site(1), [("x", x)])
        x = graph.skip("back", site(2), [("y", y), ("b", beside)])
    assert set(x.failures) == {*root_set(x)} == {beside.failures[0], *root_set(y)}
    assert len(x.chain()) <= 3


def root_set(claim: Claim) -> set[Failure]:
    """The roots that are reached by walking the graph."""
    found: set[Failure] = set()
    for each in claim.chain() or [claim]:
        for _, below in () if each.skip is None else each.skip.needed:
            if below.skip is None:
                found.update(below.failures)
    return found


def test_new_roots_in_each_turn_are_all_kept_and_in_one_place(graph):
    x = root()
    for _ in range(300):
        y = graph.skip("there", site(1), [("x", x)])
        x = graph.skip("back", site(2), [("y", y), ("b", root())])
    assert len(x.failures) == 301
    assert root_set(x) == set(x.failures)
    assert len(x.chain()) <= 3


@pytest.mark.parametrize("seed", range(40))
def test_loops_of_any_form_stay_small_and_lose_no_root(seed):
    chance = random.Random(seed)
    graph = ClaimGraph()
    buffers = range(chance.randrange(1, 6))
    body = [
        (f"k{i}", site(i), chance.choices(buffers, k=3), chance.choices(buffers, k=2))
        for i in range(chance.randrange(1, 8))
    ]
    state = [root() if chance.random() < 0.5 else None for _ in buffers]
    for _ in range(400):
        for kernel, place, reads, writes in body:
            needed = [(f"x{i}", state[b]) for i, b in enumerate(reads) if state[b] is not None]
            claim = graph.skip(kernel, place, needed) if needed else None
            if claim is not None:
                assert set(claim.failures) == {f for _, below in needed for f in below.failures}
            for b in writes:
                state[b] = claim
    for claim in filter(None, state):
        assert not claim.chain() or root_set(claim) == set(claim.failures)
        assert len(claim.chain()) <= 40 * len(body) + 50


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.lists(st.integers(0, 4), max_size=3), st.integers(0, 4))))
def test_every_root_is_reached_inputs_come_before_what_needed_them(program):
    graph = ClaimGraph()
    state: list[Claim | None] = [root(), None, root(), None, None]
    model = [set(claim.failures) if claim else set() for claim in state]
    for kernel, reads, write in program:
        needed = [(f"x{i}", state[b]) for i, b in enumerate(reads) if state[b] is not None]
        state[write] = graph.skip(f"k{kernel}", site(kernel), needed) if needed else None
        model[write] = set().union(*(model[b] for b in reads))
    for claim, roots in zip(state, model, strict=True):
        assert (set() if claim is None else set(claim.failures)) == roots
        if claim is not None and claim.skip is not None:
            assert root_set(claim) == roots
            order = {each: index for index, each in enumerate(claim.chain())}
            for each, index in order.items():
                for _, below in each.skip.needed:
                    assert below.skip is None or order[below] < index


# ------------------------------------------------------------------------------------------------- long chains ----


@pytest.fixture
def long_chain(graph) -> Claim:
    claim = root()
    for i in range(10_000):
        claim = graph.skip(f"k{i}", site(), [("x", claim)])
    return claim


def test_a_long_chain_is_kept_whole(long_chain):
    assert chain(long_chain) == [(f"k{i}", 1) for i in range(10_000)]


def test_a_long_chain_dies_without_recursion(graph, long_chain):
    failure = weakref.ref(long_chain.failures[0])
    assert failure() is not None
    # The fixture still holds it, so the test makes another one.
    claim = root()
    gone = weakref.ref(claim.failures[0])
    for i in range(30_000):
        claim = graph.skip(f"m{i}", site(), [("x", claim)])
    del claim
    assert gone() is None


def test_a_long_chain_is_collected_with_a_cycle(graph):
    claim = root()
    for i in range(10_000):
        claim = graph.skip(f"m{i}", site(), [("x", claim)])
    gone = weakref.ref(claim.failures[0])
    cycle: list[object] = [claim]
    cycle.append(cycle)
    del claim, cycle
    gc.collect()
    assert gone() is None


def test_a_long_chain_is_one_thing_to_deepcopy_and_no_thing_to_pickle(long_chain):
    assert copy.deepcopy(long_chain) is long_chain
    assert copy.deepcopy(long_chain.failures[0]) is long_chain.failures[0]
    with pytest.raises(TypeError, match="plain data"):
        pickle.dumps(long_chain)
    with pytest.raises(TypeError, match="plain data"):
        pickle.dumps(long_chain.failures[0])


def test_places_and_claims_that_nobody_needs_are_forgotten(graph):
    claim = graph.skip("k", site(), [("x", root())])
    gone = weakref.ref(claim.skip.place)
    del claim
    assert gone() is None
    again = graph.skip("k", site(), [("x", root())])
    assert again.skip.count == 1


# ---------------------------------------------------------------------------------------------------- causes ----


class Thing:
    """What the frames of a traceback may hold."""


def test_a_cause_holds_no_frames():
    thing = Thing()
    gone = weakref.ref(thing)

    def inner(held: Thing) -> None:
        raise KeyError("inner")

    def outer(held: Thing) -> None:
        try:
            inner(held)
        except KeyError as error:
            raise ValueError("outer") from error

    failure = None
    try:
        outer(thing)
    except ValueError as error:
        failure = Failure(error, "k", site())
    assert isinstance(failure.cause.__cause__, KeyError)
    del thing
    gc.collect()
    assert gone() is None
    assert any("raised in `outer`" in note and __file__ in note for note in failure.cause.__notes__)
    assert "outer" in "".join(traceback.format_exception(failure.cause))
