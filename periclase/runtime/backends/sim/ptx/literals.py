"""What constants of PTX text mean as bytes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.ptx.syntax import Immediate


def unquoted(text: str) -> str:
    """What a string literal means: C's escapes (PTX ISA, 4.5)."""
    body = text[1:-1]
    if "\\" not in body:
        return body
    return body.encode("latin-1", "backslashreplace").decode("unicode_escape", "replace")


def encoded(value: Immediate, negative: bool, kind: str, size: int) -> bytes:
    """The bytes of an element of a variable.

    Args:
        value: a constant.
        negative: whether a minus stands in front of it.
        kind: the type of the variable.
        size: bytes of an element.
    """
    if value.floating:
        bits = value.value ^ (negative << value.floating - 1)
        if kind in ("f32", "f64", "f16"):
            wide = struct.unpack(
                "<f" if value.floating == 32 else "<d", bits.to_bytes(value.floating // 8, "little")
            )[0]
            code = {"f16": "<e", "f32": "<f", "f64": "<d"}[kind]
            if value.floating // 8 != size:
                return struct.pack(code, wide)
        return bits.to_bytes(value.floating // 8, "little")[:size].ljust(size, b"\0")
    number = -value.value if negative else value.value
    return (number & (1 << 8 * size) - 1).to_bytes(size, "little")
