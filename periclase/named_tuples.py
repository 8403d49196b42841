"""Classes of `collections.namedtuple`, which say nothing of the types of their fields: those of the values make them structs."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple


def is_untyped(host: Any) -> bool:
    """Whether a class is one of named tuples, neither of which nor of what it inherits says the types of the fields."""
    return (
        isinstance(host, type)
        and issubclass(host, tuple)
        and hasattr(host, "_fields")
        and not any(getattr(each, "__annotations__", None) for each in host.__mro__)
    )


@functools.lru_cache(maxsize=256)
def typed_class(untyped: Any, types: tuple[Any, ...]) -> Any:
    """The class of named tuples with the name and the fields of `untyped`, of these types: always the same one."""
    fields: Any = list(zip(untyped._fields, types, strict=True))
    made: Any = NamedTuple
    return made(untyped.__name__, fields)
