"""Constants, and the value that is not defined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects.builtin import UNKNOWN_LOC, ArrayAttr, FloatAttr, IntegerAttr, LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import prop_def, result_def, traits_def
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import FoldTrait, MirOperation, parse_colon_type, print_type
from periclase.dialects.mir.folding import float_attr, int_attr
from periclase.dialects.mir.narrowing import is_array_constant, is_integer_type, is_number
from periclase.dialects.mir.types import ArrayType, StructType, TupleType, is_bool, is_float, is_int
from periclase.ir.constants import register_materializer
from periclase.ir.interfaces import ConstantOpInterface, FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

CONSTANT = traits_def(Pure(), ConstantLike(), FoldTrait())


@operation
class ConstantOp(MirOperation, FoldInterface, ConstantOpInterface):
    """A number or a boolean.

    Example:
        ```mlir
        %four = mir.constant 4 : si32
        %half = mir.constant 5.000000e-01 : f32
        %yes = mir.constant true
        ```
    """

    name = "mir.constant"

    value = prop_def(IntegerAttr | FloatAttr)
    result = result_def()

    traits = CONSTANT

    @classmethod
    def make(cls, value: IntegerAttr | FloatAttr, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The constant `value`, of its own type."""
        return cls.create(result_types=(value.type,), properties={"value": value}, location=location)

    @classmethod
    def of(cls, value: float, type: Attribute, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The constant `value` of an integer, boolean or float type; an integer is wrapped, a float rounded to it.

        Raises:
            TypeError: there are no constants of that type.
        """
        attr = int_attr(int(value), type) if is_integer_type(type) else float_attr(float(value), type)
        if attr is None:
            raise TypeError(f"there is no scalar constant of type {type}")
        return cls.make(attr, location=location)

    def constant_value(self) -> Attribute:
        return self.properties["value"]

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        return (self.properties["value"],)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        value = parser.parse_attribute()
        if not is_number(value):
            parser.raise_error("expected a number or a boolean", position)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(result_types=(value.type,), properties={"value": value}, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.value)
        self.print_attributes(printer)

    def verify_(self) -> None:
        type = self.value.type
        if not (is_int(type) or is_bool(type) or is_float(type)):
            raise VerifyException(
                f"a constant must be a signed or unsigned integer, i1 or a float, not {type}"
            )
        if self.result.type != type:
            raise VerifyException(f"the result must be of the value's type {type}, not {self.result.type}")


@operation
class UndefOp(MirOperation):
    """A value of which nothing is known: any bits, and not the same ones at every use.

    Example:
        ```mlir
        %anything = mir.undef : !mir.tuple<si32, i1>
        ```
    """

    name = "mir.undef"

    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(cls, type: Attribute, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """An undefined value of `type`."""
        return cls.create(result_types=(type,), location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        return cls.create(result_types=(parse_colon_type(parser),), attributes=attributes)

    def print(self, printer: Printer) -> None:
        self.print_attributes(printer)
        print_type(printer, self.result.type)


def verify_constant(value: Attribute, type: Attribute) -> None:
    """Check that `value` is a constant of `type`: a number, or an array of constants for an array, tuple or struct.

    Raises:
        VerifyException: it is not.
    """
    if isinstance(type, ArrayType | TupleType | StructType):
        if not is_array_constant(value):
            raise VerifyException(f"a constant of {type} must be a list of its elements, not {value}")
        types = [type.element_type] * type.length if isinstance(type, ArrayType) else list(type.field_types())
        if len(value.data) != len(types):
            raise VerifyException(
                f"a constant of {type} must have {len(types)} elements, not {len(value.data)}"
            )
        for element, element_type in zip(value.data, types, strict=True):
            verify_constant(element, element_type)
    elif not (is_number(value) and value.type == type):
        raise VerifyException(f"expected a constant of type {type}, not {value}")


@operation
class ConstantAggregateOp(MirOperation, FoldInterface, ConstantOpInterface):
    """A constant array, tuple or struct; the list nests as the type does.

    Example:
        ```mlir
        %pair = mir.constant_aggregate [4 : si32, true] : !mir.tuple<si32, i1>
        ```
    """

    name = "mir.constant_aggregate"

    value = prop_def(ArrayAttr[Attribute])
    result = result_def()

    traits = CONSTANT

    @classmethod
    def make(
        cls, value: ArrayAttr[Attribute], type: Attribute, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The constant with the elements `value`, of type `type`."""
        return cls.create(result_types=(type,), properties={"value": value}, location=location)

    def constant_value(self) -> Attribute:
        return self.properties["value"]

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        return (self.properties["value"],)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        value = parser.parse_attribute()
        if not is_array_constant(value):
            parser.raise_error("expected a list of constants", position)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            result_types=(parse_colon_type(parser),), properties={"value": value}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.value)
        self.print_attributes(printer)
        print_type(printer, self.result.type)

    def verify_(self) -> None:
        if not isinstance(self.result.type, ArrayType | TupleType | StructType):
            raise VerifyException(f"the result must be an array, tuple or struct, not {self.result.type}")
        verify_constant(self.value, self.result.type)


def materialize_constant(value: Attribute, type: Attribute, location: LocationAttr) -> Operation | None:
    """The op for a constant that a fold gave; None when it is no constant of `type`."""
    if is_number(value):
        return ConstantOp.make(value, location=location) if value.type == type else None
    if is_array_constant(value) and isinstance(type, ArrayType | TupleType | StructType):
        return ConstantAggregateOp.make(value, type, location=location)
    return None


register_materializer("mir", materialize_constant)


class MirConstants(ConstantMaterializationInterface):
    """The same for xDSL's folder, which knows no locations."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        return materialize_constant(value, type, UNKNOWN_LOC)


__all__ = ["ConstantAggregateOp", "ConstantOp", "UndefOp", "materialize_constant", "verify_constant"]
