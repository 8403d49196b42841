"""A few kernels twice: as real ones, for what runs compiled code, and as Python functions, for backends that play a device.

Both of a pair have the same name and parameters and do the same, so that one test of the launch runtime serves every backend.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from python_kernels import PythonKernel

from periclase import MutSlice, OutSlice, Slice, f32, kernel, u32
from periclase.gpu import global_idx_x


class Kernels(NamedTuple):
    """What tests launch; every one with slices of float32, but for `count`.

    Attributes:
        fill: `(y, value)`: y = value.
        copy: `(x, y)`: y = x.
        add: `(x, y, z)`: z = x + y.
        increase: `(y, value)`: y += value, in place.
        count: `(c, x, y, z)`: the three uint32 of a dynamic count.
        broken: `(x, y)`: is to read x and write y, and can not be compiled.
        broken_in_place: `(y)`: is to read and write y, and can not be compiled.
        trap: `(y)`: is to write y, and fails while it runs.
    """

    fill: Any
    copy: Any
    add: Any
    increase: Any
    count: Any
    broken: Any
    broken_in_place: Any
    trap: Any


@kernel
def fill(y: OutSlice[f32], value: f32):
    i = global_idx_x()
    if i < len(y):
        y[i] = value


@kernel
def copy(x: Slice[f32], y: OutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = x[i]


@kernel
def add(x: Slice[f32], y: Slice[f32], z: OutSlice[f32]):
    i = global_idx_x()
    if i < len(z):
        z[i] = x[i] + y[i]


@kernel
def increase(y: MutSlice[f32], value: f32):
    i = global_idx_x()
    if i < len(y):
        y[i] = y[i] + value


@kernel
def count(c: OutSlice[u32], x: u32, y: u32, z: u32):
    if global_idx_x() == 0:
        c[0] = x
        c[1] = y
        c[2] = z


@kernel
def broken(x: Slice[f32], y: OutSlice[f32]):
    y[0] = x[never_defined]  # noqa: F821  # pyright: ignore[reportUndefinedVariable]


@kernel
def broken_in_place(y: MutSlice[f32]):
    y[0] = y[never_defined]  # noqa: F821  # pyright: ignore[reportUndefinedVariable]


@kernel
def trap(y: OutSlice[f32]):
    y[len(y) + global_idx_x()] = 1.0


COMPILED = Kernels(fill, copy, add, increase, count, broken, broken_in_place, trap)


def _set_count(c: np.ndarray[Any, Any], x: int, y: int, z: int) -> None:
    c[:] = (x, y, z)


def _increase(y: np.ndarray[Any, Any], value: float) -> None:
    y += np.float32(value)


def _trap(y: np.ndarray[Any, Any]) -> None:
    raise IndexError("an index is out of bounds")


def played_kernels() -> Kernels:
    """Fresh ones, of Python functions."""
    return Kernels(
        PythonKernel(lambda y, value: y.fill(value), "y: out float32, value: float32", name="fill"),
        PythonKernel(lambda x, y: np.copyto(y, x), "x: in float32, y: out float32", name="copy"),
        PythonKernel(
            lambda x, y, z: np.add(x, y, out=z), "x: in float32, y: in float32, z: out float32", name="add"
        ),
        PythonKernel(_increase, "y: inout float32, value: float32", name="increase"),
        PythonKernel(_set_count, "c: out uint32, x: uint32, y: uint32, z: uint32", name="count"),
        PythonKernel(lambda x, y: None, "x: in float32, y: out float32", name="broken", broken=True),
        PythonKernel(lambda y: None, "y: inout float32", name="broken_in_place", broken=True),
        PythonKernel(_trap, "y: out float32", name="trap"),
    )
