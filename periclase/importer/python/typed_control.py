"""Typed control flow beyond `if`, `while` and `range`: loops that are written out, switches, statements in expressions."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from periclase.importer.python.typed_tree import Expr, Statement
from periclase.signature import UNIT


class Do(Expr):
    """Statements that an expression runs before it has its value: `After(value, [Do(…)])`. It has none of its own."""

    __slots__ = ("statements",)

    def __init__(self, node: ast.AST, statements: Sequence[Statement]):
        super().__init__(node, UNIT)
        self.statements = statements


class Round:
    """One time round a loop that is written out: where `guard` is false, the loop ends before it."""

    __slots__ = ("body", "guard")

    def __init__(self, guard: Expr | None, body: list[Statement]):
        self.guard = guard
        self.body = body


class Unrolled(Statement):
    """A loop whose rounds are known: their bodies one after another. `break` leaves it, `continue` goes on with the next."""

    __slots__ = ("otherwise", "rounds")

    def __init__(self, node: ast.AST, rounds: list[Round], otherwise: list[Statement]):
        super().__init__(node)
        self.rounds = rounds
        self.otherwise = otherwise


class Switch(Statement):
    """Goes on with the body whose numbers hold the subject, an integer; with `otherwise` where none does."""

    __slots__ = ("cases", "otherwise", "subject")

    def __init__(
        self,
        node: ast.AST,
        subject: Expr,
        cases: list[tuple[tuple[int, ...], list[Statement]]],
        otherwise: list[Statement],
    ):
        super().__init__(node)
        self.subject = subject
        self.cases = cases
        self.otherwise = otherwise


class FastMath(Statement):
    """Statements whose float operations carry these flags, too; unless `contracted`, they lack the one they have by default."""

    __slots__ = ("body", "contracted", "flags")

    def __init__(self, node: ast.AST, flags: tuple[str, ...], contracted: bool, body: list[Statement]):
        super().__init__(node)
        self.flags = flags
        self.contracted = contracted
        self.body = body
