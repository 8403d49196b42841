"""Objects of `collections.namedtuple`, which say nothing of the types of their fields, as arguments of launches."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from periclase.compat.numba_cuda.uncovered import uncovered
from periclase.generics import Mismatch
from periclase.runtime.argument_types import type_of


def is_named_tuple(value: Any) -> bool:
    """Whether `value` is an object of a class of named tuples."""
    return isinstance(value, tuple) and getattr(value, "_fields", None) is not None  # pyright: ignore[reportUnknownArgumentType]


def with_types(value: Any) -> Any:
    """A named tuple whose class says nothing of its fields as an object of one whose fields have the types of the values; any
    other value as it is.

    Raises:
        DiagnosticError: PC0310, a field has no type on a device, or a name that fields with types do not have.
    """
    kind: Any = value.__class__
    if not is_named_tuple(value) or any(getattr(each, "__annotations__", None) for each in kind.__mro__):
        return value
    fields: list[Any] = [with_types(each) for each in value]
    types: list[Any] = []
    for name, each in zip(kind._fields, fields, strict=True):
        if name.startswith("_"):
            raise uncovered(
                f"the field `{name}` of the named tuple `{kind.__name__}`", "give the field a name of its own"
            )
        try:
            types.append(each.__class__ if is_named_tuple(each) else type_of(each))
        except Mismatch as mismatch:
            raise uncovered(
                f"the field `{name}` of the named tuple `{kind.__name__}`: {mismatch}, and it",
                "pass numbers, arrays, and tuples of these",
            ) from None
    return _class(kind, tuple(types))._make(fields)


@functools.lru_cache(maxsize=256)
def _class(untyped: Any, types: tuple[Any, ...]) -> Any:
    fields: Any = list(zip(untyped._fields, types, strict=True))
    made: Any = NamedTuple
    return made(untyped.__name__, fields)
