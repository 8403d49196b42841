"""Sums that are rounded once, against fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from periclase.runtime.backends.sim.instructions.exact_sums import (
    distilled,
    product,
    product_of_doubles,
    to_nearest,
    to_odd,
)

Array = np.ndarray[Any, Any]


def exact(a: Array, b: Array, c: Array) -> list[Fraction]:
    """Row by row."""
    return [
        sum(
            (Fraction(x) * Fraction(y) for x, y in zip(row.tolist(), column.tolist(), strict=True)),
            Fraction(float(start)),
        )
        for row, starts in zip(a, c, strict=True)
        for column, start in zip(b.T, starts, strict=True)
    ]


def nearest_single(value: Fraction) -> float:
    guess = np.float32(float(value))
    around = [guess, np.nextafter(guess, np.float32(np.inf)), np.nextafter(guess, np.float32(-np.inf))]
    return float(min(around, key=lambda x: (abs(Fraction(float(x)) - value), int(x.view(np.uint32)) & 1)))


@pytest.mark.parametrize("spread", [0, 4, 15, 28])
@pytest.mark.parametrize("cancels", [False, True])
def test_products_of_any_spread(spread: int, cancels: bool):
    """The terms are up to 2**112 apart, and with `cancels` the largest vanish."""
    random = np.random.default_rng(spread)

    def numbers(shape: tuple[int, ...]) -> Array:
        return np.ldexp(
            random.integers(-2000, 2000, shape).astype(np.float64),
            random.integers(-spread, spread + 1, shape),
        )

    for depth in (1, 2, 7, 16):
        a, b, c = numbers((3, 4, depth)), numbers((3, depth, 3)), numbers((3, 4, 3))
        if cancels and depth > 1:
            b[:, 0], a[:, :, 0] = b[:, -1], -a[:, :, -1]
        single, double = product(a, b, c).astype(np.float32), product_of_doubles(a, b, c)
        for one in range(3):
            wanted = exact(a[one], b[one], c[one])
            assert single[one].ravel().tolist() == [nearest_single(value) for value in wanted]
            assert double[one].ravel().tolist() == [float(value) for value in wanted]


def test_a_tie_that_something_tiny_decides():
    one = np.ones((1, 1, 1))
    tie = 2.0**24 + 1  # between two floats of 32 bits
    for exponent in range(-45, -20):
        for tiny, wanted in ((2.0**exponent, 2.0**24 + 2), (-(2.0**exponent), 2.0**24), (0.0, 2.0**24)):
            for sign in (1, -1):
                a, b = np.array([[[sign * tiny, sign * tie]]]), np.ones((1, 2, 1))
                assert product(a, b, 0 * one).astype(np.float32)[0, 0, 0] == sign * wanted
    tie = 2.0**53
    for tiny, wanted in ((2.0**-40, 2.0**53 + 2), (-(2.0**-40), 2.0**53), (0.0, 2.0**53)):
        a, b = np.array([[[tiny, 1.0, tie]]]), np.ones((1, 3, 1))
        assert product_of_doubles(a, b, 0 * one)[0, 0, 0] == wanted


@np.errstate(all="ignore")
def test_products_of_doubles_that_overflow_or_vanish_on_their_way():
    a = np.array([[[1e300, -1e300, 3.0]]])
    b = np.array([[[1e300], [1e300], [5.0]]])
    assert product_of_doubles(a, b, np.array([[[7.0]]]))[0, 0, 0] == 22.0
    a, b = np.array([[[2.0**-600, 2.0**-1000]]]), np.array([[[2.0**-470], [2.0**-74]]])
    assert product_of_doubles(a, b, np.zeros((1, 1, 1)))[0, 0, 0] == 2.0**-1070 + 2.0**-1074
    assert (
        product_of_doubles(np.array([[[1e300]]]), np.array([[[-1e300]]]), np.zeros((1, 1, 1)))[0, 0, 0]
        == -np.inf
    )


def test_an_infinity_is_the_sum_whatever_overflows_beside_it():
    a = np.array([[[1e300, 1.0, 1e300]], [[1e300, np.inf, 1.0]]])
    b = np.array([[[1e300], [1.0], [1e300]], [[-1e300], [1.0], [1.0]]])
    c = np.array([[[-np.inf]], [[0.0]]])
    with np.errstate(all="ignore"):
        assert product_of_doubles(a, b, c).ravel().tolist() == [-np.inf, np.inf]


def test_infinities_and_nans():
    a = np.array([[[np.inf, 1.0], [np.nan, 1.0], [np.inf, np.inf], [1.0, 1.0]]])
    b = np.array([[[1.0], [-1.0]]])
    c = np.zeros((1, 4, 1))
    with np.errstate(all="ignore"):
        for found in (product(a, b, c), product_of_doubles(a, b, c)):
            assert found[0, 0, 0] == np.inf
            assert np.isnan(found[0, 1:3, 0]).all()
            assert found[0, 3, 0] == 0.0


def test_distilled_terms_have_the_same_sum_and_do_not_overlap():
    random = np.random.default_rng(3)
    terms = np.ldexp(random.standard_normal((9, 50)), random.integers(-200, 200, (9, 50)))
    found = distilled(terms)
    for column in range(50):
        assert sum(map(Fraction, found[:, column].tolist())) == sum(map(Fraction, terms[:, column].tolist()))
        kept = [abs(x) for x in found[:, column].tolist() if x]
        for low, high in pairwise(kept):
            assert low <= np.spacing(high) / 2


def test_odd_and_nearest():
    terms = np.array([[2.0**-60], [1.0]])
    assert to_odd(terms)[0] == np.nextafter(1.0, 2.0)
    assert to_odd(np.array([[-(2.0**-60)], [1.0]]))[0] == np.nextafter(1.0, 0.0)
    assert to_odd(-terms)[0] == np.nextafter(-1.0, -2.0)
    assert to_odd(np.array([[2.0**-60], [-1.0]]))[0] == np.nextafter(-1.0, 0.0)
    assert to_odd(np.array([[0.5], [1.0]]))[0] == 1.5
    assert to_nearest(terms)[0] == 1.0
