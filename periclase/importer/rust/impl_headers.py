"""Which impl an item belongs to, told from the text of the impl's header.

MIR says where an impl stands, `<impl at a.rs:3:1: 3:17>::f`, and a call says what it is for, `<A as Shape>::f`. The types of `f`
join the two where `Self` is among them. Where it is not, or where the trait has a body of its own for `f`, only the header tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from periclase.importer.rust.rust_types import (
    PRIMITIVES,
    Array,
    Lifetime,
    Nominal,
    Path,
    Primitive,
    RawPointer,
    Reference,
    RustType,
    Slice,
    Tuple,
)

_ALIAS: Final = r"\b(?:type|as)\s+{}\b"


class ImplHeader:
    """The header of an impl.

    Args:
        text: `impl<T> Shape<T> for Square<T>`; of a derived impl the name of the trait.
        module: the names of the modules that it stands in.
        file: the whole source file, in which names may be given to types of other names.
    """

    def __init__(self, text: str, module: tuple[str, ...], file: str = ""):
        self._module = module
        self._file = file
        self.generics: set[str] = set()
        self.trait: str | None = None
        self.type: str | None = None
        self.is_derived = False
        match = re.match(r"\s*(?:unsafe\s+)?impl\b", text)
        if match is None:
            self.is_derived = "$" not in text
            self.trait = text.strip()
            return
        rest = text[match.end() :].strip()
        if rest.startswith("<"):
            end = closing_bracket(rest)
            for part in split_outside(rest[1:end], ","):
                self.generics.add(part.removeprefix("const ").partition(":")[0].strip())
            rest = rest[end + 1 :]
        rest = re.split(r"\bwhere\b", rest)[0]
        parts = split_outside(rest, " for ")
        self.type = parts[-1]
        self.trait = parts[0] if len(parts) == 2 else None

    def fits(self, type: RustType | None, trait: Path | None) -> bool | None:
        """Whether the impl is that of `trait` for `type`, or of none; None where the header does not tell."""
        if self.is_derived:
            return None if trait is not None and _last(self.trait or "") == trait.last.name else False
        if self.type is None or (self.trait is not None and "$" in self.trait):
            return None
        if (trait is None) != (self.trait is None):
            return False
        found: bool | None = True
        if trait is not None and self.trait is not None:
            if _last(self.trait) != trait.last.name:
                return None if self._is_alias(_last(self.trait)) else False
            found = self._all_fit(self.trait, trait.last.arguments)
        own = None if type is None else self._fits(self.type, type)
        return False if found is False or own is False else found and own

    def _fits(self, text: str, type: RustType) -> bool | None:
        text = text.strip()
        if "$" in text or text in self.generics:
            return None
        if isinstance(type, Primitive):
            if text in PRIMITIVES or text[:1] in "&[(*":
                return text == type.name
            return None if self._is_alias(_last(text)) or not _last(text) else False
        if isinstance(type, Reference) and text.startswith("&"):
            return self._fits(re.sub(r"\A&\s*('\w+\s+)?(mut\s+)?", "", text), type.target)
        if not isinstance(type, Nominal):
            return self._fits_parts(text, type)
        if text in PRIMITIVES or text[:1] in "&[(*":
            return False
        if type.path.self_type is not None or not _last(text):
            return None
        if _last(text) != type.path.last.name:
            return None if self._is_alias(_last(text)) else False
        arguments = self._all_fit(text, type.arguments)
        at_home = (
            tuple(s.name for s in type.path.segments[:-1]) == self._module
            and "::" not in text.partition("<")[0]
        )
        return arguments if at_home or arguments is False else None

    def _fits_parts(self, text: str, type: RustType) -> bool | None:
        """The same of a type without a name: a tuple, an array, a slice, a pointer."""
        if isinstance(type, Tuple):
            opening = "("
        elif isinstance(type, Array | Slice):
            opening = "["
        elif isinstance(type, RawPointer):
            opening = "*"
        else:
            return None
        if not text.startswith(opening):
            return None if _last(text) and self._is_alias(_last(text)) else False
        if isinstance(type, Tuple):
            texts = [part for part in split_outside(text[1:-1], ",") if part]
            if len(texts) != len(type.elements):
                return False
            return self._whole(self._fits(t, e) for t, e in zip(texts, type.elements, strict=True))
        if isinstance(type, Array | Slice):
            parts = split_outside(text[1:-1], ";")
            if (len(parts) == 2) != isinstance(type, Array):
                return False
            if isinstance(type, Array) and parts[1].isdigit() and parts[1] != str(type.length):
                return False
            return self._fits(parts[0], type.element)
        return None

    @staticmethod
    def _whole(found: Iterable[bool | None]) -> bool | None:
        """Whether all parts fit."""
        each = [*found]
        return False if False in each else None if None in each else True

    def _all_fit(self, text: str, types: Iterable[RustType]) -> bool | None:
        """Whether the generic arguments behind a path are these types."""
        _, found, inner = text.partition("<")
        texts = (
            [t for t in split_outside(inner.rpartition(">")[0], ",") if t and not t.startswith("'")]
            if found
            else []
        )
        given = [type for type in types if not isinstance(type, Lifetime)]
        if len(texts) != len(given):
            return None
        answers = [self._fits(t, type) for t, type in zip(texts, given, strict=True)]
        if any(answer is False for answer in answers):
            return False
        return True if all(answers) else None

    def _is_alias(self, name: str) -> bool:
        return name == "" or re.search(_ALIAS.format(re.escape(name)), self._file) is not None


def _last(path: str) -> str:
    """The final name of a path."""
    match = re.search(r"(\w+)\s*(?:<.*)?\Z", path.strip().partition("<")[0])
    return "" if match is None else match[1]


def closing_bracket(text: str) -> int:
    """Where the bracket closes that the text begins with."""
    depth = 0
    for at, letter in enumerate(text):
        if letter in "<([{":
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[at - 1] != "-"):
            depth -= 1
            if not depth:
                return at
    return len(text) - 1


def split_outside(text: str, by: str) -> list[str]:
    """The parts of a text between separators that are in no brackets."""
    parts: list[str] = []
    depth = start = at = 0
    while at < len(text):
        letter = text[at]
        if letter in "<([{":
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[at - 1] != "-"):
            depth -= 1
        elif not depth and text.startswith(by, at):
            parts.append(text[start:at].strip())
            start = at + len(by)
        at += 1
    return [*parts, text[start:].strip()]


__all__ = ["ImplHeader", "closing_bracket", "split_outside"]
