"""Floats of any format as exact numbers, and back in every rounding mode. It shares no code with what it is the oracle of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Format:
    """A binary format with infinities."""

    exponent_bits: int
    fraction_bits: int

    @property
    def sign(self) -> int:
        """The bit of the sign."""
        return 1 << self.exponent_bits + self.fraction_bits

    @property
    def infinity(self) -> int:
        """Its bits."""
        return (1 << self.exponent_bits) - 1 << self.fraction_bits

    @property
    def bias(self) -> int:
        """Of the exponent."""
        return (1 << self.exponent_bits - 1) - 1

    def is_nan(self, bits: int) -> bool:
        """Whether it is one."""
        return bits & self.sign - 1 > self.infinity

    def is_infinite(self, bits: int) -> bool:
        """Whether it is one."""
        return bits & self.sign - 1 == self.infinity

    def flushed(self, bits: int) -> int:
        """A zero for what is below the normal numbers."""
        return bits & self.sign if bits & self.sign - 1 < 1 << self.fraction_bits else bits

    def value(self, bits: int) -> Fraction:
        """Of a finite one."""
        exponent, fraction = divmod(bits & self.sign - 1, 1 << self.fraction_bits)
        if exponent:
            fraction += 1 << self.fraction_bits
        size = fraction * Fraction(2) ** (max(exponent, 1) - self.bias - self.fraction_bits)
        return -size if bits & self.sign else size

    def rounded(self, value: Fraction, mode: str, negative_zero: bool = False) -> int:
        """The bits of a number. `negative_zero` says which zero it is if it is none."""
        if value == 0:
            return self.sign if negative_zero else 0
        size, negative = abs(value), value < 0
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if Fraction(2) ** exponent > size:
            exponent -= 1
        exponent = max(exponent, 1 - self.bias)
        quantum = Fraction(2) ** (exponent - self.fraction_bits)
        whole = size // quantum
        rest = size - whole * quantum
        outward = mode == ("rm" if negative else "rp")
        if mode == "rn":
            up = 2 * rest > quantum or (2 * rest == quantum and whole % 2 == 1)
        elif mode == "rna":
            up = 2 * rest >= quantum
        else:
            up = outward and rest > 0
        code = (exponent + self.bias - 1 << self.fraction_bits) + whole + up
        if code >= self.infinity:
            code = self.infinity if outward or mode in ("rn", "rna") else self.infinity - 1
        return code | (self.sign if negative else 0)


F16 = Format(5, 10)
BF16 = Format(8, 7)
F32 = Format(8, 23)
F64 = Format(11, 52)


def root(form: Format, value: Fraction, mode: str) -> int:
    """The bits of the square root of a positive number, rounded: by whole numbers, with a bit that says that there is more."""
    shift = 4 * (form.bias + form.fraction_bits)
    scaled = value.numerator << 2 * shift
    whole = math.isqrt(scaled // value.denominator)
    more = whole * whole * value.denominator != scaled
    return form.rounded(Fraction(2 * whole + more, 2 << shift), mode)


def fma(form: Format, a: int, b: int, c: int, mode: str) -> int | None:
    """`a * b + c`; None for NaN."""
    if any(form.is_nan(x) for x in (a, b, c)):
        return None
    product_sign = (a ^ b) & form.sign
    if form.is_infinite(a) or form.is_infinite(b):
        if not a & form.sign - 1 or not b & form.sign - 1:
            return None
        if form.is_infinite(c) and c & form.sign != product_sign:
            return None
        return product_sign | form.infinity
    if form.is_infinite(c):
        return c
    product, addend = form.value(a) * form.value(b), form.value(c)
    if product == 0 and addend == 0 and product_sign == c & form.sign:
        return product_sign
    return form.rounded(product + addend, mode, negative_zero=mode == "rm")
