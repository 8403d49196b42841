"""The ledger: which bytes carry which failure, and how long a failure lives."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.claims import Claim
from periclase.runtime.failures import NotAllocated, failure_error, torn_down
from periclase.runtime.ledger import Ledger
from periclase.runtime.memory_pool import out_of_memory
from periclase.runtime.ranges import ByteRange

SIZE = 120


class Memory:
    """What the ledger needs of an allocation."""

    def __init__(self) -> None:
        self.claims = None


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def memory() -> Memory:
    return Memory()


def fail(ledger: Ledger, message: str = "no") -> Claim:
    return ledger.fail(ValueError(message), "k", call_site())


def bytes_of(memory: Memory, start: int = 0, stop: int = SIZE) -> list[ByteRange]:
    return [ByteRange(memory, start, stop)]


def carried(ledger: Ledger, memory: Memory) -> list[tuple[int, int, Claim]]:
    return [(a, b, claim) for (_, a, b), claim in ledger.find(bytes_of(memory))]


# What the system that inspired this one promises of its failures.


def test_a_failure_id_is_free_in_the_carrier(ledger, memory):
    claim = fail(ledger)
    for start in range(0, SIZE, 2):
        ledger.claim(bytes_of(memory, start, start + 1), claim)
    # Many segments refer to one claim, whatever it knows.
    assert {id(found) for _, _, found in carried(ledger, memory)} == {id(claim)}


def test_a_partial_write_releases_only_the_bytes_it_covers(ledger, memory):
    claim = fail(ledger)
    ledger.claim(bytes_of(memory, 0, 100), claim)
    ledger.release(bytes_of(memory, 40, 60))
    assert carried(ledger, memory) == [(0, 40, claim), (60, 100, claim)]
    assert ledger.live_failures() == list(claim.failures)
    ledger.release(bytes_of(memory, 0, 40))
    ledger.release(bytes_of(memory, 60, 100))
    del claim
    assert ledger.live_failures() == []


def test_disjoint_claims_keep_their_own_failures(ledger, memory):
    one, two = fail(ledger), fail(ledger)
    ledger.claim(bytes_of(memory, 0, 10), one)
    ledger.claim(bytes_of(memory, 10, 20), two)
    assert carried(ledger, memory) == [(0, 10, one), (10, 20, two)]
    ledger.release(bytes_of(memory, 0, 10))
    survivors = list(two.failures)
    del one, two
    assert ledger.live_failures() == survivors


def test_a_new_failure_takes_the_bytes_it_claims(ledger, memory):
    one, two = fail(ledger), fail(ledger)
    ledger.claim(bytes_of(memory, 0, 30), one)
    ledger.claim(bytes_of(memory, 10, 20), two)
    assert carried(ledger, memory) == [(0, 10, one), (10, 20, two), (20, 30, one)]
    ledger.claim(bytes_of(memory, 0, 30), two)
    survivors = list(two.failures)
    del one, two
    assert ledger.live_failures() == survivors


def test_reclaiming_the_same_bytes_counts_once(ledger, memory):
    claim = fail(ledger)
    for _ in range(3):
        ledger.claim(bytes_of(memory, 0, 10), claim)
    del claim
    assert len(ledger.live_failures()) == 1
    assert len(ledger.release(bytes_of(memory, 0, 10))) == 1
    assert ledger.live_failures() == []


def test_adjacent_claims_of_one_failure_fuse(ledger, memory):
    claim = fail(ledger)
    for start, stop in ((0, 10), (20, 30), (10, 20)):
        ledger.claim(bytes_of(memory, start, stop), claim)
    assert carried(ledger, memory) == [(0, 30, claim)]
    assert len(memory.claims) == 1


def test_clearing_releases_every_claim(ledger, memory):
    for start in range(0, 50, 10):
        ledger.claim(bytes_of(memory, start, start + 10), fail(ledger))
    assert len(ledger.live_failures()) == 5
    memory.claims = None
    assert ledger.live_failures() == []
    assert ledger.find(bytes_of(memory)) == []


def test_an_empty_range_claims_nothing(ledger, memory):
    claim = fail(ledger)
    ledger.claim(bytes_of(memory, 10, 10), claim)
    assert memory.claims is None
    ledger.claim(bytes_of(memory, 0, 20), claim)
    assert ledger.find(bytes_of(memory, 10, 10)) == []
    assert ledger.release(bytes_of(memory, 10, 10)) == []
    assert carried(ledger, memory) == [(0, 20, claim)]


def test_a_failure_lives_while_something_carries_it_and_no_longer(ledger, memory):
    other = Memory()
    claim = fail(ledger)
    ledger.claim(bytes_of(memory), claim)
    ledger.claim(bytes_of(other), ledger.skip("m", call_site(), [("x", claim)]))
    del claim
    ledger.release(bytes_of(memory))
    assert len(ledger.live_failures()) == 1
    del other
    assert ledger.live_failures() == []


def test_a_failure_that_spoiled_nothing_is_gone(ledger, memory):
    ledger.claim(bytes_of(memory, 5, 5), fail(ledger))
    assert ledger.live_failures() == []


def test_replacing_an_error_leaves_the_carriers_pointing_at_the_new_one(ledger, memory):
    other = Memory()
    ranges = [*bytes_of(memory), *bytes_of(other, 0, 10)]
    ledger.claim(ranges, ledger.fail(torn_down("k"), "k", call_site()))
    ledger.claim(ranges, ledger.fail(ValueError("the real one"), "k", call_site()))
    for _, claim in ledger.find(ranges):
        assert str(claim.failures[0].cause) == "the real one"
    del claim
    assert [str(failure.cause) for failure in ledger.live_failures()] == ["the real one"]


def test_a_report_walks_the_skip_chain_back_to_the_root(ledger):
    claim = fail(ledger, "the root")
    middle = ledger.skip("middle", call_site(), [("x", claim)])
    last = ledger.skip("last", call_site(), [("y", middle)])
    report = failure_error(last).failure
    assert [launch.kernel for launch in report.skipped] == ["middle", "last"]
    assert [launch.needed[0].launch for launch in report.skipped] == [None, 0]
    assert report.skipped[0].needed[0].failures == (claim.failures[0].id,)
    assert "the root" in report.message
    assert failure_error(claim).failure.skipped == ()


def test_no_skip_is_forgotten_but_a_long_chain_is_told_in_short(ledger):
    claim = fail(ledger)
    for i in range(20):
        claim = ledger.skip(f"k{i}", call_site(), [("x", claim)])
    error = failure_error(claim)
    assert [launch.kernel for launch in error.failure.skipped] == [f"k{i}" for i in range(20)]
    assert "12 more launches were skipped" in str(error)
    assert "`k3`" in str(error) and "`k4`" not in str(error) and "`k16`" in str(error)


def test_forgetting_one_failure_leaves_a_carried_one_alone(ledger, memory):
    claim = fail(ledger, "carried")
    ledger.claim(bytes_of(memory), claim)
    fail(ledger, "on nothing")
    del claim
    assert [str(failure.cause) for failure in ledger.live_failures()] == ["carried"]


def test_an_unallocated_failure_is_reported_and_released_with_its_buffer(ledger, memory):
    error = out_of_memory(SIZE, "cpu", MemoryError())
    ledger.claim(bytes_of(memory), ledger.fail(error, None, call_site()))
    ((_, claim),) = ledger.find(bytes_of(memory, 3, 7))
    told = failure_error(claim)
    assert isinstance(told.__cause__, NotAllocated)
    assert told.diagnostic.code == "PC0703"
    assert "this was asked for here" in str(told)
    assert told.failure.kernel is None
    del claim, told
    memory.claims = None
    assert ledger.live_failures() == []


# Ours.


def test_a_release_tells_what_it_took_away(ledger, memory):
    one, two = fail(ledger), fail(ledger)
    ledger.claim(bytes_of(memory, 0, 20), one)
    ledger.claim(bytes_of(memory, 30, 40), two)
    displaced = ledger.release(bytes_of(memory, 10, 35))
    assert displaced == [(ByteRange(memory, 10, 20), one), (ByteRange(memory, 30, 35), two)]
    assert carried(ledger, memory) == [(0, 10, one), (35, 40, two)]


def test_memory_without_claims_holds_no_map(ledger, memory):
    ledger.claim(bytes_of(memory), fail(ledger))
    assert memory.claims is not None
    ledger.release(bytes_of(memory))
    assert memory.claims is None


def test_claims_are_found_in_the_order_of_the_ranges(ledger, memory):
    other = Memory()
    one, two = fail(ledger), fail(ledger)
    ledger.claim(bytes_of(memory, 50, 60), one)
    ledger.claim(bytes_of(other, 0, 5), two)
    found = ledger.find([*bytes_of(other), *bytes_of(memory, 55, 58)])
    assert found == [(ByteRange(other, 0, 5), two), (ByteRange(memory, 55, 58), one)]


RANGE = st.tuples(st.integers(0, 1), st.integers(0, 20), st.integers(0, 20))
STEPS = st.lists(
    st.tuples(st.sampled_from(["claim", "skip", "release", "clear"]), st.lists(RANGE, max_size=3))
)


@settings(max_examples=150, deadline=None)
@given(STEPS, RANGE)
def test_it_is_a_dictionary_of_bytes(steps, asked):
    ledger = Ledger()
    memories = Memory(), Memory()
    site = CallSite((lambda: None).__code__, 0)
    model: dict[tuple[int, int], Claim] = {}

    def ranges(given):
        return [ByteRange(memories[which], a, b) for which, a, b in given]

    def covered(given):
        return [(which, i) for which, a, b in given for i in range(a, b)]

    for step, given_ranges in steps:
        if step in ("claim", "skip"):
            claim = fail(ledger)
            if step == "skip" and model:
                claim = ledger.skip("m", site, [("x", next(iter(model.values())))])
            ledger.claim(ranges(given_ranges), claim)
            model.update(dict.fromkeys(covered(given_ranges), claim))
        elif step == "release":
            released = {
                (memories.index(each.allocation), i): claim
                for each, claim in ledger.release(ranges(given_ranges))
                for i in range(each.start, each.stop)
            }
            assert released == {key: model.pop(key) for key in covered(given_ranges) if key in model}
            released = None
        elif given_ranges:
            which = given_ranges[0][0]
            memories[which].claims = None
            model = {key: claim for key, claim in model.items() if key[0] != which}
    for which, memory in enumerate(memories):
        assert (memory.claims is not None) >= any(key[0] == which for key in model)
    found = {
        (memories.index(each.allocation), i): claim
        for each, claim in ledger.find(ranges([asked]))
        for i in range(each.start, each.stop)
    }
    assert found == {key: model[key] for key in covered([asked]) if key in model}
    alive = {failure for claim in model.values() for failure in claim.failures}
    claim = None
    assert set(ledger.live_failures()) == alive
    del alive, found
    model.clear()
    for memory in memories:
        memory.claims = None
    assert ledger.live_failures() == []


def test_other_threads_may_look_while_the_runner_claims(ledger, memory):
    claim = fail(ledger)
    stop = threading.Event()
    errors: list[BaseException] = []

    def look() -> None:
        try:
            while not stop.is_set():
                for (_, start, end), found in ledger.find(bytes_of(memory)):
                    assert found is claim and 0 <= start < end <= SIZE
                assert len(ledger.live_failures()) >= 1
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(3000):
        ledger.claim(bytes_of(memory, i % 60, i % 60 + 50), claim)
        fail(ledger)
        ledger.release(bytes_of(memory, i % 37, i % 37 + 80))
    stop.set()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert errors == []


def test_it_is_clean_again_when_the_last_failure_is_gone(ledger, memory):
    assert ledger.is_clean
    claim = fail(ledger)
    ledger.claim((ByteRange(memory, 3, 3),), claim)
    assert ledger.is_clean  # no byte carries it
    ledger.claim((ByteRange(memory, 0, 4),), claim)
    del claim
    ledger.look()
    assert not ledger.is_clean
    ledger.release((ByteRange(memory, 0, 4),))
    ledger.look()
    assert ledger.is_clean
