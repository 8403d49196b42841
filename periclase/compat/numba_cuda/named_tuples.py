"""Objects of `collections.namedtuple`, which say nothing of the types of their fields, as arguments of launches."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from periclase.generics import Mismatch
from periclase.runtime.argument_types import type_of


def is_named_tuple(value: Any) -> bool:
    """Whether `value` is an object of a class of named tuples."""
    return isinstance(value, tuple) and getattr(value, "_fields", None) is not None  # pyright: ignore[reportUnknownArgumentType]


def with_types(value: Any) -> Any:
    """A named tuple whose class says nothing of its fields as an object of one whose fields have the types of the values; any
    other value as it is."""
    kind: Any = value.__class__
    if not is_named_tuple(value) or kind.__annotations__:
        return value
    fields: list[Any] = [with_types(each) for each in value]
    try:
        types: list[Any] = [each.__class__ if is_named_tuple(each) else type_of(each) for each in fields]
    except Mismatch:
        return value  # the launch says what is wrong with it
    return _class(kind, tuple(types))(*fields)


@functools.lru_cache(maxsize=256)
def _class(untyped: Any, types: tuple[Any, ...]) -> Any:
    fields: Any = list(zip(untyped._fields, types, strict=True))
    made: Any = NamedTuple
    return made(untyped.__name__, fields)
