"""Reductions and scans: shared memory, dynamic shared memory, atomics, `@cuda.reduce`."""

import numpy as np
from numba import cuda, float64, int32

THREADS = 64


@cuda.jit
def block_sums(x, sums):
    held = cuda.shared.array(THREADS, float64)
    thread = cuda.threadIdx.x
    i = cuda.grid(1)
    held[thread] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    step = THREADS // 2
    while step > 0:
        if thread < step:
            held[thread] += held[thread + step]
        step //= 2
        cuda.syncthreads()
    if thread == 0:
        sums[cuda.blockIdx.x] = held[0]


@cuda.jit
def scan(x):
    held = cuda.shared.array(0, int32)
    i = cuda.threadIdx.x
    held[i] = x[i]
    cuda.syncthreads()
    offset = 1
    while offset < cuda.blockDim.x:
        other = held[i - offset] if i >= offset else 0
        cuda.syncthreads()
        held[i] += other
        cuda.syncthreads()
        offset *= 2
    x[i] = held[i]


@cuda.jit
def total(x, result):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(result, 0, x[i])


@cuda.reduce
def largest(a, b):
    return a if a > b else b


@cuda.reduce
def added(a, b):
    return a + b


SIGNATURES = {
    "block_sums": "void(float64[:], float64[:])",
    "scan": "void(int32[::1])",
    "total": "void(float32[:], float32[:])",
}


def run():
    x = np.arange(500.0)
    sums = np.zeros(8)
    block_sums[8, THREADS](x, sums)
    numbers = np.arange(50, dtype=np.int32)
    scan[1, 50, 0, 50 * 4](numbers)
    result = np.zeros(1, np.float32)
    total[4, 32](np.ones(100, np.float32), result)
    values = np.array([3.0, -1.0, 12.5, 7.0] * 3000)
    return {
        "block_sums": sums,
        "scan": numbers,
        "total": result,
        "largest": np.array([largest(values, init=-1e300)]),
        "added": np.array([added(cuda.to_device(np.arange(10001, dtype=np.int32)))]),
    }


def expected():
    values = np.array([3.0, -1.0, 12.5, 7.0] * 3000)
    padded = np.zeros(512)
    padded[:500] = np.arange(500.0)
    return {
        "block_sums": padded.reshape(8, 64).sum(axis=1),
        "scan": np.cumsum(np.arange(50)),
        "total": np.array([100.0]),
        "largest": np.array([values.max()]),
        "added": np.array([np.arange(10001).sum()]),
    }
