"""Elements of matrices with their values, exact products of them, and matrices of which half is zero."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

RANDOM = np.random.default_rng(11)


def extents(shape: str) -> tuple[int, int, int]:
    m, _, rest = shape[1:].partition("n")
    n, _, k = rest.partition("k")
    return int(m), int(n), int(k)


def value(code: int, kind: str) -> float:
    """What the bits of an element mean, by the definitions of the formats."""
    if kind in ("s8", "s4"):
        bits = int(kind[1:])
        return code - (1 << bits) if code >> bits - 1 else code
    if kind in ("u8", "u4", "b1"):
        return code
    if kind == "f16":
        return float(np.array([code], np.uint16).view(np.float16)[0])
    if kind in ("bf16", "tf32"):
        return float(np.array([code << 16 if kind == "bf16" else code], np.uint32).view(np.float32)[0])
    if kind == "f64":
        return float(np.array([code], np.uint64).view(np.float64)[0])
    exponents, fractions = int(kind[1]), int(kind[3])
    sign = -1 if code >> exponents + fractions & 1 else 1
    exponent, fraction = code >> fractions & (1 << exponents) - 1, code & (1 << fractions) - 1
    bias = 2 ** (exponents - 1) - 1
    size = fraction / 2**fractions + (1 if exponent else 0)
    return sign * size * 2.0 ** (max(exponent, 1) - bias)


WIDTHS = {"f64": 64, "tf32": 32, "f16": 16, "bf16": 16, "s4": 4, "u4": 4, "b1": 1}


def bits_of(kind: str) -> int:
    return WIDTHS.get(kind, 8)


def codes(kind: str, shape: tuple[int, int]) -> Array:
    """Random elements, as bits. Floats are finite, and their products and sums no trouble to numpy."""
    if kind == "f64":
        return RANDOM.integers(-50, 50, shape).astype(np.float64).view(np.uint64)
    if kind in ("tf32", "bf16"):
        found = (RANDOM.integers(-127, 128, shape) * 0.25).astype(np.float32).view(np.uint32)
        return found if kind == "tf32" else found >> 16
    if kind == "f16":
        return (RANDOM.integers(-500, 500, shape) * 0.125).astype(np.float16).view(np.uint16)
    if kind == "e4m3":
        return RANDOM.integers(0, 127, shape) | RANDOM.integers(0, 2, shape) << 7
    if kind == "e5m2":
        return RANDOM.integers(0, 0x60, shape) | RANDOM.integers(0, 2, shape) << 7
    if kind in ("e3m2", "e2m3"):
        return RANDOM.integers(0, 64, shape)
    if kind == "e2m1":
        return RANDOM.integers(0, 16, shape)
    return RANDOM.integers(0, 1 << bits_of(kind), shape)


def in_register(matrix: Array, kind: str, in_bytes: bool) -> Array:
    """Elements of `.kind::f8f6f4` have a byte each; those of four bits stand in its middle."""
    return matrix << 2 if in_bytes and kind == "e2m1" else matrix


def values(matrix: Array, kind: str) -> Array:
    return np.array([[value(int(code), kind) for code in row] for row in matrix], np.float64)


def rounded_sum(a: Array, b: Array, c: Array, dtype: Any) -> Array:
    """`a` · `b` + `c`, exactly, then rounded to the nearest."""
    out = np.empty(c.shape, dtype)
    for row, column in np.ndindex(*c.shape):
        exact = Fraction(float(c[row, column]))
        for x, y in zip(a[row], b[:, column], strict=True):
            exact += Fraction(float(x)) * Fraction(float(y))
        out[row, column] = nearest(exact, dtype)
    return out


def nearest(exact: Fraction, dtype: Any) -> Any:
    if dtype is np.float64:
        return float(exact)
    with np.errstate(over="ignore"):
        guess = dtype(float(exact))
        around = [guess, np.nextafter(guess, dtype(np.inf)), np.nextafter(guess, dtype(-np.inf))]
    if not np.isfinite(guess):
        return guess
    bits = np.uint16 if dtype is np.float16 else np.uint32
    finite = [x for x in around if np.isfinite(x)]
    return min(finite, key=lambda x: (abs(Fraction(float(x)) - exact), int(x.view(bits)) & 1))


PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def chosen(rows: int, chunks: int, kind: str, ordered: bool) -> Array:
    """Which two of four places are stored, by row and chunk."""
    if kind == "tf32":
        pairs = np.array([(0, 1), (2, 3)])
    else:
        pairs = np.array(PAIRS if ordered else PAIRS + [(b, a) for a, b in PAIRS])
    return pairs[RANDOM.integers(0, len(pairs), (rows, chunks))]


def whole(stored: Array, places: Array, unit: int) -> Array:
    """The matrix with its zeros. A place is `unit` elements; of `tf32` half of one (`unit` 0)."""
    rows, chunks, _ = places.shape
    if unit == 0:
        out = np.zeros((rows, chunks * 2), stored.dtype)
        for row, chunk in np.ndindex(rows, chunks):
            out[row, 2 * chunk + places[row, chunk, 0] // 2] = stored[row, chunk]
        return out
    out = np.zeros((rows, chunks * 4 * unit), stored.dtype)
    for row, chunk, which in np.ndindex(rows, chunks, 2):
        place = (4 * chunk + places[row, chunk, which]) * unit
        taken = (2 * chunk + which) * unit
        out[row, place : place + unit] = stored[row, taken : taken + unit]
    return out


def metadata(places: Array, wide: bool, selector: int) -> Array:
    """The register of each lane (PTX ISA, 9.7.14.6.2, the figures of metadata).

    Args:
        wide: whether elements have 16 bits or more.
    """
    rows, chunks, _ = places.shape
    out = np.full(32, 0x4444_4444, np.uint32)  # those that do not count mean something else
    lanes: set[int] = set()
    for row, chunk in np.ndindex(rows, chunks):
        code = int(places[row, chunk, 0] | places[row, chunk, 1] << 2)
        if wide:
            # Cell [row][columns of four chunks]: T(i + 4 · row): [15..0] of rows 0 to 7, [31..16] of rows 8 to 15.
            needed = chunks // 4
            lane, shift = (
                row % 8 * 4 + selector * needed + chunk // 4,
                chunk % 4 * 4 + (16 if row >= 8 else 0),
            )
        elif chunks == 8:
            # T2i has a row of the upper half, T2i+1 one of the lower half.
            lane, shift = row % 8 * 4 + 2 * selector + (1 if row >= 8 else 0), chunk * 4
        else:
            # All four: T0 and T1 the first half of the columns, T2 and T3 the second.
            lane, shift = row % 8 * 4 + chunk // 8 * 2 + (1 if row >= 8 else 0), chunk % 8 * 4
        if lane not in lanes:
            lanes.add(lane)
            out[lane] = 0
        out[lane] |= np.uint32(code << shift)
    return out[:, None]
