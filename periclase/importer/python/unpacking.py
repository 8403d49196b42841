"""Unpacking: `a, b = value`, also with a starred name, of tuples, fixed arrays and slices."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.names import make_tuple
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_control import Do
from periclase.importer.python.typed_tree import (
    PENDING,
    After,
    Assert,
    Constant,
    Expr,
    MakeTuple,
    Once,
    Statement,
    Unpack,
)
from periclase.types import ArrayType, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_statements import StatementTyping


def unpack(
    typing: StatementTyping,
    target: ast.Tuple | ast.List,
    value: Expr,
    node: ast.AST,
    out: list[Statement],
) -> None:
    """Set each of several targets: all values are there before the first is set.

    Raises:
        Problem: the value has no items, or another number of them.
    """
    starred = [index for index, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
    items, evaluated = _items(typing, target, value, node, bool(starred))
    wanted = len(target.elts) - len(starred)
    if len(items) < wanted or (len(items) > wanted and not starred):
        least = "at least " if starred else ""
        raise Problem(
            "PC0205",
            f"a tuple of {len(items)} elements is unpacked into {least}{wanted} targets",
            node,
        )
    if starred:
        first, rest = starred[0], len(items) - wanted
        items[first : first + rest] = [make_tuple(target.elts[first], items[first : first + rest])]
    stores: list[Statement] = []
    for part, item in zip(target.elts, items, strict=True):
        typing.assign_to(part.value if isinstance(part, ast.Starred) else part, item, node, stores)
    out.append(Unpack(node, evaluated, stores))


def _items(
    typing: StatementTyping, target: ast.Tuple | ast.List, value: Expr, node: ast.AST, starred: bool
) -> tuple[list[Expr], list[Expr]]:
    """The items of a value, and what has to be evaluated before."""
    types = rules_of(value).unpacked(typing, value)
    if types is None:
        return _elements(typing, target, value, node, starred)
    prepared: list[Expr] = []
    inner = value
    while isinstance(inner, After) and not isinstance(value, Once):
        prepared.extend(inner.evaluated)
        inner = inner.value
    if isinstance(inner, MakeTuple):
        items = [typing.once(element) for element in inner.elements]
        return items, [*prepared, *(item for item in items if isinstance(item, Once))]
    whole = value if isinstance(value, Once) else Once(value)
    return typing.parts(target, whole, types), [whole]


def _elements(
    typing: StatementTyping, target: ast.Tuple | ast.List, value: Expr, node: ast.AST, starred: bool
) -> tuple[list[Expr], list[Expr]]:
    """The elements of a fixed array, or of a slice that has to have as many."""
    rules = rules_of(value)
    whole = typing.once(value) if value.type not in PENDING else value
    length = rules.length(typing, node, whole)
    if length is None or rules.item(typing, node, whole, Constant(node, isize, 0)) is None:
        raise Problem("PC0205", f"{with_article(value.type)} can not be unpacked", node, "unpack a tuple")
    if isinstance(length, After):
        length = length.value
    evaluated: list[Expr] = [whole] if isinstance(whole, Once) else []
    count = len(target.elts)
    if isinstance(length, Constant):
        count = length.value
    elif starred:
        raise Problem(
            "PC0205",
            "how many elements this has is not known at import, so `*` can not take the rest",
            node,
            "index it",
        )
    else:
        equal = typing.compare(node, "eq", "==", length, Constant(node, isize, count))
        evaluated.append(Do(node, [Assert(node, equal, f"as many values to unpack as targets: {count}")]))
    items: list[Expr] = []
    for index in range(count):
        item = rules.item(typing, node, whole, Constant(node, isize, index))
        assert item is not None
        if isinstance(item.type, ArrayType):
            from periclase.importer.python.array_views import row_as_view

            item = row_as_view(cast(Any, typing), target, item)
        items.append(typing.once(typing.readable(target, item)))
    return items, [*evaluated, *(item for item in items if isinstance(item, Once))]
