"""Values that are not there: numbers that were not set are zero, and None that is used as a number traps."""

from __future__ import annotations

import numpy as np
import pytest

from periclase.compat.numba_cuda import cuda
from periclase.diagnostics import DiagnosticError


@cuda.jit(device=True)
def above(x, bound):
    if x > bound:
        return x


def test_none_used_as_a_number() -> None:
    @cuda.jit
    def kernel(x, out):
        out[0] = above(x[0], 10.0)

    with pytest.raises(DiagnosticError) as caught:
        kernel[1, 1](np.ones(1), np.zeros(1))
    found = caught.value.diagnostics[0]
    assert found.code == "PC0702"
    assert "None is used as a number" in found.message


def test_what_was_not_set_is_zero() -> None:
    @cuda.jit
    def kernel(x, out):
        if x[0] > 10:
            number = 3
        out[0] = number + 1
        while x[0] > 100:
            part = x[0] * 0.5
        out[1] = part
        for i in range(x.shape[0] - 1):
            last = i == 0
        out[2] = 1 if last else 2

    out = np.full(3, 9.0)
    kernel[1, 1](np.ones(1), out)
    assert out.tolist() == [1, 0, 2]
