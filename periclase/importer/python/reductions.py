"""Expressions that go over items: `sum`, `any`, `all`, `min`, `max` and `math.prod` of slices, tuples and generators, and `in`.

Each becomes a loop before the expression has its value, with a made-up variable that holds what is known so far.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from periclase.importer.python.conversions import converted
from periclase.importer.python.iteration import Iteration, Zipped, iteration_of
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.typed_control import Do, Round, Unrolled
from periclase.importer.python.typed_tree import (
    PENDING_FLOAT,
    PENDING_INT,
    WEAK_FLOAT,
    WEAK_INT,
    After,
    Assert,
    Assign,
    Break,
    Constant,
    Evaluate,
    Expr,
    If,
    Once,
    Pending,
    Read,
    Statement,
    Unary,
    Variable,
)
from periclase.importer.python.typing_loops import MOST_ROUNDS, counting
from periclase.types import bool_, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping

Body = Callable[[Expr], list[Statement]]


class Made:
    """A made-up variable, the same in each pass of typing."""

    def __init__(self, typing: LoopTyping, node: ast.AST, what: str):
        placed: Any = node
        name = self.name = f"<{what} {placed.lineno}:{placed.col_offset}:{placed.end_col_offset}>"
        found = typing.variables.get(name)
        if found is None:
            found = typing.variables[name] = Variable(what)
        self.variable = found
        self._typing = typing
        self._node = node

    def set(self, value: Expr) -> Statement:
        """Give it a value."""
        self.expect(value)
        statement = Assign(self._node, self.variable, value)
        self._typing.assigns.append(statement)
        return statement

    def expect(self, value: Expr) -> None:
        """Let its type hold a value that it may get."""
        typing = self._typing
        count = typing.store_counts.get(self.variable.name)
        typing.store_counts[self.variable.name] = 2
        try:
            typing.bind(self.variable, value, self._node)
        finally:
            if count is None:
                del typing.store_counts[self.variable.name]
            else:
                typing.store_counts[self.variable.name] = count

    def get(self) -> Expr:
        """Its value."""
        self.variable.read = True
        type = self.variable.type
        if type is None:
            raise Unready
        if type is WEAK_INT:
            return Pending(self._node, PENDING_INT)
        if type is WEAK_FLOAT:
            return Pending(self._node, PENDING_FLOAT)
        return Read(self._node, type, self.variable.range, self.variable)


# Loops


def over_items(typing: LoopTyping, node: ast.AST, iteration: Iteration, body: Body) -> list[Statement]:
    """Statements that run `body` for each item in order."""
    out: list[Statement] = [Evaluate(node, part) for part in iteration.prepared]
    if iteration.is_static:
        return out + _written_out(typing, node, iteration, body)
    length = iteration.length(typing)
    variable = typing.counter(node)
    count: Any = length.type
    values = (0, max(0, length.range[1] - 1)) if length.range is not None else None
    if isinstance(length, Pending):
        count = isize
    typing.bind(variable, Pending(node, count, values), node)
    position: Expr = converted(Read(node, count, values, variable), isize)
    inner = body(iteration.item(typing, position))
    zero, one = Constant(node, count, 0), Constant(node, count, 1)
    out.append(
        counting(node, variable, (count, count, False), zero, length, one, inner, _ended(iteration, typing))
    )
    return out


def _ended(iteration: Iteration, typing: LoopTyping) -> list[Statement]:
    return [
        Assert(iteration.node, condition, message)
        for condition, message in iteration.unequal(typing)
        if not (isinstance(condition, Constant) and condition.value)
    ]


def _written_out(typing: LoopTyping, node: ast.AST, iteration: Iteration, body: Body) -> list[Statement]:
    most = iteration.bound if isinstance(iteration, Zipped) and iteration.count is None else iteration.count
    assert most is not None
    if most > MOST_ROUNDS:
        raise Problem(
            "PC0106", f"this goes over {most} items one by one; at most {MOST_ROUNDS} are", iteration.node
        )
    length = None if iteration.count is not None else typing.once(iteration.length(typing))
    out: list[Statement] = [] if length is None else [Evaluate(node, length)]
    rounds: list[Round] = []
    for number in range(most):
        position = Constant(node, isize, number)
        guard = None if length is None else typing.compare(node, "lt", "<", position, length)
        rounds.append(Round(guard, body(iteration.item(typing, position))))
    out.append(Unrolled(node, rounds, _ended(iteration, typing)))
    return out


def over(
    typing: LoopTyping, node: ast.expr, body: Body, leave: Callable[[], list[Statement]] = list
) -> list[Statement]:
    """Statements that run `body` for each item of an argument, which may be a generator expression.

    Args:
        leave: makes statements that stand behind a loop in a loop, and leave the outer one where the inner one was left.
    """
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        typing.enter_loop(node)
        return _over_generator(typing, node, node.generators, body, leave)
    return over_items(typing, node, iteration_of(typing, node), body)


def _over_generator(
    typing: LoopTyping,
    node: ast.GeneratorExp | ast.ListComp,
    generators: Sequence[ast.comprehension],
    body: Body,
    leave: Callable[[], list[Statement]],
) -> list[Statement]:
    first, *rest = generators
    if first.is_async:
        raise Problem("PC0105", "a device can not run async loops", node)
    iteration = iteration_of(typing, first.iter)
    with typing.scope_of(first.target):
        numbers = itertools.count()

        def inside(item: Expr) -> list[Statement]:
            out: list[Statement] = []
            with (
                typing.rounds.round_of(typing, first.target, next(numbers)),
                typing.known_items(first.target, first.target),
            ):
                typing.assign_to(first.target, item, first.target, out)
                assert typing.definite is not None
                after = set(typing.definite)
                tests: list[Expr] = []
                for test in first.ifs:
                    condition, typing.definite, _ = typing.branching(test)
                    tests.append(condition)
                inner: list[Statement] = (
                    [*_over_generator(typing, node, rest, body, leave), *leave()]
                    if rest
                    else body(typing.value(node.elt))
                )
                typing.definite = typing.definite & after
            for test in reversed(tests):
                if isinstance(test, Constant):
                    inner = inner if test.value else []
                else:
                    inner = [If(test.node, test, inner, [])]
            return [*out, *inner]

        return over_items(typing, first.iter, iteration, inside)


# Reductions


def folded(
    typing: LoopTyping,
    node: ast.expr,
    items: ast.expr,
    what: str,
    start: Expr,
    op: Callable[[Expr, Expr], Expr],
) -> Expr:
    """`start op item op item …`, from left to right."""
    if start.type in (WEAK_INT, WEAK_FLOAT) and not isinstance(start, Constant):
        start = typing.once(start)
    held = Made(typing, node, what)
    statements = [held.set(start)]
    statements += over(typing, items, lambda item: [held.set(op(held.get(), item))])
    return After(held.get(), [Do(node, statements)])


def decided(
    typing: LoopTyping, node: ast.expr, items: ast.expr, what: str, test: Callable[[Expr], Expr], first: bool
) -> Expr:
    """Whether `test` is `first` for some item, in which case no more are looked at: `any` (True), `all` (False).

    Gives `first` where it is, else the opposite.
    """
    found = Made(typing, node, what)

    def look(item: Expr) -> list[Statement]:
        condition = typing.truth(test(item))
        if isinstance(condition, Pending):
            found.set(Constant(node, bool_, first))
            return []
        if not first:
            condition = Unary(node, bool_, None, "not", condition)
        return [If(node, condition, [found.set(Constant(node, bool_, first)), Break(node)], [])]

    def leave() -> list[Statement]:
        is_found = found.get() if first else Unary(node, bool_, None, "not", found.get())
        return [If(node, is_found, [Break(node)], [])]

    statements = [found.set(Constant(node, bool_, not first))]
    statements += over(typing, items, look, leave)
    return After(found.get(), [Do(node, statements)])


def extreme(typing: LoopTyping, node: ast.expr, items: ast.expr, op: str, default: Expr | None) -> Expr:
    """The least or greatest item; `default` where there is none, or a trap."""
    held = Made(typing, node, op)
    seen = Made(typing, node, f"{op} seen")

    def look(item: Expr) -> list[Statement]:
        item = typing.once(item)
        first: list[Statement] = [held.set(item), seen.set(Constant(node, bool_, True))]
        try:
            more = [held.set(typing.minimum(node, op, held.get(), item))]
        except Unready:
            more = []
        evaluated: list[Statement] = [Evaluate(node, item)] if isinstance(item, Once) else []
        return [*evaluated, If(node, seen.get(), more, first)]

    statements = [seen.set(Constant(node, bool_, False))]
    statements += over(typing, items, look)
    if default is None:
        statements.append(Assert(node, seen.get(), f"{op}() of nothing"))
        return After(held.get(), [Do(node, statements)])
    return After(typing.choice(node, seen.get(), held.get(), default), [Do(node, statements)])


def extreme_by_key(
    typing: LoopTyping, node: ast.expr, items: ast.expr, op: str, default: Expr | None, key: ast.expr
) -> Expr:
    """The first item for which `key(item)` is least, or greatest; `default` where there is none, or a trap."""
    held, best = Made(typing, node, op), Made(typing, node, f"{op} key")
    candidate, seen = Made(typing, node, f"{op} item"), Made(typing, node, f"{op} seen")
    name, sign = ("lt", "<") if op == "min" else ("gt", ">")

    def look(item: Expr) -> list[Statement]:
        out = [candidate.set(item)]
        typing.mark_assigned(candidate.name)
        argument = ast.copy_location(ast.Name(candidate.name, ast.Load()), key)
        try:
            found = typing.once(typing.value(ast.copy_location(ast.Call(key, [argument], []), key)))
        except Problem as problem:
            problem.message = problem.message.replace(candidate.name, "…")
            raise
        chosen: list[Statement] = [held.set(candidate.get()), best.set(found)]
        first = [*chosen, seen.set(Constant(node, bool_, True))]
        more: list[Statement] = []
        with suppress(Unready):
            more = [If(node, typing.compare(node, name, sign, found, best.get()), chosen, [])]
        evaluated: list[Statement] = [Evaluate(node, found)] if isinstance(found, Once) else []
        return [*out, *evaluated, If(node, seen.get(), more, first)]

    statements = [seen.set(Constant(node, bool_, False))]
    if isinstance(items, ast.Tuple | ast.List):
        # In `max(1, 2.5, key=f)` both are floats: the first item is passed to `f` before the second one is seen.
        for written in items.elts:
            if not isinstance(written, ast.Starred):
                candidate.expect(typing.value(written))
    statements += over(typing, items, look)
    if default is None:
        statements.append(Assert(node, seen.get(), f"{op}() of nothing"))
        return After(held.get(), [Do(node, statements)])
    return After(typing.choice(node, seen.get(), held.get(), default), [Do(node, statements)])


def contained(typing: LoopTyping, node: ast.expr, value: Expr, items: ast.expr) -> Expr:
    """`value in items`: whether one of them equals it."""
    value = typing.once(value)
    equal = decided(
        typing, node, items, "in", lambda item: typing.compare(node, "eq", "==", value, item), True
    )
    return typing.evaluated_first([value], equal)


def start_value(typing: LoopTyping, node: ast.Call, name: str, default: int) -> Expr:
    """What a reduction starts from: its second argument, or the one called `start`."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    written = [*node.args[1:], *named.values()]
    most = 1 if name == "math.prod" else 2
    if not 1 <= len(node.args) <= most or set(named) - {"start"} or len(written) > 1:
        raise Problem("PC0207", f"`{name}` takes what to go over and a start", node, f"write `{name}(x)`")
    return typing.value(written[0]) if written else Constant(node, WEAK_INT, default)
