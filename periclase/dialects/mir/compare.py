"""Comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, SSAValue

from periclase.dialects.mir.base import (
    BOOL,
    CANONICAL,
    FLOAT,
    INT,
    POINTER,
    PURE,
    BinaryOperation,
    ComparisonOperation,
)
from periclase.dialects.mir.folding import bool_attr, bounds, int_attr, int_of
from periclase.dialects.mir.narrowing import is_int_constant, is_integer_type
from periclase.dialects.mir.types import PtrType, si8
from periclase.ir.operations import operation


class OrderingOperation(ComparisonOperation):
    """A comparison of order: false where an operand is NaN; `i1` orders false before true."""

    REFLEXIVE: ClassVar[bool] = False

    traits = CANONICAL

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if not is_integer_type(self.lhs.type):
            return None
        return bool_attr(self.REFLEXIVE) if self.lhs is self.rhs else None


def _bound(operand: Attribute | None, type: Attribute) -> tuple[int, int, int] | None:
    """The constant with the least and the greatest value of its type."""
    if not is_int_constant(operand) or not is_integer_type(type):
        return None
    return (int_of(operand), *bounds(type))


@operation
class LtOp(OrderingOperation):
    """Whether the first operand is less than the second; false where one is NaN.

    Example:
        ```mlir
        %less = mir.lt %a, %b : ui64
        ```
    """

    name = "mir.lt"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] < values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] < values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        right, left = _bound(operands[1], self.lhs.type), _bound(operands[0], self.lhs.type)
        if (right and right[0] == right[1]) or (left and left[0] == left[2]):
            return bool_attr(False)
        return super().simplify(operands)


@operation
class LeOp(OrderingOperation):
    """Whether the first operand is not greater than the second; false where one is NaN.

    Example:
        ```mlir
        %at_most = mir.le %a, %b : si32
        ```
    """

    name = "mir.le"

    REFLEXIVE: ClassVar[bool] = True

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] <= values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] <= values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        right, left = _bound(operands[1], self.lhs.type), _bound(operands[0], self.lhs.type)
        if (right and right[0] == right[2]) or (left and left[0] == left[1]):
            return bool_attr(True)
        return super().simplify(operands)


@operation
class GtOp(OrderingOperation):
    """Whether the first operand is greater than the second; false where one is NaN.

    Example:
        ```mlir
        %greater = mir.gt %a, %b : f32
        ```
    """

    name = "mir.gt"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] > values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] > values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        right, left = _bound(operands[1], self.lhs.type), _bound(operands[0], self.lhs.type)
        if (right and right[0] == right[2]) or (left and left[0] == left[1]):
            return bool_attr(False)
        return super().simplify(operands)


@operation
class GeOp(OrderingOperation):
    """Whether the first operand is not less than the second; false where one is NaN.

    Example:
        ```mlir
        %at_least = mir.ge %a, %b : f64
        ```
    """

    name = "mir.ge"

    REFLEXIVE: ClassVar[bool] = True

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] >= values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] >= values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        right, left = _bound(operands[1], self.lhs.type), _bound(operands[0], self.lhs.type)
        if (right and right[0] == right[1]) or (left and left[0] == left[2]):
            return bool_attr(True)
        return super().simplify(operands)


class EqualityOperation(ComparisonOperation):
    """Equality of numbers, booleans and thin pointers (by address)."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, FLOAT, BOOL, POINTER)
    EQUAL: ClassVar[bool] = True

    traits = CANONICAL

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if self.lhs is self.rhs and isinstance(self.lhs.type, IntegerType | PtrType):
            return bool_attr(self.EQUAL)
        return None


@operation
class EqOp(EqualityOperation):
    """Whether the operands are equal; false where one is NaN. Pointers are compared by address.

    Example:
        ```mlir
        %equal = mir.eq %a, %b : si32
        ```
    """

    name = "mir.eq"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] == values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] == values[1]


@operation
class NeOp(EqualityOperation):
    """Whether the operands differ; true where one is NaN (the comparison is unordered). Pointers are compared by address.

    Example:
        ```mlir
        %different = mir.ne %a, %b : f32
        ```
    """

    name = "mir.ne"

    EQUAL: ClassVar[bool] = False

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] != values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] != values[1]


@operation
class CmpOp(BinaryOperation):
    """The order of two integers as `si8`: -1 less, 0 equal, 1 greater. Source: Rust `core::cmp::Ordering`.

    Example:
        ```mlir
        %order = mir.cmp %a, %b : si64
        ```
    """

    name = "mir.cmp"

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, BOOL)

    traits = PURE

    @classmethod
    def result_type_for(cls, type: Attribute) -> Attribute:
        return si8

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return (values[0] > values[1]) - (values[0] < values[1])

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return int_attr(0, si8) if self.lhs is self.rhs else None


__all__ = ["CmpOp", "EqOp", "GeOp", "GtOp", "LeOp", "LtOp", "NeOp"]
