"""C = A·B for square matrices, by 16x16 tiles in shared memory with two barriers a step."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, Slice, f32, i32, kernel, open_device, shared_array
from periclase.gpu import block_idx_x, block_idx_y, sync_threads, thread_idx_x, thread_idx_y

TILE = 16


@kernel
def matmul(a: Slice[f32], b: Slice[f32], c: MutSlice[f32], n: i32):
    """Multiply two matrices of `n` by `n`, tile by tile through shared memory; a thread an element of `c`."""
    tile_a = shared_array((TILE, TILE), f32)
    tile_b = shared_array((TILE, TILE), f32)
    tx = thread_idx_x()
    ty = thread_idx_y()
    row = block_idx_y() * TILE + ty
    column = block_idx_x() * TILE + tx
    total = f32(0)
    for start in range(0, n, TILE):
        # Threads beyond the matrix's edge take part in the barriers and add zeros.
        inside_a = row < n and start + tx < n
        tile_a[ty, tx] = a[row * n + start + tx] if inside_a else 0.0
        inside_b = start + ty < n and column < n
        tile_b[ty, tx] = b[(start + ty) * n + column] if inside_b else 0.0
        sync_threads()
        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        sync_threads()
    if row < n and column < n:
        c[row * n + column] = total


def workloads(device, n=256):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    rng = np.random.default_rng(0)
    a = rng.random((n, n), dtype=np.float32)
    b = rng.random((n, n), dtype=np.float32)
    device_a, device_b = device.array(a.ravel()), device.array(b.ravel())
    device_c = device.zeros(n * n, np.float32)
    blocks = max(1, -(-n // TILE))

    def launch():
        matmul[(blocks, blocks), (TILE, TILE)](device_a, device_b, device_c, n)

    yield "matmul", matmul, launch, lambda: device_c.numpy().reshape(n, n), lambda: a @ b


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: largest error {np.abs(result() - reference()).max(initial=0.0):.3g}")


if __name__ == "__main__":
    main()
