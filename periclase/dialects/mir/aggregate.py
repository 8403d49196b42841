"""Tuples, structs, unions and slices: fields by value, and their addresses; arrays from their elements."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, ArrayAttr, IntegerAttr, LocationAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    PURE_CANONICAL,
    MirOperation,
    parse_colon_type,
    print_operands,
    print_type,
    reports_refusals,
)
from periclase.dialects.mir.narrowing import is_array_constant
from periclase.dialects.mir.types import (
    ArrayType,
    DisjointSliceType,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    UnionType,
)
from periclase.ir.interfaces import DestructurableAccess, FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer
from periclase.dialects.mir.parts import (
    ADDRESS,
    address_of_part,
    field_type,
    index_attr,
    parse_index,
    pointee,
    verify_result,
    verify_values,
)


@operation
class ExtractFieldOp(MirOperation, FoldInterface):
    """A field of a tuple, struct, union or slice. Of a slice field 0 is the pointer, field 1 the length.

    Of a union the bytes are read as the field's type, whatever was written.

    Example:
        ```mlir
        %length = mir.extract_field %slice[1] : !mir.slice<f32, global>
        ```
    """

    name = "mir.extract_field"

    aggregate = operand_def()
    index_attr = prop_def(IntegerAttr, prop_name="index")
    result = result_def()

    traits = PURE_CANONICAL

    @classmethod
    def make(cls, aggregate: SSAValue, index: int, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives field `index` of `aggregate`.

        Raises:
            VerifyException: there is no such field.
        """
        return cls.create(
            operands=(aggregate,),
            result_types=(field_type(aggregate.type, index),),
            properties={"index": index_attr(index)},
            location=location,
        )

    @property
    def index(self) -> int:
        """The number of the field."""
        return self.index_attr.value.data

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        constant = operands[0]
        if is_array_constant(constant):
            return (constant.data[self.index],)
        source = self.aggregate.owner
        if isinstance(source, ConstructOperation) and self.index < len(source.operands):
            return (source.operands[self.index],)
        if isinstance(source, InsertFieldOp) and source.index == self.index:
            return (source.value,)
        return None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        index = parse_index(parser)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        op = cls.make(parser.resolve_operand(operand, type), index)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.aggregate)
        printer.print_string(f"[{self.index}]")
        self.print_attributes(printer)
        print_type(printer, self.aggregate.type)

    def verify_(self) -> None:
        verify_result(self.result.type, field_type(self.aggregate.type, self.index))


@operation
class InsertFieldOp(MirOperation):
    """The aggregate with one field replaced.

    Example:
        ```mlir
        %changed = mir.insert_field %value into %pair[0] : !mir.tuple<si32, i1>
        ```
    """

    name = "mir.insert_field"

    aggregate = operand_def()
    value = operand_def()
    index_attr = prop_def(IntegerAttr, prop_name="index")
    result = result_def()

    traits = ADDRESS

    @classmethod
    def make(
        cls, aggregate: SSAValue, value: SSAValue, index: int, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that gives `aggregate` with `value` in field `index`."""
        return cls.create(
            operands=(aggregate, value),
            result_types=(aggregate.type,),
            properties={"index": index_attr(index)},
            location=location,
        )

    @property
    def index(self) -> int:
        """The number of the field."""
        return self.index_attr.value.data

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        parser.parse_keyword("into")
        aggregate = parser.parse_unresolved_operand()
        index = parse_index(parser)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        op = cls.make(
            parser.resolve_operand(aggregate, type),
            parser.resolve_operand(value, field_type(type, index)),
            index,
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(" into ")
        printer.print_operand(self.aggregate)
        printer.print_string(f"[{self.index}]")
        self.print_attributes(printer)
        print_type(printer, self.aggregate.type)

    def verify_(self) -> None:
        expected = field_type(self.aggregate.type, self.index)
        if self.value.type != expected:
            raise VerifyException(f"field {self.index} is of type {expected}, not {self.value.type}")
        verify_result(self.result.type, self.aggregate.type)


class ConstructOperation(MirOperation):
    """`mir.construct_tuple %a, %b : !mir.tuple<si32, i1>`: the values of all fields, in order."""

    values = var_operand_def()
    result = result_def()

    traits = PURE_CANONICAL

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        """The types of the values that make up a `type`.

        Raises:
            VerifyException: the op does not make values of this type.
        """
        raise AssertionError(type)

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        """The constant of constant fields; what the fields were taken from, all and in order."""
        type = self.result.type
        if isinstance(type, ArrayType | TupleType | StructType):
            constants = [operand for operand in operands if operand is not None]
            if len(constants) == len(operands):
                return (ArrayAttr(constants),)
        source: SSAValue | None = None
        for index, value in enumerate(self._operands):
            extract = value.owner
            if not isinstance(extract, ExtractFieldOp) or extract.index != index:
                return None
            if source is not None and extract.aggregate is not source:
                return None
            source = extract.aggregate
        return (source,) if source is not None and source.type == type else None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        operands = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        types = cls.types_of(type)
        return cls.create(
            operands=parser.resolve_operands(operands or (), types, parser.pos),
            result_types=(type,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self._operands:
            print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.result.type)

    def verify_(self) -> None:
        verify_values(str(self.result.type), self._operands, self.types_of(self.result.type))


@operation
class ConstructTupleOp(ConstructOperation, FoldInterface):
    """A tuple from its fields.

    Example:
        ```mlir
        %pair = mir.construct_tuple %number, %flag : !mir.tuple<si32, i1>
        ```
    """

    name = "mir.construct_tuple"

    @classmethod
    def make(
        cls,
        values: Sequence[SSAValue],
        type: Attribute | None = None,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The tuple of `values`, by default with the natural layout."""
        if type is None:
            type = TupleType.natural([value.type for value in values])
        return cls.create(operands=values, result_types=(type,), location=location)

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        if not isinstance(type, TupleType):
            raise VerifyException(f"the result must be a tuple, not {type}")
        return type.field_types()


@operation
class ConstructStructOp(ConstructOperation, FoldInterface):
    """A struct from its fields.

    Example:
        ```mlir
        %point = mir.construct_struct %x, %y : !mir.struct<"Point", {x: f32, y: f32}>
        ```
    """

    name = "mir.construct_struct"

    @classmethod
    def make(
        cls, values: Sequence[SSAValue], type: Attribute, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that makes a value of `type` from its fields."""
        return cls.create(operands=values, result_types=(type,), location=location)

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        if not isinstance(type, StructType):
            raise VerifyException(f"the result must be a struct, not {type}")
        return type.field_types()


@operation
class ConstructArrayOp(ConstructOperation, FoldInterface):
    """An array from its elements.

    Example:
        ```mlir
        %triple = mir.construct_array %a, %b, %c : !mir.array<3 x f32>
        ```
    """

    name = "mir.construct_array"

    @classmethod
    def make(
        cls, values: Sequence[SSAValue], type: Attribute, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that makes a value of `type` from its fields."""
        return cls.create(operands=values, result_types=(type,), location=location)

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        if not isinstance(type, ArrayType):
            raise VerifyException(f"the result must be an array, not {type}")
        return (type.element_type,) * type.length


@operation
class ConstructSliceOp(ConstructOperation, FoldInterface):
    """A slice from the pointer to its first element and its length in elements.

    Undefined unless that many elements lie there.

    Example:
        ```mlir
        %slice = mir.construct_slice %pointer, %length : !mir.slice<mut f32, global>
        ```
    """

    name = "mir.construct_slice"

    @classmethod
    def make(cls, pointer: SSAValue, length: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The slice of `length` (ui64) elements from `pointer` on."""
        type = pointer.type
        assert isinstance(type, PtrType)
        slice_type = SliceType.get(type.pointee, type.mutable, type.space)
        return cls.create(operands=(pointer, length), result_types=(slice_type,), location=location)

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        if not isinstance(type, SliceType):
            raise VerifyException(f"the result must be a slice, not {type}")
        return type.field_types()


@operation
class ConstructDisjointSliceOp(ConstructOperation, FoldInterface):
    """A disjoint slice from pointer, length and the fields of its index space.

    Undefined unless that many elements lie there.

    Example:
        ```mlir
        %slice = mir.construct_disjoint_slice %pointer, %length, %stride : !mir.disjoint_slice<f32, [ui64]>
        ```
    """

    name = "mir.construct_disjoint_slice"

    @classmethod
    def make(
        cls,
        pointer: SSAValue,
        length: SSAValue,
        fields: Sequence[SSAValue] = (),
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The disjoint slice of `length` (ui64) elements from `pointer` on, with an index space of `fields`."""
        type = pointer.type
        assert isinstance(type, PtrType)
        slice_type = DisjointSliceType.get(type.pointee, tuple(field.type for field in fields), type.space)
        return cls.create(operands=(pointer, length, *fields), result_types=(slice_type,), location=location)

    @classmethod
    def types_of(cls, type: Attribute) -> Sequence[Attribute]:
        if not isinstance(type, DisjointSliceType):
            raise VerifyException(f"the result must be a disjoint slice, not {type}")
        return type.field_types()


@operation
class FieldAddrOp(MirOperation, DestructurableAccess):
    """The address of a field of what a pointer points to; nothing is read.

    Example:
        ```mlir
        %second = mir.field_addr %pair[1] : !mir.ptr<mut !mir.tuple<si32, f32>>
        ```
    """

    name = "mir.field_addr"

    pointer = operand_def()
    index_attr = prop_def(IntegerAttr, prop_name="index")
    result = result_def()

    traits = ADDRESS

    @classmethod
    def make(cls, pointer: SSAValue, index: int, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives the address of field `index`.

        Raises:
            VerifyException: there is no such field.
        """
        part = field_type(pointee(pointer.type), index)
        return cls.create(
            operands=(pointer,),
            result_types=(address_of_part(pointer.type, part),),
            properties={"index": index_attr(index)},
            location=location,
        )

    @property
    def index(self) -> int:
        """The number of the field."""
        return self.index_attr.value.data

    def accessed_subslot(self) -> tuple[SSAValue, Hashable] | None:
        type = pointee(self.pointer.type)
        return None if isinstance(type, UnionType) else (self.pointer, self.index)

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        index = parse_index(parser)
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(pointer, parse_colon_type(parser)), index)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.pointer)
        printer.print_string(f"[{self.index}]")
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        part = field_type(pointee(self.pointer.type), self.index)
        verify_result(self.result.type, address_of_part(self.pointer.type, part))


__all__ = [
    "ConstructArrayOp",
    "ConstructDisjointSliceOp",
    "ConstructSliceOp",
    "ConstructStructOp",
    "ConstructTupleOp",
    "ExtractFieldOp",
    "FieldAddrOp",
    "InsertFieldOp",
]
