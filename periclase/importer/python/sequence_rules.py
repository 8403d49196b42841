"""The rules of slices, fixed arrays and tuples: elements, items, lengths."""

from __future__ import annotations

import ast
from copy import copy
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python import value_ranges
from periclase.importer.python.names import make_tuple
from periclase.importer.python.places import part_of, part_type, placed
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import (
    After,
    Constant,
    ElementPlace,
    Expr,
    Item,
    Length,
    Load,
    MakeTuple,
    Read,
)
from periclase.keyword_arguments import same_names
from periclase.types import ArrayType, SliceType, TupleType, Type, isize

MOST_ITEMS = 1024
"""Of a tuple that is made of another."""

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


def _name(value: Expr) -> str:
    return f"`{ast.unparse(value.node)}`"


def _refuse_count(node: ast.AST, value: Expr, wanted: int, given: int) -> None:
    if given != wanted:
        shown = "one index" if wanted == 1 else f"{wanted} indices"
        help = None
        if isinstance(value.type, SliceType) and given <= 3:
            help = f"annotate it as `View[{value.type.element}, {given}]`, and pass a buffer or array of {given} dimensions"
        raise Problem("PC0208", f"{_name(value)} is {value.type} and takes {shown}, not {given}", node, help)


def _no_attribute(node: ast.Attribute, value: Expr) -> Problem:
    help = f"write `len({ast.unparse(node.value)})`" if node.attr in ("size", "shape") else None
    return Problem("PC0102", f"{with_article(value.type)} has no attribute `{node.attr}`", node, help)


class SliceRules(TypeRules):
    """A slice: one index, checked against its length."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        type = cast(SliceType, value.type)
        _refuse_count(node, value, 1, len(indices))
        if isinstance(indices[0], ast.Slice):
            from periclase.importer.python.view_rules import part_of_slice

            return part_of_slice(typing, node, value, indices[0])
        if not isinstance(value, Read):
            value = typing.once(value)  # a literal negative index asks for its length as well
        index, check = typing.index(indices[0], value, None)
        place = ElementPlace(node, type.element, value, [index], [None], [check])
        place.type = part_type(place, type.element)
        return Load(node, place)

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        raise _no_attribute(node, value)

    def item(self, typing: ExpressionTyping, node: ast.AST, value: Expr, position: Expr) -> Expr:
        type = cast(SliceType, value.type)
        place = ElementPlace(node, type.element, value, [position], [None], [False])
        place.type = part_type(place, type.element)
        return Load(node, place)

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        return Length(node, isize, value_ranges.LENGTH_RANGE, value)


class ArrayRules(TypeRules):
    """A fixed array: one index for each dimension, or fewer for a row; `tile[i][j]` is `tile[i, j]`."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        type = cast(ArrayType, value.type)
        if len(indices) > len(type.shape):
            _refuse_count(node, value, len(type.shape), len(indices))
        base = placed(value)
        place = ElementPlace(node, type, base, [], [], [])
        if isinstance(base, ElementPlace) and not isinstance(base.base, Expr):  # a row
            place.base = base.base
            place.indices, place.extents, place.check = base.indices[:], base.extents[:], base.check[:]
        for index, extent in zip(indices, type.shape, strict=False):
            position, check = typing.index(index, value, extent)
            place.indices.append(position)
            place.extents.append(extent)
            place.check.append(check)
        rest = type.shape[len(indices) :]
        place.type = part_type(base, ArrayType(type.element, rest, type.space) if rest else type.element)
        return Load(node, place)

    def item(self, typing: ExpressionTyping, node: ast.AST, value: Expr, position: Expr) -> Expr:
        type = cast(ArrayType, value.type)
        base = placed(value)
        place = ElementPlace(node, type, base, [position], [type.shape[0]], [False])
        place.type = part_type(base, type.row)
        return Load(node, place)

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        return typing.after(value, Constant(node, isize, cast(ArrayType, value.type).shape[0]))

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        raise _no_attribute(node, value)


class TupleRules(TypeRules):
    """A tuple: an index that is known at import."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        types = cast(TupleType, value.type).elements
        if len(indices) == 1 and isinstance(indices[0], ast.Slice):
            return _part_of_tuple(typing, node, value, indices[0])
        return tuple_item(node, value, constant_index(typing, node, indices, len(types)))

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        """`left + right`, one behind the other, and `left * 3`, where the number is known at import."""
        if not same_names(left.type, right.type):
            return None  # what `**named` holds is none
        if op == "add" and isinstance(left.type, TupleType) and isinstance(right.type, TupleType):
            left, right = typing.once(left), typing.once(right)
            items = [tuple_item(node, side, index) for side in (left, right) for index in range(_count(side))]
            return typing.evaluated_first([left, right], make_tuple(node, items))
        whole, times = (left, right) if isinstance(left.type, TupleType) else (right, left)
        if op == "mul" and isinstance(times, Constant) and type(times.value) is int:
            if _count(whole) * times.value > MOST_ITEMS:
                raise Problem(
                    "PC0205",
                    f"a tuple of {_count(whole) * times.value} items: at most {MOST_ITEMS} are taken",
                    node,
                )
            whole = typing.once(whole)
            items = [tuple_item(node, whole, index) for index in range(_count(whole))] * max(times.value, 0)
            return typing.evaluated_first([whole], make_tuple(node, items))
        return None

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        return typing.after(value, Constant(node, isize, len(cast(TupleType, value.type).elements)))

    def unpacked(self, typing: ExpressionTyping, value: Expr) -> list[Type]:
        return list(cast(TupleType, value.type).elements)

    def constant_part(self, value: Expr) -> str | None:
        return "a tuple can not be changed"

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        from periclase.importer.python.comparisons import compare_tuples

        whole: Any = typing
        return compare_tuples(whole, node, op, left, right)


def _count(value: Expr) -> int:
    return len(cast(TupleType, value.type).elements)


def _part_of_tuple(typing: ExpressionTyping, node: ast.Subscript, value: Expr, part: ast.Slice) -> Expr:
    """`value[a:b:c]`, whose bounds are known at import."""
    bounds: list[int | None] = []
    for written in (part.lower, part.upper, part.step):
        bound = None if written is None else typing.value(written)
        if bound is not None and not (isinstance(bound, Constant) and type(bound.value) is int):
            raise Problem(
                "PC0208", "the bounds of a part of a tuple must be known at import", written, "use constants"
            )
        bounds.append(None if bound is None else bound.value)
    if bounds[2] == 0:
        raise Problem("PC0206", "the step of a part of a tuple is zero", part.step)
    value = typing.once(value)
    items = [tuple_item(node, value, index) for index in range(_count(value))[slice(*bounds)]]
    return typing.evaluated_first([value], make_tuple(node, items))


def constant_index(typing: ExpressionTyping, node: ast.Subscript, indices: list[ast.expr], count: int) -> int:
    """The index of an item of a tuple of `count`.

    Raises:
        Problem: there is no such item, or the index is not known at import.
    """
    if len(indices) != 1:
        raise Problem("PC0208", "a tuple takes one index", node)
    index = typing.value(indices[0])
    if not (isinstance(index, Constant) and isinstance(index.value, int)):
        raise Problem(
            "PC0208",
            "the index of a tuple must be known at import",
            indices[0],
            "use a constant; for an index at run time use `local_array`",
        )
    if not -count <= index.value < count:
        raise Problem(
            "PC0209", f"the index {index.value} is out of bounds: the tuple has {count} elements", indices[0]
        )
    return index.value % count


def tuple_item(node: ast.AST, value: Expr, index: int) -> Expr:
    """Item `index` of a tuple: of a constant tuple the constant itself, still weak."""
    assert isinstance(value.type, TupleType)
    if isinstance(value, After) and isinstance(value.value, MakeTuple):
        return After(tuple_item(node, value.value, index), value.evaluated)
    if isinstance(value, MakeTuple) and all(map(_is_made_anew, value.elements)):
        item = copy(value.elements[index])
        item.node = node
        return item
    if isinstance(value, MakeTuple) and _is_constant(value):
        item = value.elements[index]
        if isinstance(item, Constant):
            return Constant(node, item.type, item.value)
        assert isinstance(item, MakeTuple)
        return MakeTuple(node, item.type, item.elements)
    return part_of(node, value, index, value.type.elements[index])


def _is_made_anew(value: Expr) -> bool:
    """Whether an item may be evaluated without the others: it is a constant, of a variable that holds a tuple, or repeatable."""
    if isinstance(value, Item):
        return isinstance(value.value, Read)
    return value.is_repeatable or _is_constant(value)


def _is_constant(value: Expr) -> bool:
    """Whether an expression is a constant, or a tuple of such."""
    return isinstance(value, Constant) or (
        isinstance(value, MakeTuple) and all(map(_is_constant, value.elements))
    )
