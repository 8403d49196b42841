"""y = A·x for a matrix in C order, a warp a row."""

from __future__ import annotations

from periclase import OutSlice, Slice, View, f32, kernel
from periclase.gpu import block_dim_y, block_idx_x, shfl_sync_xor, thread_idx_x, thread_idx_y

WARP = 32


@kernel
def gemv(a: View[f32, 2], x: Slice[f32], y: OutSlice[f32]):
    row = block_idx_x() * block_dim_y() + thread_idx_y()
    if row >= a.shape[0]:
        return
    lane = thread_idx_x()
    total = f32(0)
    for i in range(lane, a.shape[1], WARP):
        total += a[row, i] * x[i]
    total += shfl_sync_xor(total, 16)
    total += shfl_sync_xor(total, 8)
    total += shfl_sync_xor(total, 4)
    total += shfl_sync_xor(total, 2)
    total += shfl_sync_xor(total, 1)
    if lane == 0:
        y[row] = total
