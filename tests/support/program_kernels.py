"""The kernels of `sequential_model`, compiled: for random programs on the backends that run compiled code.

They do what the model's functions do, with one thread of one block: what they read is copied before anything is written, since
arguments may overlap. A launch that is to fail leaves its outputs half written, and traps in the last of its threads: so the
failure tells which launch it was.
"""

from __future__ import annotations

from periclase import MutSlice, OutSlice, Slice, device, i32, kernel, local_array, u8
from periclase.gpu import block_dim_x, block_idx_x, block_idx_y, block_idx_z, thread_idx_x

MOST = 64
"""Bytes of an argument, at most."""


@device
def leads() -> bool:
    return block_idx_x() + block_idx_y() + block_idx_z() == 0 and thread_idx_x() == block_dim_x() - 1


@device
def half_write(y):
    for i in range((len(y) + 1) // 2):
        y[i] = u8(0xEE)


@kernel
def shift(x: Slice[u8], y: OutSlice[u8], number: u8, failure: i32):
    if leads():
        a = local_array(MOST, u8)
        n = len(x)
        for i in range(n):
            a[i] = x[i]
        if failure != 0:
            half_write(y)
            assert failure == 0
        for i in range(len(y)):
            y[i] = a[i % n] + number if n > 0 else number


@kernel
def accumulate(y: MutSlice[u8], number: u8, failure: i32):
    if leads():
        if failure != 0:
            half_write(y)
            assert failure == 0
        for i in range(len(y)):
            y[i] = y[i] * u8(3) + number


@kernel
def mix(x: Slice[u8], z: Slice[u8], y: MutSlice[u8], number: u8, failure: i32):
    if leads():
        a = local_array(MOST, u8)
        b = local_array(MOST, u8)
        n = len(x)
        m = len(z)
        for i in range(n):
            a[i] = x[i]
        for i in range(m):
            b[i] = z[i]
        if failure != 0:
            half_write(y)
            assert failure == 0
        for i in range(len(y)):
            value = y[i] + number
            if n > 0:
                value = value + a[i % n] * u8(5)
            if m > 0:
                value = value + b[i % m]
            y[i] = value


@kernel
def split(x: Slice[u8], y: OutSlice[u8], z: OutSlice[u8], number: u8, failure: i32):
    if leads():
        a = local_array(MOST, u8)
        n = len(x)
        for i in range(n):
            a[i] = x[i]
        if failure != 0:
            half_write(y)
            half_write(z)
            assert failure == 0
        for i in range(len(y)):
            y[i] = a[i % n] ^ number if n > 0 else number
        for i in range(len(z)):
            z[i] = a[n - 1 - i % n] + u8(7) if n > 0 else u8(7)


@kernel
def set_(y: OutSlice[u8], number: u8, failure: i32):
    if leads():
        if failure != 0:
            half_write(y)
            assert failure == 0
        for i in range(len(y)):
            y[i] = number


@kernel
def look(x: Slice[u8], number: u8, failure: i32):
    if leads():
        total = i32(0)
        for i in range(len(x)):
            total = total + i32(x[i])
        if failure != 0:
            assert total < 0


@kernel
def broken(x: Slice[u8], y: MutSlice[u8], z: OutSlice[u8], number: u8, failure: i32):
    y[0] = x[never_defined]  # noqa: F821  # pyright: ignore[reportUndefinedVariable]


COMPILED = {each.name.rstrip("_"): each for each in (shift, accumulate, mix, split, set_, look, broken)}
"""By the name of the model's kernel."""
