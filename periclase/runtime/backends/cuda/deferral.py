"""Work that can not be enqueued yet: the host has to learn something first, and the runner never waits.

Each stream has a queue of such work and a thread that is started on demand. A dynamic count puts work there (the host reads it
when the work that computes it is over), and so does everything that comes behind it: later work of the same stream, and work
of any stream that waits for it. Copies of much host memory are there too, since the driver's call for them takes its time.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Final

from periclase.runtime.backends.cuda.dynamic_count import CountReader
from periclase.runtime.backends.cuda.work import must_skip
from periclase.runtime.outcome import FAILED, NOTHING, SKIPPED

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.stream import CudaStream, Pending

_LINGER_SECONDS: Final = 0.5
"""How long a thread without work stays for more."""

_POLL_SECONDS: Final = 1e-3
"""How often work that is not ours is asked whether it has settled: it notifies nobody here."""


class Deferral:
    """The deferred work of one stream.

    Attributes:
        queue: oldest first; an item leaves it when it has been enqueued or has settled. Under the context's lock.
        closing: whether the stream is to be destroyed when the queue is empty.
    """

    __slots__ = ("_closed", "_reader", "_stream", "_thread", "closing", "queue")

    def __init__(self, stream: CudaStream):
        self._stream = stream
        self._thread: threading.Thread | None = None
        self._reader: CountReader | None = None
        self._closed = False
        self.queue: deque[Pending] = deque()
        self.closing = False

    def add(self, pending: Pending) -> None:
        """Queue `pending`. Under the context's lock."""
        if self._thread is None:
            number = self._stream.number
            name = f"stream-{number}" if number >= 0 else f"copies-{-number}"
            # Noted first: one that has begun, though an exception was raised into this thread meanwhile, sees that it is not the
            # one that serves. It goes no further than the lock.
            self._thread = threading.Thread(target=self._run, name=f"periclase-cuda-{name}", daemon=True)
            try:
                self._thread.start()
            except BaseException:
                self._thread = None
                raise
        self.queue.append(pending)
        if pending.graph is not None:
            pending.graph.waiting += 1
        self._stream.context.announce()

    def close(self) -> None:
        """Let the thread end. Under the context's lock, with an empty queue."""
        self._closed = True
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self._stream.context.announce()

    def join(self) -> None:
        """Wait until the thread has ended, after `close`."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(10)

    # The thread.

    def _run(self) -> None:
        while (pending := self._next()) is not None:
            self._serve(pending)
            del pending  # it holds host arrays, which are nobody's business while this waits for more

    def _serve(self, pending: Pending) -> None:
        """Bring the first of the queue to its end here."""
        try:
            self._handle(pending)
        except BaseException as error:  # whatever it is, it is why this work did not run
            if self._stream.context.cause is None:
                _outlive(pending)
            with self._stream.context.lock:
                pending.work.settle(FAILED, error)
        finally:
            with self._stream.context.lock:
                self.queue.popleft()
                if pending.graph is not None:
                    pending.graph.run_settled()
                self._stream.context.announce()
                if self.closing and not self.queue:
                    self._stream.destroy()

    def _next(self) -> Pending | None:
        """Wait for work that is ready, or that failed with its context; None ends the thread."""
        context = self._stream.context
        with context.lock:
            while self._thread is threading.current_thread():
                if not self.queue:
                    if self._closed or not (context.pause(_LINGER_SECONDS) or self.queue):
                        self._thread = None
                        return None
                    continue
                pending = self.queue[0]
                if context.cause is not None or pending.ready():
                    return pending
                context.pause(_POLL_SECONDS if pending.foreign() else None)
        return None  # its start was left by an exception, and another thread serves

    def _handle(self, pending: Pending) -> None:
        stream = self._stream
        context = stream.context
        grid = None
        if pending.count_address or pending.skipped_too_soon():
            _outlive(pending)
        if pending.count_address:
            grid = self._count(pending)
            if grid is None:
                return
        if pending.blocking:
            self._enqueue_blocking(pending)
            return
        with context.lock:
            context.check()
            stream.enqueue_or_skip(pending, grid)

    def _count(self, pending: Pending) -> tuple[int, int, int] | None:
        """The grid; None if the work has settled without running."""
        context = self._stream.context
        with context.lock:
            context.check()
            # The other guards come later: a launch that turns out to be no work is not skipped either.
            if must_skip(pending.count_guards):
                pending.work.settle(SKIPPED)
                return None
            if self._reader is None:
                self._reader = CountReader(context)
        grid = self._reader.read(pending.count_address)
        if 0 in grid:
            with context.lock:
                pending.work.settle(NOTHING)
            return None
        self._reader.check(grid)
        return grid

    def _enqueue_blocking(self, pending: Pending) -> None:
        """Like `CudaStream.enqueue_or_skip`, without the lock while the driver takes its time. Nobody else enqueues on this
        stream as long as its queue is not empty."""
        stream = self._stream
        with stream.context as context:
            with context.lock:
                if must_skip(pending.guards):
                    pending.work.settle(SKIPPED)
                    return
                start = stream.prepare(pending)
                event = stream.streams.events.take(pending.timed)
            pending.enqueue(stream.handle, None)
            with context.lock:
                stream.follow(pending, event, start)


def _outlive(pending: Pending) -> None:
    """Wait for all that `pending` waits for. Whoever comes behind it waits for it alone, so it must not settle before them."""
    for work in pending.waits:
        work.wait()
