"""The Mandelbrot set: how many steps each point of a picture takes to leave the circle of radius 2."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, f32, i32, kernel, open_device
from periclase.gpu import block_dim_x, block_dim_y, block_idx_x, block_idx_y, thread_idx_x, thread_idx_y

BLOCK = (32, 8)
LEFT, TOP, SIZE = -2.0, -1.25, 2.5


@kernel
def mandelbrot(steps: MutSlice[i32], height: i32, width: i32, limit: i32):
    """Count the steps until each point of the picture leaves the circle of radius 2, `limit` at most; a thread a pixel."""
    column = block_idx_x() * block_dim_x() + thread_idx_x()
    row = block_idx_y() * block_dim_y() + thread_idx_y()
    if row >= height or column >= width:
        return
    cx = LEFT + f32(column) * (SIZE / f32(width))
    cy = TOP + f32(row) * (SIZE / f32(height))
    zx = f32(0)
    zy = f32(0)
    count = i32(0)
    while count < limit and zx * zx + zy * zy <= 4.0:
        zx, zy = zx * zx - zy * zy + cx, 2.0 * zx * zy + cy
        count += 1
    steps[row * width + column] = count


def reference_steps(height, width, limit):
    """The same picture in numpy, all points at once."""
    one = np.float32(1)
    cx = np.float32(LEFT) + np.arange(width, dtype=np.float32) * (np.float32(SIZE) / (one * width))
    cy = np.float32(TOP) + np.arange(height, dtype=np.float32) * (np.float32(SIZE) / (one * height))
    cx, cy = np.meshgrid(cx, cy)
    zx, zy = np.zeros_like(cx), np.zeros_like(cy)
    steps = np.zeros(cx.shape, np.int32)
    inside = np.ones(cx.shape, bool)
    for _ in range(limit):
        inside &= zx * zx + zy * zy <= 4
        if not inside.any():
            break
        zx, zy = (
            np.where(inside, zx * zx - zy * zy + cx, zx),
            np.where(inside, np.float32(2) * zx * zy + cy, zy),
        )
        steps += inside
    return steps


def share_of_different_points(steps, expected):
    """The share of points whose counts differ by more than one.

    Near the set's edge the last bit of a fused multiply-add decides, so that single points may differ by much.
    """
    return (np.abs(steps - expected) > 1).mean() if steps.size else 0.0


def workloads(device, height=128, width=128, limit=200):
    """Yields (name, kernel, launch, result, reference, error) for `periclase demo`, tests and benchmarks."""
    steps = device.zeros(height * width, np.int32)
    blocks = (max(1, -(-width // BLOCK[0])), max(1, -(-height // BLOCK[1])))

    def launch():
        mandelbrot[blocks, BLOCK](steps, height, width, limit)

    yield (
        "mandelbrot",
        mandelbrot,
        launch,
        lambda: steps.numpy().reshape(height, width),
        lambda: reference_steps(height, width, limit),
        share_of_different_points,
    )


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference, error in workloads(open_device("cpu")):
        launch()
        print(f"{name}: share of points that differ {error(result(), reference()):.3g}")


if __name__ == "__main__":
    main()
