"""The fundamental types of PTX (PTX ISA, 5.2) as numpy's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

B128: Final = np.dtype([("low", "<u8"), ("high", "<u8")])
"""Sixteen bytes, which numpy has no integer for."""

DTYPES: Final[dict[str, np.dtype[Any]]] = {
    "pred": np.dtype(np.bool_),
    "b8": np.dtype("<u1"),
    "u8": np.dtype("<u1"),
    "s8": np.dtype("<i1"),
    "b16": np.dtype("<u2"),
    "u16": np.dtype("<u2"),
    "s16": np.dtype("<i2"),
    "f16": np.dtype("<f2"),
    "bf16": np.dtype("<u2"),
    "b32": np.dtype("<u4"),
    "u32": np.dtype("<u4"),
    "s32": np.dtype("<i4"),
    "f32": np.dtype("<f4"),
    "tf32": np.dtype("<u4"),
    "f16x2": np.dtype("<u4"),
    "bf16x2": np.dtype("<u4"),
    "u16x2": np.dtype("<u4"),
    "s16x2": np.dtype("<u4"),
    "b64": np.dtype("<u8"),
    "u64": np.dtype("<u8"),
    "s64": np.dtype("<i8"),
    "f64": np.dtype("<f8"),
    "f32x2": np.dtype("<u8"),
    "b128": B128,
}
"""The type of a register or of an operand, to the dtype of its values. What numpy has no arithmetic for (bf16, tf32, packed
pairs) is its bits."""


def bits_of(name: str) -> np.dtype[Any]:
    """The unsigned integer that is as wide as the type of this name: what a register of it holds (`bool` for a predicate)."""
    dtype = DTYPES[name]
    if dtype.kind in "bV":
        return dtype
    return np.dtype(f"<u{dtype.itemsize}")
