"""The table as a whole: every row by its Python name, and the rows that other packages bring.

Another package adds intrinsics through the entry point group `periclase.intrinsics`: `name = "module:ROWS"`, where `ROWS` is a
sequence of `Intrinsic`. Those are looked up only when a name is not among our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from periclase.intrinsics import atomics, debug, memory, packed, ptx, sreg, sync, warp
from periclase.intrinsics.model import Intrinsic

FAMILIES: Final[Mapping[str, tuple[Intrinsic, ...]]] = MappingProxyType(
    {
        "sreg": sreg.ROWS,
        "sync": sync.ROWS,
        "warp": warp.ROWS,
        "atomics": atomics.ROWS,
        "memory": memory.ROWS,
        "debug": debug.ROWS,
        "packed": packed.ROWS,
        "ptx": ptx.ROWS,
    }
)
"""Our own rows, by family."""

ENTRY_POINT_GROUP: Final = "periclase.intrinsics"


class DuplicateIntrinsicError(ValueError):
    """Two rows have one name."""


def _index(rows: Iterator[Intrinsic]) -> dict[str, Intrinsic]:
    table: dict[str, Intrinsic] = {}
    for row in rows:
        if table.setdefault(row.name, row) is not row:
            raise DuplicateIntrinsicError(f"two intrinsics are called '{row.name}'")
    return table


INTRINSICS: Final[Mapping[str, Intrinsic]] = MappingProxyType(
    _index(row for rows in FAMILIES.values() for row in rows)
)
"""Our own rows by Python name."""


@cache
def foreign_intrinsics() -> Mapping[str, Intrinsic]:
    """The rows of other packages by name.

    Raises:
        DuplicateIntrinsicError: one of them has the name of another row, ours included.
    """
    from importlib.metadata import entry_points

    own = {id(rows) for rows in FAMILIES.values()}
    groups = [
        point.load() for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name)
    ]
    table = _index(row for rows in groups if id(rows) not in own for row in rows)
    if clash := table.keys() & INTRINSICS.keys():
        raise DuplicateIntrinsicError(f"two intrinsics are called '{min(clash)}'")
    return MappingProxyType(table)


def find_intrinsic(name: str) -> Intrinsic | None:
    """The row called `name`, ours or another package's, or None."""
    return INTRINSICS.get(name) or foreign_intrinsics().get(name)
