"""Arrays under several names, parts of arrays, dynamic shared memory in parts, tuples with an index, complex numbers."""

import cmath

import numpy as np
from numba import complex64, cuda, float32, int32


@cuda.jit
def relax(x, rounds, out):
    now = cuda.shared.array(32, float32)
    then = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    now[i] = x[i]
    cuda.syncthreads()
    for _ in range(rounds):
        then[i] = (now[i - 1] + now[(i + 1) % 32]) * 0.5
        cuda.syncthreads()
        now, then = then, now
    out[i] = now[i]


@cuda.jit
def rows(out):
    tile = cuda.local.array((3, 4), int32)
    for i in range(3):
        row = tile[i]
        for j in range(4):
            row[j] = 10 * i + j
    middle = tile[1, 1:3]
    middle[:] = 7
    tile[2] = -1
    for i in range(out.shape[0]):
        out[i, :] = tile[i]
    out[0, ::2] = 100


@cuda.jit
def in_parts(x, out):
    words = cuda.shared.array(0, int32)
    first = words[: x.size]
    second = words[x.size : 2 * x.size]
    i = cuda.threadIdx.x
    first[i] = x[i]
    second[x.size - 1 - i] = 2 * x[i]
    cuda.syncthreads()
    out[i] = first[i] + second[i]


@cuda.jit
def extents(x, out):
    i = cuda.threadIdx.x
    if i < x.ndim:
        out[i] = x.shape[i] + x.shape[i - x.ndim]


@cuda.jit
def turned(z, out):
    i = cuda.grid(1)
    if i < z.size:
        out[i] = z[i] * 2 + cmath.exp(1j * (i * 0.5)) - complex64(3)
        z[i] = i


SIGNATURES = {
    "relax": "void(float32[:], int64, float32[:])",
    "rows": "void(int32[:, :])",
    "in_parts": "void(int32[:], int32[:])",
    "extents": "void(float64[:, :, :], int64[:])",
    "turned": "void(complex64[:], complex64[:])",
}
CLOSE = {"turned": 1e-6}


def run():
    x = np.arange(32, dtype=np.float32) % 5
    relaxed = np.zeros(32, np.float32)
    relax[1, 32](x, 3, relaxed)
    table = np.zeros((3, 4), np.int32)
    rows[1, 1](table)
    parts = np.zeros(5, np.int32)
    in_parts[1, 5, 0, 40](np.arange(5, dtype=np.int32), parts)
    shape = np.zeros(3, np.int64)
    extents[1, 4](np.zeros((4, 5, 6)), shape)
    z, out = np.full(4, 1 + 2j, np.complex64), np.zeros(4, np.complex64)
    turned[1, 32](z, out)
    whole = np.stack([out.real, out.imag, z.real])
    return {"relax": relaxed, "rows": table, "parts": parts, "shape": shape, "turned": whole}


def expected():
    x = np.arange(32, dtype=np.float32) % 5
    for _ in range(3):
        x = ((np.roll(x, 1) + np.roll(x, -1)) * np.float32(0.5)).astype(np.float32)
    table = 10 * np.arange(3)[:, None] + np.arange(4)
    table[1, 1:3] = 7
    table[2] = -1
    table[0, ::2] = 100
    out = (1 + 2j) * 2 + np.exp(0.5j * np.arange(4)) - 3
    return {
        "relax": x,
        "rows": table,
        "parts": np.arange(5) + 2 * np.arange(5)[::-1],
        "shape": 2 * np.array([4, 5, 6]),
        "turned": np.stack([out.real, out.imag, np.arange(4)]),
    }
