"""Counting and moving bits of integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, SSAValue

from periclase.dialects.mir.base import INT, UnaryOperation
from periclase.dialects.mir.bitwise import CountedOperation
from periclase.dialects.mir.types import ui32
from periclase.ir.operations import operation


def _bits(value: int, type: IntegerType) -> int:
    """The bits of `value` as an unsigned number."""
    return value & ((1 << type.width.data) - 1)


class BitCountOperation(UnaryOperation):
    """`mir.popcount %a : ui64`, with a result of type `ui32`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    @classmethod
    def result_type_for(cls, type: Attribute) -> Attribute:
        return ui32


@operation
class PopCountOp(BitCountOperation):
    """The number of bits that are set, as `ui32`.

    Example:
        ```mlir
        %count = mir.popcount %a : ui64
        ```
    """

    name = "mir.popcount"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return _bits(values[0], type).bit_count()


@operation
class CountLeadingZerosOp(BitCountOperation):
    """The number of zero bits above the highest bit set, as `ui32`; the width for 0.

    Example:
        ```mlir
        %count = mir.count_leading_zeros %a : si32
        ```
    """

    name = "mir.count_leading_zeros"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return type.width.data - _bits(values[0], type).bit_length()


@operation
class CountTrailingZerosOp(BitCountOperation):
    """The number of zero bits below the lowest bit set, as `ui32`; the width for 0.

    Example:
        ```mlir
        %count = mir.count_trailing_zeros %a : ui8
        ```
    """

    name = "mir.count_trailing_zeros"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        value = _bits(values[0], type)
        return (value & -value).bit_length() - 1 if value else type.width.data


class BitPermutation(UnaryOperation):
    """`mir.byte_swap %a : ui32`; its own inverse."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        inner = self.operand.owner
        return inner.operand if isinstance(inner, BitPermutation) and inner.name == self.name else None


@operation
class ByteSwapOp(BitPermutation):
    """The bytes in the opposite order.

    Example:
        ```mlir
        %swapped = mir.byte_swap %a : ui32
        ```
    """

    name = "mir.byte_swap"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return int.from_bytes(_bits(values[0], type).to_bytes(type.width.data // 8, "little"), "big")


@operation
class BitReverseOp(BitPermutation):
    """The bits in the opposite order.

    Example:
        ```mlir
        %reversed = mir.bit_reverse %a : ui32
        ```
    """

    name = "mir.bit_reverse"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return int(f"{_bits(values[0], type):0{type.width.data}b}"[::-1], 2)


@operation
class RotateLeftOp(CountedOperation):
    """The bits moved to the left, those that fall out coming in at the right. The count is taken modulo the width.

    Example:
        ```mlir
        %rotated = mir.rotate_left %a, %n : ui32, ui32
        ```
    """

    name = "mir.rotate_left"

    @staticmethod
    def evaluate(value: int, count: int, type: IntegerType) -> int:
        return value << count | _bits(value, type) >> (type.width.data - count)


@operation
class RotateRightOp(CountedOperation):
    """The bits moved to the right, those that fall out coming in at the left. The count is taken modulo the width.

    Example:
        ```mlir
        %rotated = mir.rotate_right %a, %n : ui32, ui32
        ```
    """

    name = "mir.rotate_right"

    @staticmethod
    def evaluate(value: int, count: int, type: IntegerType) -> int:
        return _bits(value, type) >> count | value << (type.width.data - count)


__all__ = [
    "BitReverseOp",
    "ByteSwapOp",
    "CountLeadingZerosOp",
    "CountTrailingZerosOp",
    "PopCountOp",
    "RotateLeftOp",
    "RotateRightOp",
]
