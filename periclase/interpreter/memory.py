"""Memory: allocations that know their bytes, their name and whether they live.

Each allocation has 2³⁶ addresses to itself, so that an address out of bounds never falls into another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from periclase.interpreter.failure import Undefined
from periclase.interpreter.values import Bytes

_SHIFT = 36
_MASK = (1 << _SHIFT) - 1


@dataclass(eq=False)
class Allocation:
    """A run of bytes at `base`; `None` is a byte that was never written."""

    name: str
    base: int
    data: list[int | None] = field(repr=False)
    writable: bool = True
    alive: bool = True

    def content(self) -> bytes:
        """All its bytes, those never written as 0."""
        return bytes(byte or 0 for byte in self.data)


class Memory:
    """All allocations of a run."""

    def __init__(self) -> None:
        self._allocations: list[Allocation] = []

    def allocate(self, name: str, data: Bytes | bytes, writable: bool = True) -> Allocation:
        """A new allocation that holds `data`."""
        made = Allocation(name, (len(self._allocations) + 1) << _SHIFT, list(data), writable)
        self._allocations.append(made)
        return made

    def _find(self, address: int, size: int, align: int) -> tuple[Allocation, int]:
        number, offset = (address >> _SHIFT) - 1, address & _MASK
        if not 0 <= number < len(self._allocations):
            raise Undefined(
                f"an access of {size} bytes through the pointer {address:#x}, which points nowhere"
            )
        found = self._allocations[number]
        if offset + size > len(found.data):
            raise Undefined(
                f"an access of {size} bytes at byte {offset} of `{found.name}`, which has {len(found.data)} bytes"
            )
        if not found.alive:
            raise Undefined(f"an access of `{found.name}`, whose life is over")
        if offset % align:
            raise Undefined(
                f"an access at byte {offset} of `{found.name}`, which is not aligned to {align} bytes"
            )
        return found, offset

    def load(self, address: int, size: int, align: int = 1) -> Bytes:
        """The `size` bytes at `address`.

        Raises:
            Undefined: out of bounds, misaligned, or of an allocation that lives no more.
        """
        if not size:
            return ()
        found, offset = self._find(address, size, align)
        return tuple(found.data[offset : offset + size])

    def store(self, address: int, data: Bytes, align: int = 1) -> None:
        """Put `data` at `address`.

        Raises:
            Undefined: as `load`, or the allocation can not be written.
        """
        if not data:
            return
        found, offset = self._find(address, len(data), align)
        if not found.writable:
            raise Undefined(f"a write to `{found.name}`, which is constant")
        found.data[offset : offset + len(data)] = data


__all__ = ["Allocation", "Memory"]
