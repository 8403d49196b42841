"""The type of `**named` in a function: the arguments that were given by names which no other parameter has."""

from __future__ import annotations

from periclase.types import TupleType, canonical_text, is_static


class KeywordsType(TupleType):
    """What Python would have as a dictionary: values under names, both known when the kernel is compiled.

    It lies as the tuple of the values does, in the order in which they were given.
    """

    names: tuple[str, ...]

    @property
    def is_storable(self) -> bool:
        return False

    @property
    def is_static(self) -> bool:
        return bool(self.elements) and all(map(is_static, self.elements))

    @property
    def canonical(self) -> str:
        held = zip(self.names, map(canonical_text, self.elements), strict=True)
        return f"keywords[{', '.join(f'{name}: {type}' for name, type in held)}]"

    def __str__(self) -> str:
        held = zip(self.names, self.elements, strict=True)
        return f"keywords[{', '.join(f'{name}: {type}' for name, type in held)}]"

    __repr__ = __str__


def same_names(one: object, other: object) -> bool:
    """Whether two types of tuples have items of the same names, or none of them names."""
    return getattr(one, "names", None) == getattr(other, "names", None)
