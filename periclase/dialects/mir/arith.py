"""Arithmetic on integers and floats. Signedness is in the types, so there is one op of each kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    IntegerType,
    LocationAttr,
    Signedness,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    COMMUTATIVE,
    GUARDED,
    INT,
    PURE,
    BinaryOperation,
    MirOperation,
    UnaryOperation,
    parse_colon_type,
    parse_operands,
    print_operands,
    print_type,
    verify_kind,
)
from periclase.dialects.mir.folding import (
    bool_attr,
    bounds,
    int_attr,
    int_of,
    is_float_value,
    is_one,
    is_zero,
    round_to,
    wrap,
)
from periclase.dialects.mir.narrowing import is_int_constant, is_integer_type
from periclase.dialects.mir.types import TupleType, as_unsigned, is_float
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


def divide_floats(a: float, b: float) -> float:
    """IEEE 754 division of binary64, a zero divisor included."""
    if b:
        return a / b
    if a == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def remainder_of_floats(a: float, b: float) -> float:
    """C's `fmod`: exact, with the sign of the dividend; NaN for an infinite dividend or a zero divisor."""
    return math.nan if math.isinf(a) or b == 0 or math.isnan(b) else math.fmod(a, b)


def divide_truncating(a: int, b: int) -> int:
    """The quotient rounded towards zero; `b` is not 0."""
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


@operation
class AddOp(BinaryOperation):
    """The sum. Integers wrap; floats round to nearest even.

    Example:
        ```mlir
        %sum = mir.add %a, %b : si32
        ```
    """

    name = "mir.add"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] + values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] + values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        # x + -0.0 is x for every float x; x + 0.0 is not for x = -0.0.
        if is_zero(operands[1]) or is_float_value(operands[1], -0.0):
            return self.lhs
        if is_zero(operands[0]) or is_float_value(operands[0], -0.0):
            return self.rhs
        return None


@operation
class SubOp(BinaryOperation):
    """The difference. Integers wrap; floats round to nearest even.

    Example:
        ```mlir
        %difference = mir.sub %a, %b : ui64
        ```
    """

    name = "mir.sub"

    traits = PURE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] - values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] - values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if is_zero(operands[1]) or is_float_value(operands[1], 0.0):
            return self.lhs
        if self.lhs is self.rhs and is_integer_type(self.lhs.type):
            return int_attr(0, self.lhs.type)
        return None


@operation
class MulOp(BinaryOperation):
    """The product. Integers wrap; floats round to nearest even.

    Example:
        ```mlir
        %product = mir.mul %a, %b fastmath<contract> : f32
        ```
    """

    name = "mir.mul"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] * values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0] * values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        for constant, other in ((operands[1], self.lhs), (operands[0], self.rhs)):
            if is_one(constant) or is_float_value(constant, 1.0):
                return other
            if is_zero(constant):
                return constant
        return None


class DivisionOperation(BinaryOperation):
    """A quotient or a remainder: undefined for an integer divisor 0."""

    OVERFLOWS: ClassVar[bool] = True

    traits = GUARDED

    def is_speculatable(self) -> bool:
        """Whether it is defined whatever the dividend: floats always, integers by a constant other than 0 (and -1)."""
        if is_float(self.lhs.type):
            return True
        divisor = constant_of(self.rhs)
        if not is_int_constant(divisor) or is_zero(divisor):
            return False
        return not self.OVERFLOWS or divisor.value.data != -1


def _overflows(values: Sequence[int], type: IntegerType) -> bool:
    return values[1] == -1 and type.signedness.data is Signedness.SIGNED and values[0] == bounds(type)[0]


@operation
class DivOp(DivisionOperation):
    """The quotient, for integers rounded towards zero.

    Undefined for an integer divisor 0, and for the least value divided by -1: a front end guards both. Floats follow
    IEEE 754: a zero divisor gives an infinity or NaN.

    Example:
        ```mlir
        %quotient = mir.div %a, %b : si32
        ```
    """

    name = "mir.div"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        if values[1] == 0 or _overflows(values, type):
            return None
        return divide_truncating(*values)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return divide_floats(*values)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if is_one(operands[1]) or is_float_value(operands[1], 1.0) else None


@operation
class RemOp(DivisionOperation):
    """The remainder of the truncating division: it has the sign of the dividend. For floats C's `fmod`, which is exact.

    Undefined for an integer divisor 0, and for the least value by -1. Source: Rust reference, "Arithmetic and logical
    binary operators".

    Example:
        ```mlir
        %remainder = mir.rem %a, %b : ui32
        ```
    """

    name = "mir.rem"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        if values[1] == 0 or _overflows(values, type):
            return None
        return values[0] - values[1] * divide_truncating(*values)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return remainder_of_floats(*values)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if is_one(operands[1]) and is_integer_type(self.lhs.type):
            return int_attr(0, self.lhs.type)
        return None


@operation
class FloorDivOp(DivisionOperation):
    """Python's `//`: the quotient rounded towards minus infinity.

    Undefined for an integer divisor 0; the least value by -1 wraps to itself. Of floats it is computed as CPython does: a zero
    divisor and an infinite dividend give a NaN; quotients that the type can count to are exact.

    Example:
        ```mlir
        %quotient = mir.floor_div %a, %b : si64
        ```
    """

    name = "mir.floor_div"

    OVERFLOWS: ClassVar[bool] = False

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return None if values[1] == 0 else values[0] // values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        # floor(a / b) is one too many where a / b rounds up to an integer: fold only where the two agree, so that a lowering
        # that takes the short way gives the same.
        a, b = values
        if b == 0 or not (math.isfinite(a) and math.isfinite(b)):
            return None
        rounded = round_to(a / b, type)
        if not math.isfinite(rounded) or rounded == 0:
            return None
        from periclase.dialects.mir.rational import floor_of_quotient

        exact = floor_of_quotient(a, b)
        return float(exact) if exact == math.floor(rounded) and exact else None

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if is_one(operands[1]) else None


@operation
class FloorModOp(DivisionOperation):
    """Python's `%`: what `mir.floor_div` leaves; it has the sign of the divisor.

    Undefined for an integer divisor 0; the least value by -1 gives 0. For floats: `fmod`, plus the divisor where the signs
    differ; NaN for a zero divisor.

    Example:
        ```mlir
        %remainder = mir.floor_mod %a, %b : si64
        ```
    """

    name = "mir.floor_mod"

    OVERFLOWS: ClassVar[bool] = False

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return None if values[1] == 0 else values[0] % values[1]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        a, b = values
        if b == 0 or not (math.isfinite(a) and math.isfinite(b)):
            return None
        remainder = math.fmod(a, b)
        if remainder == 0:
            return math.copysign(0.0, b)
        return remainder + b if (remainder < 0) != (b < 0) else remainder

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if is_one(operands[1]) and is_integer_type(self.lhs.type):
            return int_attr(0, self.lhs.type)
        return None


@operation
class ExactDivOp(BinaryOperation):
    """The quotient of a division known to leave no remainder.

    Undefined when there is one, for a divisor 0, and for the least value by -1.

    Example:
        ```mlir
        %quotient = mir.exact_div %a, %b : ui64
        ```
    """

    name = "mir.exact_div"

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    traits = GUARDED

    def is_speculatable(self) -> bool:
        """Never: it depends on the dividend whether it is defined."""
        return False

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        if values[1] == 0 or _overflows(values, type) or values[0] % values[1]:
            return None
        return values[0] // values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if is_one(operands[1]) else None


class CheckedOperation(BinaryOperation):
    """Wrapping arithmetic that tells whether it wrapped: `mir.checked_add %a, %b : si32` gives `!mir.tuple<si32, i1>`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    @classmethod
    def result_type_for(cls, type: Attribute) -> Attribute:
        return TupleType.natural((type, i1))

    def make_constant(self, value: float, type: Attribute) -> Attribute | None:
        operand_type = self.lhs.type
        assert is_integer_type(operand_type)
        assert isinstance(value, int)
        wrapped = int_attr(value, operand_type)
        return ArrayAttr((wrapped, bool_attr(wrapped.value.data != value)))


@operation
class CheckedAddOp(CheckedOperation):
    """The wrapped sum, and whether the exact sum is another number.

    Example:
        ```mlir
        %pair = mir.checked_add %a, %b : si32
        ```
    """

    name = "mir.checked_add"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] + values[1]


@operation
class CheckedSubOp(CheckedOperation):
    """The wrapped difference, and whether the exact difference is another number.

    Example:
        ```mlir
        %pair = mir.checked_sub %a, %b : ui64
        ```
    """

    name = "mir.checked_sub"

    traits = PURE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] - values[1]


@operation
class CheckedMulOp(CheckedOperation):
    """The wrapped product, and whether the exact product is another number.

    Example:
        ```mlir
        %pair = mir.checked_mul %a, %b : si32
        ```
    """

    name = "mir.checked_mul"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] * values[1]


def _saturate(value: int, type: IntegerType) -> int:
    least, greatest = bounds(type)
    return min(max(value, least), greatest)


@operation
class SaturatingAddOp(BinaryOperation):
    """The sum, or the nearest value that the type has.

    Example:
        ```mlir
        %sum = mir.saturating_add %a, %b : ui8
        ```
    """

    name = "mir.saturating_add"

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return _saturate(values[0] + values[1], type)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if is_zero(operands[1]) else self.rhs if is_zero(operands[0]) else None


@operation
class SaturatingSubOp(BinaryOperation):
    """The difference, or the nearest value that the type has.

    Example:
        ```mlir
        %difference = mir.saturating_sub %a, %b : si16
        ```
    """

    name = "mir.saturating_sub"

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT,)

    traits = PURE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return _saturate(values[0] - values[1], type)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if is_zero(operands[1]) else None


@operation
class NegOp(UnaryOperation):
    """The negative. Integers wrap: the least value is its own negative. Of a float only the sign bit changes.

    Example:
        ```mlir
        %negative = mir.neg %a : f32
        ```
    """

    name = "mir.neg"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return -values[0]

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return -values[0]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        inner = self.operand.owner
        return inner.operand if isinstance(inner, NegOp) else None


@operation
class AbsOp(UnaryOperation):
    """The absolute value. Of the least integer it wraps to that integer. Of a float only the sign bit is cleared.

    Example:
        ```mlir
        %magnitude = mir.abs %a : si32
        ```
    """

    name = "mir.abs"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return abs(values[0])

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return abs(values[0])

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        type = self.operand.type
        if is_integer_type(type) and type.signedness.data is Signedness.UNSIGNED:
            return self.operand
        return self.operand if isinstance(self.operand.owner, AbsOp) else None


def _with_sign_of_zero(value: float) -> tuple[float, float]:
    """What numbers are ordered by where the two zeros are not equal."""
    return value, math.copysign(1.0, value)


@operation
class MinOp(BinaryOperation):
    """The lesser value. For floats IEEE 754-2019 minimumNumber: the other operand where one is NaN; -0.0 is less than 0.0.

    Example:
        ```mlir
        %least = mir.min %a, %b : si32
        ```
    """

    name = "mir.min"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return min(values)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        numbers = [value for value in values if not math.isnan(value)]
        return min(numbers, key=_with_sign_of_zero, default=math.nan)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if self.lhs is self.rhs else None


@operation
class MaxOp(BinaryOperation):
    """The greater value. For floats IEEE 754-2019 maximumNumber: the other operand where one is NaN; 0.0 is greater than -0.0.

    Example:
        ```mlir
        %greatest = mir.max %a, %b : f32
        ```
    """

    name = "mir.max"

    traits = COMMUTATIVE

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return max(values)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        numbers = [value for value in values if not math.isnan(value)]
        return max(numbers, key=_with_sign_of_zero, default=math.nan)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if self.lhs is self.rhs else None


@operation
class CarryingMulAddOp(MirOperation, FoldInterface):
    """`a * b + c + d` in twice the width, which can not overflow: `!mir.tuple<low, high>`.

    The low half is of the unsigned type, the high half of the operands' type. Source: Rust `carrying_mul_add`.

    Example:
        ```mlir
        %halves = mir.carrying_mul_add %a, %b, %c, %d : ui32
        ```
    """

    name = "mir.carrying_mul_add"

    a = operand_def()
    b = operand_def()
    c = operand_def()
    d = operand_def()
    result = result_def()

    traits = PURE

    @classmethod
    def make(
        cls, a: SSAValue, b: SSAValue, c: SSAValue, d: SSAValue, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op on four values of one integer type."""
        return cls.create(
            operands=(a, b, c, d), result_types=(cls.result_type_for(a.type),), location=location
        )

    @staticmethod
    def result_type_for(type: Attribute) -> Attribute:
        """The pair of the low and the high half for operands of `type`."""
        return TupleType.natural((as_unsigned(type), type)) if is_integer_type(type) else type

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        type = self.a.type
        values = [int_of(a) for a in operands if is_int_constant(a)]
        if len(values) != 4 or not is_integer_type(type):
            return None
        exact = values[0] * values[1] + values[2] + values[3]
        low = wrap(exact, as_unsigned(type))
        return (ArrayAttr((int_attr(low, as_unsigned(type)), int_attr(exact >> type.width.data, type))),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, 4)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        return cls.create(
            operands=parser.resolve_operands(operands, [type] * 4, parser.pos),
            result_types=(cls.result_type_for(type),),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.a.type)

    def verify_(self) -> None:
        type = self.a.type
        verify_kind("the operands", type, (INT,))
        for operand in self._operands:
            if operand.type != type:
                raise VerifyException(f"the operands must be of one type, not {type} and {operand.type}")
        if self.result.type != self.result_type_for(type):
            raise VerifyException(
                f"the result must be of type {self.result_type_for(type)}, not {self.result.type}"
            )


__all__ = [
    "AbsOp",
    "AddOp",
    "CarryingMulAddOp",
    "CheckedAddOp",
    "CheckedMulOp",
    "CheckedSubOp",
    "DivOp",
    "ExactDivOp",
    "FloorDivOp",
    "FloorModOp",
    "MaxOp",
    "MinOp",
    "MulOp",
    "NegOp",
    "RemOp",
    "SaturatingAddOp",
    "SaturatingSubOp",
    "SubOp",
]
