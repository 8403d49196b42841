"""Kernels with instructions of warps, run by the CPU backend and, as the PTX that is emitted, by the simulator's machine.

The two share nothing behind the import of the kernel: what they leave in memory is the same to the last bit.
"""

from __future__ import annotations

import importlib.util
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from ptx_runs import program, run

from periclase import open_device
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.table import INTRINSICS

Array = np.ndarray[Any, Any]

IMPORTS = """
from periclase import MutSlice, Slice, bf16, f16, f32, f64, i32, i64, kernel, shared_array, u32, u64
from periclase import gpu
from periclase.gpu import *
"""


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], ModuleType]:
    """Imports the module whose text it is given."""
    numbers = itertools.count()

    def load(text: str) -> ModuleType:
        name = f"kernels_{next(numbers)}"
        path = tmp_path / f"{name}.py"
        path.write_text(IMPORTS + text)
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def agree(kernel: Any, *arrays: Array, block: int = 32, grid: int = 1, arch: str = "sm_90") -> list[Array]:
    """Run it by both, and give what they leave, which is the same."""
    device = open_device("cpu")
    buffers = [device.array(array) for array in arrays]
    kernel[grid, block](*buffers)
    expected = [buffer.numpy() for buffer in buffers]
    found = [array.copy() for array in arrays]
    arguments = itertools.chain.from_iterable((array, np.uint64(len(array))) for array in found)
    run(program(kernel.ptx(arch=arch)), *arguments, grid=grid, block=block)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_array_equal(ours.view(np.uint8), theirs.view(np.uint8))
    return found


RANDOM = np.random.default_rng(21)


@pytest.mark.parametrize("kind", ["i32", "u64", "f32", "f64"])
def test_shuffles(load: Callable[[str], ModuleType], kind: str):
    module = load(f"""
@kernel
def k(x: Slice[{kind}], y: MutSlice[{kind}], n: Slice[u32]):
    i = thread_idx_x()
    y[i] = shfl_sync(x[i], n[i])
    y[64 + i] = shfl_sync_up(x[i], 3)
    y[128 + i] = shfl_sync_down(x[i], n[0])
    y[192 + i] = shfl_sync_xor(x[i], 17)
    if i % 32 < 8:
        y[256 + i] = shfl_sync_xor(x[i], n[i] & 7, 0xFF)
""")
    dtype = np.dtype({"i32": "i4", "u64": "u8", "f32": "f4", "f64": "f8"}[kind])
    x = RANDOM.integers(0, 256, (64, dtype.itemsize), np.uint8).view(dtype)[:, 0]
    found = agree(module.k, x, np.zeros(320, dtype), RANDOM.integers(0, 32, 64, np.uint32), block=64)
    assert len({value.tobytes() for value in found[1]}) > 60


def test_votes_and_matches(load: Callable[[str], ModuleType]):
    module = load("""
@kernel
def k(x: Slice[u32], y: MutSlice[u32]):
    i = thread_idx_x()
    y[i] = ballot_sync(x[i] > 2)
    y[64 + i] = u32(all_sync(x[i] < 3)) + u32(any_sync(x[i] > 3)) * 2 + u32(uni_sync(x[i] > i)) * 4
    y[128 + i] = match_any_sync(x[i])
    same, found = match_all_sync(x[i] // 5)
    y[192 + i] = same + u32(found)
    if i % 32 < 13:
        y[256 + i] = ballot_sync(x[i] > 1, 0x1FFF)
        y[320 + i] = match_any_sync(u64(x[i]) << 40, 0x1FFF)
""")
    for top in (2, 5, 9):
        agree(module.k, RANDOM.integers(0, top, 64, np.uint32), np.zeros(384, np.uint32), block=64)


def test_reductions(load: Callable[[str], ModuleType]):
    module = load("""
@kernel
def k(x: Slice[u32], s: Slice[i32], y: MutSlice[u32], z: MutSlice[i32]):
    i = thread_idx_x()
    y[i] = redux_sync_add(x[i])
    y[32 + i] = redux_sync_min(x[i])
    y[64 + i] = redux_sync_max(x[i])
    y[96 + i] = redux_sync_and(x[i])
    y[128 + i] = redux_sync_or(x[i])
    y[160 + i] = redux_sync_xor(x[i])
    z[i] = redux_sync_min(s[i])
    z[32 + i] = redux_sync_max(s[i])
    if i % 2 == 1:
        z[64 + i] = redux_sync_add(s[i], 0xAAAAAAAA)
""")
    x = RANDOM.integers(0, 1 << 32, 32, np.uint32)
    agree(module.k, x, x.view(np.int32), np.zeros(192, np.uint32), np.zeros(96, np.int32))


def test_reductions_of_floats(load: Callable[[str], ModuleType]):
    module = load("""
@kernel
def k(x: Slice[f32], y: MutSlice[f32]):
    i = thread_idx_x()
    y[i] = redux_sync_min(x[i])
    y[32 + i] = redux_sync_max(x[i])
    y[64 + i] = redux_sync_min(x[i], abs=True)
    y[96 + i] = redux_sync_max(x[i], abs=True, nan=True)
    y[128 + i] = redux_sync_min(x[i], nan=True)
""")
    x = RANDOM.standard_normal(32).astype(np.float32)
    agree(module.k, x, np.zeros(160, np.float32), arch="sm_100a")
    x[5] = np.nan
    agree(module.k, x, np.zeros(160, np.float32), arch="sm_100a")


def test_elections_and_active_lanes(load: Callable[[str], ModuleType]):
    module = load("""
@kernel
def k(y: MutSlice[u32]):
    i = thread_idx_x()
    y[i] = u32(elect_sync())
    if i % 32 > 4:
        y[64 + i] = u32(elect_sync(0xFFFFFFE0))
    sync_warp()
    y[128 + i] = active_mask()
""")
    agree(module.k, np.zeros(192, np.uint32), block=64)


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", [False, True])
def test_matrix_moves(load: Callable[[str], ModuleType], count: int, trans: bool):
    module = load(f"""
@kernel
def k(x: Slice[u32], y: MutSlice[u32], z: MutSlice[u32]):
    tile = shared_array(32 * 12, u32, align=16)
    back = shared_array(32 * 12, u32, align=16)
    i = thread_idx_x()
    for j in range(4):
        tile[12 * i + j] = x[4 * i + j]
        back[12 * i + j] = 0
    sync_warp()
    found = ldmatrix(tile[12 * i], count={count}, trans={trans})
    {"; ".join(f"y[32 * {k} + i] = found[{k}]" for k in range(count))}
    stmatrix(back[12 * i], ({"".join(f"movmatrix_trans(found[{k}]), " for k in range(count))}), count={count}, trans={trans})
    sync_warp()
    for j in range(4):
        z[4 * i + j] = back[12 * i + j]
""")
    x = RANDOM.integers(0, 1 << 32, 128, np.uint32)
    found = agree(module.k, x, np.zeros(128, np.uint32), np.zeros(128, np.uint32))
    assert found[1].any() and found[2].any()


# --------------------------------------------------------------------------------------------------------------- products ----


def small_integers(kind: str, shape: tuple[int, ...]) -> Array:
    """Registers whose elements are small integers: in whatever order they are summed up, the sum is exact."""
    numbers = RANDOM.integers(-4, 5, (*shape, 8 if kind[1:] == "4" else 4))
    match kind:
        case "f64":
            return numbers[..., 0].astype(np.float64)
        case "tf32":
            return numbers[..., 0].astype(np.float32).view(np.uint32)
        case "bf16":
            singles = numbers[..., :2].astype(np.float32).view(np.uint32) >> 16
            return singles[..., 0] | singles[..., 1] << 16
        case "f16":
            return numbers[..., :2].astype(np.float16).view(np.uint32)[..., 0]
        case _:
            return RANDOM.integers(0, 1 << 32, shape, np.uint32)


def small_bytes(kind: str, shape: tuple[int, ...]) -> Array:
    """Registers of 8-bit floats between -3 and 3 in steps of a quarter."""
    numbers = np.abs(RANDOM.integers(-12, 13, (*shape, 4)))
    exponents = np.array([0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3])[numbers]  # of quarters
    bias, fractions = (7, 3) if kind == "e4m3" else (15, 2)
    kept = numbers if kind == "e4m3" else np.where(numbers > 8, numbers & ~1, numbers)
    fraction = (kept - (1 << exponents)) << fractions >> exponents
    code = np.where(kept == 0, 0, exponents - 2 + bias << fractions | fraction)
    code = code | RANDOM.integers(0, 2, code.shape) << 7
    return code.astype(np.uint8).view(np.uint32)[..., 0]


TYPES = {"f32": "f32", "s32": "i32", "f16": "u32", "f64": "f64"}
NUMPY = {"u32": np.uint32, "i32": np.int32, "f32": np.float32, "f64": np.float64}


def product_forms() -> Iterator[Form]:
    """Of each row that the CPU has a meaning for the first and the last one."""
    for row in INTRINSICS.values():
        if row.family == "matrix" and row.name.startswith("mma_") and row.cpu and "f8f6f4" not in row.name:
            every = list(forms(row, every=True))
            yield from every[:1] + every[1:][-1:]


def kinds_of(form: Form) -> tuple[str, str]:
    """The types of `a` and `b`."""
    element = form.row.name.rpartition("_")[2]
    first = form.immediates.get("a_type", element)
    return first, form.immediates.get("b_type", element)


@pytest.mark.parametrize("form", list(product_forms()), ids=lambda form: form.label)
def test_products(load: Callable[[str], ModuleType], form: Form):
    counts = {operand.parameter.name: operand.count or 1 for operand in form.operands()}
    a_kind, b_kind = kinds_of(form)
    sums = form.row.name.split("_")[2]
    factor = "f64" if sums == "f64" else "u32"
    held = TYPES[sums]

    def tuple_of(name: str) -> str:
        return "(" + "".join(f"{name}[{32 * k} + i], " for k in range(counts[name])) + ")"

    words = "".join(
        f", {name}={word == 'true' if word in ('true', 'false') else repr(word)}"
        for name, word in form.immediates.items()
    )
    targets = ", ".join(f"d[{32 * k} + i]" for k in range(counts["c"]))
    module = load(f"""
@kernel
def k(a: Slice[{factor}], b: Slice[{factor}], c: Slice[{held}], d: MutSlice[{held}]):
    i = lane_id()
    {targets} = {form.row.name}({tuple_of("a")}, {tuple_of("b")}, {tuple_of("c")}{words})
""")
    fill = small_bytes if a_kind in ("e4m3", "e5m2") else small_integers
    a, b = fill(a_kind, (32 * counts["a"],)), fill(b_kind, (32 * counts["b"],))
    if sums == "f16":
        c = small_integers("f16", (32 * counts["c"],))
    else:
        c = RANDOM.integers(-100, 100, 32 * counts["c"]).astype(NUMPY[held])
        if "satfinite" in form.immediates:
            c = c + np.where(c > 0, np.int32(2**31 - 200), np.int32(-(2**31) + 200)).astype(np.int32)
    found = agree(module.k, a, b, c, np.zeros(32 * counts["c"], NUMPY[held]), arch=str(form_target(form)))
    assert (found[3] != c).any()


def form_target(form: Form) -> str:
    return f"sm_{max(form.requirement.sm, 80)}"
