"""All checks of the accesses of one launch, as an observer of its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.checks.initialisation import Initialisation
from periclase.runtime.backends.sim.checks.order import Order
from periclase.runtime.backends.sim.checks.races import Races
from periclase.runtime.backends.sim.machine.in_flight import InFlight
from periclase.runtime.backends.sim.machine.memory import ATOMIC, READ

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.memory import Cells
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]

_STRONG = frozenset(("volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"))
"""What makes an access one that others may be ordered by, and no data race (PTX ISA, 8.6)."""


class AccessChecks:
    """Looks for races and for reads of what nobody wrote; `machine.memory.Observer`. One for a launch, over all of its waves."""

    def __init__(self) -> None:
        self._order = Order()
        self._races = Races(self._order)
        self._initialisation = Initialisation()

    def access(
        self, group: Group, cells: Cells, nbytes: int, access: str, values: Array | None = None
    ) -> None:
        """See `Observer`.

        Raises:
            Fault: the access is a race, or reads what nobody wrote.
        """
        space = cells.region.space
        if space == "param":
            return
        wave = group.wave
        current = wave.instruction
        assert current is not None
        threads = group.threads[cells.positions]
        # A wait for a barrier object reads it, and acquires what was released there, whatever its words.
        strong = access is ATOMIC or current.opcode == "mbarrier" or not _STRONG.isdisjoint(current.modifiers)
        starts = cells.index * nbytes
        wave.part(InFlight).check(cells.region, starts, nbytes, threads, writes=access is not READ)
        if space != "global":
            self._initialisation.access(wave, cells.region, starts, nbytes, access is READ, threads)
        if space == "local":
            return
        self._races.access(wave, cells.region, starts, nbytes, access is not READ, strong, threads, values)
        if strong:
            self._order.strong(wave, threads)

    def warps_met(self, wave: Wave, threads: Array) -> None:
        """See `Observer`."""
        self._order.warps_met(wave, threads)

    def warps_spoke(self, wave: Wave, threads: Array) -> None:
        """See `Observer`."""
        self._order.warps_spoke(wave, threads)

    def blocks_met(self, wave: Wave, blocks: Array) -> None:
        """See `Observer`."""
        self._order.blocks_met(wave, blocks)

    def clusters_met(self, wave: Wave, blocks: Array) -> None:
        """See `Observer`."""
        self._order.clusters_met(wave, blocks)
