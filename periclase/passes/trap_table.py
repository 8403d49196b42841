"""The module's table of reasons to stop: what a trap's number stands for, for whoever runs the code."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, LocationAttr, StringAttr, i64
from xdsl.ir import Attribute

from periclase.diagnostics import Span
from periclase.ir.locations import place_of_user

TRAPS_ATTRIBUTE: Final = "periclase.traps"
"""On the module: the trap table, an array of dictionaries `kind`, `message`, `file`, `line`, `column`, and `library`, an array of
such of the functions of libraries in which it is, with their names (`function`)."""


class TrapTable:
    """The module's table of reasons to stop. A trap's id is its row."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, LocationAttr], int] = {}

    def row(self, kind: str, message: str, location: LocationAttr) -> int:
        """The number of this row, made if it is new."""
        return self._rows.setdefault((kind, message, location), len(self._rows))

    def attribute(self) -> ArrayAttr[DictionaryAttr]:
        """The table as it stands on the module."""
        rows: list[DictionaryAttr] = []
        for kind, message, location in self._rows:
            row: dict[str, Attribute] = {"kind": StringAttr(kind), "message": StringAttr(message)}
            span, library = place_of_user(location)
            row.update(_place(span))
            if library:
                inside = [
                    DictionaryAttr({"function": StringAttr(f.function), **_place(f.span)}) for f in library
                ]
                row["library"] = ArrayAttr(inside)
            rows.append(DictionaryAttr(row))
        return ArrayAttr(rows)


def _place(span: Span | None) -> dict[str, Attribute]:
    if span is None:
        return {}
    place: dict[str, Attribute] = {"file": StringAttr(span.file), "line": IntegerAttr(span.line, i64)}
    if span.column is not None:
        place["column"] = IntegerAttr(span.column, i64)
    return place
