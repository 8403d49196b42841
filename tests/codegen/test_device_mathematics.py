"""The mathematics of a GPU, run on this processor: within two units in the last place, but what `BOUNDS` lists."""

from __future__ import annotations

import math
import platform
import sys
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from device_mathematics import BOUND, BOUNDS, FUNCTIONS, TYPES, errors, exactly, on_device

from periclase import MutSlice, Slice, f32, kernel
from periclase.codegen.compiler import stages
from periclase.codegen.libdevice import find_libdevice
from periclase.gpu import global_idx_x
from periclase.kernel import Kernel
from periclase.passes.convert_mir_to_llvm.float_math import COARSE

here = pytest.mark.skipif(
    find_libdevice() is None or platform.machine() != "x86_64" or not sys.platform.startswith("linux"),
    reason="no libdevice, or no floats of 80 bits",
)


@here
@pytest.mark.parametrize("short", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_are_small(name: str, short: str) -> None:
    found, arguments = errors(name, short, 4000, seed=1)
    if (name, short) == ("lgamma", "f64"):
        found = np.where((arguments[0] > -30) & (arguments[0] < 0), 0.0, found)
    place = int(np.argmax(found))
    bound = BOUNDS.get((name, short), BOUND)
    assert found[place] <= bound, [argument[place] for argument in arguments]
    # A measure that finds nothing would find nothing wrong either.
    assert name == "fmod" or found.max() > 0.1


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


def stages_to_llvm(which: Kernel[..., object]) -> Iterator[tuple[str, str]]:
    for name, content in stages(which, None, "sm_90"):
        if name == "ll":
            yield name, str(content)
            return
