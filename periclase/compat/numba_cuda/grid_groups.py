"""`cuda.cg.this_grid()` in a kernel: all threads of a launch, which can wait for each other."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.importer.python.problems import Problem
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import Expr
from periclase.types import DeviceType

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


class GridGroupType(DeviceType):
    """The type of the group of all threads."""

    rules = "periclase.compat.numba_cuda.grid_groups:GridGroupRules"

    @property
    def is_static(self) -> bool:
        return True

    def __str__(self) -> str:
        return "grid group"

    __repr__ = __str__


class GridGroupRules(TypeRules):
    """`grid.sync()`, and nothing else."""

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        if name != "sync":
            raise Problem("PC0102", f"a {value.type} has no method `{name}`", node, "it has `sync()`")
        from periclase.compat.numba_cuda import grid_barrier

        typing.plain_arguments(node, 0)
        return typing.call_function(node, grid_barrier.grid_sync, "grid.sync", (), None)
