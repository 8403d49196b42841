"""Streams: what is enqueued on one follows what was enqueued before, and waits for others by events, only where it must.

A stream knows how far it has come after each of the others (`clock`): an order it already has costs no call. That is a vector
clock, so what another stream had waited for is known too, and work that is over on the device needs no wait at all.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import DiagnosticError
from periclase.record import MutableRecord
from periclase.runtime.backends.cuda.deferral import Deferral
from periclase.runtime.backends.cuda.driver import CudaError
from periclase.runtime.backends.cuda.events import EventPool
from periclase.runtime.backends.cuda.timing import Clock
from periclase.runtime.backends.cuda.work import CudaManualWork, CudaWork, is_known, is_resolved, must_skip
from periclase.runtime.execution import FAILED_BYTES, Guard, Work
from periclase.runtime.outcome import FAILED, PENDING, SKIPPED

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.graph import CudaGraph, Recording

_LONG: Final = 256
"""Works in flight on a stream from which on the oldest is looked at with each new one, so that memory stays flat even where
nobody asks for outcomes."""


class Pending(MutableRecord):
    """Work that is to be enqueued.

    Attributes:
        work: what was handed out for it.
        waits, guards, timed, count_guards: as in `KernelWork`.
        enqueue: enqueues it on the driver's stream that it is given, with the grid of a dynamic count or None. The context is
            current. It raises a DiagnosticError if nothing was enqueued.
        count_address: of a dynamic count, or 0.
        blocking: whether `enqueue` may wait for the device, so that it must run on the stream's own thread.
        graph: what it runs, if that is a graph, which is not to be destroyed before.
        handed: as in `KernelWork`.
    """

    work: CudaWork
    waits: Sequence[Work]
    guards: Sequence[Guard]
    enqueue: Callable[[Any, tuple[int, int, int] | None], None]
    count_address: int = 0
    timed: bool = False
    blocking: bool = False
    graph: CudaGraph | None = None
    count_guards: Sequence[Guard] = ()
    handed: list[Work] | None = None

    def ready(self) -> bool:
        """Whether it can be enqueued without waiting on the host for others to be enqueued."""
        return all(map(is_resolved, self.waits)) and all(
            is_known(writer) for group in (*self.count_guards, *self.guards) for writer in group
        )

    def skipped_too_soon(self) -> bool:
        """Whether its guards, which are resolved, forbid it, and what it waits for is not over: nobody else waits for that."""
        return (
            bool(self.guards)
            and must_skip(self.guards)
            and any(work.outcome == PENDING for work in self.waits)
        )

    def foreign(self) -> bool:
        """Whether it depends on work that is not ours."""
        return any(
            writer is not FAILED_BYTES and not isinstance(writer, CudaWork | CudaManualWork)
            for group in (self.waits, *self.count_guards, *self.guards)
            for writer in group
        )


class Streams:
    """All streams of a context, and what they share.

    Attributes:
        context: theirs.
        events: the pool.
        clock: of their measurements.
        alive: by id.
    """

    __slots__ = ("_ids", "alive", "clock", "context", "events")

    def __init__(self, context: Context):
        self.context = context
        self.events = EventPool(context)
        self.clock = Clock(context, self.events)
        self.alive: dict[int, CudaStream] = {}
        self._ids = itertools.count(1)

    def create(self, number: int) -> CudaStream:
        """A new stream, which is not ordered with the default stream of others in the process.

        Raises:
            DiagnosticError: the driver refuses.
        """
        with self.context as context:
            flag = context.driver.binding.CUstream_flags.CU_STREAM_NON_BLOCKING
            handle = context.call("cuStreamCreate", int(flag))
        stream = CudaStream(self, next(self._ids), number, handle)
        with context.lock:
            self.alive[stream.id] = stream
        return stream

    def close(self) -> None:
        """Destroy all streams and events. Nothing is pending."""
        for stream in list(self.alive.values()):
            stream.destroy()
            stream.deferral.join()
        self.clock.close()
        self.events.close()


class CudaStream:
    """A stream of the driver, with the numbers of what was enqueued on it.

    Attributes:
        id: its own in the context, never used again.
        number: the runtime's number; negative for a stream of the backend's own.
        handle: the driver's `CUstream`.
        submitted: the number of the last work that was enqueued.
        completed: the highest number of work that is known to be over.
        clock: by the id of another stream, the number up to which its work is over before what comes next here. Replaced,
            never changed: works keep the clock of their time.
        deferral: work that waits on the host before it can be enqueued.
        recording: the capture that takes its work in, or None.
    """

    __slots__ = (
        "_destroyed",
        "_in_flight",
        "clock",
        "completed",
        "context",
        "deferral",
        "handle",
        "id",
        "number",
        "recording",
        "streams",
        "submitted",
        "timeline",
    )

    def __init__(self, streams: Streams, id: int, number: int, handle: Any):
        self.streams = streams
        self.context = streams.context
        self.timeline = streams.clock
        self.id = id
        self.number = number
        self.handle = handle
        self.submitted = 0
        self.completed = 0
        self.clock: dict[int, int] = {}
        self.deferral = Deferral(self)
        self.recording: Recording | None = None
        self._in_flight: deque[CudaWork] = deque()
        self._destroyed = False

    def submit(self, pending: Pending) -> CudaWork:
        """Enqueue work, at once or as soon as that is possible.

        Raises:
            DiagnosticError: it was refused. Nothing was enqueued.
        """
        with self.context.lock:
            self.context.check()
            try:
                if pending.handed is not None:
                    pending.handed.append(pending.work)
                self._take(pending)
            except BaseException:
                # Refused, or left by an exception that was raised into this thread: what runs all the same is waited for.
                work = pending.work
                if not work.resolved and not any(each is pending for each in self.deferral.queue):
                    work.settle(FAILED)
                raise
        return pending.work

    def _take(self, pending: Pending) -> None:
        """Enqueue or defer it. Under the context's lock."""
        if (
            pending.count_address
            or pending.blocking
            or self.deferral.queue
            or ((pending.waits or pending.guards) and not pending.ready())
            or (pending.guards and pending.skipped_too_soon())
        ):
            self.deferral.add(pending)
        else:
            self.enqueue_or_skip(pending, None)

    def idle(self) -> bool:
        """Whether nothing is on it, or waits to be."""
        with self.context.lock:
            flight = self._in_flight
            return not self.deferral.queue and not (flight and flight[-1].outcome == PENDING)

    def enqueue_or_skip(self, pending: Pending, grid: tuple[int, int, int] | None) -> None:
        """Enqueue work that is ready, unless its guards forbid it. Under the context's lock."""
        if pending.guards and must_skip(pending.guards):
            pending.work.settle(SKIPPED)
            return
        with self.context:
            start = self.prepare(pending)
            event = self.streams.events.take(pending.timed)
            try:
                pending.enqueue(self.handle, grid)
                self.follow(pending, event, start)
            except DiagnosticError:
                raise
            except BaseException:
                # Raised into this thread in the middle: it may run, and no event says until when.
                if not pending.work.resolved:
                    self.context.call("cuStreamSynchronize", self.handle)
                raise

    def prepare(self, pending: Pending) -> Any:
        """Let the stream wait for what `pending` waits for; what measures it from here on, or None."""
        for work in pending.waits:
            self._wait_for(work)
        return self.timeline.begin(self.handle) if pending.timed else None

    def follow(self, pending: Pending, event: Any, start: Any) -> None:
        """Record `event` behind what was just enqueued, and number it."""
        try:
            self.context.driver.call("cuEventRecord", event.handle, self.handle)
        except CudaError as error:
            # It runs, and nobody will ever know when it is over.
            self.context.lose(error)
            raise self.context.refusal() from None
        self.submitted += 1
        self._in_flight.append(pending.work)
        pending.work.enqueued(self.submitted, self.clock, event, start)
        self._forget()

    def _forget(self) -> None:
        """Let go of works that are over; the host's part of theirs is done first."""
        flight = self._in_flight
        while flight and (flight[0].over or len(flight) > _LONG) and flight[0].outcome:
            flight.popleft()

    def _wait_for(self, work: Work) -> None:
        if isinstance(work, CudaManualWork):
            for before in work.waits:
                self._wait_for(before)
            return
        if not isinstance(work, CudaWork) or work.over or work.stream is self or work.event is None:
            return
        origin = work.stream
        if self.clock.get(origin.id, 0) >= work.seq:
            return
        self.context.call("cuStreamWaitEvent", self.handle, work.event.handle, 0)
        merged = {**self.clock}
        for id, seq in work.clock.items():
            if seq > merged.get(id, 0):
                merged[id] = seq
        merged[origin.id] = work.seq
        # What is over by now needs no entry, and neither does a stream that is gone.
        alive = self.streams.alive
        self.clock = {
            id: seq
            for id, seq in merged.items()
            if id != self.id and (stream := alive.get(id)) is not None and seq > stream.completed
        }

    def destroy(self) -> None:
        """Give the stream up: what is pending still runs."""
        with self.context.lock:
            if self._destroyed or self.deferral.queue:
                self.deferral.closing = True
                return
            self._destroyed = True
            self.deferral.close()
            self.streams.alive.pop(self.id, None)
            while self._in_flight and self._in_flight[0].outcome:
                self._in_flight.popleft()
            self.context.discard("cuStreamDestroy", self.handle)
