"""Which elements of a matrix the registers of a lane hold (PTX ISA, 9.7.14.5, "Matrix Fragments").

All layouts but those of accumulators are one: four lanes in a row hold a part of a row of `a`, or of a column of `b`, that takes
128 bits (256 of 64-bit elements), a register each. With more rows than eight, the next register has the row eight further on;
with longer rows, those behind them the next part.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from periclase.runtime.backends.sim.instructions.warp_rows import LANES

Array = np.ndarray[Any, Any]

_LANE: Final = np.arange(LANES)
_GROUP: Final = _LANE // 4
_PLACE: Final = _LANE % 4


class Fragment(NamedTuple):
    """Where the elements of registers belong; arrays by lane, register and place in the register.

    Attributes:
        rows, columns: of each element in its matrix.
        shape: of the matrix.
    """

    rows: Array
    columns: Array
    shape: tuple[int, int]

    @property
    def registers(self) -> int:
        """How many registers a lane has."""
        return self.rows.shape[1]

    def matrix(self, elements: Array) -> Array:
        """The matrices of elements by warp, lane, register and place."""
        found = np.empty((len(elements), *self.shape), elements.dtype)
        found[:, self.rows, self.columns] = elements
        return found

    def elements(self, matrices: Array) -> Array:
        """The elements of matrices, by warp, lane, register and place."""
        return matrices[:, self.rows, self.columns]


def left(rows: int, columns: int, bits: int) -> Fragment:
    """That of `a`, of 8 or 16 rows."""
    packed = max(32 // bits, 1)
    parts, halves = columns // (4 * packed), rows // 8
    lane, register, place = np.meshgrid(_LANE, np.arange(parts * halves), np.arange(packed), indexing="ij")
    return Fragment(
        lane // 4 + 8 * (register % halves),
        register // halves * 4 * packed + lane % 4 * packed + place,
        (rows, columns),
    )


def right(rows: int, columns: int, bits: int) -> Fragment:
    """That of `b`, of 8 columns."""
    turned = left(columns, rows, bits)
    return Fragment(turned.columns, turned.rows, (rows, columns))


def sums(rows: int, columns: int, packed: int = 1) -> Fragment:
    """That of `c` and `d`: a lane has two neighbours in each of its rows.

    Args:
        packed: how many sums a register holds: two of 16 bits.
    """
    lane, register, place = np.meshgrid(
        _LANE, np.arange(rows * columns // LANES // packed), np.arange(packed), indexing="ij"
    )
    number = register * packed + place
    halves = rows // 8
    return Fragment(
        lane // 4 + 8 * (number // 2 % halves),
        lane % 4 * 2 + number % 2 + 8 * (number // 2 // halves),
        (rows, columns),
    )
