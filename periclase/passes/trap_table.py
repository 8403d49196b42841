"""The module's table of reasons to stop: what a trap's number stands for, for whoever runs the code."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, LocationAttr, StringAttr, i64
from xdsl.ir import Attribute

from periclase.ir.locations import span_of

TRAPS_ATTRIBUTE: Final = "periclase.traps"
"""On the module: the trap table, an array of dictionaries `kind`, `message`, `file`, `line`, `column`."""


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
            span = span_of(location)
            if span is not None:
                row["file"] = StringAttr(span.file)
                row["line"] = IntegerAttr(span.line, i64)
                if span.column is not None:
                    row["column"] = IntegerAttr(span.column, i64)
            rows.append(DictionaryAttr(row))
        return ArrayAttr(rows)
