"""Choosing between two values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    PURE_CANONICAL,
    MirOperation,
    parse_colon_type,
    parse_operands,
    print_operands,
    print_type,
)
from periclase.dialects.mir.folding import FALSE, TRUE
from periclase.dialects.mir.narrowing import is_int_constant
from periclase.ir.interfaces import FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class SelectOp(MirOperation, FoldInterface):
    """The second operand where the condition is true, else the third; both are computed anyhow, and no branch is taken.

    Example:
        ```mlir
        %value = mir.select %condition, %a, %b : f32
        ```
    """

    name = "mir.select"

    condition = operand_def()
    true_value = operand_def()
    false_value = operand_def()
    result = result_def()

    traits = PURE_CANONICAL

    @classmethod
    def make(
        cls,
        condition: SSAValue,
        true_value: SSAValue,
        false_value: SSAValue,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that gives `true_value` or `false_value`, which are of one type, by the `i1` `condition`."""
        return cls.create(
            operands=(condition, true_value, false_value), result_types=(true_value.type,), location=location
        )

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        condition, true_value, false_value = operands
        if is_int_constant(condition):
            return (self.true_value if condition.value.data else self.false_value,)
        if self.true_value is self.false_value:
            return (self.true_value,)
        if true_value is not None and true_value == false_value:
            return (true_value,)
        if true_value == TRUE and false_value == FALSE:
            return (self.condition,)
        return None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, 3)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        return cls.create(
            operands=parser.resolve_operands(operands, (i1, type, type), parser.pos),
            result_types=(type,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.result.type)

    def verify_(self) -> None:
        if self.condition.type != i1:
            raise VerifyException(f"the condition must be i1, not {self.condition.type}")
        for value in (self.true_value, self.false_value):
            if value.type != self.result.type:
                raise VerifyException(
                    f"the values must be of the result's type {self.result.type}, not {value.type}"
                )


__all__ = ["SelectOp"]
