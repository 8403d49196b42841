"""`mma` on the CPU, against numpy: the fragments are laid out here by the tables of the PTX ISA."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, f64, i32, kernel, u32
from periclase.gpu import (
    lane_id,
    mma_m8n8k4_f64_f64,
    mma_m8n8k32_s32_i4,
    mma_m16n8k8_f32_tf32,
    mma_m16n8k16_f16_f16,
    mma_m16n8k16_f32_bf16,
    mma_m16n8k16_f32_f16,
    mma_m16n8k32_f32_f8,
    mma_m16n8k32_s32_i4,
    mma_m16n8k32_s32_i8,
    mma_m16n8k64_s32_i4,
    mma_m16n8k256_s32_b1,
)

LANES = np.arange(32)
ROW, PART = LANES // 4, LANES % 4


def words_of_a(a: np.ndarray, per_word: int) -> np.ndarray:
    """The four words of each lane: rows `g` and `g`+8, then the same of the second half of `k`; (4, 32, per_word)."""
    half = a.shape[1] // 2
    columns = per_word * PART[:, None] + np.arange(per_word)
    return np.stack([a[ROW[:, None] + down, columns + right] for right in (0, half) for down in (0, 8)])


def words_of_b(b: np.ndarray, per_word: int) -> np.ndarray:
    """The two words of each lane: column `g`; (2, 32, per_word)."""
    rows = per_word * PART[:, None] + np.arange(per_word)
    return np.stack([b[rows + down, ROW[:, None]] for down in (0, b.shape[0] // 2)])


def parts_of_c(c: np.ndarray) -> np.ndarray:
    """The four sums of each lane; (4, 32)."""
    return np.stack([c[ROW + down, 2 * PART + right] for down in (0, 8) for right in (0, 1)])


def packed(words: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(words).view(np.uint32).reshape(-1)


@kernel
def half_product(a: Slice[u32], b: Slice[u32], c: MutSlice[f32], narrow: MutSlice[u32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    fb = (b[i], b[32 + i])
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k16_f32_f16(
        fa, fb, (c[i], c[32 + i], c[64 + i], c[96 + i])
    )
    narrow[i], narrow[32 + i] = mma_m16n8k16_f16_f16(fa, fb, (narrow[i], narrow[32 + i]))


def test_halves() -> None:
    generator = np.random.default_rng(1)
    a = generator.integers(-8, 9, (16, 16)).astype(np.float16) / np.float16(4)
    b = generator.integers(-8, 9, (16, 8)).astype(np.float16) / np.float16(4)
    c = generator.integers(-8, 9, (16, 8)).astype(np.float32)
    sums, narrow = (
        parts_of_c(c).reshape(-1),
        packed(parts_of_c(c).astype(np.float16).reshape(2, 2, 32).transpose(0, 2, 1)),
    )
    half_product[1, 32](packed(words_of_a(a, 2)), packed(words_of_b(b, 2)), sums, narrow)
    wanted = parts_of_c(a.astype(np.float32) @ b.astype(np.float32) + c)
    np.testing.assert_array_equal(sums.reshape(4, 32), wanted)
    pairs = narrow.view(np.float16).reshape(2, 32, 2).transpose(0, 2, 1).reshape(4, 32)
    np.testing.assert_array_equal(pairs, wanted.astype(np.float16))


@kernel
def bfloat_product(a: Slice[u32], b: Slice[u32], c: MutSlice[f32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k16_f32_bf16(
        fa, (b[i], b[32 + i]), (c[i], c[32 + i], c[64 + i], c[96 + i])
    )


def test_bfloats() -> None:
    generator = np.random.default_rng(2)
    a, b = generator.integers(-64, 65, (16, 16)), generator.integers(-64, 65, (16, 8))

    def bits(x: np.ndarray) -> np.ndarray:
        return (x.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)

    sums = np.zeros(128, np.float32)
    bfloat_product[1, 32](packed(words_of_a(bits(a), 2)), packed(words_of_b(bits(b), 2)), sums)
    np.testing.assert_array_equal(sums.reshape(4, 32), parts_of_c(a @ b))


@kernel
def tensor_float_product(a: Slice[u32], b: Slice[u32], c: MutSlice[f32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k8_f32_tf32(
        fa, (b[i], b[32 + i]), (c[i], c[32 + i], c[64 + i], c[96 + i])
    )


def test_tensor_floats() -> None:
    generator = np.random.default_rng(3)
    a, b = generator.integers(-500, 501, (16, 8)), generator.integers(-500, 501, (8, 8))
    sums = np.zeros(128, np.float32)
    tensor_float_product[1, 32](
        packed(words_of_a(a.astype(np.float32), 1)), packed(words_of_b(b.astype(np.float32), 1)), sums
    )
    np.testing.assert_array_equal(sums.reshape(4, 32), parts_of_c(a @ b))


@kernel
def byte_products(a: Slice[u32], b: Slice[u32], c: MutSlice[i32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    fb = (b[i], b[32 + i])
    zero = (i32(0), i32(0), i32(0), i32(0))
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k32_s32_i8(fa, fb, zero, a_type="s8", b_type="s8")
    c[128 + i], c[160 + i], c[192 + i], c[224 + i] = mma_m16n8k32_s32_i8(
        fa, fb, zero, a_type="u8", b_type="u8"
    )
    c[256 + i], c[288 + i], c[320 + i], c[352 + i] = mma_m16n8k32_s32_i8(
        fa, fb, zero, a_type="s8", b_type="u8"
    )
    c[384 + i], c[416 + i], c[448 + i], c[480 + i] = mma_m16n8k32_s32_i8(
        fa, fb, zero, a_type="u8", b_type="s8"
    )


def test_bytes() -> None:
    generator = np.random.default_rng(4)
    a, b = generator.integers(0, 256, (16, 32), np.uint8), generator.integers(0, 256, (32, 8), np.uint8)
    sums = np.zeros(512, np.int32)
    byte_products[1, 32](packed(words_of_a(a, 4)), packed(words_of_b(b, 4)), sums)
    signed_a, signed_b = a.view(np.int8).astype(np.int32), b.view(np.int8).astype(np.int32)
    plain_a, plain_b = a.astype(np.int32), b.astype(np.int32)
    for got, (x, y) in zip(
        sums.reshape(4, 4, 32),
        [(signed_a, signed_b), (plain_a, plain_b), (signed_a, plain_b), (plain_a, signed_b)],
        strict=True,
    ):
        np.testing.assert_array_equal(got, parts_of_c(x @ y))


@kernel
def eighth_products(a: Slice[u32], b: Slice[u32], c: MutSlice[f32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    zero = (f32(0), f32(0), f32(0), f32(0))
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k32_f32_f8(
        fa, (b[i], b[32 + i]), zero, a_type="e4m3", b_type="e5m2"
    )


def test_eight_bit_floats() -> None:
    generator = np.random.default_rng(5)
    # 2 to the -1, 0, 1 with signs, in both formats.
    powers, signs = generator.integers(-1, 2, (2, 16, 32)), generator.integers(0, 2, (2, 16, 32))
    e4m3 = ((powers[0] + 7 << 3) | (signs[0] << 7)).astype(np.uint8)
    e5m2 = ((powers[1, :8] + 15 << 2) | (signs[1, :8] << 7)).astype(np.uint8).T
    a, b = 2.0 ** powers[0] * (1 - 2 * signs[0]), (2.0 ** powers[1, :8] * (1 - 2 * signs[1, :8])).T
    sums = np.zeros(128, np.float32)
    eighth_products[1, 32](packed(words_of_a(e4m3, 4)), packed(words_of_b(e5m2, 4)), sums)
    np.testing.assert_array_equal(sums.reshape(4, 32), parts_of_c(a @ b))


@kernel
def double_product(a: Slice[f64], b: Slice[f64], c: MutSlice[f64]):
    i = lane_id()
    c[i], c[32 + i] = mma_m8n8k4_f64_f64((a[i],), (b[i],), (c[i], c[32 + i]))


def test_doubles() -> None:
    generator = np.random.default_rng(6)
    a, b = generator.integers(-9, 10, (8, 4)), generator.integers(-9, 10, (4, 8))
    sums = np.ones(64)
    double_product[1, 32](a[ROW, PART].astype(float), b[PART, ROW].astype(float), sums)
    wanted = a @ b + 1
    np.testing.assert_array_equal(sums.reshape(2, 32), [wanted[ROW, 2 * PART], wanted[ROW, 2 * PART + 1]])


@pytest.mark.parametrize("target", ["sm_80", "sm_120"])
def test_a_gpu_has_one_instruction(target: str) -> None:
    text = half_product.ptx(target)
    assert text.count("mma.sync") == 2
    assert "shfl" not in text


def nibbles(words: np.ndarray) -> np.ndarray:
    """Numbers of 4 bits, eight a word."""
    return packed((words[..., ::2] & 15).astype(np.uint8) | ((words[..., 1::2] & 15) << 4).astype(np.uint8))


@kernel
def nibble_products(a: Slice[u32], b: Slice[u32], c: MutSlice[i32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    fb = (b[i], b[32 + i])
    zero = (i32(0), i32(0), i32(0), i32(0))
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k64_s32_i4(fa, fb, zero, a_type="s4", b_type="s4")
    c[128 + i], c[160 + i], c[192 + i], c[224 + i] = mma_m16n8k64_s32_i4(
        fa, fb, zero, a_type="u4", b_type="s4"
    )
    narrow = mma_m16n8k32_s32_i4((fa[0], fa[1]), (fb[0],), zero, a_type="s4", b_type="u4", satfinite=True)
    c[256 + i], c[288 + i], c[320 + i], c[352 + i] = narrow
    c[384 + i], c[416 + i] = mma_m8n8k32_s32_i4(
        (fa[0],), (fb[0],), (i32(5), i32(-5)), a_type="u4", b_type="u4"
    )


def test_nibbles() -> None:
    generator = np.random.default_rng(5)
    a, b = generator.integers(0, 16, (16, 64)), generator.integers(0, 16, (64, 8))
    sums = np.zeros(448, np.int32)
    nibble_products[1, 32](nibbles(words_of_a(a, 8)), nibbles(words_of_b(b, 8)), sums)
    signed_a, signed_b = (a ^ 8) - 8, (b ^ 8) - 8
    np.testing.assert_array_equal(sums[:128].reshape(4, 32), parts_of_c(signed_a @ signed_b))
    np.testing.assert_array_equal(sums[128:256].reshape(4, 32), parts_of_c(a @ signed_b))
    np.testing.assert_array_equal(sums[256:384].reshape(4, 32), parts_of_c(signed_a[:, :32] @ b[:32]))
    small = parts_of_c(np.vstack([a[:8, :32] @ b[:32]] * 2))[:2]
    np.testing.assert_array_equal(sums[384:].reshape(2, 32), small + np.array([[5], [-5]]))


@kernel
def clamped_products(a: Slice[u32], b: Slice[u32], c: Slice[i32], d: MutSlice[i32]):
    i = lane_id()
    sums = (c[i], c[32 + i], c[64 + i], c[96 + i])
    d[i], d[32 + i], d[64 + i], d[96 + i] = mma_m16n8k32_s32_i8(
        (a[i], a[32 + i], a[64 + i], a[96 + i]),
        (b[i], b[32 + i]),
        sums,
        a_type="s8",
        b_type="u8",
        satfinite=True,
    )


def test_sums_that_are_clamped() -> None:
    generator = np.random.default_rng(6)
    a, b = (
        generator.integers(-128, 128, (16, 32)).astype(np.int8),
        generator.integers(0, 256, (32, 8), np.uint8),
    )
    c = generator.choice([2**31 - 1, -(2**31), 2**31 - 40000, 0], (16, 8)).astype(np.int64)
    found = np.zeros(128, np.int32)
    sums = parts_of_c(c.astype(np.int32)).reshape(-1)
    clamped_products[1, 32](packed(words_of_a(a, 4)), packed(words_of_b(b, 4)), sums, found)
    wanted = np.clip(a.astype(np.int64) @ b.astype(np.int64) + c, -(2**31), 2**31 - 1)
    assert (wanted == 2**31 - 1).any() and (wanted == -(2**31)).any()
    np.testing.assert_array_equal(found.reshape(4, 32), parts_of_c(wanted))


@kernel
def bit_products(a: Slice[u32], b: Slice[u32], c: MutSlice[i32]):
    i = lane_id()
    fa = (a[i], a[32 + i], a[64 + i], a[96 + i])
    fb = (b[i], b[32 + i])
    three = (i32(3), i32(3), i32(3), i32(3))
    c[i], c[32 + i], c[64 + i], c[96 + i] = mma_m16n8k256_s32_b1(fa, fb, three, operation="xor")
    c[128 + i], c[160 + i], c[192 + i], c[224 + i] = mma_m16n8k256_s32_b1(fa, fb, three, operation="and")


def test_bits() -> None:
    generator = np.random.default_rng(7)
    a, b = generator.integers(0, 2, (16, 256), np.uint8), generator.integers(0, 2, (256, 8), np.uint8)
    sums = np.zeros(256, np.int32)

    def words(x: np.ndarray) -> np.ndarray:
        return packed(np.packbits(x, axis=-1, bitorder="little"))

    bit_products[1, 32](words(words_of_a(a, 32)), words(words_of_b(b, 32)), sums)
    both = a.astype(np.int32) @ b.astype(np.int32)
    one = a.sum(1, dtype=np.int32)[:, None] + b.sum(0, dtype=np.int32)[None] - 2 * both
    np.testing.assert_array_equal(sums[:128].reshape(4, 32), parts_of_c(one) + 3)
    np.testing.assert_array_equal(sums[128:].reshape(4, 32), parts_of_c(both) + 3)
