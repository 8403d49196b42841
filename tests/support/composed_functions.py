"""A kernel over a chain of device functions, each with a loop, a branch and two transcendental functions."""

from __future__ import annotations

from pathlib import Path

from periclase.tools.kernel_files import AnyKernel, load_file

_CHAIN = """
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

_STEP = """
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


def chain(count: int, folder: Path) -> AnyKernel:
    """The kernel over `count` functions, of a new file in `folder`."""
    functions = "\n".join(
        _STEP.format(number=number, inner=f"step_{number - 1}(x)" if number else "x")
        for number in range(count)
    )
    path = folder / f"chain_{count}.py"
    path.write_text(_CHAIN.format(functions=functions, last=count - 1))
    return load_file(str(path)).chain


__all__ = ["chain"]
