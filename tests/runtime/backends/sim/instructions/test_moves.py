"""`mov`."""

from __future__ import annotations

import struct

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from ptx_runs import kernel, program
from ptx_values import evaluate, integers

from periclase.diagnostics import CompileError


@settings(max_examples=2, deadline=None)
@given(st.integers(0, 1 << 32))
def test_what_is_packed_is_unpacked(seed: int) -> None:
    a, b, c, d = (integers(seed + i, 16) for i in range(4))
    found = evaluate("mov.b64 %d0, {%s0, %s1, %s2, %s3};", "b64", "b16 b16 b16 b16", a, b, c, d)
    assert found == [sum(x << 16 * i for i, x in enumerate(row)) for row in zip(a, b, c, d, strict=True)]
    found = evaluate("mov.b64 {%d0, _, _, %d1}, %s0;", "b16 b16", "b64", found)
    assert found == [a, d]
    low, high = integers(seed + 5, 64), integers(seed + 6, 64)
    text = ".reg .b128 %q; mov.b128 %q, {%s0, %s1}; mov.b128 {%d1, %d0}, %q;"
    assert evaluate(text, "b64 b64", "b64 b64", low, high) == [high, low]
    text = ".reg .b128 %q, %r; mov.b128 %q, {%s0, %s1}; mov.b128 %r, %q; mov.b128 {_, %d0}, %r;"
    assert evaluate(text, "b64", "b64 b64", low, high) == high
    word = integers(seed + 7, 32)
    found = evaluate("mov.b32 {%d0, %d1}, %s0;", "b16 b16", "b32", word)
    assert found == [[x & 0xFFFF for x in word], [x >> 16 for x in word]]


def test_constants() -> None:
    single, double = (int.from_bytes(struct.pack(code, -1.5), "little") for code in ("<f", "<d"))
    for text, bits, expected in (
        ("mov.f32 %d0, 0fBFC00000;", "b32", single),
        ("mov.b32 %d0, 0fBFC00000;", "b32", single),
        ("mov.f32 %d0, -1.5;", "b32", single),
        ("mov.f32 %d0, 0dBFF8000000000000;", "b32", single),
        ("mov.f64 %d0, -1.5;", "b64", double),
        ("mov.f64 %d0, 0fBFC00000;", "b64", double),
        ("mov.b64 %d0, 0dBFF8000000000000;", "b64", double),
        ("mov.b32 %d0, -2;", "b32", 0xFFFF_FFFE),
        ("mov.b16 %d0, 0x12345;", "b16", 0x2345),
        ("mov.u32 %d0, WARP_SZ;", "b32", 32),
        ("mov.pred %d0, 1;", "pred", 1),
    ):
        assert evaluate(text, bits, "") == [expected], text


def test_predicates() -> None:
    assert evaluate("mov.pred %d0, %s0;", "pred", "pred", [0, 1, 1]) == [0, 1, 1]
    assert evaluate("mov.pred %d0, !%s0;", "pred", "pred", [0, 1, 1]) == [1, 0, 0]


@pytest.mark.parametrize(
    "text",
    [
        "mov.b32 %a, {%a, %a, %a};",
        "mov.b32 %a;",
        "mov %a, %a;",
        "mov.b64 %a, %a;",
        "mov.b32 %a, [%a];",
        "mov.b32.b32 %a, %a;",
        "mov.b32 %a, nothing;",
        "mov.b32 5, %a;",
    ],
)
def test_what_there_is_not(text: str) -> None:
    with pytest.raises(CompileError, match="the simulator can not run"):
        program(kernel(f".reg .b32 %a; {text}"))
