"""What the pure operations on scalars give: integers modulo their width, floats rounded once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from xdsl.ir import Attribute

from periclase.dialects.mir.types import is_float
from periclase.interpreter import floats
from periclase.interpreter.failure import Undefined, Unsupported
from periclase.interpreter.values import number_of, truncate, width_of


def _range(type: Attribute) -> tuple[int, int]:
    """The least and the greatest number of an integer type."""
    top = (1 << width_of(type)) - 1
    return (number_of(top ^ top >> 1, type), top >> 1) if number_of(top, type) < 0 else (0, top)


def _saturated(number: int, type: Attribute) -> int:
    least, greatest = _range(type)
    return min(max(number, least), greatest)


def _truncating_quotient(a: int, b: int, type: Attribute) -> int:
    if b == 0:
        raise Undefined("an integer is divided by 0")
    quotient = abs(a) // abs(b)
    quotient = -quotient if (a < 0) != (b < 0) else quotient
    if quotient > _range(type)[1]:
        raise Undefined("the quotient of the least integer and -1 has no value")
    return quotient


def _not_zero(b: int) -> int:
    if b == 0:
        raise Undefined("an integer is divided by 0")
    return b


def _exact_quotient(a: int, b: int, type: Attribute) -> int:
    quotient = _truncating_quotient(a, b, type)
    if quotient * b != a:
        raise Undefined(f"{a} is no multiple of {b}")
    return quotient


Binary = Callable[[int, int, Attribute], int]

INTEGERS: Mapping[str, Binary] = {
    "add": lambda a, b, t: a + b,
    "sub": lambda a, b, t: a - b,
    "mul": lambda a, b, t: a * b,
    "div": _truncating_quotient,
    "rem": lambda a, b, t: a - b * _truncating_quotient(a, b, t),
    "floor_div": lambda a, b, t: a // _not_zero(b),
    "floor_mod": lambda a, b, t: a % _not_zero(b),
    "exact_div": _exact_quotient,
    "saturating_add": lambda a, b, t: _saturated(a + b, t),
    "saturating_sub": lambda a, b, t: _saturated(a - b, t),
    "min": lambda a, b, t: min(a, b),
    "max": lambda a, b, t: max(a, b),
    "bitand": lambda a, b, t: a & b,
    "bitor": lambda a, b, t: a | b,
    "bitxor": lambda a, b, t: a ^ b,
}
"""Operations on two integers; the result is taken modulo the width."""

FLOATS: Mapping[str, Callable[[float, float, floats.Format], int]] = {
    "add": floats.add,
    "sub": floats.subtract,
    "mul": floats.multiply,
    "div": floats.divide,
    "rem": floats.remainder,
    "floor_div": floats.floor_divide,
    "floor_mod": floats.floor_modulo,
    "min": floats.minimum,
    "max": floats.maximum,
}
"""Operations on two floats: their bits."""

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


def binary(name: str, a: int, b: int, type: Attribute) -> int:
    """The bits of an operation on two scalars of one type, given by their bits."""
    if is_float(type):
        form = floats.format_of(type)
        if name not in FLOATS:
            raise Unsupported(f"`mir.{name}` of floats")
        return FLOATS[name](floats.decode(a, form), floats.decode(b, form), form)
    return truncate(INTEGERS[name](number_of(a, type), number_of(b, type), type), type)


def checked(name: str, a: int, b: int, type: Attribute) -> tuple[int, int]:
    """The wrapped result, and whether it is not the exact one."""
    exact = INTEGERS[name](number_of(a, type), number_of(b, type), type)
    bits = truncate(exact, type)
    return bits, int(number_of(bits, type) != exact)


def number(bits: int, type: Attribute) -> float:
    """What the bits stand for: an integer or a float."""
    return floats.decode(bits, floats.format_of(type)) if is_float(type) else number_of(bits, type)


def compare(name: str, a: int, b: int, type: Attribute) -> int:
    """1 or 0."""
    return int(COMPARISONS[name](number(a, type), number(b, type)))


def shift(name: str, value: int, count: int, type: Attribute) -> int:
    """A shift or rotation by a count modulo the width, which is a power of two."""
    width = width_of(type)
    count %= width
    if name == "shl":
        return truncate(value << count, type)
    if name == "shr":
        return truncate(number_of(value, type) >> count, type)
    left = count if name == "rotate_left" else -count % width
    return truncate(value << left | value >> (width - left), type)


def unary(name: str, value: int, type: Attribute) -> int:
    """An operation on one scalar."""
    if is_float(type):
        form = floats.format_of(type)
        if name == "neg":
            return value ^ form.sign
        if name == "abs":
            return value & ~form.sign
        if name not in floats.FUNCTIONS:
            raise Unsupported(f"`mir.{name}`")
        return floats.encode(floats.FUNCTIONS[name](floats.decode(value, form)), form)
    width = width_of(type)
    match name:
        case "neg":
            return truncate(-number_of(value, type), type)
        case "abs":
            return truncate(abs(number_of(value, type)), type)
        case "not":
            return truncate(~value, type)
        case "popcount":
            return value.bit_count()
        case "count_leading_zeros":
            return width - value.bit_length()
        case "count_trailing_zeros":
            return (value & -value).bit_length() - 1 if value else width
        case "byte_swap":
            return int.from_bytes(value.to_bytes(width // 8, "little"), "big")
        case "bit_reverse":
            return int(f"{value:0{width}b}"[::-1], 2)
        case _:
            raise Unsupported(f"`mir.{name}` of integers")


def convert(kind: str, bits: int, source: Attribute, target: Attribute) -> int:
    """A cast of a number."""
    if kind == "int_to_int":
        return truncate(number_of(bits, source), target)
    if kind == "int_to_float":
        return floats.round_exact(Fraction(number_of(bits, source)), floats.format_of(target))
    value = floats.decode(bits, floats.format_of(source))
    if kind == "float_to_float":
        sign = bits & floats.format_of(source).sign
        if math.isnan(value):
            to = floats.format_of(target)
            return to.nan | (to.sign if sign else 0)
        return floats.encode(value, floats.format_of(target))
    if math.isnan(value):
        return 0
    least, greatest = _range(target)
    if math.isinf(value):
        return truncate(greatest if value > 0 else least, target)
    return truncate(_saturated(math.trunc(value), target), target)


__all__ = [
    "COMPARISONS",
    "FLOATS",
    "INTEGERS",
    "binary",
    "checked",
    "compare",
    "convert",
    "number",
    "shift",
    "unary",
]
