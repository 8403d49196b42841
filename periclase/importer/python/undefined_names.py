"""The names of a refused statement that are not defined either: told together, not one in each run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from periclase.importer.python.problems import Problem
from periclase.signature import MISSING

if TYPE_CHECKING:
    from periclase.diagnostics import Diagnostic
    from periclase.importer.python.typing_base import TypingBase

_OTHER_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp)
"""What may have names of its own, or a side that is never looked at."""


def undefined_names(typing: TypingBase, node: ast.AST, known: Problem) -> list[Problem]:
    """`known`, which is why `node` is refused, and a problem for each other name in it that is not defined, from left to right.

    A statement with statements in it is not looked into: those are typed by themselves, or would be if it were mended.
    """
    found = [known]
    if not hasattr(node, "body"):
        for outermost, name in _names(typing, node, node):
            if name is known.node:
                continue
            try:
                typing.static_value(name)
            except Problem as problem:
                problem.help = typing.foreign_help(outermost) or problem.help
                found.append(problem)
    return sorted(found, key=_position)


def _names(typing: TypingBase, node: ast.AST, outermost: ast.AST) -> Iterator[tuple[ast.expr, ast.Name]]:
    """The undefined names that `node` reads, each with the longest of `name`, `name.a`, `name.a(…)` that it begins.

    The arguments of a function that is not there are passed over: what is to be called instead may not take them.
    """
    if isinstance(node, _OTHER_SCOPES):
        return
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load) and _is_undefined(typing, node):
            yield outermost if isinstance(outermost, ast.expr) else node, node
        return
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Call):
        root = node.func
        while isinstance(root, ast.Attribute | ast.Call):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        if isinstance(root, ast.Name) and _is_undefined(typing, root):
            children = [node.func]
    for child in children:
        goes_on = (isinstance(node, ast.Attribute) and child is node.value) or (
            isinstance(node, ast.Call) and child is node.func
        )
        yield from _names(typing, child, outermost if goes_on else child)


def _is_undefined(typing: TypingBase, name: ast.Name) -> bool:
    return not typing.is_local(name.id) and typing.scope.lookup(name.id) is MISSING


def _position(problem: Problem) -> tuple[int, int]:
    return getattr(problem.node, "lineno", 0), getattr(problem.node, "col_offset", 0)


def each_name_once(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The same, without a second word about a name that is not defined: the first says on which other lines it is."""
    kept: dict[object, Diagnostic] = {}
    others: dict[object, list[int]] = {}
    for diagnostic in diagnostics:
        same = (diagnostic.message, diagnostic.help) if diagnostic.code == "PC0101" else diagnostic
        first = kept.setdefault(same, diagnostic)
        if first is not diagnostic and diagnostic.span is not None:
            others.setdefault(same, []).append(diagnostic.span.line)
    for same, lines in others.items():
        first = kept[same]
        further = [line for line in dict.fromkeys(lines) if first.span is None or line != first.span.line]
        if further:
            where = (
                f"on line {further[0]}" if len(further) == 1 else f"on lines {', '.join(map(str, further))}"
            )
            kept[same] = first.with_note(f"it is used {where} as well")
    return list(kept.values())
