"""What objects leave behind when they die, for somebody else to deal with, heard of without any code of Python.

A `__del__` would be such code: Ctrl-C, or whatever else is raised into a thread, may leave it before it has done anything, and
what it was to give back would be gone for good. For the same reason nothing is handed out here and then forgotten: what is dealt
with stays until that is done, and what passes to the next owner does so by one assignment.

And what is to be done when the process ends: `at_the_very_end`.
"""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import ref

T = TypeVar("T")


class _Ending(ref[object]):
    """A reference to an object. Its callback is a method of C.

    Attributes:
        left: what the object leaves behind.
        origin: the ending of the one who had that before, until it has passed to this object.
        heir: the ending of the one who has it now.
    """

    __slots__ = ("heir", "left", "origin")
    left: Any
    origin: _Ending | None
    heir: _Ending | None

    def counts(self) -> bool:
        """Whether the object leaves something when it dies: it has it, and nobody else."""
        # Without an heir of its own, not even None, it was not made to the end.
        return getattr(self, "heir", self) is None and (self.origin is None or self.origin.heir is self)


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
        ending = _Ending(mortal, self.over.append)
        ending.left, ending.origin, ending.heir = left, None, None
        self._awaited.add(ending)

    def renew(self, mortal: object) -> T:
        """What the one has left that died first: `mortal` has it now, and leaves it again.

        Raises:
            IndexError: nobody has died that was not dealt with.
        """
        with self._lock:
            ending = self._first()
            heir = _Ending(mortal, self.over.append)
            heir.left, heir.origin, heir.heir = ending.left, ending, None
            self._awaited.add(heir)
            ending.heir = heir  # this decides whose it is
            heir.origin = None
            self._forget(ending)
        return heir.left

    def deal(self, function: Callable[[T], object]) -> None:
        """Call `function` with what the dead have left, in the order of their deaths. By one thread at a time.

        What it is called with is not forgotten before it returns. So if it, or this, is left by an exception, it is called again
        with the same, and has to see what it did then.
        """
        while self.over:
            ending = self.over[0]
            assert isinstance(ending, _Ending)
            if ending.counts():
                function(ending.left)
            self._forget(ending)

    def all(self) -> list[T]:
        """What the living will leave, and what the dead have left that was not dealt with."""
        return [ending.left for ending in tuple(self._awaited) if ending.counts()]

    def _first(self) -> _Ending:
        """The first of the dead who leaves something."""
        while True:
            ending = self.over[0]
            assert isinstance(ending, _Ending)
            if ending.counts():
                return ending
            self._forget(ending)

    def _forget(self, ending: _Ending) -> None:
        """It is dealt with."""
        try:  # noqa: SIM105
            self._awaited.discard(ending)
        except TypeError:
            pass  # it was not made to the end, and is not in there: it was never asked for its hash
        if self.over and self.over[0] is ending:
            self.over.popleft()


_last: list[Callable[[], object]] = []


def at_the_very_end(function: Callable[[], object]) -> Callable[[], object]:
    """Have `function` called when the process ends, behind the devices (`device_state`), which wait for what is under way.

    `atexit` by itself would call it before, if its module was imported later than theirs.
    """
    _last.append(function)
    return function


@atexit.register
def _run_last() -> None:
    for function in _last:
        function()
