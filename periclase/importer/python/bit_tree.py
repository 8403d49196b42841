"""What typing makes of bit operations, see `typed_tree`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from periclase.importer.python.typed_tree import Expr
from periclase.types import ScalarType

EMISSION = "periclase.importer.python.emit_bits"


class BitOperation(Expr):
    """An operation of `mir` on bits: `popcount`, `rotate_left`, …; `cast` is a transmutation to the type of the result."""

    __slots__ = ("arguments", "op")
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ScalarType, op: str, arguments: Sequence[Expr]):
        super().__init__(node, type)
        self.op = op
        self.arguments = arguments
