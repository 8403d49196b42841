"""`jit` and `njit`: functions for host and device alike. On the host they are Python."""

from __future__ import annotations

from typing import Any

from periclase.compat.numba_cuda.kernels import jit as cuda_jit


def jit(function: Any = None, *signatures: Any, **options: Any) -> Any:
    """A function that kernels call too; what `numba.jit` takes otherwise says how the host compiles it, which is not done."""
    if callable(function):
        return cuda_jit(device=True)(function)
    return cuda_jit(device=True)


njit = jit
