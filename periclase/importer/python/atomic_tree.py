"""Atomic operations on floats that no instruction does: what typing makes of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from periclase.importer.python.typed_tree import Expr, Place
from periclase.types import ScalarType

EMISSION = "periclase.importer.python.emit_atomics"


class AtomicLoop(Expr):
    """`max`, `min`, `nanmax` or `nanmin` of floats, `exchange` of 16-bit ones, `inc` or `dec` of 64-bit integers, as a loop that
    compares and swaps; gives the old element.

    `words` are the order and the scope, where they are not the usual ones.
    """

    __slots__ = ("operation", "place", "value", "words")
    emission = EMISSION

    def __init__(
        self,
        node: ast.AST,
        type: ScalarType,
        operation: str,
        place: Place,
        value: Expr,
        words: Mapping[str, Any] | None = None,
    ):
        super().__init__(node, type)
        self.operation = operation
        self.place = place
        self.value = value
        self.words = words or {}


class AtomicSwap(Expr):
    """A float is replaced if it has the very bits of `expected`; gives the old one."""

    __slots__ = ("expected", "place", "value", "words")
    emission = EMISSION

    def __init__(
        self,
        node: ast.AST,
        type: ScalarType,
        place: Place,
        expected: Expr,
        value: Expr,
        words: Mapping[str, Any],
    ):
        super().__init__(node, type)
        self.place = place
        self.expected = expected
        self.value = value
        self.words = words


class PointerPlace(Place):
    """What lies at a pointer that is known already: it is made when the loop is emitted."""

    __slots__ = ("pointer",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ScalarType, pointer: object):
        super().__init__(node, type)
        self.pointer = pointer


class Emitted(Expr):
    """A value that is computed already."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ScalarType, value: object):
        super().__init__(node, type)
        self.value = value
