"""Functions that may end without a value, and variables that some path leaves unset."""

import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def above(x, bound):
    if x > bound:
        return x


@cuda.jit(device=True)
def first_above(x, bound):
    for i in range(x.shape[0]):
        if x[i] > bound:
            return i


@cuda.jit(device=True)
def graded(x):
    if x > 2:
        return x
    elif x < 0:
        return -1
    else:
        return 7.5


@cuda.jit
def use(x, out):
    found = above(x[0], 1.0)
    out[0] = found
    out[1] = above(x[1], 1.0) + 1
    out[2] = graded(x[0])
    if above(-1.0, 1.0) is None:
        out[3] = 3
    out[4] = -above(x[0], 1.0)
    at = first_above(x, 2.5)
    if at is not None:
        out[5] = at + x[at]
    if above(x[0], 1.0) > 1:
        out[6] = math.sqrt(above(x[0], 1.0))
    out[7] = x[first_above(x, 2.5)]
    if found:
        out[8] = found


@cuda.jit
def unset(x, out):
    for i in range(x.shape[0]):
        last = x[i]
    out[0] = last
    if x[0] > 1:
        known = x[0]
    out[1] = known
    for j in range(3):
        if j == 1:
            kept = j * 10
        if j > 1:
            out[2] = kept


SIGNATURES = {"use": "void(float64[:], float64[:])", "unset": "void(float64[:], float64[:])"}


def run():
    x = np.array([2.0, 3.0])
    values, set_last = np.zeros(9), np.zeros(3)
    use[1, 1](x, values)
    unset[1, 1](x, set_last)
    return {"values": values.tolist(), "set_last": set_last.tolist()}


def expected():
    return {
        "values": [2.0, 4.0, 7.5, 3.0, -2.0, 4.0, math.sqrt(2.0), 3.0, 2.0],
        "set_last": [3.0, 2.0, 10.0],
    }
