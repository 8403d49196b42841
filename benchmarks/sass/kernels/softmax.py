"""softmax of each row of a matrix, a warp a row: `exp(x - max) / sum(exp(x - max))`."""

from __future__ import annotations

import numpy as np

from periclase import MutView, View, f32, kernel
from periclase.gpu import block_dim_y, block_idx_x, shfl_sync_xor, thread_idx_x, thread_idx_y

WARP = 32


@kernel
def softmax(x: View[f32, 2], y: MutView[f32, 2]):
    row = block_idx_x() * block_dim_y() + thread_idx_y()
    if row >= x.shape[0] or row >= y.shape[0]:
        return
    lane = thread_idx_x()
    most = f32("-inf")
    for i in range(lane, x.shape[1], WARP):
        most = np.fmax(most, x[row, i])
    most = np.fmax(most, shfl_sync_xor(most, 16))
    most = np.fmax(most, shfl_sync_xor(most, 8))
    most = np.fmax(most, shfl_sync_xor(most, 4))
    most = np.fmax(most, shfl_sync_xor(most, 2))
    most = np.fmax(most, shfl_sync_xor(most, 1))
    total = f32(0)
    for i in range(lane, x.shape[1], WARP):
        e = np.exp(x[row, i] - most)
        y[row, i] = e
        total += e
    total += shfl_sync_xor(total, 16)
    total += shfl_sync_xor(total, 8)
    total += shfl_sync_xor(total, 4)
    total += shfl_sync_xor(total, 2)
    total += shfl_sync_xor(total, 1)
    scale = 1.0 / total
    for i in range(lane, x.shape[1], WARP):
        y[row, i] *= scale
