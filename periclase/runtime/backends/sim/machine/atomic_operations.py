"""What atomic operations do to an element (PTX ISA, 9.7.13.5, 9.7.13.6)."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.read_modify_write import (
    Chain,
    Operation,
    one_by_one,
    running,
)

Array = np.ndarray[Any, Any]

INTEGERS: Final = {
    "u32": np.dtype("<u4"),
    "s32": np.dtype("<i4"),
    "b32": np.dtype("<u4"),
    "u64": np.dtype("<u8"),
    "s64": np.dtype("<i8"),
    "b64": np.dtype("<u8"),
    "b16": np.dtype("<u2"),
}

ELEMENTS: Final[dict[str, tuple[str, np.dtype[Any], int]]] = {
    **{name: (name, dtype, 1) for name, dtype in INTEGERS.items()},
    "f16": ("f16", np.dtype("<f2"), 1),
    "f16x2": ("f16", np.dtype("<f2"), 2),
    "bf16": ("bf16", np.dtype("<u2"), 1),
    "bf16x2": ("bf16", np.dtype("<u2"), 2),
    "f32": ("f32", np.dtype("<f4"), 1),
    "f64": ("f64", np.dtype("<f8"), 1),
}
"""Types that operations have: what an element is, its dtype, and how many of them there are."""

_F32: Final = np.dtype("<f4")
_SMALLEST_NORMAL: Final = np.float32(2.0**-126)
_SAFE: Final = np.float32(2.0**-103)
"""Numbers of this size and above are multiples of the smallest normal one, and so are all their sums: none has to be flushed."""


def _canonical(values: Array, bits: int) -> Array:
    """`values`, with each NaN the one of these bits."""
    wrong = np.isnan(values)
    if wrong.any():
        values = values.copy()
        values.view(f"<u{values.itemsize}")[wrong] = bits
    return values


def _add_floats(bits: int) -> Operation:
    """Sums rounded to the nearest, of subnormal numbers, too; what is no number becomes `bits`."""

    def combine(old: Array, values: Array) -> Array:
        return _canonical(old + values, bits)

    def chain(first: Array, values: Array) -> Array:
        sums = np.add.accumulate(np.concatenate((first, values)), dtype=first.dtype)
        sums[1:] = _canonical(sums[1:], bits)
        return sums

    return Operation(combine, chain)


def _flushed(values: Array) -> Array:
    """Subnormal numbers become zeros of their sign."""
    return np.where(np.abs(values) < _SMALLEST_NORMAL, np.copysign(_F32.type(0), values), values)


def _add_flushing() -> Operation:
    """`atom.add.f32` on global memory: subnormal numbers are zeros, before and after."""
    plain = _add_floats(0x7FFF_FFFF)

    def combine(old: Array, values: Array) -> Array:
        return _flushed(plain.combine(_flushed(old), _flushed(values)))

    def chain(first: Array, values: Array) -> Array:
        both = np.concatenate((first, values))
        sizes = np.abs(both)
        if bool(((sizes >= _SAFE) | (sizes == 0) | np.isnan(both)).all()):
            assert plain.chain is not None
            return plain.chain(first, values)
        for place in range(1, len(both)):
            both[place : place + 1] = combine(both[place - 1 : place], both[place : place + 1])
        return both

    return Operation(combine, chain)


def bf16_to_f32(values: Array) -> Array:
    """The numbers that the bits of bf16 mean."""
    return (values.astype(np.uint32) << np.uint32(16)).view(_F32)


def bf16_of_f32(values: Array) -> Array:
    """The bits of the nearest bf16, of two the even one; NaN is 0x7FFF."""
    bits = values.view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(values), np.uint32(0x7FFF), rounded).astype(np.uint16)


def _add_bf16(old: Array, values: Array) -> Array:
    # A sum of two of 8 bits, rounded to 24 and then to 8, is as if rounded once: 24 >= 2 * 8 + 2.
    return bf16_of_f32(bf16_to_f32(old) + bf16_to_f32(values))


def _round_to_bf16(value: float) -> float:
    """The nearest number of 8 bits, of two the even one."""
    if not math.isfinite(value):
        return value
    _, exponent = math.frexp(value)
    unit = max(exponent, _BF16_LEAST_EXPONENT) - 8
    rounded = math.ldexp(round(math.ldexp(value, -unit)), unit)
    return rounded if abs(rounded) < _BF16_BOUND else math.copysign(math.inf, value)


_BF16_LEAST_EXPONENT: Final = -125
"""What `frexp` says of the smallest normal number, 2⁻¹²⁶."""
_BF16_BOUND: Final = 2.0**128


def _add_bf16_one_by_one(first: Array, values: Array) -> Array:
    """The chain of `_add_bf16`, in Python's floats, of which numpy's calls would be the largest part."""
    (number,) = bf16_to_f32(first).tolist()
    numbers = [number]
    for value in bf16_to_f32(values).tolist():
        number = _round_to_bf16(number + value)
        numbers.append(number)
    found = bf16_of_f32(np.array(numbers, _F32))
    found[0] = first[0]
    return found


def _extreme(largest: bool, infinity: int) -> Operation:
    """`min` or `max` of f16 or bf16: -0 is below 0, and a number is preferred to what is none (PTX ISA, 9.7.4.11).

    Args:
        infinity: its bits; those above it, without the sign, are no numbers.
    """
    none = np.int32(-1 << 20 if largest else 1 << 20)
    ufunc = np.maximum if largest else np.minimum

    def keys(values: Array) -> Array:
        """Integers in the order of the numbers; what is none is the last to be chosen."""
        words = values.view(np.uint16).astype(np.int32)
        sizes = words & 0x7FFF
        return np.where(sizes > infinity, none, np.where(words > 0x7FFF, ~sizes, sizes)).astype(np.int32)

    def decoded(chosen: Array, like: Array) -> Array:
        words = np.where(chosen == none, 0x7FFF, np.where(chosen < 0, ~chosen | 0x8000, chosen))
        return words.astype(np.uint16).view(like.dtype)

    def combine(old: Array, values: Array) -> Array:
        return decoded(ufunc(keys(old), keys(values)), old)

    def chain(first: Array, values: Array) -> Array:
        found = decoded(ufunc.accumulate(np.concatenate((keys(first), keys(values)))), first)
        found[0] = first[0]
        return found

    return Operation(combine, chain)


def _increment(old: Array, limit: Array) -> Array:
    return np.where(old >= limit, 0, old + old.dtype.type(1)).astype(old.dtype)


def _decrement(old: Array, limit: Array) -> Array:
    return np.where((old == 0) | (old > limit), limit, old - old.dtype.type(1))


def _exchange(old: Array, values: Array) -> Array:
    return values


def _exchanges(first: Array, values: Array) -> Array:
    return np.concatenate((first, values))


def _compare_and_swap(old: Array, expected: Array, values: Array) -> Array:
    return np.where(old == expected, values, old)


def _incremented(old: int, limit: int) -> int:
    return 0 if old >= limit else old + 1


def _decremented(old: int, limit: int) -> int:
    return limit if old == 0 or old > limit else old - 1


def _swapped(old: int, expected: int, value: int) -> int:
    return value if old == expected else old


def _of_ufunc(ufunc: np.ufunc) -> Operation:
    return Operation(ufunc, running(ufunc), ufunc)


def _with_chain(combine: Any, chain: Chain) -> Operation:
    return Operation(combine, chain)


_INTEGER_OPERATIONS: Final = {
    "add": _of_ufunc(np.add),
    "min": _of_ufunc(np.minimum),
    "max": _of_ufunc(np.maximum),
    "and": _of_ufunc(np.bitwise_and),
    "or": _of_ufunc(np.bitwise_or),
    "xor": _of_ufunc(np.bitwise_xor),
    "inc": _with_chain(_increment, one_by_one(_incremented)),
    "dec": _with_chain(_decrement, one_by_one(_decremented)),
    "exch": _with_chain(_exchange, _exchanges),
    "cas": _with_chain(_compare_and_swap, one_by_one(_swapped)),
}
SWAPS: Final = {"exch": Operation(_exchange), "cas": Operation(_compare_and_swap)}
"""What is done to elements of any type, such as those of 16 bytes."""

_WORDS: Final = ("add", "min", "max")
_BITWISE: Final = ("and", "or", "xor", "exch", "cas")

_ALLOWED: Final = {
    "u32": (*_WORDS, "inc", "dec"),
    "s32": _WORDS,
    "u64": _WORDS,
    "s64": _WORDS,
    "b32": _BITWISE,
    "b64": _BITWISE,
    "b16": ("cas",),
}

_FLOAT_OPERATIONS: Final = {
    ("add", "f64"): Operation(np.add, running(np.add), np.add),
    ("add", "f16"): _add_floats(0x7FFF),
    ("add", "bf16"): Operation(_add_bf16, _add_bf16_one_by_one),
    **{
        (name, type): _extreme(largest, infinity)
        for type, infinity in (("f16", 0x7C00), ("bf16", 0x7F80))
        for name, largest in (("min", False), ("max", True))
    },
}
_SUM: Final = _add_floats(0x7FFF_FFFF)
_SUM_FLUSHING: Final = _add_flushing()


def operation(name: str, type: str, *, flush: bool) -> Operation | None:
    """The operation `name` on elements of `type` (a key of `INTEGERS`, or a float); None if there is none.

    Args:
        flush: whether sums of f32 take subnormal numbers for zeros, which they do in global memory.
    """
    if name in _ALLOWED.get(type, ()):
        return _INTEGER_OPERATIONS[name]
    if (name, type) == ("add", "f32"):
        return _SUM_FLUSHING if flush else _SUM
    return _FLOAT_OPERATIONS.get((name, type))
