"""Makes a program that fails smaller for as long as it fails.

Statements go, blocks are put in place of what holds them, expressions become a part of themselves or a number.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

_BODIES = ("body", "orelse")
Edit = Callable[[ast.AST], None]
"""Changes the node that it is given, which is of the tree that is to be smaller."""


def _blocks(node: ast.AST) -> Iterator[tuple[str, list[ast.stmt]]]:
    for name in _BODIES:
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield name, block


def _without(name: str, start: int, stop: int) -> Edit:
    def edit(node: ast.AST) -> None:
        block = getattr(node, name)
        del block[start:stop]
        if not block and name == "body" and not isinstance(node, ast.Module):
            block.append(ast.Pass())

    return edit


def _unfolded(name: str, position: int, statements: Callable[[Any], list[ast.stmt]]) -> Edit:
    def edit(node: ast.AST) -> None:
        block = getattr(node, name)
        block[position : position + 1] = statements(block[position])

    return edit


def _statement_edits(node: ast.AST) -> Iterator[Edit]:
    """Statements that go, many at once at first, and blocks in place of the statements that hold them."""
    for name, block in _blocks(node):
        size = len(block)
        while size:
            for start in reversed(range(0, len(block), size)):
                if len(block) > 1 or not isinstance(block[0], ast.Pass):
                    yield _without(name, start, start + size)
            size //= 2
        for position, statement in enumerate(block):
            if isinstance(statement, ast.If | ast.For | ast.While):
                yield _unfolded(name, position, lambda s: s.body)
                if statement.orelse:
                    yield _unfolded(name, position, lambda s: s.orelse)
            if isinstance(statement, ast.Match):
                for k in range(len(statement.cases)):
                    yield _unfolded(name, position, lambda s, k=k: s.cases[k].body)
    if isinstance(node, ast.Match) and len(node.cases) > 1:
        for k in range(len(node.cases)):
            yield lambda node, k=k: node.cases.pop(k)  # pyright: ignore[reportAttributeAccessIssue]


def _replaced(name: str, position: int | None, part: Callable[[Any], ast.expr]) -> Edit:
    def edit(node: ast.AST) -> None:
        if position is None:
            setattr(node, name, part(getattr(node, name)))
        else:
            getattr(node, name)[position] = part(getattr(node, name)[position])

    return edit


def _parts(expression: ast.expr) -> list[ast.expr]:
    return [child for child in ast.iter_child_nodes(expression) if isinstance(child, ast.expr)]


def _is_simple(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Name | ast.Constant)


def _expression_edits(node: ast.AST) -> Iterator[Edit]:
    """Expressions that become one of their parts, or a number."""
    for name, value in ast.iter_fields(node):
        places = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for position, expression in places:
            if not isinstance(expression, ast.expr) or _is_simple(expression):
                continue
            if isinstance(getattr(expression, "ctx", None), ast.Store):
                continue
            yield _replaced(name, position, lambda e: ast.Constant(1))
            for k in range(len(_parts(expression))):
                yield _replaced(name, position, lambda e, k=k: _parts(e)[k])


def reduced(source: str, fails: Callable[[str], bool], tries: int = 1000) -> str:
    """A smaller module for which `fails` holds, as it does for `source`; whatever else it is called with must not raise.

    Args:
        tries: calls of `fails` at most.
    """
    tree: ast.Module = ast.parse(source)
    left = tries
    for edits in (_statement_edits, _expression_edits, _statement_edits):
        changed = True
        while changed and left:
            changed = False
            number = 0
            # What is behind a change that was kept is looked at in the new tree, from the same place on.
            while number < sum(1 for _ in ast.walk(tree)) and left:
                kept = False
                node = _nth(tree, number)
                for k, _ in enumerate(list(edits(node))):
                    candidate = copy.deepcopy(tree)
                    target = _nth(candidate, number)
                    list(edits(target))[k](target)
                    text = _text(candidate)
                    left -= 1
                    if text is not None and fails(text):
                        tree, kept, changed = candidate, True, True
                        break
                    if not left:
                        break
                number += not kept
    return ast.unparse(tree) + "\n"


def _nth(tree: ast.AST, number: int) -> ast.AST:
    return next(node for k, node in enumerate(ast.walk(tree)) if k == number)


def _text(tree: ast.AST) -> str | None:
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
        compile(text, "<reduced>", "exec")
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None
    return text + "\n"


__all__ = ["reduced"]
