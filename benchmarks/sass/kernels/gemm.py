"""C = A·B by tensor cores: f16 in, f32 out. A block of 4 warps makes a tile of 32 by 32 of C, each warp 16 by 16 of it.

`a` is in rows of K, `b` in rows of K too (the columns of B), both as pairs of halves in a word; M, N and K are multiples of 32.
"""

from __future__ import annotations

from periclase import OutView, View, f32, kernel, shared_array, u32
from periclase.gpu import block_idx_x, block_idx_y, mma_m16n8k16_f32_f16, sync_threads, thread_idx_x

TILE = 32
WORDS = 16
"""A row of a tile of 32 halves."""


@kernel(required_block=128)
def gemm(a: View[u32, 2], b: View[u32, 2], c: OutView[f32, 2]):
    tile_a = shared_array((TILE, WORDS + 4), u32)
    tile_b = shared_array((TILE, WORDS + 4), u32)
    tid = thread_idx_x()
    warp, lane = tid // 32, tid % 32
    group, part = lane // 4, lane % 4
    row, column = block_idx_y() * TILE, block_idx_x() * TILE
    mine_row, mine_column = (warp // 2) * 16, (warp % 2) * 16
    left = (f32(0), f32(0), f32(0), f32(0))
    right = (f32(0), f32(0), f32(0), f32(0))
    for start in range(0, a.shape[1], WORDS):
        for k in range(4):
            r, w = k * 8 + tid // WORDS, tid % WORDS
            tile_a[r, w] = a[row + r, start + w]
            tile_b[r, w] = b[column + r, start + w]
        sync_threads()
        for half in range(0, WORDS, 8):
            top, bottom = mine_row + group, mine_row + group + 8
            fa = (
                tile_a[top, half + part],
                tile_a[bottom, half + part],
                tile_a[top, half + part + 4],
                tile_a[bottom, half + part + 4],
            )
            first, second = mine_column + group, mine_column + group + 8
            left = mma_m16n8k16_f32_f16(
                fa, (tile_b[first, half + part], tile_b[first, half + part + 4]), left
            )
            right = mma_m16n8k16_f32_f16(
                fa, (tile_b[second, half + part], tile_b[second, half + part + 4]), right
            )
        sync_threads()
    i, j = row + mine_row + group, column + mine_column + 2 * part
    c[i, j], c[i, j + 1], c[i + 8, j], c[i + 8, j + 1] = left
    c[i, j + 8], c[i, j + 9], c[i + 8, j + 8], c[i + 8, j + 9] = right
