"""Atomic `min`, `max`, `cas` and `exchange` of floats, where a GPU does not have them as instructions."""

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


HALVES = """
@kernel
def halves(x: Slice[T], found: MutSlice[T], seen: MutSlice[T], taken: MutSlice[T]):
    i = global_idx_x()
    tile = shared_array(1, T)
    if thread_idx_x() == 0:
        tile[0] = x[i]
    sync_threads()
    atomic_min(found[0], x[i])
    atomic_max(found[1], x[i], order="acq_rel", scope="system")
    seen[i] = atomic_exchange(found[2], x[i])
    taken[i] = atomic_cas(found[3], T(-0.0), x[i], order="seq_cst")
    atomic_max(tile[0], x[i])
    sync_threads()
    if thread_idx_x() == 0:
        atomic_max(found[4], tile[0])
        atomic_store(found[5], atomic_load(found[4], order="acquire"), order="release")

@kernel
def one_half(x: MutSlice[T], value: T):
    atomic_min(x[0], value)
    atomic_max(x[1], value)
    atomic_exchange(x[2], value)

@kernel
def shorts(x: MutSlice[i16], y: MutSlice[u16]):
    x[1] = atomic_cas(x[0], -3, 4)
    x[2] = atomic_cas(x[0], -3, 5)
    atomic_store(y[1], atomic_load(y[0]))
"""


def _module(load: Callable[..., ModuleType], type: str) -> ModuleType:
    return load(f"from periclase import {type} as T\n{HALVES}")


def _bits(values: Any, type: str) -> Any:
    """Floats as the 16-bit words of `type`."""
    if type == "f16":
        return np.asarray(values, np.float16).view(np.uint16)
    return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)


def _floats(words: Any, type: str) -> Any:
    if type == "f16":
        return words.view(np.float16).astype(np.float32)
    return (words.astype(np.uint32) << 16).view(np.float32)


def _as_buffer(words: Any, type: str) -> Any:
    """What a launch takes for elements of `type`: numpy has no bf16."""
    return words.view(np.float16) if type == "f16" else words


@pytest.mark.parametrize("type", ["f16", "bf16"])
def test_halves(load: Callable[..., ModuleType], type: str) -> None:
    module = _module(load, type)
    values = np.random.default_rng(2).permutation(np.arange(-96, 96)).astype(np.float32) / 4
    x, found = _bits(values, type), _bits([50, -50, 60, -0.0, -70, 0], type)
    seen, taken = np.zeros(192, np.uint16), np.zeros(192, np.uint16)
    module.halves[3, 64](*(_as_buffer(each, type) for each in (x, found, seen, taken)))
    least, greatest, last, swapped, of_blocks, copied = _floats(found, type)
    assert (least, greatest, of_blocks) == (values.min(), values.max(), values.max())
    assert copied in [block.max() for block in values.reshape(3, 64)]
    assert sorted([*_floats(seen, type), last]) == sorted([*values, 60])
    assert swapped in values
    assert sorted(_floats(taken, type)) == sorted([-0.0, *[swapped] * 191])


@pytest.mark.parametrize("type", ["f16", "bf16"])
def test_halves_are_min_and_max_of_python(load: Callable[..., ModuleType], type: str) -> None:
    module = _module(load, type)
    values = (0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan, -np.nan)
    for held in values:
        for value in values:
            x = _bits([held] * 3, type)
            module.one_half[1, 1](_as_buffer(x, type), value)
            wanted = [min(held, value), max(held, value), value]
            assert x.tolist() == _bits(wanted, type).tolist(), (held, value)


def test_shorts(load: Callable[..., ModuleType]) -> None:
    module = _module(load, "f16")
    x, y = np.array([-3, 0, 0], np.int16), np.array([65535, 0], np.uint16)
    module.shorts[1, 1](x, y)
    assert x.tolist() == [4, -3, 4]
    assert y.tolist() == [65535, 65535]


@pytest.mark.parametrize("type", ["f16", "bf16"])
@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx_of_halves(load: Callable[..., ModuleType], type: str, target: str) -> None:
    module = _module(load, type)
    texts = [kernel.ptx(target) for kernel in (module.halves, module.one_half, module.shorts)]
    for each in ("acq_rel.sys.global", "relaxed.gpu.global", "relaxed.gpu.shared"):
        assert f"atom.{each}.cas.b16" in texts[0]
    assert re.search(r"fence\.sc\.gpu; atom\.acq_rel\.gpu\.global\.cas\.b16", texts[0])
    assert re.search(r"ld\.acquire\.gpu\.global\.b16", texts[0])
    assert re.search(r"st\.release\.gpu\.global\.b16", texts[0])
    if find_tool("ptxas") is not None:
        for text in texts:
            assemble(text, target)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("atomic_max(x[0], global_idx_x())", "PC0203", "passed as `value` of `atomic_max`, which is f32"),
        ("atomic_inc(h[0], f16(1.0))", "PC0210", "does not work on elements of type f16"),
        ("atomic_and(x[0], 1.0)", "PC0210", "does not work on elements of type f32"),
        (
            "atomic_exchange(h[0], 1.0 + x[0])",
            "PC0203",
            "passed as `value` of `atomic_exchange`, which is f16",
        ),
        ("atomic_exchange(s[0], i16(1))", "PC0210", "does not work on elements of type i16"),
        ("atomic_min(r[0], 1.0)", "PC0208", "its elements can not be set"),
    ],
)
def test_refused(load: Callable[..., ModuleType], line: str, code: str, words: str) -> None:
    module = load(
        f"@kernel\ndef k(x: MutSlice[f32], h: MutSlice[f16], s: MutSlice[i16], r: Slice[f32]):\n    {line}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in caught.value.diagnostic.message, str(caught.value)
