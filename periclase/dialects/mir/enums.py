"""Enums: making one, its discriminant, its payload."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, IntegerAttr, LocationAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    FoldTrait,
    MirOperation,
    parse_colon_type,
    print_operands,
    print_type,
    reports_refusals,
)
from periclase.dialects.mir.effects import OperandEffects
from periclase.dialects.mir.enum_type import EnumType
from periclase.dialects.mir.folding import int_attr
from periclase.dialects.mir.types import (
    PtrType,
)
from periclase.ir.interfaces import FoldInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer
from periclase.dialects.mir.parts import (
    address_of_part,
    index_attr,
    payload_type,
    pointee,
    variant_of,
    verify_result,
    verify_values,
)


@operation
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


@operation
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
        verify_result(self.result.type, type.discriminant_type)


@operation
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


@operation
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
        verify_result(self.result.type, payload_type(self.value.type, self.variant, self.index))


@operation
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
        verify_result(self.result.type, address_of_part(self.pointer.type, part))


__all__ = [
    "ConstructEnumOp",
    "EnumPayloadAddrOp",
    "EnumPayloadOp",
    "GetDiscriminantOp",
    "SetDiscriminantOp",
]
