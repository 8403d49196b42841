"""The formats that elements of matrices have, and their values (PTX ISA, 5.2.2, 5.2.3, 9.7.14.2).

Values are 64-bit floats: each format's are among them, and so are the products of two elements, but those of `f64`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

Array = np.ndarray[Any, Any]


class Format(Record):
    """How an element is written.

    Attributes:
        bits: how many it takes in a register.
        values: gives the values of elements, of which it gets the bits.
        integer: whether it is one.
    """

    bits: int
    values: Callable[[Array], Array]
    integer: bool = False


def _table(bits: int, value: Callable[[int], float]) -> Format:
    values = np.array([value(code) for code in range(1 << bits)], np.float64)
    return Format(bits, lambda codes: values[codes])


def _small_float(
    exponent_bits: int, fraction_bits: int, *, infinite: bool = False, nan: bool = False
) -> Callable[[int], float]:
    """What the bits of a float with a sign mean.

    Args:
        infinite: whether the largest exponent is that of infinities and NaNs, as IEEE 754 has it.
        nan: whether all ones are a NaN.
    """
    bias = (1 << exponent_bits - 1) - 1
    top = (1 << exponent_bits) - 1

    def value(code: int) -> float:
        sign = -1.0 if code >> exponent_bits + fraction_bits & 1 else 1.0
        exponent = code >> fraction_bits & top
        fraction = code & (1 << fraction_bits) - 1
        if infinite and exponent == top:
            return float("nan") if fraction else sign * float("inf")
        if nan and exponent == top and fraction == (1 << fraction_bits) - 1:
            return float("nan")
        if exponent == 0:
            return sign * fraction * 2.0 ** (1 - bias - fraction_bits)
        return sign * (fraction + (1 << fraction_bits)) * 2.0 ** (exponent - bias - fraction_bits)

    return value


def _f16(codes: Array) -> Array:
    return codes.astype(np.uint16).view(np.float16).astype(np.float64)


def _bf16(codes: Array) -> Array:
    return (codes.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)


def _tf32(codes: Array) -> Array:
    # The low thirteen bits of the register are none of the number.
    return (codes.astype(np.uint32) & np.uint32(0xFFFF_E000)).view(np.float32).astype(np.float64)


def _f64(codes: Array) -> Array:
    return codes.astype(np.uint64).view(np.float64)


def _signed(bits: int) -> Format:
    return Format(bits, _table(bits, lambda code: float(code - (code >> bits - 1 << bits))).values, True)


def _unsigned(bits: int) -> Format:
    return Format(bits, lambda codes: codes.astype(np.float64), True)


_e2m3: Final = _small_float(2, 3)
_e3m2: Final = _small_float(3, 2)
_e2m1: Final = _small_float(2, 1)

FORMATS: Final[dict[str, Format]] = {
    "f64": Format(64, _f64),
    "tf32": Format(32, _tf32),
    "f16": Format(16, _f16),
    "bf16": Format(16, _bf16),
    "e4m3": _table(8, _small_float(4, 3, nan=True)),
    "e5m2": _table(8, _small_float(5, 2, infinite=True)),
    "e2m1": _table(4, _e2m1),
    "s8": _signed(8),
    "u8": _unsigned(8),
    "s4": _signed(4),
    "u4": _unsigned(4),
    "b1": _unsigned(1),
}
"""By the name of the type."""

IN_BYTES: Final[dict[str, Format]] = {
    "e4m3": FORMATS["e4m3"],
    "e5m2": FORMATS["e5m2"],
    "e3m2": _table(8, lambda code: _e3m2(code & 63)),
    "e2m3": _table(8, lambda code: _e2m3(code & 63)),
    "e2m1": _table(8, lambda code: _e2m1(code >> 2 & 15)),
}
"""Of `.kind::f8f6f4` and `.kind::mxf8f6f4`, where each element has a byte: six bits stand in the low ones, four in the middle."""

SCALES: Final[dict[str, Format]] = {
    "ue8m0": _table(8, lambda code: float("nan") if code == 255 else 2.0 ** (code - 127)),
    "ue4m3": _table(8, lambda code: _small_float(4, 3, nan=True)(code & 127)),
}
"""The types of the scales of blocks."""


def unpack(registers: Array, bits: int) -> Array:
    """The elements in registers, the first in the lowest bits, along a new last axis.

    Args:
        registers: unsigned, of 32 or 64 bits.
        bits: how many an element takes.
    """
    width = registers.dtype.itemsize * 8
    if bits == width:
        return registers[..., None]
    shifts = np.arange(0, width, bits, dtype=registers.dtype)
    mask = registers.dtype.type((1 << bits) - 1)
    return registers[..., None] >> shifts & mask
