"""Python to PTX in this process, with nothing cached but imports."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from composed_functions import chain

from periclase import MutSlice, Slice, f32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x
from periclase.tools.kernel_files import AnyKernel


def bench_python_to_ptx(benchmark, example_kernel: AnyKernel) -> None:
    example_kernel.ptx(arch="sm_90")
    benchmark(example_kernel.ptx, arch="sm_90")


@kernel
def exponentials(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * math.exp(x[i]) + y[i]


def bench_a_function_of_libdevice(benchmark) -> None:
    exponentials.ptx(arch="sm_90")
    benchmark(exponentials.ptx, arch="sm_90")


COUNTS = (1, 2, 4, 8, 16, 32, 64)
_least: dict[int, float] = {}


@pytest.fixture(scope="module", autouse=True)
def exponent() -> Iterator[None]:
    """Says by which power of their number the time of the functions grows, by least squares over its logarithms.

    What a compilation takes whatever is in it is that of the kernel with one function.
    """
    yield
    if len(_least) == len(COUNTS):
        points = [(math.log(n - 1), math.log(_least[n] - _least[1])) for n in COUNTS if n >= 8]
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        slope = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
        print(f"\ncomposed functions: time grows by the power {slope:.2f} of their number, from 8 to 64")


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("count", COUNTS)
def bench_composed_device_functions(benchmark, count: int, tmp_path: Path) -> None:
    """Each with a loop, a branch and two transcendental functions. Linear in their number, if all is well.

    In processor time, which other programs of the machine disturb least.
    """
    kernel = chain(count, tmp_path)
    kernel.ptx(arch="sm_90")
    benchmark.extra_info["functions"] = count
    benchmark(kernel.ptx, arch="sm_90")
    _least[count] = benchmark.stats.stats.min
