"""Run time of the example kernels on the CPU, and of the same work in numpy and (where installed) numba."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from periclase import open_device
from periclase.tools.demo import Workload, demo_workloads, largest_error


@pytest.fixture(scope="module")
def workloads() -> dict[str, Workload]:
    return {workload.name: workload for workload in demo_workloads(open_device("cpu"))}


NAMES = ["saxpy", "matmul", "reduce_shared", "reduce_shuffle", "stencil", "mandelbrot", "histogram"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("who", ["periclase", "numpy"])
def bench_kernel(benchmark, workloads: dict[str, Workload], name: str, who: str) -> None:
    workload = workloads[name]
    benchmark.group = name
    if who == "numpy":
        benchmark(workload.reference)
        return

    def run() -> None:
        workload.launch()
        workload.result()

    run()
    benchmark(run)


needs_numba = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")


@needs_numba
def bench_saxpy_in_numba(benchmark) -> None:
    """The same in numba, on all cores."""
    import numba

    @numba.njit(parallel=True, fastmath={"contract"})
    def saxpy(a, x, y):
        for i in numba.prange(x.size):
            y[i] = a * x[i] + y[i]

    x, y = np.linspace(-1, 1, 1 << 20, dtype=np.float32), np.linspace(0, 3, 1 << 20, dtype=np.float32)
    expected = np.float32(2) * x + y
    saxpy(np.float32(2), x, y)
    assert largest_error(y, expected) < 1e-5
    benchmark.group = "saxpy"
    benchmark(saxpy, np.float32(2), x, y)
