"""What all nvvm operations share: how one is made from a row of the intrinsic table, its target, and its syntax."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from xdsl.dialects.builtin import (
    BoolAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    UnitAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, OpTrait
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from periclase.dialects.llvm.types import LLVMPointerType, LLVMStructType
from periclase.intrinsics.model import Effect, Requirement
from periclase.intrinsics.table import FAMILIES
from periclase.ir.effects import READ, WRITE
from periclase.ir.enum_attribute import EnumAttribute
from periclase.ir.interfaces import AccessesOperands, HasTargetRequirements

if TYPE_CHECKING:
    from xdsl.parser import AttrParser, Parser, UnresolvedOperand
    from xdsl.printer import Printer

READS_AND_WRITES: tuple[OpTrait, ...] = (MemoryReadEffect(), MemoryWriteEffect())
"""The effects of whatever orders memory, communicates, or is seen from outside: nothing moves across, nothing is dropped."""

UNIT = UnitAttr()
_UNSET = BoolAttr.from_bool(False)

LLVM_TYPES: Final[Mapping[str, Attribute]] = {
    "bool": i1,
    "i8": i8,
    "u8": i8,
    "i16": i16,
    "u16": i16,
    "i32": i32,
    "u32": i32,
    "i64": i64,
    "u64": i64,
    "isize": i64,
    "usize": i64,
    "f16": f16,
    "bf16": bf16,
    "f32": f32,
    "f64": f64,
}
"""The LLVM-level type of each type that a row can name."""

Words = Mapping[str, Callable[[str], Attribute]]
"""How properties are made from words."""


@cache
def row_requirements(family: str) -> Mapping[str, Requirement]:
    """The target that the rows of a family ask for, by operation name; for several rows, what all of them need at least."""
    requirements: dict[str, Requirement] = {}
    for row in FAMILIES[family]:
        if row.template is None:
            continue
        name, own = row.template.name, row.requirement
        known = requirements.get(name)
        requirements[name] = (
            own if known is None else Requirement(min(own.sm, known.sm), min(own.ptx, known.ptx))
        )
    return requirements


_FAMILY_OF_MODULE: Final = {"fence": "sync"}
"""The families of the table whose operations stand in a module of another name."""


@lru_cache(maxsize=4096)
def i32_attr(value: int) -> IntegerAttr:
    """An i32 attribute, interned."""
    return IntegerAttr(value, i32)


ACCESSES: Final = {
    Effect.PURE: 0,
    Effect.STATE: 0,
    Effect.READ: READ,
    Effect.WRITE: WRITE,
    Effect.READ_WRITE: READ | WRITE,
}
"""The effects of rows of the table, as those of `periclase.ir.effects`."""


class NVVMOp(IRDLOperation, HasTargetRequirements, AccessesOperands):
    """Base of the dialect's operations. None reaches memory that its operands do not lead to, but
    inline PTX and the copies of tensors, which follow a map."""

    WORDS: ClassVar[Words] = {}
    """How each property is made from a word of an `OperationTemplate`."""

    OWN_REQUIREMENT: ClassVar[Requirement] = Requirement()
    """The target of an operation that has no row in the table."""

    def requirement(self) -> Requirement:
        """The lowest target that runs this operation."""
        module = type(self).__module__.rpartition(".")[2]
        family = _FAMILY_OF_MODULE.get(module, module)
        if family not in FAMILIES:
            return self.OWN_REQUIREMENT
        return row_requirements(family).get(self.name, self.OWN_REQUIREMENT)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]] | None:
        """All pointers, read and written; an operation that does less says so."""
        return [
            (operand, READ | WRITE) for operand in self.operands if isinstance(operand.type, LLVMPointerType)
        ]

    def min_sm(self) -> int:
        return self.requirement().sm

    def min_ptx(self) -> int:
        return self.requirement().ptx

    @classmethod
    def from_words(
        cls,
        operands: Sequence[SSAValue],
        words: Mapping[str, str],
        result_types: Sequence[Attribute],
        location: LocationAttr,
    ) -> Self:
        """The operation with properties made from `words`, as a row's `OperationTemplate` gives them."""
        return cls.create(
            operands=operands,
            result_types=result_types,
            properties={name: cls.WORDS[name](word) for name, word in words.items()},
            location=location,
        )


def words_of(attribute_class: type[EnumAttribute[Any]]) -> Callable[[str], Attribute]:
    """A cached maker of an enumeration's attributes from their words."""

    @cache
    def make(word: str) -> Attribute:
        return attribute_class(attribute_class.enum_type(word))

    return make


def unit_word(word: str) -> Attribute:
    """The unit attribute, whatever the word."""
    return UNIT


def integer_word(word: str) -> Attribute:
    """An i32 attribute from decimal digits."""
    return i32_attr(int(word))


def word_of(attribute: object) -> str:
    """The word of an enumeration's attribute."""
    return str(cast("EnumAttribute[Any]", attribute).data.value)


def parse_word(parser: AttrParser, words: type[StrEnum]) -> StrEnum:
    """Parse a word of an enumeration; some have dots."""
    text = parser.parse_identifier()
    try:
        return words(text)
    except ValueError:
        known = ", ".join(word.value for word in words)
        parser.raise_error(f"expected one of {known}, got '{text}'")


def parse_enum(parser: Parser, attribute_class: type[EnumAttribute[Any]]) -> Attribute:
    """Parse a bare word of an enumeration."""
    return attribute_class(parse_word(parser, attribute_class.enum_type))


def print_word(printer: Printer, attribute: Attribute) -> None:
    """Print a space and the bare word of an enumeration's attribute."""
    printer.print_string(f" {word_of(attribute)}")


def parse_operand_list(parser: Parser) -> list[UnresolvedOperand]:
    """Parse `%a, %b, …`, at least one."""
    return parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)


def parse_type_list(parser: Parser) -> list[Attribute]:
    """Parse `type, type, …`, at least one."""
    return parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)


def print_operands(printer: Printer, values: Sequence[SSAValue]) -> None:
    """Print a space and `%a, %b, …`."""
    printer.print_string(" ")
    printer.print_list(values, printer.print_ssa_value)


def print_types(printer: Printer, values: Sequence[SSAValue]) -> None:
    """Print ` : type, type, …`."""
    printer.print_string(" : ")
    printer.print_list([value.type for value in values], printer.print_attribute)


def parse_attributes(
    parser: Parser, op_class: type[NVVMOp]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Parse `{…}` if it is there, divided in the operation's own properties and discardable attributes."""
    names = op_class.get_irdl_definition().properties
    properties: dict[str, Attribute] = {}
    discardable: dict[str, Attribute] = {}
    for name, value in parser.parse_optional_attr_dict().items():
        (properties if name in names else discardable)[name] = value
    return properties, discardable


def print_attributes(printer: Printer, op: Operation, hidden: Sequence[str] = ()) -> None:
    """Print the properties that the syntax doesn't show otherwise, and the discardable attributes, as `{…}`."""
    shown = {name: value for name, value in op.properties.items() if name not in hidden} | op.attributes
    if shown:
        printer.print_op_attributes(shown)


class BareOp(NVVMOp):
    """`nvvm.op {attributes}`: neither operands nor results."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties, attributes = parse_attributes(parser, cls)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_attributes(printer, self)

    @classmethod
    def make(cls, *, location: LocationAttr) -> Self:
        """The operation."""
        return cls.create(location=location)


class TypedOperandsOp(NVVMOp):
    """`nvvm.op %a, %b {attributes} : A, B -> R`, the arrow only if there is a result."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        operands = parse_operand_list(parser)
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        types = parse_type_list(parser)
        results = parse_type_list(parser) if parser.parse_optional_punctuation("->") else []
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=results,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self.operands)
        # MLIR leaves out a flag that is not set.
        print_attributes(printer, self, [name for name, value in self.properties.items() if value == _UNSET])
        print_types(printer, self.operands)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list([result.type for result in self.results], printer.print_attribute)


class FunctionalOp(NVVMOp):
    """`nvvm.op %a, %b {attributes} : (A, B) -> R`: the syntax of operations that MLIR lacks."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        operands: list[UnresolvedOperand] = []
        if (first := parser.parse_optional_unresolved_operand()) is not None:
            operands.append(first)
            while parser.parse_optional_punctuation(","):
                operands.append(parser.parse_unresolved_operand())
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.operands:
            print_operands(printer, self.operands)
        print_attributes(printer, self)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


def integer_width(type: Attribute) -> int | None:
    """The width of an integer type, None for another type."""
    return cast("IntegerType", type).width.data if isinstance(type, IntegerType) else None


def struct_of(*fields: Attribute) -> LLVMStructType:
    """The literal struct of `fields`."""
    return LLVMStructType.from_type_list(fields)


def address_space(pointer: SSAValue) -> int:
    """The number of the address space of an `!llvm.ptr` value; 0 is generic."""
    type = pointer.type
    assert isinstance(type, LLVMPointerType)
    space = type.addr_space
    return space.data if isinstance(space, IntAttr) else 0


def require_space(pointer: SSAValue, allowed: Sequence[int], what: str) -> None:
    """VerifyException unless the pointer is in one of the address spaces `allowed`."""
    if address_space(pointer) not in allowed:
        wanted = " or ".join("generic" if space == 0 else f"address space {space}" for space in allowed)
        raise VerifyException(f"{what} must be a pointer in {wanted}, got {pointer.type}")
