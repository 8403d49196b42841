"""Which bytes copies are about to write or to read that nobody has waited for.

It is known only where somebody observes accesses. What a program reads of such bytes, and what becomes of what it writes there,
is undefined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.faults import RACE, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.memory import Region
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]


class _Shadow:
    """How many copies are to write and to read each byte of a region, and which instruction was the last to start one."""

    __slots__ = ("instruction", "reads", "region", "writes")

    def __init__(self, region: Region):
        self.region = region  # so that no other has its identity
        nbytes = len(region.view(np.dtype(np.uint8)))
        self.writes, self.reads = np.zeros(nbytes, np.int32), np.zeros(nbytes, np.int32)
        self.instruction = np.zeros(nbytes, np.int32)


class InFlight:
    """That of a wave."""

    def __init__(self, wave: Wave):
        self._wave = wave
        self._is_asked = wave.memory.observer is not None
        self._shadows: dict[int, _Shadow] = {}
        self._instructions: list[Instruction] = []

    def start(self, region: Region, index: Array, nbytes: int, *, writes: bool) -> None:
        """The instruction that is being executed starts to copy elements of a region.

        Args:
            index: which, counted in elements.
            nbytes: of an element.
            writes: whether it writes them; else it reads them.
        """
        if not self._is_asked:
            return
        shadow = self._shadows.get(id(region))
        if shadow is None:
            shadow = self._shadows[id(region)] = _Shadow(region)
        where = _bytes(index * nbytes, nbytes)
        np.add.at(shadow.writes if writes else shadow.reads, where, 1)
        current = self._wave.instruction
        assert current is not None
        if not self._instructions or self._instructions[-1] is not current:
            self._instructions.append(current)
        shadow.instruction[where] = len(self._instructions) - 1

    def end(self, region: Region, index: Array, nbytes: int, *, writes: bool) -> None:
        """They are copied."""
        if self._is_asked:
            shadow = self._shadows[id(region)]
            np.add.at(shadow.writes if writes else shadow.reads, _bytes(index * nbytes, nbytes), -1)

    def check(self, region: Region, starts: Array, nbytes: int, threads: Array, *, writes: bool) -> None:
        """See that an access does not meet a copy.

        Args:
            starts: where each thread begins, in bytes from the region's own beginning.
            nbytes: how many each accesses.
            writes: whether it changes them.

        Raises:
            Fault: it does.
        """
        shadow = self._shadows.get(id(region))
        if shadow is None:
            return
        where = _bytes(starts, nbytes)
        meets = shadow.writes[where] > 0
        if writes:
            meets |= shadow.reads[where] > 0
        if not meets.any():
            return
        first = int(np.argmax(meets))
        copy = self._instructions[int(shadow.instruction[where[first]])]
        does = "writes" if shadow.writes[where[first]] else "reads"
        raise Fault(
            RACE,
            f"{'writes' if writes else 'reads'} {nbytes} byte{'s' if nbytes > 1 else ''} of {region.name or region.space}, "
            "where a copy is going on that nobody has waited for",
            int(threads[first // nbytes]),
            others=((copy, f"the copy that {does} them is started here"),),
        )


def _bytes(starts: Array, nbytes: int) -> Array:
    return (starts[:, None] + np.arange(nbytes)).reshape(-1)
