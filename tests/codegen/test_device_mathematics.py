"""The mathematics of a GPU, run on this processor: within two units in the last place."""

from __future__ import annotations

import math
import platform
import re
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("llvmlite")

from device_mathematics import BOUND, EDGES, FUNCTIONS, TYPES, between, errors, errors_of, exactly, on_device
from how_much import NIGHTLY

from periclase import MutSlice, Slice, f32, kernel
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.compiler import stages
from periclase.codegen.exact_functions import FILE, PREFIX
from periclase.codegen.libdevice import find_libdevice
from periclase.gpu import global_idx_x
from periclase.kernel import Kernel
from periclase.library.gamma_roots import COUNT, FIRST, ROOTS, WIDTH
from periclase.passes.convert_mir_to_llvm.float_math import COARSE, EXACT
from periclase.tools.mathematics_file import functions, source_digest

here = pytest.mark.skipif(
    find_libdevice() is None or platform.machine() != "x86_64" or not sys.platform.startswith("linux"),
    reason="no libdevice, or no floats of 80 bits",
)


def assert_small(
    name: str, short: str, found: NDArray[np.float64], arguments: tuple[NDArray[Any], ...]
) -> None:
    place = int(np.argmax(found))
    assert found[place] <= BOUND, [argument[place] for argument in arguments]
    # A measure that finds nothing would find nothing wrong either.
    assert name == "fmod" or found.max() > 0.1


@here
@pytest.mark.parametrize("short", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_are_small(name: str, short: str) -> None:
    assert_small(name, short, *errors(name, short, 40_000 if NIGHTLY else 4_000, seed=1))


@here
@pytest.mark.parametrize(("name", "short", "low", "high"), EDGES)
def test_errors_are_small_where_they_are_greatest(name: str, short: str, low: float, high: float) -> None:
    given = between(short, low, high, 4_000_000 if NIGHTLY else 40_000)
    assert_small(name, short, *errors_of(name, short, (given,)))


@here
def test_the_roots_of_lgamma_below_zero() -> None:
    """They are no floats, and the nearest floats have values of any small size: the distance from a root has to be exact."""
    table = ROOTS.numpy().reshape(COUNT, WIDTH)
    steps = np.geomspace(1e-16, 1.5, 100)
    near = [row[0] + sign * steps / row[2] for row in table for sign in (1, -1)]
    x = -np.concatenate((*near, np.nextafter(table[:, 0], 0), np.nextafter(table[:, 0], 99), table[:, 0]))
    for given in (x, np.random.default_rng(0).uniform(-50, 0, 40_000)):
        found, _ = errors_of("lgamma", "f64", (given,))
        assert found.max() <= BOUND, given[found.argmax()]


@pytest.mark.parametrize("row", range(COUNT))
def test_the_table_of_the_roots_is_right(row: int) -> None:
    """By the reflection, to what libm has: each root lies between two floats of different sign, and the row has its slope."""
    root, _, scale, widest, slope = ROOTS.numpy().reshape(COUNT, WIDTH)[row][:5]
    nearest = row + FIRST >> 1
    assert (round(root), root > nearest) == (nearest, (row + FIRST) % 2 == 1)
    step = max(float(np.spacing(root)) * 2, 2.0**-20 / scale)
    below, above = math.lgamma(-(root - step)), math.lgamma(-(root + step))
    assert below * above < 0
    assert (above - below) / (2 * step * scale) == pytest.approx(slope, rel=5e-2)
    assert 0.5 < widest <= 1
    if np.spacing(root) * scale < 0.01:  # beyond it the values are large enough for the reflection
        edges = [abs(math.lgamma(-(root + sign * widest / scale))) for sign in (1, -1)]
        assert 1 / 32 <= min(edges) < 1.1 / 32


@here
def test_the_measure_sees_errors() -> None:
    """Of the approximation of the hardware, in place of the function: it is what fast mathematics gives, and far from exact."""
    x = np.linspace(-3, 3, 1000).astype(np.float32)
    exact = exactly("sin", "f32", x)
    rounded = on_device("sin", "f32", x)
    off = np.nextafter(np.nextafter(rounded, np.float32(9)), np.float32(9))
    unit = np.spacing(np.abs(exact.astype(np.float32)))
    assert (np.abs(off - exact) / unit).max() > 2 > (np.abs(rounded - exact) / unit).max()


@here
def test_huge_angles_and_special_numbers() -> None:
    x = np.array([1e22, -1e300, 2.0**1000, np.inf, -np.inf, np.nan, 0.0, -0.0])
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(on_device("sin", "f64", x)[:3], np.sin(x)[:3], rtol=4e-16)
    assert np.isnan(on_device("sin", "f64", x)[3:6]).all()
    assert np.signbit(on_device("sin", "f64", x)[6:]).tolist() == [False, True]
    y = np.array([2.0, 0.5, -1.0, np.nan, 1.0])
    np.testing.assert_array_equal(
        on_device("pow", "f64", y, np.array([1024.0, 1e300, np.inf, 0.0, np.nan])), [np.inf, 0, 1, 1, 1]
    )


@kernel
def gamma(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    y[i] = math.gamma(x[i])


@kernel(fastmath=True)
def fast_gamma(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    y[i] = math.gamma(x[i])


def test_what_is_coarse_in_single_precision_is_computed_in_double() -> None:
    assert "tgamma" in COARSE
    texts = {which: dict(stages_to_llvm(which)) for which in (gamma, fast_gamma)}
    assert "@__nv_tgamma(double" in texts[gamma]["ll"]
    assert "@__nv_tgammaf(float" in texts[fast_gamma]["ll"]


@kernel
def tangent(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    y[i] = math.tan(x[i])


@kernel(fastmath=True)
def fast_tangent(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    y[i] = math.tan(x[i])


def test_our_own_functions_take_the_place_of_libdevice_s_but_under_fast_mathematics() -> None:
    texts = {which: dict(stages_to_llvm(which))["ll"] for which in (tangent, fast_tangent)}
    assert "call float @__periclase_exact_tan_f32(float" in texts[tangent]
    assert "__periclase_exact" not in texts[fast_tangent]


@pytest.mark.skipif(not available_assemblers(), reason="no assembler for PTX")
def test_our_own_functions_are_linked_without_the_others() -> None:
    ptx = dict(stages(tangent, None, "sm_75"))["ptx"]
    assert ".extern" not in str(ptx)
    assert "f64" not in str(ptx)
    assert "__periclase_exact" not in str(ptx)
    assemble(str(ptx), "sm_75")


def test_the_file_of_our_own_functions_is_that_of_their_source() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert f"; source {source_digest()}\n" in text, "run python -m periclase.tools.mathematics_file"
    defined = set(re.findall(rf"^define \S+ @{PREFIX}(\w+)\(", text, re.MULTILINE))
    assert defined == {f"{name}_{type}" for type, names in EXACT.items() for name in names}
    assert defined == {function.__name__ for function in functions()}


def stages_to_llvm(which: Kernel[..., object]) -> Iterator[tuple[str, str]]:
    for name, content in stages(which, None, "sm_90"):
        if name == "ll":
            yield name, str(content)
            return
