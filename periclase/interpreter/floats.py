"""Floats by their bits: exact rational arithmetic, rounded once to nearest even.

A function whose results are rational is correctly rounded. The transcendental ones are computed in binary64 by the C library and
then rounded: right to the last bit but for rare cases in the narrow formats, to an ulp or so in f64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type
from xdsl.ir import Attribute


@dataclass(frozen=True)
class Format:
    """A binary format of IEEE 754: bits of the exponent, and of the fraction."""

    exponent: int
    fraction: int

    @property
    def sign(self) -> int:
        return 1 << (self.exponent + self.fraction)

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.fraction

    @property
    def nan(self) -> int:
        return self.infinity | 1 << (self.fraction - 1)

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1


_FORMATS = {
    Float16Type: Format(5, 10),
    BFloat16Type: Format(8, 7),
    Float32Type: Format(8, 23),
    Float64Type: Format(11, 52),
}


def format_of(type: Attribute) -> Format:
    """The format of a float type."""
    return next(found for cls, found in _FORMATS.items() if isinstance(type, cls))


def decode(bits: int, format: Format) -> float:
    """The number; every format fits into a Python float."""
    sign = -1.0 if bits & format.sign else 1.0
    exponent = (bits & ~format.sign) >> format.fraction
    fraction = bits & ((1 << format.fraction) - 1)
    if exponent == (1 << format.exponent) - 1:
        return math.nan if fraction else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(fraction, 1 - format.bias - format.fraction)
    return sign * math.ldexp(fraction | 1 << format.fraction, exponent - format.bias - format.fraction)


def round_exact(value: Fraction, format: Format, zero_sign: int = 0) -> int:
    """The bits of the float nearest to `value`, the even one of two; a zero has the sign bit `zero_sign`."""
    if value == 0:
        return format.sign if zero_sign else 0
    sign = format.sign if value < 0 else 0
    value = abs(value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    exponent = max(exponent, 1 - format.bias)
    scaled = round(value / Fraction(2) ** (exponent - format.fraction))  # Python rounds halves to even
    # A carry into the next binade, and a subnormal, come out right by adding up the fields.
    biased = exponent + format.bias - 1
    bits = scaled + (biased << format.fraction)
    return sign | min(bits, format.infinity)


def encode(value: float, format: Format) -> int:
    """The bits of the float nearest to the Python float `value`."""
    if math.isnan(value):
        return format.nan
    if math.isinf(value):
        return format.infinity | (format.sign if value < 0 else 0)
    return round_exact(Fraction(value), format, math.copysign(1.0, value) < 0)


def _finite(*values: float) -> bool:
    return all(map(math.isfinite, values))


def add(a: float, b: float, format: Format) -> int:
    """The sum of two floats, rounded once."""
    if not _finite(a, b) or a == b == 0:
        return encode(a + b, format)
    return round_exact(Fraction(a) + Fraction(b), format)


def subtract(a: float, b: float, format: Format) -> int:
    """The difference, rounded once."""
    return add(a, -b, format)


def multiply(a: float, b: float, format: Format) -> int:
    """The product, rounded once."""
    if not _finite(a, b):
        return encode(a * b, format)
    return round_exact(Fraction(a) * Fraction(b), format, math.copysign(1, a) != math.copysign(1, b))


def divide(a: float, b: float, format: Format) -> int:
    """The quotient, rounded once."""
    negative = math.copysign(1, a) != math.copysign(1, b)
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return format.nan
    if math.isinf(a) or b == 0:
        return format.infinity | (format.sign if negative else 0)
    if math.isinf(b):
        return format.sign if negative else 0
    return round_exact(Fraction(a) / Fraction(b), format, negative)


def remainder(a: float, b: float, format: Format) -> int:
    """C's `fmod`, which is exact."""
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return format.nan
    return encode(a if math.isinf(b) else math.fmod(a, b), format)


def floor_divide(a: float, b: float, format: Format) -> int:
    """Python's `//`, in the steps of CPython's `float_divmod`, each of which rounds: the type may not count to the quotient."""
    rest = decode(remainder(a, b, format), format)
    if math.isnan(rest):
        return format.nan
    quotient = decode(divide(decode(subtract(a, rest, format), format), b, format), format)
    if rest != 0 and (rest < 0) != (b < 0):
        quotient = decode(subtract(quotient, 1.0, format), format)
    if quotient == 0:
        return format.sign if math.copysign(1, a) != math.copysign(1, b) else 0
    if math.isinf(quotient):
        return encode(quotient, format)
    floored = math.floor(quotient)
    return round_exact(Fraction(floored + (Fraction(quotient) - floored > Fraction(1, 2))), format)


def floor_modulo(a: float, b: float, format: Format) -> int:
    """`fmod`, plus the divisor where the signs differ; a zero has the sign of the divisor."""
    left = decode(remainder(a, b, format), format)
    if left == 0:
        return encode(math.copysign(0.0, b), format)
    return add(left, b, format) if (left < 0) != (b < 0) else encode(left, format)


def fused(a: float, b: float, c: float, format: Format) -> int:
    """`a * b + c`, rounded once."""
    if not _finite(a, b, c):
        product = math.nan if (a == 0 and math.isinf(b)) or (b == 0 and math.isinf(a)) else 0.0
        if math.isfinite(product) and not _finite(a, b):
            product = a * b
        return encode(product + c, format)
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    negative = math.copysign(1, a) != math.copysign(1, b)
    both = negative and math.copysign(1, c) < 0
    # A sum of zeros is -0 if both are; one that cancels is +0.
    return round_exact(exact, format, both and (a == 0 or b == 0))


def minimum(a: float, b: float, format: Format) -> int:
    """IEEE 754-2019 minimumNumber: a NaN only of two, and -0.0 of two zeros of which one is."""
    if a == b == 0.0:
        return encode(a if math.copysign(1.0, a) < 0.0 else b, format)
    return encode(b if math.isnan(a) else a if math.isnan(b) else min(a, b), format)


def maximum(a: float, b: float, format: Format) -> int:
    """IEEE 754-2019 maximumNumber: a NaN only of two, and 0.0 of two zeros of which one is."""
    if a == b == 0.0:
        return encode(b if math.copysign(1.0, a) < 0.0 else a, format)
    return encode(b if math.isnan(a) else a if math.isnan(b) else max(a, b), format)


Unary = Callable[[float], float]


def _whole(function: Callable[[float], int]) -> Unary:
    """A rounding to an integer that keeps infinities, NaN and the sign of zero."""
    return lambda value: math.copysign(float(function(value)), value) if math.isfinite(value) else value


def _partial(function: Unary, overflow: float = math.inf) -> Unary:
    """A function of the C library: NaN outside its domain, `overflow` beyond the range."""

    def call(value: float) -> float:
        try:
            return function(value)
        except OverflowError:
            return math.copysign(overflow, value) if function in (math.sinh, math.expm1) else overflow
        except ValueError:
            return math.nan

    return call


def _logarithm(function: Unary, pole: float = 0.0) -> Unary:
    return lambda value: -math.inf if value == pole else _partial(function)(value)


FUNCTIONS: Mapping[str, Unary] = {
    "sqrt": lambda value: value if value == 0 else _partial(math.sqrt)(value),
    "rsqrt": lambda value: math.copysign(math.inf, value) if value == 0 else 1 / _partial(math.sqrt)(value),
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "trunc": _whole(math.trunc),
    "round_even": _whole(round),
    "round": _whole(lambda value: math.floor(abs(Fraction(value)) + Fraction(1, 2))),
    **{
        name: _partial(getattr(math, name))
        for name in (
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "exp",
            "exp2",
            "expm1",
            "erf",
            "erfc",
            "cbrt",
            "asinh",
            "acosh",
            "atanh",
        )
    },
    "exp10": _partial(lambda value: 10.0**value),
    **{name: _logarithm(getattr(math, name)) for name in ("log", "log2", "log10")},
    "log1p": _logarithm(math.log1p, -1.0),
    "gamma": lambda value: math.copysign(math.inf, value) if value == 0 else _partial(math.gamma)(value),
    "lgamma": lambda value: (
        math.inf if value <= 0 and value == math.floor(value) else _partial(math.lgamma)(value)
    ),
}
"""Functions of one float, by the name of the operation."""


def _power(a: float, b: float) -> float:
    """C's `pow`."""
    negative = math.copysign(1.0, a) < 0 and math.isfinite(b) and b % 2 == 1
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if negative else math.inf
    except ValueError:  # a pole, or a root of a negative number
        return (-math.inf if negative else math.inf) if a == 0 else math.nan


PAIRS: Mapping[str, Callable[[float, float], float]] = {
    "pow": _power,
    "atan2": math.atan2,
    "hypot": math.hypot,
}
"""Functions of two floats, by the name of the operation."""

__all__ = [
    "FUNCTIONS",
    "PAIRS",
    "Format",
    "add",
    "decode",
    "divide",
    "encode",
    "floor_divide",
    "floor_modulo",
    "format_of",
    "fused",
    "maximum",
    "minimum",
    "multiply",
    "remainder",
    "round_exact",
    "subtract",
]
