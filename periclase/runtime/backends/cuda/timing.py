"""Device time as seconds of one clock: the driver only tells the time between two events, in single precision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.events import Event

_STRIDE_SECONDS = 8.0
"""How far an event may be from the anchor: a float32 of 8000 ms still resolves half a microsecond, as the driver's clock does."""


class Clock:
    """Seconds since the first measurement in a context. The context's lock is held around all calls.

    Times are told from an anchor: an event whose own time is known in double precision. It moves on with what is measured.
    """

    __slots__ = ("_anchor", "_context", "_seconds")

    def __init__(self, context: Context):
        self._context = context
        self._anchor: Event | None = None
        self._seconds = 0.0

    def interval(self, start: Event, end: Event) -> tuple[float, float] | None:
        """When two timing events, both over, were reached; None if the driver does not tell."""
        try:
            with self._context as context:
                if self._anchor is None:
                    self._anchor = start
                began = (
                    self._seconds
                    + context.call("cuEventElapsedTime", self._anchor.handle, start.handle) / 1000
                )
                length = context.call("cuEventElapsedTime", start.handle, end.handle) / 1000
        except DiagnosticError:
            return None
        if began - self._seconds > _STRIDE_SECONDS:
            self._anchor, self._seconds = start, began
        return began, began + length

    def close(self) -> None:
        """Let go of the anchor: the next measurement is the first of a new clock."""
        self._anchor = None
