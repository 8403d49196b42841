"""The forms of custom syntax that many operations share, written by hand: parsing and printing are a few calls each.

An operation that stores some of its attributes as properties still prints them within `{…}`, as MLIR does for these
operations; `split_properties` tells the two apart when parsing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from periclase.dialects.llvm.attributes import NO_FAST_MATH, UNIT, AtomicOrdering

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer


def split_properties(
    op_class: type[IRDLOperation], attributes: Mapping[str, Attribute]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Divide a parsed attribute dictionary in the op's own properties and discardable attributes."""
    names = op_class.get_irdl_definition().properties
    properties: dict[str, Attribute] = {}
    discardable: dict[str, Attribute] = {}
    for name, value in attributes.items():
        (properties if name in names else discardable)[name] = value
    return properties, discardable


def print_attributes(printer: Printer, op: Operation, hidden: Iterable[str] = ()) -> None:
    """Print properties and discardable attributes in one `{…}`, without `hidden` and without empty fast-math flags."""
    shown = {
        name: value
        for name, value in (op.properties | op.attributes).items()
        if name not in hidden and value != NO_FAST_MATH
    }
    printer.print_op_attributes(shown)


def print_keyword(printer: Printer, word: str) -> None:
    """Print a space and a word."""
    printer.print_string(" " + word)


def parse_operands(parser: Parser) -> list[UnresolvedOperand]:
    """Parse `(%a, %b)`."""
    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)


def parse_typed_pair(parser: Parser, separator: str) -> tuple[Attribute, Attribute]:
    """Parse `type separator type`; the separator is a keyword or punctuation."""
    first = parser.parse_type()
    parser.parse_characters(separator)
    return first, parser.parse_type()


def print_atomicity(printer: Printer, sync_scope: StringAttr | None, *orderings: int) -> None:
    """Print ` syncscope("…") ordering…`."""
    if sync_scope is not None:
        printer.print_string(" syncscope(")
        printer.print_attribute(sync_scope)
        printer.print_string(")")
    for ordering in orderings:
        printer.print_string(" " + AtomicOrdering(ordering).name)


def parse_sync_scope(parser: Parser) -> StringAttr | None:
    """Parse `syncscope("…")` if it is there."""
    if parser.parse_optional_keyword("syncscope") is None:
        return None
    with parser.in_parens():
        return StringAttr(parser.parse_str_literal())


def parse_ordering(parser: Parser) -> int:
    """Parse an atomic ordering's name."""
    word = parser.parse_identifier()
    if word not in AtomicOrdering.__members__:
        parser.raise_error(f"'{word}' is no atomic ordering")
    return AtomicOrdering[word]


def parse_flags(parser: Parser, flags: Mapping[str, str]) -> dict[str, Attribute]:
    """Parse the keywords that are there; gives the unit properties that they set."""
    return {name: UNIT for word, name in flags.items() if parser.parse_optional_keyword(word) is not None}


def print_flags(printer: Printer, op: Operation, flags: Mapping[str, str]) -> None:
    """Print the keywords of the unit properties that are set."""
    for word, name in flags.items():
        if name in op.properties:
            printer.print_string(" " + word)


class FunctionalSyntax(IRDLOperation):
    """`op(%a, %b) {attributes} : (A, B) -> R`, the syntax of most intrinsics."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        operands = parse_operands(parser)
        properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        if "fastmathFlags" in cls.get_irdl_definition().properties:
            properties.setdefault("fastmathFlags", NO_FAST_MATH)
        return cls.create(
            operands=parser.resolve_operands(operands, type.inputs.data, position),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.operands, printer.print_ssa_value)
        print_attributes(printer, self)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


class BinarySyntax(IRDLOperation):
    """`op %a, %b {attributes} : T`, with a flag such as `exact` before the operands."""

    FLAGS: ClassVar[Mapping[str, str]] = {}
    """Keyword → name of the unit property that it sets."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = parse_flags(parser, cls.FLAGS)
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        properties |= cls.parse_properties(parser)
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(lhs, type), parser.resolve_operand(rhs, type)),
            result_types=(type,),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_flags(printer, self, self.FLAGS)
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        hidden = self.print_properties(printer)
        print_attributes(printer, self, (*self.FLAGS.values(), *hidden))
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)

    @classmethod
    def parse_properties(cls, parser: Parser) -> Mapping[str, Attribute]:
        """Parse what stands behind the operands; the properties that are there without being written, too."""
        return {}

    def print_properties(self, printer: Printer) -> Iterable[str]:
        """Print what stands behind the operands; gives the names of the properties that this shows."""
        return ()


class CastSyntax(IRDLOperation):
    """`op %a {attributes} : A to R`, with flags such as `nneg` before the operand."""

    FLAGS: ClassVar[Mapping[str, str]] = {}
    """Keyword → name of the unit property that it sets."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = parse_flags(parser, cls.FLAGS)
        operand = parser.parse_unresolved_operand()
        properties |= cls.parse_properties(parser)
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        operand_type, result_type = parse_typed_pair(parser, "to")
        if "fastmathFlags" in cls.get_irdl_definition().properties:
            properties["fastmathFlags"] = NO_FAST_MATH
        return cls.create(
            operands=(parser.resolve_operand(operand, operand_type),),
            result_types=(result_type,),
            properties=properties | own,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_flags(printer, self, self.FLAGS)
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        hidden = self.print_properties(printer)
        print_attributes(printer, self, (*self.FLAGS.values(), *hidden))
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)

    @classmethod
    def parse_properties(cls, parser: Parser) -> Mapping[str, Attribute]:
        """Parse what stands behind the operand."""
        return {}

    def print_properties(self, printer: Printer) -> Iterable[str]:
        """Print what stands behind the operand; gives the names of the properties that this shows."""
        return ()


class ResultTypeSyntax(IRDLOperation):
    """`op {attributes} : R`, an op without operands."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(result_types=(parser.parse_type(),), attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.results[0].type)


class BareSyntax(IRDLOperation):
    """`op {attributes}`, an op without operands and results."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)


def successor_with_arguments(parser: Parser):
    """Parse `^block` or `^block(%a, %b : A, B)`; gives the block and its operands."""
    block = parser.parse_successor()
    values: Sequence[SSAValue] = ()
    if parser.parse_optional_punctuation("(") is not None:
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        parser.parse_punctuation(")")
        values = parser.resolve_operands(names, types, position)
    return block, values


def print_successor(printer: Printer, block: object, values: Sequence[SSAValue]) -> None:
    """Print what `successor_with_arguments` parses."""
    from xdsl.ir import Block

    assert isinstance(block, Block)
    printer.print_block_name(block)
    if values:
        with printer.in_parens():
            printer.print_list(values, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list([value.type for value in values], printer.print_attribute)
