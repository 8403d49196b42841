"""The rules of views: elements, parts, extents and strides. And of the parts of a slice, which with a step are views."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, is_integer, strong
from periclase.importer.python.names import make_tuple
from periclase.importer.python.places import part_type
from periclase.importer.python.problems import Problem
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_INT,
    Binary,
    Constant,
    Expr,
    Load,
    Once,
    Pending,
    Read,
)
from periclase.importer.python.view_tree import (
    AsView,
    At,
    Cut,
    SubView,
    Transposed,
    ViewElementPlace,
    ViewPart,
)
from periclase.record import replace
from periclase.types import Access, DeviceType, SliceType, Space, isize
from periclase.views import ViewType

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping

_STRIDES = -value_ranges.LENGTH_RANGE[1], value_ranges.LENGTH_RANGE[1]
_SIZES = 0, (1 << 63) - 1
_ORDINALS = ("first", "second", "third")


def _type(value: Expr) -> ViewType:
    return cast(ViewType, value.type)


def extent(node: ast.AST, view: Expr, axis: int) -> Expr:
    """`view.shape[axis]`."""
    return ViewPart(node, isize, value_ranges.LENGTH_RANGE, view, axis)


def _stride(node: ast.AST, view: Expr, axis: int) -> Expr:
    return ViewPart(node, isize, _STRIDES, view, _type(view).rank + axis)


class ViewRules(TypeRules):
    """A view: one index or slice for each axis, from the first on; each index is checked against its extent."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        type = _type(value)
        if len(indices) > type.rank:
            wanted = "one index" if type.rank == 1 else f"at most {type.rank} indices"
            raise Problem(
                "PC0208",
                f"`{ast.unparse(value.node)}` is {type} and takes {wanted}, not {len(indices)}",
                node,
            )
        view = value if isinstance(value, Read) else typing.once(value)
        if len(indices) == type.rank and not any(isinstance(index, ast.Slice) for index in indices):
            place = ViewElementPlace(node, type, view, [], [], [])
            for axis, index in enumerate(indices):
                position = _position(typing, index, view, axis)
                place.indices.append(position.index)
                place.extents.append(None)
                place.check.append(position.check)
            place.type = part_type(place, type.element)
            return Load(node, place)
        axes = [
            cut(typing, index) if isinstance(index, ast.Slice) else _position(typing, index, view, axis)
            for axis, index in enumerate(indices)
        ]
        rank = type.rank - sum(isinstance(axis, At) for axis in axes)
        return SubView(node, replace(type, rank=rank), view, axes)

    def item(self, typing: ExpressionTyping, node: ast.AST, value: Expr, position: Expr) -> Expr:
        type = _type(value)
        if type.rank > 1:
            return SubView(node, replace(type, rank=type.rank - 1), value, [At(position, False)])
        place = ViewElementPlace(node, type, value, [position], [None], [False])
        place.type = part_type(place, type.element)
        return Load(node, place)

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        rank = _type(value).rank
        if node.attr == "ndim":
            return typing.after(value, Constant(node, WEAK_INT, rank))
        if node.attr == "T":
            return Transposed(node, value)
        view = value if isinstance(value, Read) else typing.once(value)
        evaluated = [] if isinstance(value, Read) else [view]
        if node.attr in ("shape", "strides"):
            part = extent if node.attr == "shape" else _stride
            items = make_tuple(node, [part(node, view, axis) for axis in range(rank)])
            return typing.evaluated_first(evaluated, items)
        if node.attr == "size":
            size = extent(node, view, 0)
            for axis in range(1, rank):
                size = Binary(node, isize, _SIZES, "mul", size, extent(node, view, axis))
            return typing.evaluated_first(evaluated, size)
        raise Problem(
            "PC0102",
            f"a {_type(value)} has no attribute `{node.attr}`",
            node,
            "a view has `shape`, `strides`, `ndim`, `size` and `T`",
        )

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        return extent(node, value, 0)

    def takes(self, value: Expr, target: DeviceType) -> bool:
        source = value.type
        wanted = cast(ViewType, target)
        rank = source.rank if isinstance(source, ViewType) else 1
        if (
            not isinstance(source, ViewType | SliceType)
            or source.element != wanted.element
            or rank != wanted.rank
            or getattr(source, "space", Space.GLOBAL) is not wanted.space
        ):
            return False
        return source.access is wanted.access or source.access is Access.READ_WRITE

    def taken(self, value: Expr, target: DeviceType) -> Expr:
        return AsView(cast(ViewType, target), value)

    def constant_part(self, value: Expr) -> str | None:
        return None


def _position(typing: ExpressionTyping, node: ast.expr, view: Expr, axis: int) -> At:
    """An index of one axis.

    Raises:
        Problem: it is no integer, or can not be in bounds.
    """
    if isinstance(node, ast.Constant) and (node.value is None or node.value is ...):
        raise Problem(
            "PC0105",
            f"`{ast.unparse(node)}` can not be an index of a view",
            node,
            "write an index or a slice for each axis",
        )
    value = typing.as_number(typing.value(node))
    if value.type in PENDING:
        return At(Pending(node, isize), True)
    if not is_integer(value.type):
        raise Problem(
            "PC0208",
            f"an index must be an integer, not {value.type}",
            node,
            f"write `i32({ast.unparse(node)})`" if not isinstance(value.type, DeviceType) else None,
        )
    if not isinstance(value, Constant):
        return At(typing.position(strong(value), lambda: extent(node, view, axis)), True)
    if abs(value.value) > value_ranges.LENGTH_RANGE[1]:
        raise Problem("PC0209", "the index is out of bounds: no axis has that many elements", node)
    if value.value >= 0:
        return At(Constant(node, isize, value.value), True)
    return At(
        Binary(node, isize, None, "sub", extent(node, view, axis), Constant(node, isize, -value.value)), True
    )


def cut(typing: ExpressionTyping, node: ast.Slice) -> Cut:
    """`start:stop:step`.

    Raises:
        Problem: a bound is no integer, or the step is not known at import, or zero.
    """
    step = 1
    if node.step is not None:
        given = typing.value(node.step)
        if not isinstance(given, Constant) or not is_integer(given.type):
            raise Problem(
                "PC0105",
                "the step of a slice must be an integer known at import",
                node.step,
                "multiply the index: `x[i * step]`",
            )
        step = int(given.value)
        if step == 0:
            raise Problem("PC0206", "the step of a slice is zero", node.step)
        if abs(step) > value_ranges.LENGTH_RANGE[1]:
            raise Problem("PC0209", "no axis has that many elements", node.step)
    return Cut(_bound(typing, node.lower), _bound(typing, node.upper), step)


def _bound(typing: ExpressionTyping, node: ast.expr | None) -> Expr | None:
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return None
    value = typing.as_number(typing.value(node))
    if value.type in PENDING:
        return Pending(node, isize)
    if not is_integer(value.type):
        raise Problem("PC0208", f"a bound of a slice must be an integer, not {value.type}", node)
    if isinstance(value, Constant):  # as far out as can be is as good as any further
        most = value_ranges.LENGTH_RANGE[1]
        return Constant(node, isize, max(-most, min(most, int(value.value))))
    return coerce(strong(value), isize, None, "a bound of a slice, which is isize")


def part_of_slice(typing: ExpressionTyping, node: ast.Subscript, value: Expr, index: ast.Slice) -> Expr:
    """`s[a:b]` of a slice: a slice; with a step a view."""
    type = cast(SliceType, value.type)
    part = cut(typing, index)
    view = value if isinstance(value, Read | Once) else typing.once(value)
    kind = type if part.step == 1 else ViewType(type.element, 1, type.access)
    return SubView(node, kind, view, [part])
