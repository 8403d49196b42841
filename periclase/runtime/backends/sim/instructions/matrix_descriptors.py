"""Matrices in shared memory that a 64-bit descriptor tells of (PTX ISA, 9.7.15.5.1).

All are made of rows of 16 bytes, eight of which are a "core matrix". Where a core matrix is, the offsets of the descriptor say;
where its rows are, the swizzle says: without, one behind the other; with, 32, 64 or 128 bytes apart, and bits of the address
from the fourth on are changed by those from the seventh on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.instructions.warp_rows import WarpRows
    from periclase.runtime.backends.sim.machine.group import Group

Array = np.ndarray[Any, Any]

_ROW: Final = 16
"""Bytes."""

_PITCHES: Final = np.array([16, 128, 64, 32], np.uint64)
"""How far apart the rows of a core matrix are, by the number of the swizzle."""


class Descriptors(NamedTuple):
    """Those of some warps, one each; numbers of bytes.

    Attributes:
        start: the address.
        leading, stride: the two offsets, as the descriptor names them.
        swizzle: its number: 0 for none, 1 for 128 bytes, 2 for 64, 3 for 32.
    """

    start: Array
    leading: Array
    stride: Array
    swizzle: Array

    def rows_along_k(self, outer: Array, inner: Array) -> Array:
        """The addresses of rows of 16 bytes of a matrix whose elements along `k` are neighbours, by warp and row.

        Args:
            outer: the index along `m` or `n`.
            inner: how many times 16 bytes along `k`.
        """
        outer, inner = outer.astype(np.uint64), inner.astype(np.uint64)
        pitch = _PITCHES[self.swizzle][:, None]
        along = np.where(self.swizzle == 0, self.leading, np.uint64(_ROW))[:, None]
        return self._swizzled(outer // 8 * self.stride[:, None] + outer % 8 * pitch + inner * along)

    def rows_across_k(self, outer: Array, inner: Array) -> Array:
        """The addresses of rows of 16 bytes of a matrix whose elements along `m` or `n` are neighbours, by warp and row.

        Args:
            outer: how many times 16 bytes along `m` or `n`.
            inner: the index along `k`.
        """
        outer, inner = outer.astype(np.uint64), inner.astype(np.uint64)
        pitch = _PITCHES[self.swizzle][:, None]
        # Rows of one index along `k` that stand side by side: with a swizzle as many as fill its width.
        beside = pitch // np.uint64(_ROW)
        plain = (self.swizzle == 0)[:, None]
        outwards = np.where(plain, self.stride[:, None], self.leading[:, None])
        inwards = np.where(plain, self.leading[:, None], self.stride[:, None])
        return self._swizzled(
            outer % beside * np.uint64(_ROW)
            + outer // beside * outwards
            + inner % 8 * pitch
            + inner // 8 * inwards
        )

    def _swizzled(self, offsets: Array) -> Array:
        addresses = self.start[:, None] + offsets
        bits = np.array([0, 7, 3, 1], np.uint64)[self.swizzle][:, None]
        return addresses ^ (addresses >> np.uint64(7) & bits) << np.uint64(4)


def descriptors(group: Group, rows: WarpRows, values: Array) -> Descriptors:
    """What the descriptors of a group's warps say.

    Args:
        values: one a thread, or one for all.

    Raises:
        Fault: the lanes of a warp have different ones, or one names a base offset, which is not simulated.
    """
    found = rows.spread(values)
    different = (found != found[:, :1]).any(axis=1)
    if different.any():
        raise Fault(
            UNDEFINED,
            "has another descriptor of a matrix than other lanes of its warp",
            int(group.threads[int(np.argmax(different)) * 32]),
        )
    words = found[:, 0].astype(np.uint64)
    if (words >> np.uint64(49) & np.uint64(7)).any():
        raise Fault(
            UNDEFINED,
            "has a descriptor of a matrix with a base offset, which the simulator does not know",
            int(group.threads[0]),
        )

    def field(shift: int) -> Array:
        return (words >> np.uint64(shift) & np.uint64(0x3FFF)) << np.uint64(4)

    return Descriptors(field(0), field(16), field(32), (words >> np.uint64(62)).astype(np.int64))
