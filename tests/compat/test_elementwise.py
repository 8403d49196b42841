"""Functions of arrays that are made of functions of elements."""

from __future__ import annotations

import math

import numpy as np
import pytest

from periclase.compat.numba_cuda import cuda, float32, float64, vectorize


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@vectorize
def clipped(x):
    return x if x > 0 else 0


def test_a_function_of_arrays_of_the_host() -> None:
    a, b = np.arange(1000, dtype=np.float32), np.float32(2)
    found = hypotenuse(a, b)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.hypot(a, b), rtol=1e-6)
    assert hypotenuse(np.arange(4), np.ones((3, 1))).shape == (3, 4)
    assert hypotenuse(3, 4) == 5.0


def test_a_function_of_arrays_of_the_device() -> None:
    held = cuda.to_device(np.array([3.0, 6.0]))
    assert hypotenuse(held, np.array([4.0, 8.0])).copy_to_host().tolist() == [5.0, 10.0]
    out = cuda.device_array(2, np.float64)
    assert hypotenuse(held, held, out=out) is out
    host = np.zeros(2)
    hypotenuse(np.array([3.0, 0.0]), np.array([4.0, 1.0]), host)
    assert host.tolist() == [5.0, 1.0]


def test_the_result_has_the_type_that_numba_gives_it() -> None:
    assert clipped(np.array([-1, 2], np.int32)).tolist() == [0, 2]
    assert clipped(np.array([-1, 2], np.int32)).dtype == np.int64  # of an int32 and the literal 0
    assert clipped(np.array([-1.5, 2], np.float32)).dtype == np.float64


def test_a_kernel_calls_it() -> None:
    @cuda.jit
    def kernel(x):
        x[0] = clipped(x[0]) + clipped(x[1])

    x = np.array([-3.0, 4.0])
    kernel[1, 1](x)
    assert x[0] == 4.0


def test_arguments_that_do_not_fit() -> None:
    with pytest.raises(TypeError, match="no signature"):
        vectorize([float32(float32)])(lambda x: x)(np.zeros(2))
    with pytest.raises(TypeError, match="takes 2 arguments"):
        hypotenuse(1.0)
    assert vectorize(float64(float64))(lambda x: x / 2)(np.float32(3)) == 1.5


def test_functions_of_numpy_on_arrays_in_a_kernel() -> None:
    @cuda.jit
    def kernel(x, y, sine, total):
        np.sin(x, sine)
        np.add(x, y, total)

    x, y = np.arange(10, dtype=np.float32), np.arange(10, dtype=np.float32) * 3
    sine, total = np.zeros_like(x), np.zeros_like(x)
    kernel[1, 1](x, y, sine, total)
    np.testing.assert_allclose(sine, np.sin(x), rtol=1e-6, atol=1e-7)
    assert total.tolist() == (x + y).tolist()

    @cuda.jit
    def flat(x):
        np.sin(x, x)

    with pytest.raises(Exception, match="with an output, of a MutView"):
        flat[1, 1](np.zeros((2, 2)))
