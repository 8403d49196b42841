"""`cuda.fp16`: functions of numbers of 16 bits.

Each rounds once, as CUDA's own do; the functions of `math` compute in 32 bits. Operators on arrays of `float16` do the same.
"""

# pyright: reportReturnType=false
# To a type checker an expression of f16 is a float.

from __future__ import annotations

import math

import numpy as np

from periclase.kernel import device
from periclase.library import floats
from periclase.types import bool_, f16, f32


@device
def hadd(a: f16, b: f16) -> f16:
    """`a + b`."""
    return a + b


@device
def hsub(a: f16, b: f16) -> f16:
    """`a - b`."""
    return a - b


@device
def hmul(a: f16, b: f16) -> f16:
    """`a * b`."""
    return a * b


@device
def hdiv(a: f16, b: f16) -> f16:
    """`a / b`."""
    return a / b


@device
def hfma(a: f16, b: f16, c: f16) -> f16:
    """`a * b + c`."""
    return floats.fused(a, b, c)


@device
def hneg(a: f16) -> f16:
    """`-a`."""
    return -a


@device
def habs(a: f16) -> f16:
    """The magnitude."""
    return abs(a)


@device
def hmax(a: f16, b: f16) -> f16:
    """The greater; of a NaN and a number the number."""
    return np.fmax(a, b)


@device
def hmin(a: f16, b: f16) -> f16:
    """The lesser; of a NaN and a number the number."""
    return np.fmin(a, b)


@device
def heq(a: f16, b: f16) -> bool_:
    """`a == b`."""
    return a == b


@device
def hne(a: f16, b: f16) -> bool_:
    """`a != b`; a NaN equals nothing, and differs from nothing either, as for CUDA's `__hne`."""
    return a < b or a > b


@device
def hge(a: f16, b: f16) -> bool_:
    """`a >= b`."""
    return a >= b


@device
def hgt(a: f16, b: f16) -> bool_:
    """`a > b`."""
    return a > b


@device
def hle(a: f16, b: f16) -> bool_:
    """`a <= b`."""
    return a <= b


@device
def hlt(a: f16, b: f16) -> bool_:
    """`a < b`."""
    return a < b


@device
def hsin(a: f16) -> f16:
    """The sine."""
    return f16(math.sin(f32(a)))


@device
def hcos(a: f16) -> f16:
    """The cosine."""
    return f16(math.cos(f32(a)))


@device
def hexp(a: f16) -> f16:
    """`e ** a`."""
    return f16(math.exp(f32(a)))


@device
def hexp2(a: f16) -> f16:
    """`2 ** a`."""
    return f16(math.exp2(f32(a)))


@device
def hexp10(a: f16) -> f16:
    """`10 ** a`."""
    return f16(f32(10.0) ** f32(a))


@device
def hlog(a: f16) -> f16:
    """The natural logarithm."""
    return f16(math.log(f32(a)))


@device
def hlog2(a: f16) -> f16:
    """The logarithm to the base 2."""
    return f16(math.log2(f32(a)))


@device
def hlog10(a: f16) -> f16:
    """The logarithm to the base 10."""
    return f16(math.log10(f32(a)))


@device
def hsqrt(a: f16) -> f16:
    """The square root."""
    return f16(math.sqrt(f32(a)))


@device
def hrsqrt(a: f16) -> f16:
    """`1 / sqrt(a)`."""
    return f16(1 / math.sqrt(f32(a)))


@device
def hrcp(a: f16) -> f16:
    """`1 / a`."""
    return 1 / a


@device
def hfloor(a: f16) -> f16:
    """The next whole number below."""
    return np.floor(a)


@device
def hceil(a: f16) -> f16:
    """The next whole number above."""
    return np.ceil(a)


@device
def htrunc(a: f16) -> f16:
    """The next whole number towards zero."""
    return np.trunc(a)


@device
def hrint(a: f16) -> f16:
    """The nearest whole number, halves to even."""
    return np.rint(a)


__all__ = [
    "habs", "hadd", "hceil", "hcos", "hdiv", "heq", "hexp", "hexp2", "hexp10", "hfloor", "hfma", "hge", "hgt", "hle", "hlog",
    "hlog2", "hlog10", "hlt", "hmax", "hmin", "hmul", "hne", "hneg", "hrcp", "hrint", "hrsqrt", "hsin", "hsqrt", "hsub", "htrunc",
]  # fmt: skip
