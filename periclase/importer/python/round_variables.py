"""Variables of loops that are written out which are of another type in each round, as the items of a tuple are.

A variable has one type. One that each round sets before it reads it, and that nothing outside of the loop names, need not be one
variable: where no type holds what all rounds give it, each has its own.
"""

from __future__ import annotations

import ast
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from periclase.importer.python.typed_tree import Variable

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase


class Rounds:
    """Which variables of a function have one of their own in each round of a loop, and where typing is in such loops."""

    def __init__(self) -> None:
        self._apart: set[tuple[ast.For | ast.expr, str]] = set()
        self._around: list[tuple[ast.For | ast.expr, int, frozenset[str]]] = []

    def take_apart(self, name: str) -> bool:
        """Have each round of the innermost loop that can have it a variable `name` of its own; whether there is one."""
        for loop, _, names in reversed(self._around):
            if name in names and (loop, name) not in self._apart:
                self._apart.add((loop, name))
                return True
        return False

    @contextmanager
    def round_of(self, typing: TypingBase, loop: ast.For | ast.expr, number: int) -> Generator[None]:
        """While round `number` of a loop, or of a generator with this target, is typed: its names are of variables of its own."""
        names = (
            _own_names(loop, typing.source.tree) if isinstance(loop, ast.For) else names_set_once(loop, loop)
        )
        self._around.append((loop, number, names))
        outer = {name: typing.variables[name] for name in names if (loop, name) in self._apart}
        for name in outer:
            self._enter(typing, name)
        try:
            yield
        finally:
            self._around.pop()
            typing.variables.update(outer)

    def _enter(self, typing: TypingBase, name: str) -> None:
        where = ".".join(
            f"{placed.lineno}:{placed.col_offset}:{number}" for placed, number, _ in self._around
        )
        own = f"<{name} of round {where}>"
        variable = typing.variables.get(own)
        if variable is None:
            variable = typing.variables[own] = Variable(name)
        typing.variables[name] = variable
        typing.forget(name)
        if typing.definite is not None:
            typing.definite.discard(name)
        typing.maybe.discard(name)


@lru_cache(maxsize=1024)
def _own_names(loop: ast.For, function: ast.FunctionDef) -> frozenset[str]:
    """The names that each round of a loop sets before it reads them, and that are in no place where no loop does."""
    owners = [part for part in ast.walk(function) if isinstance(part, ast.For)]
    found: set[str] = set()
    for name in _set_by(loop):
        inside = sum(
            _names(part, name)
            for owner in owners
            if name in _set_by(owner)
            for part in (owner.target, *owner.body)
        )
        if inside == _names(function, name) - (name == function.name):
            found.add(name)
    return frozenset(found)


@lru_cache(maxsize=1024)
def _set_by(loop: ast.For) -> frozenset[str]:
    """The names that each round of a loop sets before it reads them, and that it sets once."""
    names = set(names_set_once(loop.target, loop))
    for index, statement in enumerate(loop.body):
        if isinstance(statement, ast.FunctionDef) and _is_all_of(statement, loop):
            names.add(statement.name)
        target = _target(statement)
        if target is None or _names(_value(statement), target):
            continue
        before = [loop.target, *loop.body[:index]]
        if not any(_names(part, target) for part in before) and target in names_set_once(
            ast.Name(target), loop
        ):
            names.add(target)
    return frozenset(names)


def _is_all_of(function: ast.FunctionDef, loop: ast.For) -> bool:
    """Whether a function that each round defines is all that its name stands for in a loop; it does not call itself."""
    name, at = function.name, loop.body.index(function)
    return (
        _names(function, name) == 1
        and not any(_names(part, name) for part in [loop.target, *loop.body[:at]])
        and not any(
            isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
            for part in ast.walk(loop)
        )
        and sum(name in _named_otherwise(part) for part in ast.walk(loop)) == 1
    )


def _target(statement: ast.stmt) -> str | None:
    """The one name that a statement sets, and sets always."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def _value(statement: ast.stmt) -> ast.AST:
    value: Any = statement
    return value.value


def _names(tree: ast.AST, name: str) -> int:
    """How often a name is in a tree, as a variable or otherwise."""
    count = 0
    for part in ast.walk(tree):
        held: Any = part
        if isinstance(part, ast.Name):
            count += held.id == name
        elif isinstance(part, ast.arg):
            count += held.arg == name
        elif isinstance(part, ast.FunctionDef | ast.ClassDef | ast.MatchAs | ast.MatchStar):
            count += held.name == name
        elif isinstance(part, ast.Global | ast.Nonlocal):
            count += name in held.names
    return count


@lru_cache(maxsize=1024)
def names_set_once(target: ast.expr, loop: ast.AST) -> frozenset[str]:
    """The names in the target of a loop that nothing else in it sets."""
    stored = [
        part.id for part in ast.walk(loop) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    ]
    names = {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    named = {name for part in ast.walk(loop) for name in _named_otherwise(part)}
    return frozenset(name for name in names if stored.count(name) == 1 and name not in named)


def _named_otherwise(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return (node.name,)
    return (node.name or "",) if isinstance(node, ast.MatchAs | ast.MatchStar) else ()
