"""Operations on floats, exactly rounded in every mode."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false
# Functions of any number of arrays: the checker knows no types for the parameters of such a lambda.

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from periclase.runtime.backends.sim.arithmetic.rounding import sum_to_odd, to_f32

Array = np.ndarray[Any, Any]


# 32 bits: what 64 bits hold, or round to odd, is rounded once more.


def add_f32(a: Array, b: Array, mode: str) -> Array:
    """`a + b`."""
    if mode == "rn":
        return a + b
    a, b = a.astype(np.float64), b.astype(np.float64)
    return to_f32(_signed_zero(sum_to_odd(a, b), a, b, mode), mode)


def _signed_zero(total: Array, a: Array, b: Array, mode: str) -> Array:
    """Zeros of different signs, or what cancels, give -0 when rounding down (IEEE 754, 6.3): `total` is of 64 bits, where it is
    zero only if the exact sum is."""
    if mode != "rm":
        return total
    cancels = (total == 0) & ~((a == 0) & (b == 0) & (np.signbit(a) == np.signbit(b)))
    return np.where(cancels, -0.0, total)


def mul_f32(a: Array, b: Array, mode: str) -> Array:
    """`a * b`."""
    if mode == "rn":
        return a * b
    return to_f32(a.astype(np.float64) * b.astype(np.float64), mode)


def fma_f32(a: Array, b: Array, c: Array, mode: str) -> Array:
    """`a * b + c`, rounded once. The product of two 32-bit floats is exact in 64 bits."""
    product, c64 = a.astype(np.float64) * b, c.astype(np.float64)
    return to_f32(_signed_zero(sum_to_odd(product, c64), product, c64, mode), mode)


def div_f32(a: Array, b: Array, mode: str) -> Array:
    """`a / b`. The remainder of the nearest quotient is exact in 64 bits, and says on which side of it the exact one is."""
    if mode == "rn":
        return a / b
    wide, divisor = a.astype(np.float64), b.astype(np.float64)
    quotient = wide / divisor
    return to_f32(_to_odd(quotient, _quotient_side(wide, divisor, quotient)), mode)


def _quotient_side(a: Array, b: Array, quotient: Array) -> Array:
    """The sign of the exact quotient less `quotient`: of `a - quotient * b`, by that of `b`. 24 bits times 53, in two parts."""
    high = quotient.astype(np.float32).astype(np.float64)
    low = quotient - high
    rest = (a - high * b) - low * b
    side = np.sign(rest) * np.sign(b)
    return np.where(np.isfinite(quotient) & np.isfinite(side), side, 0.0)


def sqrt_f32(a: Array, mode: str) -> Array:
    """The square root of `a`."""
    if mode == "rn":
        return np.sqrt(a)
    wide = a.astype(np.float64)
    root = np.sqrt(wide)
    high = root.astype(np.float32).astype(np.float64)
    low = root - high
    rest = ((wide - high * high) - 2 * high * low) - low * low
    side = np.where(np.isfinite(root), np.sign(rest), 0.0)
    return to_f32(_to_odd(root, side), mode)


def _to_odd(near: Array, side: Array) -> Array:
    """Rounded to odd, from the nearest and the side of it on which the exact result is."""
    even = (near.view(np.uint64) & np.uint64(1)) == 0
    toward = np.where(side > 0, np.inf, -np.inf)
    return np.where((side != 0) & even, np.nextafter(near, toward), near)


# 64 bits.


def add_f64(a: Array, b: Array, mode: str) -> Array:
    """`a + b`."""
    if mode == "rn":
        return a + b
    return _signed_zero(_one_by_one(lambda x, y: x + y, mode, a, b), a, b, mode)


def mul_f64(a: Array, b: Array, mode: str) -> Array:
    """`a * b`."""
    return a * b if mode == "rn" else _one_by_one(lambda x, y: x * y, mode, a, b)


def div_f64(a: Array, b: Array, mode: str) -> Array:
    """`a / b`."""
    return a / b if mode == "rn" else _one_by_one(lambda x, y: x / y, mode, a, b)


def sqrt_f64(a: Array, mode: str) -> Array:
    """The square root of `a`."""
    near = np.sqrt(a)
    if mode == "rn":
        return near
    found = near.copy()
    for place in np.ndindex(near.shape):
        value, root = float(a[place]), float(near[place])
        if value > 0 and math.isfinite(value):
            side = Fraction(value) - Fraction(root) ** 2
            if side < 0 and mode in ("rz", "rm"):
                found[place] = math.nextafter(root, 0.0)
            elif side > 0 and mode == "rp":
                found[place] = math.nextafter(root, math.inf)
    return found


_SPLIT: Final = float((1 << 27) + 1)
_LARGE: Final = 2.0**900
_SMALL: Final = 2.0**-900


def fma_f64(a: Array, b: Array, c: Array, mode: str) -> Array:
    """`a * b + c`, rounded once (the algorithm Fma of the paper named in `rounding`); by whole numbers where a part of it might
    overflow or get too small."""
    shape = np.broadcast_shapes(a.shape, b.shape, c.shape)
    a, b, c = (np.broadcast_to(x, shape) for x in (a, b, c))
    if np.isinf(c).any():
        # A product of finite numbers may be too large for 64 bits, but it is no infinity that would cancel this one.
        a = np.where(np.isinf(c) & np.isfinite(a) & np.isfinite(b), 0.0, a)
    if mode != "rn":
        return _one_by_one(lambda x, y, z: x * y + z, mode, a, b, c, terms=lambda x, y, z: (x * y, z))
    product = a * b
    low = _product_error(a, b, product)
    total, rest = _two_sum(c, low)
    high, error = _two_sum(product, total)
    result = high + sum_to_odd(rest, error)
    size = np.abs(product)
    unsafe = ~((size < _LARGE) & (size > _SMALL) & (np.abs(c) < _LARGE))
    unsafe |= (np.abs(a) > _LARGE) | (np.abs(b) > _LARGE)
    if not unsafe.any():
        return result
    result = np.where(unsafe, product + c, result)  # what is exact anyway: infinities, NaNs
    for place in np.argwhere(unsafe):
        index = tuple(place)
        x, y, z = float(a[index]), float(b[index]), float(c[index])
        if math.isfinite(x) and math.isfinite(y) and math.isfinite(z) and x and y:
            result[index] = round_f64(Fraction(x) * Fraction(y) + Fraction(z), "rn", float(result[index]))
    return result


def _two_sum(x: Array, y: Array) -> tuple[Array, Array]:
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _product_error(a: Array, b: Array, product: Array) -> Array:
    """`a * b - product`, exactly (Dekker, "A floating-point technique for extending the available precision", 1971)."""
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


def _halves(x: Array) -> tuple[Array, Array]:
    scaled = x * _SPLIT
    high = scaled - (scaled - x)
    return high, x - high


def _one_by_one(
    operation: Callable[..., Any],
    mode: str,
    *operands: Array,
    terms: Callable[..., tuple[float, float]] | None = None,
) -> Array:
    """An operation on exact numbers, rounded. Zeros, infinities and NaNs are as to the nearest, but for a sum: `terms` are what
    it adds where it gives zero."""
    shape = np.broadcast_shapes(*(x.shape for x in operands))
    wide = [np.broadcast_to(x, shape) for x in operands]
    found = np.array(operation(*wide))
    for place in np.ndindex(shape):
        values = [float(x[place]) for x in wide]
        if not all(math.isfinite(value) for value in values):
            continue
        try:
            exact = operation(*(Fraction(value) for value in values))
        except ZeroDivisionError:
            continue
        near = float(found[place])
        if exact:
            found[place] = round_f64(exact, mode, near)
        elif mode == "rm" and terms is not None:
            first, second = terms(*values)
            if first or math.copysign(1, first) != math.copysign(1, second):
                found[place] = -0.0
    return found


def round_f64(exact: Fraction, mode: str, near: float) -> float:
    """A number as a 64-bit float.

    Args:
        exact: the number.
        mode: of `rounding.MODES`.
        near: its sign is that of a zero.
    """
    try:
        found = float(exact)  # correctly rounded: Python divides integers like that
    except OverflowError:
        found = math.inf if exact > 0 else -math.inf
    if found == 0:
        found = math.copysign(0.0, exact if exact else near)
    if mode == "rn":
        return found
    above = found == math.inf or (math.isfinite(found) and Fraction(found) > exact)
    below = found == -math.inf or (math.isfinite(found) and Fraction(found) < exact)
    if above and (mode == "rm" or (mode == "rz" and exact > 0)):
        return math.nextafter(found, -math.inf)
    if below and (mode == "rp" or (mode == "rz" and exact < 0)):
        return math.nextafter(found, math.inf)
    return found
