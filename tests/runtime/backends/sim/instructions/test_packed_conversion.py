"""`cvt` of pairs and of formats below 16 bits, against tables of all their numbers."""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_right
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from exact_floats import BF16, F16, F32, Format
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, floats

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
HALVES = {"f16": F16, "bf16": BF16}
SMALL = {
    "e4m3": (4, 3, 0x7E),
    "e5m2": (5, 2, 0x7B),
    "e2m3": (2, 3, 0x1F),
    "e3m2": (3, 2, 0x1F),
    "e2m1": (2, 1, 7),
}


POWERS = [Fraction(2) ** (code - 127) for code in range(255)]


def small_value(name: str, code: int) -> Fraction:
    """Of a code without its sign."""
    exponent_bits, fraction_bits, _ = SMALL[name]
    return Format(exponent_bits, fraction_bits).value(code)


@functools.cache
def small_values(name: str) -> list[Fraction]:
    return [small_value(name, code) for code in range(SMALL[name][2] + 1)]


def nearest(name: str, x: int, form: Format) -> int:
    """The code nearest to a float, of two the even one; what is too large is the largest."""
    exponent_bits, fraction_bits, largest = SMALL[name]
    if form.is_nan(x):
        return 0x7F if name in ("e4m3", "e5m2") else largest
    sign = 1 << exponent_bits + fraction_bits if x & form.sign else 0
    if form.is_infinite(x):
        return sign | largest
    size, values = abs(form.value(x)), small_values(name)
    below = bisect_right(values, size) - 1
    if below == largest:
        return sign | largest
    twice = 2 * size - values[below] - values[below + 1]
    return sign | below + (twice > 0 or (twice == 0 and below & 1))


def around(name: str, form: Format) -> list[int]:
    """Numbers of a small format, the middles between them, and what is next to those."""
    values = small_values(name)
    places = values + [(x + y) / 2 for x, y in itertools.pairwise(values)] + [values[-1] * 2 - values[-2]]
    words = [form.rounded(x, "rn") for x in places]
    return [max(x + step, 0) | sign for x in words for step in (-1, 0, 1) for sign in (0, form.sign)]


def join(name: str, low: int, high: int) -> int:
    return low | high << (4 if name == "e2m1" else 8)


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_to_small_formats(name: str, seed: int) -> None:
    result = "b8" if name == "e2m1" else "b16"
    high = [*around(name, F32), *floats(seed, 8, 23)][:1024]
    low = high[::-1]
    found = evaluate(f"cvt.rn.satfinite.{name}x2.f32 %d0, %s0, %s1;", result, "b32 b32", high, low)
    codes = {x: nearest(name, x, F32) for x in high}
    assert found == [join(name, codes[y], codes[x]) for x, y in zip(high, low, strict=True)]
    found = evaluate(f"cvt.rn.satfinite.relu.{name}x2.f32 %d0, %s0, %s1;", result, "b32 b32", high, low)
    zero = {x: 0 if x & F32.sign and not F32.is_nan(x) and x != F32.sign else codes[x] for x in high}
    for ours, x, y in zip(found, high, low, strict=True):
        if F32.sign not in (x, y):
            assert ours == join(name, zero[y], zero[x])
    halves = [*around(name, F16), *floats(seed, 5, 10)][:1024]
    found = evaluate(
        f"cvt.rn.satfinite.{name}x2.f16x2 %d0, %s0;", result, "b32", [x << 16 | 0x3C00 for x in halves]
    )
    one = nearest(name, 0x3C00, F16)
    assert found == [join(name, one, nearest(name, x, F16)) for x in halves]


@pytest.mark.parametrize("name", SMALL)
def test_from_small_formats(name: str) -> None:
    exponent_bits, fraction_bits, largest = SMALL[name]
    sign = 1 << exponent_bits + fraction_bits
    codes = list(range(2 * sign))

    def half(code: int) -> int:
        plain = code & sign - 1
        minus = F16.sign if code & sign else 0
        if plain > largest:
            return F16.infinity | minus if (name, plain) == ("e5m2", 0x7C) else 0x7FFF
        return minus | F16.rounded(small_value(name, plain), "rn")

    source = "b8" if name == "e2m1" else "b16"
    packed = [join(name, code, codes[-1 - i]) for i, code in enumerate(codes)]
    found = evaluate(f"cvt.rn.f16x2.{name}x2 %d0, %s0;", "b32", source, packed)
    assert found == [half(code) | half(codes[-1 - i]) << 16 for i, code in enumerate(codes)]


@pytest.mark.parametrize("name", HALVES)
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_pairs_of_halves(name: str, seed: int) -> None:
    form = HALVES[name]
    high, low = floats(seed, 8, 23), floats(seed + 1, 8, 23)

    def half(x: int, mode: str) -> int:
        if F32.is_nan(x):
            return 0x7FFF
        minus = form.sign if x & F32.sign else 0
        return minus | form.infinity if F32.is_infinite(x) else form.rounded(F32.value(x), mode, bool(minus))

    for mode in ("rn", "rz"):
        found = evaluate(f"cvt.{mode}.{name}x2.f32 %d0, %s0, %s1;", "b32", "b32 b32", high, low)
        assert found == [half(y, mode) | half(x, mode) << 16 for x, y in zip(high, low, strict=True)]


@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_tensor_floats(seed: int) -> None:
    form = Format(8, 10)
    a = floats(seed, 8, 23) + [
        x + (1 << 12) & 0xFFFF_FFFF for x in floats(seed + 1, 8, 10, 64) for x in (x << 13,)
    ]
    for mode in ("rn", "rz", "rna"):
        found = evaluate(f"cvt.{mode}.tf32.f32 %d0, %s0;", "b32", "b32", a)
        for ours, x in zip(found, a, strict=True):
            if F32.is_nan(x):
                assert ours == 0x7FFF_FFFF
            elif F32.is_infinite(x):
                assert ours == x
            else:
                assert ours == form.rounded(F32.value(x), mode, bool(x & F32.sign)) << 13


@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_scales(seed: int) -> None:
    a = floats(seed, 8, 23)

    def code(x: int, mode: str, finite: bool) -> int:
        if F32.is_nan(x):
            return 255
        if F32.is_infinite(x):
            return 254 if finite else 255
        size = abs(F32.value(x))
        found = bisect_right(POWERS, size) - 1
        if mode == "rp" and (found < 0 or POWERS[found] != size):
            found += 1
        return max(0, min(found, 254 if finite else 255))

    for mode in ("rz", "rp"):
        for finite in (False, True):
            word = ".satfinite" if finite else ""
            text = f"cvt.{mode}{word}.ue8m0x2.f32 %d0, %s0, %s1;"
            found = evaluate(text, "b16", "b32 b32", a, a[::-1])
            codes = [code(x, mode, finite) for x in a]
            assert found == [x << 8 | y for x, y in zip(codes, codes[::-1], strict=True)]
    found = evaluate("cvt.rn.bf16x2.ue8m0x2 %d0, %s0;", "b32", "b16", list(range(256)))
    assert [x >> 16 for x in found] == [0x40] * 256
    expected = [*(BF16.rounded(Fraction(2) ** (c - 127), "rn") for c in range(255)), 0x7FFF]
    assert [x & 0xFFFF for x in found] == expected


@pytest.mark.parametrize(
    "text",
    [
        "cvt.rn.e4m3x2.f32 %h, %a, %a;",
        "cvt.rn.ue8m0x2.f32 %h, %a, %a;",
        "cvt.rn.f16x2.f32 %a, %a;",
        "cvt.rs.f16x2.f32 %a, %a, %a, %a;",
        "cvt.rn.f16x2.f64 %a, %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b16 %h; .reg .b32 %a; {text}"))
