"""Random numbers: an integral by chance, and numbers that are normal."""

import math

import numpy as np
from numba import cuda
from numba.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float32,
    xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = xoroshiro128p_uniform_float64(states, i)
        out[i, 1] = xoroshiro128p_uniform_float32(states, i)
        out[i, 2] = xoroshiro128p_normal_float64(states, i)
        out[i, 3] = xoroshiro128p_normal_float32(states, i)


@cuda.jit
def quarter(states, rounds, out):
    i = cuda.grid(1)
    inside = 0
    for _ in range(rounds):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[i] = 4.0 * inside / rounds


CLOSE = {"draw": 1e-6, "pi": 0.1}
SIGNATURES = {}


def run():
    out = np.zeros((5, 4))
    draw[1, 32](create_xoroshiro128p_states(5, seed=17, subsequence_start=2), out)
    areas = np.zeros(64)
    quarter[2, 32](create_xoroshiro128p_states(64, seed=1), 100, areas)
    return {"draw": out, "pi": np.array([areas.mean()])}


def _numbers(state):
    """A plain generator of the same kind."""
    full = (1 << 64) - 1
    s0, s1 = state

    def turned(word, count):
        return (word << count | word >> 64 - count) & full

    while True:
        yield (s0 + s1) & full
        s1 ^= s0
        s0, s1 = turned(s0, 55) ^ s1 ^ (s1 << 14 & full), turned(s1, 36)


def _jumped(state):
    full, total = (1 << 64) - 1, [0, 0]
    s0, s1 = state
    for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
        for bit in range(64):
            if word >> bit & 1:
                total[0] ^= s0
                total[1] ^= s1
            s1 ^= s0
            s0, s1 = (s0 << 55 | s0 >> 9) & full ^ s1 ^ (s1 << 14 & full), (s1 << 36 | s1 >> 28) & full
    return tuple(total)


def expected():
    full = (1 << 64) - 1
    z = (17 + 0x9E3779B97F4A7C15) & full
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & full
    z = (z ^ z >> 27) * 0x94D049BB133111EB & full
    z ^= z >> 31
    state = _jumped(_jumped((z, z)))
    out = np.zeros((5, 4))
    for i in range(5):
        unit = ((number >> 11) / 2**53 for number in _numbers(state))
        out[i, 0], out[i, 1] = next(unit), np.float32(next(unit))
        for column in (2, 3):
            u1, u2 = np.float32(next(unit)), np.float32(next(unit))
            out[i, column] = math.sqrt(-2 * math.log(u1)) * math.cos(2 * math.pi * u2)
        state = _jumped(state)
    return {"draw": out, "pi": np.array([math.pi])}
