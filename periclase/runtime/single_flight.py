"""Work that several threads ask for at once, and only one of them does."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


class _Flight(Generic[T]):
    """One call: whoever holds `seat` makes it, and leaves the `outcome`; None where nobody has come to the end of it yet.

    A lock in a `with`, since that is let go of whatever is raised into the thread, wherever it comes.
    """

    __slots__ = ("outcome", "owner", "seat")

    def __init__(self) -> None:
        self.seat = threading.Lock()
        self.outcome: tuple[T] | Exception | None = None
        self.owner: int | None = None


class SingleFlight(Generic[T]):
    """Calls by key: who asks while another thread is at it waits for that one's result, or gets its very exception.

    Nothing is kept once a call is over: that is a cache's job. A call that is torn down (Ctrl-C in its thread) is nobody
    else's: one of those that waited does it instead. Waiting can be interrupted.
    """

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[T]] = {}
        _live.add(self)

    def after_fork(self) -> None:
        """In a forked child: the other threads, which were at something, are not there."""
        own = threading.get_ident()
        self._flights = {key: flight for key, flight in self._flights.items() if flight.owner == own}

    def do(self, key: Hashable, function: Callable[[], T]) -> T:
        """`function()`, or what another thread's call for `key`, under way now, gives.

        Raises:
            RuntimeError: `function` itself asked for `key` again.
            Exception: whatever the call raised; the same object for all who waited.
        """
        thread = threading.get_ident()
        flight = self._flights.setdefault(key, _Flight())
        if flight.owner == thread:
            raise RuntimeError(f"the making of {key!r} asks for its own result")
        with flight.seat:
            outcome = flight.outcome
            if outcome is None:
                return self._fly(key, flight, thread, function)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome[0]

    def _fly(self, key: Hashable, flight: _Flight[T], thread: int, function: Callable[[], T]) -> T:
        """Make the call, or make it anew where it was torn down: then it is still to be found."""
        flight.owner = thread
        try:
            result = function()
            self._forget(key, flight)
            flight.outcome = (result,)
        except Exception as error:
            self._forget(key, flight)
            flight.outcome = error
            raise
        finally:
            flight.owner = None
        return result

    def _forget(self, key: Hashable, flight: _Flight[T]) -> None:
        """Before it has an outcome: nobody who comes later is to find that."""
        if self._flights.get(key) is flight:
            self._flights.pop(key, None)


_live: WeakSet[SingleFlight[Any]] = WeakSet()


def _after_fork() -> None:
    for flights in list(_live):
        flights.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
