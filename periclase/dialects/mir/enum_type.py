"""The enum type: variants with payloads, and the four ways in which a value tells its variant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ArrayAttr, IntegerType, NoneAttr, StringAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from periclase.dialects.mir.attributes import parse_assignment
from periclase.dialects.mir.layout import Layout, align_of, round_up, size_of, verify_layout
from periclase.dialects.mir.types import NominalType, PtrType, is_int, verify_not_recursive
from periclase.ir.attributes import attribute
from periclase.record import Record

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer


class EnumKind(StrEnum):
    """How a value tells its variant.

    DIRECT: the tag holds the variant's declared discriminant. NICHE: the tag lies in a payload of the untagged variant and
    holds values that this payload never has: `niche_start + (variant - first)`, wrapping. SINGLE: there is only one
    inhabited variant and no tag. EMPTY: no value exists.
    """

    DIRECT = "direct"
    NICHE = "niche"
    SINGLE = "single"
    EMPTY = "empty"


class EnumLayout(Record):
    """Where an enum's tag lies and what it means; bytes.

    `variant` is the untagged variant of a niche and the only one of SINGLE. A niche covers the variants `niche_first` to
    `niche_last`, whose tags begin at `niche_start`.
    """

    kind: EnumKind
    size: int
    align: int
    tag_offset: int = 0
    niche_start: int = 0
    niche_first: int = 0
    niche_last: int = 0
    variant: int = 0


class Variant(Record):
    """One variant: its name, its declared discriminant, its payload's types and their byte offsets in the enum."""

    name: str
    discriminant: int
    types: tuple[Attribute, ...] = ()
    offsets: tuple[int, ...] = ()
    inhabited: bool = True


@attribute
class EnumLayoutAttr(Data[EnumLayout]):
    """The layout of an enum: `#mir.enum_layout<direct, tag_offset = 0, size = 8, align = 4>`."""

    name = "mir.enum_layout"

    @staticmethod
    def parse_body(parser: AttrParser) -> EnumLayout:
        """Parse what stands in the angle brackets."""
        kind = parser.parse_str_enum(EnumKind)
        values: dict[str, int] = {}

        def parse_next(keyword: str) -> None:
            parser.parse_punctuation(",")
            values[keyword] = parse_assignment(parser, keyword)

        if kind in (EnumKind.DIRECT, EnumKind.NICHE):
            parse_next("tag_offset")
        if kind is EnumKind.NICHE:
            for keyword in ("niche_start", "niche_first", "niche_last"):
                parse_next(keyword)
        if kind in (EnumKind.NICHE, EnumKind.SINGLE):
            parse_next("variant")
        parse_next("size")
        parse_next("align")
        return EnumLayout(kind, **values)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> EnumLayout:
        with parser.in_angle_brackets():
            return cls.parse_body(parser)

    def print_body(self, printer: Printer) -> None:
        """Print what `parse_body` reads."""
        layout = self.data
        parts = [str(layout.kind)]
        if layout.kind in (EnumKind.DIRECT, EnumKind.NICHE):
            parts.append(f"tag_offset = {layout.tag_offset}")
        if layout.kind is EnumKind.NICHE:
            parts.append(f"niche_start = {layout.niche_start}")
            parts.append(f"niche_first = {layout.niche_first}")
            parts.append(f"niche_last = {layout.niche_last}")
        if layout.kind in (EnumKind.NICHE, EnumKind.SINGLE):
            parts.append(f"variant = {layout.variant}")
        parts.append(f"size = {layout.size}")
        parts.append(f"align = {layout.align}")
        printer.print_string(", ".join(parts))

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_body(printer)


@attribute
class VariantHeaderAttr(Data[tuple[str, int, tuple[int, ...], bool]]):
    """Name, discriminant, payload offsets and inhabitedness of a variant: `#mir.variant_header<"Some" = 1 [4]>`."""

    name = "mir.variant_header"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[str, int, tuple[int, ...], bool]:
        with parser.in_angle_brackets():
            name = parser.parse_str_literal()
            parser.parse_punctuation("=")
            discriminant = parser.parse_integer()
            offsets = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
            return (name, discriminant, tuple(offsets), parser.parse_optional_keyword("uninhabited") is None)

    def print_parameter(self, printer: Printer) -> None:
        name, discriminant, offsets, inhabited = self.data
        with printer.in_angle_brackets():
            printer.print_string_literal(name)
            printer.print_string(f" = {discriminant} [{', '.join(map(str, offsets))}]")
            if not inhabited:
                printer.print_string(" uninhabited")


@attribute
class VariantAttr(ParametrizedAttribute):
    """One variant of an enum: `#mir.variant<Some = 1 (f32 at 4)>`."""

    name = "mir.variant"

    types: ArrayAttr[Attribute]
    header: VariantHeaderAttr

    def __init__(self, variant: Variant) -> None:
        super().__init__(
            ArrayAttr(variant.types),
            VariantHeaderAttr((variant.name, variant.discriminant, variant.offsets, variant.inhabited)),
        )

    @property
    def variant(self) -> Variant:
        """The variant as plain data."""
        name, discriminant, offsets, inhabited = self.header.data
        return Variant(name, discriminant, self.types.data, offsets, inhabited)

    @staticmethod
    def parse_body(parser: AttrParser) -> Variant:
        """Parse `Some = 1 (f32 at 4)`, with `uninhabited` behind it for a variant that no value has."""
        name = parser.parse_identifier_or_str_literal()
        parser.parse_punctuation("=")
        discriminant = parser.parse_integer()

        def parse_field() -> tuple[Attribute, int]:
            type = parser.parse_type()
            parser.parse_keyword("at")
            return type, parser.parse_integer()

        fields = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_field) or []
        inhabited = parser.parse_optional_keyword("uninhabited") is None
        return Variant(
            name, discriminant, tuple(f[0] for f in fields), tuple(f[1] for f in fields), inhabited
        )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return cls(cls.parse_body(parser)).parameters

    def print_body(self, printer: Printer) -> None:
        """Print what `parse_body` reads."""
        variant = self.variant
        printer.print_identifier_or_string_literal(variant.name)
        printer.print_string(f" = {variant.discriminant}")

        def print_field(field: tuple[Attribute, int]) -> None:
            printer.print_attribute(field[0])
            printer.print_string(f" at {field[1]}")

        if variant.types:
            printer.print_string(" (")
            printer.print_list(list(zip(variant.types, variant.offsets, strict=True)), print_field)
            printer.print_string(")")
        if not variant.inhabited:
            printer.print_string(" uninhabited")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_body(printer)


@attribute
class EnumType(ParametrizedAttribute, TypeAttribute, NominalType):
    """A tagged union of variants with payloads.

    `!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>`: the name,
    the type of the declared discriminants (that of `mir.get_discriminant`), the type of the tag in memory (an
    integer, a pointer, or `none`), the variants, the layout.
    """

    name = "mir.enum"

    enum_name: StringAttr
    discriminant_type: IntegerType
    tag: Attribute
    variant_attrs: ArrayAttr[VariantAttr]
    layout_attr: EnumLayoutAttr

    def __init__(
        self,
        name: str,
        discriminant_type: IntegerType,
        tag_type: Attribute | None,
        variants: Sequence[Variant],
        layout: EnumLayout,
    ) -> None:
        super().__init__(
            StringAttr(name),
            discriminant_type,
            NoneAttr() if tag_type is None else tag_type,
            ArrayAttr(VariantAttr(v) for v in variants),
            EnumLayoutAttr(layout),
        )

    @staticmethod
    @lru_cache(maxsize=4096)
    def get(
        name: str,
        discriminant_type: IntegerType,
        tag_type: Attribute | None,
        variants: tuple[Variant, ...],
        layout: EnumLayout,
    ) -> EnumType:
        """The interned enum type."""
        return EnumType(name, discriminant_type, tag_type, variants, layout)

    @staticmethod
    def direct(
        name: str, tag_type: IntegerType, variants: Sequence[tuple[str, int, Sequence[Attribute]]]
    ) -> EnumType:
        """An enum with its tag first and every payload behind it as in a C struct, the way of `#[repr(C, u8)]` in Rust."""
        align = align_of(tag_type)
        size = size_of(tag_type)
        laid_out: list[Variant] = []
        for variant_name, discriminant, types in variants:
            end = size_of(tag_type)
            offsets: list[int] = []
            for type in types:
                end = round_up(end, align_of(type))
                offsets.append(end)
                end += size_of(type)
                align = max(align, align_of(type))
            size = max(size, end)
            laid_out.append(Variant(variant_name, discriminant, tuple(types), tuple(offsets)))
        layout = EnumLayout(EnumKind.DIRECT, round_up(size, align), align)
        return EnumType.get(name, tag_type, tag_type, tuple(laid_out), layout)

    @property
    def tag_type(self) -> Attribute | None:
        """The type of the tag in memory: an integer or a pointer, None where there is no tag."""
        return None if isinstance(self.tag, NoneAttr) else self.tag

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants in declaration order."""
        return _variants(self.variant_attrs)

    @property
    def layout(self) -> EnumLayout:
        """Where the tag lies and what it means."""
        return self.layout_attr.data

    def tag_value(self, variant: int) -> int | None:
        """The unsigned value of the tag that says `variant`; None when that variant is told by no tag of its own."""
        layout, tag = self.layout, self.tag_type
        if tag is None:
            return None
        bits = (1 << (8 * size_of(tag))) - 1
        if layout.kind is EnumKind.DIRECT:
            return self.variants[variant].discriminant & bits
        if layout.niche_first <= variant <= layout.niche_last and variant != layout.variant:
            return (layout.niche_start + variant - layout.niche_first) & bits
        return None

    def nominal_name(self) -> str:
        return self.enum_name.data

    def field_types(self) -> Sequence[Attribute]:
        return tuple(type for variant in self.variants for type in variant.types)

    def field_offsets(self) -> Sequence[int]:
        return tuple(offset for variant in self.variants for offset in variant.offsets)

    def byte_size(self) -> int:
        return self.layout.size

    def byte_align(self) -> int:
        return self.layout.align

    def verify(self) -> None:
        what = f'enum "{self.enum_name.data}"'
        layout, variants, tag = self.layout, self.variants, self.tag_type
        if not is_int(self.discriminant_type):
            raise VerifyException(
                f"the discriminant type of {what} must be an integer, not {self.discriminant_type}"
            )
        if len({v.name for v in variants}) != len(variants):
            raise VerifyException(f"{what} has two variants of one name")
        discriminants = [v.discriminant for v in variants]
        if len(set(discriminants)) != len(discriminants):
            raise VerifyException(f"{what} has two variants of one discriminant")
        for variant in variants:
            self.discriminant_type.verify_value(variant.discriminant)
            verify_not_recursive("enum", self.enum_name.data, variant.types)
            variant_layout = Layout(variant.offsets, layout.size, layout.align)
            verify_layout(f'variant "{variant.name}" of {what}', variant.types, variant_layout)
        tagged = layout.kind in (EnumKind.DIRECT, EnumKind.NICHE)
        if tagged != (tag is not None):
            raise VerifyException(f"{what} of kind {layout.kind} must have {'a' if tagged else 'no'} tag")
        if tag is not None:
            if not (is_int(tag) or isinstance(tag, PtrType)):
                raise VerifyException(f"the tag of {what} must be an integer or a pointer, not {tag}")
            if layout.tag_offset < 0 or layout.tag_offset + size_of(tag) > layout.size:
                raise VerifyException(f"the tag of {what} lies outside its size {layout.size}")
        if layout.kind is EnumKind.EMPTY:
            return
        if layout.kind is not EnumKind.DIRECT and not 0 <= layout.variant < len(variants):
            raise VerifyException(
                f"{what} has {len(variants)} variants, there is no variant {layout.variant}"
            )
        if layout.kind is EnumKind.NICHE and not 0 <= layout.niche_first <= layout.niche_last < len(variants):
            raise VerifyException(
                f"the niche of {what} covers variants {layout.niche_first} to {layout.niche_last} of {len(variants)}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            discriminant_type = parser.parse_type()
            parser.parse_punctuation(":")
            tag = NoneAttr() if parser.parse_optional_keyword("none") is not None else parser.parse_type()
            parser.parse_punctuation(",")
            variants = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, lambda: VariantAttr(VariantAttr.parse_body(parser))
            )
            parser.parse_punctuation(",")
            layout = EnumLayoutAttr(EnumLayoutAttr.parse_body(parser))
            return (name, discriminant_type, tag, ArrayAttr(variants), layout)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.enum_name)
            printer.print_string(", ")
            printer.print_attribute(self.discriminant_type)
            printer.print_string(" : ")
            if self.tag_type is None:
                printer.print_string("none")
            else:
                printer.print_attribute(self.tag)
            printer.print_string(", [")
            printer.print_list(self.variant_attrs.data, lambda variant: variant.print_body(printer))
            printer.print_string("], ")
            self.layout_attr.print_body(printer)


@lru_cache(maxsize=4096)
def _variants(attrs: ArrayAttr[VariantAttr]) -> tuple[Variant, ...]:
    return tuple(attr.variant for attr in attrs.data)
