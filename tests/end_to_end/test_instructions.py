"""What the CPU runs in place of instructions of a GPU, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, kernel, u16, u32
from periclase.gpu import (
    abs_f16x2,
    add_bf16x2,
    add_f16x2,
    add_rounded,
    cvt_bf16x2_f32,
    cvt_bf16x2_ue8m0x2,
    cvt_f4x2_f32,
    cvt_f6x2_f32,
    cvt_f8x2_f16x2,
    cvt_f8x2_f32,
    cvt_f16x2_f4x2,
    cvt_f16x2_f6x2,
    cvt_f16x2_f8x2,
    cvt_f16x2_f32,
    cvt_tf32_f32,
    fma_f16x2,
    fma_rounded,
    max_f16x2,
    min_float,
    mul_f16x2,
    neg_bf16x2,
    sub_f16x2,
    thread_idx_x,
)

HALVES = np.array(
    [0.0, -0.0, 1.0, -1.5, 2.0**-24, 6.1e-5, 65504.0, -65504.0, np.inf, -np.inf, np.nan, 0.1, 3.25, -7.75],
    np.float16,
)


@kernel
def halves(x: Slice[u32], y: Slice[u32], out: MutSlice[u32]):
    i = thread_idx_x()
    n = len(x)
    if i < n:
        out[i] = add_f16x2(x[i], y[i])
        out[n + i] = sub_f16x2(x[i], y[i])
        out[2 * n + i] = mul_f16x2(x[i], y[i])
        out[3 * n + i] = max_f16x2(x[i], y[i])
        out[4 * n + i] = abs_f16x2(x[i])


def test_two_halves_at_once() -> None:
    low, high = (part.ravel() for part in np.meshgrid(HALVES, HALVES))
    x = np.stack([low, high], -1).astype(np.float16)
    y = np.stack([high, low], -1).astype(np.float16)
    n = len(x)
    out = np.zeros(5 * n, np.uint32)
    halves[1, n](x.view(np.uint32).ravel(), y.view(np.uint32).ravel(), out)
    with np.errstate(all="ignore"):
        wanted = [x + y, x - y, x * y, np.fmax(x, y), np.abs(x)]
    for got, want in zip(out.reshape(5, n), wanted, strict=True):
        np.testing.assert_array_equal(got.view(np.float16).reshape(-1, 2), want)


@kernel
def fused_halves(x: Slice[u32], y: Slice[u32], out: MutSlice[u32]):
    i = thread_idx_x()
    n = len(x)
    if i < n:
        out[i] = fma_f16x2(x[i], y[i], y[i])
        out[n + i] = fma_f16x2(x[i], y[i], y[i], clamp="relu")
        out[2 * n + i] = fma_f16x2(x[i], y[i], y[i], clamp="sat")
        out[3 * n + i] = add_f16x2(x[i], y[i], sat=True)


def test_two_halves_fused_and_clamped() -> None:
    bits = np.random.default_rng(3).integers(0, 1 << 32, (2, 500), np.uint64).astype(np.uint32)
    x, y = (part.view(np.float16).astype(np.float64) for part in bits)
    out = np.zeros(2000, np.uint32)
    fused_halves[1, 512](bits[0].copy(), bits[1].copy(), out)
    with np.errstate(all="ignore"):
        exact = (x * y + y).astype(np.float16)
        total = (x + y).astype(np.float16)

        def clamped(x: np.ndarray) -> np.ndarray:
            return np.where(x > 0, np.fmin(x, np.float16(1)), np.float16(0))

        wanted = [exact, np.where(exact < 0, np.float16(0), exact), clamped(exact), clamped(total)]
    for got, want in zip(out.reshape(4, 500), wanted, strict=True):
        np.testing.assert_array_equal(got.view(np.float16), want)


def bf16(bits: np.ndarray) -> np.ndarray:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def to_bf16(x: np.ndarray) -> np.ndarray:
    bits = x.view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


@kernel
def bfloats(x: Slice[f32], y: Slice[f32], out: MutSlice[u32]):
    i = thread_idx_x()
    n = len(x)
    if i < n:
        packed = cvt_bf16x2_f32(x[i], y[i])
        out[i] = packed
        out[n + i] = add_bf16x2(packed, packed)
        out[2 * n + i] = neg_bf16x2(packed)


def test_two_bfloats_at_once() -> None:
    x = np.linspace(-3, 5, 200, dtype=np.float32) ** 3
    y = np.linspace(7, -9, 200, dtype=np.float32) * np.float32(1.1)
    out = np.zeros(600, np.uint32)
    bfloats[1, 200](x, y, out)
    packed = out[:200].view(np.uint16).reshape(-1, 2)
    np.testing.assert_array_equal(packed, np.stack([to_bf16(y), to_bf16(x)], -1))
    np.testing.assert_array_equal(bf16(out[200:400].view(np.uint16).reshape(-1, 2)), 2 * bf16(packed))
    np.testing.assert_array_equal(bf16(out[400:].view(np.uint16).reshape(-1, 2)), -bf16(packed))


def all_of_format(mantissa: int, bias: int, finite: int) -> np.ndarray:
    """The finite numbers of an 8-bit format by their bits, the positive ones."""
    bits = np.arange(finite + 1)
    exponent, fraction = bits >> mantissa, bits & ((1 << mantissa) - 1)
    normal = (1 + fraction / (1 << mantissa)) * 2.0 ** (exponent - bias)
    return np.where(exponent == 0, fraction * 2.0 ** (1 - bias - mantissa), normal)


E4M3, E5M2 = all_of_format(3, 7, 0x7E), all_of_format(2, 15, 0x7B)


@kernel
def to_eight(x: Slice[f32], e4m3: MutSlice[u16], e5m2: MutSlice[u16], back: MutSlice[u32]):
    i = thread_idx_x()
    if i < len(x):
        e4m3[i] = cvt_f8x2_f32(x[i], -x[i], format="e4m3")
        e5m2[i] = cvt_f8x2_f32(x[i], -x[i], format="e5m2")
        back[2 * i] = cvt_f16x2_f8x2(e4m3[i], format="e4m3")
        back[2 * i + 1] = cvt_f16x2_f8x2(e5m2[i], format="e5m2")


def nearest(x: np.ndarray, table: np.ndarray) -> np.ndarray:
    """The bits of the nearest number of a format, of two the even one."""
    distance = np.abs(x[:, None].astype(np.float64) - table[None, :])
    best = distance.min(1, keepdims=True)
    even_first = np.lexsort((np.arange(len(table)) & 1,))
    order = np.where(distance[:, even_first] == best, 0, 1).argmin(1)
    return even_first[order]


@pytest.mark.parametrize("scale", [1.0, 2.0**-9, 2.0**-16, 300.0])
def test_eight_bits(scale: float) -> None:
    generator = np.random.default_rng(7)
    x = np.abs(
        np.concatenate([generator.normal(size=300), E4M3[:200], E5M2[:200], (E4M3[1:] + E4M3[:-1]) / 2])
    )
    x = (x * scale).astype(np.float32)
    e4m3, e5m2 = np.zeros(len(x), np.uint16), np.zeros(len(x), np.uint16)
    back = np.zeros(2 * len(x), np.uint32)
    to_eight[1, len(x)](x, e4m3, e5m2, back)
    for got, table in ((e4m3, E4M3), (e5m2, E5M2)):
        want = nearest(np.minimum(x, table[-1]), table)
        np.testing.assert_array_equal(got >> 8, want)
        np.testing.assert_array_equal(got & 0xFF, want | 0x80)
    halves = back.view(np.float16).reshape(-1, 2, 2).astype(np.float64)
    np.testing.assert_array_equal(halves[:, 0, 1], E4M3[e4m3 >> 8])
    np.testing.assert_array_equal(halves[:, 1, 1], E5M2[e5m2 >> 8])


E2M3, E3M2, E2M1 = all_of_format(3, 1, 0x1F), all_of_format(2, 3, 0x1F), all_of_format(1, 1, 0x7)


@kernel
def to_six_and_four(x: Slice[f32], packed: MutSlice[u16], back: MutSlice[u32]):
    i = thread_idx_x()
    if i < len(x):
        packed[3 * i] = cvt_f6x2_f32(x[i], -x[i], format="e2m3")
        packed[3 * i + 1] = cvt_f6x2_f32(x[i], -x[i], format="e3m2")
        packed[3 * i + 2] = cvt_f4x2_f32(x[i], -x[i])
        back[3 * i] = cvt_f16x2_f6x2(packed[3 * i], format="e2m3")
        back[3 * i + 1] = cvt_f16x2_f6x2(packed[3 * i + 1], format="e3m2")
        back[3 * i + 2] = cvt_f16x2_f4x2(packed[3 * i + 2])


@pytest.mark.parametrize("scale", [1.0, 2.0**-4, 40.0])
def test_six_and_four_bits(scale: float) -> None:
    tables = (E2M3, E3M2, E2M1)
    x = np.concatenate(
        [np.abs(np.random.default_rng(3).normal(size=200)), *tables, *((t[1:] + t[:-1]) / 2 for t in tables)]
    )
    x = (x * scale).astype(np.float32)
    packed, back = np.zeros(3 * len(x), np.uint16), np.zeros(3 * len(x), np.uint32)
    to_six_and_four[1, len(x)](x, packed, back)
    halves = back.view(np.float16).reshape(-1, 3, 2).astype(np.float64)
    for column, (table, shift, sign) in enumerate(zip(tables, (8, 8, 4), (0x20, 0x20, 0x8), strict=True)):
        got = packed[column::3]
        want = nearest(np.minimum(x, table[-1]), table)
        np.testing.assert_array_equal(got >> shift, want)
        np.testing.assert_array_equal(got & ((1 << shift) - 1), want | sign)
        np.testing.assert_array_equal(halves[:, column, 1], table[want])
        np.testing.assert_array_equal(halves[:, column, 0], -table[want])


@kernel
def other_conversions(words: MutSlice[u32], x: Slice[f32], scales: Slice[u16]):
    not_a_number = x[0]
    words[0] = u32(cvt_f6x2_f32(not_a_number, -1.0, format="e2m3", relu=True))
    words[1] = u32(cvt_f6x2_f32(-x[1], not_a_number, format="e3m2"))
    words[2] = u32(cvt_f4x2_f32(not_a_number, -x[1], relu=True))
    words[3] = cvt_f16x2_f6x2(u16(0x2108), format="e2m3", relu=True)
    words[4] = cvt_f16x2_f6x2(u16(0x0121), format="e3m2", relu=True)
    words[5] = cvt_f16x2_f4x2(u16(0x72), relu=True)
    words[6] = cvt_f16x2_f8x2(u16(0xB838), format="e4m3", relu=True)
    words[7] = cvt_f16x2_f8x2(u16(0x3CBC), format="e5m2", relu=True)
    words[8] = u32(cvt_f8x2_f16x2(u32(0xBC003C00), format="e4m3", relu=True))
    words[9] = u32(cvt_f8x2_f16x2(u32(0x3C00BC00), format="e5m2", relu=True))
    words[10] = cvt_bf16x2_ue8m0x2(scales[0])
    words[11] = cvt_bf16x2_ue8m0x2(scales[1])


def test_conversions_without_a_sign_of_what_is_none_and_of_scales() -> None:
    words = np.zeros(12, np.uint32)
    x = np.array([np.nan, np.inf], np.float32)
    other_conversions[1, 1](words, x, np.array([0x7F00, 0xFF80], np.uint16))
    assert [f"{word:x}" for word in words] == [
        *("1f00", "3f1f", "70", "3c00", "2c000000", "46003c00"),
        *("3c00", "3c000000", "38", "3c00", "3f800040", "7fff4000"),
    ]


@kernel
def singles(x: Slice[f32], out: MutSlice[f32], words: MutSlice[u32]):
    i = thread_idx_x()
    n = len(x)
    if i < n:
        out[i] = add_rounded(x[i], 0.1)
        out[n + i] = fma_rounded(x[i], x[i], 0.1)
        out[2 * n + i] = min_float(x[i], 0.5)
        words[i] = cvt_tf32_f32(x[i])
        words[n + i] = cvt_f16x2_f32(x[i], 1.0)


def test_singles() -> None:
    x = np.concatenate([np.linspace(-4, 4, 97), [np.inf, -np.inf, 1e-40]]).astype(np.float32)
    out, words = np.zeros(300, np.float32), np.zeros(200, np.uint32)
    singles[1, 100](x, out, words)
    tenth = np.float32(0.1)
    np.testing.assert_array_equal(out[:100], x + tenth)
    np.testing.assert_array_equal(out[100:200], (x.astype(np.float64) ** 2 + tenth).astype(np.float32))
    np.testing.assert_array_equal(out[200:], np.fmin(x, np.float32(0.5)))
    infinite = np.isinf(x)
    np.testing.assert_array_equal(
        words[:100], np.where(infinite, x.view(np.uint32), (x.view(np.uint32) + 0x1000) & 0xFFFFE000)
    )
    pairs = words[100:].view(np.float16).reshape(-1, 2)
    np.testing.assert_array_equal(pairs[:, 1], x.astype(np.float16))
    assert (pairs[:, 0] == 1).all()


def test_a_gpu_has_the_instructions_and_no_functions() -> None:
    text = halves.ptx("sm_80")
    assert "add.rn.f16x2" in text and "max.f16x2" in text
    assert ".visible .func" not in text and "\n.func" not in text and "cvt.rn" not in text
