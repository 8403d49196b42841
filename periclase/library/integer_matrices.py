"""Products of matrices of integers of 4 bits and of single bits, and sums that are clamped, in the language of kernels: what the
CPU runs in place of `mma.sync` on them.

A word holds eight numbers of 4 bits, the first in the lowest, or 32 bits; which words a lane holds is as in `matrices`. Sums that
are clamped (`satfinite`) are exact to the end, and then brought to what 32 bits hold.
"""

# pyright: basic, reportInvalidTypeForm=false
from collections.abc import Callable
from itertools import product as pairs
from typing import TYPE_CHECKING, Any

from periclase.bits import bit_cast, popcount
from periclase.library.matrices import _narrow, _small, _wide

if TYPE_CHECKING:  # on the host they are numbers of Python
    i8 = i32 = i64 = u8 = u32 = int
else:
    from periclase.types import i8, i32, i64, u8, u32


def _s4(x: u32, k: u32) -> i32:
    return i32(((x >> (4 * k)) & 15) ^ 8) - 8


def _u4(x: u32, k: u32) -> i32:
    return i32((x >> (4 * k)) & 15)


def _s8(x: u32, k: u32) -> i32:
    return i32(bit_cast(u8((x >> (8 * k)) & 255), i8))


def _u8(x: u32, k: u32) -> i32:
    return i32((x >> (8 * k)) & 255)


def _dot(first: Callable[..., Any], second: Callable[..., Any], numbers: int) -> Any:
    """The sum of the products of the numbers of two words, whose elements `first` and `second` take out of them."""

    def dot(x: u32, y: u32, c):
        total = i32(0)
        for k in range(numbers):
            total += first(x, u32(k)) * second(y, u32(k))
        return c + total

    return dot


def _ones_in_both(x: u32, y: u32, c: i32) -> i32:
    return c + i32(popcount(x & y))


def _ones_in_one(x: u32, y: u32, c: i32) -> i32:
    return c + i32(popcount(x ^ y))


def _clamped(x: i64) -> i32:
    return i32(min(max(x, i64(-0x80000000)), i64(0x7FFFFFFF)))


def _product(laid_out: Callable[..., Any], dot: Any) -> Any:
    def product(a, b, c):
        return laid_out(dot, a, b, c)

    return product


def _clamped_product(laid_out: Callable[..., Any], dot: Any) -> Any:
    def four(a, b, c):
        d0, d1, d2, d3 = laid_out(dot, a, b, (i64(c[0]), i64(c[1]), i64(c[2]), i64(c[3])))
        return _clamped(d0), _clamped(d1), _clamped(d2), _clamped(d3)

    def two(a, b, c):
        d0, d1 = laid_out(dot, a, b, (i64(c[0]), i64(c[1])))
        return _clamped(d0), _clamped(d1)

    return two if laid_out is _small else four


def _all() -> dict[str, Any]:
    """The functions by the names that the rows of the table give them."""
    found: dict[str, Any] = {}
    for element, numbers, (signed, unsigned), shapes in (
        ("i4", 8, (_s4, _u4), {"m8n8k32": _small, "m16n8k32": _narrow, "m16n8k64": _wide}),
        ("i8", 4, (_s8, _u8), {"m8n8k16": _small, "m16n8k16": _narrow, "m16n8k32": _wide}),
    ):
        for first, second in pairs((signed, unsigned), repeat=2):
            dot = _dot(first, second, numbers)
            for shape, laid_out in shapes.items():
                stem = f"mma_{shape}_s32_{element}{first.__name__}{second.__name__}"
                found[stem] = _product(laid_out, dot)
                found[f"{stem}_satfinite"] = _clamped_product(laid_out, dot)
    for shape, laid_out in (("m8n8k128", _small), ("m16n8k128", _narrow), ("m16n8k256", _wide)):
        found[f"mma_{shape}_s32_b1_and"] = _product(laid_out, _ones_in_both)
        found[f"mma_{shape}_s32_b1_xor"] = _product(laid_out, _ones_in_one)
    return found


for _name, _function in _all().items():
    _function.__name__ = _function.__qualname__ = _name
    globals()[_name] = _function
