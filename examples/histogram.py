"""A histogram of bytes in 256 bins, by atomic additions."""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, Slice, i32, kernel, open_device, u8
from periclase.gpu import atomic_add, block_dim_x, block_idx_x, grid_dim_x, thread_idx_x

BLOCK = 256
BINS = 256


@kernel
def histogram(data: Slice[u8], bins: MutSlice[i32]):
    start = block_idx_x() * block_dim_x() + thread_idx_x()
    for i in range(start, len(data), grid_dim_x() * block_dim_x()):
        atomic_add(bins[data[i]], 1)


def workloads(device, n=1 << 20):
    """Yields (name, kernel, launch, result, reference) for `periclase demo`, the tests and the benchmarks."""
    data = np.random.default_rng(3).integers(0, BINS, n, dtype=np.uint8)
    device_data, bins = device.array(data), device.zeros(BINS, np.int32)
    blocks = min(256, max(1, -(-n // BLOCK)))

    def launch():
        histogram[blocks, BLOCK](device_data, bins)

    yield "histogram", histogram, launch, bins.numpy, lambda: np.bincount(data, minlength=BINS)


def main():
    """Run it on the CPU, and compare with numpy."""
    for name, _, launch, result, reference in workloads(open_device("cpu")):
        launch()
        print(f"{name}: largest error {np.abs(result() - reference()).max()}")


if __name__ == "__main__":
    main()
