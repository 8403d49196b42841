"""Arithmetic on integers, against Python's."""

from __future__ import annotations

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, integers

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
KINDS = ("u16", "s16", "u32", "s32", "u64", "s64")


def value(bits: int, kind: str) -> int:
    """The number that bits mean."""
    size = int(kind[1:])
    bits &= (1 << size) - 1
    return bits - (1 << size) if kind[0] == "s" and bits >> size - 1 else bits


def truncated(a: int, b: int) -> int:
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def low24(x: int, kind: str) -> int:
    x &= 0xFF_FFFF
    return x - (1 << 24) if kind[0] == "s" and x >> 23 else x


def clamped(x: int) -> int:
    return max(-(1 << 31), min(x, (1 << 31) - 1))


ALL: dict[str, tuple[Callable[..., int], int, tuple[str, ...]]] = {
    "add": (lambda k, a, b: a + b, 2, KINDS),
    "sub": (lambda k, a, b: a - b, 2, KINDS),
    "mul.lo": (lambda k, a, b: a * b, 2, KINDS),
    "mul.hi": (lambda k, a, b: a * b >> int(k[1:]), 2, KINDS),
    "mad.lo": (lambda k, a, b, c: a * b + c, 3, KINDS),
    "mad.hi": (lambda k, a, b, c: (a * b >> int(k[1:])) + c, 3, KINDS),
    "sad": (lambda k, a, b, c: abs(a - b) + c, 3, KINDS),
    "div": (lambda k, a, b: truncated(a, b) if b else -1, 2, KINDS),
    "rem": (lambda k, a, b: a - truncated(a, b) * b if b else a, 2, KINDS),
    "min": (lambda k, a, b: min(a, b), 2, KINDS),
    "max": (lambda k, a, b: max(a, b), 2, KINDS),
    "abs": (lambda k, a: abs(a), 1, ("s16", "s32", "s64")),
    "neg": (lambda k, a: -a, 1, ("s16", "s32", "s64")),
    "mul24.lo": (lambda k, a, b: low24(a, k) * low24(b, k), 2, ("u32", "s32")),
    "mul24.hi": (lambda k, a, b: low24(a, k) * low24(b, k) >> 16, 2, ("u32", "s32")),
    "mad24.lo": (lambda k, a, b, c: low24(a, k) * low24(b, k) + c, 3, ("u32", "s32")),
    "mad24.hi": (lambda k, a, b, c: (low24(a, k) * low24(b, k) >> 16) + c, 3, ("u32", "s32")),
    "add.sat": (lambda k, a, b: clamped(a + b), 2, ("s32",)),
    "sub.sat": (lambda k, a, b: clamped(a - b), 2, ("s32",)),
    "mad.hi.sat": (lambda k, a, b, c: clamped((a * b >> 32) + c), 3, ("s32",)),
    "mad24.hi.sat": (lambda k, a, b, c: clamped((low24(a, k) * low24(b, k) >> 16) + c), 3, ("s32",)),
    "min.relu": (lambda k, a, b: max(min(a, b), 0), 2, ("s32",)),
    "max.relu": (lambda k, a, b: max(a, b, 0), 2, ("s32",)),
}


@pytest.mark.parametrize("opcode", ALL)
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_scalars(opcode: str, seed: int) -> None:
    oracle, count, kinds = ALL[opcode]
    for kind in kinds:
        size = int(kind[1:])
        values = [integers(seed + i, size) for i in range(count)]
        listed = ", ".join(f"%s{i}" for i in range(count))
        found = evaluate(
            f"{opcode}.{kind} %d0, {listed};", f"b{size}", " ".join([f"b{size}"] * count), *values
        )
        for ours, *row in zip(found, *values, strict=True):
            expected = oracle(kind, *(value(x, kind) for x in row))
            assert ours == expected & (1 << size) - 1, (opcode, kind, [hex(x) for x in row])


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_wide_products(seed: int) -> None:
    for kind in ("u16", "s16", "u32", "s32"):
        size = int(kind[1:])
        a, b, c = integers(seed, size), integers(seed + 1, size), integers(seed + 2, 2 * size)
        part, whole = f"b{size}", f"b{2 * size}"
        mask = (1 << 2 * size) - 1
        found = evaluate(f"mul.wide.{kind} %d0, %s0, %s1;", whole, f"{part} {part}", a, b)
        products = [value(x, kind) * value(y, kind) for x, y in zip(a, b, strict=True)]
        assert found == [x & mask for x in products]
        found = evaluate(f"mad.wide.{kind} %d0, %s0, %s1, %s2;", whole, f"{part} {part} {whole}", a, b, c)
        assert found == [x + y & mask for x, y in zip(products, c, strict=True)]


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_pairs(seed: int) -> None:
    a, b = integers(seed, 32), integers(seed + 1, 32)
    forms: dict[str, tuple[Callable[[int, int], int], str]] = {
        "add.u16x2": (lambda x, y: x + y, "u16"),
        "add.s16x2": (lambda x, y: x + y, "s16"),
        "min.u16x2": (min, "u16"),
        "max.s16x2": (max, "s16"),
        "min.relu.s16x2": (lambda x, y: max(min(x, y), 0), "s16"),
    }
    for text, (oracle, kind) in forms.items():
        found = evaluate(f"{text} %d0, %s0, %s1;", "b32", "b32 b32", a, b)
        for ours, x, y in zip(found, a, b, strict=True):
            halves = [oracle(value(x >> s, kind), value(y >> s, kind)) & 0xFFFF for s in (0, 16)]
            assert ours == halves[0] | halves[1] << 16


@pytest.mark.parametrize("size", [32, 64])
@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_carries_and_borrows_make_longer_numbers(size: int, seed: int) -> None:
    values = [integers(seed + i, size) for i in range(6)]
    word = f"b{size}"
    text = """
        {op}.cc.u{n} %d0, %s0, %s3; {op}c.cc.u{n} %d1, %s1, %s4; {op}c.u{n} %d2, %s2, %s5;
    """
    for op in ("add", "sub"):
        found = evaluate(text.format(op=op, n=size), " ".join([word] * 3), " ".join([word] * 6), *values)
        for ours, row in zip(zip(*found, strict=True), zip(*values, strict=True), strict=True):
            a, b = (sum(x << size * i for i, x in enumerate(row[s : s + 3])) for s in (0, 3))
            total = (a + b if op == "add" else a - b) & (1 << 3 * size) - 1
            assert sum(x << size * i for i, x in enumerate(ours)) == total


@pytest.mark.parametrize("sign", "us")
@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_products_with_carries(sign: str, seed: int) -> None:
    """a * b + c of 64 bits by halves; the flags behind it are those of the upper sum."""
    a, b, c, d = (integers(seed + i, 32) for i in range(4))
    text = f"""
        mad.lo.cc.{sign}32 %d0, %s0, %s1, %s2; madc.hi.cc.{sign}32 %d1, %s0, %s1, %s3; addc.u32 %d2, 0, 0;
    """
    found = evaluate(text, "b32 b32 b32", "b32 b32 b32 b32", a, b, c, d)
    kind = f"{sign}32"
    for low, high, flag, *row in zip(*found, a, b, c, d, strict=True):
        product = value(row[0], kind) * value(row[1], kind)
        first = (product & 0xFFFF_FFFF) + row[2]
        second = (product >> 32 & 0xFFFF_FFFF) + row[3] + (first >> 32)
        assert (low, high, flag) == (first & 0xFFFF_FFFF, second & 0xFFFF_FFFF, second >> 32)


@pytest.mark.parametrize("kinds", ["u32.u32", "s32.u32", "u32.s32", "s32.s32"])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_dot_products(kinds: str, seed: int) -> None:
    a, b, c = (integers(seed + i, 32) for i in range(3))
    left, right = kinds.split(".")

    def byte(x: int, place: int, kind: str) -> int:
        return value(x >> 8 * place, f"{kind[0]}8")

    found = evaluate(f"dp4a.{kinds} %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, c)
    for ours, x, y, z in zip(found, a, b, c, strict=True):
        total = sum(byte(x, i, left) * byte(y, i, right) for i in range(4)) + z
        assert ours == total & 0xFFFF_FFFF
    for mode, first in (("lo", 0), ("hi", 2)):
        found = evaluate(f"dp2a.{mode}.{kinds} %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, c)
        for ours, x, y, z in zip(found, a, b, c, strict=True):
            halves = [value(x >> 16 * i, f"{left[0]}16") * byte(y, first + i, right) for i in range(2)]
            assert ours == sum(halves) + z & 0xFFFF_FFFF


@pytest.mark.parametrize(
    "text",
    [
        "add.sat.u32 %a, %a, %a;",
        "mul.wide.u64 %l, %l, %l;",
        "abs.u32 %a, %a;",
        "min.relu.u32 %a, %a, %a;",
        "mul24.lo.u64 %l, %l, %l;",
        "mul.lo.u16x2 %a, %a, %a;",
        "addc.f32 %a, %a, %a;",
        "dp2a.u32.u32 %a, %a, %a, %a;",
        "dp2a %a, %a, %a, %a;",
        "mul.u32 %a, %a, %a;",
        "add.u32 %a, %a;",
        "addc.u32 %a, %a, %a, %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b32 %a; .reg .b64 %l; {text}"))
