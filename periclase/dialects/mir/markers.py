"""Markers for later stages: lifetimes of slots, values of variables."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, IntegerAttr, LocationAttr, StringAttr, UnitAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, traits_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    MirOperation,
    parse_colon_type,
    print_operands,
    print_type,
    reports_refusals,
)
from periclase.dialects.mir.effects import MarkerEffect
from periclase.dialects.mir.layout import AggregateType, size_of
from periclase.dialects.mir.parts import pointee
from periclase.dialects.mir.types import ArrayType
from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import erase_ops
from periclase.ir.interfaces import DebugMarker, SlotMarker
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
class DbgValueOp(MirOperation, SlotMarker, DebugMarker):
    """From here on a variable of the source has this value; with `in_slot`, it lies where the value points.

    `of` is the type of the variable, where the value is only a part of it: the part that begins `at` so many bytes. `argument`
    says that it is a parameter, and which one, from 1. The location is that of the variable's declaration: with its callers it
    says whose variable it is. Unlike other ops of `mir` it is there until LLVM IR is printed, with values of LLVM's types.

    Example:
        ```mlir
        mir.dbg_value %i, "i" : si64
        mir.dbg_value %slot, "x" in_slot argument 1 : !mir.ptr<mut f32>
        mir.dbg_value %y, "pair" at 4 of !mir.tuple<si32, f32> : f32
        ```
    """

    name = "mir.dbg_value"

    value = operand_def()
    variable = prop_def(StringAttr)
    in_slot = opt_prop_def(UnitAttr)
    argument = opt_prop_def(IntegerAttr)
    at = opt_prop_def(IntegerAttr)
    of = opt_prop_def()

    traits = traits_def(MarkerEffect())

    @classmethod
    def make(
        cls,
        value: SSAValue,
        variable: str,
        *,
        in_slot: bool = False,
        argument: int = 0,
        at: int = 0,
        of: Attribute | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that says that `variable` is `value`, or lies in the slot `value`.

        Args:
            value: the value, or the address.
            variable: its name.
            in_slot: whether `value` is the address of its memory.
            argument: the number of a parameter, from 1; 0 for another variable.
            at: the offset in bytes of the part that `value` is.
            of: the type of the whole variable; None where it is that of `value`, or of what is in the slot.
            location: where it is declared.
        """
        properties: dict[str, Attribute] = {"variable": StringAttr(variable)}
        if in_slot:
            properties["in_slot"] = UnitAttr()
        if argument:
            properties["argument"] = IntegerAttr(argument, i64)
        if at:
            properties["at"] = IntegerAttr(at, i64)
        if of is not None:
            properties["of"] = of
        return cls.create(operands=(value,), properties=properties, location=location)

    @property
    def offset(self) -> int:
        """Where in the variable the part begins, in bytes."""
        return 0 if self.at is None else self.at.value.data

    @property
    def argument_number(self) -> int:
        """Which parameter it is, from 1; 0 if it is none."""
        return 0 if self.argument is None else self.argument.value.data

    @property
    def variable_type(self) -> Attribute:
        """The type of the whole variable."""
        if self.of is not None:
            return self.of
        return pointee(self.value.type) if self.in_slot is not None else self.value.type

    def part(
        self, value: SSAValue, *, in_slot: bool, offset: int = 0, of: Attribute | None = None
    ) -> DbgValueOp:
        """An op that says the same of `value`, which is what begins `offset` bytes behind the part that this op is about.

        Args:
            value: the value or, with `in_slot`, its address.
            in_slot: whether it is an address.
            offset: in bytes.
            of: the type of the whole variable; None for `variable_type`.
        """
        return DbgValueOp.make(
            value,
            self.variable.data,
            in_slot=in_slot,
            argument=self.argument_number,
            at=self.offset + offset,
            of=self.variable_type if of is None else of,
            location=self.location,
        )

    def marked_slot(self) -> SSAValue:
        return self.value

    def note_value(self, builder: OpBuilder, value: SSAValue) -> None:
        if self.in_slot is not None:
            builder.insert(self.part(value, in_slot=False))

    def split_marker(self, subslots: Mapping[Hashable, SSAValue]) -> None:
        if self.in_slot is None:
            return
        builder = OpBuilder.before_op(self)
        aggregate = pointee(self.value.type)
        for index, pointer in subslots.items():
            assert isinstance(index, int)
            builder.insert(self.part(pointer, in_slot=True, offset=_offset(aggregate, index)))

    def lose_value(self) -> None:
        if self.in_slot is not None:
            erase_ops((self,))
            return
        from periclase.dialects.mir.constants import UndefOp

        undefined = UndefOp.make(self.value.type, location=self.location)
        self.operands[0] = OpBuilder.before_op(self).insert(undefined).results[0]

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        variable = parser.parse_str_literal()
        in_slot = parser.parse_optional_keyword("in_slot") is not None
        argument = parser.parse_integer() if parser.parse_optional_keyword("argument") is not None else 0
        at = parser.parse_integer() if parser.parse_optional_keyword("at") is not None else 0
        of = parser.parse_type() if parser.parse_optional_keyword("of") is not None else None
        attributes = parser.parse_optional_attr_dict()
        held = parser.resolve_operand(value, parse_colon_type(parser))
        op = cls.make(held, variable, in_slot=in_slot, argument=argument, at=at, of=of)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(", ")
        printer.print_attribute(self.variable)
        if self.in_slot is not None:
            printer.print_string(" in_slot")
        if self.argument is not None:
            printer.print_string(f" argument {self.argument_number}")
        if self.at is not None:
            printer.print_string(f" at {self.offset}")
        if self.of is not None:
            printer.print_string(" of ")
            printer.print_attribute(self.of)
        self.print_attributes(printer)
        print_type(printer, self.value.type)

    def verify_(self) -> None:
        if not self.variable.data:
            raise VerifyException("the variable must have a name")
        if self.argument is not None and self.argument_number < 1:
            raise VerifyException("parameters are numbered from 1")
        if self.offset < 0:
            raise VerifyException("no part begins before the variable")
        if self.in_slot is not None and self.of is None:
            pointee(self.value.type)


def _offset(aggregate: Attribute, index: int) -> int:
    """Where element `index` of an aggregate lies, in bytes."""
    if isinstance(aggregate, ArrayType):
        return index * size_of(aggregate.element_type)
    assert isinstance(aggregate, AggregateType)
    return aggregate.field_offsets()[index]


__all__ = [
    "DbgValueOp",
    "StorageDeadOp",
    "StorageLiveOp",
]
