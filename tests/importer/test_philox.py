"""Philox: the published vectors, on the host and in kernels; and what is made of the words."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np

from periclase.codegen.assembler import assemble, find_tool
from periclase.library.philox import (
    normal_f32,
    normal_f64,
    philox_4x32,
    random_words,
    uniform_f32,
    uniform_f64,
)

VECTORS = [  # Random123 1.14, tests/kat_vectors, philox4x32 10
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]

SOURCE = """
from periclase.library.philox import *

@kernel
def words(counters: View[u32, 2], keys: View[u32, 2], out: MutView[u32, 2]):
    i = thread_idx_x()
    c, k, o = counters[i], keys[i], out[i]
    o[0], o[1], o[2], o[3] = philox_4x32((c[0], c[1], c[2], c[3]), (k[0], k[1]))

@kernel
def numbers(seed: u64, offset: u64, f: MutView[f32, 2], d: MutView[f64, 2]):
    i = global_idx_x()
    if i < f.shape[1]:
        a, b, c, e = random_words(seed, u64(i), offset)
        f[0, i] = uniform_f32(a)
        d[0, i] = uniform_f64(b, c)
        f[1, i], f[2, i] = normal_f32(a, b)
        d[1, i], d[2, i] = normal_f64(a, b, c, e)
"""


def _words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def test_the_published_vectors(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    counters, keys, expected = (np.array([_words(row[n]) for row in VECTORS], np.uint32) for n in range(3))
    out = np.zeros((3, 4), np.uint32)
    module.words[1, 3](counters, keys, out)
    assert (out == expected).all()
    for counter, key, words in VECTORS:
        a, b, c, d = _words(counter)
        k, m = _words(key)
        assert list(philox_4x32((a, b, c, d), (k, m))) == _words(words)  # pyright: ignore[reportArgumentType]


def test_numbers(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    count, seed, offset = 20_000, 2**63 + 12345, 2**40 + 7
    f, d = np.zeros((3, count), np.float32), np.zeros((3, count))
    module.numbers[-(-count // 256), 256](np.uint64(seed), np.uint64(offset), f, d)
    for i in range(50):
        a, b, c, e = random_words(seed, i, offset)  # pyright: ignore[reportArgumentType]
        assert f[0, i] == uniform_f32(a)
        assert d[0, i] == uniform_f64(b, c)
        np.testing.assert_allclose(f[1:, i], normal_f32(a, b), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(d[1:, i], normal_f64(a, b, c, e), rtol=1e-12)
    for uniform in (f[0], d[0]):
        assert uniform.min() >= 0
        assert uniform.max() < 1
        assert abs(uniform.mean() - 0.5) < 0.01
        assert abs(uniform.var() - 1 / 12) < 0.005
        assert len(np.unique(uniform)) > 0.999 * count
    for normal in (f[1], f[2], d[1], d[2]):
        assert np.isfinite(normal).all()
        assert abs(normal.mean()) < 0.03
        assert abs(normal.var() - 1) < 0.05
    assert abs(np.corrcoef(d[1], d[2])[0, 1]) < 0.03


def test_the_ends_of_the_words() -> None:
    most = 2**32 - 1
    assert uniform_f32(0) == 0.0  # pyright: ignore[reportArgumentType]
    assert uniform_f32(most) == 1 - 2.0**-24  # pyright: ignore[reportArgumentType]
    assert uniform_f64(most, most) == 1 - 2.0**-53  # pyright: ignore[reportArgumentType]
    for word in (0, most):
        assert np.isfinite(normal_f32(word, word)).all()  # pyright: ignore[reportArgumentType]
        assert np.isfinite(normal_f64(word, word, word, word)).all()  # pyright: ignore[reportArgumentType]


def test_assembles(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    for target in ("sm_75", "sm_120"):
        text = module.numbers.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)
