"""`**kwargs` of device functions, and tuples of several types, by numba's rules."""

from __future__ import annotations

import numpy as np

from periclase.compat.numba_cuda import cuda


@cuda.jit(device=True)
def moved(x, **options):
    if "offset" in options:
        return x * options.get("factor", 1) + options["offset"]
    return x


@cuda.jit
def kernel(a, small, out):
    out[0] = moved(a[0])
    out[1] = moved(a[1], offset=2, factor=3)
    out[2] = moved(small[0], **{"offset": 0.1})
    pair = (1, small[0])
    out[3] = pair[0] + pair[1]
    for value in (a[0], 2, small[0]):
        out[4] += value


def test_values() -> None:
    a, small, out = np.array([1.0, 5.0]), np.array([0.5], np.float32), np.zeros(5)
    kernel[1, 1](a, small, out)
    assert out.tolist() == [1, 17, 0.6, 1.5, 3.5]  # a float literal is a float64
