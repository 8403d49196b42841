"""What both executors of the CPU backend promise: `periclase.runtime.execution`."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref

import numpy as np
import pytest
from cpu_works import SECONDS, address, make_works
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.execution import FAILED_BYTES, CopyWork, KernelWork
from periclase.runtime.failures import TrapError
from periclase.runtime.limits import MAX_GRID
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

GRIDS = {"zero": (1, 0, 1), "some": (1, 1, 1), "bad": (1, 1, 2**20)}


def cells(count=8):
    return np.zeros(count, np.uint64)


def test_a_launch_runs_and_settles(works):
    c = cells()
    c[1:3] = 5, 7
    work = works.step(address(c, 0), address(c, 1), address(c, 2))
    assert work.wait(SECONDS)
    assert work.outcome == WROTE
    assert c[0] == 31 * 5 + 7 + 1


def test_arguments_are_copied_when_they_are_handed_over(works):
    c = cells()
    hold = works.backend.manual(0, ())
    slots = bytearray(np.array([address(c), address(c), address(c), 0], np.uint64).tobytes())
    work = works.backend.submit(KernelWork(works.kernel("step"), 0, (1, 1, 1), (1, 1, 1), 0, slots, [hold]))
    slots[:] = bytes(len(slots))
    hold.complete()
    assert work.wait(SECONDS)
    assert c[0] == 1


def test_manual_work_may_fail(works):
    """Once, behind what it waits for; who is guarded by it is skipped."""
    c, error = cells(), ValueError()
    hold = works.backend.manual(0, ())
    manual = works.backend.manual(0, [hold])
    follower = works.backend.marker(0, [manual])
    guarded = works.step(address(c), address(c, 1), address(c, 2), [manual], [(manual,)])
    manual.fail(error)
    manual.complete()
    manual.fail(KeyError())
    assert (manual.outcome, follower.outcome) == (PENDING, PENDING)
    hold.complete()
    assert (manual.outcome, follower.outcome) == (FAILED, WROTE)
    assert manual.error() is error
    assert guarded.wait(SECONDS)
    assert guarded.outcome == SKIPPED
    done = works.backend.manual(0, ())
    done.complete()
    done.fail(error)
    assert done.outcome == WROTE


def test_what_manual_work_has_failed_with_goes_with_it(works):
    class Told(Exception):
        pass

    error = Told()
    gone = weakref.ref(error)
    work = works.backend.manual(0, ())
    work.fail(error)
    del error
    assert isinstance(work.error(), Told)
    del work
    gc.collect()
    assert gone() is None


class Interrupt(BaseException):
    """Raised into a thread."""


def test_an_interrupted_hand_over_leaves_no_work_that_nobody_knows():
    """Whatever call of `submit` an exception comes behind: what runs is in `handed`. The portable executor, which may start a
    thread in the middle, can not promise as much for each call."""
    works = make_works("native")
    works.submit("step", (address(cells()),) * 3 + (0,)).wait(SECONDS)  # the threads are there
    interrupted = 0
    for moment in range(1, 1000):
        c, handed, events = cells(), [], itertools.count(1)

        def interrupt(frame, event, about, events=events, moment=moment):
            if about is not sys.setprofile and next(events) == moment:
                raise Interrupt

        slots = np.array([address(c), address(c), address(c), 0], np.uint64).tobytes()
        work = KernelWork(works.kernel("step"), 0, (1, 1, 1), (1, 1, 1), 0, slots, handed=handed)
        before, over = sys.getprofile(), False
        try:
            sys.setprofile(interrupt)  # is told of each call and return, those of C as well
            works.backend.submit(work)
            over = True
        except Interrupt:
            interrupted += 1
        finally:
            sys.setprofile(before)
        assert all(each.wait(SECONDS) for each in handed)
        deadline = time.monotonic() + SECONDS
        while works.backend.executor.unsettled():
            assert time.monotonic() < deadline
        assert c[0] == sum(each.outcome == WROTE for each in handed)
        if over:
            break
    assert interrupted > 1  # before the call and behind it: there is nothing in between


@pytest.mark.parametrize("grid", [(1, 1, 1), (5, 1, 1), (4096, 1, 1), (100_000, 1, 1)])
@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("kind", ["native", "portable"])
def test_every_block_runs_once(kind, workers, grid):
    works = make_works(kind, workers)
    target = np.zeros(grid[0], np.uint32)
    work = works.submit("count", (address(target), len(target), 1), grid=grid, block=(32, 1, 1))
    assert work.wait(SECONDS)
    assert work.outcome == WROTE
    assert (target == 1).all()
    works.backend.close()


def test_more_workers_than_native_code_can_count():
    works = make_works("native", 1 << 32)
    target = np.zeros(40, np.uint32)
    work = works.submit("count", (address(target), 40, 1), grid=(40, 1, 1), block=(128, 1, 1))
    assert work.wait(SECONDS)
    assert (target == 1).all()
    works.backend.close()


def test_several_workers_share_a_grid():
    works = make_works("native", 2)
    target = np.zeros(64, np.uint32)
    # One block holds a worker until another one has run all the others.
    for _ in range(3):
        work = works.submit("count", (address(target), 64, 200_000), grid=(64, 1, 1), block=(128, 1, 1))
        assert work.wait(SECONDS)
    assert (target == 3).all()
    works.backend.close()


def test_a_trap_tells_where(works):
    c = cells()
    work = works.step(address(c), address(c), address(c), trap=True)
    assert work.wait(SECONDS)
    assert work.outcome == FAILED
    error = work.error()
    assert isinstance(error, TrapError)
    assert error.__traceback__ is None
    assert error.diagnostic.code == "PC0702"
    assert "index out of bounds" in error.diagnostic.message
    assert error.diagnostic.notes[0].message == "in thread (7, 0, 0) of block (0, 0, 0)"
    assert c[0] == 0


def test_the_error_outlives_the_kernel(works):
    c = cells()
    work = works.step(address(c), address(c), address(c), trap=True)
    assert work.wait(SECONDS)
    works._kernels.clear()
    gc.collect()
    assert "index out of bounds" in str(work.error())


def test_work_that_has_not_failed_has_no_error(works):
    work = works.backend.marker(0, ())
    assert work.outcome == WROTE
    with pytest.raises(ValueError, match="has not failed"):
        work.error()


@pytest.mark.parametrize(
    "count, outcome",
    [
        ((1, 1, 1), WROTE),
        ((3, 2, 2), WROTE),
        ((0, 1, 1), NOTHING),
        ((1, 0, 1), NOTHING),
        ((1, 1, 0), NOTHING),
        ((0, MAX_GRID[1] + 1, 1), NOTHING),
        ((MAX_GRID[0] + 1, 1, 1), FAILED),
        ((1, MAX_GRID[1] + 1, 1), FAILED),
        ((1, 1, MAX_GRID[2] + 1), FAILED),
        ((2**32 - 1,) * 3, FAILED),
        ((1, MAX_GRID[1], 1), WROTE),
    ],
)
def test_dynamic_counts(works, count, outcome):
    c = cells()
    grid = np.array(count, np.uint32)
    hold = works.backend.manual(0, ())
    work = works.step(address(c), address(c, 1), address(c, 2), [hold], count=address(grid), grid=(9, 9, 9))
    hold.complete()
    assert work.wait(SECONDS)
    assert work.outcome == outcome
    assert c[0] == (outcome == WROTE)
    if outcome == FAILED:
        assert work.error().diagnostic.code == "PC0743"
        assert str(count) in str(work.error())


def test_a_dynamic_count_is_read_when_the_work_begins(works):
    c = cells()
    grid = np.zeros(3, np.uint32)
    hold = works.backend.manual(0, ())
    work = works.step(address(c), address(c, 1), address(c, 2), [hold], count=address(grid))
    grid[:] = 1
    hold.complete()
    assert work.wait(SECONDS)
    assert work.outcome == WROTE


def settles(work):
    """Whether it settles, with nobody who waits for it."""
    deadline = time.monotonic() + SECONDS
    while not work.outcome and time.monotonic() < deadline:
        time.sleep(0.001)
    return bool(work.outcome)


class TestWaitersWhoAreExpected:
    @pytest.fixture
    def works(self):
        made = make_works("native", 1)
        if made.backend.expect is None:
            made.kernel("step")  # it makes the executor
        yield made
        made.backend.close()

    def test_there_is_none_before_there_is_an_executor(self):
        backend = CpuBackend(1)
        assert backend.expect is None
        assert CpuBackend(1, native=False).expect is None

    def test_one_who_does_not_wait_after_all_calls_a_worker(self, works):
        c = cells()
        works.backend.expect(1)
        work = works.step(address(c), address(c, 1), address(c, 2))
        works.backend.expect(0)
        assert settles(work)

    def test_for_several_tasks_a_worker_is_called(self, works):
        c = cells()
        works.backend.expect(1)
        submitted = [works.step(address(c, i), address(c, 6), address(c, 7)) for i in range(3)]
        assert settles(submitted[0])
        works.backend.expect(0)
        assert all(settles(work) for work in submitted)

    def test_a_wait_ends_it(self, works):
        c = cells()
        works.backend.expect(1)
        first = works.step(address(c), address(c, 1), address(c, 2))
        assert first.wait(SECONDS)
        assert settles(works.step(address(c), address(c, 1), address(c, 2)))

    def test_soon_over(self, works):
        c = cells()
        hold = works.backend.manual(0, ())
        work = works.step(address(c), address(c, 1), address(c, 2), [hold])
        assert not hold.soon_over()
        assert not work.soon_over()
        hold.complete()
        assert hold.soon_over()
        assert work.wait(SECONDS)
        assert work.soon_over()


def test_guards(works):
    c = cells()
    zero = np.zeros(3, np.uint32)
    a = address(c, 3)
    wrote = works.step(a, a, a)
    nothing = works.step(a, a, a, count=address(zero))
    failed = works.step(a, a, a, trap=True)
    skipped = works.step(a, a, a, [failed], [(failed,)])
    for work in (wrote, nothing, failed, skipped):
        assert work.wait(SECONDS)
    assert (wrote.outcome, nothing.outcome, failed.outcome, skipped.outcome) == (
        WROTE,
        NOTHING,
        FAILED,
        SKIPPED,
    )
    for guards, outcome in (
        ((), WROTE),
        (((),), WROTE),
        (((), (), (wrote,), ()), WROTE),
        (((wrote,),), WROTE),
        (((failed,),), SKIPPED),
        (((skipped,),), SKIPPED),
        (((FAILED_BYTES,),), SKIPPED),
        (((nothing,),), WROTE),
        (((nothing, FAILED_BYTES),), SKIPPED),
        (((nothing, failed),), SKIPPED),
        (((nothing, nothing, wrote),), WROTE),
        (((nothing, nothing, wrote, failed),), WROTE),
        (((wrote, FAILED_BYTES),), WROTE),
        (((wrote,), (failed,)), SKIPPED),
        (((nothing,), (wrote,), (nothing, skipped)), SKIPPED),
        ([[nothing], [wrote]], WROTE),
    ):
        target = cells(1)
        work = works.step(address(target), a, a, (), guards)
        assert work.wait(SECONDS)
        assert work.outcome == outcome, guards
        assert (target[0] != 0) == (outcome == WROTE)


def test_guards_around_a_dynamic_count(works):
    c = cells()
    a = address(c, 3)
    grids = {name: np.array(grid, np.uint32) for name, grid in GRIDS.items()}
    nothing = works.step(a, a, a, count=address(grids["zero"]))
    failed = works.step(a, a, a, trap=True)
    wrote = works.step(a, a, a)
    clean, spoiled = [(nothing,), (wrote, FAILED_BYTES)], [(), (nothing, failed), (wrote,)]
    for count_guards, guards, grid, outcome in (
        (clean, clean, "some", WROTE),
        (clean, spoiled, "some", SKIPPED),
        (clean, spoiled, "zero", NOTHING),
        (clean, spoiled, "bad", FAILED),
        (spoiled, clean, "some", SKIPPED),
        (spoiled, clean, "zero", SKIPPED),
        (spoiled, spoiled, "bad", SKIPPED),
        ([(FAILED_BYTES,)], (), "zero", SKIPPED),
        ((), [(FAILED_BYTES,)], "zero", NOTHING),
        ((), [(FAILED_BYTES,)], "some", SKIPPED),
    ):
        target = cells(1)
        work = works.step(
            address(target), a, a, (), guards, count=address(grids[grid]), count_guards=count_guards
        )
        assert work.wait(SECONDS)
        assert work.outcome == outcome, (count_guards, guards, grid)
        assert (target[0] != 0) == (outcome == WROTE)


def test_guards_of_a_count_are_waited_for(works):
    c, zero = cells(), np.zeros(3, np.uint32)
    hold = works.backend.manual(0, ())
    failing = works.step(address(c), address(c), address(c), [hold], trap=True)
    target = address(c, 1)
    skipped = works.step(target, target, target, count=address(zero), count_guards=[(failing,)])
    nothing = works.step(target, target, target, guards=[(failing,)], count=address(zero))
    assert not skipped.wait(0)
    assert not nothing.wait(0)
    hold.complete()
    assert skipped.wait(SECONDS)
    assert nothing.wait(SECONDS)
    assert (skipped.outcome, nothing.outcome) == (SKIPPED, NOTHING)


def test_guards_are_waited_for(works):
    c = cells()
    hold = works.backend.manual(0, ())
    failing = works.step(address(c), address(c), address(c), [hold], trap=True)
    guarded = works.step(address(c, 1), address(c), address(c), (), [(failing,)])
    assert not guarded.wait(0)
    hold.complete()
    assert guarded.wait(SECONDS)
    assert guarded.outcome == SKIPPED


def test_a_failure_is_handed_on_through_a_long_chain(works):
    c = cells()
    a = address(c)
    hold = works.backend.manual(0, ())
    work = works.step(a, a, a, [hold], trap=True)
    chain = [work := works.step(a, a, a, [work], [(work,)]) for _ in range(2000)]
    hold.complete()
    assert chain[-1].wait(SECONDS)
    assert {link.outcome for link in chain} == {SKIPPED}


def test_manual_work_and_markers(works):
    backend = works.backend
    first = backend.manual(0, ())
    second = backend.manual(0, [first])
    marker = backend.marker(0, [second])
    second.complete()
    second.complete()
    assert (first.outcome, second.outcome, marker.outcome) == (PENDING, PENDING, PENDING)
    marker.complete()  # not manual: nothing happens
    assert marker.outcome == PENDING
    first.complete()
    assert (first.outcome, second.outcome, marker.outcome) == (WROTE, WROTE, WROTE)
    assert backend.marker(0, [first, second]).outcome == WROTE


def test_a_long_chain_of_markers_is_no_recursion(works):
    hold = works.backend.manual(0, ())
    marker = hold
    for _ in range(50_000):
        marker = works.backend.marker(0, [marker])
    hold.complete()
    assert marker.outcome == WROTE


def test_copies(works):
    source = np.arange(1000, dtype=np.float32)
    target = np.zeros(1000, np.float32)
    back = bytearray(source.nbytes)
    hold = works.backend.manual(0, ())
    first = works.backend.copy(CopyWork(0, address(target), memoryview(source), source.nbytes, [hold]))
    last = works.backend.copy(CopyWork(0, memoryview(back), address(target), len(back), [first], [(first,)]))
    gc.collect()
    assert not target.any()
    hold.complete()
    assert last.wait(SECONDS)
    assert bytes(back) == source.tobytes()
    skipped = works.backend.copy(CopyWork(0, memoryview(back), address(target), 4, (), [(FAILED_BYTES,)]))
    assert skipped.wait(SECONDS)
    assert skipped.outcome == SKIPPED
    empty = works.backend.copy(CopyWork(0, memoryview(bytearray()), memoryview(b""), 0))
    assert empty.wait(SECONDS)
    assert empty.outcome == WROTE


def test_times(works):
    c = cells()
    before = time.perf_counter()
    first = works.step(address(c), address(c), address(c), timed=True)
    hold = works.backend.manual(0, [first])
    last = works.step(address(c), address(c), address(c), [hold], timed=True)
    assert last.seconds() is None
    hold.complete()
    assert last.wait(SECONDS)
    (a, b), (x, y) = first.seconds(), last.seconds()
    assert before <= a <= b <= x <= y <= time.perf_counter()


def test_a_wait_gives_up_after_its_time(works):
    hold = works.backend.manual(0, ())
    assert not hold.wait(0)
    assert not hold.wait(0.01)
    hold.complete()
    assert hold.wait(0)


def test_what_is_no_work_of_this_backend_is_refused():
    works = make_works("native")
    c = cells()
    for waits, guards in (([object()], ()), ((), [(None,)]), ([FAILED_BYTES], ()), (7, ()), ((), [7])):
        with pytest.raises(TypeError):
            works.step(address(c), address(c), address(c), waits, guards)
    with pytest.raises(TypeError):
        type(works.backend.marker(0, ()))()
    with pytest.raises((TypeError, OverflowError)):
        works.step(address(c), address(c), address(c), count=-1)
    assert works.backend.executor.unsettled() == 0
    works.backend.close()


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_a_closed_executor_takes_nothing(kind):
    works = make_works(kind)
    c = cells()
    work = works.step(address(c), address(c), address(c))
    assert work.wait(SECONDS)
    works.backend.close()
    for submit in (
        lambda: works.step(address(c), address(c), address(c)),
        lambda: works.backend.marker(0, ()),
        lambda: works.backend.manual(0, ()),
        lambda: works.backend.copy(CopyWork(0, address(c), address(c, 1), 8)),
    ):
        with pytest.raises(RuntimeError, match="closed"):
            submit()
    assert (work.outcome, works.backend.executor.unsettled()) == (WROTE, 0)
    assert work.wait(0)


def test_works_of_two_backends_do_not_mix_up():
    one, other = make_works("native"), make_works("native")
    c = cells()
    hold = one.backend.manual(0, ())
    work = other.step(address(c), address(c), address(c))
    assert work.wait(SECONDS)
    hold.complete()
    one.backend.close()
    other.backend.close()


# ------------------------------------------------------------------------------------------------------ random graphs ----

CELLS = 4

steps = st.lists(
    st.tuples(
        st.integers(0, CELLS - 1),
        st.integers(0, CELLS - 1),
        st.integers(0, CELLS - 1),
        st.sampled_from(["run", "run", "run", "trap", "zero", "bad", "copy"]),
    ),
    min_size=1,
    max_size=40,
)


class Oracle:
    """The steps one after another: contents and state of each cell, outcome of each step."""

    def __init__(self):
        self.values = [0] * CELLS
        self.failed = [False] * CELLS
        self.outcomes = []

    def step(self, target, left, right, kind):
        reads = {left} if kind == "copy" else {left, right}
        if kind == "zero":  # whatever it would have read
            self.outcomes.append(NOTHING)
        elif any(self.failed[cell] for cell in reads) and kind != "bad":
            self.failed[target] = True
            self.outcomes.append(SKIPPED)
        elif kind in ("trap", "bad"):
            self.failed[target] = True
            self.outcomes.append(FAILED)
        else:
            self.values[target] = (
                self.values[left]
                if kind == "copy"
                else (31 * self.values[left] + self.values[right] + 1) % 2**64
            )
            self.failed[target] = False
            self.outcomes.append(WROTE)


class Tracker:
    """Dependencies of works on cells, as the runtime finds them: whom a work waits for, and its guards."""

    def __init__(self):
        self.writers = [[] for _ in range(CELLS)]  # oldest first, from the last that surely writes
        self.readers = [[] for _ in range(CELLS)]

    def before(self, target, reads):
        waits = [work for cell in reads for work in self.writers[cell]]
        waits += self.writers[target] + self.readers[target]
        return waits, [tuple(reversed(self.writers[cell])) for cell in reads]

    def after(self, work, target, reads, maybe):
        for cell in reads:
            self.readers[cell].append(work)
        if not maybe:
            self.writers[target] = []
            self.readers[target] = []
        self.writers[target].append(work)


@pytest.fixture(scope="module", params=["native", "portable"])
def shared_works(request):
    made = make_works(request.param, 3)
    yield made
    made.backend.close()


@settings(max_examples=150, deadline=None)
@given(steps, st.booleans())
def test_random_graphs_end_as_if_run_one_after_another(shared_works, program, held):
    works = shared_works
    values = np.zeros(CELLS, np.uint64)
    counts = {
        "zero": np.array([1, 0, 1], np.uint32),
        "bad": np.array([1, 1, 2**20], np.uint32),
        "run": np.array([2, 1, 1], np.uint32),
    }
    oracle, tracker = Oracle(), Tracker()
    hold = works.backend.manual(0, ())
    submitted = []
    for number, (target, left, right, kind) in enumerate(program):
        oracle.step(target, left, right, kind)
        reads = {left} if kind == "copy" else {left, right}
        waits, guards = tracker.before(target, reads)
        if held and not number:
            waits = [*waits, hold]
        if kind == "copy":
            work = works.backend.copy(
                CopyWork(0, address(values, target), address(values, left), 8, waits, guards)
            )
        else:
            count = counts["run" if kind == "run" and number % 3 == 0 else kind] if kind != "trap" else None
            dynamic = kind in ("zero", "bad") or (kind == "run" and number % 3 == 0)
            work = works.step(
                address(values, target),
                address(values, left),
                address(values, right),
                waits,
                guards,
                trap=kind == "trap",
                count=address(count) if dynamic else 0,
            )
        tracker.after(work, target, reads, maybe=kind == "zero")
        submitted.append(work)
    hold.complete()
    if len(program) % 2:
        submitted[-1].wait()
    for work in submitted:
        assert work.wait(SECONDS)
    assert [work.outcome for work in submitted] == oracle.outcomes
    for cell in range(CELLS):
        if not oracle.failed[cell]:
            assert values[cell] == oracle.values[cell]
    del submitted, work, tracker
    assert works.backend.executor.unsettled() == 0


# ------------------------------------------------------------------------------------------------------------- stress ----


def test_many_threads_issue_and_wait_at_once(works):
    failures = []
    totals = np.zeros(8, np.uint64)

    def issue(index):
        try:
            a = address(totals, index)
            work = None
            for number in range(400):
                work = works.step(a, a, a, [work] if work else (), [(work,)] if work else ())
                if number % 50 == 0:
                    work.wait()
            assert work.wait(SECONDS)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=issue, args=(index,)) for index in range(len(totals))]
    works.kernel("step")
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert failures == []
    value = 0
    for _ in range(400):
        value = (32 * value + 1) % 2**64
    assert (totals == value).all()


def test_manual_works_completed_by_other_threads_while_others_wait(works):
    manuals = [works.backend.manual(0, ()) for _ in range(300)]
    markers = [works.backend.marker(0, manuals[: index + 1]) for index in range(0, 300, 7)]
    threads = [
        threading.Thread(target=lambda part=part: [m.complete() for m in manuals[part::3]])
        for part in range(3)
    ]
    for thread in threads:
        thread.start()
    for marker in markers:
        assert marker.wait(SECONDS)
    for thread in threads:
        thread.join(SECONDS)


def test_waiting_for_what_a_worker_runs(works):
    """The waiter sleeps, and is woken: nobody but the worker can end this."""
    flag = np.zeros(1, np.uint64)
    work = works.submit("hold", (address(flag),))
    timer = threading.Timer(0.05, lambda: flag.__setitem__(0, 1))
    timer.start()
    work.wait()
    assert work.outcome == WROTE
    timer.join(SECONDS)


def test_no_wake_up_is_lost(works):
    c = cells()
    a = address(c)
    pause = threading.Event()
    for number in range(400):
        work = works.step(a, a, a)
        if number % 40 == 0:
            pause.wait(0.002)  # workers have gone to sleep
        assert work.wait(SECONDS)


def test_memory_stays_flat():
    works = make_works("native")
    c = cells()
    a = address(c)

    def rounds(count):
        work = None
        for number in range(count):
            work = works.step(a, a, a, [work] if work else (), [(work,)] if work else ())
            if number % 100 == 99:
                work.wait()
        work.wait()

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    rounds(20_000)
    before = resident()
    rounds(60_000)
    # A task takes some 400 bytes: were one in ten kept, it would show.
    assert resident() - before < 2_000_000
    works.backend.close()


# -------------------------------------------------------------------------------------------------- lives and deaths ----


def test_a_kernel_may_be_dropped_while_it_runs(works):
    flag = np.zeros(1, np.uint64)
    work = works.submit("hold", (address(flag),))
    behind = works.submit("hold", (address(flag),), [work])
    works._kernels.clear()
    del work
    gc.collect()
    assert not behind.wait(0.01)
    flag[0] = 1
    assert behind.wait(SECONDS)


def test_an_executor_that_is_dropped_runs_what_is_pending():
    works = make_works("native")
    c = cells()
    hold = works.backend.manual(0, ())
    work = works.step(address(c), address(c), address(c), [hold])
    del works
    gc.collect()
    hold.complete()
    assert work.wait(SECONDS)
    assert c[0] == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="this system does not list threads")
def test_threads_are_named_and_end():
    def workers():
        found = set()
        for number in os.listdir("/proc/self/task"):
            with contextlib.suppress(OSError), open(f"/proc/self/task/{number}/comm") as file:
                if file.read().strip() == "periclase-cpu":
                    found.add(number)
        return found

    before = workers()
    works = make_works("native", 3)
    target = np.zeros(300_000, np.uint32)
    assert works.submit("count", (address(target), len(target), 50), grid=(300_000, 1, 1)).wait(SECONDS)
    ours = workers() - before
    assert 1 <= len(ours) <= 3
    works.backend.close()
    deadline = time.monotonic() + SECONDS
    while ours & workers():
        assert time.monotonic() < deadline
        os.sched_yield()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_gives_up_what_was_pending(works):
    c = cells()
    a = address(c)
    flag = np.zeros(1, np.uint64)
    running = works.submit("hold", (address(flag),))
    pending = works.step(a, a, a, [running])
    child = os.fork()
    if child == 0:
        status = 1
        try:
            later = works.step(a, a, a, [pending], [(pending,)])
            fresh = works.step(a, a, a)
            good = (
                (running.outcome, pending.outcome) == (FAILED, FAILED)
                and isinstance(pending.error(), DiagnosticError)
                and "forked" in str(pending.error())
                and later.wait(SECONDS)
                and later.outcome == SKIPPED
                and fresh.wait(SECONDS)
                and fresh.outcome == WROTE
                and c[0] == 1
            )
            status = 0 if good else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    flag[0] = 1
    assert pending.wait(SECONDS)
    assert pending.outcome == WROTE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forks_while_other_threads_submit():
    works = make_works("native")
    c = cells()
    a = address(c)
    works.kernel("step")
    stop = threading.Event()

    def issue():
        while not stop.is_set():
            works.step(a, a, a).wait()

    threads = [threading.Thread(target=issue) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    status = 0 if works.step(a, a, a).wait(SECONDS) else 2
                finally:
                    os._exit(status)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join(SECONDS)
    works.backend.close()


def run_program(text, kind, **more):
    prelude = f"""
        import sys
        sys.path[:0] = {sys.path!r}
        import numpy as np
        from cpu_works import Works, address
        from periclase.runtime.backends.cpu.backend import CpuBackend
        works = Works(CpuBackend(2, native={kind == "native"}))
        flag = np.zeros(1, np.uint64)
        target = np.zeros(200_000, np.uint32)
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(text)
    return subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_the_process_may_end_while_kernels_run(kind):
    process = run_program(
        """
        works.submit("hold", (address(flag),))
        for _ in range(200):
            works.submit("count", (address(target), 200_000, 50), grid=(200_000, 1, 1))
        print("ready", flush=True)
        """,
        kind,
    )
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "ready\n", "")


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_kernels_and_works_may_live_as_long_as_the_process(kind):
    process = run_program(
        """
        work = works.submit("count", (address(target), 200_000, 50), grid=(200_000, 1, 1))
        assert work.wait(30)
        cycle = [works, work]
        cycle.append(cycle)
        """,
        kind,
    )
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "", "")


@pytest.mark.parametrize("kind", ["native", "portable"])
def test_control_c_ends_a_wait(kind):
    process = run_program(
        """
        work = works.submit("hold", (address(flag),))
        try:
            print("ready", flush=True)
            work.wait()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """,
        kind,
    )
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "interrupted\n", "")
