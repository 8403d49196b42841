"""Vectors: a guard, a loop over the grid, forall, streams, views of device arrays."""

import numpy as np
from numba import cuda


@cuda.jit
def saxpy(factor, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = factor * x[i] + y[i]


@cuda.jit
def squares(x, out):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.shape[0], stride):
        out[i] = x[i] ** 2


@cuda.jit
def by_hand(x, out):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i >= len(out):
        return
    out[i] = x[-1 - i] - x[i]


SIGNATURES = {
    "saxpy": "void(float32, float32[:], float32[:])",
    "squares": "void(int32[::1], int64[::1])",
    "by_hand": "void(float64[:], float64[:])",
}


def run():
    x = np.arange(1000, dtype=np.float32)
    y = np.ones(1000, dtype=np.float32)
    saxpy[8, 128](np.float32(2.5), x, y)

    numbers = cuda.to_device(np.arange(77, dtype=np.int32))
    out = cuda.device_array(77, np.int64)
    stream = cuda.stream()
    squares[2, 16, stream](numbers, out)
    stream.synchronize()

    data = cuda.to_device(np.arange(64.0))
    result = cuda.device_array_like(data)
    by_hand.forall(64)(data, result)
    even = cuda.to_device(np.zeros(64))
    by_hand[1, 32](data[::2], even[:32])
    host = np.empty(64)
    even.copy_to_host(host)
    return {"saxpy": y, "squares": out.copy_to_host(), "by_hand": result.copy_to_host(), "views": host}


def expected():
    x = np.arange(1000, dtype=np.float32)
    data = np.arange(64.0)
    views = np.zeros(64)
    views[:32] = data[::2][::-1] - data[::2]
    return {
        "saxpy": np.float32(2.5) * x + np.float32(1),
        "squares": np.arange(77) ** 2,
        "by_hand": data[::-1] - data,
        "views": views,
    }
