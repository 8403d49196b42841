"""One step of a bitonic sort in global memory: a thread compares two elements `stride` apart, and swaps them if need be."""

from __future__ import annotations

from periclase import MutSlice, f32, i32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel
def bitonic_step(x: MutSlice[f32], size: i32, stride: i32):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    other = i ^ stride
    if i < other < len(x):
        a, b = x[i], x[other]
        if (a > b) == (i & size == 0):
            x[i], x[other] = b, a
