"""Typing of arrays in dynamic shared memory: they are indexed and looped over as slices are."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.dynamic_shared import DynamicArrayType
from periclase.importer.python.conversions import coerce, is_integer, strong
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.sequence_rules import SliceRules
from periclase.importer.python.shared_alignment import asked_alignment
from periclase.importer.python.typed_tree import PENDING, Expr
from periclase.types import Type, align_of, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping

MOST_ALIGNMENT = 16
"""Of the beginning of dynamic shared memory."""


class MakeDynamicArray(Expr):
    """An array in dynamic shared memory: at the beginning, or behind another one; `align` is what the source asks for, in bytes,
    or 0."""

    __slots__ = ("after", "align", "length")
    emission = "periclase.importer.python.emit_dynamic_shared"

    def __init__(
        self, node: ast.AST, type: DynamicArrayType, length: Expr, after: Expr | None, align: int = 0
    ):
        super().__init__(node, type)
        self.align = align
        self.length = length
        self.after = after


class DynamicArrayRules(SliceRules):
    """An array in dynamic shared memory."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        if any(isinstance(index, ast.Slice) for index in indices):
            raise Problem(
                "PC0105",
                f"a part of a {value.type} can not be taken",
                node,
                "add the offset to the index: `x[a + i]`",
            )
        return super().element(typing, node, value, indices)


def dynamic_array(typing: ExpressionTyping, node: ast.Call) -> Expr:
    """A call of `dynamic_shared_array`.

    Raises:
        Problem: the arguments do not fit.
    """
    given = dict(zip(("length", "dtype", "after"), node.args, strict=False))
    given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    if len(node.args) > 3 or not {"length", "dtype"} <= set(given) <= {"length", "dtype", "after", "align"}:
        raise Problem(
            "PC0207",
            "`dynamic_shared_array` takes a length, an element type, and behind which other such array it lies",
            node,
            "write `dynamic_shared_array(n, f32)`, `dynamic_shared_array(m, i32, after=first)`, `align=128` behind either",
        )
    element: Type = typing.element_type(given["dtype"], "dynamic_shared_array")
    if align_of(element) > MOST_ALIGNMENT:
        raise Problem(
            "PC0210", f"an element of {element} is aligned to more than {MOST_ALIGNMENT} bytes", node
        )
    length = typing.value(given["length"])
    if length.type in PENDING:
        raise Unready
    if not is_integer(length.type):
        raise Problem("PC0210", "the length of `dynamic_shared_array` is an integer", given["length"])
    after: Expr | None = None
    if "after" in given and not (isinstance(given["after"], ast.Constant) and given["after"].value is None):
        after = typing.value(given["after"])
        if not isinstance(after.type, DynamicArrayType):
            raise Problem("PC0210", f"`after` is a dynamic shared array, not a {after.type}", given["after"])
    made = coerce(strong(length), isize, None, "the length of `dynamic_shared_array`, which is isize")
    align = asked_alignment(typing, given.get("align"), element, "dynamic_shared_array")
    return MakeDynamicArray(node, DynamicArrayType(element), made, after, align or 0)
