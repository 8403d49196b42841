"""C = A·B on tensor cores: `mma.sync` of halves, summed up in f32, fed by `cp.async` in three stages (sm_80 and later).

A block of four warps computes 64×64 elements of C, each warp 32×32 of them as 2 by 4 products of 16×8. While one part of A and
B is multiplied, the next two are on their way to shared memory. Rows there are 16 bytes longer than the tile, so that the eight
rows that `ldmatrix` reads together lie in different banks. The CPU runs it as well.
"""

from __future__ import annotations

import numpy as np

from periclase import MutView, View, f16, f32, kernel, local_array, open_device, shared_array, unroll
from periclase.gpu import block_idx_x, block_idx_y, sync_threads, thread_idx_x
from periclase.library.async_copies import commit_copies, tile_copy, wait_for_copies
from periclase.library.tensor_cores import warp_mma

PRODUCT = warp_mma("m16n8k16", f16)
ROWS, COLUMNS, DEPTH = 64, 64, 32
STAGES = 3
PAD = 8
THREADS = 128
LOAD_A = tile_copy(f16, ROWS, DEPTH, THREADS)
LOAD_B = tile_copy(f16, DEPTH, COLUMNS, THREADS)


@kernel(launch_bounds=THREADS)
def gemm(a: View[f16, 2], b: View[f16, 2], c: MutView[f32, 2]):
    """Multiply matrices of any extents; rows of `a` and `b` begin at multiples of 16 bytes."""
    left = shared_array((STAGES, ROWS, DEPTH + PAD), f16)
    right = shared_array((STAGES, DEPTH, COLUMNS + PAD), f16)
    row, column = block_idx_y() * ROWS, block_idx_x() * COLUMNS
    warp = thread_idx_x() // 32
    warp_row, warp_column = warp // 2 * 32, warp % 2 * 32
    sums = local_array((2, 4), PRODUCT.C)
    for i in unroll(range(2)):
        for j in unroll(range(4)):
            sums[i, j] = PRODUCT.C.fill(0.0)

    steps = (a.shape[1] + DEPTH - 1) // DEPTH
    for stage in unroll(range(STAGES - 1)):
        if stage < steps:
            LOAD_A(left[stage], a, row, stage * DEPTH)
            LOAD_B(right[stage], b, stage * DEPTH, column)
        commit_copies()
    for step in range(steps):
        wait_for_copies(STAGES - 2)
        sync_threads()  # what the others have copied is there, and what the next copies overwrite is read
        ahead = step + STAGES - 1
        if ahead < steps:
            LOAD_A(left[ahead % STAGES], a, row, ahead * DEPTH)
            LOAD_B(right[ahead % STAGES], b, ahead * DEPTH, column)
        commit_copies()
        stage = step % STAGES
        for k in range(0, DEPTH, PRODUCT.K):
            upper = PRODUCT.A.load_shared(left[stage], warp_row, k)
            lower = PRODUCT.A.load_shared(left[stage], warp_row + PRODUCT.M, k)
            for j in unroll(range(0, 4, 2)):
                first, second = PRODUCT.B.load_shared_pair(right[stage], k, warp_column + PRODUCT.N * j)
                sums[0, j] = PRODUCT.mma(upper, first, sums[0, j])
                sums[0, j + 1] = PRODUCT.mma(upper, second, sums[0, j + 1])
                sums[1, j] = PRODUCT.mma(lower, first, sums[1, j])
                sums[1, j + 1] = PRODUCT.mma(lower, second, sums[1, j + 1])

    for i in unroll(range(2)):
        for j in unroll(range(4)):
            sums[i, j].store_inside(c, row + warp_row + PRODUCT.M * i, column + warp_column + PRODUCT.N * j)


def workloads(device, n=128):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    rng = np.random.default_rng(0)
    a, b = (rng.random((n, n), dtype=np.float32).astype(np.float16) for _ in range(2))
    device_a, device_b, device_c = device.array(a), device.array(b), device.zeros((n, n), np.float32)
    blocks = max(1, -(-n // ROWS))

    def launch():
        gemm[(blocks, blocks), THREADS](device_a, device_b, device_c)

    yield "gemm_mma", gemm, launch, device_c.numpy, lambda: a.astype(np.float32) @ b.astype(np.float32)


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: largest error {np.abs(result() - reference()).max(initial=0.0):.3g}")


if __name__ == "__main__":
    main()
