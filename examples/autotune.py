"""The sums of a matrix's rows, by two kernels and several block sizes: the fastest for a shape is found out once.

The first call for a shape measures the candidates; later ones, also of later processes, call the winner.
"""

from __future__ import annotations

import numpy as np

from periclase import (
    Candidate,
    MutSlice,
    Slice,
    anchor,
    autotune,
    f32,
    i32,
    kernel,
    open_device,
    shared_array,
)
from periclase.gpu import block_dim_x, block_idx_x, sync_threads, thread_idx_x

MOST_THREADS = 256


@kernel
def row_sums_by_thread(a: Slice[f32], sums: MutSlice[f32], columns: i32):
    """One thread a row."""
    row = block_idx_x() * block_dim_x() + thread_idx_x()
    if row < len(sums):
        total = f32(0)
        for column in range(columns):
            total += a[row * columns + column]
        sums[row] = total


@kernel
def row_sums_by_block(a: Slice[f32], sums: MutSlice[f32], columns: i32):
    """One block a row: its threads add up every block_dim_x-th element, then each other's sums."""
    partial = shared_array(MOST_THREADS, f32)
    tid = thread_idx_x()
    row = block_idx_x()
    total = f32(0)
    for column in range(tid, columns, block_dim_x()):
        total += a[row * columns + column]
    partial[tid] = total
    sync_threads()
    half = block_dim_x() // 2
    while half > 0:
        if tid < half:
            partial[tid] += partial[tid + half]
        sync_threads()
        half //= 2
    if tid == 0:
        sums[row] = partial[0]


def by_thread(a, sums, columns, *, block):
    row_sums_by_thread[-(-len(sums) // block), block](a, sums, columns)


def by_block(a, sums, columns, *, block):
    row_sums_by_block[len(sums), block](a, sums, columns)


@autotune(
    # Shapes of about this size share a winner.
    key=lambda a, sums, columns: (anchor(len(sums)), anchor(columns)),
    candidates=[
        *(Candidate(by_thread, block=block) for block in (32, 128)),
        # A block of which most threads have nothing to add up is not worth a try.
        *(
            Candidate(by_block, block=b, priority=lambda key, b=b: 0 if key[1] >= b else -1)
            for b in (32, 256)
        ),
    ],
    check=True,  # all have to give what the first one gives
)
def row_sums(a, sums, columns):
    """sums[i] = the sum of row i of `a`, which has `columns` columns."""
    by_thread(a, sums, columns, block=64)


def workloads(device, n=512):
    """Yields (name, kernel, launch, result, reference) for the tests and the benchmarks."""
    a = np.random.default_rng(0).random((n, n), dtype=np.float32)
    device_a, sums = device.array(a.ravel()), device.zeros(n)

    def launch():
        row_sums(device_a, sums, n)

    yield "row sums, tuned", row_sums_by_block, launch, sums.numpy, lambda: a.sum(axis=1)


def main():
    """Run it on the CPU."""
    device = open_device("cpu")
    for rows, columns in ((4096, 16), (16, 4096)):
        a = np.ones(rows * columns, np.float32)
        arguments = device.array(a), device.zeros(rows), columns
        print(f"{rows} rows of {columns}: {row_sums.tune(*arguments)}")
    for record in row_sums.records():
        print(f"\nkey {record.identity.key}, tuned in {record.seconds:.2g} s:")
        for result in record.results:
            time = "" if result.score is None else f"{result.score * 1e6:8.1f} µs"
            print(f"  {result.name:24} {result.standing:11} {time} {result.error or ''}")


if __name__ == "__main__":
    main()
