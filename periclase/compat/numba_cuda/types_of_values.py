"""`from_dtype` and `typeof` of numba: the types of elements and of values, for signatures and for arrays in kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from periclase.compat.numba_cuda.number_types import NUMBER_TYPES, ArrayKind, NumberType
from periclase.compat.numba_cuda.uncovered import uncovered


def from_dtype(dtype: Any) -> NumberType:
    """The type of numbers that a dtype of numpy is: `from_dtype(np.float32)` is `float32`.

    Raises:
        DiagnosticError: PC0310, it is none of numbers.
    """
    held = np.dtype(dtype)
    name = "boolean" if held == np.bool_ else held.name
    found = NUMBER_TYPES.get(name)
    if found is not None and not held.isnative:
        raise uncovered(f"`from_dtype` of `{held.str}`", "put its bytes in the order of this machine")
    if found is None or held.names is not None:
        help = "name the dtype itself, as in `cuda.shared.array(8, dtype)`, and leave the signature out"
        raise uncovered(f"`from_dtype({held})`", help if held.names is not None else "use a dtype of numbers")
    return found


def typeof(value: Any) -> NumberType | ArrayKind:
    """The type that numba gives a value: of a number of Python `int64`, `float64`, `complex128` or `boolean`, of numpy's its own,
    of an array that of its elements, with its order. An int that is larger than an `int64` is a `uint64`.

    Raises:
        DiagnosticError: PC0310, it is neither a number nor an array of numbers.
    """
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        if not 0 <= value < 2**64:
            raise uncovered(f"`typeof` of {value}, which no integer type holds,", "leave the signature out")
        return NUMBER_TYPES["uint64"]
    if isinstance(value, bool | int | float | complex):
        return from_dtype(np.bool_ if isinstance(value, bool) else np.result_type(type(value)))
    dtype, shape = getattr(value, "dtype", None), getattr(value, "shape", None)
    if dtype is None or shape is None:
        raise uncovered(f"`typeof` of a value of type `{type(value).__name__}`", "leave the signature out")
    if not shape:
        return from_dtype(dtype)
    strides, packed = getattr(value, "strides", None), [np.dtype(dtype).itemsize]
    for extent in reversed(shape[1:]):
        packed.insert(0, packed[0] * extent)
    reverse = [np.dtype(dtype).itemsize]
    for extent in shape[:-1]:
        reverse.append(reverse[-1] * extent)

    def is_laid_out(wanted: list[int]) -> bool:
        """As numpy says it: the stride of what has one element, and any of what has none, is of no account."""
        told = zip(shape, strides or packed, wanted, strict=True)
        return 0 in shape or all(extent == 1 or stride == due for extent, stride, due in told)

    layout = "C" if is_laid_out(packed) else "F" if is_laid_out(reverse) else "A"
    return ArrayKind(from_dtype(dtype), len(shape), layout)
