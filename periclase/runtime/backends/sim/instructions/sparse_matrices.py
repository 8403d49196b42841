"""Matrices of which half is zero and not stored (PTX ISA, 9.7.14.6.1, 9.7.14.6.2).

Of four neighbours two are stored, and metadata of four bits says which; of neighbours of four bits a pair counts as one, and of
`tf32` each counts as two, of which both or none are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Immediate

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.instructions.warp_rows import WarpRows
    from periclase.runtime.backends.sim.machine.decoder import Decoder, Read
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.ptx.syntax import Operand

Array = np.ndarray[Any, Any]

_ROWS: Final = 16
_CHUNK: Final = 4
"""Neighbours of which two are stored; also the bits of metadata for them."""


class Sparsity(Record):
    """Where the stored elements of `a` belong.

    Attributes:
        unit: how many elements count as one; 0: an element counts as two.
        ordered: whether those of a chunk must be in ascending order.
        lanes: which lane has the metadata of a chunk, by row and chunk.
        shifts: where it stands in the register.
        metadata: gives the register.
    """

    unit: int
    ordered: bool
    lanes: Array
    shifts: Array
    metadata: Read

    def spread(self, group: Group, rows: WarpRows, stored: Array) -> Array:
        """All elements, with zeros where none was stored.

        Args:
            stored: by warp, row and column.

        Raises:
            Fault: the metadata is none.
        """
        words = rows.spread(self.metadata(group))
        codes = (words[:, self.lanes] >> self.shifts & np.uint32(15)).astype(np.int64)
        first, second = codes & 3, codes >> 2
        number, chunks = len(stored), codes.shape[2]
        if self.unit == 0:
            self._check(group, (codes == 0b0100) | (codes == 0b1110), codes)
            whole = np.zeros((number, _ROWS, chunks, 2), stored.dtype)
            np.put_along_axis(whole, first[..., None] // 2, stored.reshape(number, _ROWS, chunks, 1), axis=3)
            return whole.reshape(number, _ROWS, -1)
        self._check(group, first < second if self.ordered else first != second, codes)
        whole = np.zeros((number, _ROWS, chunks, _CHUNK, self.unit), stored.dtype)
        places = np.stack((first, second), axis=-1)[..., None]
        pairs = stored.reshape(number, _ROWS, chunks, 2, self.unit)
        np.put_along_axis(whole, np.broadcast_to(places, pairs.shape), pairs, axis=3)
        return whole.reshape(number, _ROWS, -1)

    def _check(self, group: Group, good: Array, codes: Array) -> None:
        if good.all():
            return
        warp, row, chunk = np.argwhere(~good)[0]
        raise Fault(
            UNDEFINED,
            f"has metadata {int(codes[warp, row, chunk]):#06b} for chunk {int(chunk)} of row {int(row)}, which "
            + ("is not in ascending order" if self.ordered and self.unit else "means nothing"),
            int(group.threads[warp * 32 + self.lanes[row, chunk]]),
        )


def decode_sparsity(
    k: int, kind: str, bits: int, ordered: bool, operands: Sequence[Operand], decoder: Decoder
) -> Sparsity:
    """What the operands say of the zeros of `a`.

    Args:
        k: columns of `a`.
        kind, bits: of its elements.
        operands: the metadata, and which lanes of four have it.
    """
    if len(operands) != 2 or not isinstance(operands[1], Immediate):
        decoder.refuse("it has no metadata and constant selector")
    selector = operands[1].value
    unit = 0 if kind == "tf32" else 2 if bits == 4 else 1
    chunks = k // 2 if unit == 0 else k // (_CHUNK * unit)
    row, chunk = np.meshgrid(np.arange(_ROWS), np.arange(chunks), indexing="ij")
    if bits >= 16:
        # A register has four chunks of a row, and above them those of the row eight further on.
        place, shifts = chunk // 4, chunk % 4 * 4 + row // 8 * 16
        needed = chunks // 4
    else:
        # A register has eight chunks of a row.
        place, shifts = row // 8 + chunk // 8 * 2, chunk % 8 * 4
        needed = chunks // 8 * 2
    if not 0 <= selector < 4 // needed:
        decoder.refuse(f"the selector {selector} is none of {4 // needed}")
    return Sparsity(
        unit,
        ordered,
        row % 8 * 4 + selector * needed + place,
        shifts.astype(np.uint32),
        decoder.read(operands[0], DTYPES["b32"]),
    )
