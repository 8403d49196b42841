"""The in-order queue of a device: one thread that runs launches one after another."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol

SHUTDOWN_SECONDS = 10.0
"""How long the end of the process waits for launches that are still queued."""


class Work(Protocol):
    """What a task does."""

    def run(self) -> None:
        """Do it, on the runner thread. Must not raise: errors belong to the buffers that were to be written."""
        ...

    def abandon(self) -> None:
        """Tell the buffers that were to be written that they will not be."""
        ...


class Task:
    """One piece of queued work."""

    __slots__ = ("_done", "_work")

    def __init__(self, work: Work):
        self._work: Work | None = work
        self._done = threading.Event()

    def execute(self) -> None:
        """Run it, once, on the runner thread."""
        work, self._work = self._work, None
        try:
            if work is not None:
                work.run()
        finally:
            self._done.set()

    def abandon(self, work: Work) -> None:
        """Give it up, in a forked child: its thread is in the parent, and may have held the lock of the event."""
        self._work = None
        self._done = threading.Event()
        work.abandon()
        self._done.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has run. False if `timeout` seconds passed before."""
        return self._done.wait(timeout)


class Runner:
    """A thread, started at the first task, that runs tasks in the order they came."""

    def __init__(self, name: str):
        self._name = name
        self._reset()
        _live.add(self)

    def _reset(self) -> None:
        self._queue: SimpleQueue[Task] = SimpleQueue()
        self._unfinished: deque[tuple[Task, Work]] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last: Task | None = None

    def submit(self, work: Work, before: Callable[[Task], None]) -> Task:
        """Enqueue `work`; `before` sees the task first, and no other task comes between."""
        task = Task(work)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name=self._name, daemon=True)
                self._thread.start()
            before(task)
            self._last = task
            self._unfinished.append((task, work))
            self._queue.put(task)
        return task

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
