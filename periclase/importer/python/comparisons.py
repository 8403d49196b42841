"""Comparisons that are more than those of two numbers: `in`, `is`, and the order of tuples."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from periclase.importer.python import reductions
from periclase.importer.python.conversions import is_integer
from periclase.importer.python.iteration import Counting, Items, Iteration, iteration_of
from periclase.importer.python.places import part_of
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    After,
    Constant,
    Expr,
    Logical,
    Pending,
    Unary,
)
from periclase.structs import StructType
from periclase.types import TupleType, Type, bool_, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping

SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


# in


def contained(
    typing: LoopTyping, node: ast.Compare, value: Expr, container: ast.expr, *, negated: bool
) -> Expr:
    """`value in container`, or `value not in container`: whether an item equals it.

    Raises:
        Problem: the container has no items, or they can not be compared with the value.
    """
    found = _contained(typing, node, value, container)
    return _opposite(node, found) if negated else found


def _opposite(node: ast.AST, value: Expr) -> Expr:
    if isinstance(value, Constant):
        return Constant(node, bool_, not value.value)
    if isinstance(value, After) and isinstance(value.value, Constant):
        return After(Constant(node, bool_, not value.value.value), value.evaluated)
    return Unary(node, bool_, None, "not", value)


def _contained(typing: LoopTyping, node: ast.Compare, value: Expr, container: ast.expr) -> Expr:
    if isinstance(container, ast.Set):
        container = ast.copy_location(ast.Tuple(container.elts, ast.Load()), container)
    if not isinstance(value, Constant):
        value = typing.once(value)
    if not isinstance(container, ast.List | ast.Tuple | ast.Call | ast.GeneratorExp):
        held = typing.value(container)
        ruled = rules_of(held).contains(typing, node, held, value)
        if ruled is not None:
            return typing.evaluated_first([value], ruled)
    if isinstance(container, ast.GeneratorExp):
        return reductions.contained(typing, node, value, container)
    iteration = iteration_of(typing, container)
    if isinstance(iteration, Counting):
        return _in_range(typing, node, value, iteration)
    if isinstance(iteration, Items):
        return _in_items(typing, node, value, iteration)
    return reductions.contained(typing, node, value, container)


def _in_items(typing: LoopTyping, node: ast.Compare, value: Expr, iteration: Iteration) -> Expr:
    assert iteration.count is not None
    tests: list[Expr] = []
    for position in range(iteration.count):
        test = typing.compare(
            node, "eq", "==", value, iteration.item(typing, Constant(node, isize, position))
        )
        if isinstance(test, Constant):
            if not test.value:
                continue
            tests.append(test)
            break
        tests.append(test)
    if not tests:
        found: Expr = Constant(node, bool_, False)
    else:
        found = tests[0] if len(tests) == 1 else Logical(node, False, tests)
    return typing.evaluated_first([value, *iteration.prepared], found)


def _in_range(typing: LoopTyping, node: ast.Compare, value: Expr, iteration: Counting) -> Expr:
    """Two comparisons, and that the step divides the distance."""
    value = typing.as_number(value)
    start, stop, step = iteration.bounds
    if not is_integer(value.type):
        raise Problem("PC0205", f"`in range(…)` asks about integers, not about {value.type}", value.node)
    if any(part.type in PENDING for part in (value, start, stop, step)):
        return Pending(node, bool_)
    if not isinstance(step, Constant):
        raise Problem(
            "PC0205", "`in range(…)` with a step that is known at run time only", step.node, "compare by hand"
        )
    upwards = step.value > 0
    inside = [
        typing.compare(node, "ge" if upwards else "le", ">=" if upwards else "<=", value, start),
        typing.compare(node, "lt" if upwards else "gt", "<" if upwards else ">", value, stop),
    ]
    if abs(step.value) != 1:
        distance = typing.arithmetic(node, "sub", "-", value, start)
        rest = typing.arithmetic(node, "floormod", "%", distance, Constant(node, step.type, abs(step.value)))
        inside.append(typing.compare(node, "eq", "==", rest, Constant(node, step.type, 0)))
    kept = [test for test in inside if not (isinstance(test, Constant) and test.value)]
    found: Expr = (
        Logical(node, True, kept) if len(kept) > 1 else kept[0] if kept else Constant(node, bool_, True)
    )
    return typing.evaluated_first([value, *iteration.prepared], found)


# is


def identical(typing: LoopTyping, node: ast.AST, left: Expr, right: Expr, *, negated: bool) -> Expr:
    """`left is right`, or `left is not right`: of what has one object for each value.

    Raises:
        Problem: in Python it would depend on which objects there happen to be.
    """
    if left.type is bool_ and right.type is bool_:  # there is one `True` and one `False`
        return typing.compare(node, "ne" if negated else "eq", "!=" if negated else "==", left, right)
    for operand, other in ((left, right), (right, left)):
        found = rules_of(operand).identical(typing, node, operand, other)
        if found is not None:
            return _opposite(node, found) if negated else found
    sign = "is not" if negated else "is"
    raise Problem(
        "PC0105",
        f"`{sign}` of {with_article(left.type)} asks whether two names are one object, and values on a device have no identity",
        node,
        f"compare with `{'!=' if negated else '=='}`",
    )


# The order of tuples


def compare_tuples(typing: LoopTyping, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr | None:
    """`left op right` of two tuples: by their first items that differ, as in Python; None where one is no tuple."""
    types = [
        rules_of(side).unpacked(typing, side) if _is_tuple(side.type) else None for side in (left, right)
    ]
    if types[0] is None or types[1] is None:
        return None
    left, right = typing.once(left), typing.once(right)
    sides = [
        typing.parts(node, side, parts)
        for side, parts in zip((left, right), types, strict=True)
        if parts is not None
    ]
    return _compare_items(typing, node, op, left, right, sides)


def _is_tuple(type: object) -> bool:
    return isinstance(type, TupleType) or (isinstance(type, StructType) and type.is_tuple)


def compare_fields(
    typing: LoopTyping, node: ast.AST, op: str, left: Expr, right: Expr, fields: Sequence[tuple[int, Type]]
) -> Expr:
    """`left op right` of two objects of one class, by the first of their `fields` that differ."""
    left, right = typing.once(left), typing.once(right)
    sides = [[part_of(node, side, index, type) for index, type in fields] for side in (left, right)]
    return _compare_items(typing, node, op, left, right, sides)


def _compare_items(
    typing: LoopTyping, node: ast.AST, op: str, left: Expr, right: Expr, sides: Sequence[Sequence[Expr]]
) -> Expr:
    """The same of what has these items."""
    lengths = len(sides[0]), len(sides[1])
    pairs = list(zip(*sides, strict=False))
    if op in ("eq", "ne"):
        if lengths[0] != lengths[1]:
            found: Expr = Constant(node, bool_, op == "ne")
        else:
            tests = [typing.compare(node, op, SIGNS[op], a, b) for a, b in pairs]
            found = joined(node, op == "eq", tests)
        return typing.evaluated_first([left, right], found)
    shorter = (lengths[0] > lengths[1]) - (lengths[0] < lengths[1])
    outcome = {"lt": shorter < 0, "le": shorter <= 0, "gt": shorter > 0, "ge": shorter >= 0}[op]
    found = Constant(node, bool_, outcome)
    for index in reversed(range(len(pairs))):
        a, b = (typing.once(part) for part in pairs[index])
        if index == len(pairs) - 1 and lengths[0] == lengths[1]:
            found = typing.compare(node, op, SIGNS[op], a, b)
            continue
        differ = typing.compare(node, "ne", "!=", a, b)
        strict = "lt" if op in ("lt", "le") else "gt"
        found = typing.choice(node, differ, typing.compare(node, strict, SIGNS[strict], a, b), found)
    return typing.evaluated_first([left, right], found)


def joined(node: ast.AST, is_and: bool, tests: list[Expr]) -> Expr:
    """Tests joined by `and` or `or`, without those that are known."""
    kept: list[Expr] = []
    for test in tests:
        if isinstance(test, Constant):
            if bool(test.value) == is_and:
                continue
            if not kept:
                return Constant(node, bool_, not is_and)
        kept.append(test)
    if not kept:
        return Constant(node, bool_, is_and)
    return kept[0] if len(kept) == 1 else Logical(node, is_and, kept)
