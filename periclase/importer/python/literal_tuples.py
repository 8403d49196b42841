"""Tuples in variables: the numbers in the source among their items take the type that their context needs."""

from __future__ import annotations

import ast
from copy import copy

from periclase.importer.python.conversions import is_weak
from periclase.importer.python.typed_tree import Constant, Expr, Item, MakeTuple, Read, Variable
from periclase.types import ScalarType, SliceType, TupleType
from periclase.views import ViewType


def note_items(variable: Variable, value: Expr, *, first: bool) -> None:
    """See which items of `variable` are numbers in the source: those that all it is assigned by its one statement has there.

    Args:
        first: whether this is the first value that it gets.
    """
    found = _literals(value)
    if first:
        variable.items = found or None
    elif variable.items is not None:
        kept = {
            index: item
            for index, item in variable.items.items()
            if index in found and _text(found[index]) == _text(item)
        }
        variable.items = kept or None


def _literals(value: Expr) -> dict[int, Expr]:
    """The items of a tuple that are numbers in the source, or tuples of such; none beside others than numbers and arrays."""
    if not isinstance(value, MakeTuple) or value.type.__class__ is not TupleType:
        return {}
    known = {index: item for index, item in enumerate(value.elements) if is_literal(item)}
    others = (item for index, item in enumerate(value.elements) if index not in known)
    return known if all(isinstance(item.type, ScalarType | SliceType | ViewType) for item in others) else {}


def is_literal(value: Expr) -> bool:
    """Whether it is a number in the source, or a tuple of such."""
    if isinstance(value, MakeTuple):
        return bool(value.elements) and all(map(is_literal, value.elements))
    return isinstance(value, Constant) and is_weak(value.type)


def _text(value: Expr) -> str:
    """What tells literals apart: 0.0 from -0.0 too, and finds NaN equal."""
    if isinstance(value, MakeTuple):
        return f"({', '.join(map(_text, value.elements))})"
    assert isinstance(value, Constant)
    return f"{value.type} {value.value!r}"


def with_literals(node: ast.AST, read: Read) -> Expr:
    """The tuple in a variable, made anew of its items: what is written in the source is that again."""
    items = read.variable.items
    if items is None or not isinstance(read.type, TupleType):
        return read
    made: list[Expr] = []
    for index, type in enumerate(read.type.elements):
        item = items.get(index)
        if item is None:
            made.append(Item(node, type, read, index))
        else:
            item = copy(item)
            item.node = node
            made.append(item)
    return MakeTuple(node, read.type, made)
