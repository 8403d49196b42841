"""y = A·x for a sparse matrix in compressed rows, a thread a row."""

from __future__ import annotations

from periclase import OutSlice, Slice, f32, i32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel
def spmv(starts: Slice[i32], columns: Slice[i32], values: Slice[f32], x: Slice[f32], y: OutSlice[f32]):
    row = block_idx_x() * block_dim_x() + thread_idx_x()
    if row < len(y):
        total = f32(0)
        for k in range(starts[row], starts[row + 1]):
            total += values[k] * x[columns[k]]
        y[row] = total
