"""What atomic operations make of numbers, against Python's exact ones."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from periclase.runtime.backends.sim.machine.atomic_operations import (
    bf16_of_f32,
    bf16_to_f32,
    operation,
)


def combined(name: str, type: str, old: Any, value: Any, *, flush: bool = False) -> Any:
    found = operation(name, type, flush=flush)
    assert found is not None
    with np.errstate(all="ignore"):
        return found.combine(np.array([old]), np.array([value]))[0]


def number_of_bf16(word: int) -> float:
    return float(np.array([word << 16], np.uint32).view(np.float32)[0])


def nearest_bf16(value: Fraction) -> int:
    """By looking at all of them from zero on, in halves."""
    size = abs(value)
    low, high = 0, 0x7F80  # the last is infinity, whose place is that of 2**128
    where = {0x7F80: Fraction(2) ** 128}
    while high - low > 1:
        middle = (low + high) // 2
        if Fraction(number_of_bf16(middle)) <= size:
            low = middle
        else:
            high = middle
    below = Fraction(number_of_bf16(low))
    above = where.get(high) or Fraction(number_of_bf16(high))
    twice = 2 * size
    up = twice > below + above or (twice == below + above and low & 1)
    return (high if up else low) | (0x8000 if value < 0 else 0)


@settings(deadline=None)
@given(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))
def test_a_sum_of_bf16_is_rounded_once(one: int, two: int):
    a, b = number_of_bf16(one), number_of_bf16(two)
    found = int(combined("add", "bf16", np.uint16(one), np.uint16(two)))
    if math.isnan(a + b):
        assert found == 0x7FFF
    elif math.isinf(a + b) and (math.isinf(a) or math.isinf(b)):
        assert number_of_bf16(found) == a + b
    elif Fraction(a) + Fraction(b) != 0:
        assert found == nearest_bf16(Fraction(a) + Fraction(b))
    else:
        assert found & 0x7FFF == 0


@settings(deadline=None)
@given(st.floats(width=32))
def test_f32_becomes_the_nearest_bf16(value: float):
    found = int(bf16_of_f32(np.array([value], np.float32))[0])
    if math.isnan(value):
        assert found == 0x7FFF
    elif math.isinf(value):
        assert number_of_bf16(found) == value
    elif value == 0:
        assert found & 0x7FFF == 0
    else:
        assert found == nearest_bf16(Fraction(value))


@settings(deadline=None)
@given(st.integers(0, 0xFFFF))
def test_bf16_becomes_f32_exactly(word: int):
    found = bf16_to_f32(np.array([word], np.uint16))
    assert found.view(np.uint32)[0] == word << 16


@settings(deadline=None)
@given(st.floats(width=16), st.floats(width=16))
def test_a_sum_of_f16_is_rounded_once(a: float, b: float):
    found = combined("add", "f16", np.float16(a), np.float16(b))
    if math.isnan(a + b):
        assert found.view(np.uint16) == 0x7FFF
    else:
        # Two of 11 bits make a sum that f64 has exactly.
        with np.errstate(all="ignore"):
            assert found == np.float16(np.float64(a) + np.float64(b))


TINY = float(np.float32(2.0**-130))


@pytest.mark.parametrize(
    ("old", "value", "flush", "expected"),
    [
        (TINY, TINY, False, 2 * TINY),
        (TINY, TINY, True, 0.0),
        (-TINY, -TINY, True, -0.0),
        (1.0, TINY, True, 1.0),
        (2.0**-126, -1.5 * 2.0**-126, True, -0.0),
        (2.0**-126, -1.5 * 2.0**-126, False, -(2.0**-127)),
    ],
)
def test_sums_of_f32_in_global_memory_flush_subnormal_numbers(
    old: float, value: float, flush: bool, expected: float
):
    found = combined("add", "f32", np.float32(old), np.float32(value), flush=flush)
    assert (found, math.copysign(1, found)) == (expected, math.copysign(1, expected))


def test_no_number_is_one_bit_pattern():
    nan = np.array([0xFFC0_1234], np.uint32).view(np.float32)[0]
    assert combined("add", "f32", nan, np.float32(1)).view(np.uint32) == 0x7FFF_FFFF
    assert combined("add", "f32", np.float32(np.inf), np.float32(-np.inf)).view(np.uint32) == 0x7FFF_FFFF


NAN16, ONE16 = 0x7E01, 0x3C00


@pytest.mark.parametrize(
    ("name", "old", "value", "expected"),
    [
        ("min", NAN16, ONE16, ONE16),
        ("max", ONE16, NAN16, ONE16),
        ("max", NAN16, NAN16, 0x7FFF),
        ("min", 0x0000, 0x8000, 0x8000),
        ("max", 0x8000, 0x0000, 0x0000),
        ("max", 0x0000, 0x8000, 0x0000),
        ("min", 0x0001, 0x0002, 0x0001),
        ("min", 0xBC00, ONE16, 0xBC00),
    ],
)
def test_extremes_of_halves(name: str, old: int, value: int, expected: int):
    arrays = [np.array([word], np.uint16).view(np.float16)[0] for word in (old, value)]
    assert combined(name, "f16", *arrays).view(np.uint16) == expected
    # The same order holds for the bits of bf16, with its own bits for what is no number.
    if old not in (NAN16,) and value not in (NAN16,):
        assert combined(name, "bf16", np.uint16(old), np.uint16(value)) == expected


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("and", "u32"),
        ("add", "b32"),
        ("inc", "u64"),
        ("min", "f32"),
        ("exch", "u32"),
        ("add", "b16"),
        ("add", "s16"),
    ],
)
def test_what_there_is_not(name: str, type: str):
    assert operation(name, type, flush=False) is None
