"""Where in the user's code a call was made: cheap to note, resolved to a span only when somebody wants to show it."""

from __future__ import annotations

import linecache
import os
import sys
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import Span
from periclase.record import NamedTuple

if TYPE_CHECKING:
    import ast

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__))) + "/"


class CallSite(NamedTuple):
    """A place in running code: a code object and the offset of the instruction that was being executed."""

    code: CodeType
    instruction: int

    @property
    def line(self) -> int:
        """The line of the file. Python looks it up in a table, from its start: no launch should have to."""
        for start, end, line in self.code.co_lines():
            if start <= self.instruction < end and line is not None:
                return line
        return self.code.co_firstlineno

    def span(self) -> Span:
        """The expression that was being evaluated, with columns where this Python keeps them."""
        key = id(self.code), self.instruction
        known = _spans.get(key)
        if known is None:
            if len(_spans) >= _MOST_SPANS:
                _spans.clear()
            known = _spans[key] = self.code, self._find_span()
        return known[1]

    def _find_span(self) -> Span:
        positions = list(self.code.co_positions())
        index = self.instruction // 2
        line, end_line, column, end_column = positions[index] if index < len(positions) else (None,) * 4
        file = self.code.co_filename
        line = line or self.line
        text = linecache.getline(file, line)
        if column is not None and not text.isascii():
            column = len(text.encode()[:column].decode(errors="replace"))
            end_column = (
                None
                if end_line != line or end_column is None
                else len(text.encode()[:end_column].decode(errors="replace"))
            )
        return Span(file, line, column, end_line, end_column, text.rstrip("\n") or None)

    def argument_span(self, index: int) -> Span:
        """The argument with this index of the call, or the whole call where it can't be told apart."""
        import ast

        span = self.span()
        call = _call_at(span)
        if (
            call is None
            or index >= len(call.args)
            or any(isinstance(a, ast.Starred) for a in call.args[: index + 1])
        ):
            return span
        argument = call.args[index]
        text = linecache.getline(span.file, argument.lineno)
        return Span(
            span.file,
            argument.lineno,
            _characters(text, argument.col_offset),
            argument.end_lineno,
            argument.end_col_offset
            if argument.end_lineno != argument.lineno
            else _characters(text, argument.end_col_offset),
            text.rstrip("\n") or None,
        )


_spans: dict[tuple[int, int], tuple[CodeType, Span]] = {}
"""What was asked for, since a failure's report names few places many times. By the identity of the code, which is kept here:
codes of two files may be equal."""
_MOST_SPANS = 1024


def _characters(line: str, utf8_offset: int | None) -> int | None:
    return None if utf8_offset is None else len(line.encode()[:utf8_offset].decode(errors="replace"))


def _call_at(span: Span) -> ast.Call | None:
    """The call expression that covers exactly `span`, parsed anew from the file."""
    import ast

    lines = linecache.getlines(span.file)
    if not lines or span.column is None:
        return None
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:  # a file changed meanwhile, or a notebook cell with magics
        return None
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and node.lineno == span.line
            and node.end_lineno == span.end_line
            and _characters(lines[node.lineno - 1], node.col_offset) == span.column
            and (
                span.end_line != span.line
                or _characters(lines[node.lineno - 1], node.end_col_offset) == span.end_column
            )
        ):
            return node
    return None


_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def call_site(start: FrameType | None = None) -> CallSite:
    """The innermost frame outside this package, from `start` on outwards; from the caller if that is not given."""
    frame = sys._getframe(1) if start is None else start  # pyright: ignore[reportPrivateUsage]
    while (code := frame.f_code).co_filename.startswith(_PACKAGE):
        outer = frame.f_back
        if outer is None:
            break
        frame = outer
    # Every launch notes one, and the constructor of a named tuple is a Python function.
    return _new(CallSite, (code, frame.f_lasti))
