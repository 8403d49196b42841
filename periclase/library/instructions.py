"""What instructions of a GPU compute, in the language of kernels: what the CPU runs in their place.

A row of the intrinsic table names its function by `cpu=`, with the words and flags that it is for in the name. Words of 32
bits hold two halves, the first in the low one. Formats of 8 bits are those of the OCP 8-bit Floating Point Specification,
those of 6 and 4 bits of the OCP Microscaling Formats Specification.
"""

# pyright: basic
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from periclase.bits import bit_cast
from periclase.library.floats import fused

if TYPE_CHECKING:  # on the host they are numbers of Python
    bf16 = f16 = f32 = f64 = float
    u16 = u32 = int
else:
    from periclase.types import bf16, f16, f32, f64, u16, u32


def _low(x: u32) -> f16:
    return bit_cast(u16(x & 0xFFFF), f16)


def _high(x: u32) -> f16:
    return bit_cast(u16(x >> 16), f16)


def _pair(low: f16, high: f16) -> u32:
    return u32(bit_cast(low, u16)) | (u32(bit_cast(high, u16)) << 16)


def _low_bf16(x: u32) -> f32:
    return bit_cast(x << 16, f32)


def _high_bf16(x: u32) -> f32:
    return bit_cast(x & 0xFFFF0000, f32)


def _pair_bf16(low: f32, high: f32) -> u32:
    return u32(bit_cast(bf16(low), u16)) | (u32(bit_cast(bf16(high), u16)) << 16)


# ------------------------------------------------------------------------------------------------ arithmetic of two halves ----


def add_f16x2(x: u32, y: u32) -> u32:
    return _pair(_low(x) + _low(y), _high(x) + _high(y))


def sub_f16x2(x: u32, y: u32) -> u32:
    return _pair(_low(x) - _low(y), _high(x) - _high(y))


def mul_f16x2(x: u32, y: u32) -> u32:
    return _pair(_low(x) * _low(y), _high(x) * _high(y))


def _clamped(x: f16) -> f16:
    """In [0, 1], NaN as 0."""
    return f16(0) if not x > f16(0) else min(x, f16(1))


def _pair_clamped(x: u32) -> u32:
    return _pair(_clamped(_low(x)), _clamped(_high(x)))


def add_f16x2_sat(x: u32, y: u32) -> u32:
    return _pair_clamped(add_f16x2(x, y))


def sub_f16x2_sat(x: u32, y: u32) -> u32:
    return _pair_clamped(sub_f16x2(x, y))


def mul_f16x2_sat(x: u32, y: u32) -> u32:
    return _pair_clamped(mul_f16x2(x, y))


def _fused_f16(x: f16, y: f16, z: f16) -> f16:
    # The product is exact in an f64, and what its sum with `z` loses there is too far below to matter to an f16.
    return f16(fused(f64(x), f64(y), f64(z)))


def fma_f16x2(x: u32, y: u32, z: u32) -> u32:
    return _pair(_fused_f16(_low(x), _low(y), _low(z)), _fused_f16(_high(x), _high(y), _high(z)))


def fma_f16x2_sat(x: u32, y: u32, z: u32) -> u32:
    return _pair_clamped(fma_f16x2(x, y, z))


def _positive(x: f16) -> f16:
    return f16(0) if x < f16(0) else x


def fma_f16x2_relu(x: u32, y: u32, z: u32) -> u32:
    found = fma_f16x2(x, y, z)
    return _pair(_positive(_low(found)), _positive(_high(found)))


def add_bf16x2(x: u32, y: u32) -> u32:
    return _pair_bf16(_low_bf16(x) + _low_bf16(y), _high_bf16(x) + _high_bf16(y))


def sub_bf16x2(x: u32, y: u32) -> u32:
    return _pair_bf16(_low_bf16(x) - _low_bf16(y), _high_bf16(x) - _high_bf16(y))


def mul_bf16x2(x: u32, y: u32) -> u32:
    return _pair_bf16(_low_bf16(x) * _low_bf16(y), _high_bf16(x) * _high_bf16(y))


def abs_halves(x: u32) -> u32:
    return x & 0x7FFF7FFF


def neg_halves(x: u32) -> u32:
    return x ^ 0x80008000


def max_halves_f16(x: u32, y: u32) -> u32:
    return _pair(max_float(_low(x), _low(y)), max_float(_high(x), _high(y)))


def min_halves_f16(x: u32, y: u32) -> u32:
    return _pair(min_float(_low(x), _low(y)), min_float(_high(x), _high(y)))


def max_halves_bf16(x: u32, y: u32) -> u32:
    return _pair_bf16(max_float(_low_bf16(x), _low_bf16(y)), max_float(_high_bf16(x), _high_bf16(y)))


def min_halves_bf16(x: u32, y: u32) -> u32:
    return _pair_bf16(min_float(_low_bf16(x), _low_bf16(y)), min_float(_high_bf16(x), _high_bf16(y)))


def max_float(x, y):
    """The larger; the other of a NaN, and of two zeros the positive one."""
    if x != x:
        return y
    if y != y:
        return x
    if x == y:
        return y if math.copysign(1.0, f32(x)) < 0 else x
    return x if x > y else y


def min_float(x, y):
    """The smaller; the other of a NaN, and of two zeros the negative one."""
    if x != x:
        return y
    if y != y:
        return x
    if x == y:
        return x if math.copysign(1.0, f32(x)) < 0 else y
    return x if x < y else y


# ------------------------------------------------------------------------------------------------------------ conversions ----


def cvt_f16x2_f32(high: f32, low: f32) -> u32:
    return _pair(f16(low), f16(high))


def cvt_bf16x2_f32(high: f32, low: f32) -> u32:
    return _pair_bf16(low, high)


def _relu(x: f32) -> f32:
    return f32(0) if x < 0 else x


def cvt_f16x2_f32_relu(high: f32, low: f32) -> u32:
    return cvt_f16x2_f32(_relu(high), _relu(low))


def cvt_bf16x2_f32_relu(high: f32, low: f32) -> u32:
    return cvt_bf16x2_f32(_relu(high), _relu(low))


def cvt_tf32_f32_rna(x: f32) -> u32:
    """To 10 bits of mantissa, a tie away from zero."""
    bits = bit_cast(x, u32)
    if (bits & 0x7F800000) == 0x7F800000:
        return bits if (bits & 0x007FFFFF) == 0 else u32(0x7FFFFFFF)
    return (bits + 0x1000) & 0xFFFFE000


def cvt_tf32_f32_rz(x: f32) -> u32:
    """To 10 bits of mantissa, towards zero."""
    bits = bit_cast(x, u32)
    if (bits & 0x7F800000) == 0x7F800000:
        return bits if (bits & 0x007FFFFF) == 0 else u32(0x7FFFFFFF)
    return bits & 0xFFFFE000


def cvt_tf32_f32_rn(x: f32) -> u32:
    """To 10 bits of mantissa, a tie to the even one."""
    bits = bit_cast(x, u32)
    if (bits & 0x7F800000) == 0x7F800000:
        return bits if (bits & 0x007FFFFF) == 0 else u32(0x7FFFFFFF)
    return (bits + 0x0FFF + ((bits >> 13) & 1)) & 0xFFFFE000


def _to_f8(x: f32, mantissa: u32, lowest: f32, largest: f32, largest_bits: u32, nan: u32) -> u32:
    """`x` as a float of 8 bits, to the nearest, of two the even one, clamped; `lowest` is the least positive number there."""
    sign = (bit_cast(x, u32) >> 24) & 0x80
    size = abs(x)
    if x != x:
        return nan
    if size >= largest:
        return sign | largest_bits
    # The distance of neighbours is a power of two, from the exponent of `size` or of the least normal number.
    exponent = bit_cast(size, u32) & 0x7F800000
    step = bit_cast(exponent, f32) / f32(u32(1) << mantissa)
    if step < lowest:
        step = lowest
    count = round(f64(size) / f64(step))
    rounded = f32(f64(count) * f64(step))
    if rounded < lowest * f32(u32(1) << mantissa):
        return sign | u32(f64(rounded) / f64(lowest))
    bits = bit_cast(rounded, u32)
    scale = bit_cast(lowest * f32(u32(1) << mantissa), u32)
    return sign | (((bits - scale) >> (23 - mantissa)) + (u32(1) << mantissa))


def _to_e4m3(x: f32) -> u32:
    return _to_f8(x, 3, 0.001953125, 448.0, 0x7E, 0x7F)


def _to_e5m2(x: f32) -> u32:
    return _to_f8(x, 2, 0.0000152587890625, 57344.0, 0x7B, 0x7F)


def cvt_f8x2_f32_e4m3(high: f32, low: f32) -> u16:
    return u16(_to_e4m3(low) | (_to_e4m3(high) << 8))


def cvt_f8x2_f32_e5m2(high: f32, low: f32) -> u16:
    return u16(_to_e5m2(low) | (_to_e5m2(high) << 8))


def cvt_f8x2_f32_e4m3_relu(high: f32, low: f32) -> u16:
    return cvt_f8x2_f32_e4m3(_relu(high), _relu(low))


def cvt_f8x2_f32_e5m2_relu(high: f32, low: f32) -> u16:
    return cvt_f8x2_f32_e5m2(_relu(high), _relu(low))


def cvt_f8x2_f16x2_e4m3(x: u32) -> u16:
    return cvt_f8x2_f32_e4m3(f32(_high(x)), f32(_low(x)))


def cvt_f8x2_f16x2_e5m2(x: u32) -> u16:
    return cvt_f8x2_f32_e5m2(f32(_high(x)), f32(_low(x)))


def _from_e4m3(x: u32) -> u32:
    """The bits of the `f16`."""
    sign, size = (x & 0x80) << 8, x & 0x7F
    if size == 0x7F:
        return u32(0x7FFF)
    value = bit_cast(u16(size << 7), f16) * f16(256)
    return sign | u32(bit_cast(value, u16))


def cvt_f16x2_f8x2_e4m3(x: u16) -> u32:
    return _from_e4m3(u32(x) & 0xFF) | (_from_e4m3(u32(x) >> 8) << 16)


def _from_e5m2(x: u32) -> u32:
    return u32(0x7FFF) if (x & 0x7F) > 0x7C else x << 8


def cvt_f16x2_f8x2_e5m2(x: u16) -> u32:
    return _from_e5m2(u32(x) & 0xFF) | (_from_e5m2(u32(x) >> 8) << 16)


def _relu_halves(x: u32) -> u32:
    return _pair(_positive(_low(x)), _positive(_high(x)))


def cvt_f16x2_f8x2_e4m3_relu(x: u16) -> u32:
    return _relu_halves(cvt_f16x2_f8x2_e4m3(x))


def cvt_f16x2_f8x2_e5m2_relu(x: u16) -> u32:
    return _relu_halves(cvt_f16x2_f8x2_e5m2(x))


def cvt_f8x2_f16x2_e4m3_relu(x: u32) -> u16:
    return cvt_f8x2_f16x2_e4m3(_relu_halves(x))


def cvt_f8x2_f16x2_e5m2_relu(x: u32) -> u16:
    return cvt_f8x2_f16x2_e5m2(_relu_halves(x))


# Formats of 6 and 4 bits have neither infinities nor NaN: what is none becomes the largest positive number (PTX ISA, `cvt`).


def _to_e2m3(x: f32) -> u32:
    byte = _to_f8(x, 3, 0.125, 7.5, 0x1F, 0x1F)
    return (byte & 0x1F) | ((byte & 0x80) >> 2)


def _to_e3m2(x: f32) -> u32:
    byte = _to_f8(x, 2, 0.0625, 28.0, 0x1F, 0x1F)
    return (byte & 0x1F) | ((byte & 0x80) >> 2)


def _to_e2m1(x: f32) -> u32:
    byte = _to_f8(x, 1, 0.5, 6.0, 0x7, 0x7)
    return (byte & 0x7) | ((byte & 0x80) >> 4)


def cvt_f6x2_f32_e2m3(high: f32, low: f32) -> u16:
    return u16(_to_e2m3(low) | (_to_e2m3(high) << 8))


def cvt_f6x2_f32_e3m2(high: f32, low: f32) -> u16:
    return u16(_to_e3m2(low) | (_to_e3m2(high) << 8))


def cvt_f4x2_f32(high: f32, low: f32) -> u16:
    return u16(_to_e2m1(low) | (_to_e2m1(high) << 4))


def cvt_f6x2_f32_e2m3_relu(high: f32, low: f32) -> u16:
    return cvt_f6x2_f32_e2m3(_relu(high), _relu(low))


def cvt_f6x2_f32_e3m2_relu(high: f32, low: f32) -> u16:
    return cvt_f6x2_f32_e3m2(_relu(high), _relu(low))


def cvt_f4x2_f32_relu(high: f32, low: f32) -> u16:
    return cvt_f4x2_f32(_relu(high), _relu(low))


def _from_e2m3(x: u32) -> u32:
    value = bit_cast(u16((x & 0x1F) << 7), f16) * f16(16384)
    return ((x & 0x20) << 10) | u32(bit_cast(value, u16))


def _from_e3m2(x: u32) -> u32:
    value = bit_cast(u16((x & 0x1F) << 8), f16) * f16(4096)
    return ((x & 0x20) << 10) | u32(bit_cast(value, u16))


def _from_e2m1(x: u32) -> u32:
    value = bit_cast(u16((x & 0x7) << 9), f16) * f16(16384)
    return ((x & 0x8) << 12) | u32(bit_cast(value, u16))


def cvt_f16x2_f6x2_e2m3(x: u16) -> u32:
    return _from_e2m3(u32(x)) | (_from_e2m3(u32(x) >> 8) << 16)


def cvt_f16x2_f6x2_e3m2(x: u16) -> u32:
    return _from_e3m2(u32(x)) | (_from_e3m2(u32(x) >> 8) << 16)


def cvt_f16x2_f4x2(x: u16) -> u32:
    return _from_e2m1(u32(x)) | (_from_e2m1(u32(x) >> 4) << 16)


def cvt_f16x2_f6x2_e2m3_relu(x: u16) -> u32:
    return _relu_halves(cvt_f16x2_f6x2_e2m3(x))


def cvt_f16x2_f6x2_e3m2_relu(x: u16) -> u32:
    return _relu_halves(cvt_f16x2_f6x2_e3m2(x))


def cvt_f16x2_f4x2_relu(x: u16) -> u32:
    return _relu_halves(cvt_f16x2_f4x2(x))


def _from_ue8m0(x: u32) -> u32:
    """The bits of the `bf16`: the least power of two is no normal number there."""
    if x == 0:
        return u32(0x0040)
    return u32(0x7FFF) if x == 0xFF else x << 7


def cvt_bf16x2_ue8m0x2(x: u16) -> u32:
    return _from_ue8m0(u32(x) & 0xFF) | (_from_ue8m0(u32(x) >> 8) << 16)
