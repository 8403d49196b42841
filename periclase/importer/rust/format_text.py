"""Formats of `gpu_printf!` as C's `printf` takes them.

A format with braces is Rust's: `{}`, `{:>8.3}`, `{:#x}`, `{:e}`, and with the flags `-` and ` ` of C besides; what a brace is
converted by depends on the type of its value.
One without braces is C's own, and stays as it is. Lengths (`ll`) are no business of this module: the intrinsic puts them in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from periclase.importer.rust.problems import RustProblem

_PLACE: Final = re.compile(
    r"\{\{|\}\}"
    r"|\{(?P<index>\d*)(?::(?P<align>[<>^])?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?(?:\.(?P<precision>\d+))?"
    r"(?P<kind>[?xXobeEfFgGdiu]?))?\}|[{}]|%"
)


class FormatTextError(RustProblem):
    """A format that says something which can not be printed on a device."""

    def __init__(self, message: str):
        super().__init__(
            "PC0210",
            f"the format of `gpu_printf!`: {message}",
            "see docs/rust.md, or write it as C does: `%d`",
        )


def c_format(text: str, types: Sequence[str]) -> str:
    """The format `text` of a `gpu_printf!` whose values are of these types, as C's `printf` takes it.

    Args:
        types: as `mir` writes them: `si32`, `f32`, `i1`; anything else is a pointer.

    Raises:
        FormatTextError: it is no format, has another number of places than there are values, or takes them out of order.
    """
    if "{" not in text and "}" not in text:
        return text
    made: list[str] = []
    position = 0
    used = 0
    for match in _PLACE.finditer(text):
        made.append(text[position : match.start()])
        position = match.end()
        found = match[0]
        if found in ("{{", "}}"):
            made.append(found[0])
        elif found == "%":
            made.append("%%")
        elif found in "{}" and match["index"] is None:
            raise FormatTextError(f"a single `{found}`: write it twice, or `{{}}` for a value")
        else:
            if match["index"] and int(match["index"]) != used:
                raise FormatTextError(f"`{found}` takes a value out of order")
            if used >= len(types):
                raise FormatTextError(f"there is no value for `{found}`")
            made.append(_conversion(match, types[used]))
            used += 1
    if used != len(types):
        raise FormatTextError(f"{len(types)} values are given, and {used} printed")
    return "".join((*made, text[position:]))


def _conversion(match: re.Match[str], type: str) -> str:
    kind = match["kind"] or ""
    if match["align"] == "^":
        raise FormatTextError("nothing can be centred on a device")
    flags = "".join(
        flag
        for flag, there in (
            ("-", match["align"] == "<" or match["sign"] == "-"),
            ("+", match["sign"] == "+"),
            (" ", match["sign"] == " "),
            ("#", match["alternate"]),
            ("0", match["zero"]),
        )
        if there
    )
    width = match["width"] or ""
    precision = f".{match['precision']}" if match["precision"] is not None else ""
    is_float = type in ("f16", "bf16", "f32", "f64")
    if is_float:
        letter = (
            ("f" if precision else "g")
            if kind in ("", "?")
            else kind
            if kind in ("e", "E", "f", "F", "g", "G")
            else None
        )
    elif type.startswith(("si", "ui")) or type == "i1":
        letter = (
            ("d" if type.startswith("si") else "u")
            if kind in ("", "?")
            else kind
            if kind in ("x", "X", "o", "d", "i", "u")
            else None
        )
    else:
        letter = "p" if kind in ("", "?", "x") else None
    if letter is None:
        raise FormatTextError(f"`{match[0]}` is no way to print a value of type {type}")
    return f"%{flags}{width}{precision}{letter}"
