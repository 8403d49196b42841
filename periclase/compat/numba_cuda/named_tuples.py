"""Objects of `collections.namedtuple`, which say nothing of the types of their fields, as arguments of launches."""

from __future__ import annotations

from typing import Any

from periclase.compat.numba_cuda.uncovered import uncovered
from periclase.generics import Mismatch
from periclase.named_tuples import is_untyped, typed_class
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
    if not is_untyped(kind):
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
    return typed_class(kind, tuple(types))._make(fields)
