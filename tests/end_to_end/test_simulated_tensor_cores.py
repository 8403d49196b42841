"""Products of matrices on tensor cores, as the simulator runs what is emitted for GPUs: against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from example_kernels import example

from periclase import MutView, View, f16, f32, kernel, open_device
from periclase.library.tensor_cores import warp_mma


@pytest.mark.parametrize("m, n, k", [(64, 64, 32), (1, 8, 8), (65, 72, 40), (64, 64, 0)])
def test_a_product_by_warps(m: int, n: int, k: int):
    """`examples/gemm_mma.py`: `cp.async`, `ldmatrix`, `mma`."""
    generator = np.random.default_rng(m + n + k)
    a, b = (generator.integers(-8, 9, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    device = open_device("sim")
    c = device.array(np.full((m, n), 7, np.float32))
    example("gemm_mma").gemm[(-(-n // 64), -(-m // 64)), 128](device.array(a), device.array(b), c)
    np.testing.assert_array_equal(c.numpy(), a.astype(np.float32) @ b.astype(np.float32))


@pytest.mark.parametrize("m, n, k", [(64, 64, 64), (100, 72, 136), (8, 8, 8)])
def test_a_product_by_warp_groups(m: int, n: int, k: int):
    """`examples/gemm_wgmma.py`: tiles that the copy engine swizzles, barrier objects, `wgmma`. No other backend without a GPU has
    them."""
    generator = np.random.default_rng(m + n + k)
    a, b = (generator.integers(-8, 9, shape).astype(np.float16) for shape in ((m, k), (n, k)))
    device = open_device("sim:sm_90a")
    c = device.array(np.full((m, n), 7, np.float32))
    example("gemm_wgmma").multiply(device.array(a), device.array(b), c)
    np.testing.assert_array_equal(c.numpy(), a.astype(np.float32) @ b.astype(np.float32).T)


product = warp_mma("m16n8k16", f16)


@kernel
def of_fragments(a: View[f16, 2], b: View[f16, 2], c: MutView[f32, 2]):
    sums = product.C.fill(0.0)
    for k in range(0, a.shape[1], product.K):
        sums = product.mma(product.A.load(a, 0, k), product.B.load(b, k, 0), sums)
    sums.store(c)


@pytest.mark.parametrize("selector", ["sim", "sim:sm_80", "sim:sm_120a"])
def test_fragments(selector: str):
    generator = np.random.default_rng(1)
    a, b = (generator.standard_normal(shape).astype(np.float16) for shape in ((16, 48), (48, 8)))
    device = open_device(selector)
    c = device.zeros((16, 8), np.float32)
    of_fragments[1, 32](device.array(a), device.array(b), c)
    expected = np.zeros((16, 8), np.float32)
    for k in range(0, 48, 16):  # each instruction rounds its sum once; 64-bit floats hold it exactly
        step = a[:, k : k + 16].astype(np.float64) @ b[k : k + 16].astype(np.float64)
        expected = (step + expected).astype(np.float32)
    np.testing.assert_array_equal(c.numpy(), expected)
