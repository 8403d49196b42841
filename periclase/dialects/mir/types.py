"""Types of the `mir` dialect but for enums, which have `enum_type.py`.

Integers are the builtin signed and unsigned ones (`si32`, `ui64`, …), booleans `i1`, floats the builtin ones. Everything
that has a place in memory has an explicit layout; where it is the natural one (C's), the text form leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerType,
    Signedness,
    StringAttr,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import (
    ADDRESS_SPACES,
    AddressSpace,
    AddressSpaceAttr,
    LayoutAttr,
    MutabilityAttr,
)
from periclase.dialects.mir.layout import (
    INTEGER_WIDTHS,
    POINTER_SIZE,
    AggregateType,
    Layout,
    SizedType,
    align_of,
    natural_layout,
    size_of,
    union_layout,
    verify_layout,
)
from periclase.dialects.mir.narrowing import is_integer_type
from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

si8, si16, si32, si64, si128 = (IntegerType(w, Signedness.SIGNED) for w in (8, 16, 32, 64, 128))
ui8, ui16, ui32, ui64, ui128 = (IntegerType(w, Signedness.UNSIGNED) for w in (8, 16, 32, 64, 128))

USIZE = ui64
"""The type of lengths."""
ISIZE = si64
"""The type of differences and of Python indices."""

FLOAT_TYPES = (Float32Type, Float64Type, Float16Type, BFloat16Type)
"""The classes of the float types that `mir` computes with."""

_MUTABLE, _CONST = MutabilityAttr(True), MutabilityAttr(False)
_SPACES = {space: AddressSpaceAttr(space) for space in AddressSpace}


def is_int(type: Attribute) -> bool:
    """Whether `type` is an integer of `mir`: signed or unsigned, of 8, 16, 32, 64 or 128 bits. `i1` is not."""
    return (
        is_integer_type(type)
        and type.width.data in INTEGER_WIDTHS
        and type.signedness.data is not Signedness.SIGNLESS
    )


def is_signed(type: Attribute) -> bool:
    """Whether `type` is a signed integer."""
    return is_integer_type(type) and type.signedness.data is Signedness.SIGNED


def is_float(type: Attribute) -> bool:
    """Whether `type` is one of f16, bf16, f32, f64."""
    return isinstance(type, FLOAT_TYPES)


def is_bool(type: Attribute) -> bool:
    """Whether `type` is `i1`."""
    return type == i1


def is_scalar(type: Attribute) -> bool:
    """Whether `type` is a number, a boolean or a thin pointer."""
    return is_int(type) or is_float(type) or is_bool(type) or isinstance(type, PtrType)


@cache
def int_type(width: int, signed: bool) -> IntegerType:
    """The interned integer type of `width` bits."""
    return IntegerType(width, Signedness.SIGNED if signed else Signedness.UNSIGNED)


def as_unsigned(type: IntegerType) -> IntegerType:
    """The unsigned integer type of the same width."""
    return int_type(type.width.data, False)


def _verify_element(what: str, type: Attribute) -> None:
    if not isinstance(type, TypeAttribute):
        raise VerifyException(f"{what} must be a type, not {type}")


def _parse_mutable(parser: AttrParser) -> MutabilityAttr:
    return _MUTABLE if parser.parse_optional_keyword("mut") is not None else _CONST


def _parse_space(parser: AttrParser) -> AddressSpaceAttr:
    """Parse what may follow the pointee: a comma and the name of an address space."""
    if parser.parse_optional_punctuation(",") is None:
        return _SPACES[AddressSpace.GENERIC]
    return _SPACES[ADDRESS_SPACES[parser.parse_keyword_in(ADDRESS_SPACES)]]


def _print_space(printer: Printer, space: AddressSpaceAttr) -> None:
    if space.data is not AddressSpace.GENERIC:
        printer.print_string(f", {space.data}")


@attribute
class PtrType(ParametrizedAttribute, TypeAttribute, SizedType):
    """A thin pointer: `!mir.ptr<f32>`, `!mir.ptr<mut f32, shared>`.

    `mutable` says whether the program may write through it; the address space `generic` is left out in text.
    """

    name = "mir.ptr"

    pointee: Attribute
    mutability: MutabilityAttr
    address_space: AddressSpaceAttr

    def __init__(
        self, pointee: Attribute, mutable: bool = True, space: AddressSpace = AddressSpace.GENERIC
    ) -> None:
        super().__init__(pointee, _MUTABLE if mutable else _CONST, _SPACES[space])

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(pointee: Attribute, mutable: bool = True, space: AddressSpace = AddressSpace.GENERIC) -> PtrType:
        """The interned pointer type."""
        return PtrType(pointee, mutable, space)

    @property
    def mutable(self) -> bool:
        """Whether one may write through it."""
        return self.mutability.data

    @property
    def space(self) -> AddressSpace:
        """Where it points to."""
        return self.address_space.data

    def byte_size(self) -> int:
        return POINTER_SIZE

    def byte_align(self) -> int:
        return POINTER_SIZE

    def verify(self) -> None:
        _verify_element("the pointee", self.pointee)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            mutability = _parse_mutable(parser)
            return (parser.parse_type(), mutability, _parse_space(parser))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if self.mutable:
                printer.print_string("mut ")
            printer.print_attribute(self.pointee)
            _print_space(printer, self.address_space)


@attribute
class SliceType(ParametrizedAttribute, TypeAttribute, AggregateType):
    """A fat pointer to a run of elements: `!mir.slice<f32>`, `!mir.slice<mut f32, global>`.

    Its fields are the pointer (0) and the length in elements, `ui64` (1).
    """

    name = "mir.slice"

    element_type: Attribute
    mutability: MutabilityAttr
    address_space: AddressSpaceAttr

    def __init__(
        self, element_type: Attribute, mutable: bool = True, space: AddressSpace = AddressSpace.GENERIC
    ) -> None:
        super().__init__(element_type, _MUTABLE if mutable else _CONST, _SPACES[space])

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(elem: Attribute, mutable: bool = True, space: AddressSpace = AddressSpace.GENERIC) -> SliceType:
        """The interned slice type."""
        return SliceType(elem, mutable, space)

    @property
    def mutable(self) -> bool:
        """Whether one may write its elements."""
        return self.mutability.data

    @property
    def space(self) -> AddressSpace:
        """Where its elements lie."""
        return self.address_space.data

    @property
    def pointer_type(self) -> PtrType:
        """The type of field 0."""
        return PtrType.get(self.element_type, self.mutable, self.space)

    def field_types(self) -> Sequence[Attribute]:
        return (self.pointer_type, USIZE)

    def field_offsets(self) -> Sequence[int]:
        return (0, POINTER_SIZE)

    def byte_size(self) -> int:
        return 2 * POINTER_SIZE

    def byte_align(self) -> int:
        return POINTER_SIZE

    def verify(self) -> None:
        _verify_element("the element type", self.element_type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            mutability = _parse_mutable(parser)
            return (parser.parse_type(), mutability, _parse_space(parser))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if self.mutable:
                printer.print_string("mut ")
            printer.print_attribute(self.element_type)
            _print_space(printer, self.address_space)


@attribute
class DisjointSliceType(ParametrizedAttribute, TypeAttribute, AggregateType):
    """A mutable slice of which every thread writes its own elements: `!mir.disjoint_slice<f32, [ui64], global>`.

    Its fields are the pointer (0), the length (1) and those of the index space (2, …), which map a thread to its elements.
    """

    name = "mir.disjoint_slice"

    element_type: Attribute
    space_fields: ArrayAttr[Attribute]
    address_space: AddressSpaceAttr

    def __init__(
        self,
        element_type: Attribute,
        space_fields: Sequence[Attribute] = (),
        space: AddressSpace = AddressSpace.GENERIC,
    ) -> None:
        super().__init__(element_type, ArrayAttr(space_fields), _SPACES[space])

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(
        elem: Attribute, fields: tuple[Attribute, ...] = (), space: AddressSpace = AddressSpace.GENERIC
    ) -> DisjointSliceType:
        """The interned disjoint slice type."""
        return DisjointSliceType(elem, fields, space)

    @property
    def space(self) -> AddressSpace:
        """Where its elements lie."""
        return self.address_space.data

    @property
    def pointer_type(self) -> PtrType:
        """The type of field 0."""
        return PtrType.get(self.element_type, True, self.space)

    def field_types(self) -> Sequence[Attribute]:
        return (self.pointer_type, USIZE, *self.space_fields.data)

    def field_offsets(self) -> Sequence[int]:
        return natural_layout(self.field_types()).offsets

    def byte_size(self) -> int:
        return natural_layout(self.field_types()).size

    def byte_align(self) -> int:
        return natural_layout(self.field_types()).align

    def verify(self) -> None:
        _verify_element("the element type", self.element_type)
        for field in self.space_fields.data:
            _verify_element("a field of the index space", field)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element_type = parser.parse_type()
            parser.parse_punctuation(",")
            fields = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_type)
            return (element_type, ArrayAttr(fields), _parse_space(parser))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element_type)
            printer.print_string(", [")
            printer.print_list(self.space_fields.data, printer.print_attribute)
            printer.print_string("]")
            _print_space(printer, self.address_space)


@attribute
class ArrayType(ParametrizedAttribute, TypeAttribute, SizedType):
    """Some number of elements by value: `!mir.array<16 x f32>`; nests for more dimensions."""

    name = "mir.array"

    length_attr: IntAttr
    element_type: Attribute

    def __init__(self, length: int, element_type: Attribute) -> None:
        super().__init__(IntAttr(length), element_type)

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(n: int, elem: Attribute) -> ArrayType:
        """The interned array type of `n` elements."""
        return ArrayType(n, elem)

    @property
    def length(self) -> int:
        """The number of elements."""
        return self.length_attr.data

    def byte_size(self) -> int:
        return self.length * size_of(self.element_type)

    def byte_align(self) -> int:
        return align_of(self.element_type)

    def verify(self) -> None:
        if self.length < 0:
            raise VerifyException(f"the length of an array must not be negative, not {self.length}")
        _verify_element("the element type", self.element_type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            length = parser.parse_shape_dimension(allow_dynamic=False)
            parser.parse_shape_delimiter()
            return (IntAttr(length), parser.parse_type())

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.length} x ")
            printer.print_attribute(self.element_type)


def _parse_optional_layout(
    parser: AttrParser, natural: Sequence[Attribute], *, union: bool = False
) -> LayoutAttr:
    """Parse `offsets = …` where it stands, else take the natural layout."""
    if parser.parse_optional_keyword("offsets") is not None:
        parser.parse_punctuation("=")
        return LayoutAttr(LayoutAttr.parse_body(parser))
    return LayoutAttr(union_layout(natural) if union else natural_layout(natural))


@attribute
class TupleType(ParametrizedAttribute, TypeAttribute, AggregateType):
    """An unnamed product: `!mir.tuple<si32, i1>`; the empty one is the unit type.

    With a layout of its own: `!mir.tuple<i1, si32, offsets = [4, 0], size = 8, align = 4>`.
    """

    name = "mir.tuple"

    types: ArrayAttr[Attribute]
    layout_attr: LayoutAttr

    def __init__(self, types: Sequence[Attribute], layout: Layout | None = None) -> None:
        super().__init__(ArrayAttr(types), LayoutAttr(natural_layout(types) if layout is None else layout))

    @staticmethod
    def natural(types: Sequence[Attribute]) -> TupleType:
        """The interned tuple type with the C layout."""
        return _natural_tuple(tuple(types))

    @property
    def layout(self) -> Layout:
        """Where its fields lie."""
        return self.layout_attr.data

    def field_types(self) -> Sequence[Attribute]:
        return self.types.data

    def field_offsets(self) -> Sequence[int]:
        return self.layout.offsets

    def byte_size(self) -> int:
        return self.layout.size

    def byte_align(self) -> int:
        return self.layout.align

    def verify(self) -> None:
        verify_layout("the tuple", self.types.data, self.layout)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            types: list[Attribute] = []
            first = parser.parse_optional_type()
            if first is None:
                return (ArrayAttr(types), _parse_optional_layout(parser, types))
            types.append(first)
            while parser.parse_optional_punctuation(",") is not None:
                field = parser.parse_optional_type()
                if field is None:
                    return (ArrayAttr(types), _parse_optional_layout(parser, types))
                types.append(field)
            return (ArrayAttr(types), LayoutAttr(natural_layout(types)))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.types.data, printer.print_attribute)
            if self.layout != natural_layout(self.types.data):
                if self.types.data:
                    printer.print_string(", ")
                self.layout_attr.print_body(printer)


@lru_cache(maxsize=4096)
def _natural_tuple(types: tuple[Attribute, ...]) -> TupleType:
    return TupleType(types)


class NominalType(AggregateType):
    """Mixin of the types that have a name of their own: struct, union, enum.

    Within the type no other type may bear its name: that is how a recursive type shows, which has no layout.
    """

    __slots__ = ()

    def nominal_name(self) -> str:
        """The name that tells it from other types."""
        raise LookupError(type(self).__name__)


def nested_types(type: Attribute) -> Iterator[Attribute]:
    """`type` and every type within it, pointees included."""
    yield type
    if isinstance(type, PtrType):
        yield from nested_types(type.pointee)
    elif isinstance(type, SliceType | DisjointSliceType | ArrayType):
        yield from nested_types(type.element_type)
    if isinstance(type, NominalType | TupleType):
        for field in type.field_types():
            yield from nested_types(field)


def verify_not_recursive(kind: str, name: str, fields: Sequence[Attribute]) -> None:
    """Refuse a named type within which its own name occurs again.

    Raises:
        VerifyException: the name occurs in a field, also behind a pointer.
    """
    for field in fields:
        for type in nested_types(field):
            if isinstance(type, NominalType) and type.nominal_name() == name:
                raise VerifyException(
                    f'{kind} "{name}" contains a type of its own name: recursive types have no layout; '
                    "point to ui8 and cast instead"
                )


def parse_fields(parser: AttrParser) -> tuple[ArrayAttr[StringAttr], ArrayAttr[Attribute]]:
    """Parse `{name: type, …}`."""

    def parse_field() -> tuple[StringAttr, Attribute]:
        field_name = parser.parse_identifier_or_str_literal()
        parser.parse_punctuation(":")
        return StringAttr(field_name), parser.parse_type()

    fields = parser.parse_comma_separated_list(parser.Delimiter.BRACES, parse_field)
    return ArrayAttr(f[0] for f in fields), ArrayAttr(f[1] for f in fields)


def print_fields(printer: Printer, names: ArrayAttr[StringAttr], types: ArrayAttr[Attribute]) -> None:
    """Print `{name: type, …}`."""

    def print_field(field: tuple[StringAttr, Attribute]) -> None:
        printer.print_identifier_or_string_literal(field[0])
        printer.print_string(": ")
        printer.print_attribute(field[1])

    with printer.in_braces():
        printer.print_list(list(zip(names.data, types.data, strict=True)), print_field)


@attribute
class StructType(ParametrizedAttribute, TypeAttribute, NominalType):
    """A named product with named fields: `!mir.struct<"Point", {x: f32, y: f32}>`.

    With a layout of its own: `!mir.struct<"P", {a: ui8, b: si32}, offsets = [4, 0], size = 8, align = 4>`.
    """

    name = "mir.struct"

    struct_name: StringAttr
    field_names: ArrayAttr[StringAttr]
    types: ArrayAttr[Attribute]
    layout_attr: LayoutAttr

    def __init__(
        self, name: str, fields: Sequence[tuple[str, Attribute]], layout: Layout | None = None
    ) -> None:
        types = [type for _, type in fields]
        super().__init__(
            StringAttr(name),
            ArrayAttr(StringAttr(field) for field, _ in fields),
            ArrayAttr(types),
            LayoutAttr(natural_layout(types) if layout is None else layout),
        )

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(name: str, fields: tuple[tuple[str, Attribute], ...], layout: Layout | None = None) -> StructType:
        """The interned struct type; without `layout` that of C."""
        return StructType(name, fields, layout)

    @property
    def layout(self) -> Layout:
        """Where its fields lie."""
        return self.layout_attr.data

    def nominal_name(self) -> str:
        return self.struct_name.data

    def field_types(self) -> Sequence[Attribute]:
        return self.types.data

    def field_offsets(self) -> Sequence[int]:
        return self.layout.offsets

    def field_index(self, name: str) -> int | None:
        """The index of the field called `name`, None when there is none."""
        return next((i for i, field in enumerate(self.field_names.data) if field.data == name), None)

    def byte_size(self) -> int:
        return self.layout.size

    def byte_align(self) -> int:
        return self.layout.align

    def verify(self) -> None:
        what = f'struct "{self.struct_name.data}"'
        if len(self.field_names.data) != len(self.types.data):
            raise VerifyException(
                f"{what} has {len(self.types.data)} fields but {len(self.field_names.data)} names"
            )
        if len(set(self.field_names.data)) != len(self.field_names.data):
            raise VerifyException(f"{what} has two fields of one name")
        verify_not_recursive("struct", self.struct_name.data, self.types.data)
        verify_layout(what, self.types.data, self.layout)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            names, types = parse_fields(parser)
            parser.parse_optional_punctuation(",")
            return (name, names, types, _parse_optional_layout(parser, types.data))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.struct_name)
            printer.print_string(", ")
            print_fields(printer, self.field_names, self.types)
            if self.layout != natural_layout(self.types.data):
                printer.print_string(", ")
                self.layout_attr.print_body(printer)


@attribute
class UnionType(ParametrizedAttribute, TypeAttribute, NominalType):
    """Named fields that share their bytes: `!mir.union<"Bits", {f: f32, u: ui32}>`.

    Every field is read from and written to the union's own bytes, whatever was written before.
    """

    name = "mir.union"

    union_name: StringAttr
    field_names: ArrayAttr[StringAttr]
    types: ArrayAttr[Attribute]
    layout_attr: LayoutAttr

    def __init__(
        self, name: str, fields: Sequence[tuple[str, Attribute]], layout: Layout | None = None
    ) -> None:
        types = [type for _, type in fields]
        super().__init__(
            StringAttr(name),
            ArrayAttr(StringAttr(field) for field, _ in fields),
            ArrayAttr(types),
            LayoutAttr(union_layout(types) if layout is None else layout),
        )

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(name: str, fields: tuple[tuple[str, Attribute], ...], layout: Layout | None = None) -> UnionType:
        """The interned union type; without `layout` that of C."""
        return UnionType(name, fields, layout)

    @property
    def layout(self) -> Layout:
        """Where its fields lie: all at 0 in C."""
        return self.layout_attr.data

    def nominal_name(self) -> str:
        return self.union_name.data

    def field_types(self) -> Sequence[Attribute]:
        return self.types.data

    def field_offsets(self) -> Sequence[int]:
        return self.layout.offsets

    def byte_size(self) -> int:
        return self.layout.size

    def byte_align(self) -> int:
        return self.layout.align

    def verify(self) -> None:
        what = f'union "{self.union_name.data}"'
        if len(self.field_names.data) != len(self.types.data):
            raise VerifyException(
                f"{what} has {len(self.types.data)} fields but {len(self.field_names.data)} names"
            )
        verify_not_recursive("union", self.union_name.data, self.types.data)
        verify_layout(what, self.types.data, self.layout, overlapping=True)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            names, types = parse_fields(parser)
            parser.parse_optional_punctuation(",")
            return (name, names, types, _parse_optional_layout(parser, types.data, union=True))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.union_name)
            printer.print_string(", ")
            print_fields(printer, self.field_names, self.types)
            if self.layout != union_layout(self.types.data):
                printer.print_string(", ")
                self.layout_attr.print_body(printer)


UNIT = TupleType.natural(())
"""The type of nothing: the empty tuple."""

__all__ = [
    "FLOAT_TYPES",
    "ISIZE",
    "UNIT",
    "USIZE",
    "ArrayType",
    "DisjointSliceType",
    "NominalType",
    "PtrType",
    "SliceType",
    "StructType",
    "TupleType",
    "UnionType",
    "as_unsigned",
    "int_type",
    "is_bool",
    "is_float",
    "is_int",
    "is_scalar",
    "is_signed",
    "nested_types",
    "si8",
    "si16",
    "si32",
    "si64",
    "si128",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "ui128",
]
