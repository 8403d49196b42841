"""The syntax of the operations that MLIR has, as `mlir_syntax` writes it down: read once, then parsed and printed by.

What MLIR prints is read, too, where it is short: `<3>` for `!llvm.ptr<3>`, and no attribute that has its default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from xdsl.dialects.builtin import DenseArrayBase, Float32Type, IntegerAttr, IntegerType, VectorType, i32
from xdsl.ir import Attribute, Data, SSAValue

from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.nvvm.base import LLVM_TYPES, UNIT
from periclase.dialects.nvvm.mlir_attributes import attribute_class, attribute_of, is_integer
from periclase.intrinsics.mlir_syntax import MlirOperation, OperandGroup, Property
from periclase.record import Record

if TYPE_CHECKING:
    from xdsl.ir import Operation
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer

SEGMENTS: Final = "operandSegmentSizes"
"""The attribute that says how many operands each group has."""

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<open>\{)|(?P<close>\}\?)|\$(?P<name>\w+)|type\(\$(?P<typed>\w+)\)"
    r"|(?P<special>attr-dict|types|paren-types|first-types|result)(?![-\w])|(?P<keyword>\w+)|(?P<punctuation>->|.)"
)


class Element(Record):
    """A piece of a syntax: its `kind` is a name of `_TOKEN`, or `group`."""

    kind: str
    text: str = ""
    parts: tuple[Element, ...] = ()
    anchor: str = ""


@cache
def type_of(text: str) -> Attribute:
    """The LLVM-level type that `ptr<6>`, `vector<2xf16>` or `i32` is."""
    if text.startswith("ptr"):
        return pointer(int(text[4:-1] or 0) if len(text) > 3 else 0)
    if text.startswith("vector<"):
        count, _, element = text[7:-1].partition("x")
        return VectorType(cast("IntegerType | Float32Type", type_of(element)), [int(count)])
    found = LLVM_TYPES.get(text)
    return IntegerType(int(text[1:])) if found is None else found


def _elements(text: str) -> tuple[Element, ...]:
    stack: list[list[Element]] = [[]]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "open":
            stack.append([])
        elif kind == "close":
            parts = tuple(stack.pop())
            anchor = next(
                (part.text for part in parts if part.kind == "name" or part.text == "result"),
                next((part.text for part in parts if part.kind == "keyword"), ""),
            )
            stack[-1].append(Element("group", "", parts, anchor))
        else:
            stack[-1].append(Element(kind, match[kind]))
    (elements,) = stack
    return tuple(elements)


class _Read:
    """What was parsed of an operation so far."""

    def __init__(self) -> None:
        self.operands: dict[str, list[UnresolvedOperand]] = {}
        self.types: dict[str, Sequence[Attribute]] = {}
        self.all_types: Sequence[Attribute] | None = None
        self.results: Sequence[Attribute] = ()
        self.properties: dict[str, Attribute] = {}
        self.attributes: dict[str, Attribute] = {}


class Assembly:
    """The syntax of one operation."""

    def __init__(self, operation: MlirOperation):
        self.operation = operation
        self.properties: Mapping[str, Property] = {p.name: p for p in operation.properties}
        self.groups: Mapping[str, OperandGroup] = {g.name: g for g in operation.operands}
        self.defaults = {p.name: attribute_of(p.kind, p.default) for p in operation.properties if p.default}
        self._elements = _elements(operation.syntax)
        self._shown = frozenset(self._properties_in(self._elements))

    def _properties_in(self, elements: Sequence[Element]) -> Iterator[str]:
        for element in elements:
            if element.text in self.properties and element.kind in ("name", "keyword"):
                yield element.text
            yield from self._properties_in(element.parts)

    # Groups of operands

    def sizes(self, op: Operation) -> Sequence[int]:
        """How many operands each group has."""
        given = op.properties.get(SEGMENTS)
        if given is not None:
            return cast("DenseArrayBase[IntegerType]", given).get_values()
        varying = len(op.operands) - sum(not (g.optional or g.many) for g in self.operation.operands)
        return [varying if group.optional or group.many else 1 for group in self.operation.operands]

    def operands_of(self, op: Operation) -> dict[str, Sequence[SSAValue]]:
        """The operands by their groups."""
        found: dict[str, Sequence[SSAValue]] = {}
        start = 0
        for group, size in zip(self.operation.operands, self.sizes(op), strict=True):
            found[group.name] = op.operands[start : start + size]
            start += size
        return found

    def value(self, op: Operation, name: str) -> Attribute | None:
        """A property, or its default."""
        return op.properties.get(name, self.defaults.get(name))

    # Printing

    def print(self, op: Operation, printer: Printer) -> None:
        """Prints all behind the operation's name."""
        self._print(self._elements, op, printer, self.operands_of(op), [True])

    def _present(self, element: Element, op: Operation, operands: Mapping[str, Sequence[SSAValue]]) -> bool:
        if element.anchor == "result":
            return bool(op.results)
        if element.anchor in operands:
            return bool(operands[element.anchor])
        return element.anchor in op.properties

    def _print(
        self,
        elements: Sequence[Element],
        op: Operation,
        printer: Printer,
        operands: Mapping[str, Sequence[SSAValue]],
        space: list[bool],
    ) -> None:
        # `space` holds whether a space is due before whatever comes next.
        for element in elements:
            if element.kind == "space":
                space[0] = True
                continue
            if element.kind == "group":
                if self._present(element, op, operands):
                    self._print(element.parts, op, printer, operands, space)
                continue
            if element.text == "attr-dict":
                shown = {
                    name: value
                    for name, value in op.properties.items()
                    if name not in self._shown and name != SEGMENTS and value != self.defaults.get(name)
                } | op.attributes
                if shown:
                    printer.print_op_attributes(dict(sorted(shown.items())))
                    space[0] = True
                continue
            if space[0]:
                printer.print_string(" ")
                space[0] = False
            self._print_element(element, op, printer, operands)

    def _print_element(
        self, element: Element, op: Operation, printer: Printer, operands: Mapping[str, Sequence[SSAValue]]
    ) -> None:
        def types(values: Sequence[SSAValue]) -> None:
            printer.print_list([value.type for value in values], printer.print_attribute)

        text = element.text
        if element.kind == "name" and text in operands:
            printer.print_list(operands[text], printer.print_ssa_value)
        elif element.kind == "name":
            _print_property(printer, self.properties[text].kind, op.properties[text])
        elif element.kind == "typed":
            types(operands[text])
        elif text == "types":
            types(op.operands)
        elif text == "result":
            printer.print_list([result.type for result in op.results], printer.print_attribute)
        elif text == "paren-types" or text == "first-types":
            printer.print_string("(")
            firsts = [operands[name][0] for name in self._bracketed() if operands[name]]
            types(op.operands if text == "paren-types" else firsts)
            printer.print_string(")")
        else:
            printer.print_string(text)

    def _bracketed(self) -> list[str]:
        return [group.name for group in self.operation.operands if group.many]

    # Parsing

    def parse(
        self, parser: Parser
    ) -> tuple[list[SSAValue], Sequence[Attribute], dict[str, Attribute], dict[str, Attribute]]:
        """Parses all behind the operation's name: operands, types of results, properties, other attributes."""
        read = _Read()
        position = parser.pos
        self._parse(self._elements, parser, read)
        operands: list[SSAValue] = []
        sizes: list[int] = []
        written = iter(read.all_types or ())
        for group in self.operation.operands:
            values = read.operands.get(group.name, [])
            sizes.append(len(values))
            types = read.types.get(group.name)
            if read.all_types is not None:
                types = [type for _, type in zip(values, written, strict=False)]
            elif types is None:
                types = [type_of(group.type)] * len(values) if group.type else []
            elif len(types) == 1:
                types = list(types) * len(values)
            operands += parser.resolve_operands(values, types, position)
        if read.all_types is not None and next(written, None) is not None:
            parser.raise_error("there are more types than operands", position, parser.pos)
        if self.operation.segments:
            read.properties[SEGMENTS] = DenseArrayBase.from_list(i32, sizes)
        properties = self.defaults | read.properties
        results = read.results or ((type_of(self.operation.result),) if self.operation.result else ())
        return operands, results, properties, read.attributes

    def _parse(self, elements: Sequence[Element], parser: Parser, read: _Read) -> None:
        for element in elements:
            if element.kind == "group":
                first, *rest = [part for part in element.parts if part.kind != "space"]
                if self._parse_optional(first, parser, read):
                    if first.kind == "keyword" and element.anchor == first.text:
                        read.properties[first.text] = UNIT
                    self._parse(rest, parser, read)
            elif element.kind != "space":
                self._parse_element(element, parser, read)

    def _parse_optional(self, first: Element, parser: Parser, read: _Read) -> bool:
        if first.kind == "name":
            operand = parser.parse_optional_unresolved_operand()
            if operand is None:
                return False
            read.operands[first.text] = [operand]
            return True
        if first.kind == "keyword":
            return parser.parse_optional_keyword(first.text) is not None
        return parser.parse_optional_punctuation(first.text) is not None  # pyright: ignore[reportArgumentType]

    def _parse_element(self, element: Element, parser: Parser, read: _Read) -> None:
        text = element.text
        match element.kind:
            case "keyword":
                parser.parse_keyword(text)
            case "punctuation":
                parser.parse_punctuation(text)  # pyright: ignore[reportArgumentType]
            case "name" if text in self.groups:
                read.operands[text] = self._parse_operands(self.groups[text], parser)
            case "name":
                read.properties[text] = _parse_property(parser, self.properties[text].kind)
            case "typed":
                read.types[text] = [_parse_type(parser)]
            case _:
                self._parse_special(text, parser, read)

    def _parse_operands(self, group: OperandGroup, parser: Parser) -> list[UnresolvedOperand]:
        if not group.many:
            return [parser.parse_unresolved_operand()]
        return (
            parser.parse_optional_undelimited_comma_separated_list(
                parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
            )
            or []
        )

    def _parse_special(self, text: str, parser: Parser, read: _Read) -> None:
        if text == "attr-dict":
            for name, value in parser.parse_optional_attr_dict().items():
                known = self.properties.get(name)
                if known is None and name != SEGMENTS:
                    read.attributes[name] = value
                else:
                    read.properties[name] = value
        elif text == "result":
            read.results = (_parse_type(parser),)
        elif text == "types":
            read.all_types = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, lambda: _parse_type(parser)
            )
        else:
            types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, lambda: _parse_type(parser))
            if text == "paren-types":
                read.all_types = types
            else:
                read.types.update(
                    {name: [type] for name, type in zip(self._bracketed(), types, strict=False)}
                )


def _parse_type(parser: Parser) -> Attribute:
    """A type; `<3>` is a pointer, as MLIR prints one where no other type can stand."""
    if parser.parse_optional_punctuation("<") is None:
        return parser.parse_type()
    space = parser.parse_integer()
    parser.parse_punctuation(">")
    return pointer(space)


def _parse_property(parser: Parser, kind: str) -> Attribute:
    if is_integer(kind):
        return IntegerAttr(parser.parse_integer(allow_boolean=False), IntegerType(int(kind[1:])))
    if kind == "type":
        return parser.parse_type()
    if parser.lexer.input.at(parser.pos) == "#":
        return parser.parse_attribute()
    made = attribute_class(kind)
    assert made is not None, kind
    data = cast("type[Data[object]]", made)
    return data(data.parse_parameter(parser))  # pyright: ignore[reportArgumentType]


def _print_property(printer: Printer, kind: str, value: Attribute) -> None:
    if isinstance(value, IntegerAttr):
        printer.print_string(str(value.value.data))
    elif kind == "type":
        printer.print_attribute(value)
    else:
        cast("Data[object]", value).print_parameter(printer)
