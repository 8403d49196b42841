"""The example kernels in Rust: on the CPU, compared with numpy, and as PTX that assembles for every generation."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rust_crates import EXAMPLES, needs_rustc

from periclase import open_device, rust
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.runtime.device import Device

pytestmark = needs_rustc

KERNELS = {
    "vecadd": "vecadd",
    "saxpy": "saxpy",
    "map": "scale_and_shift",
    "histogram": "histogram",
    "sgemm": "sgemm",
    "reduction": "sum",
}
"""The kernel of each file."""

LENGTHS = (1, 31, 256, 1000)


@functools.cache
def kernel(example: str) -> Any:
    return rust.load(EXAMPLES / f"{example}.rs")[KERNELS[example]]


@pytest.fixture(scope="module")
def device() -> Device:
    return open_device("cpu")


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(7)


def test_every_example_is_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.rs")} == set(KERNELS)


@pytest.mark.parametrize("length", LENGTHS)
def test_vecadd(device: Device, random: np.random.Generator, length: int) -> None:
    a, b = random.random((2, length), dtype=np.float32)
    c = device.zeros(length, np.float32)
    kernel("vecadd")[(length + 127) // 128, 128](device.array(a), device.array(b), c)
    np.testing.assert_array_equal(c.numpy(), a + b)


@pytest.mark.parametrize("length", LENGTHS)
def test_saxpy(device: Device, random: np.random.Generator, length: int) -> None:
    x, y = random.random((2, length), dtype=np.float32)
    result = device.array(y)
    kernel("saxpy")[(length + 127) // 128, 128](2.5, device.array(x), result)
    # One rounding, as of a fused operation: in twice the precision the product is exact.
    expected = (np.float64(2.5) * x + y).astype(np.float32)
    np.testing.assert_array_equal(result.numpy(), expected)


@pytest.mark.parametrize("length", LENGTHS)
def test_map(device: Device, random: np.random.Generator, length: int) -> None:
    values = random.integers(-(2**20), 2**20, length).astype(np.int32)
    output = device.zeros(length, np.float32)
    kernel("map")[(length + 127) // 128, 128](0.37, 5, device.array(values), output)
    np.testing.assert_array_equal(output.numpy(), (values + 5).astype(np.float32) * np.float32(0.37))


@pytest.mark.parametrize("grid, block", [(1, 32), (3, 96), (8, 256)])
def test_histogram(device: Device, random: np.random.Generator, grid: int, block: int) -> None:
    data = random.integers(0, 256, 20_011).astype(np.uint8)
    counts = device.zeros(256, np.uint32)
    kernel("histogram")[grid, block](device.array(data), counts)
    np.testing.assert_array_equal(counts.numpy(), np.bincount(data, minlength=256))


@pytest.mark.parametrize("m, n, k", [(16, 16, 16), (1, 1, 1), (70, 50, 33)])
def test_sgemm(device: Device, random: np.random.Generator, m: int, n: int, k: int) -> None:
    a, b = random.random((m, k), dtype=np.float32), random.random((k, n), dtype=np.float32)
    c = device.zeros(m * n, np.float32)
    grid = ((n + 15) // 16, (m + 15) // 16)
    kernel("sgemm")[grid, (16, 16)](m, n, k, device.array(a.ravel()), device.array(b.ravel()), c)
    np.testing.assert_allclose(c.numpy().reshape(m, n), a @ b, rtol=1e-4)


@pytest.mark.parametrize("grid, block", [(1, 32), (3, 96), (8, 256)])
def test_reduction(device: Device, random: np.random.Generator, grid: int, block: int) -> None:
    data = random.random(10_007, dtype=np.float32)
    total = device.zeros(1, np.float32)
    kernel("reduction")[grid, block](device.array(data), total)
    np.testing.assert_allclose(total.numpy()[0], data.sum(dtype=np.float64), rtol=1e-5)


@pytest.mark.skipif(not available_assemblers(), reason="no ptxas")
@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90", "sm_100"])
@pytest.mark.parametrize("example", KERNELS)
def test_assembles(example: str, arch: str) -> None:
    assert assemble(kernel(example).ptx(arch), arch)


@pytest.mark.parametrize("example", KERNELS)
def test_small_launches_have_a_version(example: str) -> None:
    ptx: Callable[..., str] = kernel(example).with_narrow_indices.ptx
    assert f".entry {KERNELS[example]}(" in ptx("sm_80")


@pytest.mark.parametrize("example", KERNELS)
def test_barriers_of_the_source(example: str) -> None:
    """Neither rustc nor any pass of ours or LLVM's has copied one."""
    written = (EXAMPLES / f"{example}.rs").read_text(encoding="utf-8").count("sync_threads()")
    ptx = kernel(example).ptx("sm_80")
    assert ptx.count("bar.sync") + ptx.count("barrier.sync") == written


def test_what_the_kernels_are_made_of() -> None:
    sgemm = kernel("sgemm").ptx("sm_80")
    assert "st.shared" in sgemm
    assert "ld.shared" in sgemm
    assert ".reqntid 16, 16, 1" in sgemm
    assert "fma.rn.f32" in sgemm
    histogram = kernel("histogram").ptx("sm_80")
    assert histogram.count("atom.relaxed.cta") == histogram.count("atom.relaxed.cta.shared.add.u32")
    assert "atom.relaxed.gpu" in histogram
    assert kernel("reduction").ptx("sm_80").count("shfl.sync") == 10
    saxpy = kernel("saxpy").ptx("sm_80")
    assert ".maxntid 256" in saxpy
    assert saxpy.count("ld.global") == 2
    assert saxpy.count("st.global") == 1
