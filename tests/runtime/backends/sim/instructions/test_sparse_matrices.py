"""Sparse products, against products of the whole matrices; metadata is laid out by the figures of the document."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matrix_kernels import LEFT, RIGHT, Operand, packed, product, sums, unpacked
from matrix_values import (
    RANDOM,
    bits_of,
    chosen,
    codes,
    extents,
    in_register,
    metadata,
    rounded_sum,
    values,
    whole,
)
from ptx_runs import fault, kernel, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED

Array = np.ndarray[Any, Any]


def check(
    shape: str,
    a_kind: str,
    b_kind: str,
    sum_kind: str,
    selector: int,
    *,
    ordered: bool = True,
    kind: str = "",
) -> None:
    m, n, k = extents(shape)
    in_bytes = bool(kind)
    bits = 8 if in_bytes else bits_of(a_kind)
    unit = 0 if a_kind == "tf32" else 2 if bits == 4 else 1
    stored, b = codes(a_kind, (m, k // 2)), codes(b_kind, (k, n))
    places = chosen(m, k // 2 if unit == 0 else k // (4 * unit), a_kind, ordered)
    half = f"{shape.partition('k')[0]}k{k // 2}"
    c = RANDOM.integers(-100, 100, (m, n)).astype(
        {"f32": np.float32, "f16": np.float16, "s32": np.int32}[sum_kind]
    )
    layout = sums(m)
    held = np.array([[c[layout.place(lane, i)] for i in range(layout.number)] for lane in range(32)])
    registers = held.view(np.uint32) if sum_kind == "f16" else held
    sp = "sp::ordered_metadata" if ordered else "sp"
    found = product(
        f"mma.{sp}.sync.aligned.{shape}.row.col{kind}.{sum_kind}.{a_kind}.{b_kind}.{sum_kind}",
        (registers.shape[1], registers.dtype),
        [
            Operand(packed(in_register(stored, a_kind, in_bytes), LEFT[half, bits], bits)),
            Operand(packed(in_register(b, b_kind, in_bytes), RIGHT[shape, bits], bits)),
            Operand(registers),
            Operand(metadata(places, bits >= 16, selector), braces=False),
            str(selector),
        ],
    ).view(held.dtype)
    a = whole(values(stored, a_kind), places, unit)
    if sum_kind == "s32":
        expected = a @ values(b, b_kind) + c
    else:
        expected = rounded_sum(a, values(b, b_kind), c, held.dtype.type)
    np.testing.assert_array_equal(unpacked(found, layout, (m, n)), expected.astype(held.dtype))


CASES = [
    *(("m16n8k16", "f16", "f16", "f32", selector) for selector in range(4)),
    *(("m16n8k16", "f16", "f16", "f16", selector) for selector in (0, 3)),
    *(("m16n8k32", "f16", "f16", "f32", selector) for selector in range(2)),
    *(("m16n8k32", "f16", "f16", "f16", selector) for selector in range(2)),
    *(("m16n8k16", "bf16", "bf16", "f32", selector) for selector in range(4)),
    *(("m16n8k32", "bf16", "bf16", "f32", selector) for selector in range(2)),
    *(("m16n8k8", "tf32", "tf32", "f32", selector) for selector in range(4)),
    *(("m16n8k16", "tf32", "tf32", "f32", selector) for selector in range(2)),
    *(("m16n8k64", a, b, "f32", 0) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")),
    *(("m16n8k32", a, b, "s32", selector) for a, b in (("s8", "u8"), ("u8", "s8")) for selector in (0, 1)),
    *(("m16n8k64", a, b, "s32", 0) for a in ("s8", "u8") for b in ("s8", "u8")),
    *(("m16n8k64", a, b, "s32", selector) for a, b in (("s4", "u4"), ("u4", "s4")) for selector in (0, 1)),
    *(("m16n8k128", a, b, "s32", 0) for a in ("s4", "u4") for b in ("s4", "u4")),
]


@pytest.mark.parametrize("shape, a_kind, b_kind, sum_kind, selector", CASES)
@pytest.mark.parametrize("ordered", [True, False])
def test_products(shape: str, a_kind: str, b_kind: str, sum_kind: str, selector: int, ordered: bool):
    check(shape, a_kind, b_kind, sum_kind, selector, ordered=ordered)


@pytest.mark.parametrize("sum_kind", ["f32", "f16"])
@pytest.mark.parametrize(
    "a_kind, b_kind", [("e4m3", "e2m1"), ("e2m1", "e3m2"), ("e2m3", "e5m2"), ("e3m2", "e3m2")]
)
def test_floats_of_eight_six_and_four_bits(a_kind: str, b_kind: str, sum_kind: str):
    check("m16n8k64", a_kind, b_kind, sum_kind, 0, kind=".kind::f8f6f4")


def sparse(code: int, *, ordered: bool, shape: str = "m16n8k16", kind: str = "f16", selector: int = 0) -> str:
    """A kernel of which all metadata is `code`."""
    word = int(f"{code:x}" * 8, 16)
    return kernel(
        f"""
        .reg .b32 %r<20>;
        mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0; mov.b32 %r4, 0; mov.b32 %r9, {word:#x};
        mma.sp{"::ordered_metadata" if ordered else ""}.sync.aligned.{shape}.row.col.f32.{kind}.{kind}.f32
            {{%r1, %r2, %r3, %r4}}, {{%r1, %r2}}, {{%r1, %r2}}, {{%r1, %r2, %r3, %r4}}, %r9, {selector};
        ret;
        """
    )


@pytest.mark.parametrize("code", [0b0000, 0b0101, 0b1010, 0b1111])
@pytest.mark.parametrize("ordered", [True, False])
def test_metadata_that_names_one_place_twice(code: int, ordered: bool):
    found = fault(sparse(code, ordered=ordered))
    assert found.kind == UNDEFINED
    assert f"{code:#06b}" in found.reason


def test_metadata_that_is_not_in_order():
    found = fault(sparse(0b0001, ordered=True))
    assert found.kind == UNDEFINED
    assert "ascending" in found.reason


def test_metadata_that_is_none_of_tf32():
    assert fault(sparse(0b1000, ordered=True, shape="m16n8k8", kind="tf32")).kind == UNDEFINED


def test_a_selector_that_there_is_not():
    with pytest.raises(CompileError, match="the selector 4 is none of 4"):
        run(sparse(0b0100, ordered=True, selector=4))
