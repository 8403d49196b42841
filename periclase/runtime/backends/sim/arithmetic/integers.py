"""Operations on integers that numpy has not, or has with other edges."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def unsigned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The unsigned type as wide."""
    return np.dtype(f"<u{dtype.itemsize}")


def truncated_quotient(a: Array, b: Array) -> Array:
    """`a / b` towards zero. By zero: all ones, which is what GPUs give (the PTX ISA leaves it open, 9.7.1.8)."""
    zero = b == 0
    divisor = np.where(zero, b.dtype.type(1), b)
    quotient = a // divisor
    if a.dtype.kind == "i":
        rest = a - quotient * divisor
        quotient = quotient + ((rest != 0) & ((a < 0) != (divisor < 0))).astype(a.dtype)
    return np.where(zero, ~a.dtype.type(0), quotient)


def truncated_remainder(a: Array, b: Array) -> Array:
    """What `truncated_quotient` leaves, with the sign of `a`. By zero: `a`."""
    zero = b == 0
    divisor = np.where(zero, b.dtype.type(1), b)
    rest = a % divisor
    if a.dtype.kind == "i":
        rest = np.where((rest != 0) & ((a < 0) != (divisor < 0)), rest - divisor, rest)
    return np.where(zero, a, rest)


def high_half(a: Array, b: Array) -> Array:
    """The upper half of the product of two integers."""
    bits = 8 * a.dtype.itemsize
    if bits < 64:
        wide = np.dtype(f"<{a.dtype.kind}{2 * a.dtype.itemsize}")
        return (a.astype(wide) * b.astype(wide) >> wide.type(bits)).astype(a.dtype)
    x, y = a.view(np.uint64), b.view(np.uint64)
    low, half = np.uint64(0xFFFF_FFFF), np.uint64(32)
    x0, x1, y0, y1 = x & low, x >> half, y & low, y >> half
    middle = x1 * y0 + (x0 * y0 >> half)
    other = x0 * y1 + (middle & low)
    high = x1 * y1 + (middle >> half) + (other >> half)
    if a.dtype.kind == "i":
        high = high - np.where(a < 0, y, np.uint64(0)) - np.where(b < 0, x, np.uint64(0))
    return high.view(a.dtype)


def shifted_left(a: Array, by: Array) -> Array:
    """`a << by`; zero from the width on."""
    bits = 8 * a.dtype.itemsize
    amount = np.minimum(by, bits - 1).astype(a.dtype)
    return np.where(by >= bits, a.dtype.type(0), a << amount)


def shifted_right(a: Array, by: Array) -> Array:
    """`a >> by`; from the width on nothing but the sign, or zero."""
    bits = 8 * a.dtype.itemsize
    if a.dtype.kind == "i":
        return a >> np.minimum(by, bits - 1).astype(a.dtype)
    amount = np.minimum(by, bits - 1).astype(a.dtype)
    return np.where(by >= bits, a.dtype.type(0), a >> amount)


def count_ones(a: Array) -> Array:
    """How many bits are set, as u32."""
    octets = np.unpackbits(np.ascontiguousarray(a).view(np.uint8).reshape(len(a), -1), axis=1)
    return octets.sum(axis=1, dtype=np.uint32)


def reversed_bits(a: Array) -> Array:
    """The bits in the opposite order."""
    octets = np.ascontiguousarray(a).view(np.uint8).reshape(len(a), -1)
    bits = np.unpackbits(octets, axis=1, bitorder="little")[:, ::-1]
    return np.packbits(bits, axis=1, bitorder="little").copy().view(a.dtype).reshape(len(a))


def leading_zeros(a: Array) -> Array:
    """How many bits above the highest that is set, as u32; the width for zero."""
    octets = np.ascontiguousarray(a).view(np.uint8).reshape(len(a), -1)
    bits = np.unpackbits(octets, axis=1, bitorder="little")[:, ::-1]
    first: Array = np.argmax(bits, axis=1)
    found: Array = np.where(bits.any(axis=1), first, bits.shape[1])
    return found.astype(np.uint32)


def bit_field(a: Array, start: Array, length: Array) -> Array:
    """`bfe`: `length` bits of `a` from `start` on, with its last bit as the sign if `a` has one; beyond the width there
    are more of the sign, or zeros (PTX ISA, 9.7.1.19)."""
    bits = 8 * a.dtype.itemsize
    start, length = start.astype(np.int64) & 0xFF, length.astype(np.int64) & 0xFF
    shape = np.broadcast_shapes(a.shape, start.shape, length.shape)
    a, start, length = (np.broadcast_to(x, shape) for x in (a, start, length))
    raw = np.ascontiguousarray(a).view(unsigned(a.dtype))
    moved = shifted_right(raw, start)
    mask = shifted_left(np.ones_like(raw), length) - raw.dtype.type(1)  # 0 - 1 from the width on: all
    field: Array = moved & mask
    if a.dtype.kind == "i":
        last = np.minimum(start + length - 1, bits - 1)
        sign = (shifted_right(raw, np.maximum(last, 0)) & raw.dtype.type(1)) == 1
        field = np.where(sign & (length > 0), field | ~mask, field)
        # Where the field reaches beyond the width, what is beyond is the sign.
        inside = shifted_left(np.ones_like(raw), np.maximum(bits - start, 0)) - raw.dtype.type(1)
        field = np.where(sign & (length > 0) & (start + length > bits), field | ~inside, field)
    found: Array = np.where(length == 0, raw.dtype.type(0), field)
    return found.astype(raw.dtype).view(a.dtype)


def bit_field_inserted(a: Array, b: Array, start: Array, length: Array) -> Array:
    """`bfi`: `b` with the low `length` bits of `a` from `start` on (PTX ISA, 9.7.1.18)."""
    start, length = start.astype(np.int64) & 0xFF, length.astype(np.int64) & 0xFF
    shape = np.broadcast_shapes(a.shape, b.shape, start.shape, length.shape)
    a, b, start, length = (np.broadcast_to(x, shape) for x in (a, b, start, length))
    mask = shifted_left(np.ones_like(a), length) - a.dtype.type(1)
    mask = shifted_left(mask, start)
    return (b & ~mask) | (shifted_left(a, start) & mask)


def highest_bit(a: Array) -> Array:
    """`bfind`: where the highest set bit is, of a negative number the highest that is not; all ones if there is none."""
    raw = a.view(unsigned(a.dtype))
    if a.dtype.kind == "i":
        raw = np.where(a < 0, ~raw, raw)
    return (np.uint32(8 * a.dtype.itemsize - 1) - leading_zeros(raw)).astype(np.uint32)


def any_function_of_three(a: Array, b: Array, c: Array, table: int) -> Array:
    """`lop3`: bit by bit, the bit of `table` that those of `a`, `b`, `c` number, `a`'s highest (PTX ISA, 9.7.8.6)."""
    found: Array = np.zeros(np.broadcast_shapes(a.shape, b.shape, c.shape), a.dtype)
    for row in range(8):
        if table >> row & 1:
            found = found | ((a if row & 4 else ~a) & (b if row & 2 else ~b) & (c if row & 1 else ~c))
    return found


def permuted_bytes(a: Array, b: Array, selector: Array) -> Array:
    """`prmt`: each byte by four bits of `selector`: which of the eight of `b:a`, or its sign alone (PTX ISA, 9.7.9.7)."""
    pool = a.astype(np.uint64) | b.astype(np.uint64) << np.uint64(32)
    found: Array = np.zeros(np.broadcast_shapes(a.shape, b.shape, selector.shape), np.uint32)
    for place in range(4):
        control = selector >> np.uint32(4 * place) & np.uint32(0xF)
        byte = (pool >> (np.uint64(8) * (control & 7).astype(np.uint64)) & np.uint64(0xFF)).astype(np.uint32)
        signs = np.where(byte & 0x80, np.uint32(0xFF), np.uint32(0))
        found = found | np.where(control & 8, signs, byte) << np.uint32(8 * place)
    return found


_PERMUTATIONS = {
    "f4e": ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
    "b4e": ((0, 7, 6, 5), (1, 0, 7, 6), (2, 1, 0, 7), (3, 2, 1, 0)),
    "rc8": ((0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)),
    "ecl": ((0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 2, 3), (3, 3, 3, 3)),
    "ecr": ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
    "rc16": ((0, 1, 0, 1), (2, 3, 2, 3), (0, 1, 0, 1), (2, 3, 2, 3)),
}


def permutation_selector(mode: str, control: Array) -> Array:
    """The selector that a mode of `prmt` means, by the low two bits of its operand."""
    table = [sum(byte << 4 * place for place, byte in enumerate(row)) for row in _PERMUTATIONS[mode]]
    return np.array(table, np.uint32)[control & np.uint32(3)]


def permutation_modes() -> tuple[str, ...]:
    """The modes that `permutation_selector` knows."""
    return tuple(_PERMUTATIONS)
