"""`add_rounded` and its like on the CPU, against exact rationals."""

# Annotations are types here, not text: those of the kernels differ from one type of elements to the next.

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, f64, kernel
from periclase.diagnostics import CompileError
from periclase.gpu import (
    add_rounded,
    div_rounded,
    fma_rounded,
    mul_rounded,
    rcp_rounded,
    sqrt_rounded,
    thread_idx_x,
)


def kernels_of(element: Any, rounding: str, ftz: bool) -> Any:
    @kernel
    def whole(x: Slice[element], y: Slice[element], out: MutSlice[element]):  # pyright: ignore
        i, n = thread_idx_x(), len(x)
        if i < n:
            out[i] = add_rounded(x[i], y[i], rounding=rounding, ftz=ftz)
            out[n + i] = mul_rounded(x[i], y[i], rounding=rounding, ftz=ftz)
            out[2 * n + i] = div_rounded(x[i], y[i], rounding=rounding, ftz=ftz)
            out[3 * n + i] = sqrt_rounded(x[i], rounding=rounding, ftz=ftz)
            out[4 * n + i] = rcp_rounded(y[i], rounding=rounding, ftz=ftz)

    return whole


def rounded(exact: Fraction, kind: type, rounding: str) -> Any:
    """The float that `exact`, which is not zero, is rounded to, one of the modes that have a direction."""
    size, facts = abs(exact), np.finfo(kind)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    quantum = Fraction(2) ** max(exponent - facts.nmant, int(facts.minexp) - facts.nmant)
    outwards = rounding == ("rp" if exact > 0 else "rm")
    steps = math.ceil(size / quantum) if outwards else math.floor(size / quantum)
    found = steps * quantum
    largest = Fraction(float(facts.max))
    if found > largest:
        size_of_it = math.inf if outwards else float(largest)
        return kind(size_of_it if exact > 0 else -size_of_it)
    return kind(float(found if exact > 0 else -found))


def operands(kind: type, count: int = 400) -> tuple[Any, Any]:
    """Pairs of numbers of all sizes, and of those near one another."""
    random = np.random.default_rng(5)
    bits = np.uint32 if kind is np.float32 else np.uint64
    x = random.integers(0, np.iinfo(bits).max, count, dtype=bits).view(kind)
    y = random.integers(0, np.iinfo(bits).max, count, dtype=bits).view(kind)
    x, y = x[np.isfinite(x) & np.isfinite(y)], y[np.isfinite(x) & np.isfinite(y)]
    near = np.array([1, 1.5, 3, -7, 0.1, 1e-3, 12345.678], kind)
    tiny = np.finfo(kind).smallest_subnormal
    small = np.array(
        [tiny, 3 * tiny, np.finfo(kind).tiny, np.finfo(kind).max, -np.finfo(kind).max, 7, -tiny], kind
    )
    pairs = [(a, b) for a in (*near, *small) for b in (*near, *small)]
    return (
        np.concatenate([x, np.array([a for a, _ in pairs], kind)]),
        np.concatenate([y, np.array([b for _, b in pairs], kind)]),
    )


def square_root(x: Fraction, kind: type, rounding: str) -> Any:
    near = np.sqrt(kind(float(x)))
    exact = Fraction(float(near)) ** 2
    up = rounding == "rp"
    if up and exact < x:
        return np.nextafter(near, kind(math.inf))
    return np.nextafter(near, kind(0)) if not up and exact > x else near


ARITHMETIC: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
}


@pytest.mark.parametrize("rounding", ["rz", "rm", "rp"])
@pytest.mark.parametrize("element", [f32, f64])
def test_as_exact_rationals_say(element: Any, rounding: str) -> None:
    kind = np.float32 if element is f32 else np.float64
    x, y = operands(kind)
    out = np.zeros(5 * len(x), kind)
    kernels_of(element, rounding, False)[1, 1024](x, y, out)
    found = out.reshape(5, -1)
    for row, operation in zip(found, ARITHMETIC.values(), strict=False):
        for a, b, r in zip(x, y, row, strict=True):
            exact = operation(Fraction(float(a)), Fraction(float(b)))
            if exact == 0:
                assert r == 0 and np.signbit(r) == (rounding == "rm")
            else:
                wanted = rounded(exact, kind, rounding)
                assert r == wanted and np.signbit(r) == np.signbit(kind(float(exact > 0) - 0.5)), (
                    a,
                    b,
                    r,
                    wanted,
                )
    for a, r in zip(x, found[3], strict=True):
        if a < 0:
            assert np.isnan(r)
        else:
            assert r == square_root(Fraction(float(a)), kind, rounding), a
    for b, r in zip(y, found[4], strict=True):
        assert r == rounded(1 / Fraction(float(b)), kind, rounding), b


@kernel
def multiplied(x: Slice[f32], y: Slice[f32], z: Slice[f32], out: MutSlice[f32]):
    i, n = thread_idx_x(), len(x)
    if i < n:
        out[i] = fma_rounded(x[i], y[i], z[i], rounding="rz")
        out[n + i] = fma_rounded(x[i], y[i], z[i], rounding="rm")
        out[2 * n + i] = fma_rounded(x[i], y[i], z[i], rounding="rp")
        out[3 * n + i] = fma_rounded(x[i], y[i], z[i], rounding="rp", ftz=True, sat=True)


def test_products_with_sums() -> None:
    x, y = operands(np.float32, 300)
    z = np.roll(x, 3)
    with np.errstate(all="ignore"):
        z[: len(z) // 4] = -(x * y)[: len(z) // 4]
    z[~np.isfinite(z)] = 1
    out = np.zeros(4 * len(x), np.float32)
    multiplied[1, 1024](x, y, z, out)
    found = out.reshape(4, -1)
    tiny = np.finfo(np.float32).tiny
    for row, rounding in zip(found, ("rz", "rm", "rp"), strict=False):
        for a, b, c, r in zip(x, y, z, row, strict=True):
            exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
            assert r == (0 if exact == 0 else rounded(exact, np.float32, rounding)), (a, b, c)
    for a, b, c, r in zip(x, y, z, found[3], strict=True):
        a, b, c = (np.float32(0) if abs(each) < tiny else each for each in (a, b, c))
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        wanted = 0 if exact == 0 else rounded(exact, np.float32, "rp")
        assert r == min(max(0 if abs(wanted) < tiny else wanted, 0), 1), (a, b, c)


@pytest.mark.parametrize("rounding", ["rn", "rz", "rm", "rp"])
def test_subnormals_count_as_zeros(rounding: str) -> None:
    tiny = np.finfo(np.float32).tiny
    x = np.array([tiny / 2, -tiny / 2, tiny, -tiny * 1.5, 1, tiny * 1.5], np.float32)
    y = np.array([1, 2, 0.5, 0.25, tiny / 2, -tiny], np.float32)
    out = np.zeros(5 * len(x), np.float32)
    kernels_of(f32, rounding, True)[1, 32](x, y, out)
    added, multiplied, divided, roots, inverses = out.reshape(5, -1)
    np.testing.assert_array_equal(added[:2], y[:2])
    np.testing.assert_array_equal(added[4:], [1, 0])
    np.testing.assert_array_equal(multiplied, np.zeros(6))
    assert list(np.signbit(multiplied)) == [False, True, False, True, False, True]
    np.testing.assert_array_equal(divided[:2], [0, 0])
    assert np.isinf(divided[4]) and np.isinf(inverses[4])
    np.testing.assert_array_equal(roots[:2], [0, 0])


INFINITE = [
    *((math.inf, 1.0), (math.inf, -math.inf), (math.nan, 1.0), (1.0, math.inf), (1.0, 0.0)),
    *((0.0, 0.0), (-0.0, -0.0), (-0.0, 0.0)),
]


@pytest.mark.parametrize("rounding", ["rz", "rm", "rp"])
@pytest.mark.parametrize("element", [f32, f64])
def test_what_is_no_number_and_zeros(element: Any, rounding: str) -> None:
    kind = np.float32 if element is f32 else np.float64
    x, y = (np.array(each, kind) for each in zip(*INFINITE, strict=True))
    out = np.zeros(5 * len(x), kind)
    kernels_of(element, rounding, False)[1, 32](x, y, out)
    added, multiplied, divided, roots, _ = out.reshape(5, -1)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(added, x + y)
        np.testing.assert_array_equal(multiplied, x * y)
        np.testing.assert_array_equal(divided, x / y)
        np.testing.assert_array_equal(roots, np.sqrt(x))
    assert list(np.signbit(added[5:])) == [False, True, rounding == "rm"]


@kernel
def of_64_bits(x: Slice[f64], out: MutSlice[f64]):
    out[0] = fma_rounded(x[0], x[1], x[2], rounding="rz")


def test_what_the_cpu_has_no_function_for_is_refused_at_its_line() -> None:
    with pytest.raises(CompileError) as caught:
        of_64_bits.compile("cpu")
    assert caught.value.diagnostic.code == "PC0507"
    span = caught.value.diagnostic.span
    assert span is not None and span.file == __file__
