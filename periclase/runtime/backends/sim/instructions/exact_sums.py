"""Sums of floats that are rounded once, whatever is added in which order.

The PTX ISA leaves open in which order matrix instructions add up their products, and how they round meanwhile (9.7.14.5.14).
This is the best result that there can be: the exact sum, rounded to the nearest float of the accumulator's type, ties to even.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

_FRACTION: Final = (1 << 52) - 1


def product(a: Array, b: Array, c: Array) -> Array:
    """`a` · `b` + `c` of matrices of 64-bit floats, exactly, but for what a 64-bit float can not hold: then it is rounded to one
    that a further rounding to fewer than 52 bits can not tell from the exact sum ("round to odd").

    The products of elements must be exact in 64 bits.

    Args:
        a, b, c: the last two axes are those of the matrices.
    """
    found = np.matmul(a, b) + c
    doubtful = ~_is_exact(a, b, c)
    if doubtful.any():
        a, b, c = a[doubtful], b[doubtful], c[doubtful]
        terms = np.concatenate(
            (c[..., None, :, :], a.swapaxes(-1, -2)[..., :, None] * b[..., :, None, :]), axis=-3
        )
        terms = np.moveaxis(terms, -3, 0)
        plain = found[doubtful]
        finite = np.isfinite(plain)
        found[doubtful] = np.where(finite, to_odd(np.where(finite, terms, 0.0)), plain)
    return found


def _is_exact(a: Array, b: Array, c: Array) -> Array:
    """For which matrices all sums of products are multiples of one power of two, and below 2**53 times that: then no addition of
    them rounds."""
    grain = np.minimum(_grain(a) * _grain(b), _grain(c))
    return a.shape[-1] * _largest(a) * _largest(b) + _largest(c) < grain * 2.0**53


def _largest(values: Array) -> Array:
    return np.abs(values).max(axis=(-2, -1))


def _grain(values: Array) -> Array:
    """The value of the lowest bit that is set in any of the numbers; infinite if none is."""
    bits = np.ascontiguousarray(values).view(np.int64)
    # Without its lowest bit, a fraction is less by that; a power of two has nothing but its exponent.
    lower = (bits & (bits - 1)).view(np.float64)
    grains = np.where(bits & _FRACTION == 0, np.abs(values), np.abs(values - lower))
    return np.where(values == 0, np.inf, grains).min(axis=(-2, -1))


def product_of_doubles(a: Array, b: Array, c: Array) -> Array:
    """`a` · `b` + `c` of matrices of 64-bit floats, rounded once to the nearest, ties to even; see `product`."""
    found = np.matmul(a, b) + c
    doubtful = ~_is_exact(a, b, c)
    for index in np.ndindex(doubtful.shape):
        if doubtful[index]:
            found[index] = _product_of_doubles(a[index], b[index], c[index])
    return found


def _product_of_doubles(a: Array, b: Array, c: Array) -> Array:
    left, right = a.T[:, :, None], b[:, None, :]
    high = left * right
    # Infinities and NaNs decide alone: a product of finite numbers that is too large for 64 bits is no infinity.
    finite_terms = np.isfinite(left) & np.isfinite(right)
    plain = np.where(finite_terms, 0.0, high).sum(axis=0) + np.where(np.isfinite(c), 0.0, c)
    exponents = np.frexp(left)[1] + np.frexp(right)[1]
    # Both halves of each product are floats, and nothing overflows, within this range.
    usual = ((np.abs(exponents) < 900) | (high == 0)).all(axis=0)
    usual &= np.maximum(np.abs(left), np.abs(right)).max(axis=0) < 2.0**990
    usual &= ((left == 0) | (right == 0) | (high != 0)).all(axis=0) & (np.abs(c) < 2.0**990)
    low = _split_product_error(left, right, high)
    terms = np.where(usual, np.concatenate((low, c[None], high)), 0.0)
    found = np.where(usual, to_nearest(terms), plain)
    rows, columns = (
        np.logical_and.reduce(np.isfinite(a), axis=1),
        np.logical_and.reduce(np.isfinite(b), axis=0),
    )
    finite: Array = np.logical_and(np.logical_and.outer(rows, columns), np.isfinite(c))
    for row, column in np.argwhere(np.logical_and(~usual, finite)).tolist():
        exact = Fraction(float(c[row, column]))
        for x, y in zip(a[row].tolist(), b[:, column].tolist(), strict=True):
            exact += Fraction(x) * Fraction(y)
        found[row, column] = _nearest(exact)
    return found


def _nearest(exact: Fraction) -> float:
    try:
        return float(exact)
    except OverflowError:
        return float("inf") if exact > 0 else float("-inf")


def _split_product_error(a: Array, b: Array, product: Array) -> Array:
    """`a` · `b` - `product`, exactly, by parts of 26 bits (Dekker, Veltkamp)."""

    def split(values: Array) -> tuple[Array, Array]:
        scaled = values * 134217729.0
        high = scaled - (scaled - values)
        return high, values - high

    a_high, a_low = split(a)
    b_high, b_low = split(b)
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


def distilled(terms: Array) -> Array:
    """Terms with the same sum, of which each is no more than half a unit in the last place of the next one, but for zeros.

    Args:
        terms: finite, along the first axis.
    """
    terms = terms.copy()
    for _ in range(len(terms)):
        before = terms.copy()
        for i in range(1, len(terms)):
            low, high = terms[i - 1], terms[i]
            total = low + high
            part = total - high
            terms[i - 1] = (high - (total - part)) + (low - part)
            terms[i] = total
        if np.array_equal(before, terms):
            break
    return terms


def to_odd(terms: Array) -> Array:
    """The sums of finite terms, along the first axis: exact where a 64-bit float is, else the one beside with an odd bit."""
    terms = distilled(terms)
    total = terms[-1].copy()
    rest = _rest(terms)
    bits = total.view(np.int64)
    inexact = (rest != 0) & (bits & 1 == 0)
    outwards = (rest > 0) == (total > 0)
    bits[inexact] += np.where(outwards, 1, -1)[inexact]
    return total


def to_nearest(terms: Array) -> Array:
    """The sums of finite terms, along the first axis, rounded to the nearest 64-bit float, ties to even."""
    terms = distilled(terms)
    total: Array = terms[-1]
    second: Array = terms[-2]
    # `second` may be half a unit in the last place; what is below it says then to which side it goes.
    rest = _rest(terms[:-1])
    doubled: Array = 2 * second
    other: Array = total + doubled
    same_side = ((rest > 0) & (second > 0)) | ((rest < 0) & (second < 0))
    tie: Array = np.logical_and(other - total == doubled, same_side)
    return np.where(tie, other, total)


def _rest(terms: Array) -> Array:
    """The largest term in front of the last that is not zero, which has the sign of them all."""
    rest: Array = np.zeros_like(terms[-1])
    for term in terms[:-1]:
        rest = np.where(term != 0, term, rest)
    return rest
