"""The threads that run the blocks of one launch. Generated code releases the interpreter lock, so they run at once."""

from __future__ import annotations

import itertools
import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

_CHUNKS_A_WORKER = 8
"""Ranges a launch is cut into, for each worker: enough that a slow range does not leave the others idle for long."""


class WorkerPool:
    """Helpers of one runner thread, started at the first launch that is large enough for them."""

    def __init__(self, workers: int | None = None):
        self.workers = workers or _usable_cores()
        self._reset()
        _live.add(self)

    def _reset(self) -> None:
        """The state without helpers: at the start, and in a forked child, where the parent's threads are not."""
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._helpers: int | None = None
        self._lock = threading.Lock()

    def run(self, body: Callable[[int, int], None], count: int, *, alone: bool) -> None:
        """Call `body(first, last)` for ranges that together are 0 to `count`, and return when all are done.

        Args:
            body: must not raise.
            alone: use the calling thread only: the work is too small to share.
        """
        if alone or self.workers == 1 or count == 1:
            body(0, count)
            return
        helpers = min(self._started_helpers(), count - 1)
        size = max(1, count // (self.workers * _CHUNKS_A_WORKER))
        starts = itertools.count(0, size)
        done: SimpleQueue[None] = SimpleQueue()

        def work() -> None:
            for first in starts:  # `next` of one shared counter: each range goes to whoever comes first
                if first >= count:
                    return
                body(first, min(first + size, count))

        def help() -> None:
            try:
                work()
            finally:
                done.put(None)

        for _ in range(helpers):
            self._tasks.put(help)
        work()
        for _ in range(helpers):
            done.get()

    def _started_helpers(self) -> int:
        """The number of helpers, started now if they are not. Fewer than wanted where the system gives no more threads."""
        with self._lock:
            if self._helpers is None:
                self._helpers = 0
                for index in range(self.workers - 1):
                    helper = threading.Thread(
                        target=_loop, args=(self._tasks,), name=f"periclase-cpu-{index + 1}", daemon=True
                    )
                    try:
                        helper.start()
                    except RuntimeError:
                        break
                    self._helpers += 1
            return self._helpers


def _loop(tasks: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        tasks.get()()


_live: weakref.WeakSet[WorkerPool] = weakref.WeakSet()


def _after_fork() -> None:
    for pool in list(_live):
        pool._reset()  # pyright: ignore[reportPrivateUsage]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1
