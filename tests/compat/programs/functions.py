"""Device functions, in all their forms, and what a kernel captures."""

import math

import numpy as np
from numba import cuda, float32, int64

SCALE = 3
LIMITS = (2.0, 40)


@cuda.jit(device=True)
def scaled(value):
    return value * SCALE


@cuda.jit("float32(float32, float32)", device=True, inline=True)
def length(x, y):
    return math.sqrt(x * x + y * y)


@cuda.jit(int64(int64), device=True)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@cuda.jit(device=True)
def parts(value):
    return value // 10, value % 10


@cuda.jit(device=True)
def fill(row, value):
    for k in range(row.shape[0]):
        row[k] = value + k


@cuda.jit
def use(x, out):
    i = cuda.grid(1)
    if i < x.size:
        tens, ones = parts(x[i])
        out[i, 0] = scaled(x[i])
        out[i, 1] = length(float32(tens), float32(ones))
        out[i, 2] = factorial(ones)
        out[i, 3] = min(max(x[i], LIMITS[0]), LIMITS[1])


@cuda.jit
def rows(out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        fill(out[i], i * 10)
        own = cuda.local.array(4, int64)
        fill(own, i)
        out[i, 0] = own[-1]


def made_with(factor):
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.shape[0]:
            x[i] *= factor

    return kernel


@cuda.jit(["void(float32[:], int32)", "void(float64[:], int32)"], fastmath=True)
def shift(x, by):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += by


SIGNATURES = {
    "use": "void(int64[:], float64[:, :])",
    "rows": "void(int64[:, :])",
    "shift": "void(float32[:], int32)",
}


def run():
    x = np.array([3, 17, 45, 26])
    out = np.zeros((4, 4))
    use[1, 32](x, out)
    table = np.zeros((3, 5), np.int64)
    rows[1, 4](table)
    doubled, halved = np.arange(4.0), np.arange(4.0)
    made_with(2)[1, 4](doubled)
    made_with(0.5)[1, 4](halved)
    shifted, wide = np.arange(4, dtype=np.float32), np.arange(4.0)
    shift[1, 4](shifted, 2)
    shift[1, 4](wide, 2.75)
    return {
        "use": out, "rows": table, "doubled": doubled, "halved": halved, "shifted": shifted, "wide": wide,
    }  # fmt: skip


def expected():
    x = np.array([3, 17, 45, 26])
    tens, ones = x // 10, x % 10
    roots = np.sqrt((tens**2 + ones**2).astype(np.float32))
    out = np.stack([x * 3, roots, [math.factorial(int(n)) for n in ones], np.clip(x, 2, 40)], axis=1)
    table = np.arange(3)[:, None] * 10 + np.arange(5)
    table[:, 0] = np.arange(3) + 3
    return {
        "use": out,
        "rows": table,
        "doubled": np.arange(4.0) * 2,
        "halved": np.arange(4.0) / 2,
        "shifted": np.arange(4) + 2.0,
        "wide": np.arange(4) + 2.0,
    }


def expected_of_simulator():
    # The simulator does not know signatures: it adds 2.75, and computes roots of float64.
    return {"wide": np.arange(4) + 2.75}
