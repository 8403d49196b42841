"""Atomic operations that no instruction does in one piece, as a loop that compares and swaps: what typing makes of them."""

from __future__ import annotations

import ast

from periclase.importer.python.typed_tree import Expr, Place
from periclase.types import ScalarType

EMISSION = "periclase.compat.numba_cuda.emit_atomics"


class AtomicLoop(Expr):
    """`max`, `min`, `nanmax` or `nanmin` of floats, `inc` or `dec` of 64-bit integers; gives the old element."""

    __slots__ = ("operation", "place", "value")
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ScalarType, operation: str, place: Place, value: Expr):
        super().__init__(node, type)
        self.operation = operation
        self.place = place
        self.value = value


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
