"""Pooled events: one is recorded behind each piece of work, and making one costs more than recording it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from periclase.runtime.endings import Endings

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context


class Event:
    """An event of the driver, which goes back to its pool when nobody holds it any more.

    Others may hold it while they wait, so it is never recorded again under somebody's eyes.
    """

    __slots__ = ("__weakref__", "handle")

    def __init__(self) -> None:
        self.handle: Any = None


class EventPool:
    """The events of a context, of two kinds: those that measure time are slower to record."""

    __slots__ = ("_context", "_plain", "_timing")

    def __init__(self, context: Context):
        self._context = context
        self._plain = Endings[Any]()
        self._timing = Endings[Any]()

    def take(self, timing: bool = False) -> Event:
        """An event that nobody uses. The context is current.

        Raises:
            CudaError: the driver has none.
        """
        pool = self._timing if timing else self._plain
        event = Event()
        try:
            event.handle = pool.renew(event)
            return event
        except IndexError:
            pass
        flags = self._context.driver.binding.CUevent_flags
        flag = flags.CU_EVENT_DEFAULT if timing else flags.CU_EVENT_DISABLE_TIMING
        event.handle = self._context.call("cuEventCreate", int(flag))
        pool.expect(event, event.handle)
        return event

    def close(self) -> None:
        """Destroy the events that nobody uses."""
        for pool in (self._plain, self._timing):
            pool.deal(lambda handle: self._context.discard("cuEventDestroy", handle))
