"""Reads of shared and local memory that nobody has written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.faults import UNINITIALISED, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.memory import Region
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]


class Initialisation:
    """Which bytes of shared and local memory have been written in the wave at work.

    An element counts as written when one of its bytes is: what stands between the fields of a struct is read along with them.
    """

    def __init__(self) -> None:
        self._wave: Wave | None = None
        self._written: dict[str, Array] = {}

    def access(
        self, wave: Wave, region: Region, starts: Array, nbytes: int, reads: bool, threads: Array
    ) -> None:
        """Threads access `nbytes` of a region at `starts`, in bytes from its beginning.

        Raises:
            Fault: one of them reads what nobody has written.
        """
        if wave is not self._wave:
            self._wave = wave
            self._written = {}
        written = self._known(wave, region)
        where = starts[:, None] + np.arange(nbytes)
        if not reads:
            written[where] = True
            return
        fresh = ~written[where].any(axis=1)
        if fresh.any():
            raise Fault(
                UNINITIALISED,
                f"reads {nbytes} byte{'s' if nbytes > 1 else ''} of {region.space} memory that nobody has written",
                int(threads[int(np.argmax(fresh))]),
            )

    def _known(self, wave: Wave, region: Region) -> Array:
        nbytes = len(region.view(np.dtype(np.uint8)))
        known = self._written.get(region.space)
        if known is not None and len(known) == nbytes:
            return known
        found = np.zeros(nbytes, np.bool_)
        if known is not None:  # local memory has grown: each thread's row is longer
            rows = known.reshape(wave.size, -1)
            found.reshape(wave.size, -1)[:, : rows.shape[1]] = rows
        self._written[region.space] = found
        return found
