"""The task graph on Python threads: when tasks begin, what decides whether they run, how they end."""

from __future__ import annotations

import gc
import os
import threading
import traceback
import weakref

import pytest

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.task_graph import Call, TaskGraph
from periclase.runtime.execution import FAILED_BYTES
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

SECONDS = 30.0
"""More than anything here takes."""


@pytest.fixture
def graph():
    made = TaskGraph(2)
    yield made
    assert made.close(SECONDS)


class Blocks:
    """A job over blocks that notes the ranges it is given."""

    alone = False

    def __init__(self, count, failing=None):
        self.count = count
        self.failing = failing
        self.ranges = []
        self.finished = 0

    def blocks(self):
        return self.count

    def run(self, first, last):
        self.ranges.append((first, last))
        if self.failing is not None and first <= self.failing < last:
            raise ArithmeticError(f"block {self.failing}")

    def finish(self):
        self.finished += 1


def test_a_task_runs_once_and_settles(graph):
    ran = []
    task = graph.submit(Call(lambda: ran.append(1)))
    assert task.wait(SECONDS)
    assert (task.outcome, ran) == (WROTE, [1])
    assert task.wait(0)


@pytest.mark.parametrize("count", [1, 2, 7, 16, 1000])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_ranges_cover_every_block_once(count, workers):
    graph = TaskGraph(workers)
    job = Blocks(count)
    task = graph.submit(job)
    assert task.wait(SECONDS)
    blocks = sorted(block for first, last in job.ranges for block in range(first, last))
    assert blocks == list(range(count))
    assert job.finished == 1
    assert graph.close(SECONDS)


def test_no_blocks_is_no_work(graph):
    job = Blocks(0)
    task = graph.submit(job)
    task.wait()
    assert (task.outcome, job.ranges, job.finished) == (NOTHING, [], 0)


def test_a_block_that_raises_fails_the_task_once(graph):
    job = Blocks(100, failing=37)
    task = graph.submit(job)
    task.wait()
    assert task.outcome == FAILED
    assert str(task.error()) == "block 37"
    assert job.finished == 0


@pytest.mark.parametrize("method", ["blocks", "finish"])
def test_any_method_of_a_job_may_fail_it(graph, method):
    job = Blocks(3)

    def fail():
        raise LookupError(method)

    setattr(job, method, fail)
    task = graph.submit(job)
    task.wait()
    assert task.outcome == FAILED
    assert task.error().args == (method,)


def test_an_error_keeps_no_frames_alive(graph):
    class Thing:
        pass

    seen = []

    def fail():
        thing = Thing()
        seen.append(weakref.ref(thing))
        try:
            raise KeyError("inner")
        except KeyError as inner:
            raise ValueError("outer") from inner

    task = graph.submit(Call(fail))
    task.wait()
    error = task.error()
    gc.collect()
    assert seen[0]() is None
    assert isinstance(error.__cause__, KeyError)
    assert "outer" in "".join(traceback.format_exception(error))


def test_a_task_that_has_not_failed_has_no_error(graph):
    task = graph.submit(Call(lambda: None))
    task.wait()
    with pytest.raises(ValueError, match="has not failed"):
        task.error()


def test_a_task_begins_when_all_that_it_waits_for_has_settled(graph):
    order = []
    hold = graph.manual()
    first = graph.submit(Call(lambda: order.append("first")), [hold])
    other = graph.submit(Call(lambda: order.append("other")))
    last = graph.submit(Call(lambda: order.append("last")), [first, other, first])
    assert other.wait(SECONDS)
    assert (first.outcome, last.outcome) == (PENDING, PENDING)
    hold.complete()
    assert last.wait(SECONDS)
    assert order == ["other", "first", "last"]


def test_a_failed_task_lets_those_behind_it_run_unless_they_are_guarded(graph):
    failed = graph.submit(Call(lambda: 1 / 0))
    behind = graph.submit(Call(lambda: None), [failed])
    guarded = graph.submit(Call(lambda: None), [failed], [(failed,)])
    assert behind.wait(SECONDS)
    assert guarded.wait(SECONDS)
    assert (failed.outcome, behind.outcome, guarded.outcome) == (FAILED, WROTE, SKIPPED)


def test_guards(graph):
    wrote = graph.submit(Call(lambda: None))
    nothing = graph.submit(Blocks(0))
    failed = graph.submit(Call(lambda: 1 / 0))
    skipped = graph.submit(Call(lambda: None), (), [(failed,)])
    for task in (wrote, nothing, failed, skipped):
        assert task.wait(SECONDS)
    for guards, outcome in (
        ([], WROTE),
        ([()], WROTE),
        ([(wrote,)], WROTE),
        ([(failed,)], SKIPPED),
        ([(skipped,)], SKIPPED),
        ([(FAILED_BYTES,)], SKIPPED),
        ([(nothing,)], WROTE),
        ([(nothing, FAILED_BYTES)], SKIPPED),
        ([(nothing, failed)], SKIPPED),
        ([(nothing, nothing, wrote)], WROTE),
        ([(wrote, failed)], WROTE),
        ([(wrote, FAILED_BYTES)], WROTE),
        ([(wrote,), (failed,)], SKIPPED),
        ([(nothing,), (wrote,), (nothing, skipped)], SKIPPED),
    ):
        task = graph.submit(Call(lambda: None), (), guards)
        assert task.wait(SECONDS)
        assert task.outcome == outcome, guards


@pytest.mark.parametrize(
    ("of_count", "others", "blocks", "outcome"),
    [
        (False, False, 1, WROTE),
        (False, True, 1, SKIPPED),
        (False, True, 0, NOTHING),
        (True, False, 0, SKIPPED),
        (True, True, 1, SKIPPED),
    ],
)
def test_a_dynamic_count_is_asked_for_between_its_guards_and_the_others(
    graph, of_count, others, blocks, outcome
):
    spoiled, clean = [(FAILED_BYTES,)], [()]
    task = graph.submit(Blocks(blocks), (), spoiled if others else clean, spoiled if of_count else clean)
    assert task.wait(SECONDS)
    assert task.outcome == outcome


def test_guards_of_a_count_are_waited_for(graph):
    hold = graph.manual()
    failing = graph.submit(Call(lambda: 1 / 0), [hold])
    counted = graph.submit(Blocks(0), (), (), [(failing,)])
    assert not counted.wait(0)
    hold.complete()
    assert counted.wait(SECONDS)
    assert counted.outcome == SKIPPED


def test_guards_are_waited_for(graph):
    hold = graph.manual()
    failing = graph.submit(Call(lambda: 1 / 0), [hold])
    guarded = graph.submit(Call(lambda: None), (), [(failing,)])
    assert not guarded.wait(0)
    hold.complete()
    assert guarded.wait(SECONDS)
    assert guarded.outcome == SKIPPED


def test_a_manual_task_settles_behind_what_it_waits_for(graph):
    hold = graph.manual()
    manual = graph.manual([hold])
    manual.complete()
    manual.complete()
    assert manual.outcome == PENDING
    hold.complete()
    assert (hold.outcome, manual.outcome) == (WROTE, WROTE)


def test_a_manual_task_may_fail_behind_what_it_waits_for(graph):
    hold, error = graph.manual(), ValueError()
    manual = graph.manual([hold])
    follower, guarded = graph.marker([manual]), graph.submit(Call(lambda: None), [manual], [(manual,)])
    manual.fail(error)
    manual.complete()
    assert manual.outcome == PENDING
    hold.complete()
    assert (manual.outcome, follower.outcome) == (FAILED, WROTE)
    assert manual.error() is error
    assert guarded.wait(SECONDS)
    assert guarded.outcome == SKIPPED


def test_only_manual_tasks_can_be_completed(graph):
    hold = graph.manual()
    marker = graph.marker([hold])
    marker.complete()
    assert marker.outcome == PENDING
    hold.complete()
    assert marker.outcome == WROTE


def test_a_long_chain_of_markers_is_no_recursion(graph):
    hold = graph.manual()
    marker = hold
    for _ in range(20_000):
        marker = graph.marker([marker])
    hold.complete()
    assert marker.outcome == WROTE


def test_who_waits_runs_what_is_in_the_way():
    graph = TaskGraph(1)
    entered, release = threading.Event(), threading.Event()

    def occupy():
        entered.set()
        assert release.wait(SECONDS)

    busy = graph.submit(Call(occupy))
    assert entered.wait(SECONDS)  # the only worker is occupied until the end
    ran_on = []

    def wait():
        task = None
        for _ in range(3):
            task = graph.submit(Call(lambda: ran_on.append(threading.get_ident())), [task] if task else ())
        task.wait()

    waiting = threading.Thread(target=wait)
    waiting.start()
    waiting.join(SECONDS)
    assert ran_on == [waiting.ident] * 3
    release.set()
    assert busy.wait(SECONDS)
    assert graph.close(SECONDS)


def test_a_wait_with_a_timeout_does_not_help():
    graph = TaskGraph(1)
    entered, release = threading.Event(), threading.Event()

    def occupy():
        entered.set()
        assert release.wait(SECONDS)

    graph.submit(Call(occupy))
    assert entered.wait(SECONDS)
    task = graph.submit(Call(lambda: None))
    assert not task.wait(0.01)
    release.set()
    assert graph.close(SECONDS)


def test_the_main_thread_helps_only_where_there_is_no_other(graph, monkeypatch):
    ran_on = []
    task = graph.submit(Call(lambda: ran_on.append(threading.current_thread())))
    task.wait()
    assert ran_on[0] is not threading.main_thread()
    alone = TaskGraph(2)

    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    task = alone.submit(Call(lambda: ran_on.append(threading.current_thread())))
    task.wait()
    assert ran_on[1] is threading.main_thread()
    assert task.outcome == WROTE
    assert alone.close(SECONDS)


def test_many_threads_may_wait_for_one_task(graph):
    hold = graph.manual()
    results = []
    threads = [threading.Thread(target=lambda: results.append(hold.wait(SECONDS))) for _ in range(8)]
    for thread in threads:
        thread.start()
    hold.complete()
    for thread in threads:
        thread.join(SECONDS)
    assert results == [True] * 8


def test_a_thread_of_the_graph_can_not_wait(graph):
    hold = graph.manual()
    caught = []

    def wait():
        try:
            hold.wait()
        except DiagnosticError as error:
            caught.append(error.diagnostic.code)

    task = graph.submit(Call(wait))
    assert task.wait(SECONDS)
    assert caught == ["PC0701"]
    hold.complete()


def test_times_are_measured_where_they_are_wanted(graph):
    first = graph.submit(Call(lambda: None), timed=True)
    last = graph.submit(Call(lambda: None), [first], timed=True)
    plain = graph.submit(Call(lambda: None))
    assert last.wait(SECONDS)
    assert plain.wait(SECONDS)
    began, ended = first.seconds()
    assert began <= ended <= last.seconds()[0]
    assert plain.seconds() is None


def test_settled_tasks_keep_nothing(graph):
    class Payload:
        def __call__(self):
            pass

    payload = Payload()
    gone = weakref.ref(payload)
    first = graph.submit(Call(payload))
    last = graph.submit(Call(payload), [first], [(first,)])
    assert last.wait(SECONDS)
    first_gone = weakref.ref(first)
    del payload, first
    gc.collect()
    assert gone() is None
    assert first_gone() is None
    assert graph.unsettled() == 0


def test_a_closed_graph_takes_nothing(graph):
    other = TaskGraph(1)
    other.submit(Call(lambda: None))
    assert other.close(SECONDS)
    with pytest.raises(RuntimeError, match="closed"):
        other.marker()


def test_closing_gives_up_after_its_time():
    graph = TaskGraph(1)
    hold = graph.manual()
    assert not graph.close(0.01)
    hold.complete()
    assert graph.close(SECONDS)


def test_a_graph_that_is_dropped_ends_its_threads():
    before = set(threading.enumerate())
    graph = TaskGraph(2)
    task = graph.submit(Blocks(100))
    assert task.wait(SECONDS)
    threads = set(threading.enumerate()) - before
    assert threads
    del graph, task
    gc.collect()
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can not fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_gives_up_what_was_pending(graph):
    hold = graph.manual()
    task = graph.submit(Call(lambda: None), [hold])
    child = os.fork()
    if child == 0:
        status = 1
        try:
            later = graph.submit(Call(lambda: None), [task], [(task,)])
            fresh = graph.submit(Call(lambda: None))
            good = (
                task.outcome == FAILED
                and "forked" in str(task.error())
                and later.wait(SECONDS)
                and later.outcome == SKIPPED
                and fresh.wait(SECONDS)
                and fresh.outcome == WROTE
            )
            status = 0 if good else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert task.outcome == PENDING
    hold.complete()
    assert task.wait(SECONDS)
    assert task.outcome == WROTE


def test_threads_that_submit_and_wait_at_once(graph):
    cells = [0] * 8
    failures = []

    def issue(index):
        try:
            task = None
            for _ in range(300):

                def bump():
                    cells[index] += 1

                task = graph.submit(Call(bump), [task] if task else ())
            assert task.wait(SECONDS)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=issue, args=(index,)) for index in range(len(cells))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert failures == []
    assert cells == [300] * 8


def test_a_task_whose_hand_over_is_interrupted_is_not_left_behind():
    graph = TaskGraph(1)

    def waits():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        graph.submit(Call(lambda: None), waits())
    assert graph.unsettled() == 0
    assert graph.close(10)


def test_a_task_that_is_being_finished_is_not_run_again():
    """Not by what makes up for an exception in another thread either."""
    graph, tasks, to_be_run = TaskGraph(2), [], []
    known = threading.Event()

    class Finishing(Call):
        def finish(self):
            assert known.wait(SECONDS)
            with graph._lock:  # no other worker comes in between
                graph.mend()
                to_be_run.append(tasks[0]._ready)

    tasks.append(graph.submit(Finishing(lambda: None)))
    known.set()
    assert tasks[0].wait(SECONDS)
    assert graph.close(SECONDS)
    assert (tasks[0].outcome, to_be_run) == (WROTE, [False])
