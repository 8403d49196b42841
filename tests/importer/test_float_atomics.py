"""Atomic `min`, `max` and `cas` of floats, which a GPU does not have as instructions."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
best = device_global(Array[f32, 2], [1e30, -1e30])

@kernel
def extremes(x, least, greatest, seen):
    i = global_idx_x()
    tile = shared_array(1, f32)
    if thread_idx_x() == 0:
        tile[0] = -1.0
    sync_threads()
    if i < len(x):
        atomic_min(least, 0, x[i])
        seen[i] = atomic_max(greatest[0], x[i], order="acq_rel", scope="system")
        atomic_min(best[0], f32(x[i]))
        atomic_max(best[1], f32(x[i]), scope="block")
        atomic_max(tile[0], f32(x[i]))
    sync_threads()
    if i == 0:
        atomic_max(greatest[1], tile[0])

@kernel
def swaps(x: MutSlice[f32], y: MutSlice[f64]):
    x[1] = atomic_cas(x[0], 1.5, 2.5)
    x[2] = atomic_cas(x[0], 1.5, 9.0)
    x[4] = atomic_cas(x[3], 0.0, 7.0)
    y[1] = atomic_cas(y[0], -0.0, 3.0, order="seq_cst", scope="block")

@kernel
def one_of(x: MutSlice[f32], low: f32, high: f32):
    atomic_min(x[0], low)
    atomic_max(x[1], high)
"""


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_extremes(load: Callable[..., ModuleType], dtype: Any) -> None:
    module = load(SOURCE)
    x = np.random.default_rng(1).normal(size=300).astype(np.float32).astype(dtype)
    least, greatest, seen = np.full(1, np.inf, dtype), np.full(2, -np.inf, dtype), np.zeros(300, dtype)
    module.extremes[3, 128](x, least, greatest, seen)
    assert (least[0], greatest[0]) == (x.min(), x.max())
    assert greatest[1] == max(-1, x[:128].max())
    assert set(seen) <= {-np.inf, *x}
    assert (seen == -np.inf).sum() == 1
    assert module.best.read().tolist() == [x.min(), x.max()]


def test_they_are_min_and_max_of_python(load: Callable[..., ModuleType]) -> None:
    """What is there stays, unless the value is less, or greater: of zeros, and of NaNs."""
    module = load(SOURCE)
    values = (0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan, -np.nan)
    for held in values:
        for value in values:
            x = np.array([held, held], np.float32)
            module.one_of[1, 1](x, value, value)
            wanted = np.array([min(held, value), max(held, value)], np.float32)
            assert x.view(np.uint32).tolist() == wanted.view(np.uint32).tolist(), (held, value)


def test_swaps_compare_bits(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, y = np.array([1.5, 0, 0, -0.0, 1], np.float32), np.array([0.0, 1.0])
    module.swaps[1, 1](x, y)
    assert x.tolist() == [2.5, 1.5, 2.5, 0.0, 0.0]
    assert np.signbit(x[3:]).all()
    assert y.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    from periclase import MutSlice, Slice, f32, f64

    module = load(SOURCE)
    kernels = [module.swaps, module.one_of]
    kernels += [module.extremes[Slice[t], MutSlice[t], MutSlice[t], MutSlice[t]] for t in (f32, f64)]
    texts = [kernel.ptx(target) for kernel in kernels]
    assert re.search(r"atom\.relaxed\.gpu\.global\.cas\.b32", texts[0])
    assert re.search(r"atom\.\w+\.cta\.global\.cas\.b64", texts[0])
    assert re.search(r"atom\.acq_rel\.sys\.global\.cas\.b32", texts[2])
    assert re.search(r"atom\.relaxed\.\w+\.shared\.cas\.b32", texts[2])
    assert re.search(r"atom\.acq_rel\.sys\.global\.cas\.b64", texts[3])
    if find_tool("ptxas") is not None:
        for text in texts:
            assemble(text, target)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("atomic_max(x[0], global_idx_x())", "PC0203", "passed as `value` of `atomic_max`, which is f32"),
        ("atomic_max(h[0], f16(1.0))", "PC0210", "does not work on elements of type f16"),
        ("atomic_and(x[0], 1.0)", "PC0210", "does not work on elements of type f32"),
        ("atomic_min(r[0], 1.0)", "PC0208", "its elements can not be set"),
    ],
)
def test_refused(load: Callable[..., ModuleType], line: str, code: str, words: str) -> None:
    module = load(f"@kernel\ndef k(x: MutSlice[f32], h: MutSlice[f16], r: Slice[f32]):\n    {line}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in caught.value.diagnostic.message, str(caught.value)
