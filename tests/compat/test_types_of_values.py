"""`from_dtype` and `typeof`: numba's types of elements and values, on the host, in signatures and in kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from periclase.compat import numba_cuda as numba
from periclase.compat.numba_cuda import cuda, float32, from_dtype, int64, typeof
from periclase.diagnostics import DiagnosticError

SQUARE = np.zeros((3, 4), np.float32)
ELEMENT = from_dtype(SQUARE.dtype)


@cuda.jit
def by_dtype(a):
    held = cuda.shared.array(4, ELEMENT)
    held[0] = a[0, 0]
    a[1, 1] = held[0] + ELEMENT(2)


@cuda.jit((typeof(SQUARE), typeof(1.0)))
def by_signature(a, value):
    a[0, 0] = value


def test_types() -> None:
    assert (
        from_dtype(np.float32) == float32 and from_dtype("i8") == int64 and from_dtype(bool) == numba.boolean
    )
    shown = {
        "float32[:, ::1]": SQUARE,
        "float32[::1, :]": SQUARE.T,
        "float32[:, :]": SQUARE[:, ::2],
        "float64[::1]": np.zeros(3),
        "int64": 1,
        "float64": 2.0,
        "boolean": True,
        "complex128": 1j,
        "int8": np.int8(3),
        "uint64": 2**63,
        "int8[:, ::1]": np.zeros((8, 3), np.int8)[::2][:1],
        "int16[:, ::1]": np.zeros((3, 0), np.int16),
    }
    assert {text: str(typeof(value)) for text, value in shown.items()} == {text: text for text in shown}
    assert str(typeof(cuda.to_device(SQUARE))) == "float32[:, ::1]"


def test_in_kernels() -> None:
    a = SQUARE.copy()
    by_signature[1, 1](a, 3.0)
    by_dtype[1, 1](a)
    assert (a[0, 0], a[1, 1]) == (3.0, 5.0)


@pytest.mark.parametrize(
    ("value", "help"),
    [
        (np.dtype([("a", "f4")]), "name the dtype itself"),
        ("M8[s]", "use a dtype of numbers"),
        ("float128", "use a dtype of numbers"),
        (">f4", "put its bytes in the order of this machine"),
    ],
)
def test_dtypes_of_no_number(value: Any, help: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        from_dtype(value)
    assert caught.value.diagnostic.code == "PC0310" and help in str(caught.value)


def test_values_of_no_number() -> None:
    with pytest.raises(DiagnosticError) as caught:
        typeof("text")
    assert "`typeof` of a value of type `str` is not covered" in str(caught.value)
    with pytest.raises(DiagnosticError, match="which no integer type holds"):
        typeof(2**64)
    with pytest.raises(DiagnosticError, match="put its bytes in the order"):
        typeof(np.zeros(3, ">i4"))
