"""Bitwise logic, of integers and of booleans, and shifts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    IntegerType,
    LocationAttr,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    BOOL,
    CANONICAL,
    COMMUTATIVE,
    INT,
    PURE,
    BinaryOperation,
    MirOperation,
    UnaryOperation,
    parse_colon_type,
    parse_comma_type,
    parse_operands,
    print_operands,
    print_type,
    verify_kind,
)
from periclase.dialects.mir.folding import (
    int_attr,
    is_all_ones,
    is_zero,
)
from periclase.dialects.mir.narrowing import is_int_constant, is_integer_type
from periclase.ir.interfaces import FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class NotOp(UnaryOperation):
    """The bitwise complement; of `i1` the logical one.

    Example:
        ```mlir
        %complement = mir.not %a : i1
        ```
    """

    name = "mir.not"

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, BOOL)

    traits = CANONICAL

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return ~values[0]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        inner = self.operand.owner
        return inner.operand if isinstance(inner, NotOp) else None


class CountedOperation(MirOperation, FoldInterface):
    """A shift or rotation: `mir.shl %a, %n : si32, ui32`, the type of the value and that of the count.

    The count is taken modulo the width of the value, whatever integer type it has and also when it is negative: no count is
    undefined.
    """

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    traits = PURE

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op on the value `lhs` with the count `rhs`."""
        return cls.create(operands=(lhs, rhs), result_types=(lhs.type,), location=location)

    @staticmethod
    def evaluate(value: int, count: int, type: IntegerType) -> int:
        """The result for a count below the width, to be wrapped."""
        raise AssertionError(value, count, type)

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        value, count = operands
        type = self.lhs.type
        if not is_integer_type(type):
            return None
        if is_int_constant(count):
            masked = count.value.data & (type.width.data - 1)
            if masked == 0:
                return (self.lhs,)
            if is_int_constant(value):
                return (int_attr(self.evaluate(value.value.data, masked, type), type),)
        if is_zero(value):
            assert value is not None
            return (value,)
        return None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, 2)
        attributes = parser.parse_optional_attr_dict()
        types = (parse_colon_type(parser), parse_comma_type(parser))
        return cls.create(
            operands=parser.resolve_operands(operands, types, parser.pos),
            result_types=types[:1],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.lhs.type)
        printer.print_string(", ")
        printer.print_attribute(self.rhs.type)

    def verify_(self) -> None:
        verify_kind("the value", self.lhs.type, (INT,))
        verify_kind("the count", self.rhs.type, (INT,))
        if self.result.type != self.lhs.type:
            raise VerifyException(f"the result must be of type {self.lhs.type}, not {self.result.type}")


@operation
class ShlOp(CountedOperation):
    """The value shifted to the left, zeros coming in. The count is taken modulo the width.

    Example:
        ```mlir
        %shifted = mir.shl %a, %n : si32, ui32
        ```
    """

    name = "mir.shl"

    @staticmethod
    def evaluate(value: int, count: int, type: IntegerType) -> int:
        return value << count


@operation
class ShrOp(CountedOperation):
    """The value shifted to the right: copies of the sign come in for a signed type, zeros else. The count is taken modulo
    the width.

    Example:
        ```mlir
        %shifted = mir.shr %a, %n : ui64, ui32
        ```
    """

    name = "mir.shr"

    @staticmethod
    def evaluate(value: int, count: int, type: IntegerType) -> int:
        return value >> count


class BitwiseOperation(BinaryOperation):
    """`mir.bitand %a, %b : ui32`, also of `i1`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, BOOL)

    traits = COMMUTATIVE


@operation
class BitAndOp(BitwiseOperation):
    """Bitwise "and"; logical of `i1`, without short circuit.

    Example:
        ```mlir
        %both = mir.bitand %a, %b : i1
        ```
    """

    name = "mir.bitand"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] & values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        for constant, other in ((operands[1], self.lhs), (operands[0], self.rhs)):
            if is_all_ones(constant):
                return other
            if is_zero(constant):
                return constant
        return self.lhs if self.lhs is self.rhs else None


@operation
class BitOrOp(BitwiseOperation):
    """Bitwise "or"; logical of `i1`, without short circuit.

    Example:
        ```mlir
        %any = mir.bitor %a, %b : ui32
        ```
    """

    name = "mir.bitor"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] | values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        for constant, other in ((operands[1], self.lhs), (operands[0], self.rhs)):
            if is_zero(constant):
                return other
            if is_all_ones(constant):
                return constant
        return self.lhs if self.lhs is self.rhs else None


@operation
class BitXorOp(BitwiseOperation):
    """Bitwise "exclusive or"; of `i1` whether they differ.

    Example:
        ```mlir
        %differing = mir.bitxor %a, %b : ui32
        ```
    """

    name = "mir.bitxor"

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        return values[0] ^ values[1]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if is_zero(operands[1]):
            return self.lhs
        if is_zero(operands[0]):
            return self.rhs
        if self.lhs is self.rhs and is_integer_type(self.lhs.type):
            return int_attr(0, self.lhs.type)
        return None


__all__ = [
    "BitAndOp",
    "BitOrOp",
    "BitXorOp",
    "NotOp",
    "ShlOp",
    "ShrOp",
]
