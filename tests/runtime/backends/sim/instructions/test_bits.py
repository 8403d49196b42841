"""Logic, shifts and bit fields, against the loops by which the PTX ISA defines them."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, integers

from periclase.diagnostics import CompileError

SEEDS = st.integers(0, 1 << 32)
WORD = 0xFFFF_FFFF


def amounts(seed: int, top: int = 80) -> list[int]:
    """Small numbers, and such with bits above the lowest eight."""
    random = np.random.default_rng(seed)
    return [int(x) if x % 7 else int(x) | 0x1_0300 for x in random.integers(0, top, 256)]


def signed(x: int, bits: int) -> int:
    return x - (1 << bits) if x >> bits - 1 else x


@settings(max_examples=3, deadline=None)
@given(SEEDS, st.integers(0, 255))
def test_functions_of_three(seed: int, table: int) -> None:
    a, b, c = (integers(seed + i, 32) for i in range(3))
    p = [x & 1 for x in amounts(seed)]

    def oracle(x: int, y: int, z: int) -> int:
        return sum(
            (table >> ((x >> i & 1) << 2 | (y >> i & 1) << 1 | z >> i & 1) & 1) << i for i in range(32)
        )

    expected = [oracle(*row) for row in zip(a, b, c, strict=True)]
    assert evaluate(f"lop3.b32 %d0, %s0, %s1, %s2, {table};", "b32", "b32 b32 b32", a, b, c) == expected
    for word in ("or", "and"):
        text = f"lop3.{word}.b32 %d0|%d1, %s0, %s1, %s2, {table}, %s3;"
        found = evaluate(text, "b32 pred", "b32 b32 b32 pred", a, b, c, p)
        holds = [
            bool(x) | bool(y) if word == "or" else bool(x) & bool(y) for x, y in zip(expected, p, strict=True)
        ]
        assert found == [expected, holds]


@pytest.mark.parametrize("kind", ["b16", "b32", "b64"])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_logic(kind: str, seed: int) -> None:
    bits = int(kind[1:])
    a, b = integers(seed, bits), integers(seed + 1, bits)
    mask = (1 << bits) - 1
    assert evaluate(f"and.{kind} %d0, %s0, %s1;", kind, f"{kind} {kind}", a, b) == [
        x & y for x, y in zip(a, b, strict=True)
    ]
    assert evaluate(f"or.{kind} %d0, %s0, %s1;", kind, f"{kind} {kind}", a, b) == [
        x | y for x, y in zip(a, b, strict=True)
    ]
    assert evaluate(f"xor.{kind} %d0, %s0, %s1;", kind, f"{kind} {kind}", a, b) == [
        x ^ y for x, y in zip(a, b, strict=True)
    ]
    assert evaluate(f"not.{kind} %d0, %s0;", kind, kind, a) == [x ^ mask for x in a]
    assert evaluate(f"cnot.{kind} %d0, %s0;", kind, kind, a) == [int(x == 0) for x in a]


def test_logic_of_predicates() -> None:
    a, b = [0, 0, 1, 1], [0, 1, 0, 1]
    assert evaluate("and.pred %d0, %s0, !%s1;", "pred", "pred pred", a, b) == [0, 0, 1, 0]
    assert evaluate("or.pred %d0, %s0, %s1;", "pred", "pred pred", a, b) == [0, 1, 1, 1]
    assert evaluate("xor.pred %d0, %s0, 1;", "pred", "pred pred", a, b) == [1, 1, 0, 0]
    assert evaluate("not.pred %d0, %s0;", "pred", "pred pred", a, b) == [1, 1, 0, 0]


@pytest.mark.parametrize("bits", [16, 32, 64])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_shifts(bits: int, seed: int) -> None:
    a, n = integers(seed, bits), amounts(seed)
    mask = (1 << bits) - 1
    kinds = f"b{bits} b32"
    assert evaluate(f"shl.b{bits} %d0, %s0, %s1;", f"b{bits}", kinds, a, n) == [
        x << y & mask for x, y in zip(a, n, strict=True)
    ]
    for kind in (f"u{bits}", f"b{bits}"):
        assert evaluate(f"shr.{kind} %d0, %s0, %s1;", f"b{bits}", kinds, a, n) == [
            x >> y for x, y in zip(a, n, strict=True)
        ]
    assert evaluate(f"shr.s{bits} %d0, %s0, %s1;", f"b{bits}", kinds, a, n) == [
        signed(x, bits) >> y & mask for x, y in zip(a, n, strict=True)
    ]
    for fixed in (0, 5, bits - 1, bits, 200, 0xFFFF_FFFF):
        assert evaluate(f"shr.s{bits} %d0, %s0, {fixed};", f"b{bits}", f"b{bits}", a) == [
            signed(x, bits) >> min(fixed, 99) & mask for x in a
        ]
        assert evaluate(f"shl.b{bits} %d0, %s0, {fixed};", f"b{bits}", f"b{bits}", a) == [
            x << min(fixed, 99) & mask for x in a
        ]


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_funnel_shifts(seed: int) -> None:
    a, b, n = integers(seed, 32), integers(seed + 1, 32), amounts(seed)
    for mode in ("clamp", "wrap"):
        for direction in "lr":
            found = evaluate(f"shf.{direction}.{mode}.b32 %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, n)
            for ours, x, y, by in zip(found, a, b, n, strict=True):
                by = min(by, 32) if mode == "clamp" else by & 31
                if direction == "l":
                    expected = y << by | x >> 32 - by
                else:
                    expected = y << 32 - by | x >> by
                assert ours == expected & WORD


MODES = {  # the bytes of the result from the highest to the lowest, by the low two bits of the selector (PTX ISA, 9.7.9.7)
    "f4e": ("3210", "4321", "5432", "6543"),
    "b4e": ("5670", "6701", "7012", "0123"),
    "rc8": ("0000", "1111", "2222", "3333"),
    "ecl": ("3210", "3211", "3222", "3333"),
    "ecr": ("0000", "1110", "2210", "3210"),
    "rc16": ("1010", "3232", "1010", "3232"),
}


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_permutations(seed: int) -> None:
    a, b, c = (integers(seed + i, 32) for i in range(3))
    found = evaluate("prmt.b32 %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, c)
    for ours, x, y, control in zip(found, a, b, c, strict=True):
        pool = (x | y << 32).to_bytes(8, "little")
        expected: list[int] = []
        for place in range(4):
            nibble = control >> 4 * place & 15
            byte = pool[nibble & 7]
            expected.append(byte if nibble < 8 else 255 * (byte >> 7))
        assert ours == int.from_bytes(bytes(expected), "little")
    for mode, rows in MODES.items():
        found = evaluate(f"prmt.b32.{mode} %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, b, c)
        for ours, x, y, control in zip(found, a, b, c, strict=True):
            pool = (x | y << 32).to_bytes(8, "little")
            assert ours == int.from_bytes(bytes(pool[int(digit)] for digit in rows[control & 3]), "big")


@pytest.mark.parametrize("bits", [32, 64])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_counts(bits: int, seed: int) -> None:
    a = integers(seed, bits)
    kind = f"b{bits}"
    assert evaluate(f"popc.{kind} %d0, %s0;", "b32", kind, a) == [x.bit_count() for x in a]
    assert evaluate(f"clz.{kind} %d0, %s0;", "b32", kind, a) == [bits - x.bit_length() for x in a]
    assert evaluate(f"brev.{kind} %d0, %s0;", kind, kind, a) == [int(f"{x:0{bits}b}"[::-1], 2) for x in a]
    for sign in "us":
        highest = [
            (x if sign == "u" or not x >> bits - 1 else ~x & (1 << bits) - 1).bit_length() - 1 for x in a
        ]
        assert evaluate(f"bfind.{sign}{bits} %d0, %s0;", "b32", kind, a) == [x & WORD for x in highest]
        assert evaluate(f"bfind.shiftamt.{sign}{bits} %d0, %s0;", "b32", kind, a) == [
            WORD if x < 0 else bits - 1 - x for x in highest
        ]


@pytest.mark.parametrize("bits", [32, 64])
@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_bit_fields(bits: int, seed: int) -> None:
    a, b = integers(seed, bits), integers(seed + 1, bits)
    starts, lengths = amounts(seed + 2, bits + 9), amounts(seed + 3, bits + 9)
    kind, msb = f"b{bits}", bits - 1
    for sign in "us":
        found = evaluate(f"bfe.{sign}{bits} %d0, %s0, %s1, %s2;", kind, f"{kind} b32 b32", a, starts, lengths)
        for ours, x, start, length in zip(found, a, starts, lengths, strict=True):
            pos, size = start & 0xFF, length & 0xFF
            fill = 0 if sign == "u" or size == 0 else x >> min(pos + size - 1, msb) & 1
            expected = sum(
                (x >> pos + i & 1 if i < size and pos + i <= msb else fill) << i for i in range(bits)
            )
            assert ours == expected, (hex(x), pos, size)
    found = evaluate(
        f"bfi.{kind} %d0, %s0, %s1, %s2, %s3;", kind, f"{kind} {kind} b32 b32", a, b, starts, lengths
    )
    for ours, x, into, start, length in zip(found, a, b, starts, lengths, strict=True):
        pos, expected = start & 0xFF, into
        for i in range(length & 0xFF):
            if pos + i <= msb:
                expected = expected & ~(1 << pos + i) | (x >> i & 1) << pos + i
        assert ours == expected


@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_extensions_masks_and_nth_bits(seed: int) -> None:
    a, n, m = integers(seed, 32), amounts(seed, 40), amounts(seed + 1, 40)
    for mode in ("wrap", "clamp"):
        for sign in "us":
            found = evaluate(f"szext.{mode}.{sign}32 %d0, %s0, %s1;", "b32", "b32 b32", a, n)
            for ours, x, length in zip(found, a, n, strict=True):
                size = length & 31 if mode == "wrap" else min(length, 32)
                low = x & (1 << size) - 1
                assert ours == (signed(low, size) & WORD if sign == "s" and size else low)
        found = evaluate(f"bmsk.{mode}.b32 %d0, %s0, %s1;", "b32", "b32 b32", n, m)
        for ours, start, length in zip(found, n, m, strict=True):
            if mode == "wrap":
                start, length = start & 31, length & 31
            assert ours == sum(1 << i for i in range(32) if start <= i < start + length)
    base = [x & 31 for x in n]
    offsets = [(x & 15) - 7 for x in m]
    found = evaluate(
        "fns.b32 %d0, %s0, %s1, %s2;", "b32", "b32 b32 b32", a, base, [x & WORD for x in offsets]
    )
    for ours, x, first, offset in zip(found, a, base, offsets, strict=True):
        places = [i for i in range(32) if x >> i & 1]
        if offset > 0:
            chosen = [i for i in places if i >= first][offset - 1 : offset]
        elif offset < 0:
            chosen = [i for i in places[::-1] if i <= first][-offset - 1 : -offset]
        else:
            chosen = [i for i in places if i == first]
        assert ours == (chosen or [WORD])[0]


@pytest.mark.parametrize(
    "text",
    [
        "shl.u32 %a, %a, 1;",
        "szext.round.u32 %a, %a, %a;",
        "bmsk.b32 %a, %a, %a;",
        "prmt %a, %a, %a, %a;",
        "prmt.b32.up %a, %a, %a, %a;",
        "lop3.b32 %a, %a, %a, %a;",
        "lop3 %a, %a, %a, %a, 1;",
        "lop3.b32 %a, %a, %a, %a, %a;",
        "shf.l.b32 %a, %a, %a, %a;",
        "bfe.b32 %a, %a, %a, %a;",
        "fns.b32 %a, %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b32 %a; {text}"))
