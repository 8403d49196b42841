"""The in-order queue of a device: one thread that runs launches one after another."""

from __future__ import annotations

import atexit
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

SHUTDOWN_SECONDS = 10.0
"""How long the end of the process waits for launches that are still queued."""


class Task:
    """One piece of queued work. Its errors belong to the function it runs: a task never raises."""

    __slots__ = ("_done", "_run")

    def __init__(self, run: Callable[[], None]):
        self._run: Callable[[], None] | None = run
        self._done = threading.Event()

    def execute(self) -> None:
        """Run it, once, on the runner thread."""
        run, self._run = self._run, None
        try:
            if run is not None:
                run()
        finally:
            self._done.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has run. False if `timeout` seconds passed before."""
        return self._done.wait(timeout)


class Runner:
    """A thread, started at the first task, that runs tasks in the order they came."""

    def __init__(self, name: str):
        self._name = name
        self._queue: SimpleQueue[Task] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last: Task | None = None

    def submit(self, run: Callable[[], None], before: Callable[[Task], None]) -> Task:
        """Enqueue `run`; `before` sees the task first, and no other task comes between."""
        task = Task(run)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=_loop, args=(self._queue,), name=self._name, daemon=True
                )
                self._thread.start()
                _live.add(self)
            before(task)
            self._last = task
            self._queue.put(task)
        return task

    def drain(self, timeout: float | None = None) -> bool:
        """Wait for every task submitted so far. False if `timeout` seconds passed before."""
        with self._lock:
            last = self._last
        return last is None or last.wait(timeout)


def _loop(queue: SimpleQueue[Task]) -> None:
    while True:
        task = queue.get()
        task.execute()
        del task  # it may hold the last reference to buffers


_live: weakref.WeakSet[Runner] = weakref.WeakSet()


@atexit.register
def _drain_all() -> None:
    for runner in list(_live):
        runner.drain(SHUTDOWN_SECONDS)
