"""Dependencies and guards: small cases by name, and random programs against a model that knows every byte."""

from __future__ import annotations

import gc
import operator
import random
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.runtime.call_site import CallSite
from periclase.runtime.claims import Claim
from periclase.runtime.dependencies import (
    COUNT,
    RAW,
    REUSE,
    WAR,
    WAW,
    DependencyMap,
    SettledClaim,
    as_guard,
    settle_uses,
    surely_skipped,
)
from periclase.runtime.execution import FAILED_BYTES
from periclase.runtime.ledger import Ledger
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE
from periclase.runtime.ranges import ByteRange

SITE = CallSite((lambda: None).__code__, 0)
SIZE = 16
EVERYTHING = (0, SIZE)

Ranges = Sequence[tuple[int, int]]


class Memory:
    """What the ledger needs of an allocation."""

    claims = None


class Outcome:
    """A work that ends when the test says so."""

    def __init__(self, outcome: int = PENDING):
        self.outcome = outcome


class Launch:
    """A launch of the tests: an `Access` with the ranges it uses."""

    def __init__(self, name: str = "", *, maybe: bool = False, reads: Ranges = (), writes: Ranges = ()):
        self.name = name
        self.maybe = maybe
        self.reads = reads
        self.writes = writes
        self.work = Outcome()
        self.claim: Claim | None = None
        self.waits: dict[Launch, str] = {}
        self.guards: list = []
        self.lost: set[int] = set()
        """Bytes of its own that were claimed meanwhile by a launch that never ran: it decides them no more."""

    def __repr__(self) -> str:
        return self.name

    def decides(self, ranges: Ranges) -> bool:
        """Whether it says what a reader finds in `ranges`."""
        own = {i for start, stop in self.writes for i in range(start, stop)} - self.lost
        return any(i in own for start, stop in ranges for i in range(start, stop))

    def touches(self, ranges: Ranges, *, writes_only: bool) -> bool:
        """Whether it writes (or uses) bytes of `ranges`."""
        own = self.writes if writes_only else (*self.writes, *self.reads)
        return any(a < d and c < b and a < b and c < d for a, b in own for c, d in ranges)


def issue(dependencies: DependencyMap, launch: Launch, displaced: Sequence = ()) -> Launch:
    """What the dispatcher does for a launch that is enqueued."""
    for start, stop in launch.reads:
        dependencies.collect(start, stop, True, False, launch.waits, launch.guards)
    for start, stop in launch.writes:
        dependencies.collect(start, stop, False, True, launch.waits, launch.guards)
    for start, stop in launch.reads:
        dependencies.add_read(start, stop, launch)
    for start, stop in launch.writes:
        dependencies.add_write(start, stop, launch, displaced=displaced)
    return launch


def spoiler(group: Sequence[Any]) -> Any:
    """Who, of a group whose works have all settled, left the bytes spoiled; None if they are there."""
    for access in group:
        if access.work is FAILED_BYTES:
            return access
        outcome = access.work.outcome
        if outcome != NOTHING:
            return None if outcome == WROTE else access
    return None


def reader(name: str, *ranges: tuple[int, int]) -> Launch:
    return Launch(name, reads=ranges or [EVERYTHING])


def writer(name: str, *ranges: tuple[int, int], maybe: bool = False) -> Launch:
    return Launch(name, writes=ranges or [EVERYTHING], maybe=maybe)


@pytest.fixture
def dependencies() -> DependencyMap:
    return DependencyMap(SIZE)


# ------------------------------------------------------------------------------------------------------- waits ----


def test_a_read_waits_for_the_write_before_it(dependencies):
    write = issue(dependencies, writer("w"))
    read = issue(dependencies, reader("r"))
    assert read.waits == {write: RAW}
    assert read.guards == [(write,)]


class Compared(Launch):
    """A launch that counts how often it is compared with others."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        Compared.comparisons += 1
        return self is other

    __hash__ = object.__hash__


@pytest.mark.parametrize("parts", [1, 2])
@pytest.mark.parametrize("order", ["first to last", "last to first"])
def test_many_readers_of_the_same_bytes_end_in_any_order_without_a_search(
    dependencies, order, parts, monkeypatch
):
    monkeypatch.setattr(Compared, "comparisons", 0)
    if parts == 2:
        issue(dependencies, writer("w", (0, 8)))
    launches = [issue(dependencies, Compared(reads=[EVERYTHING])) for _ in range(500)]
    for launch in launches if order == "first to last" else reversed(launches):
        launch.work.outcome = WROTE
        if parts == 1:
            settle_uses(
                [(Owner(dependencies), *EVERYTHING, True, False, "x", None)], launch, True, pytest.fail
            )
        else:
            assert dependencies.settle(*EVERYTHING, launch) == []
    assert not any(segment.busy for segment in dependencies.segments)
    # Now and then two of them have the same place in a table of hashes.
    assert Compared.comparisons <= 10 * len(launches)


class Owner:
    """What `settle_uses` needs of an allocation."""

    def __init__(self, accesses: DependencyMap):
        self.accesses = accesses


def test_a_write_waits_for_the_reads_since_the_last_write(dependencies):
    first = issue(dependencies, writer("w"))
    reads = [issue(dependencies, reader(f"r{i}")) for i in range(3)]
    second = issue(dependencies, writer("w2"))
    assert second.waits == {first: WAW} | dict.fromkeys(reads, WAR)
    assert second.guards == []
    assert issue(dependencies, writer("w3")).waits == {second: WAW}


def test_two_reads_never_wait_for_each_other(dependencies):
    issue(dependencies, reader("r"))
    assert issue(dependencies, reader("r2")).waits == {}
    assert issue(dependencies, reader("r3", (3, 9))).waits == {}


def test_disjoint_ranges_never_wait_for_each_other(dependencies):
    left = issue(dependencies, writer("left", (0, 8)))
    right = issue(dependencies, writer("right", (8, 16)))
    assert right.waits == {}
    assert issue(dependencies, reader("r", (0, 8))).waits == {left: RAW}
    assert issue(dependencies, writer("w", (9, 12))).waits == {right: WAW}


def test_what_is_over_is_not_waited_for(dependencies):
    write = issue(dependencies, writer("w"))
    read = issue(dependencies, reader("r"))
    write.work.outcome = read.work.outcome = WROTE
    second = issue(dependencies, writer("w2"))
    assert second.waits == {}
    second.work.outcome = WROTE
    third = issue(dependencies, reader("r2"))
    assert (third.waits, third.guards) == ({}, [])


def test_a_launch_that_reads_what_it_writes_waits_once(dependencies):
    first = issue(dependencies, writer("w"))
    update = issue(dependencies, Launch("u", reads=[EVERYTHING], writes=[EVERYTHING]))
    assert update.waits == {first: RAW}
    assert issue(dependencies, reader("r")).waits == {update: RAW}


def test_overlapping_views_of_one_launch_do_not_make_it_wait_for_itself(dependencies):
    launch = issue(dependencies, Launch("l", reads=[(0, 10), (4, 8)], writes=[(6, 12), (6, 14)]))
    assert launch.waits == {}
    launch.work.outcome = WROTE
    for start, stop in (*launch.reads, *launch.writes):
        dependencies.settle(start, stop, launch)
    assert len(dependencies) == 1
    assert dependencies.pending() == []


def test_the_reason_can_be_told_by_the_caller(dependencies):
    write = issue(dependencies, writer("w"))
    waits: dict = {}
    dependencies.collect(0, 12, True, False, waits, [], COUNT)
    dependencies.collect(0, 16, False, True, waits, [])
    assert waits == {write: COUNT}


def test_an_empty_range_waits_for_nothing_and_is_waited_for_by_nobody(dependencies):
    issue(dependencies, writer("w"))
    assert issue(dependencies, reader("r", (5, 5))).waits == {}
    assert issue(dependencies, writer("w2", (5, 5), maybe=True)).waits == {}
    dependencies.disown(5, 5)
    assert len(dependencies) == 1
    issue(dependencies, writer("w3", (0, 8)))
    assert issue(dependencies, reader("r2", (8, 8))).waits == {}
    assert len(dependencies) == 2


def test_writers_of_recycled_memory_wait_for_the_former_tenant(dependencies):
    busy = issue(dependencies, writer("w", (2, 4)))
    over = issue(dependencies, reader("r", (8, 10)))
    over.work.outcome = WROTE
    assert dependencies.pending() == [busy]
    successor = DependencyMap(8, former=dependencies.pending())
    assert issue(successor, reader("r2", (2, 8))).waits == {}
    assert issue(successor, writer("w2", (0, 2))).waits == {busy: REUSE}
    assert set(map(str, successor.pending())) == {"w", "w2", "r2"}
    busy.work.outcome = WROTE
    assert issue(successor, writer("w3", (4, 6))).waits.keys().isdisjoint({busy})


def test_only_the_first_writer_of_recycled_bytes_waits_for_the_former_tenant(dependencies):
    busy = issue(dependencies, writer("w"))
    successor = DependencyMap(8, former=dependencies.pending())
    first = issue(successor, writer("first", (0, 4)))
    assert first.waits == {busy: REUSE}
    assert issue(successor, writer("second", (0, 4))).waits == {first: WAW}
    assert issue(successor, writer("elsewhere", (4, 8))).waits == {busy: REUSE}
    whole = issue(DependencyMap(8, former=[first]), Launch("u", reads=[(0, 8)], writes=[(0, 8)]))
    assert whole.waits == {first: REUSE}


def test_a_writer_of_recycled_bytes_that_never_runs_leaves_the_wait_to_the_next(dependencies):
    busy = issue(dependencies, writer("w"))
    successor = DependencyMap(8, former=dependencies.pending())
    successor.disown(0, 8)  # a launch was refused
    assert issue(successor, writer("next")).waits == {busy: REUSE}


def test_a_former_tenant_that_is_over_leaves_nothing_behind(dependencies):
    busy = issue(dependencies, writer("w"))
    successor = DependencyMap(8, former=dependencies.pending())
    first = issue(successor, writer("first", (0, 4)))
    assert len(successor) == 2
    busy.work.outcome = first.work.outcome = WROTE
    successor.settle(0, 4, first)
    assert issue(successor, reader("r", (0, 8))).waits == {}
    assert len(successor) == 1
    assert [str(each) for each in successor.pending()] == ["r"]


# ------------------------------------------------------------------------------------------------------ guards ----


def test_a_guard_goes_down_to_the_first_that_certainly_writes(dependencies):
    issue(dependencies, writer("old"))
    certain = issue(dependencies, writer("certain"))
    perhaps = [issue(dependencies, writer(f"m{i}", maybe=True)) for i in range(2)]
    read = issue(dependencies, reader("r"))
    assert read.waits == {perhaps[1]: RAW}
    assert read.guards == [(perhaps[1], perhaps[0], certain)]
    assert as_guard(read.guards[0]) == (perhaps[1].work, perhaps[0].work, certain.work)


def test_a_guard_for_each_segment(dependencies):
    left = issue(dependencies, writer("left", (0, 4)))
    right = issue(dependencies, writer("right", (6, 12)))
    read = issue(dependencies, reader("r", (2, 8)))
    assert read.guards == [(left,), (right,)]


def test_an_update_that_may_be_none_leaves_open_what_is_below_it(dependencies):
    certain = issue(dependencies, writer("certain"))
    update = issue(dependencies, Launch("u", reads=[EVERYTHING], writes=[EVERYTHING], maybe=True))
    assert update.guards == [(certain,)]
    assert issue(dependencies, reader("r")).guards == [(update, certain)]


def test_who_is_surely_skipped():
    carried, writes = SettledClaim(Claim(())), Launch("w")
    assert not surely_skipped([])
    assert not surely_skipped([("x", (writes,)), ("y", (writes, carried))])
    assert surely_skipped([("x", (writes,)), ("y", (carried,))])


def test_a_writer_that_turned_out_to_be_none_is_looked_through_before_it_is_settled(dependencies):
    certain = issue(dependencies, writer("certain"))
    perhaps = issue(dependencies, writer("m", maybe=True))
    certain.work.outcome = FAILED
    perhaps.work.outcome = NOTHING
    read = issue(dependencies, reader("r"))
    assert read.waits == {}
    assert read.guards == [(certain,)]
    assert spoiler(read.guards[0]) is certain


def test_a_displaced_claim_ends_the_guard(dependencies):
    claim = Claim(())
    perhaps = issue(dependencies, writer("m", maybe=True), displaced=[(4, 6, claim)])
    read = issue(dependencies, reader("r", (3, 5)))
    first, second = read.guards
    assert first == (perhaps,)
    assert second[0] is perhaps and isinstance(second[1], SettledClaim) and second[1].claim is claim
    assert as_guard(second) == (perhaps.work, FAILED_BYTES)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ((WROTE, FAILED), None),
        ((NOTHING, WROTE), None),
        ((NOTHING, NOTHING), None),
        ((FAILED, WROTE), 0),
        ((SKIPPED, WROTE), 0),
        ((NOTHING, FAILED), 1),
        ((NOTHING, SKIPPED), 1),
    ],
)
def test_the_newest_that_is_not_nothing_decides(outcomes, expected):
    group = tuple(Launch(str(i)) for i in range(len(outcomes)))
    for launch, outcome in zip(group, outcomes, strict=True):
        launch.work.outcome = outcome
    assert spoiler(group) is (None if expected is None else group[expected])


def test_a_displaced_claim_spoils():
    perhaps = Launch("m")
    carried = SettledClaim(Claim(()))
    perhaps.work.outcome = NOTHING
    assert spoiler((perhaps, carried)) is carried
    perhaps.work.outcome = WROTE
    assert spoiler((perhaps, carried)) is None


# ---------------------------------------------------------------------------------------------------- settling ----


def over(launch: Launch, outcome: int) -> Claim | None:
    launch.work.outcome = outcome
    launch.claim = Claim(()) if outcome in (FAILED, SKIPPED) else None
    return launch.claim


def test_the_last_writer_that_failed_claims_its_bytes(dependencies):
    write = issue(dependencies, writer("w", (2, 12)))
    issue(dependencies, writer("newer", (4, 6)))
    claim = over(write, FAILED)
    assert dependencies.settle(2, 12, write) == [(2, 4, claim), (6, 12, claim)]


def test_one_that_is_not_the_last_writer_claims_nothing(dependencies):
    write = issue(dependencies, writer("w"))
    issue(dependencies, writer("newer"))
    over(write, FAILED)
    assert list(dependencies.settle(*EVERYTHING, write)) == []


def test_a_failure_below_a_writer_that_turns_out_to_be_none_counts(dependencies):
    write = issue(dependencies, writer("w"))
    perhaps = issue(dependencies, writer("m", maybe=True))
    claim = over(write, FAILED)
    assert list(dependencies.settle(*EVERYTHING, write)) == []
    read = issue(dependencies, reader("r"))
    assert as_guard(read.guards[0]) == (perhaps.work, FAILED_BYTES)
    over(perhaps, NOTHING)
    assert list(dependencies.settle(*EVERYTHING, perhaps)) == [(0, SIZE, claim)]


def test_a_displaced_claim_comes_back_when_the_writer_was_none(dependencies):
    claim = Claim(())
    perhaps = issue(dependencies, writer("m", (2, 10), maybe=True), displaced=[(4, 6, claim), (8, 10, claim)])
    over(perhaps, NOTHING)
    assert dependencies.settle(2, 10, perhaps) == [(4, 6, claim), (8, 10, claim)]
    assert len(dependencies) == 1


def test_a_displaced_claim_is_gone_when_the_writer_wrote(dependencies):
    perhaps = issue(dependencies, writer("m", maybe=True), displaced=[(4, 6, Claim(()))])
    over(perhaps, WROTE)
    assert list(dependencies.settle(*EVERYTHING, perhaps)) == []
    assert len(dependencies) == 1


def test_a_writer_in_flight_decides_when_the_newer_one_was_none(dependencies):
    write = issue(dependencies, writer("w"))
    perhaps = issue(dependencies, writer("m", maybe=True))
    # Possible in a lost device only, where nothing runs to its end: yet nothing is forgotten.
    over(perhaps, NOTHING)
    assert list(dependencies.settle(*EVERYTHING, perhaps)) == []
    claim = over(write, FAILED)
    assert list(dependencies.settle(*EVERYTHING, write)) == [(0, SIZE, claim)]


def test_who_lost_its_bytes_to_a_launch_that_never_ran_claims_nothing_but_is_waited_for(dependencies):
    write = issue(dependencies, writer("w"))
    dependencies.disown(0, 8)
    read = issue(dependencies, reader("r", (0, 8)))
    assert (read.waits, read.guards) == ({}, [])
    repair = issue(dependencies, writer("repair", (0, 4)))
    assert repair.waits == {write: WAW, read: WAR}
    claim = over(write, FAILED)
    assert dependencies.settle(*EVERYTHING, write) == [(8, SIZE, claim)]


def test_a_million_launches_leave_nothing_behind(dependencies):
    for i in range(1000):
        launch = issue(dependencies, Launch(reads=[(i % 7, 12)], writes=[(i % 5, 9)], maybe=i % 3 == 0))
        over(launch, NOTHING if i % 3 == 0 else WROTE)
        for start, stop in (*launch.reads, *launch.writes):
            dependencies.settle(start, stop, launch)
        assert len(dependencies) == 1
    gone = weakref.ref(launch)
    del launch
    gc.collect()
    assert gone() is None


def test_segments_that_a_long_reader_keeps_busy_are_joined_again(dependencies):
    issue(dependencies, reader("export"))
    for i in range(SIZE - 1):
        launch = issue(dependencies, reader("r", (i, i + 1)))
        over(launch, WROTE)
        dependencies.settle(i, i + 1, launch)
    assert len(dependencies) == 1


# ---------------------------------------------------------------------------------------------- random programs ----

Pick = Callable[[Sequence[Any]], Any]
"""Chooses one of a sequence: by chance, or as hypothesis likes."""


def some_ranges(pick: Pick) -> Ranges:
    ranges: list[tuple[int, int]] = []
    for _ in range(pick([0, 1, 1, 2])):
        one, other = pick(range(SIZE + 1)), pick(range(SIZE + 1))
        ranges.append(pick([EVERYTHING, (min(one, other), max(one, other))]))
    return ranges


class Runtime:
    """The dispatcher and a backend in small, with a model of every byte beside it."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.allocation = Memory()
        self.dependencies = DependencyMap(SIZE)
        self.in_flight: list[Launch] = []
        self.plans: dict[Launch, int] = {}
        self.roots: list[set[str]] = [set() for _ in range(SIZE)]
        """Of each byte, when everything issued so far is over: the launches that are to blame."""
        self.expected: dict[Launch, int] = {}

    def ranges(self, ranges: Ranges) -> list[ByteRange]:
        return [ByteRange(self.allocation, start, stop) for start, stop in ranges]

    def model(self, launch: Launch, plan: int) -> None:
        """One launch after another: what becomes of it, and of its bytes."""
        blame = set().union(*(self.roots[i] for start, stop in launch.reads for i in range(start, stop)))
        outcome = SKIPPED if blame and plan != NOTHING else plan  # what is no work is not skipped either
        self.expected[launch] = outcome
        if outcome != NOTHING:
            left = blame if blame else {launch.name} if outcome == FAILED else set()
            for start, stop in launch.writes:
                self.roots[start:stop] = [set(left) for _ in range(start, stop)]

    def issue(self, launch: Launch, plan: int) -> None:
        self.model(launch, plan)
        found = self.ledger.find(self.ranges(launch.reads))
        if found and launch.maybe:
            launch.guards = [(SettledClaim(claim),) for _, claim in found]
        elif found:
            assert self.expected[launch] == SKIPPED
            needed = [("x", claim) for _, claim in found]
            for start, stop in launch.writes:
                self.dependencies.disown(start, stop)
                for other in self.in_flight:
                    other.lost.update(range(start, stop))
            self.ledger.claim(self.ranges(launch.writes), self.ledger.skip(launch.name, SITE, needed))
            return
        displaced = self.ledger.release(self.ranges(launch.writes))
        issue(
            self.dependencies,
            launch,
            [(start, stop, claim) for (_, start, stop), claim in displaced] if launch.maybe else (),
        )
        self.check_waits(launch)
        self.plans[launch] = plan
        self.in_flight.append(launch)

    def check_waits(self, launch: Launch) -> None:
        pending = [other for other in self.in_flight if not other.work.outcome]
        reasons = {
            other: {
                RAW: other.decides(launch.reads),
                WAW: other.touches(launch.writes, writes_only=True),
                WAR: other.touches(launch.writes, writes_only=False),
            }
            for other in pending
        }
        for other, reason in launch.waits.items():
            assert reasons[other][reason], f"{launch} waits for {other} without need"
        reached: set[Launch] = set()
        line = list(launch.waits)
        while line:
            other = line.pop()
            if other not in reached:
                reached.add(other)
                line += other.waits
        for other, why in reasons.items():
            assert not any(why.values()) or other in reached, f"{launch} does not wait for {other}"

    def ready(self) -> list[Launch]:
        return [
            launch
            for launch in self.in_flight
            if not launch.work.outcome and all(other.work.outcome for other in launch.waits)
        ]

    def finish(self, launch: Launch) -> None:
        """What a backend does when the waits of a launch are over."""
        for group in launch.guards:
            assert all(access.work is FAILED_BYTES or access.work.outcome for access in group)
        skipped = any(spoiler(group) is not None for group in launch.guards)
        plan = self.plans[launch]
        launch.work.outcome = SKIPPED if skipped and plan != NOTHING else plan
        assert launch.work.outcome == self.expected[launch]

    def settle(self, pick: Pick = operator.itemgetter(0)) -> None:
        """What the dispatcher does now and then: in any order, only that whoever spoiled an input comes first."""
        while over := [launch for launch in self.in_flight if launch.work.outcome]:
            launch = over[pick(range(len(over)))]
            while True:
                spoilers = [access for group in launch.guards if (access := spoiler(group)) is not None]
                if launch.work.outcome == NOTHING:
                    spoilers = []
                unsettled = [access for access in spoilers if access.claim is None]
                if not unsettled:
                    break
                launch = unsettled[0]
            self.in_flight.remove(launch)
            if launch.work.outcome == FAILED:
                launch.claim = self.ledger.fail(ValueError(launch.name), launch.name, SITE)
            elif launch.work.outcome == SKIPPED:
                needed = [("x", access.claim) for access in spoilers]
                launch.claim = self.ledger.skip(launch.name, SITE, needed)
            for start, stop in (*launch.reads, *launch.writes):
                for a, b, claim in self.dependencies.settle(start, stop, launch):
                    assert a < b and all(any(c <= i < d for c, d in launch.writes) for i in range(a, b))
                    self.ledger.claim([ByteRange(self.allocation, a, b)], claim)
            launch.guards, launch.waits = [], {}

    def finish_everything(self) -> None:
        while ready := self.ready():
            self.finish(ready[-1])
        assert all(launch.work.outcome for launch in self.in_flight), "a deadlock"
        self.settle()

    def check_bytes(self) -> None:
        """Nothing is in flight: the ledger says of each byte what the model says."""
        found: list[set[str]] = [set() for _ in range(SIZE)]
        for (_, start, stop), claim in self.ledger.find(self.ranges([EVERYTHING])):
            for i in range(start, stop):
                found[i] = {str(failure.cause) for failure in claim.failures}
        for byte, (names, expected) in enumerate(zip(found, self.roots, strict=True)):
            assert bool(names) == bool(expected), f"byte {byte}"
            assert names <= expected
        assert len(self.dependencies) == 1
        assert self.dependencies.pending() == []


def take_steps(runtime: Runtime, pick: Pick, steps: int) -> None:
    for number in range(steps):
        step = pick(["issue", "issue", "finish", "finish", "settle"])
        if step == "issue":
            # The dispatcher settles before it looks at claims; a work may end just after that.
            runtime.settle(pick)
            if runtime.ready() and pick([True, False]):
                runtime.finish(runtime.ready()[0])
            reads, writes = some_ranges(pick), some_ranges(pick)
            if pick([True, False]):
                reads = [*reads, *writes]
            maybe = pick([True, False])
            plan = pick([WROTE, FAILED, NOTHING] if maybe else [WROTE, WROTE, FAILED])
            runtime.issue(Launch(f"k{number}", reads=reads, writes=writes, maybe=maybe), plan)
        elif step == "finish":
            if ready := runtime.ready():
                runtime.finish(ready[pick(range(len(ready)))])  # hypothesis keeps what it has drawn
        else:
            runtime.settle(pick)


def run_program(pick: Pick, steps: int) -> None:
    runtime = Runtime()
    take_steps(runtime, pick, steps)
    runtime.finish_everything()
    runtime.check_bytes()
    failures = weakref.WeakSet(runtime.ledger.live_failures())
    runtime.allocation.claims = None
    runtime.expected.clear()
    runtime.plans.clear()
    assert list(failures) == []


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_random_programs_wait_for_what_they_must_and_end_as_one_after_another(data):
    run_program(lambda choices: data.draw(st.sampled_from(choices)), data.draw(st.integers(1, 20)))


@pytest.mark.parametrize("seed", range(8))
def test_long_programs_of_chance(seed):
    chance = random.Random(seed)
    for _ in range(20):
        run_program(chance.choice, 60)
