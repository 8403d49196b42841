"""Random numbers from a counter: Philox 4x32 with ten rounds.

Four random words are a function of a key (the seed) and a counter, so that each thread computes its own without any state, and
the same on every device: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC 2011. These are functions for kernels, and for the host.

```python
a, b, c, d = random_words(seed, index, 0)
x[i] = uniform_f32(a)
```
"""

from __future__ import annotations

import math

from periclase.types import f32, f64, u32, u64

_ROUNDS = 10
_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85
_TURN = 6.283185307179586476925


def philox_4x32(counter: tuple[u32, u32, u32, u32], key: tuple[u32, u32]) -> tuple[u32, u32, u32, u32]:
    """The block function: four random words for four words of a counter and two of a key."""
    a, b, c, d = counter
    k, m = key
    for _ in range(_ROUNDS):
        left = u64(a) * u64(_MULTIPLIERS[0])
        right = u64(c) * u64(_MULTIPLIERS[1])
        a, b, c, d = u32(u32(right >> 32) ^ b ^ k), u32(right), u32(u32(left >> 32) ^ d ^ m), u32(left)
        k = u32(u64(k) + _WEYL[0])
        m = u32(u64(m) + _WEYL[1])
    return a, b, c, d


def random_words(seed: u64, sequence: u64, offset: u64) -> tuple[u32, u32, u32, u32]:
    """Four random words: number `offset` of the sequence `sequence` of a seed. Sequences do not overlap.

    A thread takes its index for the sequence, and counts offsets.
    """
    counter = u32(offset), u32(offset >> 32), u32(sequence), u32(sequence >> 32)
    return philox_4x32(counter, (u32(seed), u32(seed >> 32)))


def uniform_f32(word: u32) -> f32:
    """A number from 0 up to, not including, 1: one of 2 ** 24 that are equally far apart."""
    return f32(f32(word >> 8) * f32(2.0**-24))


def uniform_f64(high: u32, low: u32) -> f64:
    """A number from 0 up to, not including, 1: one of 2 ** 53 that are equally far apart."""
    return f64((f64(high >> 5) * 67108864.0 + f64(low >> 6)) * 2.0**-53)


def normal_f32(first: u32, second: u32) -> tuple[f32, f32]:
    """Two independent numbers of the standard normal distribution, of two random words (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log((f32(first >> 8) + f32(1.0)) * f32(2.0**-24)))
    angle = f32(second >> 8) * f32(_TURN * 2.0**-24)
    return f32(radius * math.cos(angle)), f32(radius * math.sin(angle))


def normal_f64(a: u32, b: u32, c: u32, d: u32) -> tuple[f64, f64]:
    """Two independent numbers of the standard normal distribution, of four random words (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform_f64(a, b)))
    angle = uniform_f64(c, d) * _TURN
    return f64(radius * math.cos(angle)), f64(radius * math.sin(angle))
