"""Tiles in shared memory: a product of matrices, a transposition, a convolution with a table in constant memory."""

import numpy as np
from numba import cuda, float32, types

TILE = 8
WEIGHTS = np.array([[0.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 0.0]])


@cuda.jit
def product(a, b, c):
    left = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    right = cuda.shared.array((TILE, TILE), float32)
    row, column = cuda.grid(2)
    ty, tx = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for tile in range((a.shape[1] + TILE - 1) // TILE):
        left[ty, tx] = 0
        right[ty, tx] = 0
        if row < a.shape[0] and tile * TILE + tx < a.shape[1]:
            left[ty, tx] = a[row, tile * TILE + tx]
        if column < b.shape[1] and tile * TILE + ty < b.shape[0]:
            right[ty, tx] = b[tile * TILE + ty, column]
        cuda.syncthreads()
        for k in range(TILE):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


@cuda.jit
def transpose(source, target):
    tile = cuda.shared.array((TILE, TILE + 1), types.int32)
    x = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE + cuda.threadIdx.y
    if x < source.shape[1] and y < source.shape[0]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = source[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.x * TILE + cuda.threadIdx.y
    if x < target.shape[1] and y < target.shape[0]:
        target[y, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


@cuda.jit
def convolve(image, result):
    weights = cuda.const.array_like(WEIGHTS)
    i, j = cuda.grid(2)
    m, n = image.shape
    if i >= m or j >= n:
        return
    total = 0
    for di in range(3):
        for dj in range(3):
            y = i + di - 1
            x = j + dj - 1
            if 0 <= y < m and 0 <= x < n:
                total += image[y, x] * weights[di, dj]
    result[i, j] = total


SIGNATURES = {
    "product": "void(float32[:, ::1], float32[:, :], float32[:, :])",
    "transpose": "void(int32[:, :], int32[:, :])",
    "convolve": "void(float32[:, :], float64[:, :])",
}


def matrices():
    a = np.arange(13 * 21, dtype=np.float32).reshape(13, 21) % 7
    b = np.arange(21 * 10, dtype=np.float32).reshape(21, 10) % 5
    return a, b


def run():
    a, b = matrices()
    c = np.zeros((13, 10), np.float32)
    product[(2, 2), (TILE, TILE)](a, b, c)
    numbers = np.arange(20 * 11, dtype=np.int32).reshape(20, 11)
    turned = cuda.to_device(np.zeros((11, 20), np.int32))
    transpose[(2, 3), (TILE, TILE)](cuda.to_device(numbers), turned)
    smooth = np.zeros((13, 21))
    convolve[(2, 3), (TILE, TILE)](a, smooth)
    return {"product": c, "transpose": turned.copy_to_host(), "convolve": smooth}


def expected():
    a, b = matrices()
    wide = np.pad(a.astype(np.float64), 1)
    smooth = sum(
        WEIGHTS[di, dj] * wide[di : di + a.shape[0], dj : dj + a.shape[1]]
        for di in range(3)
        for dj in range(3)
    )
    return {"product": a @ b, "transpose": np.arange(20 * 11).reshape(20, 11).T, "convolve": smooth}
