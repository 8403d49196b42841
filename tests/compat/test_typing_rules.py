"""What a kernel computes by numba's rules where the language has others: the values show the types that were computed in."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from periclase.compat.numba_cuda import cuda, float32, int8, int32, uint8, uint64

I32, F32 = np.iinfo(np.int32), np.float32


def add(a, b):
    return a + b


def multiply(a, b):
    return a * b


def subtract(a, b):
    return a - b


def divide(a, b):
    return a / b


def floor_divide(a, b):
    return a // b


def remainder(a, b):
    return a % b


def power(a, b):
    return a**b


def shifted(a, b):
    return (a << b) + (a >> 1)


def masked(a, b):
    return (a & b) + (a | b) + (a ^ b)


def less(a, b):
    return (a < b) + 2 * (a == b) + 4 * (a >= b)


def chosen(a, b):
    return (a if a > b else b) + min(a, b)


def with_literals(a, b):
    return a * 2 + b * 0.1


def negated(a, b):
    return -a + ~b


def converted(a, b):
    return int(a) + float(b)


def rounded(a, b):
    return math.floor(a) + math.ceil(b) + round(a)


def mathematics(a, b):
    return math.sqrt(a) + math.exp(b) + math.atan2(a, b)


def joined(a, b):
    total = a
    for i in range(3):
        total = total + b * i
    return total


def reassigned(a, b):
    x = 1
    if a > 0:
        x = b
    return x / 2


def through_range(a, b):
    found = 0
    for i in range(a, b):
        found += i * i
    return found


def logical(a, b):
    return (a and b) + (a or b) + (not a)


def narrow(a, b):
    return int8(a) + uint8(b) + float32(a) * float32(0.1)


FUNCTIONS: dict[Callable[[Any, Any], Any], list[tuple[Any, Any, float | int]]] = {
    add: [
        (np.int32(I32.max), np.int32(1), 2**31),
        (np.uint8(255), np.uint8(1), 256),
        (True, True, 2),
        (F32(0.1), np.int32(1), float(F32(0.1)) + 1.0),
        (F32(0.1), np.int16(1), float(F32(0.1) + F32(1))),
        (F32(0.1), np.uint16(1), float(F32(0.1)) + 1.0),
        (2**62, 2**62, -(2**63)),
    ],
    subtract: [(np.uint32(1), np.uint32(2), 2**64 - 1), (np.uint8(1), np.int8(2), -1)],
    multiply: [(np.int32(I32.max), np.int32(2), 2 * I32.max), (F32(0.1), 3, float(F32(0.1)) * 3)],
    divide: [(7, 2, 3.5), (np.uint8(1), np.uint8(3), 1 / 3), (F32(1), F32(3), float(F32(1) / F32(3)))],
    floor_divide: [(-7, 2, -4), (7.5, -2, -4.0), (np.int32(I32.min), np.int32(-1), 2**31)],
    remainder: [(-7, 3, 2), (7, -3, -2), (-7.5, 2, 0.5)],
    power: [(3, 4, 81), (np.int32(10), np.int32(10), 10**10), (F32(1.1), 2, float(F32(1.1) * F32(1.1))), (2.0, 0.5, 2**0.5)],
    shifted: [(np.int32(1), 40, 2**40), (np.uint8(200), np.int32(4), 3200 + 100)],
    masked: [(np.int8(-1), np.uint8(1), 1 - 1 - 2), (12, 10, 8 + 14 + 6)],
    less: [(np.int64(-1), np.uint32(1), 1), (np.uint8(3), 3.0, 6), (F32(0.1), 0.1, 4)],
    chosen: [(np.int32(3), 2.5, 5.5), (np.uint8(3), np.int8(-3), 0)],
    with_literals: [(F32(0.1), F32(0.3), float(F32(0.1)) * 2 + float(F32(0.3)) * 0.1)],
    negated: [(np.int32(I32.min), np.int32(0), I32.min - 1), (np.int8(-128), True, -128), (np.uint8(1), np.uint8(1), 255 + 254)],
    converted: [(2.75, 3, 5.0), (-2.75, np.uint8(1), -1.0)],
    rounded: [(2.5, -2.5, 2.0 - 2.0 + 2)],
    mathematics: [(4, 1, 2.0 + math.e + math.atan2(4, 1)), (F32(4), F32(0), float(F32(3) + F32(math.pi / 2)))],
    joined: [(np.int32(1), F32(0.1), 1 + 3 * float(F32(0.1)))],
    reassigned: [(1, 3, 1.5), (1, 3.0, 1.5), (-1, np.uint64(9), 0.5)],
    through_range: [(np.int32(46341), np.int32(46343), 46341**2 + 46342**2), (3, 1, 0)],
    logical: [(3, 0, 3), (0, 5, 0 + 5 + 1)],
    narrow: [(300, 300, 44 + 44 + float(F32(300) * F32(0.1)))],
}  # fmt: skip
CASES = [(function, a, b, wanted) for function, rows in FUNCTIONS.items() for a, b, wanted in rows]
NAMES = [f"{function.__name__}-{type(a).__name__}-{type(b).__name__}" for function, a, b, _ in CASES]


@pytest.mark.parametrize(("function", "a", "b", "wanted"), CASES, ids=NAMES)
def test_values_show_the_types(function: Callable[[Any, Any], Any], a: Any, b: Any, wanted: float) -> None:
    compute = cuda.jit(device=True)(function)

    @cuda.jit
    def kernel(a, b, out):
        out[0] = compute(a, b)

    out = np.zeros(1, np.uint64 if isinstance(wanted, int) and wanted >= 2**63 else np.int64)
    if isinstance(wanted, float):
        out = np.zeros(1)
    kernel[1, 1](a, b, out)
    np.testing.assert_allclose(out[0], wanted, rtol=1e-15)


def test_they_are_what_numba_computes() -> None:
    """Where numba is installed: its compiler for the host types as that for CUDA does, but for the functions of `math`."""
    numba = pytest.importorskip("numba")
    for function, a, b, wanted in CASES:
        if function is narrow:
            continue  # the names in it are ours
        found = numba.njit(function)(a, b)
        assert isinstance(found, float) == isinstance(wanted, float) or function is rounded, (function, a, b)
        np.testing.assert_allclose(float(found), float(wanted), rtol=1e-7, err_msg=f"{function} {a!r} {b!r}")


# What is stored, and indices


def test_what_is_stored_is_converted_silently() -> None:
    @cuda.jit
    def kernel(x, small, whole, truth):
        small[0] = x[0] * 1000
        whole[0] = x[0] / 2
        whole[1] = True
        truth[0] = x[0]

    small, whole, truth = np.zeros(1, np.int8), np.zeros(2, np.int64), np.zeros(1, np.bool_)
    kernel[1, 1](np.array([5], np.int32), small, whole, truth)
    assert (small[0], whole.tolist(), truth[0]) == (np.array(5000).astype(np.int8), [2, 1], True)


def test_an_index_that_is_negative_at_run_time_counts_from_the_end() -> None:
    @cuda.jit
    def kernel(x, y, out):
        held = cuda.local.array((2, 3), int32)
        for i in range(2):
            for j in range(3):
                held[i, j] = 10 * i + j
        for k in range(-3, 3):
            out[k + 3] = x[k] + y[k, -k % 2] + held[-1, k]

    x, y = np.array([1, 2, 3]), np.array([[1, 2], [3, 4], [5, 6]])
    held = np.array([[0, 1, 2], [10, 11, 12]])
    out = np.zeros(6, np.int64)
    kernel[1, 1](x, y, out)
    assert out.tolist() == [x[k] + y[k, -k % 2] + held[-1, k] for k in range(-3, 3)]


@pytest.mark.parametrize("index", [3, -4, 10**12, -(10**12)])
def test_an_index_out_of_bounds_traps(index: int) -> None:
    @cuda.jit
    def kernel(x, i):
        x[i] = 1

    x = cuda.to_device(np.zeros(3))
    kernel[1, 1](x, index)
    with pytest.raises(Exception, match="PC0702"):
        x.copy_to_host()


def test_an_unsigned_index_does_not_count_from_the_end() -> None:
    @cuda.jit
    def kernel(x, i):
        x[uint64(i)] = 1

    x = cuda.to_device(np.zeros(3))
    kernel[1, 1](x, -1)
    with pytest.raises(Exception, match="PC0702"):
        x.copy_to_host()


def test_attributes_of_arrays() -> None:
    @cuda.jit
    def kernel(line, view, out):
        held = cuda.shared.array((4, 5), int32)
        out[0] = line.size + line.ndim + line.shape[0] + line.strides[0] + line.itemsize
        out[1] = view.size + view.ndim + view.shape[1] + view.strides[0] + view.nbytes
        out[2] = held.size + held.ndim + held.shape[0] + held.strides[0]
        out[3] = len(view) + len(held) + view.T.shape[0]

    out = np.zeros(4, np.int64)
    kernel[1, 1](np.zeros(7), np.zeros((2, 3), np.int16), out)
    assert out.tolist() == [7 + 1 + 7 + 8 + 8, 6 + 2 + 3 + 6 + 12, 20 + 2 + 4 + 20, 2 + 4 + 3]


def test_operators_as_functions() -> None:
    @cuda.jit(device=True)
    def folded(x, f, start):
        total = start
        for value in x:
            total = f(total, value)
        return total

    @cuda.jit
    def kernel(x, out):
        out[0] = folded(x, operator.add, 0)
        out[1] = folded(x, operator.mul, 1)
        out[2] = folded(x, lambda a, b: a if operator.gt(a, b) else b, x[0])

    out = np.zeros(3, np.int64)
    kernel[1, 1](np.array([3, 7, 2]), out)
    assert out.tolist() == [12, 42, 7]


def test_an_index_of_a_tuple_out_of_bounds_traps() -> None:
    @cuda.jit
    def kernel(x, i):
        x[0] = x.shape[i]

    x = cuda.to_device(np.zeros((3, 4)).reshape(3, 4)[0])
    kernel[1, 1](x, 1)
    with pytest.raises(Exception, match="index out of bounds of a tuple"):
        x.copy_to_host()


def test_a_tuple_is_an_index() -> None:
    @cuda.jit
    def kernel(x):
        where = cuda.grid(2)
        x[where] = x[where] + where[0] * 10 + where[1]

    x = np.ones((2, 3))
    kernel[1, (2, 3)](x)
    assert x.tolist() == [[1, 2, 3], [11, 12, 13]]


def test_operations_on_written_integers_are_what_python_compiles_them_to() -> None:
    @cuda.jit
    def written(out, small):
        out[0] = 1 << 63
        out[1] = 2**62 * 4 / 8
        out[2] = -(2**63)
        out[3] = 2**-1
        small[1 - 3] = ~6

    out, small = np.zeros(4), np.zeros(3, np.int8)
    written[1, 1](out, small)
    assert out.tolist() == [2.0**63, 2.0**61, -(2.0**63), 0.5]
    assert small.tolist() == [0, -7, 0]

    @cuda.jit
    def too_great(out):
        out[0] = 2**64

    with pytest.raises(Exception, match="`18446744073709551616` has no room in 64 bits"):
        too_great[1, 1](out)


def test_functions_of_numpy_give_what_their_first_loop_gives() -> None:
    """By numba 0.68: in float32 where no argument asks for more."""

    @cuda.jit
    def kernel(small, wide, single, out):
        out[0] = np.sqrt(small[0])
        out[1] = np.sqrt(wide[0])
        out[2] = np.arctan2(single[0], wide[0])
        out[3] = np.arctan2(small[0], wide[0])
        out[4] = np.exp(small[0] > 0)
        out[5] = np.arctan2(small[0], 3.0)

    out = np.zeros(6)
    kernel[1, 1](np.array([3], np.int16), np.array([3], np.int32), np.array([3], np.float32), out)
    single = [np.float32(math.sqrt(3)), np.float32(math.pi / 4), np.float32(math.e)]
    assert out[[0, 2, 4]].tolist() == [float(each) for each in single]
    assert out[[1, 3, 5]].tolist() == [math.sqrt(3), math.pi / 4, math.pi / 4]


def test_a_written_complex_number_is_a_complex128() -> None:
    @cuda.jit
    def kernel(x, out):
        turned = x[0] * 1j
        out[0] = (turned * turned).real  # in float64
        made = complex(x[0], x[1])
        out[1] = (made * made).real  # in float32
        out[2] = (made**2).real  # in float64
        out[3] = (complex(0.1, -2.5) ** 2).imag

    x, out = np.array([0.1, 0.0], np.float32), np.zeros(4)
    kernel[1, 1](x, out)
    single = np.float32(0.1)
    assert out.tolist() == [-(float(single) ** 2), single * single, float(single) ** 2, -0.5]


def test_functions_of_numpy_take_integers() -> None:
    @cuda.jit
    def kernel(x, out):
        out[0] = np.sqrt(x[0]) + np.exp(x[1]) + np.maximum(x[0], 2.5) + np.abs(x[1])

    out = np.zeros(1)
    kernel[1, 1](np.array([9, -1]), out)
    assert out[0] == pytest.approx(3 + math.exp(-1) + 9 + 1)


def test_print(capfd: pytest.CaptureFixture[str]) -> None:
    @cuda.jit
    def kernel(x):
        print("100 % of", x[0], x[1] > 1, uint64(2**63), -7)

    kernel[1, 1](np.array([0.5, 2.0]))
    cuda.synchronize()
    assert capfd.readouterr().out == "100 % of 0.500000 1 9223372036854775808 -7\n"


def test_functions_of_no_module(tmp_path: Path) -> None:
    path = tmp_path / "text.py"
    path.write_text("def g(a):\n    return a + 1\n\n@cuda.jit\ndef kernel(y):\n    y[0] = g(y[1])\n")
    names: dict[str, Any] = {"cuda": cuda}  # without a `__name__`
    exec(compile(path.read_text(), str(path), "exec"), names)
    y = np.zeros(2, np.int32)
    names["kernel"][1, 1](y)
    assert y.tolist() == [1, 0]
