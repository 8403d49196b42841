"""Keys: what of a call decides which candidate is the fastest, and the text that stands for it on disk."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import numpy as np

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.record import AnyRecord, field_names
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site

KeyFunction = Callable[..., Any]
"""Called with the arguments of the call."""


def anchor(size: int, *, base: int = 2, least: int = 1, most: int | None = None) -> int:
    """`size` rounded up to a power of `base`: for keys, so that sizes close to each other share a tuning.

    Args:
        size: such as a number of elements.
        base: at least 2; the larger, the more sizes are taken together.
        least: the smallest anchor. All sizes up to it share it.
        most: the largest anchor, or None. All sizes from it share it.

    Raises:
        ValueError: `base` is less than 2, or `most` less than `least`.
    """
    if base < 2:
        raise ValueError(f"the base of an anchor must be at least 2, not {base}")
    if most is not None and most < least:
        raise ValueError(f"the largest anchor ({most}) is less than the smallest ({least})")
    power = 1
    while power < size:
        power *= base
    power = max(power, least)
    return power if most is None else min(power, most)


def default_key(*arguments: Any, **named: Any) -> tuple[Any, ...]:
    """The key of functions that name none: dtypes and anchored extents of buffers and arrays, anchored whole numbers, and flags
    and texts as they are. Floats and all else do not matter."""
    return (
        *(_part(argument) for argument in arguments),
        *((name, _part(named[name])) for name in sorted(named)),
    )


def _part(value: Any) -> Any:
    if isinstance(value, Buffer | np.ndarray):
        array = cast("Buffer", value)
        return (array.dtype.name, *map(anchor, array.shape))
    if value is None or isinstance(value, bool | str | bytes | enum.Enum):
        return value
    if isinstance(value, int | np.integer):
        number = int(cast(int, value))
        return anchor(number) if number > 0 else -anchor(-number) if number < 0 else 0
    if isinstance(value, tuple | list):
        return tuple(_part(one) for one in cast("tuple[Any, ...]", value))
    return None


def holds_nan(key: Any) -> bool:
    """Whether `key`, a float or what contains some, is one that no lookup ever finds again."""
    match key:
        case float() | np.floating():
            return bool(key != key)
        case tuple() | frozenset():
            return any(map(holds_nan, cast("Iterable[Any]", key)))
        case _ if isinstance(key, AnyRecord) or dataclasses.is_dataclass(key):
            return any(holds_nan(getattr(key, name)) for name in _field_names(key))
        case _:
            return False


def _field_names(key: Any) -> Iterable[str]:
    return (
        field_names(key) if isinstance(key, AnyRecord) else [field.name for field in dataclasses.fields(key)]
    )


def key_text(key: Any) -> str:
    """The text that stands for `key` on disk: the same for equal keys, in every process.

    Raises:
        DiagnosticError: it holds something that has no such text.
    """
    match key:
        case enum.Enum():
            return f"{type(key).__qualname__}.{key.name}"
        case np.generic():  # before the rest: float64 is a float, too
            return key_text(key.item())
        case bool() | int() | str() | bytes() | None:
            return repr(key)
        case float():
            return "nan" if math.isnan(key) else repr(key)
        case np.dtype():
            return f"dtype {key.str if key.name == key.str else key.name}"
        case tuple() | list():
            return f"({', '.join(map(key_text, cast('tuple[Any, ...]', key)))})"
        case frozenset() | set():
            return f"{{{', '.join(sorted(map(key_text, cast('frozenset[Any]', key))))}}}"
        case Mapping():
            pairs = sorted((key_text(k), key_text(v)) for k, v in cast("Mapping[Any, Any]", key).items())
            return f"{{{', '.join(f'{k}: {v}' for k, v in pairs)}}}"
        case type():
            return f"{key.__module__}.{key.__qualname__}"
        case _ if isinstance(key, AnyRecord) or dataclasses.is_dataclass(key):
            fields = ", ".join(f"{name}={key_text(getattr(key, name))}" for name in _field_names(key))
            return f"{type(key).__qualname__}({fields})"
        case _:
            raise DiagnosticError(
                Diagnostic(
                    "PC0720",
                    f"the key of an autotuned function holds {key!r}, for which there is no text to store it under",
                    call_site().span(),
                    help="make the key of numbers, texts, enums, dtypes, and tuples or dataclasses of these",
                )
            )
