"""The variants of enums that rustc can not be asked about, from their source.

An enum that holds closures has no name outside of the function that makes it, and one that is declared in a function has none
outside of that. Both are for the device alone, so any layout will do; but which variant is which only the source tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from periclase.importer.rust.impl_headers import closing_bracket, split_outside

_COMMENTS: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_VARIANT: Final = re.compile(
    r"\s*(?:#\s*\[[^\]]*\]\s*)*(?:r#)?(\w+)\s*(?:[({].*[)}])?\s*(?:=\s*(-?\d[\d_]*)\s*)?\Z", re.DOTALL
)


def variants_in(text: str, name: str) -> tuple[tuple[str, int], ...] | None:
    """The variants of the enum `name` in a source, with their discriminants; None where it has no such enum, several, or one
    whose discriminants are not written as numbers."""
    text = _COMMENTS.sub(" ", text)
    found = [*re.finditer(rf"\benum\s+(?:r#)?{re.escape(name)}\b[^;{{]*{{", text)]
    if len(found) != 1:
        return None
    rest = text[found[0].end() - 1 :]
    variants: list[tuple[str, int]] = []
    following = 0
    for part in split_outside(rest[1 : closing_bracket(rest)], ","):
        if not part:
            continue
        match = _VARIANT.match(part)
        if match is None:
            return None
        if match[2] is not None:
            following = int(match[2].replace("_", ""))
        variants.append((match[1], following))
        following += 1
    return tuple(variants)


def variants_of(texts: Iterable[str], name: str) -> tuple[tuple[str, int], ...] | None:
    """The variants of the enum `name` that is in one of several sources; None where that is not certain."""
    found = {variants for text in texts if (variants := variants_in(text, name)) is not None}
    return found.pop() if len(found) == 1 else None


__all__ = ["variants_in", "variants_of"]
