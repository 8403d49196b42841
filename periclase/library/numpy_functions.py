"""Numpy's functions on scalars that are no single operation, as device functions."""

# pyright: basic
from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # on the host they are numbers of Python
    f64 = float
else:
    from periclase.types import f64


def sign(x):
    """-1, 0 or 1 of an integer."""
    if x < 0:
        return x * 0 - 1
    return x * 0 + 1 if x > 0 else x


def float_sign(x):
    """-1, 0 or 1 of a float; a NaN of a NaN, and 0.0 of both zeros."""
    if x < 0.0 or x > 0.0:
        return math.copysign(x * 0.0 + 1.0, x) if abs(x) < math.inf else math.copysign(1.0, x)
    return x + 0.0


def heaviside(x: f64, at_zero: f64) -> f64:
    """0 below zero, 1 above, `at_zero` there."""
    if x < 0.0:
        return 0.0
    if x > 0.0:
        return 1.0
    return at_zero if x == 0.0 else x


def reciprocal(x):
    """`1 / x` of a float."""
    return 1.0 / x


def logaddexp(a: f64, b: f64) -> f64:
    """The logarithm of the sum of two exponentials."""
    if a == b:
        return a + math.log(2.0)
    difference = a - b
    if difference > 0.0:
        return a + math.log1p(math.exp(-difference))
    if difference <= 0.0:
        return b + math.log1p(math.exp(difference))
    return difference
