"""Rounding: from a 64-bit float that stands for an exact result to the formats of PTX, in every mode.

A result that 64 bits do not hold is *rounded to odd* first: of the two neighbours, the one whose last bit is set. Rounding that
to a format with at least two bits less gives what rounding the exact result gives (Boldo and Melquiond, "Emulation of FMA and
correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57(4), 2008).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

MODES: Final = ("rn", "rz", "rm", "rp", "rna")
"""To the nearest and of two the even one, towards zero, down, up, to the nearest and of two the one away from zero."""

_F64_SIGN: Final = np.uint64(1 << 63)


def sum_to_odd(x: Array, y: Array) -> Array:
    """`x + y` of 64-bit floats, rounded to odd."""
    total = x + y
    part = total - x
    error = (x - (total - part)) + (y - part)
    inexact = (error != 0) & np.isfinite(total)
    if not inexact.any():
        return total
    even = (total.view(np.uint64) & np.uint64(1)) == 0
    toward = np.where(error > 0, np.inf, -np.inf)
    return np.where(inexact & even, np.nextafter(total, toward), total)


def to_f32(values: Array, mode: str = "rn") -> Array:
    """64-bit floats as 32-bit ones."""
    near = values.astype(np.float32)
    return near if mode == "rn" else _directed(values, near, mode)


def to_f16(values: Array, mode: str = "rn") -> Array:
    """64-bit floats as 16-bit ones."""
    near = values.astype(np.float16)
    return near if mode == "rn" else _directed(values, near, mode)


def _directed(values: Array, near: Array, mode: str) -> Array:
    """Of the nearest and its neighbour, the one that `mode` takes."""
    back = near.astype(np.float64)
    zero, inf = near.dtype.type(0), near.dtype.type(np.inf)
    if mode == "rz":
        wrong = np.abs(back) > np.abs(values)
        return np.where(wrong, np.nextafter(near, zero), near)
    if mode == "rm":
        return np.where(back > values, np.nextafter(near, -inf), near)
    if mode == "rp":
        return np.where(back < values, np.nextafter(near, inf), near)
    if mode == "rna":
        away = np.nextafter(near, np.copysign(inf, near))
        tie = np.abs(away.astype(np.float64) - values) == np.abs(back - values)
        return np.where(tie & (np.abs(back) < np.abs(values)), away, near)
    raise ValueError(mode)


def to_odd_f32(values: Array) -> Array:
    """64-bit floats, exact or rounded to odd, as 32-bit ones rounded to odd."""
    truncated = to_f32(values, "rz")
    inexact = (truncated.astype(np.float64) != values) & ~np.isnan(values)
    return (truncated.view(np.uint32) | inexact.astype(np.uint32)).view(np.float32)


def to_bf16(values: Array, mode: str = "rn") -> Array:
    """64-bit floats as bits of bfloat16. NaN is 0x7fff."""
    odd = to_odd_f32(values)
    bits = odd.view(np.uint32)
    high = bits >> np.uint32(16)
    rest = bits & np.uint32(0xFFFF)
    if mode == "rn":
        up = (rest > 0x8000) | ((rest == 0x8000) & ((high & 1) == 1))
    elif mode == "rna":
        up = rest >= 0x8000
    elif mode == "rz":
        up = np.zeros(bits.shape, np.bool_)
    else:
        negative = (bits >> np.uint32(31)) == 1
        up = (rest != 0) & (negative if mode == "rm" else ~negative)
    rounded = (high + up.astype(np.uint32)).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FFF), rounded)


def of_bf16(bits: Array) -> Array:
    """The values of bfloat16s as 64-bit floats."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)


def to_tf32(values: Array, mode: str) -> Array:
    """32-bit floats to those with ten bits of fraction, as the bits of a 32-bit float."""
    bits = values.view(np.uint32)
    rest = bits & np.uint32(0x1FFF)
    high = bits & ~np.uint32(0x1FFF)
    if mode == "rna":
        up = rest >= 0x1000
    elif mode == "rn":
        up = (rest > 0x1000) | ((rest == 0x1000) & ((bits >> np.uint32(13) & 1) == 1))
    else:
        up = np.zeros(bits.shape, np.bool_)
    rounded = high + (up.astype(np.uint32) << np.uint32(13))
    return np.where(np.isfinite(values), rounded, np.where(np.isnan(values), np.uint32(0x7FFFFFFF), high))


def flush(values: Array) -> Array:
    """Numbers below the normal ones become zeros of their sign."""
    small = (np.abs(values) < np.finfo(values.dtype).smallest_normal) & (values != 0)
    return np.where(small, np.copysign(values.dtype.type(0), values), values)


def saturate(values: Array) -> Array:
    """To 0 … 1; NaN becomes +0."""
    one, zero = values.dtype.type(1), values.dtype.type(0)
    return np.where(values > zero, np.minimum(values, one), zero)


_NANS: Final = {
    np.dtype(np.float32): np.array([0x7FFFFFFF], np.uint32).view(np.float32),
    np.dtype(np.float16): np.array([0x7FFF], np.uint16).view(np.float16),
}


def canonical(values: Array) -> Array:
    """All NaNs of 32 and 16 bits become the one that operations give (PTX ISA, 5.2.3, 9.7.3)."""
    nan = np.isnan(values)
    return np.where(nan, _NANS[values.dtype], values) if nan.any() else values
