"""The threads that run the blocks of one launch. Generated code releases the interpreter lock, so they run at once."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

_CHUNKS_A_WORKER = 8
"""Ranges a launch is cut into, for each worker: enough that a slow range does not leave the others idle for long."""


class WorkerPool:
    """Helpers of one runner thread, started at the first launch that is large enough for them."""

    def __init__(self, workers: int | None = None):
        self.workers = workers or _usable_cores()
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._started = False
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
        helpers = min(self.workers, count) - 1
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

        self._start()
        for _ in range(helpers):
            self._tasks.put(help)
        work()
        for _ in range(helpers):
            done.get()

    def _start(self) -> None:
        with self._lock:
            if not self._started:
                self._started = True
                for index in range(self.workers - 1):
                    threading.Thread(
                        target=_loop, args=(self._tasks,), name=f"periclase-cpu-{index + 1}", daemon=True
                    ).start()


def _loop(tasks: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        tasks.get()()


def _usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1
