"""Arrays of numpy's structured dtypes, whose elements are records."""

from __future__ import annotations

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.compat.numba_cuda import cuda
from periclase.diagnostics import DiagnosticError
from periclase.specialised import specialise

POINT = np.dtype([("x", np.float32), ("y", np.int32)], align=True)
OTHER = np.dtype([("y", np.float32), ("x", np.int32)], align=True)
NESTED = np.dtype([("a", np.float64, (2,)), ("b", POINT), ("c", np.bool_), ("z", np.complex64)], align=True)


@cuda.jit
def fields(r, out):
    i = cuda.grid(1)
    if i < r.shape[0]:
        out[i] = r[i].x + 10 * r[i]["y"] + 100 * r["x"][i] + 1000 * r.y[i]
        r[i].x = 3.5
        r["y"][i] += 1
        r[i]["y"] *= 2


def test_fields() -> None:
    points, out = np.array([(1, 2), (3, 4), (5, 6)], POINT), np.zeros(3)
    fields[1, 4](points, out)
    assert out.tolist() == [101 + 2020, 303 + 4040, 505 + 6060]
    assert points.tolist() == [(3.5, 6), (3.5, 10), (3.5, 14)]


def test_another_dtype_of_the_same_size() -> None:
    points, others, out = np.array([(1, 2)], POINT), np.array([(1, 2)], OTHER), np.zeros(1)
    fields[1, 1](points, out)
    fields[1, 1](others, out)
    assert out.tolist() == [202 + 1010]
    assert others.tolist() == [(4.0, 3)]


def test_on_the_device() -> None:
    points = cuda.to_device(np.array([(1, 2), (3, 4)], POINT))
    fields[1, 4](points, np.zeros(2))
    assert points.copy_to_host().tolist() == [(3.5, 6), (3.5, 10)]


def test_a_variable_is_the_element() -> None:
    @cuda.jit
    def kernel(r, out):
        i = cuda.grid(1)
        p = r[i]
        p.x = p.x + 1
        p["y"] += 2
        q = p
        q.x += 10
        out[i] = r[i].x
        held = cuda.shared.array(4, POINT)
        own = cuda.local.array(1, dtype=POINT)
        held[i] = r[i]
        own[0] = p
        own[0].y = 7
        cuda.syncthreads()
        for j in range(2):
            p = held[j]
            out[i] += p.x * 1000
        out[i] += own[0].y * 100 + p.y

    points, out = np.array([(1, 2), (3, 4)], POINT), np.zeros(2)
    kernel[1, 2](points, out)
    assert points.tolist() == [(12, 4), (14, 6)]
    assert out.tolist() == [12 + 26000 + 706, 14 + 26000 + 706]


def test_records_in_records() -> None:
    @cuda.jit
    def kernel(r, grid, out):
        r[0].a[1] = 3.0
        r[0]["b"]["x"] = 4.0
        r[0]["a"][0] = r[0].b.x + 1
        r[0].c = True
        r[0].z = 2j
        grid[1, 0].x = 4.0
        grid["y"][0, 1] = 6
        out[0] = len(r) + grid.shape[1]

    nested, grid, out = np.zeros(1, NESTED), np.zeros((2, 2), POINT), np.zeros(1)
    kernel[1, 1](nested, grid, out)
    assert nested[0]["a"].tolist() == [5, 3]
    assert (nested[0]["b"]["x"], nested[0]["c"], nested[0]["z"]) == (4, True, 2j)
    assert grid.tolist() == [[(0, 0), (0, 6)], [(4, 0), (0, 0)]]
    assert out.tolist() == [3]


def test_assembled() -> None:
    types = [fields.type_of_argument(each) for each in (np.zeros(1, POINT), np.zeros(1))]
    text = specialise(fields, types).ptx("sm_75")
    assert "st.global" in text
    if find_tool("ptxas") is not None:
        assemble(text, "sm_75")


@pytest.mark.parametrize(
    ("dtype", "why"),
    [
        (np.dtype([("y", np.int8), ("x", np.float64)]), "make its dtype with `align=True`"),
        *(
            (
                np.dtype([("x", np.int32), (name, np.int32)]),
                f"the field `{name}` of the record has a name that no attribute has",
            )
            for name in ("class", "a b", "__dict__", "__class__")
        ),
        (
            np.dtype([("x", "S4"), ("y", np.int32)]),
            "the field `x` of the record is |S4, of which kernels have no values",
        ),
    ],
)
def test_refused(dtype: np.dtype, why: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        fields[1, 1](np.zeros(1, dtype), np.zeros(1))
    assert caught.value.diagnostics[0].code == "PC0412"
    assert why in caught.value.diagnostics[0].message


def test_a_field_that_there_is_not() -> None:
    @cuda.jit
    def kernel(r, out):
        out[0] = r[0].size_of

    with pytest.raises(DiagnosticError, match="no attribute `size_of`"):
        kernel[1, 1](np.zeros(1, POINT), np.zeros(1))
