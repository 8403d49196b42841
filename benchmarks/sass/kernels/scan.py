"""The running sums of a block's 1024 elements, by shuffles within warps and one more over the warps' sums."""

from __future__ import annotations

from periclase import MutSlice, Slice, f32, kernel, shared_array, unroll
from periclase.gpu import block_dim_x, block_idx_x, shfl_sync_up, sync_threads, thread_idx_x

WARP = 32


@kernel
def scan(x: Slice[f32], y: MutSlice[f32], totals: MutSlice[f32]):
    sums = shared_array(WARP, f32)
    tid = thread_idx_x()
    lane, warp = tid % WARP, tid // WARP
    i = block_idx_x() * block_dim_x() + tid
    value = x[i] if i < len(x) else 0.0
    for delta in unroll((1, 2, 4, 8, 16)):
        before = shfl_sync_up(value, delta)
        if lane >= delta:
            value += before
    if lane == WARP - 1:
        sums[warp] = value
    sync_threads()
    if warp == 0:
        total = sums[lane]
        for delta in unroll((1, 2, 4, 8, 16)):
            before = shfl_sync_up(total, delta)
            if lane >= delta:
                total += before
        sums[lane] = total
    sync_threads()
    if warp > 0:
        value += sums[warp - 1]
    if i < len(y):
        y[i] = value
    if tid == block_dim_x() - 1:
        totals[block_idx_x()] = value
