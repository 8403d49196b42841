"""Values and their bytes.

A scalar is its bits as a non-negative `int`; a pointer is its address. `UNDEF` is a scalar of which a bit is unknown. An
aggregate is its bytes in the layout of the type, `None` for one that is undefined (padding as well).
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute

from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import is_scalar, is_signed
from periclase.interpreter.failure import Undefined


class Undef(Enum):
    """The type of `UNDEF`."""

    UNDEF = "undef"

    def __repr__(self) -> str:
        return "undef"


UNDEF: Final = Undef.UNDEF
Bytes = tuple[int | None, ...]
Scalar = int | Undef
Value = Scalar | Bytes


def width_of(type: Attribute) -> int:
    """The bits of a scalar: 1 for `i1`, 64 for a pointer."""
    return cast(Any, type).width.data if isinstance(type, IntegerType) else 8 * size_of(type)


def truncate(number: int, type: Attribute) -> int:
    """The low bits of `number`, as many as the type has."""
    return number & ((1 << width_of(type)) - 1)


def number_of(bits: int, type: Attribute) -> int:
    """The integer that these bits stand for."""
    width = width_of(type)
    return bits - (1 << width) if is_signed(type) and bits >> (width - 1) else bits


def to_bytes(value: Value, type: Attribute) -> Bytes:
    """The bytes of a value in memory, little endian."""
    if isinstance(value, tuple):
        return value
    size = size_of(type)
    return (None,) * size if isinstance(value, Undef) else tuple(value.to_bytes(size, "little"))


def from_bytes(data: Bytes, type: Attribute) -> Value:
    """The value whose bytes these are."""
    if not is_scalar(type):
        return data
    known: list[int] = []
    for byte in data:
        if byte is None:
            return UNDEF
        known.append(byte)
    bits = int.from_bytes(known, "little")
    if bits >> width_of(type):
        raise Undefined(f"the byte {bits} is neither true nor false")
    return bits


def known(value: Value, what: str) -> int:
    """The bits of a scalar on which something depends.

    Raises:
        Undefined: they are not known.
    """
    if isinstance(value, int):
        return value
    raise Undefined(f"{what} is not initialised")


__all__ = [
    "UNDEF",
    "Bytes",
    "Scalar",
    "Undef",
    "Value",
    "from_bytes",
    "known",
    "number_of",
    "to_bytes",
    "truncate",
    "width_of",
]
