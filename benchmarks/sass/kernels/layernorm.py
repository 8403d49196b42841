"""Layer normalisation of each row, a warp a row: mean and variance by one pass, then `(x - mean) * rstd * weight + bias`."""

from __future__ import annotations

from periclase import OutView, Slice, View, f32, kernel
from periclase.gpu import block_dim_y, block_idx_x, rsqrt_approx, shfl_sync_xor, thread_idx_x, thread_idx_y

WARP = 32


@kernel
def layernorm(x: View[f32, 2], weight: Slice[f32], bias: Slice[f32], y: OutView[f32, 2], epsilon: f32):
    row = block_idx_x() * block_dim_y() + thread_idx_y()
    if row >= x.shape[0]:
        return
    lane = thread_idx_x()
    total = f32(0)
    squares = f32(0)
    for i in range(lane, x.shape[1], WARP):
        value = x[row, i]
        total += value
        squares += value * value
    total += shfl_sync_xor(total, 16)
    squares += shfl_sync_xor(squares, 16)
    total += shfl_sync_xor(total, 8)
    squares += shfl_sync_xor(squares, 8)
    total += shfl_sync_xor(total, 4)
    squares += shfl_sync_xor(squares, 4)
    total += shfl_sync_xor(total, 2)
    squares += shfl_sync_xor(squares, 2)
    total += shfl_sync_xor(total, 1)
    squares += shfl_sync_xor(squares, 1)
    count = f32(x.shape[1])
    mean = total / count
    scale = rsqrt_approx(squares / count - mean * mean + epsilon)
    for i in range(lane, x.shape[1], WARP):
        y[row, i] = (x[row, i] - mean) * scale * weight[i] + bias[i]
