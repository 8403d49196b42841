"""Errors of xDSL (parser, verifiers, passes) as diagnostics at a line of the IR text."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from periclase.diagnostics import Diagnostic, Span
from periclase.ir.locations import span_of


class PlacedParser(Parser):
    """xDSL's parser, which also notes where in the text each operation begins."""

    def __init__(self, ctx: Context, text: str, name: str, line_offset: int = 0):
        super().__init__(ctx, text, name)
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

    def place(self, op: Operation) -> Span | None:
        """Where `op` begins in the text, or None for one that did not come from it."""
        start = self._starts.get(op)
        if start is None:
            return None
        line_start = self._text.rfind("\n", 0, start) + 1
        line_end = self._text.find("\n", start)
        source_line = self._text[line_start : line_end if line_end >= 0 else len(self._text)]
        line = self._text.count("\n", 0, start) + 1 + self._line_offset
        return Span(self._name, line, start - line_start, source_line=source_line)


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


def verification_diagnostic(
    module: ModuleOp,
    error: VerifyException,
    after: str | None = None,
    parser: PlacedParser | None = None,
) -> Diagnostic:
    """The diagnostic for a `module` whose verification raised `error`, after the pass `after` if it names one."""
    found = find_unverified(module)
    span = None
    message = str(error)
    if found is not None:
        op, message = found
        span = span_of(op.location)
        if span is None and parser is not None:
            span = parser.place(op)
        message = f"'{op.name}' does not verify: {message}"
    diagnostic = Diagnostic("PC0806", message, span)
    return diagnostic if after is None else diagnostic.with_note(f"the module verified before pass `{after}`")
