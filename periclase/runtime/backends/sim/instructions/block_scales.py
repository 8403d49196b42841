"""Factors of which each block of a row, or column, has a scale (PTX ISA, 9.7.14.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record
from periclase.runtime.backends.sim.instructions.matrix_elements import SCALES
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.instructions.matrix_elements import Format
    from periclase.runtime.backends.sim.instructions.warp_rows import WarpRows
    from periclase.runtime.backends.sim.machine.decoder import Decoder, Read
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.ptx.syntax import Operand

Array = np.ndarray[Any, Any]

_KNOWN: Final = {
    ("mxf8f6f4", "ue8m0"): ("1X",),
    ("mxf4", "ue8m0"): ("2X",),
    ("mxf4nvf4", "ue8m0"): ("2X", "4X"),
    ("mxf4nvf4", "ue4m3"): ("4X",),
}
"""How many scales a row can have, of each kind and type of scales."""

_ROW: Final = np.arange(16)
_LEFT_LANES: Final = _ROW % 8 * 4 + _ROW // 8
_RIGHT_LANES: Final = np.arange(8) * 4


class _Scales(Record):
    """The scales of one factor.

    Attributes:
        number: of each row or column.
        form: their type.
        lanes: which lane has those of each, where the first of four, or of two pairs, is asked for.
        step: how many lanes further on the next are.
        data: gives the register.
        byte, thread: give the numbers of the first byte and of the lane.
    """

    number: int
    form: Format
    lanes: Array
    step: int
    data: Read
    byte: Read
    thread: Read

    def values(self, group: Group, rows: WarpRows) -> Array:
        """By warp, row or column, and block.

        Raises:
            Fault: there is no such byte or lane.
        """
        byte = self._selector(group, rows, self.byte, range(0, 4, self.number), "byte")
        thread = self._selector(group, rows, self.thread, range(4 // self.step), "thread")
        words = rows.spread(self.data(group))
        registers = np.take_along_axis(words, self.lanes + thread[:, None] * self.step, axis=1)
        shifts = ((byte[:, None] + np.arange(self.number)) * 8).astype(np.uint32)
        return self.form.values(registers[:, :, None] >> shifts[:, None, :] & np.uint32(255))

    def _selector(self, group: Group, rows: WarpRows, read: Read, allowed: range, what: str) -> Array:
        values = rows.spread(read(group)).astype(np.int64)
        good = (values == values[:, :1]) & (values < allowed.stop) & (values % allowed.step == 0)
        if not good.all():
            first = int(np.argmin(rows.gather(good)))
            raise Fault(
                UNDEFINED,
                f"takes its scales from {what} {int(rows.gather(values)[first])}, where the warp must agree on one of "
                f"{', '.join(map(str, allowed))}",
                int(group.threads[first]),
            )
        return values[:, 0]


class BlockScales(Record):
    """The scales of both factors."""

    left: _Scales
    right: _Scales

    def apply(self, group: Group, rows: WarpRows, left: Array, right: Array) -> tuple[Array, Array]:
        """The factors, by warp, row and column, times their scales."""
        width = left.shape[2] // self.left.number
        of_rows = np.repeat(self.left.values(group, rows), width, axis=2)
        of_columns = np.repeat(self.right.values(group, rows), width, axis=2)
        return left * of_rows, right * of_columns.swapaxes(1, 2)


def decode_scales(
    kind: str, form: str, number: str, operands: Sequence[Operand], decoder: Decoder
) -> BlockScales:
    """What the operands say of scales.

    Args:
        kind: of the product.
        form: the type of scales.
        number: how many each row has, as written; empty: as many as is usual.
        operands: for `a` and `b` each, a register with scales, and the numbers of its first byte and of the lane.
    """
    known = _KNOWN.get((kind, form), ())
    if not number and kind != "mxf4nvf4":
        number = known[0] if known else ""
    if number not in known:
        decoder.refuse(f"{kind} has no {number or 'such'} scales of {form}")
    if len(operands) != 4:
        decoder.refuse("it has no scales and selectors for both factors")
    data_a, choice_a, data_b, choice_b = operands
    return BlockScales(
        _decode(number, form, data_a, choice_a, _LEFT_LANES, 2, decoder),
        _decode(number, form, data_b, choice_b, _RIGHT_LANES, 1, decoder),
    )


def _decode(
    number: str, form: str, data: Operand, choice: Operand, lanes: Array, step: int, decoder: Decoder
) -> _Scales:
    if not isinstance(choice, Vector) or len(choice.elements) != 2:
        decoder.refuse("a selector of scales is no pair")
    byte, thread = (decoder.read(element, DTYPES["u16"]) for element in choice.elements)
    return _Scales(int(number[0]), SCALES[form], lanes, step, decoder.read(data, DTYPES["b32"]), byte, thread)
