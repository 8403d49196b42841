"""What objects leave behind when they die, for somebody else to deal with, heard of without any code of Python.

A `__del__` would be such code: Ctrl-C, or whatever else is raised into a thread, may leave it before it has done anything, and
what it was to give back would be gone for good. For the same reason nothing is handed out here and then forgotten: what is dealt
with stays until that is done, and what passes to the next owner does so by one assignment.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import ref

T = TypeVar("T")


class _Left(Generic[T]):
    """What somebody leaves.

    Attributes:
        value: that.
        ending: whose death counts: of the one who has it now. What others leave by the same name is nothing any more.
    """

    __slots__ = ("ending", "value")

    def __init__(self, value: T):
        self.value = value
        self.ending: _Ending | None = None


class _Ending(ref[object]):
    """A reference to an object; `left` is what it leaves behind. Its callback is a method of C."""

    __slots__ = ("left",)
    left: _Left[Any]


class Endings(Generic[T]):
    """Objects to be survived. Any thread may call any of this, at any moment, but for `deal`.

    Attributes:
        over: empty, as long as nobody has died that was not dealt with.
    """

    __slots__ = ("_awaited", "_lock", "over")

    def __init__(self) -> None:
        self.over: deque[ref[object]] = deque()
        self._awaited: set[_Ending] = set()
        # Reentrant: a finaliser may come in while it is held.
        self._lock = threading.RLock()

    def expect(self, mortal: object, left: T) -> None:
        """When `mortal` has died, `left` is what is left."""
        self._pass(_Left(left), mortal)

    def renew(self, mortal: object) -> T:
        """What the one has left that died first: `mortal` has it now, and leaves it again.

        Raises:
            IndexError: nobody has died that was not dealt with.
        """
        with self._lock:
            ending = self._first()
            self._pass(ending.left, mortal)
            self._forget(ending)
            return ending.left.value

    def deal(self, function: Callable[[T], object]) -> None:
        """Call `function` with what the dead have left, in the order of their deaths. By one thread at a time.

        What it is called with is not forgotten before it returns. So if it, or this, is left by an exception, it is called again
        with the same, and has to see what it did then.
        """
        while self.over:
            with self._lock:
                try:
                    ending = self._first()
                except IndexError:
                    return
            function(ending.left.value)
            with self._lock:
                self._forget(ending)

    def all(self) -> list[T]:
        """What the living will leave, and what the dead have left that was not dealt with."""
        return [ending.left.value for ending in tuple(self._awaited) if ending.left.ending is ending]

    def _pass(self, left: _Left[T], mortal: object) -> None:
        """`left` is now what `mortal` leaves. The last assignment decides."""
        ending = _Ending(mortal, self.over.append)
        ending.left = left
        self._awaited.add(ending)
        left.ending = ending

    def _first(self) -> _Ending:
        """The first of the dead who still had something."""
        while True:
            ending = self.over[0]
            assert isinstance(ending, _Ending)
            if ending.left.ending is ending:
                return ending
            self._forget(ending)

    def _forget(self, ending: _Ending) -> None:
        """It is dealt with."""
        self._awaited.discard(ending)
        if self.over and self.over[0] is ending:
            self.over.popleft()
