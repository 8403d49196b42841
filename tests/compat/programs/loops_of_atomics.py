"""Atomics that are loops on a GPU: the greatest and least of floats, counters of 64 bits."""

import numpy as np
from numba import cuda


@cuda.jit
def extremes(x, least, most):
    i = cuda.grid(1)
    if i < x.shape[0]:
        cuda.atomic.max(most, 0, x[i])
        cuda.atomic.min(least, (0, 1), x[i])


@cuda.jit
def ignoring(x, found):
    i = cuda.grid(1)
    held = cuda.shared.array(1, np.float64)
    if cuda.threadIdx.x == 0:
        held[0] = np.nan
    cuda.syncthreads()
    if i < x.size:
        cuda.atomic.nanmax(found, 0, x[i])
        cuda.atomic.nanmin(found, 1, x[i])
        cuda.atomic.nanmax(held, 0, x[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.max(found, 2, held[0])


@cuda.jit
def old_values(x, old):
    old[0] = cuda.atomic.max(x, 0, 2.5)
    old[1] = cuda.atomic.max(x, 0, -1.0)
    old[2] = cuda.atomic.min(x, 0, np.nan)


@cuda.jit
def counters(x):
    cuda.atomic.inc(x, 0, 4)
    cuda.atomic.dec(x, 1, 4)


SIGNATURES = {
    "extremes": "void(float32[:], float32[:, :], float32[:])",
    "ignoring": "void(float64[:], float64[:])",
    "old_values": "void(float64[:], float64[:])",
    "counters": "void(uint64[:])",
}


def inputs():
    return ((np.arange(5000) * 7919 % 4999 - 2500) / 8).astype(np.float32)


def run():
    x = inputs()
    least, most = np.zeros((1, 2), np.float32), np.full(1, -1e30, np.float32)
    extremes[40, 128](x, least, most)
    gaps = x.astype(np.float64)
    gaps[::3] = np.nan
    found = np.array([np.nan, np.nan, -1e300])
    ignoring[40, 128](gaps, found)
    values, old = np.array([-1.5]), np.zeros(3)
    old_values[1, 1](values, old)
    turns = np.array([0, 2], np.uint64)
    counters[1, 7](turns)
    return {"least": least, "most": most, "ignoring": found, "old": np.append(old, values), "turns": turns}


def expected():
    x = inputs()
    gaps = np.delete(x, np.s_[::3])
    return {
        "least": np.array([[0, x.min()]]),
        "most": np.array([x.max()]),
        "ignoring": np.array([gaps.max(), gaps.min(), gaps.max()]),
        "old": np.array([-1.5, 2.5, 2.5, 2.5]),
        "turns": np.array([7 % 5, 0]),
    }
