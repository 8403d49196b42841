"""Tokens of rustc's MIR text, and a cursor over those of one line.

Every declaration, statement and terminator of the text stands on a line of its own, so a line is what is cut into tokens. What
no rule of the lexer knows becomes a token of kind `?`, which no rule of the parser takes: an error with its line and column.

Source of the lexical form: rustc 1.95 and 1.96, `compiler/rustc_middle/src/mir/pretty.rs` and `ty/print/pretty.rs`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

from periclase.diagnostics import CompileError, Diagnostic, Span

_TOKEN: Final = re.compile(
    r"""[ ]*(?:
    (?P<string>b?"(?:[^"\\]|\\.)*")
  | (?P<char>'(?:[^'\\]|\\(?:u\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{2}|.))')
  | (?P<lifetime>'\w+)
  | (?P<number>[+-]?(?:0x[0-9a-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:_?[fiu](?:8|16|32|64|128|size))?(?!\w)
     |[+-]Inf_f(?:16|32|64|128)|NaN_f(?:16|32|64|128))
  | (?P<name>(?:r\#)?[^\W\d]\w*)
  | (?P<comment>//.*)
  | (?P<mark>->|=>|::|\.\.=|\.\.|[][(){}<>=!&*,;:.#@+|?-])
  | (?P<unknown>\S)
    )""",
    re.VERBOSE,
)

_KINDS: Final = {
    "string": "s",
    "char": "c",
    "lifetime": "l",
    "number": "0",
    "name": "n",
    "comment": "//",
    "mark": "",
    "unknown": "?",
}


class Token(NamedTuple):
    """A token: what it is, its text, the column (0-based) where it begins.

    The kind of a punctuation mark is its own text; of others `s` string, `c` character, `l` lifetime, `0` number, `n` name, `//`
    comment, `?` what no rule knows, and the empty text at the end of the line.
    """

    kind: str
    text: str
    column: int


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line, a comment at its end included."""
    found: list[Token] = []
    kinds = _KINDS
    for match in _TOKEN.finditer(line):
        group = match.lastgroup
        assert group is not None
        text = match[group]
        found.append(Token(kinds[group] or text, text, match.start(group)))
    return found


class MirText(NamedTuple):
    """Where MIR text comes from: the name that errors give it, and its lines."""

    name: str
    lines: list[str]


def malformed(text: MirText, line: int, column: int, message: str, length: int = 1) -> CompileError:
    """The error at a place (0-based) of the text."""
    shown = text.lines[line] if line < len(text.lines) else ""
    return CompileError(
        Diagnostic(
            "PC0320",
            message,
            Span(text.name, line + 1, column, line + 1, column + max(length, 1), shown),
            help="Periclase reads the MIR of rustc 1.95 and 1.96: use one of these (`RUSTC` says which compiler is run)",
        )
    )


class Cursor:
    """Goes over the tokens of one line.

    Attributes:
        token: the one at hand.
        kind: its kind.
    """

    __slots__ = ("_at", "_tokens", "kind", "line", "source", "token")

    def __init__(self, source: MirText, line: int, column: int = 0):
        self.source = source
        self.line = line
        text = source.lines[line]
        self._tokens = tokens_of(text if not column else " " * column + text[column:])
        self._tokens.append(Token("", "", len(text)))
        self._at = 0
        self.token = self._tokens[0]
        self.kind = self.token.kind

    def advance(self) -> Token:
        """Go on to the next token; gives the one that was at hand."""
        token = self.token
        if token.kind:
            self._at += 1
            self.token = following = self._tokens[self._at]
            self.kind = following.kind
        return token

    def peek(self, ahead: int = 1) -> Token:
        """A token behind the one at hand."""
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    @property
    def position(self) -> int:
        """The number of the token at hand: `rewind` goes back to it."""
        return self._at

    def rewind(self, position: int) -> None:
        """Go back to an earlier token."""
        self._at = position
        self.token = self._tokens[position]
        self.kind = self.token.kind

    def takes(self, kind: str) -> bool:
        """Go on if the token at hand is of that kind."""
        if self.kind != kind:
            return False
        self._at += 1
        self.token = following = self._tokens[self._at]
        self.kind = following.kind
        return True

    def at(self, kind: str) -> bool:
        """Whether the token at hand is of that kind."""
        return self.kind == kind

    def takes_name(self, name: str) -> bool:
        """Go on if the token at hand is that name."""
        if self.kind == "n" and self.token.text == name:
            self.advance()
            return True
        return False

    def at_name(self, name: str) -> bool:
        """Whether the token at hand is that name."""
        return self.kind == "n" and self.token.text == name

    def expect(self, kind: str) -> Token:
        """The token at hand, which must be of that kind.

        Raises:
            CompileError: it is another one.
        """
        if self.kind != kind:
            self.fail(f"expected {_described(kind)}")
        return self.advance()

    def expect_name(self, *names: str) -> str:
        """The name at hand, which must be one of `names` where these are given.

        Raises:
            CompileError: it is something else.
        """
        if self.kind != "n" or (names and self.token.text not in names):
            self.fail("expected " + (" or ".join(f"`{name}`" for name in names) or "a name"))
        return self.advance().text

    def expect_integer(self) -> int:
        """The plain integer at hand.

        Raises:
            CompileError: it is something else.
        """
        token = self.token
        text = token.text.replace("_", "")
        if token.kind != "0" or not text.lstrip("+-").isdigit():
            self.fail("expected an integer")
        self.advance()
        return int(text)

    def text_from(self, token: Token) -> str:
        """The text from `token` up to the token at hand, without the space between."""
        return self.source.lines[self.line][token.column : self.token.column].rstrip()

    def fail(self, message: str) -> NoReturn:
        """Report what is wrong with the token at hand.

        Raises:
            CompileError: always.
        """
        token = self.token
        found = f"`{token.text}`" if token.kind and token.kind != "//" else "the end of the line"
        length = len(token.text) if token.kind != "//" else 1
        raise malformed(self.source, self.line, token.column, f"{message}, not {found}", length)


def _described(kind: str) -> str:
    words = {"s": "a string", "c": "a character", "0": "a number", "n": "a name", "l": "a lifetime"}
    return words.get(kind, f"`{kind}`" if kind else "the end of the line")


__all__ = ["Cursor", "MirText", "Token", "malformed", "tokens_of"]
