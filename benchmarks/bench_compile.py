"""Python to PTX in this process, with nothing cached but imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from periclase.tools.kernel_files import AnyKernel, load_file


def bench_python_to_ptx(benchmark, example_kernel: AnyKernel) -> None:
    example_kernel.ptx(arch="sm_90")
    benchmark(example_kernel.ptx, arch="sm_90")


CHAIN = """
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
    return {inner} * 1.5 + 0.25
"""


@pytest.mark.parametrize("count", [1, 2, 4, 8, 16, 32, 64])
def bench_composed_device_functions(benchmark, count: int, tmp_path: Path) -> None:
    """Linear in the number of functions, if all is well."""
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
