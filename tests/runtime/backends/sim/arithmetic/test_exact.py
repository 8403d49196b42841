"""Operations at the numbers where it is easy to round twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from exact_floats import F32, F64, Format, fma

from periclase.runtime.backends.sim.arithmetic import exact

Array = np.ndarray[Any, Any]

MODES = ("rn", "rz", "rm", "rp")


def same(form: Format, operation: Any, rows: list[tuple[float, float, float]]) -> None:
    dtype = np.dtype(np.float32 if form is F32 else np.float64)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    rows = [(sign * a, b, sign * c) for a, b, c in rows for sign in (1.0, -1.0)]
    columns = [np.array(column, dtype) for column in zip(*rows, strict=True)]
    bits = [column.view(unsigned).tolist() for column in columns]
    for mode in MODES:
        with np.errstate(all="ignore"):
            found = operation(*columns, mode).view(unsigned).tolist()
            # By itself each gets the same: no other row decides how it is computed.
            alone = [
                operation(*(c[i : i + 1] for c in columns), mode).view(unsigned)[0] for i in range(len(rows))
            ]
        expected = [fma(form, *row, mode) for row in zip(*bits, strict=True)]
        assert found == expected, (mode, rows)
        assert alone == expected, (mode, rows)


@pytest.mark.parametrize("power", [-60, -8, 0, 8, 50])
def test_a_little_more_or_less_than_half_way(power: int) -> None:
    # 97 * 257 * 673 = 2**24 + 1 is half-way between two floats; what is added is nothing in 64 bits.
    scale = 2.0**power
    rows = [(97.0 * 257 * scale, 673.0, sign * 2.0**-70 * scale) for sign in (1, 0, -1)]
    rows += [(97.0 * 257 * scale, 673.0, sign * 2.0**-29 * scale) for sign in (1, -1)]
    rows += [(97.0 * 257 * scale, 673.0 / 2, sign * 2.0**-30 * scale) for sign in (1, -1)]
    same(F32, exact.fma_f32, rows)


def test_half_way_below_the_normal_numbers() -> None:
    more, less = 1 + 2.0**-23, 1 - 2.0**-23
    least = 2.0**-149
    rows: list[tuple[float, float, float]] = []
    for count in (0, 1, 2, (1 << 22) + 1, (1 << 23) - 1, 1 << 23):
        # The product is a little less than half of the least float, or half, or more.
        rows += [(more * 2.0**-75, less * 2.0**-75, count * least)]
        rows += [(2.0**-75, 2.0**-75, count * least), (more * 2.0**-75, 2.0**-75, count * least)]
    same(F32, exact.fma_f32, rows)


def test_zeros_and_what_cancels() -> None:
    rows = [(a, b, c) for a in (0.0, 3.0) for b in (0.0, -0.0, 5.0, -5.0) for c in (0.0, -0.0, 15.0, -15.0)]
    same(F32, exact.fma_f32, rows)
    same(F64, exact.fma_f64, rows)


def test_64_bits_at_the_ends_of_their_range() -> None:
    near_one = 1 + 2.0**-52
    rows = [
        (near_one, near_one, -1.0),
        (near_one, 1 - 2.0**-53, -1.0),
        (2.0**600, 2.0**500, -(2.0**1000)),
        (2.0**1000, 2.0**100, -np.inf),
        (2.0**-600, 2.0**-500, 2.0**-1074),
        (2.0**-537, 2.0**-538, 2.0**-1074),
        (2.0**-537, 2.0**-538 * near_one, 2.0**-1074),
        (2.0**-1074, 2.0**200, 2.0**-874),
        (2.0**511, 2.0**512, 2.0**1023),
        (near_one, near_one * 2.0**60, 2.0**-1000),
        (1.0, 2.0**53 + 2, 1.0),
        (1 + 2.0**-30, (1 + 2.0**-30) * 2.0**53, 2.0**-1000),
    ]
    same(F64, exact.fma_f64, rows)
