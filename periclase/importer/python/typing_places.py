"""Typing of indexing: elements of slices and fixed arrays, items of tuples, and which indices need a check at run time."""

from __future__ import annotations

import ast

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, is_integer, strong
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.typed_tree import (
    PENDING,
    Binary,
    Constant,
    Expr,
    Length,
    Load,
    MakeTuple,
    Pending,
    Place,
    TupleItem,
)
from periclase.importer.python.typing_operators import OperatorTyping
from periclase.types import Access, ArrayType, SliceType, TupleType, bool_, isize


class PlaceTyping(OperatorTyping):
    """Subscripts."""

    def subscript(self, node: ast.Subscript) -> Expr:
        """The value of `base[index]`: an element, or an item of a tuple."""
        base, indices = self._base_and_indices(node)
        return self._element(node, base, indices)

    def _element(self, node: ast.Subscript, base: Expr, indices: list[ast.expr]) -> Expr:
        if isinstance(base.type, TupleType):
            return self._tuple_item(node, base, indices)
        place = self._place(node, base, indices)
        if isinstance(base.type, SliceType) and base.type.access is Access.WRITE:
            raise Problem(
                "PC0208",
                f"`{ast.unparse(node.value)}` is {with_article(base.type)}: its elements are written, never read",
                node,
                f"annotate it as `MutSlice[{base.type.element}]`",
            )
        return Load(node, place)

    def stored_place(self, node: ast.Subscript) -> Place:
        """The place that `base[index] = …` sets.

        Raises:
            Problem: it can not be set.
        """
        place = self.accessed_place(node)
        if isinstance(place.base.type, SliceType) and place.base.type.access is Access.READ:
            raise Problem(
                "PC0208",
                f"`{ast.unparse(place.base.node)}` is {with_article(place.base.type)}: its elements can not be set",
                node,
                f"annotate it as `MutSlice[{place.element}]`, or `OutSlice[{place.element}]` if it is never read",
            )
        return place

    def accessed_place(self, node: ast.Subscript) -> Place:
        """The place that `base[index]` names."""
        base, indices = self._base_and_indices(node)
        if isinstance(base.type, TupleType):
            raise Problem("PC0208", "a tuple can not be changed", node, "make a new tuple")
        return self._place(node, base, indices)

    def _base_and_indices(self, node: ast.Subscript) -> tuple[Expr, list[ast.expr]]:
        """`tile[i, j]` and `tile[i][j]` alike are `tile` with two indices; of nested tuples only the last index is taken."""
        if not isinstance(node.value, ast.Subscript):
            return self.value(node.value), _indices(node.slice)
        inner, indices = self._base_and_indices(node.value)
        if isinstance(inner.type, ArrayType) and len(indices) < len(inner.type.shape):
            return inner, [*indices, *_indices(node.slice)]
        return self._element(node.value, inner, indices), _indices(node.slice)

    def _place(self, node: ast.Subscript, base: Expr, indices: list[ast.expr]) -> Place:
        type = base.type
        if isinstance(type, SliceType):
            extents: list[int | None] = [None]
        elif isinstance(type, ArrayType):
            extents = list(type.shape)
        else:
            raise Problem(
                "PC0208",
                f"{with_article(type)} has no elements",
                node,
                "index a slice, a fixed array or a tuple",
            )
        if len(indices) != len(extents):
            wanted = "one index" if len(extents) == 1 else f"{len(extents)} indices"
            raise Problem("PC0208", f"{_name(base)} is {type} and takes {wanted}, not {len(indices)}", node)
        if _has_effects(base):
            base = self.once(base)  # a literal negative index asks for its length as well
        place = Place(node, type.element, base, [], extents, [])
        for index, extent in zip(indices, extents, strict=True):
            value, check = self._index(index, base, extent)
            place.indices.append(value)
            place.check.append(check)
        return place

    def _index(self, node: ast.expr, base: Expr, extent: int | None) -> tuple[Expr, bool]:
        """An index, and whether it has to be checked at run time."""
        if isinstance(node, ast.Slice):
            raise Problem(
                "PC0105",
                "a part of a slice (`x[a:b]`) can not be taken",
                node,
                "add the offset to the index: `x[a + i]`",
            )
        value = self.value(node)
        if value.type in PENDING:
            return Pending(node, isize), True
        if not is_integer(value.type):
            help = f"write `i32({ast.unparse(node)})`"
            raise Problem(
                "PC0208",
                f"an index must be an integer, not {value.type}",
                node,
                help if value.type is not bool_ else None,
            )
        if isinstance(value, Constant):
            return self._constant_index(node, value.value, base, extent)
        value = strong(value)
        inside = (
            extent is not None and value.range is not None and value_ranges.fits(value.range, (0, extent - 1))
        )
        if (
            extent is not None
            and value.range is not None
            and (value.range[0] >= extent or value.range[1] < 0)
        ):
            raise Problem(
                "PC0209",
                f"the index is always out of bounds: it is in {value.range[0]} … {value.range[1]}, "
                f"and {_name(base)} has {extent} elements here",
                node,
            )
        return value, not inside

    def _constant_index(
        self, node: ast.expr, index: int, base: Expr, extent: int | None
    ) -> tuple[Expr, bool]:
        if extent is None:
            if abs(index) > value_ranges.LENGTH_RANGE[1]:
                raise Problem("PC0209", "the index is out of bounds: no slice has that many elements", node)
            if index >= 0:
                return coerce(Constant(node, isize, index), isize), True
            length = Length(node, isize, value_ranges.LENGTH_RANGE, base)
            return Binary(node, isize, None, "sub", length, Constant(node, isize, -index)), True
        position = index + extent if index < 0 else index
        if not 0 <= position < extent:
            raise Problem(
                "PC0209",
                f"the index {index} is out of bounds: {_name(base)} has {extent} elements here",
                node,
                f"use an index from {-extent} to {extent - 1}",
            )
        return Constant(node, isize, position), False

    def _tuple_item(self, node: ast.Subscript, base: Expr, indices: list[ast.expr]) -> Expr:
        assert isinstance(base.type, TupleType)
        count = len(base.type.elements)
        if len(indices) != 1:
            raise Problem("PC0208", "a tuple takes one index", node)
        index = self.value(indices[0])
        if not (isinstance(index, Constant) and isinstance(index.value, int)):
            raise Problem(
                "PC0208",
                "the index of a tuple must be known at import",
                indices[0],
                "use a constant; for an index at run time use `local_array`",
            )
        if not -count <= index.value < count:
            raise Problem(
                "PC0209",
                f"the index {index.value} is out of bounds: the tuple has {count} elements",
                indices[0],
            )
        return tuple_item(node, base, index.value % count)

    def length(self, node: ast.Call, value: Expr) -> Expr:
        """`len(value)`."""
        if isinstance(value.type, SliceType):
            return Length(node, isize, value_ranges.LENGTH_RANGE, value)
        if isinstance(value.type, ArrayType):
            return self.after(value, Constant(node, isize, value.type.shape[0]))
        if isinstance(value.type, TupleType):
            return self.after(value, Constant(node, isize, len(value.type.elements)))
        raise Problem("PC0205", f"{with_article(value.type)} has no length", node)


def tuple_item(node: ast.AST, value: Expr, index: int) -> Expr:
    """Item `index` of a tuple: of a constant tuple the constant itself, still weak."""
    assert isinstance(value.type, TupleType)
    if isinstance(value, MakeTuple) and _is_constant(value):
        item = value.elements[index]
        if isinstance(item, Constant):
            return Constant(node, item.type, item.value)
        assert isinstance(item, MakeTuple)
        return MakeTuple(node, item.type, item.elements)
    type = value.type.elements[index]
    return TupleItem(node, type, value, index)


def _is_constant(value: Expr) -> bool:
    """Whether an expression is a constant, or a tuple of such."""
    return isinstance(value, Constant) or (
        isinstance(value, MakeTuple) and all(map(_is_constant, value.elements))
    )


def _indices(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _name(value: Expr) -> str:
    return f"`{ast.unparse(value.node)}`"


def _has_effects(value: Expr) -> bool:
    return type(value).__name__ != "Read"
