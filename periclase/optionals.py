"""Values that may be there or not: `x: f32 | None`, `Optional[Point]`.

In memory such a value is a struct of two fields, as C and numpy lay it out: `value`, and `present`, which is false for `None`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from periclase.types import (
    ArrayType,
    DeviceType,
    ScalarType,
    SliceType,
    Type,
    bool_,
    canonical_text,
    is_open,
    is_storable,
    natural_layout,
)

_NONE = type(None)


class NoneType(DeviceType):
    """The type of `None` alone."""

    @property
    def is_static(self) -> bool:
        return True

    def parts(self) -> Sequence[tuple[str, Type]]:
        return ()

    def host_parts(self, value: Any) -> Sequence[Any]:
        return ()

    def __str__(self) -> str:
        return "None"

    __repr__ = __str__


NONE = NoneType()
"""The only one."""


class OptionalType(DeviceType):
    """The type of values of another type, and of `None`."""

    element: Type

    @property
    def is_storable(self) -> bool:
        return is_storable(self.element)

    @property
    def is_open(self) -> bool:
        return is_open(self.element)

    @property
    def size(self) -> int:
        return natural_layout((self.element, bool_))[1]

    @property
    def align(self) -> int:
        return natural_layout((self.element, bool_))[2]

    @property
    def canonical(self) -> str:
        return f"optional {canonical_text(self.element)}"

    def parts(self) -> Sequence[tuple[str, Type]] | None:
        if _zero(self.element) is None:
            return None
        return [(".value", self.element), (".present", bool_)]

    def host_parts(self, value: Any) -> Sequence[Any]:
        if value is None:
            return [_zero(self.element), False]
        return [value, True]

    def plain(self, value: Any) -> Any:
        """The value as numpy takes it for an element."""
        from periclase.structs import plain

        return tuple(
            plain(part, item)
            for (_, part), item in zip(self.parts() or (), self.host_parts(value), strict=True)
        )

    def object_of(self, value: Any) -> Any:
        """What an element of a numpy array stands for: None where it is not present."""
        from periclase.structs import host_value

        return host_value(self.element, value["value"]) if value["present"] else None

    def __str__(self) -> str:
        return f"{self.element} | None"

    __repr__ = __str__


def optional_of_annotation(annotation: Any) -> OptionalType | None:
    """The type that `T | None` or `Optional[T]` names, or None where it is something else.

    Args:
        annotation: a union, evaluated.
    """
    from periclase.signature import UNIT, type_of_annotation

    arguments: tuple[Any, ...] = getattr(annotation, "__args__", ())
    others = [argument for argument in arguments if argument is not _NONE and argument is not None]
    if len(others) != 1 or len(arguments) != 2:
        return None
    element = type_of_annotation(others[0])
    if element is None or element is UNIT or isinstance(element, ArrayType | OptionalType):
        return None
    return OptionalType(element)


def _zero(type: Type) -> Any:
    """A value of the host that stands where none is, or None where there is no such value."""
    if isinstance(type, ScalarType):
        return type.convert(0)
    if isinstance(type, SliceType):
        return None
    if hasattr(type, "host") and hasattr(type, "number"):
        return next(iter(cast(Any, type).host))
    parts = type.parts()
    if not parts:
        return None
    values = [_zero(part) for _, part in parts]
    if any(value is None for value in values):
        return None
    host: Any = getattr(type, "host", None)
    if host is None:
        return complex(values[0], values[1]) if hasattr(type, "numpy_name") else tuple(values)
    if issubclass(host, tuple):
        return cast(Any, tuple).__new__(host, values)
    made = object.__new__(host)
    for (name, _), value in zip(parts, values, strict=True):
        object.__setattr__(made, name[1:], value)
    return made
