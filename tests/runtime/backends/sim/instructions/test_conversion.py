"""`cvt` between integers and floats, against exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from exact_floats import BF16, F16, F32, F64, Format
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, floats, integers

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
MODES = ("rn", "rz", "rm", "rp")
FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}
NANS = {"f16": 0x7FFF, "bf16": 0x7FFF, "f32": 0x7FFF_FFFF}
INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")


def bits_of(kind: str) -> str:
    return {"f16": "b16", "bf16": "b16", "f32": "b32", "f64": "b64"}.get(kind, f"b{kind[1:]}")


def ends(kind: str) -> tuple[int, int]:
    size = int(kind[1:])
    return (0, (1 << size) - 1) if kind[0] == "u" else (-(1 << size - 1), (1 << size - 1) - 1)


def number(bits: int, kind: str) -> int:
    size = int(kind[1:])
    return bits - (1 << size) if kind[0] == "s" and bits >> size - 1 else bits


def to_integer(value: Fraction, mode: str) -> int:
    return {"rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil}[mode](value)


@pytest.mark.parametrize("source", FORMATS)
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_floats_to_integers(source: str, seed: int) -> None:
    form = FORMATS[source]
    a = floats(seed, form.exponent_bits, form.fraction_bits)
    # Near the ends of the ranges, and halves.
    a += [
        form.rounded(Fraction(x) + Fraction(y, 2), "rn")
        for kind in INTEGERS
        for x in ends(kind)
        for y in range(-3, 4)
    ]
    for target in INTEGERS:
        low, high = ends(target)
        size = int(target[1:])
        for mode in ("rni", "rzi", "rmi", "rpi"):
            for flush in ("", ".ftz") if source == "f32" else ("",):
                found = evaluate(
                    f"cvt.{mode}{flush}.{target}.{source} %d0, %s0;", bits_of(target), bits_of(source), a
                )
                for ours, x in zip(found, a, strict=True):
                    x = form.flushed(x) if flush else x
                    if form.is_nan(x):
                        expected = 1 << size - 1 if source == "f64" or size == 64 else 0
                    elif form.is_infinite(x):
                        expected = low if x & form.sign else high
                    else:
                        expected = max(low, min(to_integer(form.value(x), mode), high))
                    assert ours == expected & (1 << size) - 1, (mode, target, hex(x))


@pytest.mark.parametrize("target", FORMATS)
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_integers_to_floats(target: str, seed: int) -> None:
    form = FORMATS[target]
    for source in INTEGERS:
        size = int(source[1:])
        a = integers(seed, size)
        # Those that lie between two floats, or next to the middle.
        a += [
            (1 << i) + (1 << i - form.fraction_bits - 1) + j
            for i in range(form.fraction_bits + 2, size)
            for j in (-1, 0, 1)
        ]
        a = [x & (1 << size) - 1 for x in a]
        for mode in MODES:
            found = evaluate(f"cvt.{mode}.{target}.{source} %d0, %s0;", bits_of(target), bits_of(source), a)
            expected = [form.rounded(Fraction(number(x, source)), mode) for x in a]
            assert found == expected, (source, mode)


@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_integers_to_integers(seed: int) -> None:
    for source in INTEGERS:
        a = integers(seed, int(source[1:]), 64)
        for target in INTEGERS:
            size = int(target[1:])
            low, high = ends(target)
            found = evaluate(f"cvt.{target}.{source} %d0, %s0;", bits_of(target), bits_of(source), a)
            assert found == [number(x, source) & (1 << size) - 1 for x in a]
            found = evaluate(f"cvt.sat.{target}.{source} %d0, %s0;", bits_of(target), bits_of(source), a)
            assert found == [max(low, min(number(x, source), high)) & (1 << size) - 1 for x in a]


def expected_float(x: int, source: Format, target: str, mode: str) -> int | None:
    form = FORMATS[target]
    sign = form.sign if x & source.sign else 0
    if source.is_nan(x):
        return NANS.get(target)
    if source.is_infinite(x):
        return sign | form.infinity
    return form.rounded(source.value(x), mode, bool(sign))


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("f16", "f32"),
        ("bf16", "f32"),
        ("f16", "f64"),
        ("f32", "f64"),
        ("f32", "f16"),
        ("f32", "bf16"),
        ("f64", "f32"),
    ],
)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_floats_to_floats(target: str, source: str, seed: int) -> None:
    form = FORMATS[source]
    a = floats(seed, form.exponent_bits, form.fraction_bits)
    narrow = FORMATS[target]
    if narrow.fraction_bits < form.fraction_bits:  # what lies around the narrow ones, and between them
        for x in floats(seed + 1, narrow.exponent_bits, narrow.fraction_bits, 128):
            if not narrow.is_nan(x) and not narrow.is_infinite(x):
                middle = form.rounded(narrow.value(x) + narrow.value(x ^ 1), "rn")
                a += [max(middle - (1 << form.fraction_bits) + i, 0) for i in (-1, 0, 1)]
    for mode in MODES if narrow.fraction_bits < form.fraction_bits else ("",):
        word = f".{mode}" if mode else ""
        found = evaluate(f"cvt{word}.{target}.{source} %d0, %s0;", bits_of(target), bits_of(source), a)
        for ours, x in zip(found, a, strict=True):
            theirs = expected_float(x, form, target, mode or "rn")
            if theirs is None:
                assert narrow.is_nan(ours)
            else:
                assert ours == theirs, (mode, hex(x), hex(ours), hex(theirs))


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_floats_to_whole_numbers(kind: str, seed: int) -> None:
    form = FORMATS[kind]
    a = [x for x in floats(seed, form.exponent_bits, form.fraction_bits) if not form.is_nan(x)]
    for mode in ("rni", "rzi", "rmi", "rpi"):
        found = evaluate(f"cvt.{mode}.{kind}.{kind} %d0, %s0;", bits_of(kind), bits_of(kind), a)
        for ours, x in zip(found, a, strict=True):
            if form.is_infinite(x):
                assert ours == x
            else:
                assert ours == form.rounded(
                    Fraction(to_integer(form.value(x), mode)), "rn", bool(x & form.sign)
                )


@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_limits_and_flushing(seed: int) -> None:
    a = floats(seed, 8, 23)
    one = 0x3F80_0000
    flushed = [F32.flushed(x) for x in a]
    limited = [0 if F32.is_nan(x) or x & F32.sign else min(x, one) for x in a]
    assert evaluate("cvt.sat.f32.f32 %d0, %s0;", "b32", "b32", a) == limited
    canonical = [NANS["f32"] if F32.is_nan(x) else x for x in flushed]
    assert evaluate("cvt.ftz.f32.f32 %d0, %s0;", "b32", "b32", a) == canonical
    half = [expected_float(x, F32, "f16", "rn") for x in a]
    relu = [0 if x is not None and x & F16.sign and x != F16.sign else x for x in half]
    found = evaluate("cvt.rn.relu.f16.f32 %d0, %s0;", "b16", "b32", a)
    for ours, theirs in zip(found, relu, strict=True):
        assert ours == theirs or (ours & 0x7FFF == 0 and (theirs or 0) & 0x7FFF == 0)
    finite = [
        None if x is None else x if F16.is_nan(x) else min(x & 0x7FFF, 0x7BFF) | x & F16.sign for x in half
    ]
    assert evaluate("cvt.rn.satfinite.f16.f32 %d0, %s0;", "b16", "b32", a) == finite
    b = floats(seed, 11, 52)
    found = evaluate("cvt.rn.ftz.f32.f64 %d0, %s0;", "b32", "b64", b)
    for ours, x in zip(found, b, strict=True):
        theirs = expected_float(x, F64, "f32", "rn")
        assert theirs is not None and ours == (theirs if F32.is_nan(theirs) else F32.flushed(theirs))


@pytest.mark.parametrize(
    "text",
    [
        "cvt.rn.s32.f32 %a, %a;",
        "cvt.s32.f32 %a, %a;",
        "cvt.rni.s32.s32 %a, %a;",
        "cvt.rni.f32.s32 %a, %a;",
        "cvt.rn.rz.f32.s32 %a, %a;",
        "cvt.relu.f32.f32 %a, %a;",
        "cvt.rn.satfinite.f32.f64 %a, %l;",
        "cvt.b32.f99 %a, %a;",
        "cvt.s32 %a, %a;",
        "cvt.s32.s16 %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b32 %a; .reg .b64 %l; {text}"))
