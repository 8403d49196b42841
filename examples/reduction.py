"""The sum of an array, one partial sum a block: through shared memory, and by warp shuffles."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, Slice, device, f32, kernel, open_device, shared_array, u32
from periclase.gpu import (
    block_dim_x,
    block_idx_x,
    grid_dim_x,
    shfl_sync_down,
    sync_threads,
    thread_idx_x,
)

BLOCK = 256
WARP = 32


@device
def strided_sum(x: Slice[f32]) -> f32:
    """What one thread adds up, walking the array in steps of the whole grid."""
    total = f32(0)
    for i in range(block_idx_x() * block_dim_x() + thread_idx_x(), len(x), grid_dim_x() * block_dim_x()):
        total += x[i]
    return total


@kernel
def reduce_shared(x: Slice[f32], partial: MutSlice[f32]):
    scratch = shared_array(BLOCK, f32)
    tid = thread_idx_x()
    scratch[tid] = strided_sum(x)
    sync_threads()
    half = block_dim_x() // 2
    while half > 0:
        if tid < half:
            scratch[tid] += scratch[tid + half]
        sync_threads()
        half //= 2
    if tid == 0:
        partial[block_idx_x()] = scratch[0]


@device
def warp_sum(value: f32) -> f32:
    """The sum over the warp's 32 lanes, in lane 0."""
    total = value
    offset = u32(16)
    while offset > 0:
        total += shfl_sync_down(total, offset)
        offset //= 2
    return total


@kernel
def reduce_shuffle(x: Slice[f32], partial: MutSlice[f32]):
    sums = shared_array(WARP, f32)
    tid = thread_idx_x()
    lane = tid % WARP
    total = warp_sum(strided_sum(x))
    if lane == 0:
        sums[tid // WARP] = total
    sync_threads()
    if tid < WARP:
        total = warp_sum(sums[lane] if lane < block_dim_x() // WARP else 0.0)
        if lane == 0:
            partial[block_idx_x()] = total


def workloads(device, n=1 << 20):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    x = np.random.default_rng(1).random(n, dtype=np.float32)
    device_x = device.array(x)
    blocks = 64
    for name, function in (("reduce_shared", reduce_shared), ("reduce_shuffle", reduce_shuffle)):
        partial = device.zeros(blocks, np.float32)

        def launch(function=function, partial=partial):
            function[blocks, BLOCK](device_x, partial)

        def mean(partial=partial):
            return partial.numpy().sum(dtype=np.float64) / max(n, 1)

        yield name, function, launch, mean, lambda: x.sum(dtype=np.float64) / max(n, 1)


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: error of the mean {abs(result() - reference()):.3g}")


if __name__ == "__main__":
    main()
