"""Floats of eight, six and four bits, and scales (PTX ISA, 5.2.3, 9.7.9.21)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from periclase.record import Record

Array = np.ndarray[Any, Any]


class SmallFloat(Record):
    """A format with a sign.

    Attributes:
        exponent_bits, fraction_bits: of it.
        largest: the code of the largest finite number.
        nan: the code of NaN; None if there is none.
    """

    exponent_bits: int
    fraction_bits: int
    largest: int
    nan: int | None = None

    @property
    def sign(self) -> int:
        """The bit of the sign."""
        return 1 << self.exponent_bits + self.fraction_bits

    def magnitudes(self) -> Array:
        """The values of the codes from zero to the largest, which grow with the code."""
        codes = np.arange(self.largest + 1)
        exponent, fraction = np.divmod(codes, 1 << self.fraction_bits)
        bias = (1 << self.exponent_bits - 1) - 1
        whole = np.where(exponent == 0, fraction, fraction + (1 << self.fraction_bits))
        return np.ldexp(whole.astype(np.float64), np.maximum(exponent, 1) - bias - self.fraction_bits)


FORMATS: Final[dict[str, SmallFloat]] = {
    "e4m3": SmallFloat(4, 3, 0x7E, 0x7F),
    "e5m2": SmallFloat(5, 2, 0x7B, 0x7F),
    "e2m3": SmallFloat(2, 3, 0x1F),
    "e3m2": SmallFloat(3, 2, 0x1F),
    "e2m1": SmallFloat(2, 1, 0x7),
}

_MAGNITUDES: Final = {name: form.magnitudes() for name, form in FORMATS.items()}


def encode(values: Array, name: str) -> Array:
    """64-bit floats to the nearest number of a format, of two the even one; what is too large to the largest."""
    form, magnitudes = FORMATS[name], _MAGNITUDES[name]
    size = np.abs(values)
    middles = (magnitudes[1:] + magnitudes[:-1]) / 2
    codes = np.searchsorted(middles, size)
    tie = (codes < len(middles)) & (middles[np.minimum(codes, len(middles) - 1)] == size) & (codes % 2 == 1)
    codes = codes + tie
    signs = np.where(np.signbit(values), form.sign, 0)
    of_nan = form.largest if form.nan is None else form.nan
    return np.where(np.isnan(values), of_nan, codes | signs).astype(np.uint8)


def decode(codes: Array, name: str) -> Array:
    """The values of numbers of a format, as 64-bit floats."""
    form, magnitudes = FORMATS[name], _MAGNITUDES[name]
    plain = codes & (form.sign - 1)
    size = magnitudes[np.minimum(plain, form.largest)]
    if name == "e5m2":
        size = np.where(plain == 0x7C, np.inf, np.where(plain > 0x7C, np.nan, size))
    elif form.nan is not None:
        size = np.where(plain == form.nan, np.nan, size)
    return np.where(codes & form.sign, -size, size)


def encode_scale(values: Array, mode: str, *, clamp: bool) -> Array:
    """64-bit floats to `ue8m0`: a power of two, towards zero (`rz`) or up (`rp`), of the absolute value."""
    size = np.abs(values)
    fraction, exponent = np.frexp(np.where(np.isfinite(size), size, 1.0))
    power = exponent - 1
    if mode == "rp":
        power = power + (fraction > 0.5)
    codes = np.where(size == 0, 0, np.clip(power + 127, 0, 254 if clamp else 255))
    codes = np.where(np.isinf(size), 254 if clamp else 255, codes)
    return np.where(np.isnan(values), 255, codes).astype(np.uint8)


def decode_scale(codes: Array) -> Array:
    """The values of `ue8m0`, as 64-bit floats."""
    return np.where(codes == 255, np.nan, np.ldexp(1.0, codes.astype(np.int64) - 127))
