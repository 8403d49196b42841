"""Syntax trees that are not parsed from a file: those that a device library brings, by the file that they are said to be of."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periclase.importer.python.source import SourceFile

_given: dict[str, SourceFile] = {}


def give(file: str, tree: ast.AST) -> None:
    """Say what `file` defines, beside what was said of it before."""
    from periclase.importer.python.source import SourceFile, definitions

    found = _given.get(file)
    if found is None:
        found = _given[file] = SourceFile(file, (), {}, {}, False)
    functions, lambdas = definitions(tree)
    found.functions.update(functions)
    found.lambdas.update(lambdas)


def given(file: str) -> SourceFile | None:
    """What `give` said of `file`; None if nothing."""
    return _given.get(file)
