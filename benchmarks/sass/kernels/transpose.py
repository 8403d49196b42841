"""The transpose of a matrix, through tiles of 32 by 32 in shared memory with a column to spare; a block has 32 by 8 threads."""

from __future__ import annotations

from periclase import OutView, View, f32, kernel, shared_array
from periclase.gpu import block_idx_x, block_idx_y, sync_threads, thread_idx_x, thread_idx_y

TILE = 32
ROWS = 8


@kernel(required_block=(TILE, ROWS))
def transpose(x: View[f32, 2], y: OutView[f32, 2]):
    tile = shared_array((TILE, TILE + 1), f32)
    tx, ty = thread_idx_x(), thread_idx_y()
    column = block_idx_x() * TILE + tx
    row = block_idx_y() * TILE + ty
    for k in range(0, TILE, ROWS):
        if row + k < x.shape[0] and column < x.shape[1]:
            tile[ty + k, tx] = x[row + k, column]
    sync_threads()
    column = block_idx_y() * TILE + tx
    row = block_idx_x() * TILE + ty
    for k in range(0, TILE, ROWS):
        if row + k < y.shape[0] and column < y.shape[1]:
            y[row + k, column] = tile[tx, ty + k]
