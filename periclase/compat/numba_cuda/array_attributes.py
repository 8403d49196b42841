"""Attributes of arrays in a kernel, as numpy's arrays have them: `shape`, `size`, `strides` and the like."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from periclase.dynamic_shared import DynamicArrayType
from periclase.importer.python import value_ranges
from periclase.importer.python.names import make_tuple
from periclase.importer.python.typed_tree import Constant, Expr, Length
from periclase.importer.python.view_rules import extent
from periclase.importer.python.view_tree import ViewPart
from periclase.types import ArrayType, SliceType, i64, isize
from periclase.views import ViewType

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping


class _Shape:
    """The extents of an array, and how far its elements are apart, in elements."""

    def __init__(self, node: ast.AST, value: Expr):
        type: Any = value.type
        self.element = type.element
        self.extents: list[Expr]
        self.steps: list[Expr]
        if isinstance(type, ViewType):
            self.extents = [extent(node, value, axis) for axis in range(type.rank)]
            apart = (-value_ranges.LENGTH_RANGE[1], value_ranges.LENGTH_RANGE[1])
            self.steps = [ViewPart(node, isize, apart, value, type.rank + axis) for axis in range(type.rank)]
            return
        if isinstance(type, ArrayType):
            extents = list(type.shape)
            self.extents = [Constant(node, i64, number) for number in extents]
            steps = [1]
            for number in reversed(extents[1:]):
                steps.insert(0, steps[0] * number)
            self.steps = [Constant(node, i64, number) for number in steps]
            return
        self.extents = [Length(node, isize, value_ranges.LENGTH_RANGE, value)]
        self.steps = [Constant(node, i64, 1)]


def _shape(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    return make_tuple(node, shape.extents)


def _ndim(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    return Constant(node, i64, len(shape.extents))


def _size(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    found = shape.extents[0]
    for each in shape.extents[1:]:
        found = typing.arithmetic(node, "mul", "*", found, each)
    return found


def _itemsize(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    return Constant(node, i64, shape.element.size)


def _nbytes(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    return typing.arithmetic(node, "mul", "*", _size(typing, node, shape), _itemsize(typing, node, shape))


def _strides(typing: NumbaTyping, node: ast.AST, shape: _Shape) -> Expr:
    size = _itemsize(typing, node, shape)
    return make_tuple(node, [typing.arithmetic(node, "mul", "*", step, size) for step in shape.steps])


_ATTRIBUTES: dict[str, Callable[[NumbaTyping, ast.AST, _Shape], Expr]] = {
    "shape": _shape,
    "ndim": _ndim,
    "size": _size,
    "itemsize": _itemsize,
    "nbytes": _nbytes,
    "strides": _strides,
}


def array_attribute(typing: NumbaTyping, node: ast.Attribute, value: Expr) -> Expr | None:
    """An attribute of an array, or None of anything else."""
    type = value.type
    if not isinstance(type, SliceType | ViewType | ArrayType | DynamicArrayType):
        return None
    if node.attr == "T" and not isinstance(type, ViewType):
        return value if not isinstance(type, ArrayType) or len(type.shape) == 1 else None
    found = _ATTRIBUTES.get(node.attr)
    if found is None:
        return None
    once = value if value.is_repeatable or isinstance(type, ArrayType) else typing.once(value)
    return typing.evaluated_first([once], found(typing, node, _Shape(node, once)))
