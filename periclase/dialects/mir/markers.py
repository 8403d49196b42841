"""Markers for later stages: lifetimes of slots, values of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr, StringAttr
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, prop_def, traits_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    MirOperation,
    parse_colon_type,
    print_operands,
    print_type,
    reports_refusals,
)
from periclase.dialects.mir.effects import MarkerEffect
from periclase.dialects.mir.parts import pointee
from periclase.ir.interfaces import (
    SlotMarker,
)
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


class LifetimeOperation(MirOperation, SlotMarker):
    """`mir.storage_live %slot : !mir.ptr<mut f32>`."""

    pointer = operand_def()

    traits = traits_def(MarkerEffect())

    @classmethod
    def make(cls, pointer: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that marks the slot `pointer`."""
        return cls.create(operands=(pointer,), location=location)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(pointer, parse_colon_type(parser)))
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        pointee(self.pointer.type)


@operation
class StorageLiveOp(LifetimeOperation):
    """From here on the slot is used; its bytes are undefined.

    Example:
        ```mlir
        mir.storage_live %slot : !mir.ptr<mut f32>
        ```
    """

    name = "mir.storage_live"


@operation
class StorageDeadOp(LifetimeOperation):
    """From here on the slot is not used, until it is marked live again; its bytes are undefined.

    Example:
        ```mlir
        mir.storage_dead %slot : !mir.ptr<mut f32>
        ```
    """

    name = "mir.storage_dead"


@operation
class DbgValueOp(MirOperation, SlotMarker):
    """From here on a variable of the source has this value, or lies in this slot.

    Example:
        ```mlir
        mir.dbg_value %i, "i" : si64
        ```
    """

    name = "mir.dbg_value"

    value = operand_def()
    variable = prop_def(StringAttr)

    traits = traits_def(MarkerEffect())

    @classmethod
    def make(cls, value: SSAValue, variable: str, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that says that `variable` is `value`."""
        return cls.create(operands=(value,), properties={"variable": StringAttr(variable)}, location=location)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        variable = parser.parse_str_literal()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(value, parse_colon_type(parser)), variable)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(", ")
        printer.print_attribute(self.variable)
        self.print_attributes(printer)
        print_type(printer, self.value.type)

    def verify_(self) -> None:
        if not self.variable.data:
            raise VerifyException("the variable must have a name")


__all__ = [
    "DbgValueOp",
    "StorageDeadOp",
    "StorageLiveOp",
]
