"""Structured dtypes of numpy as elements of buffers: by what text they are known, and which of them a kernel can use.

The text names the fields and what they hold, `{position: {x: float32, y: float32}, id: int32[4]}`. A layout that C would not
give (`align=False` in numpy) is told by offsets, so that it is another text.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import Any

import numpy as np

AnyDtype = np.dtype[Any]


@lru_cache(maxsize=256)
def structured_name(dtype: AnyDtype) -> str:
    """The text for a dtype with fields; of any other its name."""
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        return f"{structured_name(element)}[{', '.join(map(str, shape))}]"
    if dtype.names is None:
        return dtype.name
    natural_end, most = 0, 1
    parts: list[str] = []
    for name in dtype.names:
        field, offset = _field(dtype, name)
        align = natural_align(field)
        natural = (natural_end + align - 1) & -align
        parts.append(f"{name}: {structured_name(field)}{'' if natural == offset else f' @ {offset}'}")
        natural_end = offset + field.itemsize
        most = max(most, align)
    size = (natural_end + most - 1) & -most
    return f"{{{', '.join(parts)}}}{'' if size == dtype.itemsize else f' of {dtype.itemsize} bytes'}"


def _field(dtype: AnyDtype, name: str) -> tuple[AnyDtype, int]:
    fields: Any = dtype.fields
    field, offset = fields[name][:2]
    return field, offset


def natural_align(dtype: AnyDtype) -> int:
    """The alignment that C gives a dtype."""
    if dtype.subdtype is not None:
        return natural_align(dtype.subdtype[0])
    if dtype.names is not None:
        return max((natural_align(_field(dtype, name)[0]) for name in dtype.names), default=1)
    return dtype.alignment


def holds_only(dtype: AnyDtype, names: Container[str]) -> bool:
    """Whether every leaf of a dtype with fields is one of `names`."""
    if dtype.subdtype is not None:
        return holds_only(dtype.subdtype[0], names)
    if dtype.names is not None:
        return bool(dtype.names) and all(holds_only(_field(dtype, name)[0], names) for name in dtype.names)
    return dtype.name in names
