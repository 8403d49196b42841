"""Typing of loops: `while`, `for` over anything that has items, loops that are written out, and what is assigned after them."""

from __future__ import annotations

import ast
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from periclase.importer.python import value_ranges
from periclase.importer.python.conversions import coerce, common_type, is_integer, is_weak
from periclase.importer.python.iteration import (
    Iteration,
    Zipped,
    iteration_of,
    range_arguments,
    values_of_range,
)
from periclase.importer.python.places import part_of
from periclase.importer.python.problems import Problem
from periclase.importer.python.sequence_rules import tuple_item
from periclase.importer.python.typed_control import Round, Unrolled
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_INT,
    WEAK_INT,
    Assert,
    Assign,
    Break,
    Checked,
    Constant,
    Continue,
    Convert,
    Evaluate,
    Expr,
    ForRange,
    Pending,
    Read,
    Statement,
    Variable,
    While,
)
from periclase.importer.python.typing_expressions import ExpressionTyping
from periclase.loops import unroll
from periclase.record import MutableRecord, field
from periclase.types import ArrayType, ScalarType, TupleType, Type, bool_, i64, isize

MOST_ROUNDS, MOST_COPIES = 1024, 4096
"""A loop is written out up to this many times, and this many with the loops that it is in."""


class Loop(MutableRecord):
    """A loop being typed: what is assigned at each `break`, and at each `continue`."""

    breaks: list[set[str]] = field(default_factory=list[set[str]])
    continues: list[set[str]] = field(default_factory=list[set[str]])


class LoopTyping(ExpressionTyping):
    """Loops."""

    loops: list[Loop]
    assigns: list[Assign]

    def statements(self, body: Sequence[ast.stmt]) -> list[Statement]:
        """The typed form of statements."""
        raise AssertionError("supplied by StatementTyping")

    def assign_to(self, target: ast.expr, value: Expr, node: ast.AST, out: list[Statement]) -> None:
        """Set what `target` names."""
        raise AssertionError("supplied by StatementTyping")

    def _while(self, node: ast.While, out: list[Statement]) -> None:
        assert self.definite is not None
        self.enter_loop(node)
        test, when_true, when_false = self.guarded(node.test)
        if isinstance(test, Constant) and not test.value:
            self.definite = when_false
            out.extend(self.statements(node.orelse))
            return
        endless = isinstance(test, Constant)
        loop = Loop()
        self.loops.append(loop)
        self.definite = when_true
        body = self.statements(node.body)
        self.loops.pop()
        self.definite = None if endless else when_false
        otherwise = self.statements(node.orelse)
        self.definite = meet([self.definite, *loop.breaks])
        out.append(While(node, None if endless else test, body, otherwise))

    def enter_loop(self, node: ast.stmt | ast.expr) -> None:
        """From here on what a loop, or a generator expression, assigns may have another value than before it."""
        is_loop = isinstance(node, ast.stmt)
        names = assigned_names(node) if is_loop else {name.id for name in named_around(node)}
        self.maybe |= names
        for name in names:
            self.forget(name)
        if self.told_of:
            from periclase.importer.python.narrowing import changed_in_parts

            for name in changed_in_parts(node):
                self.forget_parts(name)

    # for

    def _for(self, node: ast.For, out: list[Statement]) -> None:
        around, entry = len(self.loops), set(self.definite or ())
        try:
            self._for_each(node, out)
        except Problem as problem:
            del self.loops[around:]
            self.definite = entry
            self.refused(node.iter, problem)
            self._look_into(node)

    def _look_into(self, node: ast.For) -> None:
        """See what else is wrong in a loop that is refused itself."""
        assert self.definite is not None
        entry = set(self.definite)
        self.enter_loop(node)
        for name in assigned_names(node.target):
            self.poisoned.add(name)
            self.mark_assigned(name)
        self.loops.append(Loop())
        self.statements(node.body)
        self.loops.pop()
        self.definite = entry
        for name in assigned_names(node):
            self.poisoned.add(name)
            self.mark_assigned(name)
        self.statements(node.orelse)

    def _for_each(self, node: ast.For, out: list[Statement]) -> None:
        iterated, factor = self._without_unroll(node.iter)
        unrolled = iterated is not node.iter and factor is None
        if not unrolled and isinstance(node.target, ast.Name) and self._is_range(iterated):
            assert isinstance(iterated, ast.Call)
            self._for_range(node, iterated, out)
            self._unroll_by(factor, out)
            return
        iteration = iteration_of(self, iterated)
        if unrolled or iteration.is_static:
            self._written_out(node, iteration, out)
        else:
            self._for_items(node, iteration, out)
            self._unroll_by(factor, out)

    @staticmethod
    def _unroll_by(factor: int | None, out: list[Statement]) -> None:
        loop = out[-1]
        if factor is not None and isinstance(loop, ForRange):
            loop.unroll = factor

    def _is_range(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.static_value(node.func) is range

    def _without_unroll(self, node: ast.expr) -> tuple[ast.expr, int | None]:
        """What a loop goes over, without `unroll(…)` around it; and how many rounds are to become one, where that is written."""
        if not (isinstance(node, ast.Call) and self.static_value(node.func) is unroll):
            return node, None
        given = dict(zip(("items", "factor"), node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}
        if len(node.args) + len(node.keywords) != len(given) or not {"items"} <= set(given) <= {
            "items",
            "factor",
        }:
            raise Problem(
                "PC0207",
                "`unroll` takes what the loop goes over, and how many rounds become one",
                node,
                "write `unroll(range(4))` or `unroll(range(n), 4)`",
            )
        written = given.get("factor")
        if written is None or (isinstance(written, ast.Constant) and written.value is None):
            return given["items"], None
        factor = self.value(written)
        if (
            not isinstance(factor, Constant)
            or not is_integer(factor.type)
            or not 1 <= factor.value <= MOST_ROUNDS
        ):
            raise Problem(
                "PC0210",
                f"the factor of `unroll` is an integer from 1 to {MOST_ROUNDS} that is known when the kernel is compiled",
                written,
                "write `unroll(range(n), 4)`",
            )
        return given["items"], int(factor.value)

    def _for_range(self, node: ast.For, call: ast.Call, out: list[Statement]) -> None:
        assert isinstance(node.target, ast.Name)
        start, stop, step = range_arguments(self, call)
        variable = self.variables[node.target.id]
        loop_type = self._loop_types(call, start, stop, step)
        values = values_of_range(start, stop, step)
        if loop_type is None:
            self.bind(variable, Pending(node.target, PENDING_INT, values), node.target)
            typed: tuple[ScalarType, ScalarType, bool] = (i64, i64, False)
        else:
            typed = loop_type
            counted = Pending(node.target, typed[0], values)
            if is_weak(start.type) and is_weak(stop.type):
                counted = Pending(node.target, WEAK_INT, values)
            self.bind(variable, counted, node.target)
        if loop_type is not None:
            start, stop, step = (coerce(e, typed[1]) for e in (start, stop, step))
        body, otherwise = self._round(node, variable, runs=_runs(start, stop, step))
        out.append(counting(node, variable, typed, start, stop, step, body, otherwise))

    def _round(
        self,
        node: ast.For,
        variable: Variable,
        item: Expr | None = None,
        ended: Sequence[tuple[Expr, str]] = (),
        runs: bool = False,
    ) -> tuple[list[Statement], list[Statement]]:
        """The body of a loop, which may run not at all, and its `else`.

        Args:
            node: the loop.
            variable: what counts.
            item: what its target is set to, where that is not `variable`.
            ended: what has to hold where it ended without `break`.
            runs: whether it is known to run once at least.
        """
        assert self.definite is not None
        entry = set(self.definite)
        self.enter_loop(node)
        after = set(self.definite)
        loop = Loop()
        self.loops.append(loop)
        self.mark_assigned(variable.name)
        body: list[Statement] = []
        if item is not None:
            self.assign_to(node.target, item, node.target, body)
        body += self.statements(node.body)
        self.loops.pop()
        self.definite = meet([self.definite, *loop.continues]) if runs else after & entry
        otherwise: list[Statement] = [
            Assert(node.iter, condition, message)
            for condition, message in ended
            if not (isinstance(condition, Constant) and condition.value)
        ]
        otherwise += self.statements(node.orelse)
        self.definite = meet([self.definite, *loop.breaks])
        return body, otherwise

    def _for_items(self, node: ast.For, iteration: Iteration, out: list[Statement]) -> None:
        """A loop that counts positions."""
        for part in iteration.prepared:
            out.append(Evaluate(node.iter, part))
        length = iteration.length(self)
        variable = self.counter(node)
        count = length.type if isinstance(length.type, ScalarType) else isize
        values = (0, max(0, length.range[1] - 1)) if length.range is not None else None
        self.bind(variable, Pending(node.iter, count, values), node.iter)
        position: Expr = Read(node.iter, count, values, variable)
        if count is not isize:
            position = Convert(node.iter, isize, position)
        item = iteration.item(self, position)
        body, otherwise = self._round(node, variable, item, iteration.unequal(self))
        zero, one = Constant(node.iter, count, 0), Constant(node.iter, count, 1)
        typed = (count, count, False)
        out.append(counting(node, variable, typed, zero, length, one, body, otherwise))

    def counter(self, node: ast.AST) -> Variable:
        """The made-up variable of a loop, the same in each pass."""
        placed: Any = node
        name = f"position.{placed.lineno}.{placed.col_offset}"
        variable = self.variables.get(name)
        if variable is None:
            variable = self.variables[name] = Variable(name)
            self.store_counts[name] = 1
        return variable

    def _written_out(self, node: ast.For, iteration: Iteration, out: list[Statement]) -> None:
        """A loop whose rounds are known at import: each gets a body of its own, in which the item is known."""
        most = (
            iteration.bound if isinstance(iteration, Zipped) and iteration.count is None else iteration.count
        )
        if most is None:
            raise Problem(
                "PC0106",
                "how often this loop runs is not known at import, so it can not be unrolled",
                node.iter,
                "give the number as a constant, or leave `unroll` out",
            )
        if most > MOST_ROUNDS or most * self.copies > MOST_COPIES:
            inside = "" if most > MOST_ROUNDS else f" in each of {self.copies} copies of what it is in"
            limit = MOST_ROUNDS if most > MOST_ROUNDS else MOST_COPIES
            raise Problem(
                "PC0106",
                f"this loop would be written out {most} times{inside}; at most {limit} are",
                node.iter,
                "use a plain `for i in range(…)`",
            )
        for part in iteration.prepared:
            out.append(Evaluate(node.iter, part))
        length = None if iteration.count is not None else self.once(iteration.length(self))
        if length is not None:
            out.append(Evaluate(node.iter, length))
        loop = Loop()
        rounds: list[Round] = []
        ended: list[set[str] | None] = []
        for number in range(most):
            assert self.definite is not None
            guard = None
            position = Constant(node.iter, isize, number)
            if length is not None:
                ended.append(set(self.definite))
                guard = self.compare(node.iter, "lt", "<", position, length)
            body: list[Statement] = []
            self.loops.append(loop)
            self.copies *= most
            try:
                with self.rounds.round_of(self, node, number), self.known_items(node.target, node):
                    self.assign_to(node.target, iteration.item(self, position), node.target, body)
                    body += self.statements(node.body)
            finally:
                self.copies //= most
                self.loops.pop()
            rounds.append(Round(guard, body))
            self.definite = meet([self.definite, *loop.continues])
            loop.continues.clear()
            if self.definite is None:
                break
        self.definite = meet([self.definite, *ended])
        otherwise: list[Statement] = []
        if self.definite is not None:
            otherwise = [
                Assert(node.iter, condition, message)
                for condition, message in iteration.unequal(self)
                if not (isinstance(condition, Constant) and condition.value)
            ]
        otherwise += self.statements(node.orelse)
        self.definite = meet([self.definite, *loop.breaks])
        out.append(Unrolled(node, rounds, otherwise))

    def _loop_types(
        self, node: ast.AST, start: Expr, stop: Expr, step: Expr
    ) -> tuple[ScalarType, ScalarType, bool] | None:
        """The types of the loop's values and counter, and whether trips have to be counted; None while pending."""
        if any(e.type in PENDING for e in (start, stop, step)):
            return None
        values = common_type(start, stop)
        if isinstance(values, ScalarType) and values is bool_:
            values = i64
        if values is WEAK_INT:
            values = i64
        counter = None
        if isinstance(values, ScalarType):
            counter = common_type(Pending(node, values, value_ranges.hull(start.range, stop.range)), step)
        if not isinstance(values, ScalarType) or not isinstance(counter, ScalarType):
            raise Problem(
                "PC0202",
                f"`range` of {start.type}, {stop.type} and {step.type}: no type holds the values of all",
                node,
                "cast them to one type",
            )
        assert start.range is not None
        assert stop.range is not None
        assert step.range is not None
        # The counter stops at the first value that is not before `stop`: at most one step beyond it, less one.
        overshoot = (
            min(start.range[0], stop.range[0] + min(step.range[0] + 1, 0)),
            max(start.range[1], stop.range[1] + max(step.range[1] - 1, 0)),
        )
        if value_ranges.fits(overshoot, value_ranges.of_type(counter)):
            return values, counter, False
        if value_ranges.fits(overshoot, value_ranges.of_type(i64)):
            return values, i64, False
        return values, counter, True

    def _break(self, node: ast.Break, out: list[Statement]) -> None:
        assert self.definite is not None
        self.loops[-1].breaks.append(self.definite)
        self.definite = None
        out.append(Break(node))

    def _continue(self, node: ast.Continue, out: list[Statement]) -> None:
        assert self.definite is not None
        self.loops[-1].continues.append(self.definite)
        self.definite = None
        out.append(Continue(node))

    @contextmanager
    def scope_of(self, target: ast.expr) -> Generator[None]:
        """While the inside of a generator expression is typed: what its `target` names are variables of its own."""
        placed: Any = target
        names = {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
        outer = {name: (self.variables.get(name), self.store_counts.get(name)) for name in names}
        assert self.definite is not None
        assigned = {name for name in names if name in self.definite}
        poisoned = self.poisoned & names
        for name in names:
            own = f"<{name} {placed.lineno}:{placed.col_offset}>"
            variable = self.variables.get(own)
            if variable is None:
                variable = self.variables[own] = Variable(name)
            self.variables[name] = variable
            self.store_counts[name] = 1
        self.definite -= names
        self.poisoned -= names
        try:
            yield
        finally:
            for name, (variable, count) in outer.items():
                if variable is None:
                    del self.variables[name]
                else:
                    self.variables[name] = variable
                if count is None:
                    self.store_counts.pop(name)
                else:
                    self.store_counts[name] = count
            self.definite = (self.definite - names) | assigned
            self.poisoned |= poisoned

    # What iterations ask for

    def items(self, nodes: Sequence[ast.expr]) -> list[Expr]:
        """The values of what stands in brackets."""
        values = [self.value(node) for node in nodes]
        for value in values:
            if not isinstance(value.type, ArrayType):
                self.used_whole(value, "an item of a loop")
        return [self.as_item(value) if isinstance(value.type, ArrayType) else value for value in values]

    def parts(self, node: ast.AST, whole: Expr, types: Sequence[Type]) -> list[Expr]:
        """The items of a tuple, or of what unpacks as one."""
        if isinstance(whole.type, TupleType):
            return [tuple_item(node, whole, index) for index in range(len(types))]
        return [part_of(node, whole, index, type) for index, type in enumerate(types)]

    def asserted(self, node: ast.AST, condition: Expr, message: str) -> Expr:
        """A check, evaluated for its effect."""
        return Checked(Constant(node, bool_, True), condition, message, "user")


def _runs(start: Expr, stop: Expr, step: Expr) -> bool:
    """Whether a loop over a range has one item at least."""
    if start.range is None or stop.range is None or step.range is None:
        return False
    if step.range[0] > 0:
        return start.range[1] < stop.range[0]
    return step.range[1] < 0 and start.range[0] > stop.range[1]


def counting(
    node: ast.AST,
    variable: Variable,
    typed: tuple[ScalarType, ScalarType, bool],
    start: Expr,
    stop: Expr,
    step: Expr,
    body: list[Statement],
    otherwise: list[Statement],
) -> ForRange:
    """A loop that counts, of the types of its values and its counter, and whether it counts trips."""
    value_type, counter_type, trip_count = typed
    direction = (
        1
        if step.range is not None and step.range[0] > 0
        else -1
        if step.range is not None and step.range[1] < 0
        else 0
    )
    return ForRange(
        node, variable, value_type, counter_type, start, stop, step, direction, direction == 0, trip_count, body, otherwise
    )  # fmt: skip


def meet(states: Sequence[set[str] | None]) -> set[str] | None:
    """What is assigned on every path that arrives; None if none does."""
    arriving = [state for state in states if state is not None]
    if not arriving:
        return None
    met = set(arriving[0])
    for state in arriving[1:]:
        met &= state
    return met


@lru_cache(maxsize=4096)
def assigned_names(node: ast.AST) -> frozenset[str]:
    """The names that `node` assigns. Remembered, since every pass over a loop asks."""
    return frozenset(name for n in ast.walk(node) for name in bound_names(n))


def named_around(generator: ast.expr) -> list[ast.Name]:
    """What a generator expression, which has variables of its own, assigns around it, by `:=`."""
    found: list[ast.Name] = []
    pending: list[ast.AST] = [generator]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.NamedExpr):
            found.append(node.target)
        if not isinstance(node, ast.Lambda):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))
    return found


def bound_names(node: ast.AST) -> tuple[str, ...]:
    """The names that `node` itself makes local: what is assigned, defined or imported."""
    if isinstance(node, ast.Name):
        return (node.id,) if isinstance(node.ctx, ast.Store) else ()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (node.name,)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return tuple((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    if isinstance(node, ast.MatchAs | ast.MatchStar):
        return () if node.name is None else (node.name,)
    return ()
