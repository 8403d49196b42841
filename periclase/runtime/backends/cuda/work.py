"""Work on a CUDA stream: settled by the event behind it, by the loss of the context, or before it ever reached the driver."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from periclase.runtime.execution import FAILED_BYTES, Guard, Work
from periclase.runtime.frames import without_frames
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.events import Event
    from periclase.runtime.backends.cuda.stream import CudaStream
    from periclase.runtime.backends.cuda.timing import Begun

_SPIN_SECONDS = 100e-6
"""How long a waiter asks without pause: the end of a short kernel is seen at once."""

_LONGEST_PAUSE = 1e-3


class CudaWork:
    """A piece of work in `stream`. Everything but `wait` holds the context's lock for a moment.

    Attributes:
        stream: where it is.
        seq: its number there, from 1 on; 0 until it is enqueued.
        clock: what the stream knew of the others when it was enqueued, see `CudaStream.clock`.
        event: recorded behind it, while it is pending.
        resolved: whether it has been enqueued or has settled. Until then nobody can wait for its event.
    """

    __slots__ = (
        "__weakref__",
        "_error",
        "_finish",
        "_keep",
        "_outcome",
        "_seconds",
        "_start",
        "clock",
        "event",
        "resolved",
        "seq",
        "stream",
    )

    def __init__(self, stream: CudaStream, keep: object = None, finish: Callable[[], None] | None = None):
        """Work that is not enqueued yet.

        Args:
            keep: what must stay alive until it is over: the kernel, staging memory.
            finish: called once when the device is done, before it settles: the host's part of a copy.
        """
        self.stream = stream
        self.seq = 0
        self.clock: dict[int, int] = {}
        self.event: Event | None = None
        self.resolved = False
        self._start: Begun | None = None
        self._seconds: tuple[float, float] | None = None
        self._outcome = PENDING
        self._error: BaseException | None = None
        self._keep = keep
        self._finish = finish

    # What everybody may ask.

    @property
    def outcome(self) -> int:
        """See `execution.Work`."""
        return self._outcome or self._look()

    def error(self) -> BaseException:
        """See `execution.Work`."""
        if self._error is None:
            raise ValueError("this work has not failed")
        return self._error

    def wait(self, timeout: float | None = None) -> bool:
        """See `execution.Work`. Polls: the driver's own waits hear neither Ctrl-C nor a timeout."""
        if self._outcome:
            return True
        end = None if timeout is None else time.monotonic() + timeout
        context = self.stream.context
        with context.lock:
            while not self.resolved and context.cause is None:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return False
                context.pause(left)
        pause, began = 0.0, time.monotonic()
        while not self.outcome:
            now = time.monotonic()
            if end is not None and now >= end:
                return False
            if now - began > _SPIN_SECONDS:
                pause = min(_LONGEST_PAUSE, pause + 20e-6)
            time.sleep(pause if end is None else min(pause, end - now))
        return True

    def seconds(self) -> tuple[float, float] | None:
        """See `execution.Work`."""
        return self._seconds if self.outcome else None

    # What streams and helper threads do, all under the context's lock.

    def enqueued(self, seq: int, clock: dict[int, int], event: Event, start: Begun | None) -> None:
        """It is on the driver's stream, with `event` behind it."""
        self.seq, self.clock, self.event, self._start = seq, clock, event, start
        self.resolved = True
        self.stream.context.announce()

    def settle(self, outcome: int, error: BaseException | None = None) -> int:
        """It has ended: only the first call counts."""
        if not self._outcome:
            if outcome == FAILED:
                self._error = None if error is None else without_frames(error)
            self._outcome = outcome
            self.resolved = True
            self.event = self._start = self._keep = self._finish = None
            self.stream.context.announce()
        return self._outcome

    def _look(self) -> int:
        stream = self.stream
        context = stream.context
        with context.lock:
            if self._outcome:
                return self._outcome
            if context.cause is not None:
                return self.settle(FAILED, context.cause)
            if self.event is None:
                return PENDING
            if self.seq > stream.completed:
                if not context.is_over(self.event.handle):
                    return PENDING if context.cause is None else self.settle(FAILED, context.cause)
                stream.completed = self.seq
            return self._complete(self.event)

    def _complete(self, event: Event) -> int:
        if self._start is not None:
            self._seconds = self.stream.timeline.interval(self._start, event)
        if self._finish is not None:
            try:
                self._finish()
            except Exception as error:
                return self.settle(FAILED, error)
        return self.settle(WROTE)

    @property
    def over(self) -> bool:
        """Whether it is known to have ended on the device, without asking anybody."""
        return self._outcome != PENDING or 0 < self.seq <= self.stream.completed

    @property
    def known(self) -> int:
        """The outcome as far as it is known, without asking the driver."""
        return self._outcome


class CudaManualWork:
    """Work that the host does: `execution.ManualWork`."""

    __slots__ = ("_context", "_error", "_outcome", "waits")

    def __init__(self, context: Context, waits: Sequence[Work]):
        self._context = context
        self._outcome = PENDING
        self._error: BaseException | None = None
        self.waits: tuple[Work, ...] = tuple(waits)

    @property
    def outcome(self) -> int:
        """See `execution.Work`."""
        if self._outcome:
            return self._outcome
        return PENDING if self._context.cause is None else FAILED

    @property
    def resolved(self) -> bool:
        """Whether others can be enqueued behind it."""
        return self.outcome != PENDING and all(map(is_resolved, self.waits))

    def error(self) -> BaseException:
        """See `execution.Work`."""
        error = self._error or self._context.cause
        if self.outcome != FAILED or error is None:
            raise ValueError("this work has not failed")
        return error

    def complete(self) -> None:
        """See `execution.ManualWork`."""
        self._settle(WROTE, None)

    def fail(self, error: BaseException) -> None:
        """See `execution.ManualWork`."""
        self._settle(FAILED, error)

    def _settle(self, outcome: int, error: BaseException | None) -> None:
        with self._context.lock:
            if not self._outcome and self._context.cause is None:
                self._outcome, self._error = outcome, error
            self._context.announce()

    def wait(self, timeout: float | None = None) -> bool:
        """See `execution.Work`."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._context.lock:
            while self.outcome == PENDING:
                left = None if end is None else end - time.monotonic()
                if (left is not None and left <= 0) or not self._context.pause(left):
                    return self.outcome != PENDING
        return True

    def seconds(self) -> None:
        """See `execution.Work`: the host's work is not measured."""


def is_resolved(work: Work) -> bool:
    """Whether work can be enqueued behind `work` without waiting on the host."""
    if isinstance(work, CudaWork | CudaManualWork):
        return work.resolved
    return work.outcome != PENDING


def is_known(writer: Work | object) -> bool:
    """Whether a writer in a guard is resolved."""
    return writer is FAILED_BYTES or is_resolved(cast("Work", writer))


def must_skip(guards: Sequence[Guard]) -> bool:
    """Whether bytes that are to be read were never computed. All works in `guards` are resolved.

    What is enqueued but not over counts as written: it can only fail together with the whole context.
    """
    for group in guards:
        for writer in group:
            if writer is FAILED_BYTES:
                return True
            outcome = writer.known if isinstance(writer, CudaWork) else cast("Work", writer).outcome
            if outcome == NOTHING:
                continue
            if outcome in (FAILED, SKIPPED):
                return True
            break
    return False
