"""Arithmetic on floats, against exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from exact_floats import F32, F64, Format, fma, root
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, floats

from periclase.diagnostics import CompileError

MODES = ("rn", "rz", "rm", "rp")
FORMATS = {"f32": F32, "f64": F64}
SEEDS = st.integers(0, 1 << 32)
NAN = 0x7FFF_FFFF
ONE = 0x3F80_0000


def operands(form: Format, seed: int, count: int) -> list[list[int]]:
    size = 256 if form is F32 else 64
    return [floats(seed + i, form.exponent_bits, form.fraction_bits, size) for i in range(count)]


def same(form: Format, found: list[int], expected: list[int | None]) -> None:
    """NaNs of 32 bits are the canonical one; of 64 any."""
    for number, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        if theirs is None:
            assert ours == NAN if form is F32 else form.is_nan(ours), (number, hex(ours))
        else:
            assert ours == theirs, (number, hex(ours), hex(theirs))


def sum_of(form: Format, a: int, b: int, mode: str) -> int | None:
    return fma(form, a, form.bias << form.fraction_bits, b, mode)


def difference(form: Format, a: int, b: int, mode: str) -> int | None:
    return sum_of(form, a, b ^ form.sign, mode)


def product(form: Format, a: int, b: int, mode: str) -> int | None:
    return fma(form, a, b, (a ^ b) & form.sign, mode)


def quotient(form: Format, a: int, b: int, mode: str) -> int | None:
    sign = (a ^ b) & form.sign
    zeros = [not x & form.sign - 1 for x in (a, b)]
    infinite = [form.is_infinite(x) for x in (a, b)]
    if form.is_nan(a) or form.is_nan(b) or all(zeros) or all(infinite):
        return None
    if infinite[0] or zeros[1]:
        return sign | form.infinity
    if zeros[0] or infinite[1]:
        return sign
    return form.rounded(form.value(a) / form.value(b), mode)


def square_root(form: Format, a: int, mode: str) -> int | None:
    if form.is_nan(a) or (a & form.sign and a != form.sign):
        return None
    return a if a in (0, form.sign, form.infinity) else root(form, form.value(a), mode)


def reciprocal(form: Format, a: int, mode: str) -> int | None:
    return quotient(form, form.bias << form.fraction_bits, a, mode)


OPERATIONS: dict[str, tuple[Callable[..., int | None], int]] = {
    "add": (sum_of, 2),
    "sub": (difference, 2),
    "mul": (product, 2),
    "fma": (fma, 3),
    "div": (quotient, 2),
    "sqrt": (square_root, 1),
    "rcp": (reciprocal, 1),
}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("opcode", OPERATIONS)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_operations_are_rounded_exactly_in_every_mode(kind: str, opcode: str, seed: int) -> None:
    form = FORMATS[kind]
    oracle, count = OPERATIONS[opcode]
    values = operands(form, seed, count)
    bits = f"b{kind[1:]}"
    for mode in MODES:
        listed = ", ".join(f"%s{i}" for i in range(count))
        found = evaluate(f"{opcode}.{mode}.{kind} %d0, {listed};", bits, " ".join([bits] * count), *values)
        same(form, found, [oracle(form, *row, mode) for row in zip(*values, strict=True)])


@pytest.mark.parametrize("opcode", ["add", "sub", "mul", "fma"])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_flushing_and_limits(opcode: str, seed: int) -> None:
    oracle, count = OPERATIONS[opcode]
    values = operands(F32, seed, count)
    listed = ", ".join(f"%s{i}" for i in range(count))
    kinds = " ".join(["b32"] * count)
    rows = [[F32.flushed(x) for x in row] for row in zip(*values, strict=True)]
    expected = [oracle(F32, *row, "rn") for row in rows]
    expected = [x if x is None else F32.flushed(x) for x in expected]
    same(F32, evaluate(f"{opcode}.rn.ftz.f32 %d0, {listed};", "b32", kinds, *values), expected)
    limited = [0 if x is None or x >= F32.sign else min(x, ONE) for x in expected]
    same(F32, evaluate(f"{opcode}.rn.ftz.sat.f32 %d0, {listed};", "b32", kinds, *values), [*limited])


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_pairs_of_floats(seed: int) -> None:
    a, b, c = (floats(seed + i, 8, 23, 512) for i in range(3))
    packed = [[low | high << 32 for low, high in zip(x[::2], x[1::2], strict=True)] for x in (a, b, c)]
    found = evaluate("fma.rm.f32x2 %d0, %s0, %s1, %s2;", "b64", "b64 b64 b64", *packed)
    halves = [half for word in found for half in (word & 0xFFFF_FFFF, word >> 32)]
    same(F32, halves, [fma(F32, *row, "rm") for row in zip(a, b, c, strict=True)])


def extreme(form: Format, values: list[int], largest: bool, nan: bool) -> int | None:
    numbers = [x for x in values if not form.is_nan(x)]
    if not numbers or (nan and len(numbers) < len(values)):
        return None
    key: Callable[[int], int] = lambda x: -(x & form.sign - 1) - 1 if x & form.sign else x  # noqa: E731
    return (max if largest else min)(numbers, key=key)


@pytest.mark.parametrize("opcode", ["min", "max"])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_extremes(opcode: str, seed: int) -> None:
    largest = opcode == "max"
    a, b, c = operands(F32, seed, 3)
    for nan in (False, True):
        word = ".NaN" if nan else ""
        found = evaluate(f"{opcode}{word}.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
        same(F32, found, [extreme(F32, [*row], largest, nan) for row in zip(a, b, strict=True)])
        found = evaluate(f"{opcode}{word}.f32 %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, c)
        same(F32, found, [extreme(F32, [*row], largest, nan) for row in zip(a, b, c, strict=True)])
        found = evaluate(f"{opcode}{word}.xorsign.abs.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
        expected: list[int | None] = []
        for x, y in zip(a, b, strict=True):
            size = extreme(F32, [x & F32.sign - 1, y & F32.sign - 1], largest, nan)
            expected.append(size if size is None else size | (x ^ y) & F32.sign)
        same(F32, found, expected)
    x, y = operands(F64, seed, 2)
    found = evaluate(f"{opcode}.f64 %d0, %s0, %s1;", "b64", "b64 b64", x, y)
    same(F64, found, [extreme(F64, [*row], largest, False) for row in zip(x, y, strict=True)])


@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_signs_and_kinds(seed: int) -> None:
    (a, b) = operands(F32, seed, 2)
    numbers = [x for x in a if not F32.is_nan(x)]
    assert evaluate("neg.f32 %d0, %s0;", "b32", "b32", numbers) == [x ^ F32.sign for x in numbers]
    assert evaluate("abs.ftz.f32 %d0, %s0;", "b32", "b32", numbers) == [
        F32.flushed(x & F32.sign - 1) for x in numbers
    ]
    assert evaluate("copysign.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b) == [
        x & F32.sign | y & F32.sign - 1 for x, y in zip(a, b, strict=True)
    ]
    size = [x & F32.sign - 1 for x in a]
    tests = {
        "finite": [x < F32.infinity for x in size],
        "infinite": [x == F32.infinity for x in size],
        "number": [x <= F32.infinity for x in size],
        "notanumber": [x > F32.infinity for x in size],
        "normal": [x == 0 or 1 << 23 <= x < F32.infinity for x in size],
        "subnormal": [0 < x < 1 << 23 for x in size],
    }
    for name, expected in tests.items():
        assert evaluate(f"testp.{name}.f32 %d0, %s0;", "pred", "b32", a) == expected


def test_what_an_approximate_division_gives_for_huge_divisors() -> None:
    a = [ONE, ONE | F32.sign, F32.infinity, ONE, ONE, F32.infinity]
    huge = (127 + 126 << 23) + 1
    b = [huge, huge, huge, F32.infinity, 127 + 126 << 23, ONE]
    found = evaluate("div.approx.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
    assert found == [0, F32.sign, NAN, 0, F32.rounded(Fraction(1, 2**126), "rn"), F32.infinity]
    full = evaluate("div.full.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
    assert full[0] == F32.rounded(1 / F32.value(huge), "rn")


def test_functions_at_their_edges() -> None:
    inf, minus, zero, negative = F32.infinity, F32.infinity | F32.sign, 0, F32.sign
    a = [zero, negative, inf, minus, 0x7F80_0001, 1, ONE | F32.sign]
    expected = {
        "ex2.approx": [ONE, ONE, inf, 0, NAN, ONE, 0x3F00_0000],
        "ex2.approx.ftz": [ONE, ONE, inf, 0, NAN, ONE, 0x3F00_0000],
        "lg2.approx": [minus, minus, inf, NAN, NAN, 0xC315_0000, NAN],
        "lg2.approx.ftz": [minus, minus, inf, NAN, NAN, minus, NAN],
        "rsqrt.approx": [inf, minus, 0, NAN, NAN, 0x64B5_04F3, NAN],
        "rsqrt.approx.ftz": [inf, minus, 0, NAN, NAN, inf, NAN],
        "rcp.approx.ftz": [inf, minus, 0, negative, NAN, inf, ONE | F32.sign],
        "sqrt.approx.ftz": [0, negative, inf, NAN, NAN, 0, NAN],
        "sin.approx.ftz": [0, negative, NAN, NAN, NAN, 0, None],
        "cos.approx": [ONE, ONE, NAN, NAN, NAN, ONE, None],
        "tanh.approx": [0, negative, ONE, ONE | F32.sign, NAN, 1, None],
    }
    for words, values in expected.items():
        found = evaluate(f"{words}.f32 %d0, %s0;", "b32", "b32", a)
        for ours, theirs in zip(found, values, strict=True):
            assert theirs is None or ours == theirs, (words, [hex(x) for x in found])


def test_a_gross_reciprocal_has_an_upper_half_only() -> None:
    one = F64.bias << 52
    a = [one, one + 0xFFFF_FFFF, one + (1 << 52), 1, F64.sign | 2046 << 52, 0, F64.infinity]
    found = evaluate("rcp.approx.ftz.f64 %d0, %s0;", "b64", "b64", a)
    assert found == [one, one, one - (1 << 52), F64.infinity, F64.sign, F64.infinity, 0]


@pytest.mark.parametrize(
    "text",
    [
        "add.sat.f64 %d, %d, %d;",
        "add.ftz.f64 %d, %d, %d;",
        "max.NaN.f64 %d, %d, %d;",
        "div.approx.f64 %d, %d, %d;",
        "min.f32x2 %d, %d, %d;",
        "add.rn.rz.f32 %f, %f, %f;",
        "sqrt.f32 %f, %f;",
        "add.rn.f32 %f, %f;",
        "fma.rn.f32 %f, %f, %f;",
        "min.f32 %f, %f, %f, %f, %f;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .f32 %f; .reg .f64 %d; {text}"))
