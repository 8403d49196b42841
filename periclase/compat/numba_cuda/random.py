"""Random numbers as `numba.cuda.random` gives them: xoroshiro128+, one generator for each thread.

The algorithms are those of D. Blackman and S. Vigna (https://prng.di.unimi.it): `splitmix64` makes the first state of a seed,
and each further generator begins 2**64 numbers behind the one before it. The numbers are those that numba gives.
"""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportArgumentType=false, reportReturnType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from periclase.bits import rotate_left
from periclase.compat.numba_cuda.device_arrays import DeviceNDArray, device_array
from periclase.kernel import device
from periclase.types import f32, f64, i64, u64
from periclase.views import MutView

STATE_WORDS = 2
"""A state is two 64-bit words: an array of states is one of shape (n, 2)."""

_MASK = (1 << 64) - 1
_JUMP = 0xD86B048B86AA9922_BEAC0467EBA5FACB
"""The polynomial that advances a generator by 2**64 numbers."""

TWO_PI = 2.0 * math.pi


@device
def xoroshiro128p_next(states: MutView[u64, 2], index: i64) -> u64:
    """The next 64 random bits of generator `index`."""
    s0, s1 = states[index, 0], states[index, 1]
    result = s0 + s1
    s1 = s1 ^ s0
    states[index, 0] = rotate_left(s0, 55) ^ s1 ^ (s1 << u64(14))
    states[index, 1] = rotate_left(s1, 36)
    return result


@device
def xoroshiro128p_uniform_float64(states: MutView[u64, 2], index: i64) -> f64:
    """A float64 in [0, 1)."""
    return f64(xoroshiro128p_next(states, index) >> u64(11)) * (1.0 / 9007199254740992.0)


@device
def xoroshiro128p_uniform_float32(states: MutView[u64, 2], index: i64) -> f32:
    """A float32 in [0, 1]: the float64 rounded."""
    return f32(xoroshiro128p_uniform_float64(states, index))


@device
def xoroshiro128p_normal_float32(states: MutView[u64, 2], index: i64) -> f32:
    """A float32 of the normal distribution, by the method of Box and Muller; it takes two uniform numbers."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(f32(-2.0) * math.log(u1)) * math.cos(f32(TWO_PI) * u2)


@device
def xoroshiro128p_normal_float64(states: MutView[u64, 2], index: i64) -> f64:
    """Likewise a float64, of two uniform float32."""
    u1 = f64(xoroshiro128p_uniform_float32(states, index))
    u2 = f64(xoroshiro128p_uniform_float32(states, index))
    return math.sqrt(-2.0 * math.log(u1)) * math.cos(TWO_PI * u2)


# States


def _next(s0: int, s1: int) -> tuple[int, int]:
    s1 ^= s0

    def turned(word: int, count: int) -> int:
        return (word << count | word >> 64 - count) & _MASK

    return turned(s0, 55) ^ s1 ^ (s1 << 14 & _MASK), turned(s1, 36)


def _first(seed: int) -> tuple[int, int]:
    """The state that `splitmix64` makes of a seed."""
    z = (seed + 0x9E3779B97F4A7C15) & _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    z ^= z >> 31
    return z, z


def _jump_columns() -> Any:
    """What a jump does to each bit of a state, which it does to their sum: numbers of 128 bits, as (128, 2) words."""
    columns = np.zeros((128, 2), np.uint64)
    for bit in range(128):
        state = (1 << bit & _MASK, 1 << bit >> 64)
        total = (0, 0)
        for step in range(128):
            if _JUMP >> step & 1:
                total = (total[0] ^ state[0], total[1] ^ state[1])
            state = _next(*state)
        columns[bit] = total
    return columns


def _times(columns: Any, states: Any) -> Any:
    """States after what `columns` stands for: a byte of the state at a time, by tables of what each value of it becomes."""
    result = np.zeros_like(states)
    for place, byte in enumerate(states.astype("<u8").view(np.uint8).reshape(-1, 16).T):
        table = np.zeros((1, 2), np.uint64)
        for column in columns[8 * place : 8 * place + 8]:
            table = np.concatenate([table, table ^ column])
        result ^= table[byte]
    return result


def _states(count: int, seed: int, subsequence_start: int) -> Any:
    """The states of `count` generators, of which the first has jumped `subsequence_start` times.

    A jump is linear in the bits of the state, so that the states are doubled in number at each step.
    """
    power = _jump_columns()
    states = np.array([_first(seed & _MASK)], np.uint64)
    first, rest = power, subsequence_start
    while rest:
        if rest & 1:
            states = _times(first, states)
        first = _times(first, first)
        rest >>= 1
    while len(states) < count:
        states = np.concatenate([states, _times(power, states)])
        power = _times(power, power)
    return states[:count]


def init_xoroshiro128p_states(
    states: DeviceNDArray, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None:
    """Set states on the device: those of `seed`, each 2**64 numbers behind the one before."""
    states.copy_to_device(_states(states.shape[0], int(seed), int(subsequence_start)), stream)


def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> DeviceNDArray:
    """The states of `n` generators, on the device.

    Args:
        n: how many threads will draw numbers.
        seed: which sequence; the same one gives the same numbers.
        subsequence_start: how many generators to leave out.
        stream: where they are copied.
    """
    states = device_array((n, STATE_WORDS), np.uint64)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states
