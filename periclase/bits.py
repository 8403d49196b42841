"""Bit operations on integers, in kernels and on the host: counts, reversals, rotations, permutations of bytes, reinterpretation.

```python
from periclase.bits import bit_cast, popcount, rotate_left
```

In a kernel an integer has the width of its type. On the host a numpy scalar has its own, and a number of Python is an `i64`.
"""

from __future__ import annotations

import struct
from typing import Any, TypeVar

from periclase.types import ScalarType

T = TypeVar("T")


def _width(x: Any) -> int:
    item = getattr(x, "itemsize", None)
    return 8 * item if item is not None else 64


def _bits(x: Any) -> tuple[int, int]:
    """The bits of an integer as one that is not negative, and their number."""
    width = _width(x)
    return int(x) & ((1 << width) - 1), width


def _like(bits: int, x: Any) -> Any:
    """An integer of these bits, of the type of `x`."""
    width = _width(x)
    bits &= (1 << width) - 1
    dtype = getattr(x, "dtype", None)
    signed = dtype is None or dtype.kind == "i"
    number = bits - (1 << width) if signed and bits >> (width - 1) else bits
    return number if dtype is None else dtype.type(number)


def popcount(x: int) -> int:
    """The number of bits that are set."""
    return _bits(x)[0].bit_count()


def count_leading_zeros(x: int) -> int:
    """The number of zero bits above the highest one; the width of the type for 0."""
    bits, width = _bits(x)
    return width - bits.bit_length()


def count_trailing_zeros(x: int) -> int:
    """The number of zero bits below the lowest one; the width of the type for 0."""
    bits, width = _bits(x)
    return (bits & -bits).bit_length() - 1 if bits else width


def bit_reverse(x: int) -> int:
    """The bits in the opposite order."""
    bits, width = _bits(x)
    return _like(int(f"{bits:0{width}b}"[::-1], 2), x)


def byte_swap(x: int) -> int:
    """The bytes in the opposite order."""
    bits, width = _bits(x)
    return _like(int.from_bytes(bits.to_bytes(width // 8, "little"), "big"), x)


def rotate_left(x: int, count: int) -> int:
    """The bits moved up by `count`, modulo the width; what leaves at the top comes in at the bottom."""
    bits, width = _bits(x)
    count %= width
    return _like(bits << count | bits >> (width - count), x)


def rotate_right(x: int, count: int) -> int:
    """The bits moved down by `count`, modulo the width; what leaves at the bottom comes in at the top."""
    return rotate_left(x, -count)


def byte_permute(a: int, b: int, selector: int) -> int:
    """Four of the eight bytes of the 32-bit integers `a` (0 to 3) and `b` (4 to 7): byte k is that of digit k of `selector`.

    Bit 3 of a digit gives the sign of the byte instead, in all its bits (PTX ISA, `prmt`).
    """
    both = int(a) & 0xFFFFFFFF | (int(b) & 0xFFFFFFFF) << 32
    result = 0
    for k in range(4):
        digit = int(selector) >> 4 * k & 15
        byte = both >> 8 * (digit & 7) & 255
        if digit & 8:
            byte = 255 if byte & 128 else 0
        result |= byte << 8 * k
    return result


def bit_cast(x: Any, target: type[T]) -> T:
    """The bits of `x` as a value of the type `target`, which has as many: `bit_cast(x, u32)` of an `f32`.

    On the host a float of Python is an `f64` for an integer target of 64 bits, and else is rounded to the width of the target.
    """
    if not isinstance(target, ScalarType):
        raise TypeError(f"bit_cast() takes a scalar type such as u32, not {target!r}")
    width: int = target.bits
    if isinstance(x, float) or getattr(getattr(x, "dtype", None), "kind", "") == "f":
        data = struct.pack({16: "<e", 32: "<f", 64: "<d"}[width], float(x))
    else:
        data = (int(x) & ((1 << width) - 1)).to_bytes(width // 8, "little")
    if target.is_float:
        value: Any = struct.unpack({16: "<e", 32: "<f", 64: "<d"}[width], data)[0]
    else:
        value = int.from_bytes(data, "little", signed=target.is_signed)
    return value


__all__ = [
    "bit_cast",
    "bit_reverse",
    "byte_permute",
    "byte_swap",
    "count_leading_zeros",
    "count_trailing_zeros",
    "popcount",
    "rotate_left",
    "rotate_right",
]
