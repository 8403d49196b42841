"""Functions of `math` on floats, as device functions: each gives what C and Python do, to the last bit where that is exact.

Parameters are f64: an f32 is converted, which is exact, and the result rounded once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from periclase.bits import bit_cast

if TYPE_CHECKING:  # on the host they are numbers of Python
    bool_ = bool
    f32 = float
    f64 = float
    i32 = int
    i64 = int
else:
    from periclase.types import bool_, f32, f64, i32, i64

HUGE = 9007199254740992.0
"""From here on (2 ** 53) every float is an integer, and more than one apart from the next."""


def round_to_digits(x: f64, power: f64) -> f64:
    """`round(x, digits)` where `power` is `10.0 ** digits`, which has to be exact: up to 22 digits.

    The product is rounded to y. Where y is far from a half, its nearest integer is that of the exact product too; at a half the
    error of the product, which `fma` gives exactly, decides. The quotient then is the float nearest to the decimal number.
    """
    y = x * power
    if not abs(y) < HUGE:
        return x
    nearest = math.floor(y)
    whole = f64(nearest)
    rest = y - whole
    if rest > 0.5 or (rest == 0.5 and _goes_up(fused(x, power, -y), nearest)):
        whole += 1.0
    return math.copysign(whole / power, x)


def round_to_tens(x: f64, power: f64) -> f64:
    """`round(x, -digits)` where `power` is `10.0 ** digits`."""
    y = x / power
    if not abs(y) < HUGE:
        return x
    nearest = math.floor(y)
    whole = f64(nearest)
    rest = y - whole
    if rest > 0.5 or (rest == 0.5 and _goes_up(fused(-y, power, x), nearest)):
        whole += 1.0
    return math.copysign(whole * power, x)


def _goes_up(error: f64, below: i64) -> bool_:
    return error > 0.0 or (error == 0.0 and below % 2 == 1)


def fused(a: f64, b: f64, c: f64) -> f64:
    """`a * b + c`, rounded once; on a device an instruction."""
    from fractions import Fraction

    return float(Fraction(a) * Fraction(b) + Fraction(c))


def fmod(x: f64, y: f64) -> f64:
    """C's remainder, with the sign of `x`; on a device an instruction."""
    return math.fmod(x, y)


def fmin(x: f64, y: f64) -> f64:
    """The lesser of two numbers, the other one of a NaN; -0.0 is less than 0.0. On a device an operation, on integers too."""
    if math.isnan(x) or (x == y and math.copysign(1.0, y) < 0.0):
        return y
    return y if y < x else x


def fmax(x: f64, y: f64) -> f64:
    """The greater of two numbers, the other one of a NaN; 0.0 is greater than -0.0. On a device an operation, on integers too."""
    if math.isnan(x) or (x == y and math.copysign(1.0, x) < 0.0):
        return y
    return y if y > x else x


def remainder(x: f64, y: f64) -> f64:
    """What is left of `x` after the nearest multiple of `y`, of two the even one (IEEE 754): exact."""
    if math.isinf(y) and math.isfinite(x):
        return x
    size = abs(y)
    rest = fmod(abs(x), size)  # below `size`; NaN where there is no remainder
    half_up = size - rest
    if rest > half_up or (rest == half_up and fmod(abs(x) - rest, size * 2.0) != 0.0):
        rest = rest - size
    return rest if math.copysign(1.0, x) > 0.0 else -rest


def frexp(x: f64) -> tuple[f64, i64]:
    """A fraction from 0.5 up to 1.0, with the sign of `x`, and the power of two that makes `x` of it."""
    if x == 0.0 or not math.isfinite(x):
        return x, 0
    below = 0
    if abs(x) < 2.2250738585072014e-308:  # subnormal: it has no exponent of its own
        x = x * 18014398509481984.0
        below = 54
    bits = bit_cast(x, i64)
    exponent = bits >> 52 & 2047
    return bit_cast(bits & -9218868437227405313 | 4602678819172646912, f64), exponent - 1022 - below


def ldexp(x: f64, exponent: i64) -> f64:
    """`x * 2 ** exponent`, rounded once; an infinity where that is too large, at which Python raises."""
    if x == 0.0 or not math.isfinite(x):
        return x
    fraction, power = frexp(x)
    if exponent > 5000:
        exponent = 5000
    if exponent < -5000:
        exponent = -5000
    power += exponent
    if power > 1024:
        return math.copysign(math.inf, x)
    if power < -1080:
        return math.copysign(0.0, x)
    bits = bit_cast(fraction, i64) & -9218868437227405313
    if power >= -1021:
        return bit_cast(bits | power + 1022 << 52, f64)
    return bit_cast(bits | power + 1122 << 52, f64) * 7.888609052210118e-31  # 2 ** -100: rounds once


def nextafter(x: f64, y: f64) -> f64:
    """The float next to `x` in the direction of `y`."""
    if math.isnan(x) or math.isnan(y):
        return x + y
    if x == y:
        return y
    if x == 0.0:
        return math.copysign(5e-324, y)
    bits = bit_cast(x, i64)
    return bit_cast(bits + 1 if (y > x) == (x > 0.0) else bits - 1, f64)


def nextafter32(x: f32, y: f32) -> f32:
    """The same of f32."""
    if math.isnan(x) or math.isnan(y):
        return x + y
    if x == y:
        return y
    bits = bit_cast(x, i32)
    if x == 0.0:
        return math.copysign(bit_cast(bits & 0 | 1, f32), y)
    return bit_cast(bits + 1 if (y > x) == (x > 0.0) else bits - 1, f32)


def ulp(x: f64) -> f64:
    """What the last bit of `x` is worth."""
    if not math.isfinite(x):
        return abs(x)
    x = abs(x)
    following = nextafter(x, math.inf)
    if math.isinf(following):
        return x - nextafter(x, 0.0)
    return following - x


def isclose(a: f64, b: f64, *, rel_tol: f64 = 1e-09, abs_tol: f64 = 0.0) -> bool_:
    """Whether two floats are nearly equal."""
    assert rel_tol >= 0.0 and abs_tol >= 0.0, "tolerances must be non-negative"
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    difference = abs(b - a)
    return difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a) or difference <= abs_tol
