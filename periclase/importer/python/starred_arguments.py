"""Arguments that are unpacked: `f(*t, c=1.0, **named)`, which hold as many as they do when it is compiled."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.typed_tree import PENDING
from periclase.types import ArrayType, TupleType

if TYPE_CHECKING:
    from periclase.importer.python.typing_calls import CallTyping

MOST_ITEMS = 64
"""Of an array that is unpacked."""


def written_out(typing: CallTyping, node: ast.Call) -> ast.Call:
    """A call with `*t` replaced by `t[0], t[1], …`, where `t` is a variable, or the items where they are written there.

    Likewise `**named` is replaced by `a=named["a"], …`.

    Raises:
        Problem: it is something else, neither a tuple nor a fixed array, or no `**named` of a function.
        Unready: its type is not known yet.
    """
    arguments: list[ast.expr] = []
    for argument in node.args:
        if not isinstance(argument, ast.Starred):
            arguments.append(argument)
        elif isinstance(argument.value, ast.Tuple | ast.List):
            arguments.extend(argument.value.elts)
        else:
            arguments.extend(_items(typing, argument))
    keywords: list[ast.keyword] = []
    for keyword in node.keywords:
        if keyword.arg is None:
            from periclase.importer.python.keyword_arguments import handed_on

            keywords.extend(handed_on(typing, keyword))
        else:
            keywords.append(keyword)
    return ast.copy_location(ast.Call(node.func, arguments, keywords), node)


def _items(typing: CallTyping, argument: ast.Starred) -> list[ast.expr]:
    from periclase.importer.python.problems import Unready

    named = argument.value
    shown = ast.unparse(named)
    if not _is_path(named):
        raise Problem(
            "PC0105",
            f"`*{shown}`: only a variable is unpacked into arguments",
            argument,
            f"give it a name first: `items = {shown}`",
        )
    type = typing.value(named).type
    if type in PENDING:
        raise Unready
    if type.__class__ is TupleType:
        assert isinstance(type, TupleType)
        count = len(type.elements)
    elif isinstance(type, ArrayType) and type.shape[0] <= MOST_ITEMS:
        count = type.shape[0]
    else:
        raise Problem(
            "PC0105",
            f"`*{shown}`: {with_article(type)} can not be unpacked into arguments: how many they are has to be known",
            argument,
            "write them out",
        )
    return [_item(named, index) for index in range(count)]


def _item(named: ast.expr, index: int) -> ast.expr:
    place = ast.copy_location(ast.Constant(index), named)
    return ast.copy_location(ast.Subscript(named, place, ast.Load()), named)


def _is_path(node: ast.expr) -> bool:
    """Whether it is a name, or a field of one: to look at it again and again is to look at it once."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)
