"""The text of spans in the source files that MIR names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periclase.importer.rust.functions import SourceText


def source_reader(find: Callable[[str], str]) -> SourceText:
    """What reads a span, of lines and columns from 1 on: its text, None where the file can not be read or has no such line.

    Args:
        find: the file that rustc's name for it means.
    """

    @cache
    def lines_of(file: str) -> list[str] | None:
        try:
            with open(find(file), encoding="utf-8", errors="replace") as opened:
                return opened.read().split("\n")
        except OSError:
            return None

    def text(file: str, line: int, column: int, end_line: int, end_column: int) -> str | None:
        lines = lines_of(file)
        if lines is None or line > len(lines):
            return None
        wanted = lines[line - 1 : end_line]
        if end_line <= len(lines):
            wanted[-1] = wanted[-1][: end_column - 1]
        return "\n".join((wanted[0][column - 1 :], *wanted[1:]))

    return text


__all__ = ["source_reader"]
