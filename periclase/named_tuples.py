"""Classes of `collections.namedtuple`, which say nothing of the types of their fields: those of the values make them structs."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple


def is_untyped(host: Any) -> bool:
    """Whether a class is one of named tuples, neither of which nor of what it inherits says the types of the fields."""
    bases: tuple[Any, ...] = getattr(host, "__mro__", ())
    return (
        tuple in bases
        and any("_fields" in vars(each) for each in bases)
        and not any(getattr(each, "__annotations__", None) for each in bases)
    )


@functools.lru_cache(maxsize=256)
def typed_class(untyped: Any, types: tuple[Any, ...]) -> Any:
    """The class of named tuples with the name and the fields of `untyped`, of these types: always the same one."""
    fields: Any = list(zip(untyped._fields, types, strict=True))
    made: Any = NamedTuple
    return made(untyped.__name__, fields)
