"""Kernels that are nearly right: those of the examples and tests with parts exchanged, left out, or put in from all of Python.

`mutant(seed)` is the text of a module, the same for the same seed. Most are refused, and many mean nothing to Python either.
"""

from __future__ import annotations

import ast
import copy
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCES = (
    *(path for path in sorted((ROOT / "examples").glob("*.py")) if not path.stem.startswith("gemm_")),
    *sorted((ROOT / "tests" / "end_to_end").glob("*.py")),
    ROOT / "tests" / "gpu" / "test_examples_on_cuda.py",
)

PRELUDE = """\
from __future__ import annotations
import enum
import math
import numpy as np
import periclase
from periclase import *
from periclase import gpu
from periclase.gpu import *


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


@struct
class Point:
    x: f32
    y: f32

    def moved(self, by: f32) -> f32:
        return self.x + by


@device
def helper(p: f32, q: f32 = 2.0) -> f32:
    return p * q


def plain(p, q=1):
    return p
"""

OWN = """
@kernel
def odds(a: i32, b: u64, f: f32, c: bool_, x: Slice[f32], y: MutSlice[f32], n: MutSlice[i32], p: MutSlice[Point]):
    i = global_idx_x()
    t = local_array((4, 4), f32)
    pair = (a, f)
    total = f32(0)
    for j in range(a):
        if j % 2 == 0 and c:
            continue
        elif j > 10:
            break
        total += x[j] * helper(f, q=pair[1])
    else:
        total = -total
    while total > 1 and not c:
        total /= 2
    t[i & 3, 0] = total
    p[i].x += plain(total, 1) if c else t[0][1]
    y[i] = p[i].moved(2.0) ** 2
    n[0] = i32(b) << 3 | ~a
    assert a > 0, "positive"
    if a == Level.HIGH:
        atomic_add(n[0], 1)
        sync_threads()
"""

MORE = """
@kernel
def further(k: i64, v: View[f32, 2], w: MutView[f32, 2], z: MutSlice[f64], q: tuple[i32, f32], e: Point):
    i, j = global_idx_x(), global_idx_y()
    scale = lambda value, by=2.0: value * by

    def shifted(value: f32) -> f32:
        return value + q[1]

    for index, (left, right) in enumerate(zip(v[0], reversed(v[1]))):
        w[i, index] = shifted(left) - scale(right)
    match k:
        case 1 | 2:
            w[i, j] = 1.0
        case Level.HIGH if i > 0:
            w[i, j] = e.moved(1.0)
        case _:
            w[i, j] = v.T[j, i] + f32(v.shape[0])
    if (n := len(z)) > 3:
        z[n - 1] = sum(z) / f64(max(1, n)) + math.sqrt(abs(z[0]))
    with fastmath():
        z[0] = z[1] * z[2] + z[3]
    row = w[i][::2]
    row[0] = f32(divmod(q[0], 3)[1] + round(z[1]))
    for u in unroll(range(3)):
        z[u] += u
"""

_WORDS = """
a b c f i j n p q t x y total pair helper plain Point Level math np gpu periclase f32 i32 i64 u8 bool_ undefined kernel Slice View
global_idx_x thread_idx_x sync_threads atomic_add local_array shared_array shfl_sync_down printf fastmath unroll
len range min max abs print enumerate zip reversed sum any all divmod pow round int float bool complex str list tuple isinstance
super type object self copy
"""
NAMES = tuple(_WORDS.split())

ATTRIBUTES = (
    "x",
    "y",
    "value",
    "shape",
    "real",
    "T",
    "moved",
    "sqrt",
    "add",
    "append",
    "LOW",
    "float32",
    "__class__",
    "size",
)
NUMBERS: tuple[Any, ...] = (
    0,
    1,
    -1,
    2,
    3,
    255,
    1 << 31,
    1 << 64,
    1 << 200,
    0.0,
    1.5,
    1e39,
    1e308,
    float("inf"),
    2j,
    "text",
    b"bytes",
    None,
    True,
    ...,
)


class Maker:
    """Makes expressions and statements of all of Python's grammar, but for what is wrong everywhere."""

    def __init__(self, chance: random.Random):
        self.chance = chance

    def some(self, make: Callable[[int], Any], depth: int, most: int = 3) -> list[Any]:
        return [make(depth - 1) for _ in range(self.chance.randint(0, most))]

    def name(self, depth: int = 0) -> ast.expr:
        return ast.Name(self.chance.choice(NAMES), ast.Load())

    def leaf(self, depth: int = 0) -> ast.expr:
        return self.name() if self.chance.random() < 0.6 else ast.Constant(self.chance.choice(NUMBERS))

    def expression(self, depth: int) -> ast.expr:
        if depth <= 0:
            return self.leaf()
        kinds = [
            self.leaf,
            self._unary,
            self._binary,
            self._boolean,
            self._compare,
            self._call,
            self._attribute,
            self._subscript,
            self._lambda,
            self._choice,
            self._walrus,
            self._sequence,
            self._dict,
            self._comprehension,
            self._yield,
            self._text,
        ]
        return self.chance.choice(kinds)(depth)

    def _unary(self, depth: int) -> ast.expr:
        return ast.UnaryOp(
            self.chance.choice((ast.USub, ast.UAdd, ast.Not, ast.Invert))(), self.expression(depth - 1)
        )

    def operator(self) -> ast.operator:
        return self.chance.choice(
            (
                ast.Add,
                ast.Sub,
                ast.Mult,
                ast.Div,
                ast.FloorDiv,
                ast.Mod,
                ast.Pow,
                ast.LShift,
                ast.RShift,
                ast.BitOr,
                ast.BitAnd,
                ast.BitXor,
                ast.MatMult,
            )
        )()

    def _binary(self, depth: int) -> ast.expr:
        return ast.BinOp(self.expression(depth - 1), self.operator(), self.expression(depth - 1))

    def _boolean(self, depth: int) -> ast.expr:
        values = [self.expression(depth - 1) for _ in range(self.chance.randint(2, 3))]
        return ast.BoolOp(self.chance.choice((ast.And, ast.Or))(), values)

    def _compare(self, depth: int) -> ast.expr:
        count = self.chance.randint(1, 3)
        kinds = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn)
        operators = [self.chance.choice(kinds)() for _ in range(count)]
        return ast.Compare(
            self.expression(depth - 1), operators, [self.expression(depth - 1) for _ in range(count)]
        )

    def _argument(self, depth: int) -> ast.expr:
        value = self.expression(depth)
        return ast.Starred(value, ast.Load()) if self.chance.random() < 0.15 else value

    def _call(self, depth: int) -> ast.expr:
        function = self.name() if self.chance.random() < 0.8 else self.expression(depth - 1)
        keywords = [
            ast.keyword(
                self.chance.choice(("q", "order", "scope", "shape", "dtype", "strict", None)),
                self.expression(depth - 1),
            )
            for _ in range(self.chance.choice((0, 0, 0, 1, 2)))
        ]
        return ast.Call(function, self.some(self._argument, depth), keywords)

    def _attribute(self, depth: int) -> ast.expr:
        return ast.Attribute(self.expression(depth - 1), self.chance.choice(ATTRIBUTES), ast.Load())

    def _subscript(self, depth: int) -> ast.expr:
        return ast.Subscript(self.expression(depth - 1), self._index(depth - 1), ast.Load())

    def _index(self, depth: int) -> ast.expr:
        def one() -> ast.expr:
            if self.chance.random() < 0.3:
                parts = [self.leaf() if self.chance.random() < 0.5 else None for _ in range(3)]
                return ast.Slice(*parts)
            return self.expression(depth)

        return one() if self.chance.random() < 0.7 else ast.Tuple([one(), one()], ast.Load())

    def arguments(self, depth: int) -> ast.arguments:
        names = self.chance.sample(("a", "v", "w", "x", "other"), self.chance.randint(0, 3))
        arguments = [
            ast.arg(name, self.expression(1) if self.chance.random() < 0.2 else None) for name in names
        ]
        vararg = ast.arg("rest", None) if self.chance.random() < 0.1 else None
        defaults = [self.leaf() for _ in range(self.chance.randint(0, len(arguments)))]
        return ast.arguments([], arguments, vararg, [], [], None, defaults)

    def _lambda(self, depth: int) -> ast.expr:
        arguments = self.arguments(depth)
        for argument in arguments.args:
            argument.annotation = None
        return ast.Lambda(arguments, self.expression(depth - 1))

    def _choice(self, depth: int) -> ast.expr:
        return ast.IfExp(*(self.expression(depth - 1) for _ in range(3)))

    def _walrus(self, depth: int) -> ast.expr:
        return ast.NamedExpr(
            ast.Name(self.chance.choice(("a", "i", "new")), ast.Store()), self.expression(depth - 1)
        )

    def _sequence(self, depth: int) -> ast.expr:
        kind = self.chance.choice((ast.List, ast.Tuple, ast.Set))
        elements = self.some(self._argument, depth)
        return ast.Set(elements or [self.leaf()]) if kind is ast.Set else kind(elements, ast.Load())

    def _dict(self, depth: int) -> ast.expr:
        values = self.some(self.expression, depth)
        return ast.Dict([self.leaf() if self.chance.random() < 0.8 else None for _ in values], values)

    def _comprehension(self, depth: int) -> ast.expr:
        generators = [
            ast.comprehension(
                self.target(1),
                self.expression(depth - 1),
                self.some(self.expression, depth, 1),
                self.chance.choice((0, 0, 0, 1)),
            )
            for _ in range(self.chance.randint(1, 2))
        ]
        kind = self.chance.choice((ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp))
        element = self.expression(depth - 1)
        return (
            ast.DictComp(element, self.leaf(), generators)
            if kind is ast.DictComp
            else kind(element, generators)
        )

    def _yield(self, depth: int) -> ast.expr:
        return self.chance.choice((ast.Yield, ast.YieldFrom, ast.Await))(self.expression(depth - 1))

    def _text(self, depth: int) -> ast.expr:
        value = ast.FormattedValue(self.name(), self.chance.choice((-1, 114)), None)
        return ast.JoinedStr([ast.Constant("text "), value])

    # Statements

    def target(self, depth: int) -> ast.expr:
        kind = self.chance.randint(0, 9)
        if kind < 5 or depth <= 0:
            return ast.Name(self.chance.choice(NAMES), ast.Store())
        if kind < 7:
            return ast.Subscript(self.expression(1), self._index(1), ast.Store())
        if kind == 7:
            return ast.Attribute(self.expression(1), self.chance.choice(ATTRIBUTES), ast.Store())
        elements = [self.target(depth - 1) for _ in range(self.chance.randint(1, 3))]
        if kind == 9:
            elements[0] = ast.Starred(elements[0], ast.Store())
        return ast.Tuple(elements, ast.Store())

    def body(self, depth: int) -> list[ast.stmt]:
        return [self.statement(depth - 1) for _ in range(self.chance.randint(1, 2))]

    def statement(self, depth: int) -> ast.stmt:
        simple = [
            lambda: ast.Expr(self.expression(2)),
            lambda: ast.Assign(
                [self.target(2) for _ in range(self.chance.choice((1, 1, 2)))], self.expression(3)
            ),
            lambda: ast.AugAssign(self._single_target(), self.operator(), self.expression(2)),
            lambda: ast.AnnAssign(
                ast.Name("new", ast.Store()), self.expression(1), self.chance.choice((None, self.leaf())), 1
            ),
            lambda: ast.Delete([self._single_target()]),
            lambda: ast.Return(self.chance.choice((None, self.expression(2)))),
            lambda: ast.Raise(self.chance.choice((None, self.expression(2))), None),
            lambda: ast.Assert(self.expression(2), self.chance.choice((None, self.leaf()))),
            lambda: ast.Pass(),
            lambda: ast.Break(),
            lambda: ast.Continue(),
            lambda: ast.Global([self.chance.choice(NAMES)]),
            lambda: ast.Nonlocal([self.chance.choice(NAMES)]),
            lambda: ast.Import([ast.alias("math", self.chance.choice((None, "m")))]),
            lambda: ast.ImportFrom("math", [ast.alias("sqrt", None)], 0),
        ]
        if depth <= 0:
            return self.chance.choice(simple)()
        handler = ast.ExceptHandler(self.name(), self.chance.choice((None, "error")), self.body(depth))
        items = [
            ast.withitem(self.expression(1), self.chance.choice((None, self.target(1))))
            for _ in range(self.chance.randint(1, 2))
        ]
        nested: list[Callable[[], ast.stmt]] = [
            lambda: ast.If(self.expression(2), self.body(depth), self.chance.choice(([], self.body(depth)))),
            lambda: ast.While(
                self.expression(2), self.body(depth), self.chance.choice(([], self.body(depth)))
            ),
            lambda: ast.For(
                self.target(2),
                self.expression(2),
                self.body(depth),
                self.chance.choice(([], self.body(depth))),
            ),
            lambda: ast.AsyncFor(self.target(2), self.expression(2), self.body(depth), []),
            lambda: ast.With(items, self.body(depth)),
            lambda: ast.AsyncWith(items, self.body(depth)),
            lambda: ast.Try(self.body(depth), [handler], [], self.chance.choice(([], self.body(depth)))),
            lambda: ast.TryStar(self.body(depth), [handler], [], []),
            lambda: ast.Match(
                self.expression(2), [self._case(depth) for _ in range(self.chance.randint(1, 3))]
            ),
            lambda: self._function(depth),
            lambda: ast.ClassDef(**self._fields("Inner", depth), bases=[], keywords=[]),
        ]
        if sys.version_info >= (3, 12):
            simple.append(lambda: ast.TypeAlias(ast.Name("Alias", ast.Store()), [], self.expression(1)))
        return self.chance.choice([*simple, *nested])()

    def _single_target(self) -> ast.expr:
        target = self.target(2)
        while isinstance(target, ast.Tuple):
            target = self.target(2)
        return target

    def _fields(self, name: str, depth: int) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "name": name,
            "body": self.body(depth),
            "decorator_list": self.some(self.name, depth, 1),
        }
        if sys.version_info >= (3, 12):
            fields["type_params"] = [ast.TypeVar("T", None)] if self.chance.random() < 0.2 else []
        return fields

    def _function(self, depth: int) -> ast.stmt:
        kind = ast.FunctionDef if self.chance.random() < 0.8 else ast.AsyncFunctionDef
        return kind(**self._fields("inner", depth), args=self.arguments(depth), returns=None)

    def _case(self, depth: int) -> ast.match_case:
        guard = self.expression(1) if self.chance.random() < 0.3 else None
        return ast.match_case(self._pattern(depth), guard, self.body(depth))

    def _pattern(self, depth: int) -> ast.pattern:
        constant: ast.expr = ast.Constant(self.chance.choice((1, "t", 1.5)))
        level = ast.Attribute(ast.Name("Level", ast.Load()), "LOW", ast.Load())
        value = ast.MatchValue(
            self.chance.choice((constant, level, ast.UnaryOp(ast.USub(), ast.Constant(2))))
        )
        if depth <= 0:
            return value
        inner = [self._pattern(depth - 2) for _ in range(2)]
        return self.chance.choice(
            [
                value,
                ast.MatchSingleton(self.chance.choice((None, True))),
                ast.MatchSequence(inner),
                ast.MatchSequence([inner[0], ast.MatchStar(self.chance.choice((None, "rest")))]),
                ast.MatchMapping([ast.Constant("k")], inner[:1], None),
                ast.MatchClass(self.name(), inner[:1], ["x"], inner[1:]),
                ast.MatchAs(None, "caught"),
                ast.MatchAs(),
                ast.MatchOr([value, value]),
                ast.MatchAs(value, "named"),
            ]
        )


@cache
def seeds() -> tuple[ast.Module, ...]:
    """The modules to begin with: one for each kernel, with all that its file defines for devices."""
    found: list[ast.Module] = [ast.parse(OWN), ast.parse(MORE), ast.parse(MORE)]
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kept = [node for node in tree.body if _is_kept(node)]
        found += [
            ast.Module([*[n for n in kept if not _is_marked(n, "kernel")], node], [])
            for node in kept
            if _is_marked(node, "kernel")
        ]
    return tuple(found)


def _is_marked(node: ast.AST, decorator: str) -> bool:
    return isinstance(node, ast.FunctionDef) and any(decorator in ast.unparse(d) for d in node.decorator_list)


def _is_kept(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return any("struct" in ast.unparse(decorator) for decorator in node.decorator_list)
    if isinstance(node, ast.Assign):
        plain = ast.Constant | ast.Tuple | ast.BinOp | ast.operator | ast.expr_context
        return all(isinstance(part, plain) for part in ast.walk(node.value))
    return _is_marked(node, "kernel") or _is_marked(node, "device")


class _Mutation:
    """Changes one function, in a few places."""

    def __init__(self, chance: random.Random, function: ast.FunctionDef):
        self.chance = chance
        self.maker = Maker(chance)
        self.function = function

    def change(self) -> None:
        self.chance.choice(
            (self._expression, self._expression, self._statement, self._exchange, self._drop, self._detail)
        )()

    def _places(self, kind: type[ast.AST]) -> list[tuple[ast.AST, str, int | None]]:
        """Where a node of `kind` hangs: its parent, the field, and the place in the list that it is in."""
        found: list[tuple[ast.AST, str, int | None]] = []
        for parent in ast.walk(self.function):
            if isinstance(parent, ast.JoinedStr):
                continue
            for name, value in ast.iter_fields(parent):
                if parent is self.function and name != "body":
                    continue
                if isinstance(value, kind) and isinstance(getattr(value, "ctx", None), ast.Load | None):
                    found.append((parent, name, None))
                elif isinstance(value, list):
                    found += [
                        (parent, name, index)
                        for index, part in enumerate(value)
                        if isinstance(part, kind) and isinstance(getattr(part, "ctx", None), ast.Load | None)
                    ]
        return found

    @staticmethod
    def _get(place: tuple[ast.AST, str, int | None]) -> Any:
        held = getattr(place[0], place[1])
        return held if place[2] is None else held[place[2]]

    @staticmethod
    def _set(place: tuple[ast.AST, str, int | None], value: ast.AST) -> None:
        if place[2] is None:
            setattr(place[0], place[1], value)
        else:
            getattr(place[0], place[1])[place[2]] = value

    def _expression(self) -> None:
        places = self._places(ast.expr)
        if places:
            self._set(self.chance.choice(places), self.maker.expression(self.chance.randint(0, 3)))

    def _statement(self) -> None:
        parent, name, index = self.chance.choice(self._places(ast.stmt))
        if index is not None:
            made = self.maker.statement(self.chance.randint(0, 3))
            if self.chance.random() < 0.5:
                getattr(parent, name)[index] = made
            else:
                getattr(parent, name).insert(index, made)

    def _exchange(self) -> None:
        kind = self.chance.choice((ast.expr, ast.stmt))
        places = self._places(kind)
        if len(places) > 1:
            one, other = self.chance.sample(places, 2)
            first, second = copy.deepcopy(self._get(one)), copy.deepcopy(self._get(other))
            self._set(one, second)
            self._set(other, first)

    def _drop(self) -> None:
        parent, name, index = self.chance.choice(self._places(ast.stmt))
        statements = getattr(parent, name)
        if index is not None and len(statements) > 1:
            del statements[index]

    def _detail(self) -> None:
        """Another operator, number, name, or attribute."""
        kinds = ast.BinOp | ast.Constant | ast.Name | ast.Attribute | ast.arg
        texts = {
            id(part) for n in ast.walk(self.function) if isinstance(n, ast.JoinedStr) for part in n.values
        }
        nodes = [n for n in ast.walk(self.function) if isinstance(n, kinds) and id(n) not in texts]
        if not nodes:
            return
        node = self.chance.choice(nodes)
        match node:
            case ast.BinOp():
                node.op = self.maker.operator()
            case ast.Constant():
                node.value = self.chance.choice(NUMBERS)
            case ast.Name():
                node.id = self.chance.choice(NAMES)
            case ast.Attribute():
                node.attr = self.chance.choice(ATTRIBUTES)
            case ast.arg():
                node.annotation = self.maker.expression(1) if self.chance.random() < 0.5 else None


def mutant(seed: int) -> str:
    """The text of a module with a kernel that was changed in one to four places."""
    chance = random.Random(seed)
    module = copy.deepcopy(chance.choice(seeds()))
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    for _ in range(chance.randint(1, 4)):
        _Mutation(chance, chance.choice(functions[-2:])).change()
    try:
        return f"{PRELUDE}\n\n{ast.unparse(ast.fix_missing_locations(module))}\n"
    except ValueError:  # Python can not write out a backslash in the expression of an f-string
        return mutant(seed + 1)
