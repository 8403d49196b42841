"""Arithmetic on constants: exact, rounded once to the type at hand, and independent of the machine that compiles.

Integers are Python's, wrapped to the width. Floats are computed in binary64 and rounded to the type: for sums, products,
quotients and square roots of f32, f16 and bf16 that gives the correctly rounded result, since 53 bits are more than twice
the 24 of f32 plus two (S. Figueroa, "When is double rounding innocuous?", 1995). Where it does not (fma), rational
arithmetic is rounded once: `mir.rational`.
"""

from __future__ import annotations

import math
from functools import lru_cache

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

FLOAT_FORMATS = {
    Float16Type: (11, -14, 15),
    BFloat16Type: (8, -126, 127),
    Float32Type: (24, -126, 127),
    Float64Type: (53, -1022, 1023),
}
"""Of each float type: precision in bits (the implicit one included), least and greatest exponent of a normal number."""


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


@lru_cache(maxsize=4096)
def int_attr(value: int, type: IntegerType) -> IntegerAttr:
    """The interned constant for `value` wrapped to the type."""
    return bool_attr(bool(value & 1)) if type == i1 else IntegerAttr(wrap(value, type), type)


def round_to(value: float, type: Attribute) -> float:
    """`value` rounded to nearest, ties to even, in the float type; overflow gives an infinity."""
    if isinstance(type, Float64Type) or math.isinf(value) or math.isnan(value) or value == 0:
        return value
    from periclase.dialects.mir.rational import (
        rounded,
    )  # `fractions` is slow to load, and few kernels need it

    return rounded(value, type, math.copysign(0.0, value))


def round_integer(value: int, type: Attribute) -> float:
    """`value` rounded to nearest, ties to even, in the float type."""
    from periclase.dialects.mir.rational import rounded

    return rounded(value, type)


def float_attr(value: float, type: Attribute) -> FloatAttr | None:
    """The constant for `value` rounded to the type; None when it is none of the float types.

    Every NaN becomes the quiet one without payload, of positive sign: a NaN's bits mean nothing in this dialect.
    """
    if type.__class__ not in FLOAT_FORMATS:
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
