"""Batches on streams of their own, and one with bad data: its failure is its own, is told with its causes, and is repaired.

Each batch goes through two kernels. Nothing is waited for in between, and no batch waits for another.
"""

from __future__ import annotations

import numpy as np

from periclase import MutSlice, OutSlice, Slice, f32, kernel, open_device
from periclase.gpu import atomic_add, block_dim_x, block_idx_x, thread_idx_x

BLOCK = 256


@kernel
def inverse(values: Slice[f32], result: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(result):
        assert values[i] > 0.0
        result[i] = 1.0 / values[i]


@kernel
def add_up(values: Slice[f32], total: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(values):
        atomic_add(total[0], values[i])


class Batch:
    """One batch: its data, its results, and the stream that its launches are made on."""

    def __init__(self, device, number, values):
        self.values = device.array(values)
        self.inverses = device.zeros(len(values))
        self.total = device.zeros(1)
        self.stream = device.stream(f"batch {number}")

    def launch(self):
        n = len(self.values)
        blocks = -(-n // BLOCK)
        self.total.write(0)  # also ends a failure
        with self.stream:
            inverse[blocks, BLOCK](self.values, self.inverses)
            add_up[blocks, BLOCK](self.inverses, self.total)


def make_batches(device, count=4, n=1000):
    """Batches of the numbers from 1 to n; the last but one has a zero among them."""
    batches = []
    for number in range(count):
        values = np.arange(1, n + 1, dtype=np.float32) + number
        if number == count - 2:
            values[n // 2] = 0
        batches.append(Batch(device, number, values))
    return batches


def workloads(device, n=1000):
    """Yields (name, kernel, launch, result, reference) for the tests and the benchmarks."""
    values = np.arange(1, n + 1, dtype=np.float32)
    batch = Batch(device, 0, values)
    yield "a batch", inverse, batch.launch, batch.total.numpy, lambda: (1 / values).sum(keepdims=True)


def main():
    """Run it on the CPU."""
    device = open_device("cpu")
    batches = make_batches(device)
    for batch in batches:
        batch.launch()  # returns at once, and raises nothing
    for batch in batches:
        batch.stream.sync()
        failure = batch.total.failure()  # as data; `batch.total.numpy()` would raise it
        print(f"{batch.stream.name}: {'failed' if failure else batch.total.numpy()[0]}")
        if failure:
            print(f"\n{failure}\n")
            assert [skipped.kernel for skipped in failure.skipped] == ["add_up"]
            batch.values[len(batch.values) // 2 :][:1].write(1)  # repair the input, and try again
            batch.launch()
            print(f"{batch.stream.name}, repaired: {batch.total.numpy()[0]}")


if __name__ == "__main__":
    main()
