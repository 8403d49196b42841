"""What the importer asks about types, and what it is told: sizes, offsets, tags. Written down as JSON where it is recorded.

MIR text says nothing of layouts and little of enums: `(_5 as Some)` names a variant, and its index is rustc's to know. Whoever
can ask rustc answers with a `TypeLayout` for each `TypeQuery`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from periclase.record import Record


class TypeQuery(Record):
    """A type whose layout is wanted.

    Attributes:
        type: its text, with lifetimes as `'_` or left out: `core::option::Option<&u32>`, `(u8, f32)`.
        variants: names of its variants of which the index is wanted too.
    """

    type: str
    variants: tuple[str, ...] = ()


class VariantLayout(Record):
    """A variant of an enum: its name where that is known, its discriminant, the offsets of its fields in declaration order."""

    name: str | None
    discriminant: int
    offsets: tuple[int, ...] = ()
    inhabited: bool = True


class TypeLayout(Record):
    """Where the bytes of a type lie.

    Attributes:
        kind: `struct` (tuples too), `union`, `enum` or `scalar`.
        offsets: of a struct's or union's fields in declaration order, which is that of MIR's field numbers.
        tag_kind: of an enum, `direct`, `niche`, `single` or `empty`; see `periclase.dialects.mir.enum_type.EnumKind`.
        untagged: the variant that a niche does not tag, and the only one of `single`.
        variants: of an enum, by index.
        discriminant_type: what `discriminant(…)` gives, such as `isize` or `u8`.
    """

    size: int
    align: int
    kind: str = "struct"
    offsets: tuple[int, ...] = ()
    tag_kind: str = ""
    tag_offset: int = 0
    tag_size: int = 0
    tag_pointer: bool = False
    niche_start: int = 0
    niche_first: int = 0
    niche_last: int = 0
    untagged: int = 0
    variants: tuple[VariantLayout, ...] = ()
    discriminant_type: str = "isize"


Layouts = Callable[[Sequence[TypeQuery]], Mapping[str, TypeLayout]]
"""Answers queries: a layout for each type by its text. A type that is not known is left out."""


def to_json(layouts: Mapping[str, TypeLayout]) -> str:
    """The text that `from_json` reads: one type a line, sorted."""
    rows = [f"{json.dumps(name)}: {json.dumps(_plain(layouts[name]))}" for name in sorted(layouts)]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _plain(layout: TypeLayout) -> dict[str, Any]:
    empty = TypeLayout(0, 1)
    values = {name: getattr(layout, name) for name in TypeLayout.__annotations__}
    values["variants"] = [[v.name, v.discriminant, list(v.offsets), v.inhabited] for v in layout.variants]
    return {
        name: value
        for name, value in values.items()
        if name in ("size", "align") or value not in (getattr(empty, name), [])
    }


def from_json(text: str) -> dict[str, TypeLayout]:
    """The layouts that `to_json` wrote."""
    return {name: _layout(values) for name, values in json.loads(text).items()}


def _layout(values: dict[str, Any]) -> TypeLayout:
    rows: Iterable[Any] = values.pop("variants", ())
    variants = tuple(
        VariantLayout(name, number, tuple(offsets), there) for name, number, offsets, there in rows
    )
    offsets = tuple(values.pop("offsets", ()))
    return TypeLayout(offsets=offsets, variants=variants, **values)


class RecordedLayouts:
    """Answers out of a recorded table."""

    def __init__(self, layouts: Mapping[str, TypeLayout]):
        self._layouts = layouts

    def __call__(self, queries: Sequence[TypeQuery]) -> Mapping[str, TypeLayout]:
        return {query.type: self._layouts[query.type] for query in queries if query.type in self._layouts}


__all__ = ["Layouts", "RecordedLayouts", "TypeLayout", "TypeQuery", "VariantLayout", "from_json", "to_json"]
