"""Arrays of the host as tables in constant memory: `cuda.const.array_like(WEIGHTS)`, and arrays that a kernel only names."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from periclase.constant_arrays import ConstantArray, constant_array
from periclase.importer.python.constant_tree import TableOf
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Expr


def table_of(node: ast.expr, host: Any) -> Expr:
    """The table that an array of the host is.

    Raises:
        Problem: it is no array, or one that does not fit into constant memory.
    """
    if isinstance(host, ConstantArray):
        return TableOf(node, host)
    if not isinstance(host, np.ndarray):
        raise Problem(
            "PC0104",
            f"`{ast.unparse(node)}` is a host object of type {type(host).__name__}, and no array",
            node,
            "give an array of numpy",
        )
    try:
        return TableOf(node, constant_array(host))
    except (TypeError, ValueError) as error:
        raise Problem("PC0104", f"`{ast.unparse(node)}` can not be a constant: {error}", node) from None
