"""`numba.types`: the names of types."""

from __future__ import annotations

from typing import Any

from periclase.compat.numba_cuda.number_types import NUMBER_TYPES, ArrayKind, NumberType, TypeSignature

__all__ = ["ArrayKind", "NumberType", "TypeSignature"]


def __getattr__(name: str) -> Any:
    if name in NUMBER_TYPES:
        return NUMBER_TYPES[name]
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name, obj=None)
