"""Which methods change the object they are called on: found in their text, before anything is typed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from periclase.importer.python.problems import Unready
from periclase.kernel import DeviceFunction
from periclase.pointers import address_of
from periclase.structs import StructType
from periclase.types import ArrayType, Type
from periclase.views import view

if TYPE_CHECKING:
    from periclase.importer.python.source import FunctionSource

Header = Callable[[Any], "tuple[FunctionSource, Any] | None"]


def changes_receiver(function: Any, type: StructType, header: Header) -> bool:
    """Whether the method `function` of `type` sets a part of `self`, takes its address or a view of it, or calls a method of a
    part that does.

    Args:
        function: a function, or what `@device` made of it.
        type: the struct.
        header: gives the source of a function, or None.

    Raises:
        Unready: a source can not be had, which was reported.
    """
    return _changes(function, type, header, set())


def _changes(function: Any, type: StructType, header: Header, seen: set[tuple[object, StructType]]) -> bool:
    if (function, type) in seen:
        return False  # it is being looked at
    seen.add((function, type))
    found = header(function)
    if found is None:
        raise Unready
    tree = found[0].tree
    parameters = [*tree.args.posonlyargs, *tree.args.args]
    if not parameters:
        return False
    name = parameters[0].arg
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            if _root(node) == name:
                return True
        elif isinstance(node, ast.Call) and _takes_address(node, _called(node, function), name, type):
            return True
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _root(node.func) == name:
            owner = _type_at(node.func.value, type)
            if isinstance(owner, StructType):
                method = getattr(owner.host, node.func.attr, None)
                if isinstance(method, FunctionType | DeviceFunction) and _changes(
                    method, owner, header, seen
                ):
                    return True
    return False


def _called(call: ast.Call, function: Any) -> str:
    """What a call of `function` calls, by the name that it was made with, whatever it is called there."""
    if not isinstance(call.func, ast.Name):
        return getattr(call.func, "attr", "")
    name = call.func.id
    function = function if isinstance(function, FunctionType) else function.function
    for taken in (view, address_of):
        if function.__globals__.get(name) is taken:
            return taken.__name__
    return name


def _takes_address(call: ast.Call, function: str, name: str, type: Type) -> bool:
    """Whether a call is `address_of(…)` or `view(…)` of a part of the object itself, and not of what a slice in it holds."""
    if function not in ("address_of", "view") or len(call.args) != 1:
        return False
    part = call.args[0]
    if function == "view":
        return _root(part) == name and isinstance(_type_at(part, type), ArrayType)
    return (
        isinstance(part, ast.Attribute | ast.Subscript)
        and _root(part) == name
        and isinstance(_type_at(part.value, type), StructType | ArrayType)
    )


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _type_at(node: ast.expr, type: Type) -> Type | None:
    """The type of a part of `self` that an expression names."""
    if isinstance(node, ast.Name):
        return type
    if isinstance(node, ast.Attribute):
        owner = _type_at(node.value, type)
        index = owner.index(node.attr) if isinstance(owner, StructType) else None
        return None if index is None else owner.fields[index][1]  # type: ignore[union-attr]
    if isinstance(node, ast.Subscript):
        owner = _type_at(node.value, type)
        return owner.element if isinstance(owner, ArrayType) else None
    return None
