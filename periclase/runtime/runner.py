"""The in-order queue of a device: one thread that runs launches one after another."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import weakref
from collections import deque
from queue import SimpleQueue
from typing import Protocol

from periclase.diagnostics import Diagnostic, DiagnosticError

SHUTDOWN_SECONDS = 10.0
"""How long the end of the process waits for launches that are still queued."""


class Work(Protocol):
    """What a task does."""

    def queued(self, task: Task) -> None:
        """Told the task on the issuing thread, in the order of the queue: the place to note whom to wait for."""
        ...

    def run(self) -> None:
        """Do it, on the runner thread. Should not raise: errors belong to the buffers that were to be written."""
        ...

    def abandon(self) -> None:
        """Tell the buffers that were to be written that they will not be."""
        ...


class Task:
    """One piece of queued work."""

    # A lock that is held until the work has run: an event is twenty times as dear, and every launch makes one.
    __slots__ = ("_gate", "_runner", "_work")

    def __init__(self, work: Work, runner: Runner):
        self._work: Work | None = work
        self._runner = runner
        self._gate = threading.Lock()
        self._gate.acquire()

    def execute(self) -> None:
        """Run it, once, on the runner thread. Whatever happens, those who wait for it go on."""
        work, self._work = self._work, None
        try:
            if work is not None:
                work.run()
        except BaseException as error:
            # A defect of ours, or no memory even to note the failure: the queue outlives it.
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            self._gate.release()

    def abandon(self, work: Work) -> None:
        """Give it up, in a forked child: its thread is in the parent."""
        self._work = None
        work.abandon()
        self._gate = threading.Lock()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has run. False if `timeout` seconds passed before.

        Raises:
            DiagnosticError: this is the thread that is to run it (a finaliser, or a callback of a weak reference, runs on
                whichever thread drops the last reference), so that it would wait for ever.
        """
        if self._gate.locked() and self._runner.is_current_thread():
            raise DiagnosticError(
                Diagnostic(
                    "PC0701",
                    "the thread that runs a device's launches can not wait for a launch",
                    help="wait on a thread of your own, not in a finaliser",
                )
            )
        if timeout is None:
            with self._gate:
                return True
        if not self._gate.acquire(timeout=timeout):
            return False
        self._gate.release()
        return True


class Runner:
    """A thread, started at the first task, that runs tasks in the order they came."""

    def __init__(self, name: str):
        self._name = name
        self._reset()
        _live.add(self)

    def _reset(self) -> None:
        self._queue: SimpleQueue[Task] = SimpleQueue()
        self._unfinished: deque[tuple[Task, Work]] = deque()
        # Reentrant, since a signal handler or a finaliser that launches may come in while it is held.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._last: Task | None = None

    def submit(self, work: Work) -> Task:
        """Enqueue `work`.

        Raises:
            RuntimeError: the system gives no thread to run it. Nothing is enqueued.
        """
        task = Task(work, self)
        with self._lock:
            if self._thread is None:
                thread = threading.Thread(target=self._loop, name=self._name, daemon=True)
                thread.start()
                self._thread = thread
            self._unfinished.append((task, work))
            # In the queue before anybody can wait for it: an interrupt between the two must not leave a wait without end.
            self._queue.put(task)
            self._last = task
            work.queued(task)
        return task

    def is_current_thread(self) -> bool:
        """Whether the caller is the thread that runs the tasks."""
        return self._thread is not None and self._thread.ident == threading.get_ident()

    def drain(self, timeout: float | None = None) -> bool:
        """Wait for every task submitted so far. False if `timeout` seconds passed before."""
        with self._lock:
            last = self._last
        return last is None or last.wait(timeout)

    def after_fork(self) -> None:
        """In a forked child: the parent's thread is not here, and what it was to run is given up."""
        unfinished = self._unfinished
        self._reset()
        for task, work in unfinished:
            task.abandon(work)

    def _loop(self) -> None:
        queue, unfinished = self._queue, self._unfinished
        while True:
            queue.get().execute()
            unfinished.popleft()  # holds what may be the last references to buffers


_live: weakref.WeakSet[Runner] = weakref.WeakSet()


@atexit.register
def _drain_all() -> None:
    for runner in list(_live):
        runner.drain(SHUTDOWN_SECONDS)


def _after_fork() -> None:
    for runner in list(_live):
        runner.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
