"""Shuffles of every type, and the library of reductions and scans, which is written with them in the language of kernels."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

BLOCKS = [1, 2, 31, 32, 33, 96, (5, 4, 5), (8, 8), 1024]

SCALARS = {
    "bool_": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16,
    "u32": np.uint32, "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "complex64": np.complex64, "complex128": np.complex128,
}  # fmt: skip


def _values(dtype: Any, count: int = 32) -> Any:
    bits = np.random.default_rng(5).integers(0, 256, (count, np.dtype(dtype).itemsize), np.uint8)
    if dtype is np.bool_:
        return bits.ravel() % 2 == 0
    values = bits.view(dtype).ravel()
    return np.where(np.isfinite(values), values, np.array(1.5).astype(dtype))


def test_every_number_is_shuffled(load: Callable[..., ModuleType]) -> None:
    parameters = ", ".join(f"{name}_: MutSlice[{name}]" for name in SCALARS)
    body = "".join(f"    {name}_[i] = shfl_sync_xor({name}_[i], 5)\n" for name in SCALARS)
    module = load(f"@kernel\ndef k({parameters}):\n    i = thread_idx_x()\n{body}")
    given = [_values(dtype) for dtype in SCALARS.values()]
    arrays = [values.copy() for values in given]
    module.k[1, 32](*arrays)
    for before, after in zip(given, arrays, strict=True):
        assert after.tobytes() == before[np.arange(32) ^ 5].tobytes()


def test_structs_and_tuples_are_shuffled(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
@struct
class Inner:
    flag: bool_
    z: complex64

@struct
class Outer:
    number: i64
    inner: Inner
    pair: tuple[i8, f16]

def lane(i: i32) -> i32:
    return 31 - i

@kernel
def k(x: MutSlice[Outer], y: MutSlice[i32]):
    i = thread_idx_x()
    x[i] = shfl_sync(x[i], u32(lane(i32(i))))
    a, b = shfl_sync_up((y[i], f32(i)), 1)
    y[i] = a + i32(b)
"""
    )
    x = np.zeros(32, module.Outer.dtype)
    x["number"] = np.arange(32) << 40
    x["inner"]["flag"] = np.arange(32) % 3 == 0
    x["inner"]["z"] = np.arange(32) * 1j
    x["pair"]["f0"], x["pair"]["f1"] = np.arange(32), np.arange(32) / 4
    before, y = x.copy(), np.arange(100, 132, dtype=np.int32)
    module.k[1, 32](x, y)
    assert (x == before[::-1]).all()
    lanes = np.maximum(np.arange(32) - 1, 0)
    assert y.tolist() == (lanes + 100 + lanes).tolist()


LIBRARY = """
from periclase.library.blocks import *
from periclase.library.warps import *

@struct
class Affine:
    factor: f64
    offset: f64

def after(first: Affine, second: Affine) -> Affine:
    return Affine(first.factor * second.factor, first.offset * second.factor + second.offset)

@kernel
def numbers(x: Slice[f64], n: Slice[i16], out: MutView[f64, 2], counts: MutView[i64, 2]):
    i = thread_number()
    v = x[i]
    out[0, i] = block_sum(v)
    out[1, i] = block_max(v)
    out[2, i] = block_min(v)
    out[3, i] = block_scan(v, lambda a, b: a + b)
    out[4, i] = block_exclusive_scan(v, lambda a, b: max(a, b), -1.0)
    out[5, i] = warp_scan(v, lambda a, b: a + b)
    out[6, i] = warp_exclusive_scan(v, lambda a, b: a + b, 0.0)
    out[7, i] = warp_min(v)
    out[8, i] = warp_sum(v)
    counts[0, i] = block_sum(i64(n[i]))
    counts[1, i] = block_max(n[i])
    counts[2, i] = block_exclusive_scan(i64(n[i] % 2), lambda a, b: a + b, 0)
    counts[3, i] = thread_count() * 1000 + warp_lanes()

@kernel
def steps(x: Slice[Affine], out: MutView[f64, 2]):
    i = thread_number()
    through = block_scan(x[i], after)
    whole = block_reduce(x[i], after)
    out[0, i] = through.factor
    out[1, i] = through.offset
    out[2, i] = whole.offset
"""


def test_reductions_and_scans(load: Callable[..., ModuleType]) -> None:
    module = load(LIBRARY)
    for block in BLOCKS:
        count = int(np.prod(block))
        rng = np.random.default_rng(count)
        x, n = rng.random(count), rng.integers(-500, 500, count, np.int16)
        out, counts = np.zeros((9, count)), np.zeros((4, count), np.int64)
        module.numbers[1, block](x, n, out, counts)
        assert len(set(out[0])) == 1  # the very same in each thread
        np.testing.assert_allclose(out[0], x.sum())
        assert (out[1] == x.max()).all()
        assert (out[2] == x.min()).all()
        np.testing.assert_allclose(out[3], np.cumsum(x))
        assert out[4].tolist() == [-1.0, *np.maximum.accumulate(x)[:-1]]
        for start in range(0, count, 32):
            warp = slice(start, start + 32)
            np.testing.assert_allclose(out[5, warp], np.cumsum(x[warp]))
            np.testing.assert_allclose(out[6, warp][1:], np.cumsum(x[warp])[:-1])
            assert out[6, start] == 0
            assert (out[7, warp] == x[warp].min()).all()
            np.testing.assert_allclose(out[8, warp], x[warp].sum())
            assert (counts[3, warp] == count * 1000 + x[warp].size).all()
        assert (counts[0] == n.sum(dtype=np.int64)).all()
        assert (counts[1] == n.max()).all()
        assert counts[2].tolist() == [0, *np.cumsum(n % 2)[:-1]]


def test_the_order_of_operands(load: Callable[..., ModuleType]) -> None:
    """Functions put after one another do not commute."""
    module = load(LIBRARY)
    for block in BLOCKS:
        count = int(np.prod(block))
        rng = np.random.default_rng(count)
        x = np.zeros(count, module.Affine.dtype)
        x["factor"], x["offset"] = rng.uniform(0.5, 1.1, count), rng.random(count)
        out = np.zeros((3, count))
        module.steps[1, block](x, out)
        factor, offset = 1.0, 0.0
        for i in range(count):
            factor, offset = factor * x["factor"][i], offset * x["factor"][i] + x["offset"][i]
            np.testing.assert_allclose(out[:2, i], [factor, offset], rtol=1e-10)
        np.testing.assert_allclose(out[2], offset, rtol=1e-10)


def test_assembles(load: Callable[..., ModuleType]) -> None:
    module = load(LIBRARY)
    for kernel in (module.numbers, module.steps):
        for target in ("sm_75", "sm_120"):
            text = kernel.ptx(target)
            if find_tool("ptxas") is not None:
                assemble(text, target)


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("shfl_sync(x, 0)", "PC0210", "`shfl_sync` does not work on a Slice[f32]"),
        ("shfl_sync((x[0], x), 0)", "PC0210", "it moves numbers, and tuples and structs of numbers"),
        ("shfl_sync(x[0], 0.5)", "PC0203", "passed as `lane` of `shfl_sync`"),
        ("t = shared_array(4, type(x))", "PC0210", "a Slice[f32] can not be an element of `shared_array`"),
    ],
)
def test_refused(load: Callable[..., ModuleType], body: str, code: str, words: str) -> None:
    module = load(f"@kernel\ndef k(x: Slice[f32]):\n    {body}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code, str(caught.value)
    assert words in str(caught.value), str(caught.value)


def test_floats_are_matched_by_their_bits(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(x: Slice[f32], h: Slice[f16], d: Slice[f64], y: MutView[u32, 2]):
            i = thread_idx_x()
            y[i, 0] = match_any_sync(x[i])
            y[i, 1] = match_any_sync(h[i])
            mask, same = match_all_sync(d[i])
            y[i, 2] = mask if same else 7
        """
    )
    x = np.array([0.0, -0.0, np.nan, 1.5] * 8, np.float32)
    h, d = (np.arange(32) % 2).astype(np.float16), np.full(32, -2.25)
    y = np.zeros((32, 3), np.uint32)
    module.k[1, 32](x, h, d, y)
    assert [hex(mask) for mask in y[:4, 0]] == ["0x11111111", "0x22222222", "0x44444444", "0x88888888"]
    assert [hex(mask) for mask in y[:2, 1]] == ["0x55555555", "0xaaaaaaaa"]
    assert set(y[:, 2].tolist()) == {0xFFFFFFFF}
    if find_tool("ptxas") is not None:
        assemble(module.k.ptx("sm_75"), "sm_75")


def test_distances_of_any_integer_type(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(x: Slice[f32], out: MutSlice[f32], low: i8, far: i64, wide: u64):
            i = thread_idx_x()
            total = x[i]
            offset = 16
            while offset > 0:
                total += shfl_sync_down(total, offset)
                offset >>= 1
            out[i] = shfl_sync(total, far)
            out[i] += shfl_sync_xor(x[i], low) + shfl_sync_up(x[i], wide)
            pair = shfl_sync((x[i], i), far + 3)
            out[i] += pair[0] * 1000.0
        """
    )
    x, out = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    module.k[1, 32](x, out, 1, 0, 2)
    lanes = np.arange(32)
    wanted = x.sum() + x[lanes ^ 1] + np.where(lanes < 2, x, x[lanes - 2]) + 3000.0
    assert out.tolist() == wanted.tolist()
    if find_tool("ptxas") is not None:
        assemble(module.k.ptx("sm_75"), "sm_75")
