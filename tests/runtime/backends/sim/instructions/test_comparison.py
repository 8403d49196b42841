"""Comparisons and selections."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from exact_floats import BF16, F16, F32, F64, Format
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, floats, integers

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
ORDER: dict[str, Callable[[object, object], bool]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
COMBINE = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}


@pytest.mark.parametrize("kind", ["u16", "s16", "u32", "s32", "u64", "s64"])
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_integers(kind: str, seed: int) -> None:
    bits = int(kind[1:])
    a, b = integers(seed, bits), integers(seed + 1, bits)
    b[::5] = a[::5]
    third = [x & 1 for x in b]
    names = ORDER if kind[0] == "s" else {**ORDER, **{x: ORDER[y] for x, y in UNSIGNED.items()}}
    values = [[x - (1 << bits) if kind[0] == "s" and x >> bits - 1 else x for x in v] for v in (a, b)]
    for name, compare in names.items():
        holds = [compare(x, y) for x, y in zip(*values, strict=True)]
        kinds = f"b{bits} b{bits}"
        assert evaluate(f"setp.{name}.{kind} %d0, %s0, %s1;", "pred", kinds, a, b) == holds
        both = evaluate(f"setp.{name}.{kind} %d0|%d1, %s0, %s1;", "pred pred", kinds, a, b)
        assert both == [holds, [not x for x in holds]]
        for word, combine in COMBINE.items():
            text = f"setp.{name}.{word}.{kind} %d0|%d1, %s0, %s1, !%s2;"
            first, second = evaluate(text, "pred pred", f"{kinds} pred", a, b, third)
            assert first == [combine(x, not y) for x, y in zip(holds, third, strict=True)]
            assert second == [combine(not x, not y) for x, y in zip(holds, third, strict=True)]


def expected(name: str, form: Format, x: int, y: int) -> bool:
    unordered = form.is_nan(x) or form.is_nan(y)
    if name in ("num", "nan"):
        return unordered == (name == "nan")
    if unordered:
        return name.endswith("u")

    def value(bits: int) -> Fraction:
        top = Fraction(2) ** 2000
        return (-top if bits & form.sign else top) if form.is_infinite(bits) else form.value(bits)

    return ORDER[name.removesuffix("u")](value(x), value(y))


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=1, deadline=None)
@given(SEEDS)
def test_floats(kind: str, seed: int) -> None:
    form = FORMATS[kind]
    bits = f"b{1 + form.exponent_bits + form.fraction_bits}"
    a, b = (floats(seed + i, form.exponent_bits, form.fraction_bits) for i in range(2))
    b[::5] = a[::5]
    for name in (*ORDER, *(f"{x}u" for x in ORDER), "num", "nan"):
        holds = [expected(name, form, x, y) for x, y in zip(a, b, strict=True)]
        assert evaluate(f"setp.{name}.{kind} %d0, %s0, %s1;", "pred", f"{bits} {bits}", a, b) == holds
        if kind == "f32":
            found = evaluate(f"set.{name}.ftz.f32.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
            flushed = [
                expected(name, form, form.flushed(x), form.flushed(y)) for x, y in zip(a, b, strict=True)
            ]
            assert found == [0x3F80_0000 * x for x in flushed]
            found = evaluate(f"set.{name}.u32.f32 %d0, %s0, %s1;", "b32", "b32 b32", a, b)
            assert found == [0xFFFF_FFFF * x for x in holds]
        if form in (F16, BF16):
            pairs = [[x | y << 16 for x, y in zip(v, v[::-1], strict=True)] for v in (a, b)]
            found = evaluate(f"setp.{name}.{kind}x2 %d0|%d1, %s0, %s1;", "pred pred", "b32 b32", *pairs)
            assert found == [holds, holds[::-1]]


@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_selections(seed: int) -> None:
    for bits in (16, 32, 64):
        a, b = integers(seed, bits), integers(seed + 1, bits)
        p = [x & 1 for x in integers(seed + 2, 32)]
        found = evaluate(f"selp.b{bits} %d0, %s0, %s1, %s2;", f"b{bits}", f"b{bits} b{bits} pred", a, b, p)
        assert found == [x if z else y for x, y, z in zip(a, b, p, strict=True)]
        n = integers(seed + 3, 32)
        found = evaluate(f"slct.b{bits}.s32 %d0, %s0, %s1, %s2;", f"b{bits}", f"b{bits} b{bits} b32", a, b, n)
        assert found == [y if z >> 31 else x for x, y, z in zip(a, b, n, strict=True)]
        c = floats(seed + 4, 8, 23)
        for flush in ("", ".ftz"):
            text = f"slct{flush}.b{bits}.f32 %d0, %s0, %s1, %s2;"
            found = evaluate(text, f"b{bits}", f"b{bits} b{bits} b32", a, b, c)
            kept = [F32.flushed(z) if flush else z for z in c]
            assert found == [
                x if z < F32.infinity + 1 or z == F32.sign else y for x, y, z in zip(a, b, kept, strict=True)
            ]


@pytest.mark.parametrize(
    "text",
    [
        "setp.lt.b32 %p, %a, %a;",
        "setp.lo.s32 %p, %a, %a;",
        "setp.ltu.s32 %p, %a, %a;",
        "setp.lt.ftz.s32 %p, %a, %a;",
        "setp.lt.and.s32 %p, %a, %a;",
        "setp.lt.s32 %p, %a;",
        "setp %p, %a, %a;",
        "set.lt.s32 %a, %a, %a;",
        "selp.b32 %a, %a, %a;",
        "selp.pred %p, %p, %p, %p;",
        "slct.ftz.b32.s32 %a, %a, %a, %a;",
        "slct.b32.f32 %a, %a, %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b32 %a; .reg .pred %p; {text}"))
