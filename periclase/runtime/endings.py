"""What objects leave behind when they die, for somebody else to deal with, heard of without any code of Python.

A `__del__` would be such code: Ctrl-C, or whatever else is raised into a thread, may leave it before it has done anything, and
what it was to give back would be gone for good.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar
from weakref import ref

T = TypeVar("T")


class _Ending(ref[object]):
    """A reference to an object; `left` is what it leaves behind. Its callback is a method of C."""

    __slots__ = ("left",)


class Endings(Generic[T]):
    """Objects to be survived. Any thread may call any of this, at any moment.

    Attributes:
        over: empty, as long as nobody has died that was not dealt with.
    """

    __slots__ = ("_awaited", "over")

    def __init__(self) -> None:
        self.over: deque[ref[object]] = deque()
        self._awaited: set[_Ending] = set()

    def expect(self, mortal: object, left: T) -> None:
        """When `mortal` has died, `take` gives `left`."""
        ending = _Ending(mortal, self.over.append)
        ending.left = left
        self._awaited.add(ending)

    def take(self) -> T:
        """What the one has left that died first.

        Raises:
            IndexError: nobody has died that was not dealt with.
        """
        ending = self.over.popleft()
        assert isinstance(ending, _Ending)
        self._awaited.discard(ending)
        return ending.left

    def all(self) -> list[T]:
        """What the living will leave, and what the dead have left that was not taken."""
        return [ending.left for ending in tuple(self._awaited)]
