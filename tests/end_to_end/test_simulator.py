"""Whole kernels on the simulator: the examples against numpy, random programs against the interpreter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from example_kernels import EXAMPLES, example
from many_programs import KINDS
from simulated_programs import TARGETS, simulated_device, simulated_disagreement

from periclase import MutSlice, Slice, i64, kernel, rust
from periclase.gpu import global_idx_x
from periclase.library.blocks import block_sum
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.device import Device
from periclase.settings import reload_settings
from periclase.tools.demo import TOLERANCE, demo_workloads


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Accesses are looked at."""
    monkeypatch.setenv("PERICLASE_RUNTIME_CHECK_ACCESSES", "on")
    reload_settings()
    yield
    monkeypatch.undo()
    reload_settings()


@pytest.mark.parametrize("target", ["sm_75", "sm_121"])
def test_the_examples(target: str) -> None:
    for workload in demo_workloads(Device(SimBackend(target))):
        workload.launch()
        error = workload.error(workload.result(), workload.reference())
        assert error <= TOLERANCE, (workload.name, error)


@pytest.mark.parametrize("block", [1, 33, 256])
def test_saxpy_in_blocks_of_any_size(block: int, checked: None) -> None:
    device = Device(SimBackend())
    for size in (0, 1, block, 3 * block + 1):
        x, y = np.random.default_rng(size).random((2, size), np.float32)
        given, out = device.array(x), device.array(y)
        example("saxpy").saxpy[-(-size // block), block](2.5, given, out)
        # One rounding: the product is contracted with the sum.
        expected = (2.5 * x.astype(np.float64) + y).astype(np.float32)
        np.testing.assert_array_equal(out.numpy(), expected)


@pytest.mark.parametrize("name", ["reduce_shared", "reduce_shuffle"])
def test_reductions_have_no_race(name: str, checked: None) -> None:
    device = Device(SimBackend())
    x = np.arange(1000, dtype=np.float32)
    partial = device.zeros(3)
    getattr(example("reduction"), name)[3, 64](device.array(x), partial)
    assert partial.numpy().sum() == x.sum()


def test_a_product_of_matrices_has_no_race(checked: None) -> None:
    rng = np.random.default_rng(1)
    device = Device(SimBackend("sm_120"))
    a, b = rng.random((2, 48, 48), np.float32)
    c = device.zeros((48, 48))
    example("matmul").matmul[(3, 3), (16, 16)](device.array(a), device.array(b), c, 48)
    np.testing.assert_allclose(c.numpy(), a @ b, rtol=1e-5)


@kernel
def block_sums(x: Slice[i64], sums: MutSlice[i64]):
    total = block_sum(x[global_idx_x()])
    sums[global_idx_x()] = total


def test_the_library_of_the_language(checked: None) -> None:
    device = Device(SimBackend("sm_75"))
    sums = device.zeros(192, np.int64)
    block_sums[2, 96](device.array(np.arange(192)), sums)
    expected = np.arange(192).reshape(2, 96).sum(axis=1)
    np.testing.assert_array_equal(sums.numpy().reshape(2, 96), expected[:, None].repeat(96, axis=1))


def test_a_kernel_in_rust() -> None:
    module = rust.load(EXAMPLES / "rust" / "saxpy.rs")
    device = Device(SimBackend("sm_90"))
    x, y = np.arange(100, dtype=np.float32), np.ones(100, np.float32)
    out = device.array(y)
    module["saxpy"][4, 32](2.0, device.array(x), out)
    np.testing.assert_array_equal(out.numpy(), 2 * x + y)


@pytest.mark.parametrize(
    "kind, target, programs",
    [
        ("thread", "sm_75", 20),
        ("thread", "sm_120", 20),
        ("grid", "sm_90", 8),
        ("grid", "sm_100", 8),
    ],
)
def test_random_programs(kind: str, target: str, programs: int) -> None:
    """Those of one thread and of many; `python tests/support/simulated_programs.py` runs any number of them."""
    first = 1000 * TARGETS.index(target)
    with simulated_device(target) as device:
        for seed in range(first, first + programs):
            assert simulated_disagreement(device, KINDS[kind](seed)) is None, seed
