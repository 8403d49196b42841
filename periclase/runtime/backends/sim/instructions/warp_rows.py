"""The threads of a group as rows of 32 lanes, one row a warp: what instructions of a whole warp compute with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group

Array = np.ndarray[Any, Any]

LANES: Final = 32
"""Threads of a warp."""

BITS: Final = np.uint32(1) << np.arange(LANES, dtype=np.uint32)
"""The bit of each lane in a mask."""


class WarpRows:
    """Where the threads of a group stand in the rows.

    Attributes:
        number: how many warps there are.
        whole: whether all lanes of all of them are in the group.
    """

    __slots__ = ("_group", "_lanes", "_rows", "number", "whole")

    def __init__(self, group: Group):
        self._group = group
        lanes = group.lanes
        self.whole = group.size % LANES == 0 and bool((lanes.reshape(-1, LANES) == _ALL).all())
        self._lanes: Array | None = None
        self._rows: Array | None = None
        if self.whole:
            self.number = group.size // LANES
        else:
            warps, self._rows = np.unique(group.warps, return_inverse=True)
            self._lanes = lanes
            self.number = len(warps)

    @property
    def present(self) -> Array:
        """Which lanes of each warp are in the group."""
        if self.whole:
            return np.ones((self.number, LANES), np.bool_)
        found = np.zeros((self.number, LANES), np.bool_)
        found[self._rows, self._lanes] = True
        return found

    def spread(self, values: Array, absent: Any = 0) -> Array:
        """Values, one a thread of the group or one for all, by warp and lane; lanes that are not in the group get `absent`."""
        if len(values) != self._group.size:
            values = np.broadcast_to(values, (self._group.size, *values.shape[1:]))
        if self.whole:
            return values.reshape(self.number, LANES, *values.shape[1:])
        found = np.full((self.number, LANES, *values.shape[1:]), absent, values.dtype)
        found[self._rows, self._lanes] = values
        return found

    def gather(self, values: Array) -> Array:
        """Of values by warp and lane those of the threads of the group."""
        if self.whole:
            return np.ascontiguousarray(values).reshape(self._group.size, *values.shape[2:])
        return values[self._rows, self._lanes]

    def need_all(self) -> None:
        """All lanes must be there.

        Raises:
            Fault: some are not: they have ended, or never were. What the instruction does then is undefined (PTX ISA, 9.7.14).
        """
        if self.whole:
            return
        present = self.present
        row = int(np.argmin(present.all(axis=1)))
        raise Fault(
            UNDEFINED,
            f"is in a warp of which only {int(present[row].sum())} of {LANES} lanes are there: others have ended, or the block "
            "has no more threads",
            int(self._group.threads[np.argmax(self._rows == row)]),
        )


def members(rows: WarpRows, masks: Array) -> Array:
    """Which lanes each lane's member mask names: by warp, lane that asks, lane that is named. Only lanes that are there count."""
    of_lane = rows.spread(masks)[:, :, None] & BITS
    return (of_lane != 0) & rows.present[:, None, :]


_ALL: Final = np.arange(LANES)
