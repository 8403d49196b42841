"""The numbers of Rust as a launch passes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from periclase import types
from periclase.types import ScalarType

SCALARS: Final[Mapping[str, ScalarType]] = {
    "bool": types.bool_,
    "char": types.u32,
    **{
        f"{sign}{size}": getattr(types, f"{sign}{size}")
        for sign in "iu"
        for size in ("8", "16", "32", "64", "size")
    },
    **{f"f{bits}": getattr(types, f"f{bits}") for bits in (16, 32, 64)},
}
"""By the names that Rust has for them."""
