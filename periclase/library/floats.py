"""Functions of `math` on floats, as device functions: each gives what C and Python do, to the last bit where that is exact.

Parameters are f64: an f32 is converted, which is exact, and the result rounded once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # on the host they are numbers of Python
    bool_ = bool
    f64 = float
    i64 = int
else:
    from periclase.types import bool_, f64, i64

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
