"""In what type two numbers meet by numba's rules. Facts, as its typing of operators and of assignments gives them (0.68)."""

from __future__ import annotations

from periclase.types import (
    ScalarKind,
    ScalarType,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    isize,
    u8,
    u16,
    u64,
    usize,
)

_PLAIN: dict[ScalarType, ScalarType] = {isize: i64, usize: u64}
_SIGNED: dict[int, ScalarType] = {8: i8, 16: i16, 32: i32, 64: i64}
_UNIFYING: dict[ScalarType, ScalarType] = {bool_: f16, i8: f16, u8: f16, i16: f32, u16: f32}
_OPERATING: dict[ScalarType, ScalarType] = {bool_: f16, i8: f16, u8: f32, i16: f32}
"""What an integer type becomes where it meets a float in a variable, and as an operand; any other becomes an f64."""

_FLOAT_ONLY = frozenset({"floordiv", "floormod"})
_BITWISE = frozenset({"and", "or", "xor"})
SHIFTS = frozenset({"shl", "shr"})


def plain(type: ScalarType) -> ScalarType:
    """`type`, with the types of indices and lengths as the 64-bit integers that they are in numba."""
    return _PLAIN.get(type, type)


def _wider(a: ScalarType, b: ScalarType) -> ScalarType:
    if a.bits == b.bits:
        return a if a is b else f32  # f16 and bf16
    return a if a.bits > b.bits else b


def _met(a: ScalarType, b: ScalarType, least_floats: dict[ScalarType, ScalarType]) -> ScalarType:
    a, b = plain(a), plain(b)
    if a is b:
        return a
    if a.is_float or b.is_float:
        number, floating = (b, a) if a.is_float else (a, b)
        return _wider(floating, number if number.is_float else least_floats.get(number, f64))
    if a is bool_ or b is bool_:
        return b if a is bool_ else a
    if a.kind is b.kind:
        return _wider(a, b)
    signed, unsigned = (a, b) if a.is_signed else (b, a)
    if signed.bits > unsigned.bits:
        return signed
    return f64 if unsigned.bits == 64 else _SIGNED[2 * unsigned.bits]


def unified(a: ScalarType, b: ScalarType) -> ScalarType:
    """The type of a variable that is assigned both, of a choice, and of `min` and `max`."""
    return _met(a, b, _UNIFYING)


def compared(a: ScalarType, b: ScalarType) -> ScalarType:
    """The type in which a comparison compares both."""
    return _met(a, b, _OPERATING)


def widened(type: ScalarType) -> ScalarType:
    """What an integer becomes in arithmetic: every operation on integers is one of 64 bits."""
    if type.is_float:
        return type
    return u64 if type.kind is ScalarKind.UNSIGNED else i64


def arithmetic_type(op: str, a: ScalarType, b: ScalarType) -> ScalarType:
    """The type in which `a op b` is computed."""
    a, b = plain(a), plain(b)
    if op in SHIFTS:
        return widened(a)
    if op in ("min", "max"):
        return unified(a, b)
    if a.is_float or b.is_float:
        found = compared(a, b)
        return f32 if found.bits == 16 and op in _FLOAT_ONLY else found
    if op == "div":
        return f64
    if op in _BITWISE and a is bool_ and b is bool_:
        return bool_
    return u64 if a.kind is b.kind is ScalarKind.UNSIGNED else i64


def power_type(a: ScalarType, b: ScalarType) -> ScalarType:
    """The type of `a ** b`: a whole exponent keeps that of a float base."""
    a, b = plain(a), plain(b)
    if not a.is_float and not b.is_float:
        return arithmetic_type("pow", a, b)
    found = compared(a, b) if b.is_float else a
    return f32 if found.bits == 16 else found
