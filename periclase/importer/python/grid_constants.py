"""Parameters that are passed by value: wherever one is read, what is meant is what lies there, which nobody changes.

In `mir` such a parameter is a pointer with the attribute `mir.grid_constant`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.ir import Attribute

from periclase.dialects.mir.attributes import GridConstantAttr
from periclase.dialects.mir.function import GRID_CONSTANT
from periclase.dialects.mir.types import PtrType
from periclase.grid_constants import GridConstantType
from periclase.importer.python.mir_types import MIR_TYPES, storage_type
from periclase.importer.python.pointer_tree import PointeePlace
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Constant, Expr, Load
from periclase.record import replace
from periclase.types import ArrayType, Type, isize


def content_of(value: Expr) -> Expr:
    """What lies where a grid constant is."""
    type = cast(GridConstantType, value.type)
    content = type.content
    if isinstance(content, ArrayType):
        content = replace(content, space=type.space, mutable=False)
    first = Constant(value.node, isize, 0)
    return Load(value.node, PointeePlace(value.node, content, value, [first], [None], [False]))


def refuse_change(node: ast.AST, base: Expr) -> None:
    """Tell that a place in a grid constant can not be set.

    Raises:
        Problem: always.
    """
    raise Problem(
        "PC0208",
        f"`{ast.unparse(base.node)}` is a {base.type}: all threads read it, and none writes it",
        node,
        "copy what is to be changed into a variable",
    )


def parameter_attributes(leaves: Sequence[Type | None]) -> ArrayAttr[DictionaryAttr] | None:
    """The attributes of the parameters of a kernel, each of them a leaf; None if none has any."""
    if not any(isinstance(leaf, GridConstantType) for leaf in leaves):
        return None
    return ArrayAttr(
        DictionaryAttr(
            {GRID_CONSTANT: GridConstantAttr(leaf.alignment)} if isinstance(leaf, GridConstantType) else {}
        )
        for leaf in leaves
    )


def _pointer(type: GridConstantType) -> Attribute:
    return PtrType.get(storage_type(type.content), False)


MIR_TYPES[GridConstantType] = _pointer
