"""Rust's `{:#?}` text as values: what `#[rustc_layout(debug)]` makes rustc print.

A struct or tuple struct becomes a `Value` with its name; a list a Python list; a range, a number or a word its text.
"""

from __future__ import annotations

import re
from typing import Any, Final

from periclase.record import Record

_TOKEN: Final = re.compile(r"\s*([{}()\[\],:]|(?:\(\.\.=|[^\s{}()\[\],:]|\.\.=?)[^{}()\[\],:]*)")
_RANGES: Final = re.compile(r"\(\.\.=(\d+)\) \| \((\d+)\.\.\)")


class Value(Record):
    """A struct: its name, its fields by name, or by number if they have none."""

    name: str
    fields: dict[str, Any]


class DebugTextError(ValueError):
    """Text of another form."""


def parse_debug_text(text: str) -> Any:
    """The value that `text` shows.

    Raises:
        DebugTextError: it is of another form.
    """
    # A range that wraps around is the only thing with brackets of its own.
    parser = _Parser(_RANGES.sub(r"\2..=\1", text))
    value = parser.value()
    parser.end()
    return value


class _Parser:
    def __init__(self, text: str):
        self.tokens = [match[1].strip() for match in _TOKEN.finditer(text)]
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            raise DebugTextError(f"`{token}` expected, not `{found}`")

    def end(self) -> None:
        if self.position != len(self.tokens):
            raise DebugTextError(f"`{self.peek()}` at the end")

    def value(self) -> Any:
        if self.peek() == "[":
            self.take()
            return self._list("]")
        name = self.take()
        if not name or name in "{}()],:":
            raise DebugTextError(f"a value expected, not `{name}`")
        if self.peek() == "(":
            self.take()
            return Value(name, {str(number): part for number, part in enumerate(self._list(")"))})
        if self.peek() == "{":
            self.take()
            return Value(name, self._fields())
        return name

    def _list(self, end: str) -> list[Any]:
        found: list[Any] = []
        while self.peek() != end:
            found.append(self.value())
            if self.peek() == ",":
                self.take()
            elif self.peek() != end:
                raise DebugTextError(f"`{end}` expected, not `{self.peek()}`")
        self.take()
        return found

    def _fields(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.peek() != "}":
            name = self.take()
            self.expect(":")
            found[name] = self.value()
            if self.peek() == ",":
                self.take()
            elif self.peek() != "}":
                raise DebugTextError(f"`}}` expected, not `{self.peek()}`")
        self.take()
        return found
