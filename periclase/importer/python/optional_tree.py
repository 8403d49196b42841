"""What typing makes of values that may be `None`, see `typed_tree`."""

from __future__ import annotations

import ast

from periclase.importer.python.typed_tree import Expr
from periclase.optionals import NONE, OptionalType

EMISSION = "periclase.importer.python.emit_optionals"


class NoneLiteral(Expr):
    """`None`."""

    __slots__ = ()
    emission = EMISSION

    def __init__(self, node: ast.AST):
        super().__init__(node, NONE)


class MakeOptional(Expr):
    """A value that may be `None`: `value`, of the type of the element, where `present` holds. Without `value` it is `None`."""

    __slots__ = ("present", "value")
    emission = EMISSION

    def __init__(self, node: ast.AST, type: OptionalType, value: Expr | None, present: Expr | None = None):
        super().__init__(node, type)
        self.value = value
        self.present = present
