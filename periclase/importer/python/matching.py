"""`match`: patterns become conditions, what they capture is bound once a whole pattern holds, integers become a switch."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from periclase.enums import EnumType
from periclase.importer.python.comparisons import identical, joined
from periclase.importer.python.conversions import is_integer, strong
from periclase.importer.python.enum_rules import plain_number
from periclase.importer.python.enum_tree import known_number
from periclase.importer.python.names import make_tuple
from periclase.importer.python.optional_rules import held_by, is_present
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.reductions import Made
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_control import Do, Switch
from periclase.importer.python.typed_tree import (
    PENDING,
    After,
    Constant,
    Evaluate,
    Expr,
    If,
    Logical,
    Once,
    Statement,
)
from periclase.importer.python.typing_base import there
from periclase.importer.python.typing_loops import assigned_names, meet
from periclase.optionals import OptionalType
from periclase.structs import StructType
from periclase.types import ScalarType, bool_

if TYPE_CHECKING:
    from periclase.importer.python.typing_statements import StatementTyping

FEWEST_CASES = 3
"""From this many cases of numbers on, a `match` becomes a switch."""

Captures = list[tuple[ast.Name, Expr]]


def type_match(typing: StatementTyping, node: ast.Match, out: list[Statement]) -> None:
    """Type a `match` statement.

    Raises:
        Problem: a pattern means nothing for the subject.
    """
    try:
        value = typing.value(node.subject)
    except Problem as problem:
        typing.refused(node.subject, problem)
        for case in node.cases:
            typing.look_at(case.body, assigned_names(case.pattern))
        typing.poison(node)
        return
    if value.type in PENDING:
        raise Unready
    subject = typing.once(strong(value))
    if isinstance(subject, Once):
        out.append(Evaluate(node.subject, subject))
    numbers = _numbers(typing, node, subject)
    if numbers is not None:
        _switch(typing, node, subject, numbers, out)
        return
    out.extend(_chain(typing, node, node.cases, subject))


# One case after another


def _chain(
    typing: StatementTyping, node: ast.Match, cases: Sequence[ast.match_case], subject: Expr
) -> list[Statement]:
    """The cases from here on, where those before did not match."""
    out: list[Statement] = []
    rest = out
    ends: list[set[str] | None] = []
    for case in cases:
        entry = typing.definite
        assert entry is not None
        test, captures = _pattern(typing, case.pattern, subject)
        if isinstance(test, Constant) and not test.value:
            continue
        typing.definite = set(entry)
        bound: list[Statement] = []
        for target, value in captures:
            typing.assign_name(target, value, target, bound)
        guard: Expr = Constant(case.pattern, bool_, True)
        if case.guard is not None:
            guard, when_true, when_false = typing.guarded(case.guard)
            typing.definite = when_true
            if isinstance(test, Constant):
                entry = when_false  # what is captured stays, also where the guard says no
            if isinstance(guard, Constant) and not guard.value:
                rest += bound if isinstance(test, Constant) else []
                typing.definite = entry
                continue
        body = typing.statements(case.body)
        ends.append(typing.definite)
        if isinstance(guard, Constant):
            if isinstance(test, Constant):  # it always matches
                rest += [*bound, *body]
                typing.definite = meet(ends)
                return out
            rest.append(If(case.pattern, test, [*bound, *body], rest := []))
        else:
            guarded = After(guard, [Do(case.pattern, bound)]) if bound else guard
            test = guarded if isinstance(test, Constant) else Logical(case.pattern, True, [test, guarded])
            rest.append(If(case.pattern, test, body, rest := []))
        typing.definite = entry
        if (
            case.guard is None
            and isinstance(case.pattern, ast.MatchSingleton)
            and isinstance(subject.type, OptionalType)
        ):
            subject = held_by(subject)  # the cases from here on are for what is there
            if isinstance(node.subject, ast.Name):
                entry.add(there(node.subject.id))
    typing.definite = meet([typing.definite, *ends])
    return out


@lru_cache(maxsize=4096)
def _target(node: ast.AST, name: str) -> ast.Name:
    """The name that a pattern captures, the same in each pass of typing."""
    return ast.copy_location(ast.Name(name, ast.Store()), cast(Any, node))


def _pattern(typing: StatementTyping, pattern: ast.pattern, subject: Expr) -> tuple[Expr, Captures]:
    """Whether a pattern matches, and what it captures then."""
    match pattern:
        case ast.MatchValue():
            value = typing.value(pattern.value)
            return typing.compare(pattern, "eq", "==", subject, value), []
        case ast.MatchSingleton():
            return _singleton(typing, pattern, subject), []
        case ast.MatchAs():
            test: Expr = Constant(pattern, bool_, True)
            captures: Captures = []
            if pattern.pattern is not None:
                test, captures = _pattern(typing, pattern.pattern, subject)
            if pattern.name is not None:
                captures = [*captures, (_target(pattern, pattern.name), subject)]
            return test, captures
        case ast.MatchOr():
            return _alternatives(typing, pattern, subject)
        case ast.MatchSequence():
            return _sequence(typing, pattern, subject)
        case ast.MatchClass():
            return _class(typing, pattern, subject)
        case _:
            raise Problem(
                "PC0105", f"this pattern is one of a mapping, and {with_article(subject.type)} is none", pattern,
                "match numbers, members of enumerations, tuples and structs",
            )  # fmt: skip


def _all(node: ast.AST, tests: list[Expr]) -> Expr:
    return joined(node, True, tests)


def _singleton(typing: StatementTyping, pattern: ast.MatchSingleton, subject: Expr) -> Expr:
    """`None`, `True` or `False`, by identity."""
    if pattern.value is None:
        return identical(
            typing,
            pattern,
            subject,
            typing.value(ast.copy_location(ast.Constant(None), pattern)),
            negated=False,
        )
    if subject.type is not bool_:
        raise Problem(
            "PC0205",
            f"`case {pattern.value}` is for truth values, and this is {with_article(subject.type)}",
            pattern,
            "match a number, or the truth of an expression: `match x > 0:`",
        )
    return typing.compare(pattern, "eq", "==", subject, Constant(pattern, bool_, pattern.value))


def _alternatives(typing: StatementTyping, pattern: ast.MatchOr, subject: Expr) -> tuple[Expr, Captures]:
    """Patterns joined by `|`: what one of them captures goes through a made-up variable, since each has its own."""
    tests: list[Expr] = []
    made: dict[str, Made] = {}
    for alternative in pattern.patterns:
        test, captures = _pattern(typing, alternative, subject)
        if captures and not (isinstance(test, Constant) and not test.value):
            kept: list[Statement] = []
            for target, value in captures:
                if target.id not in made:
                    made[target.id] = Made(typing, pattern, target.id)
                kept.append(made[target.id].set(value))
            bound = After(Constant(alternative, bool_, True), [Do(alternative, kept)])
            test = bound if isinstance(test, Constant) else Logical(alternative, True, [test, bound])
        tests.append(test)
    found = [(_target(pattern, name), each.get()) for name, each in made.items()]
    return joined(pattern, False, tests), found


def _if_there(typing: StatementTyping, pattern: ast.pattern, subject: Expr) -> tuple[Expr, Captures]:
    """A pattern of what may be `None`, which does not match that."""
    test, captures = _pattern(typing, pattern, held_by(subject))
    return joined(pattern, True, [is_present(subject, pattern), test]), captures


def _sequence(typing: StatementTyping, pattern: ast.MatchSequence, subject: Expr) -> tuple[Expr, Captures]:
    """Patterns of the items of a tuple."""
    if isinstance(subject.type, OptionalType):
        return _if_there(typing, pattern, subject)
    types = rules_of(subject).unpacked(typing, subject)
    if types is None:
        raise Problem(
            "PC0205",
            f"this pattern is one of a tuple, and {with_article(subject.type)} is none",
            pattern,
            "match its elements: `match (x[0], x[1]):`" if not isinstance(subject.type, ScalarType) else None,
        )
    items = typing.parts(pattern, subject, types)
    starred = [index for index, part in enumerate(pattern.patterns) if isinstance(part, ast.MatchStar)]
    wanted = len(pattern.patterns) - len(starred)
    if len(items) < wanted or (len(items) > wanted and not starred):
        return Constant(pattern, bool_, False), []
    tests: list[Expr] = []
    captures: Captures = []
    if starred:
        first, count = starred[0], len(items) - wanted
        rest = cast(ast.MatchStar, pattern.patterns[first])
        if rest.name is not None:
            captures.append((_target(rest, rest.name), make_tuple(rest, items[first : first + count])))
        items[first : first + count] = [Constant(rest, bool_, True)]
    for part, item in zip(pattern.patterns, items, strict=True):
        if isinstance(part, ast.MatchStar):
            continue
        test, found = _pattern(typing, part, item)
        tests.append(test)
        captures += found
    return _all(pattern, tests), captures


def _class(typing: StatementTyping, pattern: ast.MatchClass, subject: Expr) -> tuple[Expr, Captures]:
    """A class with patterns of its fields. What class a value is of is known at import."""
    if isinstance(subject.type, OptionalType):
        return _if_there(typing, pattern, subject)
    host: Any = typing.static_value(pattern.cls)
    shown = ast.unparse(pattern.cls)
    if not isinstance(host, type):
        raise Problem("PC0104", f"`{shown}` is no class", pattern.cls)
    own: Any = subject.type.host if isinstance(subject.type, StructType | EnumType) else None
    if own is None:
        raise Problem(
            "PC0205",
            f"`{shown}()` asks for a class, and this is {with_article(subject.type)}, whose type is known when it is compiled",
            pattern,
            "match its value",
        )
    if not issubclass(own, host):
        return Constant(pattern, bool_, False), []
    names: list[str] = []
    if pattern.patterns:
        positions = cast("tuple[str, ...]", getattr(host, "__match_args__", ()))
        if len(pattern.patterns) > len(positions):
            raise Problem(
                "PC0207", f"`{shown}` has {len(positions)} fields to match by position, not {len(pattern.patterns)}", pattern,
                "write them by name",
            )  # fmt: skip
        names += positions[: len(pattern.patterns)]
    names += pattern.kwd_attrs
    tests: list[Expr] = []
    captures: Captures = []
    for name, part in zip(names, [*pattern.patterns, *pattern.kwd_patterns], strict=True):
        reached = ast.copy_location(ast.Attribute(pattern.cls, name, ast.Load()), part)
        value = rules_of(subject).attribute(typing, reached, subject)
        test, found = _pattern(typing, part, value)
        tests.append(test)
        captures += found
    return _all(pattern, tests), captures


# A switch


def _numbers(typing: StatementTyping, node: ast.Match, subject: Expr) -> list[list[int] | None] | None:
    """The numbers of each case, None for one that takes all; None if some pattern is something else."""
    type = subject.type
    if not (is_integer(type) or isinstance(type, EnumType)) or isinstance(subject, Constant):
        return None
    found: list[list[int] | None] = []
    for case in node.cases:
        if case.guard is not None:
            return None
        if isinstance(case.pattern, ast.MatchAs):
            if case.pattern.pattern is not None or case.pattern.name is not None:
                return None
            found.append(None)
            continue
        numbers: list[int] = []
        patterns = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
        for pattern in patterns:
            if not isinstance(pattern, ast.MatchValue):
                return None
            value = typing.value(pattern.value)
            if isinstance(type, EnumType):
                number = known_number(value) if value.type == type else None
            else:
                value = typing.as_number(value)
                number = value.value if isinstance(value, Constant) and is_integer(value.type) else None
            if number is None:
                return None
            numbers.append(int(number))
        found.append(numbers)
    return found if len([numbers for numbers in found if numbers]) >= FEWEST_CASES else None


def _switch(
    typing: StatementTyping,
    node: ast.Match,
    subject: Expr,
    numbers: Sequence[list[int] | None],
    out: list[Statement],
) -> None:
    number = plain_number(subject) if isinstance(subject.type, EnumType) else subject
    type = number.type
    assert isinstance(type, ScalarType)
    entry = typing.definite
    assert entry is not None
    seen: set[int] = set()
    cases: list[tuple[tuple[int, ...], list[Statement]]] = []
    otherwise: list[Statement] = []
    ends: list[set[str] | None] = []
    takes_all = False
    for case, held in zip(node.cases, numbers, strict=True):
        typing.definite = set(entry)
        if held is None:
            otherwise = typing.statements(case.body)
            takes_all = True
            ends.append(typing.definite)
            break
        fresh = tuple(n for n in dict.fromkeys(held) if n not in seen and type.low <= n <= type.high)
        if not fresh:
            continue  # another case has them, or no value is one of them
        seen.update(fresh)
        cases.append((fresh, typing.statements(case.body)))
        ends.append(typing.definite)
    typing.definite = meet(ends if takes_all else [entry, *ends])
    out.append(Switch(node, number, cases, otherwise))
