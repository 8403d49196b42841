"""Python to PTX in this process, with nothing cached but imports."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from periclase.tools.kernel_files import AnyKernel, load_file


def bench_python_to_ptx(benchmark, example_kernel: AnyKernel) -> None:
    example_kernel.ptx(arch="sm_90")
    benchmark(example_kernel.ptx, arch="sm_90")


CHAIN = """
import math

from periclase import MutSlice, device, f32, kernel
from periclase.gpu import thread_idx_x

{functions}

@kernel
def chain(y: MutSlice[f32]):
    i = thread_idx_x()
    if i < len(y):
        y[i] = step_{last}(y[i])
"""

STEP = """
@device
def step_{number}(x: f32) -> f32:
    total = {inner}
    for k in range(4):
        if total > f32(k):
            total = math.sin(total) * 1.5 + math.exp(x)
        else:
            total += 0.25
    return total
"""

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
    functions = "\n".join(
        STEP.format(number=number, inner=f"step_{number - 1}(x)" if number else "x")
        for number in range(count)
    )
    path = tmp_path / f"chain_{count}.py"
    path.write_text(CHAIN.format(functions=functions, last=count - 1))
    kernel = load_file(str(path)).chain
    kernel.ptx(arch="sm_90")
    benchmark.extra_info["functions"] = count
    benchmark(kernel.ptx, arch="sm_90")
    _least[count] = benchmark.stats.stats.min
