"""Arithmetic on constants: exact, rounded once to the type at hand, and independent of the machine that compiles.

Integers are Python's, wrapped to the width. Floats are computed in binary64 and rounded to the type: for sums, products,
quotients and square roots of f32, f16 and bf16 that gives the correctly rounded result, since 53 bits are more than twice
the 24 of f32 plus two (S. Figueroa, "When is double rounding innocuous?", 1995). Where it does not (fma), rational
arithmetic is rounded once by `round_fraction`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    i1,
)
from xdsl.ir import Attribute

from periclase.dialects.mir.narrowing import is_float_constant, is_int_constant, is_integer_type

TRUE = IntegerAttr(True, i1)
FALSE = IntegerAttr(False, i1)

# Precision in bits (the implicit one included), least and greatest exponent of a normal number.
_FORMATS = {
    Float16Type: (11, -14, 15),
    BFloat16Type: (8, -126, 127),
    Float32Type: (24, -126, 127),
    Float64Type: (53, -1022, 1023),
}


def bool_attr(value: bool) -> IntegerAttr:
    """The interned constant of type `i1`."""
    return TRUE if value else FALSE


def int_of(attr: IntegerAttr) -> int:
    """The value of an integer constant; 0 or 1 for `i1`, which builtin keeps as 0 and -1."""
    return attr.value.data & 1 if attr.type == i1 else attr.value.data


def wrap(value: int, type: IntegerType) -> int:
    """`value` modulo 2 to the width, in the range of the type."""
    width = type.width.data
    value &= (1 << width) - 1
    if type.signedness.data is Signedness.SIGNED and value >> (width - 1):
        value -= 1 << width
    return value


def bounds(type: IntegerType) -> tuple[int, int]:
    """The least and the greatest value of the type; those of `i1` are 0 and 1."""
    width = type.width.data
    if type.signedness.data is Signedness.SIGNED:
        return -(1 << (width - 1)), (1 << (width - 1)) - 1
    return 0, (1 << width) - 1


@cache
def int_attr(value: int, type: IntegerType) -> IntegerAttr:
    """The interned constant for `value` wrapped to the type."""
    return bool_attr(bool(value & 1)) if type == i1 else IntegerAttr(wrap(value, type), type)


def round_to(value: float, type: Attribute) -> float:
    """`value` rounded to nearest, ties to even, in the float type; overflow gives an infinity."""
    if isinstance(type, Float64Type) or math.isinf(value) or math.isnan(value) or value == 0:
        return value
    return round_fraction(Fraction(value), type, math.copysign(0.0, value))


def round_fraction(value: Fraction, type: Attribute, zero: float = 0.0) -> float:
    """An exact value rounded to nearest, ties to even, in the float type; `zero` is the result when nothing is left."""
    precision, least, greatest = _FORMATS[type.__class__]  # type: ignore[index]
    if not value:
        return zero
    magnitude = abs(value)
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


def float_attr(value: float, type: Attribute) -> FloatAttr | None:
    """The constant for `value` rounded to the type; None when it is none of the float types.

    Every NaN becomes the quiet one without payload, of positive sign: a NaN's bits mean nothing in this dialect.
    """
    if type.__class__ not in _FORMATS:
        return None
    value = math.nan if math.isnan(value) else round_to(value, type)
    return FloatAttr(value, type)  # type: ignore[arg-type]


def is_zero(attr: Attribute | None) -> bool:
    """Whether it is the integer 0 (or false)."""
    return is_int_constant(attr) and attr.value.data == 0


def is_one(attr: Attribute | None) -> bool:
    """Whether it is the integer 1 (or true)."""
    return is_int_constant(attr) and int_of(attr) == 1


def is_all_ones(attr: Attribute | None) -> bool:
    """Whether all bits of the integer are set."""
    return (
        is_int_constant(attr)
        and is_integer_type(attr.type)
        and (attr.value.data & ((1 << attr.type.width.data) - 1) == (1 << attr.type.width.data) - 1)
    )


def is_float_value(attr: Attribute | None, value: float) -> bool:
    """Whether it is the float `value`, with the sign of a zero taken seriously."""
    return (
        is_float_constant(attr)
        and attr.value.data == value
        and math.copysign(1.0, attr.value.data) == math.copysign(1.0, value)
    )
