"""Views: arrays of one to three dimensions as a kernel sees them, with extents and strides.

```python
@kernel
def transpose(x: View[f32, 2], y: OutView[f32, 2]):
    j, i = global_idx_x(), global_idx_y()
    if i < y.shape[0] and j < y.shape[1]:
        y[i, j] = x[j, i]
```

An argument is a buffer or array with that number of dimensions, in any order and with any strides. In a kernel a view is a
pointer to its first element, the extents, and how far apart neighbours are, in elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from periclase.types import (
    Access,
    DeviceType,
    ScalarType,
    SliceType,
    Space,
    Type,
    canonical_text,
    is_open,
    is_storable,
    isize,
)

MOST_DIMENSIONS = 3

_NAMES = {Access.READ: "View", Access.READ_WRITE: "MutView", Access.WRITE: "OutView"}


class ViewType(DeviceType):
    """The type of a view.

    Attributes:
        element: any storable type.
        rank: the number of dimensions.
        access: what may be done with the elements.
        space: where they lie: in a buffer, or in a fixed array. An annotation says nothing of it: a function is compiled for
            each.
    """

    element: Type
    rank: int
    access: Access
    space: Space = Space.GLOBAL

    @property
    def is_open(self) -> bool:
        return is_open(self.element)

    @property
    def canonical(self) -> str:
        where = "" if self.space is Space.GLOBAL else f"{self.space.value} "
        return f"{where}{_NAMES[self.access]}[{canonical_text(self.element)}, {self.rank}]"

    def classes(self) -> Iterator[type]:
        return self.element.classes() if isinstance(self.element, DeviceType) else iter(())

    def parts(self) -> Sequence[tuple[str, Type]]:
        """All memory from the first to the last element as a slice, which element of it is the first, extents, strides."""
        return _parts_of(self)

    def host_parts(self, value: Any) -> Sequence[Any]:
        from periclase.runtime.strided import parts_of_argument

        return parts_of_argument(value, self.rank)

    def taker(self) -> Callable[[Any], Sequence[Any]]:
        from periclase.runtime.strided import taker_of_views

        return taker_of_views(self.rank)

    def __str__(self) -> str:
        return f"{_NAMES[self.access]}[{self.element}, {self.rank}]"

    __repr__ = __str__


@lru_cache(maxsize=4096)
def _parts_of(type: ViewType) -> Sequence[tuple[str, Type]]:
    """See `ViewType.parts`; every launch asks."""
    axes = range(type.rank)
    return [
        ("", SliceType(type.element, type.access)),
        (".offset", isize),
        *((f".shape[{axis}]", isize) for axis in axes),
        *((f".strides[{axis}]", isize) for axis in axes),
    ]


def view(array: Any) -> Any:
    """A fixed array as a view, of which parts can be taken: `view(tile)[1:, ::2]`, `view(tile).T`.

    An array is also passed as it is where a function takes a view of as many dimensions. On the host it gives `array`.

    Args:
        array: a fixed array of a kernel: local, shared, constant or a device global.
    """
    return array


class _ViewBase:
    """What the three views share. They exist in kernels only: a host program passes buffers and arrays instead."""

    if TYPE_CHECKING:
        shape: tuple[int, ...]
        strides: tuple[int, ...]
        ndim: int
        size: int

        @property
        def T(self) -> Any: ...
        def __class_getitem__(cls, arguments: Any) -> Any: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Any]: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...
    else:
        _access: Access

        def __init__(self, *_args, **_keywords):
            name = type(self).__name__
            raise TypeError(
                f"{name} is an annotation: pass a buffer (device.array(...)) or an array to the launch instead"
            )

        def __class_getitem__(cls, arguments):
            from periclase.definition_errors import refuse

            name = cls.__name__
            if not isinstance(arguments, tuple) or len(arguments) != 2:
                refuse(
                    "PC0201", f"{name}[...] takes an element type and a number of dimensions: {name}[f32, 2]"
                )
            element, rank = arguments
            if not isinstance(element, ScalarType):
                from periclase.signature import type_of_annotation

                element = type_of_annotation(element)
                if element is None or not is_storable(element):
                    refuse("PC0201", f"{name}[...] takes a type that can be stored, such as f32 or a struct")
            if not isinstance(rank, int) or not 1 <= rank <= MOST_DIMENSIONS:
                refuse("PC0201", f"{name}[...] has 1 to {MOST_DIMENSIONS} dimensions, not {rank!r}")
            return ViewType(element, rank, cls._access)


class View(_ViewBase):
    """A view that a kernel reads: `x: View[f32, 2]`, `x[i, j]`, `x.shape`, `x[1:-1, ::2]`."""

    if not TYPE_CHECKING:
        _access = Access.READ


class MutView(_ViewBase):
    """A view that a kernel reads and writes."""

    if not TYPE_CHECKING:
        _access = Access.READ_WRITE


class OutView(_ViewBase):
    """A view that a kernel writes and never reads, so that its former contents need not exist."""

    if not TYPE_CHECKING:
        _access = Access.WRITE
