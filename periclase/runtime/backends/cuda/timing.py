"""Device time as seconds of the host's clock, so that what ran can be compared with when it was asked for.

The driver only tells the time between two events, in single precision. So work that is measured has an event before and one
behind it, and its times are told from an *anchor*: an event on a stream of its own that was reached while the host looked at
its clock. Nothing of this happens unless somebody asks for times.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.events import Event, EventPool

_STRIDE_SECONDS: Final = 4.0
"""How old an anchor gets. A float32 of 4000 ms still resolves a quarter of a microsecond, which is finer than the driver's clock;
and two clocks that differ by twenty millionths are apart by less than a tenth of a millisecond."""

_LOOKS: Final = 3
"""How often the host looks, for the anchor that it was the quickest to see: some ten microseconds each."""

_PATIENCE_SECONDS: Final = 2e-3
"""How long it looks at most. The anchor's stream is idle, but the GPU may serve it behind a long kernel of another one."""

_PAUSE_SECONDS: Final = 0.25
"""How long it does not look again after that: launches are not to be held up each by a busy GPU."""


class Anchor:
    """An event, and the host's time when it was reached.

    Attributes:
        event: a timing event.
        seconds: of `time.perf_counter`.
        doubt: seconds by which that may be wrong.
    """

    __slots__ = ("doubt", "event", "seconds")

    def __init__(self, event: Event, seconds: float, doubt: float):
        self.event = event
        self.seconds = seconds
        self.doubt = doubt


class Begun:
    """Work that is being measured.

    Attributes:
        anchor: what its times are told from; None where the GPU was too busy to be looked at, and never had been before.
        event: recorded right before it.
    """

    __slots__ = ("anchor", "event")

    def __init__(self, anchor: Anchor | None, event: Event):
        self.anchor = anchor
        self.event = event


class Clock:
    """Tells when work ran, in seconds of `time.perf_counter`. The context's lock is held around all calls."""

    __slots__ = ("_again", "_anchor", "_context", "_events", "_in_vain_until", "_stream")

    def __init__(self, context: Context, events: EventPool):
        self._context = context
        self._events = events
        self._anchor: Anchor | None = None
        self._again = self._in_vain_until = 0.0
        self._stream: Any = None

    def begin(self, handle: Any) -> Begun:
        """Measure what is enqueued next on the driver's stream `handle`. The context is current.

        Raises:
            DiagnosticError: the driver fails.
        """
        anchor = self._anchor
        due = self._again if anchor is None else max(anchor.seconds + _STRIDE_SECONDS, self._again)
        if time.perf_counter() > due:
            anchor = self._anchor = self._look(anchor)
        event = self._events.take(True)
        self._context.call("cuEventRecord", event.handle, handle)
        return Begun(anchor, event)

    def interval(self, begun: Begun, end: Event) -> tuple[float, float] | None:
        """When the work began and ended that has `end` behind it, and is over; None if the driver does not tell."""
        try:
            with self._context as context:
                began = self._began(context, begun)
                if began is None:
                    return None
                length = context.call("cuEventElapsedTime", begun.event.handle, end.handle) / 1000
        except DiagnosticError:
            return None
        return began, began + length

    def _began(self, context: Context, begun: Begun) -> float | None:
        def between(start: Event, end: Event) -> float:
            return context.call("cuEventElapsedTime", start.handle, end.handle) / 1000

        if begun.anchor is not None:
            return begun.anchor.seconds + between(begun.anchor.event, begun.event)
        # What comes behind it will do as well, now that it is over.
        if time.perf_counter() < self._in_vain_until:
            return None
        later = self._anchor = self._look(self._anchor)
        if later is None:
            self._in_vain_until = self._again
            return None
        return later.seconds - between(begun.event, later.event)

    def close(self) -> None:
        """Let go of the anchor and its stream."""
        self._anchor = None
        if self._stream is not None:
            self._context.discard("cuStreamDestroy", self._stream)
            self._stream = None

    def _look(self, before: Anchor | None) -> Anchor | None:
        """A new anchor; the one before where the GPU is too busy to be looked at, for that one is still good enough. When an
        event of now will be reached is nothing that one could tell times from."""
        if self._stream is None:
            flag = self._context.driver.binding.CUstream_flags.CU_STREAM_NON_BLOCKING
            self._stream = self._context.call("cuStreamCreate", int(flag))
        best: Anchor | None = None
        for _ in range(_LOOKS):
            event = self._events.take(True)
            asked = time.perf_counter()
            self._context.call("cuEventRecord", event.handle, self._stream)
            while True:
                over = self._context.is_over(event.handle)
                seen = time.perf_counter()
                if over or seen - asked > _PATIENCE_SECONDS or self._context.cause is not None:
                    break
            if not over:
                self._again = seen + _PAUSE_SECONDS
                return best or before
            doubt = (seen - asked) / 2
            if best is None or doubt < best.doubt:
                best = Anchor(event, asked + doubt, doubt)
        assert best is not None
        return best
