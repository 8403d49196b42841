"""Kernels for `autotune_dask.py`, in a module of their own: workers import it."""

from __future__ import annotations

from periclase import MutSlice, Slice, f32, kernel
from periclase.gpu import block_dim_x, block_idx_x, grid_dim_x, thread_idx_x


@kernel
def horner(x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(x):
        v = x[i]
        y[i] = ((0.25 * v + 0.5) * v + 0.75) * v + 1.0


@kernel
def strided_horner(x: Slice[f32], y: MutSlice[f32]):
    for i in range(block_idx_x() * block_dim_x() + thread_idx_x(), len(x), grid_dim_x() * block_dim_x()):
        v = x[i]
        y[i] = ((0.25 * v + 0.5) * v + 0.75) * v + 1.0


@kernel
def powers(x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(x):
        v = x[i]
        square = v * v
        y[i] = 0.25 * square * v + (0.5 * square + (0.75 * v + 1.0))
