"""Products of matrices by a warp, against numpy's, with fragments laid out by the document's formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matrix_kernels import LEFT, RIGHT, Operand, packed, product, sums, unpacked
from matrix_values import RANDOM, bits_of, codes, extents, in_register, rounded_sum, values
from ptx_runs import fault, kernel

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import UNDEFINED

Array = np.ndarray[Any, Any]


def check(
    opcode: str, shape: str, a_kind: str, b_kind: str, sum_kind: str, *, in_bytes: bool = False
) -> None:
    m, n, k = extents(shape)
    a, b = codes(a_kind, (m, k)), codes(b_kind, (k, n))
    a_bits = 8 if in_bytes else bits_of(a_kind)
    left = packed(in_register(a, a_kind, in_bytes), LEFT[shape, a_bits], a_bits)
    right = packed(in_register(b, b_kind, in_bytes), RIGHT[shape, a_bits], a_bits)
    layout = sums(m)
    dtype: Any = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "s32": np.int32}[sum_kind]
    c = RANDOM.integers(-1000, 1000, (m, n)).astype(dtype)
    held = np.array([[c[layout.place(lane, i)] for i in range(layout.number)] for lane in range(32)], dtype)
    if sum_kind == "f16":
        held = held.view(np.uint32)
    found = product(opcode, (held.shape[1], held.dtype), [Operand(left), Operand(right), Operand(held)]).view(
        dtype
    )
    if a_kind == "b1":
        both = (a[:, :, None] & b[None]) if ".and." in opcode else (a[:, :, None] ^ b[None])
        expected = both.sum(axis=1) + c
    elif sum_kind == "s32":
        expected = values(a, a_kind) @ values(b, b_kind) + c
    else:
        expected = rounded_sum(values(a, a_kind), values(b, b_kind), c, dtype)
    np.testing.assert_array_equal(unpacked(found, layout, (m, n)), expected.astype(dtype))


FLOATS = [
    ("m16n8k8", "f16", "f32"),
    ("m16n8k8", "f16", "f16"),
    ("m16n8k16", "f16", "f32"),
    ("m16n8k16", "f16", "f16"),
    ("m16n8k8", "bf16", "f32"),
    ("m16n8k16", "bf16", "f32"),
    ("m16n8k4", "tf32", "f32"),
    ("m16n8k8", "tf32", "f32"),
    ("m8n8k4", "f64", "f64"),
    ("m16n8k4", "f64", "f64"),
    ("m16n8k8", "f64", "f64"),
    ("m16n8k16", "f64", "f64"),
]


@pytest.mark.parametrize("shape, kind, sum_kind", FLOATS)
def test_floats(shape: str, kind: str, sum_kind: str):
    check(
        f"mma.sync.aligned.{shape}.row.col.{sum_kind}.{kind}.{kind}.{sum_kind}", shape, kind, kind, sum_kind
    )


@pytest.mark.parametrize("shape", ["m16n8k16", "m16n8k32"])
@pytest.mark.parametrize("sum_kind", ["f32", "f16"])
@pytest.mark.parametrize("a_kind", ["e4m3", "e5m2"])
@pytest.mark.parametrize("b_kind", ["e4m3", "e5m2"])
def test_floats_of_a_byte(shape: str, a_kind: str, b_kind: str, sum_kind: str):
    opcode = f"mma.sync.aligned.{shape}.row.col.{sum_kind}.{a_kind}.{b_kind}.{sum_kind}"
    check(opcode, shape, a_kind, b_kind, sum_kind)


SMALL = ["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]


@pytest.mark.parametrize("sum_kind", ["f32", "f16"])
@pytest.mark.parametrize("a_kind", SMALL)
@pytest.mark.parametrize("b_kind", SMALL)
def test_floats_of_eight_six_and_four_bits(a_kind: str, b_kind: str, sum_kind: str):
    opcode = f"mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.{sum_kind}.{a_kind}.{b_kind}.{sum_kind}"
    check(opcode, "m16n8k32", a_kind, b_kind, sum_kind, in_bytes=True)


INTEGERS = [
    *(("m8n8k16", 8), ("m16n8k16", 8), ("m16n8k32", 8)),
    *(("m8n8k32", 4), ("m16n8k32", 4), ("m16n8k64", 4)),
]


@pytest.mark.parametrize("shape, bits", INTEGERS)
@pytest.mark.parametrize("a_sign", ["s", "u"])
@pytest.mark.parametrize("b_sign", ["s", "u"])
@pytest.mark.parametrize("satfinite", ["", ".satfinite"])
def test_integers(shape: str, bits: int, a_sign: str, b_sign: str, satfinite: str):
    a_kind, b_kind = f"{a_sign}{bits}", f"{b_sign}{bits}"
    check(
        f"mma.sync.aligned.{shape}.row.col{satfinite}.s32.{a_kind}.{b_kind}.s32", shape, a_kind, b_kind, "s32"
    )


@pytest.mark.parametrize("shape", ["m8n8k128", "m16n8k128", "m16n8k256"])
@pytest.mark.parametrize("operation", ["xor", "and"])
def test_single_bits(shape: str, operation: str):
    check(f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{operation}.popc", shape, "b1", "b1", "s32")


# ------------------------------------------------------------------------------------------------------ sums and roundings ----

ONES_16 = np.full((32, 4), 0x3C00_3C00, np.uint32)


def sums_of_ones(c: Array, kind: str, opcode: str) -> Array:
    """16 times one, and what was there."""
    held = np.broadcast_to(c, (32, 4 if kind == "f32" else 2)).copy()
    return product(
        opcode, (held.shape[1], held.dtype), [Operand(ONES_16), Operand(ONES_16[:, :2]), Operand(held)]
    )


F16_F32 = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
F16_F16 = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"


def test_a_sum_is_rounded_once():
    """2**25 and 16 ones: added one after another, each of them would be lost."""
    assert (sums_of_ones(np.float32(2**25), "f32", F16_F32) == 2**25 + 16).all()


def test_ties_are_rounded_to_even_and_more_than_a_tie_is_seen():
    # 2**28 + 16 lies between two floats 32 apart.
    assert (sums_of_ones(np.float32(2**28), "f32", F16_F32) == 2**28).all()
    assert (sums_of_ones(np.float32(2**28 + 32), "f32", F16_F32) == 2**28 + 64).all()


@pytest.mark.parametrize("tiny, expected", [(2.0**-24, 2.0**28 + 32), (-(2.0**-24), 2.0**28), (0.0, 2.0**28)])
def test_what_is_far_below_a_tie_decides_it(tiny: float, expected: float):
    """The sum is 2**28 + 16 ± 2**-24, which no float of 64 bits holds."""
    a = np.ones((16, 16), np.float16)
    b = np.ones((16, 8), np.float16)
    a[:, 0], b[0] = 2, 0.5
    a[:, 1], b[1] = 1, tiny
    a[:, 2], b[2] = 1, 2
    left = packed(a.view(np.uint16), LEFT["m16n8k16", 16], 16)
    right = packed(b.view(np.uint16), RIGHT["m16n8k16", 16], 16)
    c = np.full((32, 4), 2.0**28, np.float32)
    found = product(F16_F32, (4, np.float32), [Operand(left), Operand(right), Operand(c)])
    assert (found == expected).all()


def test_sums_of_16_bits_overflow_to_infinity():
    held = np.array([np.float16(65504)] * 2, np.float16).view(np.uint32)
    found = sums_of_ones(held, "f16", F16_F16)
    assert (found.view(np.float16) == np.inf).all()


def test_nan_and_infinity():
    a = ONES_16.copy()
    a[0] = 0x7C00_3C00  # an infinity in row 0, and in row 8
    a[4] = 0x7E01_3C00  # a NaN in row 1, and in row 9
    found = product(
        F16_F32, (4, np.uint32), [Operand(a), Operand(ONES_16[:, :2]), Operand(np.zeros((32, 4), np.float32))]
    )
    assert (found[:4] == 0x7F80_0000).all()
    assert (found[4:8] == 0x7FFF_FFFF).all()
    assert (found[8:] == np.float32(16).view(np.uint32)).all()


def test_the_low_bits_of_tf32_are_none_of_it():
    one = np.full((32, 2), 0x3F80_1FFF, np.uint32)
    c = np.zeros((32, 4), np.float32)
    opcode = "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32"
    assert (product(opcode, (4, np.float32), [Operand(one), Operand(one[:, :1]), Operand(c)]) == 4).all()


@pytest.mark.parametrize("satfinite", ["", ".satfinite"])
def test_sums_of_integers_wrap_or_stop(satfinite: str):
    a = np.full((32, 1), 0x7F7F_7F7F, np.uint32)
    c = np.full((32, 2), 2**31 - 2, np.int32)
    opcode = f"mma.sync.aligned.m8n8k16.row.col{satfinite}.s32.s8.s8.s32"
    found = product(opcode, (2, np.int32), [Operand(a), Operand(a), Operand(c)])
    exact = 2**31 - 2 + 16 * 127 * 127
    assert (found == (2**31 - 1 if satfinite else exact - 2**32)).all()


def test_doubles_are_rounded_once():
    """(2**53 + 1) is no double; 2**53 · 1 + 1 · 1 - 2**53 is."""
    a = np.array([[2.0**53], [1.0], [-(2.0**53)], [0.0]] * 8)
    b = np.array([[1.0]] * 32)
    found = product(
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        (2, np.float64),
        [Operand(a), Operand(b), Operand(np.zeros((32, 2)))],
    )
    assert (found == 1.0).all()


# ------------------------------------------------------------------------------------------------------------------ warps ----


def test_each_warp_has_its_own():
    a = np.concatenate([ONES_16 * 0, ONES_16, ONES_16])
    b = np.concatenate([ONES_16, ONES_16, ONES_16])[:, :2]
    c = np.repeat(np.array([1, 2, 3], np.float32), 32)[:, None] * np.ones((1, 4), np.float32)
    found = product(F16_F32, (4, np.float32), [Operand(a), Operand(b), Operand(c)], threads=96)
    assert found[:, 0].tolist() == [1.0] * 32 + [18.0] * 32 + [19.0] * 32


REGISTERS = (
    ".reg .pred %p<3>; .reg .b32 %r<20>; mov.u32 %r1, %tid.x; "
    "mov.b32 %r2, 0; mov.b32 %r3, 0; mov.b32 %r4, 0; mov.b32 %r5, 0;"
)
SHORT = "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r2, %r3}, {%r4}, {%r5}, {%r2, %r3}; ret;"


def test_a_lane_that_has_ended_is_missed():
    found = fault(kernel(f"{REGISTERS} setp.eq.u32 %p1, %r1, 9; @%p1 ret; {SHORT}"))
    assert found.kind == UNDEFINED
    assert "only 31 of 32 lanes" in found.reason


def test_a_warp_that_is_not_full():
    found = fault(kernel(f"{REGISTERS} {SHORT}"), block=40)
    assert found.kind == UNDEFINED
    assert "only 8 of 32 lanes" in found.reason
    assert found.thread == 32


@pytest.mark.parametrize(
    "opcode",
    [
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
        "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16",
        "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.rz.f32.f16.f16.f32",
        "mma.sync.m16n8k16.row.col.f32.f16.f16.f32",
    ],
)
def test_other_forms_are_refused(opcode: str):
    with pytest.raises(CompileError, match="PC0704"):
        product(
            opcode,
            (4, np.float32),
            [Operand(ONES_16), Operand(ONES_16[:, :2]), Operand(np.zeros((32, 4), np.float32))],
        )


def test_too_few_registers_are_refused():
    with pytest.raises(CompileError, match="has 2 registers and not 4"):
        product(
            F16_F32,
            (4, np.float32),
            [Operand(ONES_16[:, :2]), Operand(ONES_16[:, :2]), Operand(np.zeros((32, 4), np.float32))],
        )
