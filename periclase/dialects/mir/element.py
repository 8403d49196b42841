"""Arrays: elements by value, and their addresses."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    INT,
    MirOperation,
    SpeculatableByOp,
    parse_colon_type,
    parse_comma_type,
    print_type,
    reports_refusals,
    verify_kind,
)
from periclase.dialects.mir.narrowing import is_array_constant, is_int_constant
from periclase.dialects.mir.types import (
    ArrayType,
)
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import DestructurableAccess, FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer
from periclase.dialects.mir.aggregate import ConstructArrayOp
from periclase.dialects.mir.parts import (
    ADDRESS,
    INDEXED,
    address_of_part,
    element_type,
    pointee,
    verify_result,
)


class ElementOperation(MirOperation):
    """An op on an array and an index of any integer type."""

    def constant_index(self) -> int | None:
        """The index where it is constant."""
        value = constant_of(self._operands[-1])
        return value.value.data if is_int_constant(value) else None

    def is_speculatable(self) -> bool:
        """Whether the index is a constant within the array."""
        index, type = self.constant_index(), self._operands[0].type
        return index is not None and isinstance(type, ArrayType) and 0 <= index < type.length

    def verify_index(self, array: Attribute) -> Attribute:
        """Check the index; gives the type of the elements.

        Raises:
            VerifyException: no integer, or a constant beyond the array.
        """
        expected = element_type(array)
        verify_kind("the index", self._operands[-1].type, (INT,))
        index = self.constant_index()
        assert isinstance(array, ArrayType)
        if index is not None and not 0 <= index < array.length:
            raise VerifyException(f"{array} has {array.length} elements, there is no element {index}")
        return expected


@operation
class ExtractElementOp(ElementOperation, FoldInterface):
    """An element of an array. Undefined for an index out of range: a front end guards it.

    Example:
        ```mlir
        %element = mir.extract_element %array[%i] : !mir.array<4 x f32>, si64
        ```
    """

    name = "mir.extract_element"

    array = operand_def()
    index = operand_def()
    result = result_def()

    traits = INDEXED

    @classmethod
    def make(cls, array: SSAValue, index: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives element `index` of `array`."""
        return cls.create(
            operands=(array, index), result_types=(element_type(array.type),), location=location
        )

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        array, index = operands
        type = self.array.type
        if not is_int_constant(index) or not isinstance(type, ArrayType):
            return None
        position = index.value.data
        if not 0 <= position < type.length:
            return None
        if is_array_constant(array):
            return (array.data[position],)
        source = self.array.owner
        if isinstance(source, ConstructArrayOp):
            return (source.operands[position],)
        if isinstance(source, InsertElementOp) and source.constant_index() == position:
            return (source.value,)
        return None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        array = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        array_type, index_type = parse_colon_type(parser), parse_comma_type(parser)
        op = cls.make(parser.resolve_operand(array, array_type), parser.resolve_operand(index, index_type))
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        _print_element(printer, self.array, self.index)
        self.print_attributes(printer)
        _print_element_types(printer, self.array, self.index)

    def verify_(self) -> None:
        verify_result(self.result.type, self.verify_index(self.array.type))


def _print_element(printer: Printer, array: SSAValue, index: SSAValue) -> None:
    printer.print_string(" ")
    printer.print_operand(array)
    with printer.in_square_brackets():
        printer.print_operand(index)


def _print_element_types(printer: Printer, array: SSAValue, index: SSAValue) -> None:
    print_type(printer, array.type)
    printer.print_string(", ")
    printer.print_attribute(index.type)


@operation
class InsertElementOp(ElementOperation):
    """The array with one element replaced. Undefined for an index out of range: a front end guards it.

    Example:
        ```mlir
        %changed = mir.insert_element %value into %array[%i] : !mir.array<4 x f32>, si64
        ```
    """

    name = "mir.insert_element"

    array = operand_def()
    value = operand_def()
    index = operand_def()
    result = result_def()

    traits = traits_def(NoMemoryEffect(), SpeculatableByOp())

    @classmethod
    def make(
        cls, array: SSAValue, value: SSAValue, index: SSAValue, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that gives `array` with `value` as element `index`."""
        return cls.create(operands=(array, value, index), result_types=(array.type,), location=location)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_keyword("into")
        array = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        array_type, index_type = parse_colon_type(parser), parse_comma_type(parser)
        op = cls.make(
            parser.resolve_operand(array, array_type),
            parser.resolve_operand(value, element_type(array_type)),
            parser.resolve_operand(index, index_type),
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(" into")
        _print_element(printer, self.array, self.index)
        self.print_attributes(printer)
        _print_element_types(printer, self.array, self.index)

    def verify_(self) -> None:
        expected = self.verify_index(self.array.type)
        if self.value.type != expected:
            raise VerifyException(f"the element is of type {expected}, not {self.value.type}")
        verify_result(self.result.type, self.array.type)


@operation
class ElementAddrOp(ElementOperation, DestructurableAccess):
    """The address of an element of the array that a pointer points to; nothing is read.

    The index counts elements and is not checked: beyond the array (and its end) the address is undefined.

    Example:
        ```mlir
        %address = mir.element_addr %tile[%i] : !mir.ptr<mut !mir.array<16 x f32>, shared>, si64
        ```
    """

    name = "mir.element_addr"

    pointer = operand_def()
    index = operand_def()
    result = result_def()

    traits = ADDRESS

    @classmethod
    def make(cls, pointer: SSAValue, index: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives the address of element `index`.

        Raises:
            VerifyException: `pointer` points to no array.
        """
        part = element_type(pointee(pointer.type))
        return cls.create(
            operands=(pointer, index), result_types=(address_of_part(pointer.type, part),), location=location
        )

    def accessed_subslot(self) -> tuple[SSAValue, Hashable] | None:
        index, type = self.constant_index(), pointee(self.pointer.type)
        if index is None or not isinstance(type, ArrayType) or not 0 <= index < type.length:
            return None
        return (self.pointer, index)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        pointer_type, index_type = parse_colon_type(parser), parse_comma_type(parser)
        op = cls.make(
            parser.resolve_operand(pointer, pointer_type), parser.resolve_operand(index, index_type)
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        _print_element(printer, self.pointer, self.index)
        self.print_attributes(printer)
        _print_element_types(printer, self.pointer, self.index)

    def verify_(self) -> None:
        part = element_type(pointee(self.pointer.type))
        verify_kind("the index", self.index.type, (INT,))
        verify_result(self.result.type, address_of_part(self.pointer.type, part))


__all__ = [
    "ElementAddrOp",
    "ExtractElementOp",
    "InsertElementOp",
]
