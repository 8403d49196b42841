"""The table as a whole: every row by its Python name, and the rows that other packages bring.

Another package adds intrinsics through the entry point group `periclase.intrinsics`: `name = "module:ROWS"`, where `ROWS` is a
sequence of `Intrinsic`. Those are looked up only when a name is not among our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from periclase.diagnostics import CompileError, Diagnostic
from periclase.intrinsics.model import Intrinsic
from periclase.intrinsics.names import NAMES

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class _Families(Mapping[str, "tuple[Intrinsic, ...]"]):
    """The families, each imported when it is asked for."""

    def __init__(self, names: tuple[str, ...]):
        self._names = names

    def __getitem__(self, name: str) -> tuple[Intrinsic, ...]:
        if name not in self._names:
            raise KeyError(name)
        return import_module(f"periclase.intrinsics.{name}").ROWS

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _Rows(Mapping[str, Intrinsic]):
    """The rows by name; a family is imported when one of its rows is asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Intrinsic] = {}

    def __getitem__(self, name: str) -> Intrinsic:
        row = self._known.get(name)
        if row is None:
            self._known.update(_index(FAMILIES[NAMES[name]]))
            row = self._known[name]
        return row

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return (row.name for rows in FAMILIES.values() for row in rows)

    def __len__(self) -> int:
        return len(NAMES)


FAMILIES: Final[Mapping[str, tuple[Intrinsic, ...]]] = _Families(
    (
        *("sreg", "sync", "warp", "atomics", "memory", "debug", "packed", "ptx"),
        *(
            "rounding",
            "halves",
            "conversions",
            "matrix",
            "barriers",
            "clusters",
            "bulk",
            "wgmma",
            "tcgen05",
            "vectors",
        ),
    )
)
"""Our own rows, by family. The name of a family is the module that it stands in."""

ENTRY_POINT_GROUP: Final = "periclase.intrinsics"


class DuplicateIntrinsicError(CompileError):
    """Two rows have one name (PC0604)."""

    def __init__(self, name: str, package: str = ""):
        super().__init__(
            Diagnostic(
                "PC0604",
                f"two intrinsics are called '{name}'"
                + (f": one of them comes from {package}" if package else ""),
                help="each needs a name of its own, in all packages that are installed",
            )
        )


def _index(rows: Iterable[Intrinsic]) -> dict[str, Intrinsic]:
    table: dict[str, Intrinsic] = {}
    for row in rows:
        if table.setdefault(row.name, row) is not row:
            raise DuplicateIntrinsicError(row.name)
    return table


INTRINSICS: Final[Mapping[str, Intrinsic]] = _Rows()
"""Our own rows by Python name."""


@cache
def foreign_intrinsics() -> Mapping[str, Intrinsic]:
    """The rows of other packages by name.

    Raises:
        DuplicateIntrinsicError: one of them has the name of another row, ours included.
        CompileError: PC0604 if a package's rows can not be loaded.
    """
    from importlib.metadata import entry_points

    table: dict[str, Intrinsic] = {}
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name):
        for row in _rows_of(point):
            if row.name in INTRINSICS or table.setdefault(row.name, row) is not row:
                raise DuplicateIntrinsicError(row.name, f"'{point.name}' ({point.value})")
    return MappingProxyType(table)


def _rows_of(point: EntryPoint) -> tuple[Intrinsic, ...]:
    try:
        rows = point.load()
    except (ImportError, AttributeError, SyntaxError, ValueError) as error:
        raise _unloadable(point, str(error)) from error
    if isinstance(rows, Intrinsic):
        raise _unloadable(point, "it is a row, not a sequence of rows", "write it as '(row,)'")
    try:
        rows = tuple(rows)
    except TypeError:
        raise _unloadable(point, f"it is no sequence of rows, but {type(rows).__name__}") from None
    for row in rows:
        if not isinstance(row, Intrinsic):
            raise _unloadable(point, f"among its rows is {row!r}", "a row is what 'instruction(…)' gives")
    return rows


def _unloadable(point: EntryPoint, why: str, help: str | None = None) -> CompileError:
    return CompileError(
        Diagnostic(
            "PC0604", f"the intrinsics '{point.name}' ({point.value}) can not be loaded: {why}", help=help
        )
    )


def find_intrinsic(name: str) -> Intrinsic | None:
    """The row called `name`, ours or another package's, or None."""
    return INTRINSICS[name] if name in INTRINSICS else foreign_intrinsics().get(name)
