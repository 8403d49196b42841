"""Arithmetic on floats of 16 bits, against exact fractions."""

from __future__ import annotations

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from exact_floats import BF16, F16, F32, Format, fma
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, floats

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
FORMATS = {"f16": F16, "bf16": BF16}
NAN = 0x7FFF


def one(form: Format) -> int:
    return form.bias << form.fraction_bits


OPERATIONS: dict[str, tuple[Callable[..., int | None], int]] = {
    "add": (lambda form, a, b: fma(form, a, one(form), b, "rn"), 2),
    "sub": (lambda form, a, b: fma(form, a, one(form), b ^ form.sign, "rn"), 2),
    "mul": (lambda form, a, b: fma(form, a, b, (a ^ b) & form.sign, "rn"), 2),
    "fma.rn": (lambda form, a, b, c: fma(form, a, b, c, "rn"), 3),
}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("opcode", OPERATIONS)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_operations(kind: str, opcode: str, seed: int) -> None:
    form = FORMATS[kind]
    oracle, count = OPERATIONS[opcode]
    values = [floats(seed + i, form.exponent_bits, form.fraction_bits) for i in range(count)]
    listed = ", ".join(f"%s{i}" for i in range(count))
    rows = list(zip(*values, strict=True))
    exactly = [oracle(form, *row) for row in rows]
    expected = [NAN if x is None else x for x in exactly]
    assert evaluate(f"{opcode}.{kind} %d0, {listed};", "b16", " ".join(["b16"] * count), *values) == expected
    pairs = [[x | y << 16 for x, y in zip(v, v[::-1], strict=True)] for v in values]
    found = evaluate(f"{opcode}.{kind}x2 %d0, {listed};", "b32", " ".join(["b32"] * count), *pairs)
    assert found == [x | y << 16 for x, y in zip(expected, expected[::-1], strict=True)]
    if opcode == "fma.rn":
        found = evaluate(f"fma.rn.relu.{kind} %d0, {listed};", "b16", "b16 b16 b16", *values)
        for ours, x in zip(found, expected, strict=True):
            assert ours == (0 if x & form.sign else x) or x == ours == form.sign
    if kind == "f16":
        flushed = [oracle(form, *map(form.flushed, row)) for row in rows]
        found = evaluate(f"{opcode}.ftz.f16 %d0, {listed};", "b16", " ".join(["b16"] * count), *values)
        assert found == [NAN if x is None else form.flushed(x) for x in flushed]
        found = evaluate(f"{opcode}.sat.f16 %d0, {listed};", "b16", " ".join(["b16"] * count), *values)
        assert found == [0 if x is None or x & form.sign else min(x, one(form)) for x in exactly]


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_extremes_and_signs(kind: str, seed: int) -> None:
    form = FORMATS[kind]
    a, b = (floats(seed + i, form.exponent_bits, form.fraction_bits) for i in range(2))

    def order(x: int) -> int:
        return -(x & form.sign - 1) - 1 if x & form.sign else x

    for opcode, choose in (("min", min), ("max", max)):
        for nan in (False, True):
            found = evaluate(f"{opcode}{'.NaN' if nan else ''}.{kind} %d0, %s0, %s1;", "b16", "b16 b16", a, b)
            for ours, *row in zip(found, a, b, strict=True):
                numbers = [x for x in row if not form.is_nan(x)]
                missing = not numbers or (nan and len(numbers) < 2)
                assert ours == (NAN if missing else choose(numbers, key=order))
            found = evaluate(
                f"{opcode}{'.NaN' if nan else ''}.xorsign.abs.{kind} %d0, %s0, %s1;", "b16", "b16 b16", a, b
            )
            for ours, *row in zip(found, a, b, strict=True):
                sizes = [x & form.sign - 1 for x in row if not form.is_nan(x)]
                missing = not sizes or (nan and len(sizes) < 2)
                assert ours == (NAN if missing else choose(sizes) | (row[0] ^ row[1]) & form.sign)
    numbers = [x for x in a if not form.is_nan(x)]
    assert evaluate(f"neg.{kind} %d0, %s0;", "b16", "b16", numbers) == [x ^ form.sign for x in numbers]
    assert evaluate(f"abs.{kind} %d0, %s0;", "b16", "b16", numbers) == [x & form.sign - 1 for x in numbers]


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_sums_of_32_bits(kind: str, seed: int) -> None:
    form = FORMATS[kind]
    a, b = (floats(seed + i, form.exponent_bits, form.fraction_bits) for i in range(2))
    c = floats(seed + 2, 8, 23)

    def wide(x: int) -> int:
        minus = F32.sign if x & form.sign else 0
        if form.is_nan(x) or form.is_infinite(x):
            return minus | F32.infinity | form.is_nan(x)
        return F32.rounded(form.value(x), "rn", bool(minus))

    for mode in ("rn", "rz", "rm", "rp"):
        found = evaluate(f"fma.{mode}.f32.{kind} %d0, %s0, %s1, %s2;", "b32", "b16 b16 b32", a, b, c)
        rows = zip(map(wide, a), map(wide, b), c, strict=True)
        assert found == [0x7FFF_FFFF if (x := fma(F32, *row, mode)) is None else x for row in rows]
        found = evaluate(f"sub.{mode}.f32.{kind} %d0, %s0, %s1;", "b32", "b16 b32", a, c)
        rows = [(wide(x), F32.bias << 23, y ^ F32.sign) for x, y in zip(a, c, strict=True)]
        assert found == [0x7FFF_FFFF if (x := fma(F32, *row, mode)) is None else x for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        "add.ftz.bf16 %h, %h, %h;",
        "add.NaN.f16 %h, %h, %h;",
        "min.relu.f16 %h, %h, %h;",
        "abs.ftz.bf16 %h, %h;",
        "div.f16 %h, %h, %h;",
        "add.relu.f16 %h, %h, %h;",
        "tanh.approx.f64 %d, %d;",
        "sin.approx.f16 %h, %h;",
        "fma.rn.f16 %h, %h, %h;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b16 %h; .reg .f64 %d; {text}"))
