"""What constants of PTX text mean as bytes."""

from __future__ import annotations

import math
import re
import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.ptx.syntax import Immediate


_ESCAPES: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def unquoted(text: str) -> str:
    """What a string literal means: C's escapes (PTX ISA, 4.5); any other character behind a backslash is itself."""
    return re.sub(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)", _unescaped, text[1:-1], flags=re.DOTALL)


def _unescaped(found: re.Match[str]) -> str:
    word = found[1]
    if word[0] == "x" and len(word) > 1:
        return chr(int(word[1:], 16))
    if "0" <= word[0] <= "7":
        return chr(int(word, 8) & 0xFF)
    return _ESCAPES.get(word, word)


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
                try:
                    return struct.pack(code, wide)
                except OverflowError:
                    return struct.pack(code, math.copysign(math.inf, wide))
        return bits.to_bytes(value.floating // 8, "little")[:size].ljust(size, b"\0")
    number = -value.value if negative else value.value
    return (number & (1 << 8 * size) - 1).to_bytes(size, "little")
