"""A source in Rust without the bodies of its functions: what its types are made of.

Most changes of a kernel are in its body, and leave structs and enums as they are. What rustdoc and the layout probe once said of
these holds as long as this text is the same; it costs no process to find out.

A body that can be seen from outside all the same is kept, and where that is not certain the whole source is: a text that is the
same for two sources then says that their types are.
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*)
    | (?P<comment>/\*)
    | (?P<raw>b?c?r(?P<marks>\#*)")
    | (?P<text>[bc]?"(?:[^"\\]|\\.)*")
    | (?P<char>b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^\\'])')
    | (?P<word>'?(?:r\#)?\w+)
    | ->|=>|.
    """,
    re.VERBOSE | re.DOTALL,
)
_SEEN_FROM_OUTSIDE: Final = re.compile(r"\b(?:(?:line|column|include\w*)\s*!|macro_export\b|Location\b)")
"""What makes a type depend on where it stands, on other files, or on macros that stand in functions."""
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_BEFORE_FN: Final = frozenset(("unsafe", "extern", "async", "safe", "default"))
_KEYWORDS: Final = frozenset(("if", "while", "match", "return", "break", "in", "else", "mut", "move", "as"))
_MAKE_NOTHING: Final = frozenset(
    (
        *(
            "assert",
            "assert_eq",
            "assert_ne",
            "debug_assert",
            "debug_assert_eq",
            "debug_assert_ne",
            "matches",
        ),
        *("panic", "unreachable", "todo", "unimplemented", "cfg", "env", "option_env", "concat", "stringify"),
        *("addr_of", "addr_of_mut", "offset_of", "format_args"),
        *("gpu_printf", "gpu_assert", "ptx_asm"),
    )
)
"""Macros of Rust's and ours that make no `impl` of what is given to them."""


def declarations_of(source: str) -> str:
    """The text of a source without comments and without what is in its functions' bodies.

    Bodies of `const fn` are kept, as lengths of arrays depend on them. So are those with an `impl` in them, which may be of a
    type outside, or with a macro that may make one; those of functions that give an `impl` or are `async`, as they say what is
    given; and everything that is given to macros or stands in their definitions. Of a source with unbalanced brackets, and of
    one whose types may depend on lines or on other files, nothing is left out.
    """
    if may_depend_on_places(source):
        return source
    try:
        tokens = _tokens(source)
        kept: list[str] = []
        position = 0
        while position < len(tokens):
            position = _next(tokens, position, kept)
    except IndexError:
        return source
    return " ".join(kept)


def may_depend_on_places(source: str) -> bool:
    """Whether a source has something that makes types depend on the lines in which they stand; in a macro, on others'."""
    return _SEEN_FROM_OUTSIDE.search(source) is not None


def types_within(source: str, function: str) -> frozenset[str]:
    """The names of the types that the bodies of functions of a name declare. None where brackets are not balanced."""
    found: set[str] = set()
    try:
        tokens = _tokens(source)
        for position, token in enumerate(tokens):
            if token != "fn" or tokens[position + 1] != function:
                continue
            start = _body(tokens, position + 2)
            body = [] if start is None else tokens[start : _closing(tokens, start)]
            for at, word in enumerate(body):
                if word in ("struct", "enum", "union"):
                    found.add(body[at + 1])
    except IndexError:
        return frozenset()
    return frozenset(found)


def _tokens(source: str) -> list[str]:
    found: list[str] = []
    position = 0
    while position < len(source):
        match = _TOKEN.match(source, position)
        assert match is not None
        end = match.end()
        if match["comment"]:
            end = _end_of_comment(source, end)
        elif match["raw"]:
            end = source.find('"' + match["marks"], end) + 1 + len(match["marks"])
            if end < match.end():
                raise IndexError(position)
        if not match["space"] and not match["comment"]:
            found.append(source[position:end])
        position = end
    return found


def _end_of_comment(source: str, position: int) -> int:
    """Where a comment ends whose inside begins at `position`: there may be comments in it."""
    depth = 1
    while depth:
        opening, closing = source.find("/*", position), source.find("*/", position)
        if closing < 0:
            raise IndexError(position)
        if 0 <= opening < closing:
            depth, position = depth + 1, opening + 2
        else:
            depth, position = depth - 1, closing + 2
    return position


def _next(tokens: list[str], position: int, kept: list[str]) -> int:
    """Keep what is to be kept of the token at `position`, and of what belongs to it; where the next one is."""
    token = tokens[position]
    if token == "!" and position and _is_word(tokens[position - 1]):
        named = position + 1 + _is_word(tokens[position + 1])  # `macro_rules! name { … }`
        if tokens[named] in _OPENING:
            end = _closing(tokens, named) + 1
            kept += tokens[position:end]
            return end
    if token == "fn" and _is_word(tokens[position + 1]):
        start = _body(tokens, position + 2)
        end = start if start is None else _closing(tokens, start)
        before = _before(tokens, position)
        if start is not None and end is not None and "const" not in before:
            kept += tokens[position:start]
            whole = tokens[position : end + 1]
            said = "impl" in whole or "async" in before or _may_make_impl(whole)
            kept += tokens[start : end + 1] if said else ("{", "}")
            return end + 1
    kept.append(token)
    return position + 1


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] == "_"


def _before(tokens: list[str], position: int) -> list[str]:
    """What stands before the `fn` at `position` and belongs to it, up to `const`."""
    first = position
    while first and (tokens[first - 1] in _BEFORE_FN or tokens[first - 1].lstrip("r#").startswith('"')):
        first -= 1
    return tokens[first - (first > 0 and tokens[first - 1] == "const") : position]


def _may_make_impl(tokens: list[str]) -> bool:
    """Whether there is a macro among these that may make an `impl`."""
    for position, token in enumerate(tokens):
        if token != "!" or not position or not _is_word(name := tokens[position - 1]):
            continue
        if name not in _KEYWORDS and name not in _MAKE_NOTHING and tokens[position + 1] in _OPENING:
            return True
    return False


def _closing(tokens: list[str], position: int) -> int:
    """Where the bracket is that closes the one at `position`.

    Raises:
        IndexError: another one is closed before, or none.
    """
    awaited: list[str] = []
    while True:
        token = tokens[position]
        if token in _OPENING:
            awaited.append(_OPENING[token])
        elif token in (")", "]", "}"):
            if awaited.pop() != token:
                raise IndexError(position)
            if not awaited:
                return position
        position += 1


def _body(tokens: list[str], position: int) -> int | None:
    """Where the body of a function begins whose parameters follow at `position`; None if it has none."""
    depth = 0
    while True:
        token = tokens[position]
        if token == ";" and not depth:
            return None
        if token == "{" and not depth:
            return position
        if token in _OPENING:
            position = _closing(tokens, position)
        elif token in "<>":
            depth += 1 if token == "<" else -1
        position += 1


__all__ = ["declarations_of", "may_depend_on_places", "types_within"]
