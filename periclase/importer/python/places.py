"""Places: which expressions name one, what lies there, and what may be done with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from periclase.importer.python.typed_tree import (
    ElementPlace,
    Expr,
    FieldPlace,
    GlobalPlace,
    Item,
    Load,
    Place,
    Read,
    TemporaryPlace,
    Variable,
    VariablePlace,
)
from periclase.optionals import OptionalType
from periclase.record import replace
from periclase.types import Access, ArrayType, DeviceType, Space, Type

Path = tuple[int | str, ...]
"""How a part of a variable is reached: the numbers of fields, and `*` for some element of an array."""


def place_of(value: Expr) -> Place | None:
    """The place that an expression reads; None for one that computes a value."""
    if isinstance(value, Load):
        return value.place
    if isinstance(value, Read) and isinstance(value.type, DeviceType):
        return VariablePlace(value.node, value.type, value.variable)
    return None


def placed(value: Expr) -> Place:
    """The place that an expression reads, or one that its value is put into."""
    place = place_of(value)
    if place is None:
        assert isinstance(value.type, DeviceType)
        place = TemporaryPlace(value.type, value)
    return place


def access_of(type: object) -> Access | None:
    """What may be done with the elements of a slice or view; None for any other type."""
    return getattr(type, "access", None)


def steps(place: Place) -> Iterator[Place]:
    """A place and what it is a part of, from the inside to the outside."""
    current: Place | Expr = place
    while isinstance(current, Place):
        yield current
        if not isinstance(current, FieldPlace | ElementPlace):
            return
        current = current.base


def slice_of(place: Place) -> Expr | None:
    """The slice that a place is in an element of, or None."""
    for step in steps(place):
        if isinstance(step, ElementPlace) and isinstance(step.base, Expr):
            return step.base
    return None


def root_of(place: Place) -> tuple[Variable | None, Path]:
    """The variable that a place is a part of, and which part; None for one in a slice or temporary."""
    path: list[int | str] = []
    for step in steps(place):
        if isinstance(step, VariablePlace):
            return step.variable, tuple(reversed(path))
        if isinstance(step, FieldPlace):
            if not isinstance(step.base.type, OptionalType):  # what it holds is it
                path.append(step.index)
        elif isinstance(step, ElementPlace):
            if isinstance(step.base, Expr):
                return None, ()
            path.append("*")
    return None, ()


def location_of(place: Place) -> tuple[Space, bool]:
    """Where a place lies, and whether it can be changed there."""
    outer: Place = place
    for outer in steps(place):
        if isinstance(outer, ElementPlace) and isinstance(outer.base, Expr):
            break  # what is in a slice lies where that does, arrays too
        if isinstance(outer.type, ArrayType):  # an array knows
            return outer.type.space, outer.type.mutable
    if isinstance(outer, ElementPlace):
        assert isinstance(outer.base, Expr)
        type = outer.base.type
        return getattr(type, "space", Space.GLOBAL), access_of(type) is not Access.READ
    if isinstance(outer, VariablePlace):
        variable = outer.variable
        return variable.reference or Space.LOCAL, variable.reference is not None or not variable.is_parameter
    if isinstance(outer, GlobalPlace):
        return Space.GLOBAL, True
    return Space.LOCAL, False


def part_type(base: Place, type: Type) -> Type:
    """The type of a part of what lies at `base`: a fixed array lies where that does, and is changed as that is."""
    if not isinstance(type, ArrayType):
        return type
    space, mutable = location_of(base)
    return replace(type, space=space, mutable=mutable)


def part_of(node: ast.AST, value: Expr, index: int, type: Type) -> Expr:
    """Field or item `index` of a value: of one that is in memory, or holds an array, what lies there."""
    part = _part_of(node, value, index, type)
    if type.__class__.__name__ == "GridConstantType":
        from periclase.importer.python.grid_constants import content_of

        return content_of(part)
    return part


def _part_of(node: ast.AST, value: Expr, index: int, type: Type) -> Expr:
    place = place_of(value)
    if place is None and isinstance(type, ArrayType):
        place = placed(value)
    if place is None:
        return Item(node, type, value, index)
    return Load(node, FieldPlace(node, part_type(place, type), place, index))
