"""C = A·B on the tensor cores of sm_90a: `wgmma` of halves in shared memory, which the copy engine (TMA) brings.

A block of one warp group computes 64×64 elements of C. One thread starts the copies of 64×64 elements of A and of B, two
parts ahead; a barrier object counts their bytes, and the group waits for its phase. B is told by its transpose, of which a
row is a column of B, so that both tiles have rows of 128 bytes, swizzled as `wgmma` reads them. The CPU has no `wgmma`: it
runs `gemm_mma.py`.
"""

from __future__ import annotations

from periclase import MutView, address_of, f16, f32, i32, kernel, shared_array, u64
from periclase.gpu import block_idx_x, block_idx_y, sync_threads, thread_idx_x
from periclase.library.barriers import Barrier
from periclase.library.tensor_maps import TensorMap, tensor_map
from periclase.library.warp_groups import warp_group_mma

ROWS, COLUMNS, DEPTH = 64, 64, 64
PRODUCT = warp_group_mma(COLUMNS, f16)
STAGES = 2
THREADS = 128
BYTES = (ROWS + COLUMNS) * DEPTH * 2
BOX_OF_A, BOX_OF_B = (ROWS, DEPTH), (COLUMNS, DEPTH)


@kernel(launch_bounds=THREADS)
def gemm(a: TensorMap[f16, 2], b: TensorMap[f16, 2], c: MutView[f32, 2], depth: i32):
    """Multiply matrices of any extents; `b` is transposed, and `depth` its number of columns."""
    left = shared_array((STAGES, ROWS, DEPTH), f16, align=1024)
    right = shared_array((STAGES, COLUMNS, DEPTH), f16, align=1024)
    objects = shared_array(STAGES, u64)
    row, column = i32(block_idx_y()) * ROWS, i32(block_idx_x()) * COLUMNS
    first = thread_idx_x() == 0
    full = Barrier(address_of(objects[0]))
    other = Barrier(address_of(objects[1]))
    if first:
        full.init(1)
        other.init(1)
        a.acquire()
        b.acquire()
    sync_threads()
    steps = (depth + DEPTH - 1) // DEPTH
    sums = PRODUCT.C.fill(0.0)
    if first and steps > 0:
        full.arrive_expecting(BYTES)
        a.load(address_of(left[0, 0, 0]), (row, 0), full)
        b.load(address_of(right[0, 0, 0]), (column, 0), full)
    for step in range(0, steps, 2):
        if first and step + 1 < steps:
            other.arrive_expecting(BYTES)
            a.load(address_of(left[1, 0, 0]), (row, (step + 1) * DEPTH), other)
            b.load(address_of(right[1, 0, 0]), (column, (step + 1) * DEPTH), other)
        full.wait()
        sums = PRODUCT.mma(address_of(left[0, 0, 0]), address_of(right[0, 0, 0]), sums)
        sync_threads()
        if step + 1 < steps:
            if first and step + 2 < steps:
                full.arrive_expecting(BYTES)
                a.load(address_of(left[0, 0, 0]), (row, (step + 2) * DEPTH), full)
                b.load(address_of(right[0, 0, 0]), (column, (step + 2) * DEPTH), full)
            other.wait()
            sums = PRODUCT.mma(address_of(left[1, 0, 0]), address_of(right[1, 0, 0]), sums)
            sync_threads()
    sums.store_inside(c, row, column)


def multiply(a, b_transposed, c):
    """Launch it: C = A·Bᵀ of buffers of one GPU of sm_90a, the rows of both multiples of 16 bytes."""
    (m, depth), (n, _) = a.shape, b_transposed.shape
    grid = (-(-n // COLUMNS), -(-m // ROWS))
    maps = tensor_map(a, BOX_OF_A, swizzle=128), tensor_map(b_transposed, BOX_OF_B, swizzle=128)
    gemm[grid, THREADS](*maps, c, depth)


def main():
    """Show what of it there is in the PTX."""
    text = gemm.ptx("sm_90a")
    print(
        f"gemm_wgmma: {text.count('wgmma.mma_async')} products, {text.count('cp.async.bulk.tensor')} copies of tiles"
    )


if __name__ == "__main__":
    main()
