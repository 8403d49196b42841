"""Arrays as values in a kernel: a fixed array under another name, a part of one, and what is set for all elements of a part."""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from periclase.compat.numba_cuda.functions import device_function
from periclase.dynamic_shared import DynamicArrayType
from periclase.importer.python.array_views import view_of
from periclase.importer.python.typed_tree import Evaluate, Expr, MakeArray, Statement
from periclase.importer.python.view_tree import AsView, ViewOfArray
from periclase.types import Access, ArrayType, SliceType
from periclase.views import ViewType

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping


def as_view(typing: NumbaTyping, node: ast.AST, value: Expr) -> Expr:
    """An array as a view, which may have several names."""
    type: Any = value.type
    if isinstance(type, DynamicArrayType):
        return AsView(ViewType(type.element, 1, Access.READ_WRITE, type.space), value)
    if isinstance(value, MakeArray):
        return ViewOfArray(
            node, ViewType(type.element, len(type.shape), Access.READ_WRITE, type.space), value
        )
    return view_of(typing, node, value)


def _filled(part, value):
    for index in range(part.shape[0]):
        part[index] = value


def _copied(part, values):
    for index in range(part.shape[0]):
        part[index] = values[index]


def is_part(typing: NumbaTyping, target: ast.Subscript) -> bool:
    """Whether a subscript names a part of an array and no element."""
    indices = list(target.slice.elts) if isinstance(target.slice, ast.Tuple) else [target.slice]
    if any(isinstance(index, ast.Slice) for index in indices):
        return True
    if not isinstance(target.value, ast.Name) or not typing.is_local(target.value.id):
        return False
    type = typing.variables[target.value.id].type
    rank = type.rank if isinstance(type, ViewType) else len(type.shape) if isinstance(type, ArrayType) else 1
    count = len(indices)
    if count == 1 and isinstance(indices[0], ast.Name) and typing.is_local(indices[0].id):
        count = len(getattr(typing.variables[indices[0].id].type, "elements", "1"))  # a tuple of indices
    return count < rank


def set_part(
    typing: NumbaTyping, target: ast.Subscript, value: Expr, node: ast.AST, out: list[Statement]
) -> None:
    """`part = value`: every element is set, to the one value or to that of the other array at its place."""
    part = typing.value(target)
    if isinstance(part.type, ArrayType):
        part = as_view(typing, target, part)
    if isinstance(value.type, ArrayType):
        value = as_view(typing, target, value)
    whole = isinstance(value.type, ViewType | SliceType | DynamicArrayType)
    function = device_function(_copied if whole else _filled)
    out.append(Evaluate(node, typing.call_function(node, function, ast.unparse(target), [part, value], None)))
