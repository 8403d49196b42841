"""Atomics: a histogram, places of two dimensions, every operation, and its old value."""

import numpy as np
from numba import cuda


@cuda.jit
def histogram(x, low, width, bins):
    i = cuda.grid(1)
    if i < x.size:
        place = int((x[i] - low) / width)
        if 0 <= place < bins.size:
            cuda.atomic.add(bins, place, 1)


@cuda.jit
def pairs(x, y, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, (x[i], y[i]), 2)
        where = (y[i], x[i])
        cuda.atomic.sub(counts, where, 1)


@cuda.jit
def operations(values, old):
    i = cuda.threadIdx.x
    cuda.atomic.max(values, 0, i * 3)
    cuda.atomic.min(values, 1, -i)
    cuda.atomic.or_(values, 2, 1 << i)
    cuda.atomic.and_(values, 3, ~(1 << i))
    cuda.atomic.xor(values, 4, i)
    if i == 0:
        old[0] = cuda.atomic.exch(values, 5, 9)
        old[1] = cuda.atomic.cas(values, 5, 9, 11)
        old[2] = cuda.atomic.cas(values, 5, 9, 12)
        old[3] = cuda.atomic.add(values, 6, 5)
        old[4] = cuda.atomic.compare_and_swap(values[7:], 7, 70)


@cuda.jit
def turns(counters):
    cuda.atomic.inc(counters, 0, 6)
    cuda.atomic.dec(counters, 1, 6)


SIGNATURES = {
    "histogram": "void(float32[:], float32, float32, int32[:])",
    "pairs": "void(int64[:], int64[:], int32[:, :])",
    "operations": "void(int32[:], int32[:])",
    "turns": "void(uint32[:])",
}


def inputs():
    x = (np.arange(2000) * 7919 % 1000 / 100).astype(np.float32)
    return x, np.arange(100) % 3, np.arange(100) % 4


def run():
    x, first, second = inputs()
    bins = np.zeros(16, np.int32)
    histogram[8, 256](x, np.float32(1.0), np.float32(0.5), bins)
    counts = np.zeros((4, 4), np.int32)
    pairs[1, 128](first, second, counts)
    values, old = np.arange(8, dtype=np.int32), np.zeros(5, np.int32)
    values[3] = -1
    operations[1, 20](values, old)
    counters = np.zeros(2, np.uint32)
    turns[1, 10](counters)
    return {"histogram": bins, "pairs": counts, "operations": values, "old": old, "turns": counters}


def expected():
    x, first, second = inputs()
    bins = np.zeros(16, np.int64)
    places = ((x - np.float32(1.0)) / np.float32(0.5)).astype(np.int64)
    np.add.at(bins, places[(places >= 0) & (places < 16)], 1)
    counts = np.zeros((4, 4), np.int64)
    np.add.at(counts, (first, second), 2)
    np.add.at(counts, (second, first), -1)
    xor = 4
    for i in range(20):
        xor ^= i
    bits = (1 << 20) - 1
    return {
        "histogram": bins,
        "pairs": counts,
        "operations": np.array([57, -19, 2 | bits, -1 & ~bits, xor, 11, 11, 70]),
        "old": np.array([5, 9, 11, 6, 7]),
        "turns": np.array([10 % 7, 7 * 2 - 10]),
    }
