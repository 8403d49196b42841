"""Errors of xDSL (parser, verifiers, passes) as diagnostics at a line of the IR text."""

from __future__ import annotations

import re

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer

from periclase.diagnostics import Diagnostic, DiagnosticError, Span
from periclase.ir.locations import call_chain_of, file_location, span_of
from periclase.ir.ssa_verifier import verify_ssa


class _Lexer(MLIRLexer):
    """xDSL's lexer, whose pattern of a string takes exponential time to see that one is never closed.

    This one takes the same strings, and never tries another way to read what it has read.
    """

    _unescaped_characters_regex = re.compile(
        r"""
        "
        (?: [^"\\\n\v\f]++ | \\ (?: ["nt\\] | [0-9A-Fa-f]{2} ) )*+
        "
        """,
        re.VERBOSE,
    )


class PlacedParser(Parser):
    """xDSL's parser, which also notes where in the text each operation begins."""

    def __init__(self, ctx: Context, text: str, name: str, line_offset: int = 0):
        # xDSL's constructor takes a text but no lexer.
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(_Lexer(Input(text, name)))
        self._text = text
        self._name = name
        self._line_offset = line_offset
        self._starts: dict[Operation, int] = {}

    def parse_operation(self) -> Operation:
        """Parse one operation and note its place."""
        start = self.pos
        op = super().parse_operation()
        self._starts[op] = start
        return op

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text; one without an operation is an empty module, as it is for MLIR.

        Raises:
            DiagnosticError: regions or attributes nest deeper than the parser can follow.
            ParseError: the text is wrong in any other way.
        """
        if allow_implicit_module and not re.sub(r"//.*", "", self._text).strip():
            return ModuleOp([])
        try:
            return super().parse_module(allow_implicit_module)
        except RecursionError:
            place = Span(self._name, 1 + self._line_offset)
            message = "regions, types or attributes nest too deeply to be read"
            raise DiagnosticError(Diagnostic("PC0802", message, place)) from None

    def settle_locations(self) -> None:
        """Give every operation whose text names no location the place of that text, so that errors can name it.

        Only done once something is wrong: what is printed without errors shows the locations that were read.
        """
        line, position = 1 + self._line_offset, 0
        for op, start in sorted(self._starts.items(), key=lambda item: item[1]):
            line += self._text.count("\n", position, start)
            position = start
            if isinstance(op.location, UnknownLoc):
                op.location = file_location(self._name, line, start - self._text.rfind("\n", 0, start) - 1)


def parse_diagnostic(error: ParseError, line_offset: int = 0) -> Diagnostic:
    """What `error` says, at its place; `line_offset` is the number of lines before the piece of text parsed."""
    span, source = error.span, error.span.input
    content = source.content
    text = content.decode(errors="replace") if isinstance(content, bytes) else content
    line_start = text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.start)
    source_line = text[line_start : line_end if line_end >= 0 else len(text)]
    column = span.start - line_start
    place = Span(
        source.name,
        text.count("\n", 0, span.start) + 1 + line_offset,
        column,
        end_column=min(max(column + 1, span.end - line_start), max(column + 1, len(source_line))),
        source_line=source_line,
    )
    message = error.msg.strip().rstrip(".")
    return Diagnostic(
        "PC0802", message[:1].lower() + message[1:] if message[1:2].islower() else message, place
    )


def find_unverified(module: ModuleOp) -> tuple[Operation, str] | None:
    """The first operation of `module` that does not verify by itself, innermost first, with its verifier's words."""
    for op in module.walk(region_first=True):
        try:
            op.verify(verify_nested_ops=False)
        except VerifyException as error:
            return op, str(error)
    return None


def verification_diagnostics(module: ModuleOp) -> list[Diagnostic]:
    """What is wrong with `module`: the first operation that its own verifier refuses, or else all faults of SSA form."""
    try:
        module.verify()
    except VerifyException as error:
        found = find_unverified(module)
        if found is None:
            return [Diagnostic("PC0806", str(error))]
        op, message = found
        location = op.location
        text = f"'{op.name}' does not verify: {message}"
        return [Diagnostic("PC0806", text, span_of(location), call_chain=call_chain_of(location))]
    return verify_ssa(module)
