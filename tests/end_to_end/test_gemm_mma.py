"""The product of matrices on tensor cores: on the CPU against numpy, and what it becomes for GPUs."""

from __future__ import annotations

import re

import numpy as np
import pytest
from example_kernels import example

from periclase import open_device
from periclase.codegen.assembler import assemble, disassemble, find_tool

GEMM = example("gemm_mma").gemm


@pytest.mark.parametrize(
    "m, n, k", [(64, 64, 32), (128, 64, 160), (1, 8, 8), (63, 72, 24), (65, 136, 40), (64, 64, 0)]
)
def test_products(m: int, n: int, k: int) -> None:
    generator = np.random.default_rng(m + n + k)
    a, b = (generator.standard_normal(shape).astype(np.float16) for shape in ((m, k), (k, n)))
    device = open_device("cpu")
    c = device.array(np.full((m, n), 7, np.float32))
    GEMM[(-(-n // 64), -(-m // 64)), 128](device.array(a), device.array(b), c)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    # Products are exact, and each of `k` sums is rounded once, to half a unit of 2⁻²³ of what it can be at most.
    bound = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64)) * max(k, 1) * 2.0**-24
    assert (np.abs(c.numpy() - exact) <= bound).all()


@pytest.mark.parametrize("target", ["sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"])
def test_machine_code(target: str) -> None:
    text = GEMM.ptx(target)
    # 2 by 4 products, twice for each part of `k`.
    assert text.count("mma.sync.aligned.m16n8k16") == 16
    assert text.count("ldmatrix.sync.aligned.m8n8.x4") == 8
    assert text.count("cp.async.cg.shared.global") == 3 * 4
    assert ".local" not in text and "shfl" not in text
    if find_tool("ptxas") is None or find_tool("nvdisasm") is None:
        pytest.skip("no assembler and disassembler")
    code = disassemble(assemble(text, target))
    counts = {
        name: len(re.findall(rf"\s{name}[ .]", code)) for name in ("HMMA", "LDSM", "LDGSTS", "STL", "LDL")
    }
    assert counts == {"HMMA": 16, "LDSM": 8, "LDGSTS": 12, "STL": 0, "LDL": 0}
