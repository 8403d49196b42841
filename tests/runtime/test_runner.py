"""The in-order queue: nothing that happens on it, or beside it, leaves anybody waiting for ever."""

from __future__ import annotations

import gc
import sys
import threading

import pytest

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cpu.pool import WorkerPool
from periclase.runtime.runner import Runner, Task


class Work:
    """Calls `body` on the runner thread."""

    def __init__(self, body=lambda: None, queued=lambda task: None):
        self.body = body
        self.queued = queued

    def run(self):
        self.body()

    def abandon(self):
        pass


@pytest.fixture
def runner():
    return Runner("test-runner")


def test_order(runner):
    seen = []
    for number in range(100):
        runner.submit(Work(lambda number=number: seen.append(number)))
    assert runner.drain(30)
    assert seen == list(range(100))


def test_an_exception_does_not_end_the_queue(runner, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: told.append(error[1]))

    def fail():
        raise MemoryError("none left")

    failed = runner.submit(Work(fail))
    assert failed.wait(30)
    assert runner.submit(Work()).wait(30)
    assert [type(error) for error in told] == [MemoryError]


def test_a_timeout(runner):
    gate = threading.Event()
    task = runner.submit(Work(gate.wait))
    assert not task.wait(0.01)
    assert not runner.drain(0.01)
    gate.set()
    assert task.wait(30)
    assert task.wait()


def test_many_wait_for_one(runner):
    gate = threading.Event()
    task = runner.submit(Work(gate.wait))
    ended = []
    threads = [threading.Thread(target=lambda: ended.append(task.wait())) for _ in range(8)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join(30)
    assert ended == [True] * 8


def test_submitting_while_submitting(runner):
    """What a signal handler, or a finaliser that the garbage collector calls, may do at any time."""
    inner: list[Task] = []
    outer = runner.submit(Work(queued=lambda task: inner.append(runner.submit(Work()))))
    assert outer.wait(30)
    assert inner[0].wait(30)
    assert runner.drain(30)


def test_an_interrupted_submit_leaves_no_wait_without_end(runner):
    noted = []

    def interrupted(task):
        noted.append(task)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runner.submit(Work(queued=interrupted))
    assert noted[0].wait(30)


def test_the_runner_thread_can_not_wait_for_itself(runner):
    raised = []

    def wait():
        try:
            runner.drain()
        except DiagnosticError as error:
            raised.append(error.diagnostic.code)

    runner.submit(Work(wait)).wait(30)
    assert raised == ["PC0701"]


def test_a_task_that_has_run_keeps_nothing_alive(runner):
    class Thing:
        alive = 0

        def __init__(self):
            Thing.alive += 1

        def __del__(self):
            Thing.alive -= 1

    def submit():
        thing = Thing()
        return runner.submit(Work(lambda: id(thing)))

    kept = submit()
    runner.submit(Work())
    runner.drain(30)
    gc.collect()
    assert kept.wait(0)
    assert Thing.alive == 0


class NoThread(threading.Thread):
    """A thread that the system refuses."""

    def start(self):
        raise RuntimeError("can't start new thread")


def test_without_a_thread_nothing_is_enqueued(runner, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(threading, "Thread", NoThread)
        for _ in range(2):
            with pytest.raises(RuntimeError, match="new thread"):
                runner.submit(Work())
        assert runner.drain(0)
    assert runner.submit(Work()).wait(30)


def test_without_helpers_the_pool_works_alone(monkeypatch):
    monkeypatch.setattr(threading, "Thread", NoThread)
    pool = WorkerPool(4)
    done = []
    for _ in range(2):
        pool.run(lambda first, last: done.extend(range(first, last)), 1000, alone=False)
    assert sorted(done) == sorted([*range(1000), *range(1000)])


@pytest.mark.parametrize("count", [1, 2, 3, 100, 1001])
def test_each_block_once(count):
    done = []
    WorkerPool(3).run(lambda first, last: done.extend(range(first, last)), count, alone=False)
    assert sorted(done) == list(range(count))
