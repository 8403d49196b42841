"""Constants that functions of `core` name and no text holds the values of: what they are is said here."""

from __future__ import annotations

from math import isqrt

from periclase.importer.rust.mir_syntax import Constant, Elements, Number
from periclase.importer.rust.rust_types import Primitive


def core_constant(path: str) -> Constant | None:
    """The value of the constant of `core` at a path without generic arguments; None for any other.

    Source: rustc 1.95, `library/core/src/num/int_sqrt.rs`: of each byte the whole square root, and what is left of it.
    """
    if path != "core::num::int_sqrt::U8_ISQRT_WITH_REMAINDER":
        return None
    byte = Primitive("u8")
    pairs = [(Number(isqrt(n), byte), Number(n - isqrt(n) ** 2, byte)) for n in range(256)]
    return Elements(True, tuple(Elements(False, pair) for pair in pairs))


__all__ = ["core_constant"]
