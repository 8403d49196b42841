"""Products of small matrices by a warp, in the language of kernels: what the CPU runs in place of `mma.sync`.

Which elements a lane holds, the PTX ISA says under "Matrix Fragments". In all shapes here a row of `a` lies in four lanes in a
row, a column of `b` as well, and a lane has of `c` two neighbours in each of its rows; so a lane asks its row and its two
columns for their words, four times, and adds up what `dot` makes of them. Sums are rounded after each word.
"""

# pyright: basic
from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.bits import bit_cast
from periclase.gpu import dp4a, lane_id, shfl_sync
from periclase.library.instructions import _from_e4m3, _from_e5m2, _high, _high_bf16, _low, _low_bf16, _pair

if TYPE_CHECKING:  # on the host they are numbers of Python
    f16 = f32 = float
    i8 = i32 = u8 = u16 = u32 = int
else:
    from periclase.types import f16, f32, i8, i32, u8, u16, u32


def _wide(dot, a, b, c):
    """Of 16 rows, `k` of two words a lane."""
    lane = lane_id()
    d0, d1, d2, d3 = c
    for part in range(4):
        row = u32(lane // 4 * 4 + part)
        left = u32(lane % 4 * 8 + part)
        upper, lower = shfl_sync(a[0], row), shfl_sync(a[1], row)
        upper_end, lower_end = shfl_sync(a[2], row), shfl_sync(a[3], row)
        first, first_end = shfl_sync(b[0], left), shfl_sync(b[1], left)
        second, second_end = shfl_sync(b[0], left + 4), shfl_sync(b[1], left + 4)
        d0 = dot(upper_end, first_end, dot(upper, first, d0))
        d1 = dot(upper_end, second_end, dot(upper, second, d1))
        d2 = dot(lower_end, first_end, dot(lower, first, d2))
        d3 = dot(lower_end, second_end, dot(lower, second, d3))
    return d0, d1, d2, d3


def _narrow(dot, a, b, c):
    """Of 16 rows, `k` of one word a lane."""
    lane = lane_id()
    d0, d1, d2, d3 = c
    for part in range(4):
        row = u32(lane // 4 * 4 + part)
        left = u32(lane % 4 * 8 + part)
        upper, lower = shfl_sync(a[0], row), shfl_sync(a[1], row)
        first, second = shfl_sync(b[0], left), shfl_sync(b[0], left + 4)
        d0, d1 = dot(upper, first, d0), dot(upper, second, d1)
        d2, d3 = dot(lower, first, d2), dot(lower, second, d3)
    return d0, d1, d2, d3


def _small(dot, a, b, c):
    """Of 8 rows, `k` of one word a lane."""
    lane = lane_id()
    d0, d1 = c
    for part in range(4):
        left = u32(lane % 4 * 8 + part)
        row = shfl_sync(a[0], u32(lane // 4 * 4 + part))
        d0 = dot(row, shfl_sync(b[0], left), d0)
        d1 = dot(row, shfl_sync(b[0], left + 4), d1)
    return d0, d1


# ----------------------------------------------------------------------------------------------------- products of a word ----


def _f16(x: u32, y: u32, c: f32) -> f32:
    return c + f32(_low(x)) * f32(_low(y)) + f32(_high(x)) * f32(_high(y))


def _bf16(x: u32, y: u32, c: f32) -> f32:
    return c + _low_bf16(x) * _low_bf16(y) + _high_bf16(x) * _high_bf16(y)


def _tf32(x: u32, y: u32, c: f32) -> f32:
    return c + bit_cast(x & 0xFFFFE000, f32) * bit_cast(y & 0xFFFFE000, f32)


def _f64(x, y, c):
    return c + x * y


def _s8_s8(x: u32, y: u32, c: i32) -> i32:
    return dp4a(bit_cast(x, i32), bit_cast(y, i32), c)


def _u8_u8(x: u32, y: u32, c: i32) -> i32:
    return bit_cast(dp4a(x, y, bit_cast(c, u32)), i32)


def _s8_u8(x: u32, y: u32, c: i32) -> i32:
    for byte in range(4):
        c += i32(bit_cast(u8((x >> (8 * byte)) & 255), i8)) * i32((y >> (8 * byte)) & 255)
    return c


def _u8_s8(x: u32, y: u32, c: i32) -> i32:
    return _s8_u8(y, x, c)


def _e4m3(x: u32, byte: u32) -> f32:
    return f32(bit_cast(u16(_from_e4m3((x >> (8 * byte)) & 255)), f16))


def _e5m2(x: u32, byte: u32) -> f32:
    return f32(bit_cast(u16(_from_e5m2((x >> (8 * byte)) & 255)), f16))


def _e4m3_e4m3(x: u32, y: u32, c: f32) -> f32:
    for byte in range(4):
        c += _e4m3(x, u32(byte)) * _e4m3(y, u32(byte))
    return c


def _e5m2_e5m2(x: u32, y: u32, c: f32) -> f32:
    for byte in range(4):
        c += _e5m2(x, u32(byte)) * _e5m2(y, u32(byte))
    return c


def _e4m3_e5m2(x: u32, y: u32, c: f32) -> f32:
    for byte in range(4):
        c += _e4m3(x, u32(byte)) * _e5m2(y, u32(byte))
    return c


def _e5m2_e4m3(x: u32, y: u32, c: f32) -> f32:
    return _e4m3_e5m2(y, x, c)


def _halves(product, dot, a, b, c):
    """With sums of 16 bits, two in a word."""
    start = (f32(_low(c[0])), f32(_high(c[0])), f32(_low(c[1])), f32(_high(c[1])))
    d0, d1, d2, d3 = product(dot, a, b, start)
    return _pair(f16(d0), f16(d1)), _pair(f16(d2), f16(d3))


# -------------------------------------------------------------------------------------------------------- the instructions ----


def mma_m16n8k16_f32_f16(a, b, c):
    return _wide(_f16, a, b, c)


def mma_m16n8k8_f32_f16(a, b, c):
    return _narrow(_f16, a, b, c)


def mma_m16n8k16_f16_f16(a, b, c):
    return _halves(_wide, _f16, a, b, c)


def mma_m16n8k8_f16_f16(a, b, c):
    return _halves(_narrow, _f16, a, b, c)


def mma_m16n8k16_f32_bf16(a, b, c):
    return _wide(_bf16, a, b, c)


def mma_m16n8k8_f32_bf16(a, b, c):
    return _narrow(_bf16, a, b, c)


def mma_m16n8k8_f32_tf32(a, b, c):
    return _wide(_tf32, a, b, c)


def mma_m16n8k4_f32_tf32(a, b, c):
    return _narrow(_tf32, a, b, c)


def mma_m8n8k4_f64_f64(a, b, c):
    return _small(_f64, a, b, c)


def mma_m16n8k32_s32_i8_s8_s8(a, b, c):
    return _wide(_s8_s8, a, b, c)


def mma_m16n8k32_s32_i8_u8_u8(a, b, c):
    return _wide(_u8_u8, a, b, c)


def mma_m16n8k32_s32_i8_s8_u8(a, b, c):
    return _wide(_s8_u8, a, b, c)


def mma_m16n8k32_s32_i8_u8_s8(a, b, c):
    return _wide(_u8_s8, a, b, c)


def mma_m16n8k16_s32_i8_s8_s8(a, b, c):
    return _narrow(_s8_s8, a, b, c)


def mma_m16n8k16_s32_i8_u8_u8(a, b, c):
    return _narrow(_u8_u8, a, b, c)


def mma_m16n8k16_s32_i8_s8_u8(a, b, c):
    return _narrow(_s8_u8, a, b, c)


def mma_m16n8k16_s32_i8_u8_s8(a, b, c):
    return _narrow(_u8_s8, a, b, c)


def mma_m8n8k16_s32_i8_s8_s8(a, b, c):
    return _small(_s8_s8, a, b, c)


def mma_m8n8k16_s32_i8_u8_u8(a, b, c):
    return _small(_u8_u8, a, b, c)


def mma_m16n8k32_f32_f8_e4m3_e4m3(a, b, c):
    return _wide(_e4m3_e4m3, a, b, c)


def mma_m16n8k32_f32_f8_e5m2_e5m2(a, b, c):
    return _wide(_e5m2_e5m2, a, b, c)


def mma_m16n8k32_f32_f8_e4m3_e5m2(a, b, c):
    return _wide(_e4m3_e5m2, a, b, c)


def mma_m16n8k32_f32_f8_e5m2_e4m3(a, b, c):
    return _wide(_e5m2_e4m3, a, b, c)


def mma_m16n8k16_f32_f8_e4m3_e4m3(a, b, c):
    return _narrow(_e4m3_e4m3, a, b, c)


def mma_m16n8k16_f32_f8_e5m2_e5m2(a, b, c):
    return _narrow(_e5m2_e5m2, a, b, c)


def mma_m16n8k16_f32_f8_e4m3_e5m2(a, b, c):
    return _narrow(_e4m3_e5m2, a, b, c)


def mma_m16n8k16_f32_f8_e5m2_e4m3(a, b, c):
    return _narrow(_e5m2_e4m3, a, b, c)


def mma_m16n8k32_f16_f8_e4m3_e4m3(a, b, c):
    return _halves(_wide, _e4m3_e4m3, a, b, c)


def mma_m16n8k32_f16_f8_e5m2_e5m2(a, b, c):
    return _halves(_wide, _e5m2_e5m2, a, b, c)


def mma_m16n8k32_f16_f8_e4m3_e5m2(a, b, c):
    return _halves(_wide, _e4m3_e5m2, a, b, c)


def mma_m16n8k32_f16_f8_e5m2_e4m3(a, b, c):
    return _halves(_wide, _e5m2_e4m3, a, b, c)


def mma_m16n8k16_f16_f8_e4m3_e4m3(a, b, c):
    return _halves(_narrow, _e4m3_e4m3, a, b, c)


def mma_m16n8k16_f16_f8_e5m2_e5m2(a, b, c):
    return _halves(_narrow, _e5m2_e5m2, a, b, c)


def mma_m16n8k16_f16_f8_e4m3_e5m2(a, b, c):
    return _halves(_narrow, _e4m3_e5m2, a, b, c)


def mma_m16n8k16_f16_f8_e5m2_e4m3(a, b, c):
    return _halves(_narrow, _e5m2_e4m3, a, b, c)


def mma_m8n8k16_s32_i8_s8_u8(a, b, c):
    return _small(_s8_u8, a, b, c)


def mma_m8n8k16_s32_i8_u8_s8(a, b, c):
    return _small(_u8_s8, a, b, c)


def mma_m16n8k4_f64_f64(a, b, c):
    return _narrow(_f64, a, b, c)


def mma_m16n8k8_f64_f64(a, b, c):
    return _wide(_f64, a, b, c)


def mma_m16n8k16_f64_f64(a, b, c):
    return _wide(_f64, a[4:], b[2:], _wide(_f64, a[:4], b[:2], c))
