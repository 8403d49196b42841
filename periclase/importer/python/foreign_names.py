"""Recognises what other GPU languages write: the help text then says it in our words, with the user's own arguments.

`cuda.atomic.add(y, i, 2 * v)` is answered with ``write `atomic_add(y[i], 2 * v)` ``. The table is `foreign_vocabulary`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple


class _Row(NamedTuple):
    """One entry of the vocabulary, parsed."""

    language: str
    theirs: ast.expr
    ours: ast.stmt


def _callee(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


@cache
def _rows() -> dict[str, list[_Row]]:
    """The rows of the vocabulary by the name they are about (`cuda.grid`), the plainest spelling first."""
    from periclase.importer.python.foreign_vocabulary import VOCABULARY

    rows: dict[str, list[_Row]] = {}
    for language, vocabulary in VOCABULARY.items():
        for theirs, ours in vocabulary.items():
            pattern = ast.parse(theirs, mode="eval").body
            row = _Row(language, pattern, ast.parse(ours).body[0])
            rows.setdefault(ast.unparse(_callee(pattern)), []).append(row)
    return rows


def _matches(pattern: ast.expr, node: ast.expr, found: dict[str, ast.expr]) -> bool:
    """Whether the argument `node` is as `pattern` says; names of the pattern are put into `found`."""
    match pattern:
        case ast.Name(id=name):
            found[name] = node
            return True
        case ast.BinOp(left=left, op=op, right=right):
            return (
                isinstance(node, ast.BinOp)
                and type(node.op) is type(op)
                and _matches(left, node.left, found)
                and _matches(right, node.right, found)
            )
        case _:
            return ast.dump(pattern) == ast.dump(node)


def _bind(row: _Row, node: ast.expr) -> dict[str, ast.expr] | None:
    """What the names of `row` stand for in `node`; None where it is used in another way."""
    if isinstance(row.theirs, ast.Call) != isinstance(node, ast.Call):
        return None
    if not isinstance(row.theirs, ast.Call) or not isinstance(node, ast.Call):
        return {}
    if len(node.args) > len(row.theirs.args) or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    found: dict[str, ast.expr] = {}
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    by_position = dict(enumerate(node.args))
    for index, pattern in enumerate(row.theirs.args):
        value = by_position.get(index)
        if value is None and isinstance(pattern, ast.Name):
            value = given.pop(pattern.id, None)
        if value is None or not _matches(pattern, value, found):
            return None
    for keyword in row.theirs.keywords:
        value = given.pop(keyword.arg, None)
        if value is None or not _matches(keyword.value, value, found):
            return None
    return None if given else found


def _best(rows: list[_Row], node: ast.expr) -> tuple[_Row, dict[str, ast.expr]]:
    for row in rows:
        found = _bind(row, node)
        if found is not None:
            return row, found
    return rows[0], {}


class _Filled(ast.NodeTransformer):
    """Puts expressions for names."""

    def __init__(self, found: dict[str, ast.expr]):
        self.found = found

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.found.get(node.id)
        if value is None:
            return node
        if node.id == "dtype":
            from periclase.importer.python.foreign_vocabulary import TYPE_NAMES

            ours = TYPE_NAMES.get(ast.unparse(value).rpartition(".")[2])
            return value if ours is None else ast.Name(ours)
        return copy.deepcopy(value)


def _written(row: _Row, found: dict[str, ast.expr]) -> str:
    tree: Any = _Filled(found).visit(copy.deepcopy(row.ours))
    # One line: an `if` with one statement is written as such.
    return " ".join(ast.unparse(ast.fix_missing_locations(tree)).split())


def _short_names(shown: str) -> list[str]:
    """`shown` as the table may call it: modules by their short names, and without the names before."""
    from periclase.importer.python.foreign_vocabulary import MODULE_NAMES

    for module, short in MODULE_NAMES.items():
        if shown.startswith(f"{module}."):
            shown = short + shown.removeprefix(module)
    parts = shown.split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]


def foreign_name_help(node: ast.expr, visible: Collection[str] | None = None) -> str | None:
    """The help text for `node`, a name, attribute or call as other languages write it; None for any other.

    Where the call is used in a way that the table does not have, the answer is the usual one, with the table's names.
    Of the names in `visible`, those that the module has, nothing is said; for others where to import them.
    """
    for name in _short_names(ast.unparse(_callee(node))):
        rows = _rows().get(name)
        if rows is not None:
            row, found = _best(rows, node)
            ours = _written(row, found)
            return f"this is {row.language}'s spelling: write `{ours}`" + _imports(row.ours, visible)
        said = _sentence(name)
        if said is not None:
            return said
    if isinstance(_callee(node), ast.Attribute):
        from periclase.importer.python.foreign_vocabulary import LANGUAGES

        language = LANGUAGES.get(ast.unparse(node).partition(".")[0])
        if language is not None:
            shown = ast.unparse(_callee(node))
            return f"`{shown}` is {language}'s, and there is nothing of its kind here: write it as a device function"
    return None


def _sentence(name: str) -> str | None:
    from periclase.importer.python.c_vocabulary import SENTENCES

    return SENTENCES.get(name)


def _imports(ours: ast.stmt, visible: Collection[str] | None) -> str:
    if visible is None:
        return ""
    used = [node.id for node in ast.walk(ours) if isinstance(node, ast.Name) and node.id not in visible]
    homes: dict[str, list[str]] = {}
    for name in dict.fromkeys(used):
        line = import_of(name)
        if line is not None:
            homes.setdefault(line.removesuffix(name) if line.startswith("from") else line, []).append(name)
    lines = [
        f"`{start}{', '.join(names)}`" if start.startswith("from") else f"`{start}`"
        for start, names in homes.items()
    ]
    return f", and add {' and '.join(lines)}" if lines else ""


def import_of(name: str) -> str | None:
    """The import that brings `name`, if it is one of Periclase's or a module that a kernel may use; else None."""
    import periclase
    from periclase import bits, gpu

    if name in vars(gpu)["__all__"]:
        return f"from periclase.gpu import {name}"
    if name in periclase.__all__:
        return f"from periclase import {name}"
    if name in bits.__all__:
        return f"from periclase.bits import {name}"
    return {"math": "import math", "np": "import numpy as np"}.get(name)
