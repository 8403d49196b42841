"""Rational arithmetic, for what binary64 would round twice. Imported when a constant needs it."""

from __future__ import annotations

import math
from fractions import Fraction

from xdsl.ir import Attribute

from periclase.dialects.mir.folding import FLOAT_FORMATS


def rounded(value: Fraction | float, type: Attribute, zero: float = 0.0) -> float:
    """The exact `value`, rounded once to the float type: to nearest, ties to even.

    Args:
        value: finite.
        type: one of the keys of `FLOAT_FORMATS`.
        zero: the result if `value` is zero.
    """
    precision, least, greatest = FLOAT_FORMATS[type.__class__]  # type: ignore[index]
    if not value:
        return zero
    magnitude = abs(Fraction(value))
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < _power_of_two(exponent):
        exponent -= 1
    # The exponent of the last bit kept: fixed by the precision, or by the least subnormal.
    last = max(exponent, least) - precision + 1
    quotient = round(magnitude / _power_of_two(last))
    if not quotient:
        return math.copysign(0.0, -1.0 if value < 0 else 1.0)
    carried = quotient >> precision
    if last + precision - (0 if carried else 1) > greatest:
        return math.inf if value > 0 else -math.inf
    result = math.ldexp(float(quotient), last)
    return -result if value < 0 else result


def _power_of_two(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def floor_of_quotient(a: float, b: float) -> int:
    """The greatest integer that is no greater than the exact quotient of two finite floats."""
    return math.floor(Fraction(a) / Fraction(b))
