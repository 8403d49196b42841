"""`numba.types`: the names of types."""

from __future__ import annotations

from typing import Any

from periclase.compat.numba_cuda.number_types import NUMBER_TYPES, ArrayKind, NumberType, TypeSignature
from periclase.compat.numba_cuda.uncovered import OF_TYPES, Uncovered

__all__ = ["ArrayKind", "NumberType", "TypeSignature"]


def __getattr__(name: str) -> Any:
    if name in NUMBER_TYPES:
        return NUMBER_TYPES[name]
    if name in OF_TYPES:
        return Uncovered(name, OF_TYPES[name], "types")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name, obj=None)
