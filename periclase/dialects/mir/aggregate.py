"""Tuples, structs, unions, slices, arrays and enums: by value, and by the address of a part."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, ArrayAttr, IntegerAttr, LocationAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    INT,
    PURE_CANONICAL,
    CanonicalizedTrait,
    FoldTrait,
    MirOperation,
    SpeculatableByOp,
    parse_colon_type,
    parse_comma_type,
    print_operands,
    print_type,
    reports_refusals,
    verify_kind,
)
from periclase.dialects.mir.effects import OperandEffects
from periclase.dialects.mir.enum_type import EnumType
from periclase.dialects.mir.folding import int_attr
from periclase.dialects.mir.layout import AggregateType
from periclase.dialects.mir.narrowing import is_array_constant, is_int_constant
from periclase.dialects.mir.types import (
    ArrayType,
    DisjointSliceType,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    UnionType,
)
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import DestructurableAccess, FoldInterface

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

INDEXED = traits_def(NoMemoryEffect(), SpeculatableByOp(), FoldTrait(), CanonicalizedTrait())
"""No effects, undefined for an index that is out of range."""

ADDRESS = traits_def(Pure(), CanonicalizedTrait())
"""Address arithmetic: no effects, and no access."""


def index_attr(index: int) -> IntegerAttr:
    """The property for a field, variant or element index."""
    return int_attr(index, i64)


def field_type(type: Attribute, index: int) -> Attribute:
    """The type of field `index` of a tuple, struct, union or slice.

    Raises:
        VerifyException: the type has no numbered fields, or not that many.
    """
    if isinstance(type, EnumType) or not isinstance(type, AggregateType):
        raise VerifyException(f"{type} has no numbered fields: expected a tuple, struct, union or slice")
    types = type.field_types()
    if not 0 <= index < len(types):
        raise VerifyException(f"{type} has {len(types)} fields, there is no field {index}")
    return types[index]


def payload_type(type: Attribute, variant: int, field: int) -> Attribute:
    """The type of field `field` of variant `variant` of an enum.

    Raises:
        VerifyException: no enum, no such variant, no such field.
    """
    variants = variant_of(type, variant)
    if not 0 <= field < len(variants):
        raise VerifyException(
            f"variant {variant} of {type} has {len(variants)} fields, there is no field {field}"
        )
    return variants[field]


def variant_of(type: Attribute, variant: int) -> Sequence[Attribute]:
    """The payload's types of variant `variant` of an enum.

    Raises:
        VerifyException: no enum, no such variant.
    """
    if not isinstance(type, EnumType):
        raise VerifyException(f"expected an enum, not {type}")
    if not 0 <= variant < len(type.variants):
        raise VerifyException(f"{type} has {len(type.variants)} variants, there is no variant {variant}")
    return type.variants[variant].types


def element_type(type: Attribute) -> Attribute:
    """The type of an array's elements.

    Raises:
        VerifyException: it is no array.
    """
    if not isinstance(type, ArrayType):
        raise VerifyException(f"expected an array, not {type}")
    return type.element_type


def pointee(type: Attribute) -> Attribute:
    """What a thin pointer points to.

    Raises:
        VerifyException: it is no thin pointer.
    """
    if not isinstance(type, PtrType):
        raise VerifyException(f"expected a pointer, not {type}")
    return type.pointee


def address_of_part(pointer: Attribute, part: Attribute) -> PtrType:
    """The type of a pointer to a part of what `pointer` points to: same mutability, same address space."""
    assert isinstance(pointer, PtrType)
    return PtrType.get(part, pointer.mutable, pointer.space)


def _parse_index(parser: Parser) -> int:
    with parser.in_square_brackets():
        return parser.parse_integer()


def _verify_result(actual: Attribute, expected: Attribute) -> None:
    if actual != expected:
        raise VerifyException(f"the result must be of type {expected}, not {actual}")


def verify_values(what: str, values: Sequence[SSAValue], types: Sequence[Attribute]) -> None:
    """Check the number and the types of values that make up an aggregate.

    Raises:
        VerifyException: they do not fit.
    """
    if len(values) != len(types):
        raise VerifyException(f"{what} has {len(types)} fields, but {len(values)} values are given")
    for index, (value, type) in enumerate(zip(values, types, strict=True)):
        if value.type != type:
            raise VerifyException(f"field {index} of {what} is of type {type}, not {value.type}")


@irdl_op_definition
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
        index = _parse_index(parser)
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
        _verify_result(self.result.type, field_type(self.aggregate.type, self.index))


@irdl_op_definition
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
        index = _parse_index(parser)
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
        _verify_result(self.result.type, self.aggregate.type)


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


@irdl_op_definition
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


@irdl_op_definition
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


@irdl_op_definition
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


@irdl_op_definition
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


@irdl_op_definition
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


@irdl_op_definition
class ConstructEnumOp(MirOperation):
    """An enum of one variant, with its payload.

    Example:
        ```mlir
        %some = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)],
            direct, tag_offset = 0, size = 8, align = 4>
        ```
    """

    name = "mir.construct_enum"

    payload = var_operand_def()
    variant_attr = prop_def(IntegerAttr, prop_name="variant")
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        type: Attribute,
        variant: int,
        payload: Sequence[SSAValue],
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The enum of `type` that is `variant` (its index) with `payload`."""
        return cls.create(
            operands=payload,
            result_types=(type,),
            properties={"variant": index_attr(variant)},
            location=location,
        )

    @property
    def variant(self) -> int:
        """The index of the variant, not its discriminant."""
        return self.variant_attr.value.data

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        variant = parser.parse_integer()
        payload = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        op = cls.make(type, variant, parser.resolve_operands(payload, variant_of(type, variant), parser.pos))
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.variant}")
        with printer.in_parens():
            printer.print_list(self._operands, printer.print_operand)
        self.print_attributes(printer)
        print_type(printer, self.result.type)

    def verify_(self) -> None:
        type = self.result.type
        types = variant_of(type, self.variant)
        assert isinstance(type, EnumType)
        if not type.variants[self.variant].inhabited:
            raise VerifyException(f"variant {self.variant} of {type} is uninhabited")
        verify_values(f"variant {self.variant}", self._operands, types)


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


@irdl_op_definition
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
        _verify_result(self.result.type, self.verify_index(self.array.type))


def _print_element(printer: Printer, array: SSAValue, index: SSAValue) -> None:
    printer.print_string(" ")
    printer.print_operand(array)
    with printer.in_square_brackets():
        printer.print_operand(index)


def _print_element_types(printer: Printer, array: SSAValue, index: SSAValue) -> None:
    print_type(printer, array.type)
    printer.print_string(", ")
    printer.print_attribute(index.type)


@irdl_op_definition
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
        _verify_result(self.result.type, self.array.type)


@irdl_op_definition
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
        index = _parse_index(parser)
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
        _verify_result(self.result.type, address_of_part(self.pointer.type, part))


@irdl_op_definition
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
        _verify_result(self.result.type, address_of_part(self.pointer.type, part))


@irdl_op_definition
class GetDiscriminantOp(MirOperation, FoldInterface):
    """The declared discriminant of the variant that an enum value is, of the enum's discriminant type.

    Undefined for a value that is no variant.

    Example:
        ```mlir
        %which = mir.get_discriminant %option : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)],
            direct, tag_offset = 0, size = 8, align = 4>
        ```
    """

    name = "mir.get_discriminant"

    value = operand_def()
    result = result_def()

    traits = traits_def(Pure(), FoldTrait())

    @classmethod
    def make(cls, value: SSAValue, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives the discriminant of `value`, an enum."""
        type = value.type
        if not isinstance(type, EnumType):
            raise VerifyException(f"expected an enum, not {type}")
        return cls.create(operands=(value,), result_types=(type.discriminant_type,), location=location)

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        source, type = self.value.owner, self.value.type
        assert isinstance(type, EnumType)
        if isinstance(source, ConstructEnumOp):
            return (int_attr(type.variants[source.variant].discriminant, type.discriminant_type),)
        inhabited = [variant for variant in type.variants if variant.inhabited]
        if len(inhabited) == 1:
            return (int_attr(inhabited[0].discriminant, type.discriminant_type),)
        return None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(value, parse_colon_type(parser)))
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        self.print_attributes(printer)
        print_type(printer, self.value.type)

    def verify_(self) -> None:
        type = self.value.type
        if not isinstance(type, EnumType):
            raise VerifyException(f"expected an enum, not {type}")
        _verify_result(self.result.type, type.discriminant_type)


@irdl_op_definition
class SetDiscriminantOp(MirOperation):
    """Makes the enum in memory be a variant, by writing its tag; the payload is left alone.

    Nothing is written for the untagged variant of a niche, nor where there is no tag.

    Example:
        ```mlir
        mir.set_discriminant %pointer, 1 : !mir.ptr<mut !mir.enum<"E", ui8 : ui8, [A = 0, B = 1],
            direct, tag_offset = 0, size = 1, align = 1>>
        ```
    """

    name = "mir.set_discriminant"

    pointer = operand_def()
    variant_attr = prop_def(IntegerAttr, prop_name="variant")

    traits = traits_def(OperandEffects(writes=(0,)))

    @classmethod
    def make(cls, pointer: SSAValue, variant: int, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that makes what `pointer` points to be `variant` (its index)."""
        return cls.create(operands=(pointer,), properties={"variant": index_attr(variant)}, location=location)

    @property
    def variant(self) -> int:
        """The index of the variant, not its discriminant."""
        return self.variant_attr.value.data

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        variant = parser.parse_integer()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(pointer, parse_colon_type(parser)), variant)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(f", {self.variant}")
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        variant_of(pointee(self.pointer.type), self.variant)
        if isinstance(self.pointer.type, PtrType) and not self.pointer.type.mutable:
            raise VerifyException(f"the pointer must be mutable, not {self.pointer.type}")


def _parse_variant_and_field(parser: Parser) -> tuple[int, int]:
    with parser.in_square_brackets():
        variant = parser.parse_integer()
        parser.parse_punctuation(",")
        return variant, parser.parse_integer()


@irdl_op_definition
class EnumPayloadOp(MirOperation, FoldInterface):
    """A field of the payload of a variant of an enum value: `[variant, field]`.

    Its bits are undefined where the value is another variant.

    Example:
        ```mlir
        %x = mir.enum_payload %option[1, 0] : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)],
            direct, tag_offset = 0, size = 8, align = 4>
        ```
    """

    name = "mir.enum_payload"

    value = operand_def()
    variant_attr = prop_def(IntegerAttr, prop_name="variant")
    index_attr = prop_def(IntegerAttr, prop_name="index")
    result = result_def()

    traits = traits_def(Pure(), FoldTrait())

    @classmethod
    def make(cls, value: SSAValue, variant: int, index: int, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that gives field `index` of `variant` of the enum `value`."""
        return cls.create(
            operands=(value,),
            result_types=(payload_type(value.type, variant, index),),
            properties={"variant": index_attr(variant), "index": index_attr(index)},
            location=location,
        )

    @property
    def variant(self) -> int:
        """The index of the variant, not its discriminant."""
        return self.variant_attr.value.data

    @property
    def index(self) -> int:
        """The number of the field in the variant's payload."""
        return self.index_attr.value.data

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        source = self.value.owner
        if isinstance(source, ConstructEnumOp) and source.variant == self.variant:
            return (source.operands[self.index],)
        return None

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        variant, index = _parse_variant_and_field(parser)
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(value, parse_colon_type(parser)), variant, index)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(f"[{self.variant}, {self.index}]")
        self.print_attributes(printer)
        print_type(printer, self.value.type)

    def verify_(self) -> None:
        _verify_result(self.result.type, payload_type(self.value.type, self.variant, self.index))


@irdl_op_definition
class EnumPayloadAddrOp(MirOperation):
    """The address of a field of the payload of a variant: `[variant, field]`; nothing is read.

    Example:
        ```mlir
        %x = mir.enum_payload_addr %pointer[1, 0] : !mir.ptr<!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)],
            direct, tag_offset = 0, size = 8, align = 4>>
        ```
    """

    name = "mir.enum_payload_addr"

    pointer = operand_def()
    variant_attr = prop_def(IntegerAttr, prop_name="variant")
    index_attr = prop_def(IntegerAttr, prop_name="index")
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls, pointer: SSAValue, variant: int, index: int, *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that gives the address of field `index` of `variant`."""
        part = payload_type(pointee(pointer.type), variant, index)
        return cls.create(
            operands=(pointer,),
            result_types=(address_of_part(pointer.type, part),),
            properties={"variant": index_attr(variant), "index": index_attr(index)},
            location=location,
        )

    @property
    def variant(self) -> int:
        """The index of the variant, not its discriminant."""
        return self.variant_attr.value.data

    @property
    def index(self) -> int:
        """The number of the field in the variant's payload."""
        return self.index_attr.value.data

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        pointer = parser.parse_unresolved_operand()
        variant, index = _parse_variant_and_field(parser)
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(pointer, parse_colon_type(parser)), variant, index)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        printer.print_string(f"[{self.variant}, {self.index}]")
        self.print_attributes(printer)
        print_type(printer, self.pointer.type)

    def verify_(self) -> None:
        part = payload_type(pointee(self.pointer.type), self.variant, self.index)
        _verify_result(self.result.type, address_of_part(self.pointer.type, part))


__all__ = [
    "ConstructArrayOp",
    "ConstructDisjointSliceOp",
    "ConstructEnumOp",
    "ConstructSliceOp",
    "ConstructStructOp",
    "ConstructTupleOp",
    "ElementAddrOp",
    "EnumPayloadAddrOp",
    "EnumPayloadOp",
    "ExtractElementOp",
    "ExtractFieldOp",
    "FieldAddrOp",
    "GetDiscriminantOp",
    "InsertElementOp",
    "InsertFieldOp",
    "SetDiscriminantOp",
]
