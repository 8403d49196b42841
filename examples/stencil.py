"""One step of a 5-point stencil over a grid of height x width points; the border is copied."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, Slice, f32, i32, kernel, open_device
from periclase.gpu import block_dim_x, block_dim_y, block_idx_x, block_idx_y, thread_idx_x, thread_idx_y

BLOCK = (32, 8)


@kernel
def stencil(source: Slice[f32], target: MutSlice[f32], height: i32, width: i32):
    column = block_idx_x() * block_dim_x() + thread_idx_x()
    row = block_idx_y() * block_dim_y() + thread_idx_y()
    if row >= height or column >= width:
        return
    here = row * width + column
    if 0 < row < height - 1 and 0 < column < width - 1:
        around = source[here - width] + source[here + width] + source[here - 1] + source[here + 1]
        target[here] = 0.5 * source[here] + 0.125 * around
    else:
        target[here] = source[here]


def reference_step(grid):
    """The same step in numpy."""
    result = grid.copy()
    around = grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]
    result[1:-1, 1:-1] = np.float32(0.5) * grid[1:-1, 1:-1] + np.float32(0.125) * around
    return result


def workloads(device, height=512, width=512):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    grid = np.random.default_rng(2).random((height, width), dtype=np.float32)
    source, target = device.array(grid.ravel()), device.zeros(grid.size, np.float32)
    blocks = (max(1, -(-width // BLOCK[0])), max(1, -(-height // BLOCK[1])))

    def launch():
        stencil[blocks, BLOCK](source, target, height, width)

    yield (
        "stencil",
        stencil,
        launch,
        lambda: target.numpy().reshape(height, width),
        lambda: reference_step(grid),
    )


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: largest error {np.abs(result() - reference()).max(initial=0.0):.3g}")


if __name__ == "__main__":
    main()
