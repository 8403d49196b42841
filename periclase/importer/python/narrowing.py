"""What tests tell of values that may be `None`: `if p.next is not None:` says that `p.next` is there, until `p` changes.

What is known stands among the assigned names (`typing_base.there`). Fields and items of a function's own variables can be told
of, since nothing else can change them; elements of slices and arrays can not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.typing_base import there
from periclase.keyword_arguments import KeywordsType
from periclase.structs import StructType
from periclase.types import TupleType

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase


def asked_of(node: ast.expr) -> tuple[ast.expr | None, bool | None]:
    """What a condition asks of whether it is `None`, and what that says where it is true.

    For `x` itself, which is false for other values as well, the second is None: it is there where the condition is true.
    """
    shows: bool | None = None
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = [node.left, node.comparators[0]]
        none = any(isinstance(side, ast.Constant) and side.value is None for side in sides)
        if not none or not isinstance(node.ops[0], ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            return None, None
        shows = isinstance(node.ops[0], ast.IsNot | ast.NotEq)
        node = sides[1] if isinstance(sides[0], ast.Constant) else sides[0]
    if isinstance(node, ast.NamedExpr):
        node = node.target
    return (node, shows) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else (None, None)


def path_of(typing: TypingBase, node: ast.expr) -> str | None:
    """The text for a variable, a field of one, an item of such: what can be told of. None for anything else."""
    found = _path(typing, node)
    return None if found is None else found[0]


def _path(typing: TypingBase, node: ast.expr) -> tuple[str, Any] | None:
    if isinstance(node, ast.Name):
        return (node.id, typing.variables[node.id].type) if typing.is_local(node.id) else None
    if not isinstance(node, ast.Attribute | ast.Subscript):
        return None
    base = _path(typing, node.value)
    if base is None:
        return None
    path, type = base
    if (
        type.__class__.__name__ == "OptionalType"
        and typing.definite is not None
        and there(path) in typing.definite
    ):
        type = type.element
    if isinstance(node, ast.Attribute) and isinstance(type, StructType):
        index = type.index(node.attr)
        return None if index is None else (f"{path}.{node.attr}", type.fields[index][1])
    if isinstance(node, ast.Subscript) and isinstance(type, KeywordsType):
        name = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if name in type.names:
            index = type.names.index(name)
            return f"{path}[{index}]", type.elements[index]
    elif isinstance(node, ast.Subscript) and isinstance(type, TupleType):
        index = _number(node.slice)
        count = len(type.elements)
        if index is not None and -count <= index < count:
            return f"{path}[{index % count}]", type.elements[index]
    return None


def _number(node: ast.expr) -> int | None:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    value = node.value if isinstance(node, ast.Constant) else None
    return sign * value if type(value) is int else None


def is_of(fact: str, name: str) -> bool:
    """Whether something that is known is told of a part of the variable `name`."""
    return fact.startswith((f"{name}.", f"{name}[")) and fact.endswith(" None")


def changed_in_parts(node: ast.AST) -> Iterator[str]:
    """The variables of which `node` may change parts: it sets an attribute or element, or calls a method."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            part = part.func
        elif not (isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.ctx, ast.Store)):
            continue
        name = root_name(part)
        if name is not None:
            yield name


def root_name(node: ast.AST) -> str | None:
    """The variable that an attribute, an element, or one of such is a part of."""
    if not isinstance(node, ast.Attribute | ast.Subscript):
        return None
    inner: ast.AST = node
    while isinstance(inner, ast.Attribute | ast.Subscript):
        inner = cast(Any, inner).value
    return inner.id if isinstance(inner, ast.Name) else None
