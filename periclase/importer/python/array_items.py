"""Fixed arrays written as tuples: `Particle((0.0, 0.0, 1.0), 1.5)`, `rows[0] = (low, high)`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from periclase.importer.python.problems import Problem
from periclase.importer.python.sequence_rules import tuple_item
from periclase.importer.python.typed_tree import ArrayOfItems, Expr, MakeTuple
from periclase.record import replace
from periclase.types import ArrayType, Space, TupleType

if TYPE_CHECKING:
    from periclase.importer.python.typing_places import PlaceTyping


def array_of_items(typing: PlaceTyping, value: Expr, type: ArrayType, what: str) -> Expr:
    """A tuple as a fixed array of a `type`, which is a part of something else.

    Raises:
        Problem: they have not as many items, or one is no element.
    """
    count = len(cast(TupleType, value.type).elements)
    if count != type.shape[0]:
        raise Problem(
            "PC0203",
            f"a tuple of {count} can not be {what}: there are {type.shape[0]} elements in {type}",
            value.node,
        )
    wanted = replace(type, space=Space.LOCAL, mutable=True)
    row = type.row
    if isinstance(value, MakeTuple):  # numbers in it are still what is asked for
        items = [typing.part_value(item, row, what) for item in value.elements]
        return ArrayOfItems(value.node, wanted, items)
    once = typing.once(value)
    items = [
        typing.part_value(tuple_item(_written(value.node, index), once, index), row, what)
        for index in range(count)
    ]
    return typing.evaluated_first([once], ArrayOfItems(value.node, wanted, items))


def _written(node: ast.AST, index: int) -> ast.AST:
    """An item of a tuple, as it would be written: what is said of it is said at the tuple."""
    if not isinstance(node, ast.expr):
        return node
    return ast.copy_location(
        ast.Subscript(node, ast.copy_location(ast.Constant(index), node), ast.Load()), node
    )
