"""Work that several threads ask for at once, and only one of them does."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


class _Flight(Generic[T]):
    """One call under way. `outcome` is set before `landed`; it is None where the call was torn down."""

    __slots__ = ("landed", "outcome", "owner")

    def __init__(self) -> None:
        self.landed = threading.Event()
        self.outcome: tuple[T] | Exception | None = None
        self.owner = threading.get_ident()


class SingleFlight(Generic[T]):
    """Calls by key: who asks while another thread is at it waits for that one's result, or gets its very exception.

    Nothing is kept once a call is over: that is a cache's job. A call that is torn down (Ctrl-C in its thread) is nobody
    else's: one of those that waited does it instead. Waiting can be interrupted.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flights: dict[Hashable, _Flight[T]] = {}
        _live.add(self)

    def after_fork(self) -> None:
        """In a forked child: the other threads, which were at something or held the lock, are not there."""
        self._lock = threading.Lock()
        own = threading.get_ident()
        self._flights = {key: flight for key, flight in self._flights.items() if flight.owner == own}

    def do(self, key: Hashable, function: Callable[[], T]) -> T:
        """`function()`, or what another thread's call for `key`, under way now, gives.

        Raises:
            RuntimeError: `function` itself asked for `key` again.
            Exception: whatever the call raised; the same object for all who waited.
        """
        while True:
            with self._lock:
                flight = self._flights.get(key)
                if flight is None:
                    own = self._flights[key] = _Flight[T]()
            if flight is None:
                return self._fly(key, own, function)  # pyright: ignore[reportPossiblyUnboundVariable]
            if flight.owner == threading.get_ident():
                raise RuntimeError(f"the making of {key!r} asks for its own result")
            flight.landed.wait()
            outcome = flight.outcome
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is not None:
                return outcome[0]

    def _fly(self, key: Hashable, flight: _Flight[T], function: Callable[[], T]) -> T:
        try:
            result = function()
            flight.outcome = (result,)
        except Exception as error:
            flight.outcome = error
            raise
        finally:
            with self._lock:
                del self._flights[key]
            flight.landed.set()
        return result


_live: WeakSet[SingleFlight[Any]] = WeakSet()


def _after_fork() -> None:
    for flights in list(_live):
        flights.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
