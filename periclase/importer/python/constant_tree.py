"""A constant array of the module in a kernel: see `typed_tree`."""

from __future__ import annotations

import ast

from periclase.constant_arrays import ConstantArray
from periclase.importer.python.typed_tree import Expr


class TableOf(Expr):
    """The address of a constant array."""

    __slots__ = ("array",)
    emission = "periclase.importer.python.emit_constants"
    is_repeatable = True

    def __init__(self, node: ast.AST, array: ConstantArray):
        super().__init__(node, array.type)
        self.array = array
