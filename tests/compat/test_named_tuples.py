"""Objects of `collections.namedtuple` as arguments: their fields have the types of the values."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, i16, i32, kernel
from periclase.compat.numba_cuda import cuda
from periclase.diagnostics import DiagnosticError

# As numba's programs write them: there is nothing in them about types.
Point = collections.namedtuple("Point", "x y")  # noqa: PYI024
Scaled = collections.namedtuple("Scaled", "values by count")  # noqa: PYI024
Pair = collections.namedtuple("Pair", "first second")  # noqa: PYI024
Renamed = collections.namedtuple("Renamed", "class y", rename=True)  # noqa: PYI024


@cuda.jit
def sums(point, out):
    out[0] = point.x + point.y
    x, y = point
    out[1] = x * point[1] + 0 * y


def test_numbers() -> None:
    out = np.zeros(2)
    sums[1, 1](Point(1.5, 2), out)
    assert out.tolist() == [3.5, 3.0]
    sums[1, 1](Point(np.float32(0.1), 10), out)
    assert out[0] == float(np.float32(0.1)) + 10.0  # in float64, as numba has it
    sums[1, 1](Point(True, 2.25), out)
    assert out.tolist() == [3.25, 2.25]


@cuda.jit
def scaled(job, out):
    i = cuda.grid(1)
    if i < job.first.count:
        out[i] = job.first.values[i] * job.first.by + job.second
        job.first.values[i] = -1


def test_arrays_and_others_in_them() -> None:
    x, out = np.arange(4.0), np.zeros(4)
    scaled[1, 4](Pair(Scaled(x, 3.0, 3), 1), out)
    assert out.tolist() == [1, 4, 7, 0]
    assert x.tolist() == [-1, -1, -1, 3]
    on_device = cuda.to_device(np.arange(4, dtype=np.float32))
    scaled[1, 4](Pair(Scaled(on_device, 2, 4), 0.5), out)
    assert out.tolist() == [0.5, 2.5, 4.5, 6.5]
    assert on_device.copy_to_host().tolist() == [-1] * 4


@cuda.jit
def first_of(pair, out):
    out[0] = pair.first


def test_classes_of_ones_own() -> None:
    """What a subclass takes to make an object is its own business, and the types that it inherits stay."""

    class Half(Pair):
        def __new__(cls, first: float) -> Any:
            return super().__new__(cls, first, 0)

    class Typed(NamedTuple):
        first: f32
        second: f32

    class Derived(Typed):
        pass

    out = np.zeros(1)
    first_of[1, 1](Half(2.5), out)
    assert out[0] == 2.5
    for kind in (Typed, Derived):
        first_of[1, 1](kind(0.1, 0), out)  # type: ignore[arg-type]
        assert out[0] == float(np.float32(0.1))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Point(2, "text"), "the field `y` of the named tuple `Point`: a value of type str"),
        (Pair(Point([1], 2), 1), "the field `x` of the named tuple `Point`: a value of type list"),
        (Renamed(1, 2), "the field `_0` of the named tuple `Renamed`"),
    ],
)
def test_what_is_no_argument(value: Any, words: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        sums[1, 1](value, np.zeros(2))
    assert caught.value.diagnostic.code == "PC0310" and words in str(caught.value)


Defaulted = collections.namedtuple("Defaulted", "x y", defaults=(2.0,))  # noqa: PYI024


@cuda.jit(device=True)
def flipped(point):
    return Point(point.y, point.x)


@cuda.jit
def makes(values, out, given):
    made = Point(values[0], 3)
    other = flipped(made)
    out[0] = other.x * 10 + other.y
    x, y = Defaulted(values[1])
    out[1] = x + y
    out[2] = Pair(made, 2).first.x + given.y
    out[3] = Point(values, y=1).x[1]


def test_made_in_a_kernel() -> None:
    values, out = np.array([1.0, 5.0]), np.zeros(4)
    makes[1, 1](values, out, Point(1.0, 7))
    assert out.tolist() == [31, 7, 8, 5]


@kernel
def greatest(x: Slice[f32], y: MutSlice[f32], n: i32):
    best = Point(x[0], n)
    for i in range(len(x)):
        if x[i] > best.x:
            best = Point(x[i], i32(i))
    y[0], y[1] = best.x, f32(i16(best.y))
    y[2] = Pair(first=Point(x[0], 1), second=x[1]).second


def test_in_the_language_itself() -> None:
    x, y = np.array([1, 9, 3], np.float32), np.zeros(3, np.float32)
    greatest[1, 1](x, y, -1)
    assert y.tolist() == [9, 1, 9]


@kernel
def too_many(y: MutSlice[f32]):
    y[0] = Point(y[0], 2, 3).x


def test_wrong_numbers_of_fields() -> None:
    with pytest.raises(DiagnosticError) as caught:
        too_many.ptx("sm_75")
    assert caught.value.diagnostics[0].code == "PC0207"
    assert "`Point` takes 2 arguments, not 3" in str(caught.value)


@kernel
def of_two_types(y: MutSlice[f32], n: i32):
    best = Point(y[0], n)
    if n > 0:
        best = Point(y[1], y[2])
    y[0] = best.x


def test_types_of_fields_tell_them_apart() -> None:
    with pytest.raises(DiagnosticError) as caught:
        of_two_types.ptx("sm_75")
    assert "can not be Point(x: f32, y: f32) here: no type holds both that and Point(x: f32, y: i32)" in str(
        caught.value
    )
