"""saxpy: y = a·x + y, one thread an element."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, Slice, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x

BLOCK = 256


@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]


def workloads(device, n=1 << 20):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    x = np.linspace(-1, 1, n, dtype=np.float32)
    y = np.linspace(0, 3, n, dtype=np.float32)
    device_x, device_y = device.array(x), device.array(y)
    blocks = max(1, -(-n // BLOCK))

    def launch():
        saxpy[blocks, BLOCK](2.0, device_x, device_y)

    yield "saxpy", saxpy, launch, device_y.numpy, lambda: np.float32(2.0) * x + y


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: largest error {np.abs(result() - reference()).max(initial=0.0):.3g}")


if __name__ == "__main__":
    main()
