"""Types of expressions and variables: a table, and random expressions against an independent statement of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from periclase import open_device
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import collect_functions, import_kernels
from periclase.types import ScalarType, i8, i16, i32, i64, scalar_types, u8, u16, u32, u64

PARAMETERS = (
    "b1: bool_, a8: i8, a16: i16, a32: i32, a64: i64, c8: u8, c16: u16, c32: u32, c64: u64, n: isize, "
    "h: f16, g: bf16, f: f32, d: f64, x: Slice[f32]"
)


def type_of(load: Callable[..., ModuleType], body: str) -> str:
    """The type that a device function with the parameters above and this body returns."""
    lines = "\n".join("    " + line for line in body.split("\n"))
    module = load(f"@device\ndef f_({PARAMETERS}):\n{lines}\n")
    (function,) = collect_functions([module.f_]).functions
    import_kernels([module.f_]).verify()
    return str(function.function.result_type)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1", "i64"),
        ("1.0", "f64"),
        ("2 ** 63", "u64"),
        ("True", "bool_"),
        ("a8 + 1", "i8"),
        ("a8 + 200", "i16"),
        ("c8 + 255", "u8"),
        ("c8 - 1", "u8"),
        ("c8 + -1", "i16"),
        ("a8 + c8", "i16"),
        ("a32 + c32", "i64"),
        ("a32 + n", "isize"),
        ("a64 + n", "isize"),
        ("c32 + n", "isize"),
        ("a16 * a32", "i32"),
        ("b1 + 1", "i64"),
        ("b1 + a8", "i8"),
        ("b1 & (a8 > 1)", "bool_"),
        ("b1 | a8", "i8"),
        ("c64 + len(x)", "u64"),
        ("a8 * f", "f32"),
        ("a16 * f", "f32"),
        ("a32 * d", "f64"),
        ("thread_idx_x() * f", "f32"),
        ("a8 * h", "f16"),
        ("c8 * g", "bf16"),
        ("h + g", "f32"),
        ("h + f", "f32"),
        ("f + d", "f64"),
        ("f * 2", "f32"),
        ("f * 0.1", "f32"),
        ("h * 3", "f16"),
        ("a32 * 0.5", "f64"),
        ("a32 / 2", "f64"),
        ("f / 2", "f32"),
        ("f // 2", "f32"),
        ("a32 // 2", "i32"),
        ("a32 % 5", "i32"),
        ("1 << 3", "i64"),
        ("a8 << a64", "i8"),
        ("c32 >> 3", "u32"),
        ("a32 ** 2", "i32"),
        ("f ** 2", "f32"),
        ("f ** 0.5", "f32"),
        ("f ** d", "f64"),
        ("-c8", "u8"),
        ("~a16", "i16"),
        ("not a8", "bool_"),
        ("a8 < c64 if False else a8", "i8"),
        ("a8 if b1 else 300", "i16"),
        ("1 if b1 else 2", "i64"),
        ("1 if b1 else 2.5", "f64"),
        ("f if b1 else 0", "f32"),
        ("min(a8, 3)", "i8"),
        ("max(f, a8)", "f32"),
        ("abs(a8)", "i8"),
        ("len(x)", "isize"),
        ("thread_idx_x()", "isize"),
        ("clock64()", "u64"),
        ("int(f)", "i64"),
        ("float(a8)", "f64"),
        ("bool(f)", "bool_"),
        ("round(f)", "i64"),
        ("math.floor(d)", "i64"),
        ("math.sqrt(f)", "f32"),
        ("math.sqrt(a8)", "f64"),
        ("math.sqrt(2)", "f64"),
        ("math.atan2(f, 1)", "f32"),
        ("math.pi", "f64"),
        ("math.isnan(f)", "bool_"),
        ("(a8, f)", "tuple[i8, f32]"),
        ("(a8, f)[1]", "f32"),
        ("(1, 2.5)", "tuple[i64, f64]"),
        ("x[n]", "f32"),
        ("x", "Slice[f32]"),
    ],
)
def test_expressions(expression: str, expected: str, load: Callable[..., ModuleType]) -> None:
    assert type_of(load, f"return {expression}") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("s = 0\ns += a8\nreturn s", "i8"),
        ("s = 0.0\nfor i in range(n):\n    s += x[i]\nreturn s", "f32"),
        ("s = 0\nfor i in range(n):\n    s += x[i]\nreturn s", "f32"),
        ("s = 0\nfor i in range(n):\n    s += 1\nreturn s", "i64"),
        ("s = 0\nt = 0\nfor i in range(n):\n    s = t\n    t = s + a16\nreturn t", "i16"),
        ("s = a8\ns = c8\nreturn s", "i16"),
        ("s = a8\nif b1:\n    s = 1000\nreturn s", "i16"),
        ("s = a8\ns = f\nreturn s", "f32"),
        ("s = 1\nif b1:\n    s = 2.5\nreturn s", "f64"),
        ("s: i32 = 0\ns += 1\nreturn s", "i32"),
        ("s = 5\nreturn a8 + s", "i8"),
        ("s = 300\nreturn a8 + s", "i16"),
        ("for i in range(4):\n    if a8 == i:\n        return f * i\nreturn f", "f32"),
        ("for i in range(a8):\n    if b1:\n        return i\nreturn 0", "i8"),
        ("for i in range(0, a32, n):\n    if b1:\n        return i\nreturn 0", "i32"),
        ("p, q = a8, f\nreturn q", "f32"),
        ("p = (a8, 1)\np = (a16, 2)\nreturn p", "tuple[i16, i64]"),
        ("if b1:\n    return a8\nreturn a32", "i32"),
        ("a8 = a16\nreturn a8", "i16"),
        ("return", "tuple[()]"),
        ("pass", "tuple[()]"),
        ("raise ValueError('stop')\n", "tuple[()]"),
    ],
)
def test_variables_and_results(body: str, expected: str, load: Callable[..., ModuleType]) -> None:
    assert type_of(load, body) == expected


# Random integer expressions: an independent statement of the rules

VARIABLES: dict[str, ScalarType] = {"a": i8, "b": u8, "c": i16, "d": u16, "e": i32, "g": u32, "h": i64}
BY_SIZE = [u8, i8, u16, i16, u32, i32, u64, i64]
OPERATORS = ["+", "-", "*", "&", "|", "^"]


def holds(type: ScalarType, low: int, high: int) -> bool:
    return type.low <= low and high <= type.high


def common(left: Any, right: Any) -> ScalarType:
    """The common type of two operands, each a type or a literal's value."""
    bounds = [(int(v.low), int(v.high)) if isinstance(v, ScalarType) else (v, v) for v in (left, right)]
    low, high = min(b[0] for b in bounds), max(b[1] for b in bounds)
    given_types = [v for v in (left, right) if isinstance(v, ScalarType)]
    found = next((t for t in [*given_types, *BY_SIZE] if holds(t, low, high)), None)
    if found is None:
        raise LookupError(left, right)
    return found


def expressions() -> st.SearchStrategy[str]:
    leaves = st.sampled_from([*VARIABLES]) | st.integers(-(2**31), 2**31 - 1).map(lambda v: f"({v})")
    return st.recursive(
        leaves,
        lambda inner: st.tuples(inner, st.sampled_from(OPERATORS), inner).map(
            "({0[0]} {0[1]} {0[2]})".format
        ),
    )


def oracle(text: str, values: dict[str, int]) -> tuple[Any, int]:
    """The type (or the value itself, for a literal) and the value of an expression, each operation wrapped in its type."""
    import ast

    def visit(node: ast.expr) -> tuple[Any, int]:
        if isinstance(node, ast.Name):
            return VARIABLES[node.id], values[node.id]
        if isinstance(node, ast.BinOp):
            (lt, lv), (rt, rv) = visit(node.left), visit(node.right)
            sign = {
                ast.Add: "+",
                ast.Sub: "-",
                ast.Mult: "*",
                ast.BitAnd: "&",
                ast.BitOr: "|",
                ast.BitXor: "^",
            }[type(node.op)]
            exact = eval(f"lv {sign} rv", {"lv": lv, "rv": rv})
            if not isinstance(lt, ScalarType) and not isinstance(rt, ScalarType):
                return exact, exact
            type_ = common(lt, rt)
            return type_, type_.convert(exact)
        value = eval(ast.unparse(node))
        return value, value

    return visit(ast.parse(text, mode="eval").body)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(expressions())
@example("(b + ((65536) * (65536)))")
def test_random_integer_expressions_have_the_type_of_the_rules(
    load: Callable[..., ModuleType], text: str
) -> None:
    try:
        expected, _ = oracle(text, dict.fromkeys(VARIABLES, 1))
    except LookupError:
        return  # a literal that no type holds together with a variable: refused, which other tests cover
    if not isinstance(expected, ScalarType):
        return
    parameters = ", ".join(f"{name}: {type}" for name, type in VARIABLES.items())
    module = load(f"@device\ndef f_({parameters}):\n    return {text}\n")
    (function,) = collect_functions([module.f_]).functions
    assert function.function.result_type is expected


def test_random_integer_expressions_have_the_value_of_the_rules(load: Callable[..., ModuleType]) -> None:
    generator = random.Random(20)

    def make(depth: int) -> str:
        if depth == 0 or generator.random() < 0.15:
            if generator.random() < 0.7:
                return generator.choice([*VARIABLES])
            return f"({generator.choice([0, 1, -1, 7, 200, -200, 40000, 2**31 - 1, -(2**31)])})"
        return f"({make(depth - 1)} {generator.choice(OPERATORS)} {make(depth - 1)})"

    inputs = [{n: generator.randint(int(t.low), int(t.high)) for n, t in VARIABLES.items()} for _ in range(8)]
    inputs += [{n: int(t.low) for n, t in VARIABLES.items()}, {n: int(t.high) for n, t in VARIABLES.items()}]
    texts: list[str] = []
    while len(texts) < 40:
        text = make(3)
        try:
            if all(isinstance(oracle(text, values)[0], ScalarType) for values in inputs):
                texts.append(text)
        except LookupError:
            continue
    parameters = ", ".join(f"{name}: {type}" for name, type in VARIABLES.items())
    lines = "\n".join(f"    out[{index}] = i64({text})" for index, text in enumerate(texts))
    module = load(f"@kernel\ndef k(out: MutSlice[i64], {parameters}):\n{lines}\n")
    device = open_device("cpu")
    for values in inputs:
        out = device.zeros(len(texts), np.int64)
        module.k[1, 1](out, *values.values())
        for text, got in zip(texts, out.numpy().tolist(), strict=True):
            assert got == i64.convert(oracle(text, values)[1]), (text, values)


def test_debug_traps_overflow_only_where_it_can_happen(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel(debug=True)
        def k(a: i8, b: i32, n: MutSlice[i32], w: MutSlice[i64]):
            w[0] = i64(b) * i64(b)
            n[0] = i32(a) * i32(a) + 5
            n[1] = b + 1
            n[2] = -b
        """
    )
    text = str(import_kernels([module.k]))
    assert text.count("mir.assert overflow") == 2
    assert str(import_kernels([module.k], debug=True)) == text


def test_locations_are_those_of_the_source(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f32]):\n    é = y[0]; y[1] = é * 2.0\n")
    found = {op.name: op.location for op in import_kernels([module.k]).walk()}
    multiplication = found["mir.mul"]
    assert str(multiplication).endswith(":6:22)")
    assert all(
        "unknown" not in str(op.location) for f in import_kernels([module.k]).body.ops for op in f.walk()
    )


def test_scalar_types_are_all_known(load: Callable[..., ModuleType]) -> None:
    parameters = ", ".join(f"p{index}: {name}" for index, name in enumerate(scalar_types))
    module = load(f"@kernel\ndef k({parameters}):\n    pass\n")
    text = str(import_kernels([module.k]))
    for spelling in (
        "i1",
        "si8",
        "si16",
        "si32",
        "si64",
        "ui8",
        "ui16",
        "ui32",
        "ui64",
        "f16",
        "bf16",
        "f32",
        "f64",
    ):
        assert f": {spelling}" in text


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "n[0] = best",
            "write `best: i32 = …` where it is first assigned: of numbers in the source it is an i64",
        ),
        ("n[0] = best + 1", "write `i32(best + 1)` where the loss is meant"),
        (
            "y[0] = share",
            "write `share: f32 = …` where it is first assigned: of numbers in the source it is an f64",
        ),
        ("n[0] = wide", "write `i32(wide)` where the loss is meant"),
    ],
)
def test_the_help_for_variables_that_literals_made_wide(
    load: Callable[..., ModuleType], line: str, help: str
) -> None:
    module = load(
        "@kernel\ndef k(y: MutSlice[f32], n: MutSlice[i32], given: i64):\n"
        "    best = -1\n    share = 0.5\n    wide = given\n"
        "    for i in range(3):\n        if y[i] > 1.0:\n            best = i\n            share = 0.25\n"
        f"    {line}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].help == help


def test_what_that_help_says_compiles(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@kernel\ndef k(y: MutSlice[f32], n: MutSlice[i32]):\n"
        "    best: i32 = -1\n    share: f32 = 0.5\n"
        "    for i in range(3):\n        if y[i] > 1.0:\n            best = i\n            share = 0.25\n"
        "    n[0] = best\n    y[0] = share\n"
    )
    import_kernels([module.k])
