"""Fixed arrays in a kernel, of constant shape: `shared_array((16, 16), f32)`, `local_array(8, f32)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from periclase.types import ArrayType, ScalarType, Space, Type, is_storable

if TYPE_CHECKING:

    class FixedArray:
        """A fixed array, as checkers see it: indexed by one integer or by one per dimension."""

        def __len__(self) -> int: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...


if TYPE_CHECKING:
    Array = FixedArray
else:

    class Array:
        """The annotation of a fixed array that is a part of something: `Array[f32, 8]`, `Array[f32, 4, 4]`."""

        def __class_getitem__(cls, arguments):
            from periclase.definition_errors import refuse
            from periclase.signature import type_of_annotation

            if not isinstance(arguments, tuple) or len(arguments) < 2:
                refuse("PC0201", "Array[...] takes an element type and one or more extents: Array[f32, 4, 4]")
            element = type_of_annotation(arguments[0])
            if element is None or not is_storable(element):
                given = (
                    getattr(arguments[0], "__qualname__", None)
                    or f"a value of type {type(arguments[0]).__name__}"
                )
                refuse("PC0201", f"Array[...] takes a type that can be stored, not {given}")
            shape = arguments[1:]
            if not all(isinstance(each, TypeVar) or (isinstance(each, int) and each > 0) for each in shape):
                refuse("PC0201", f"the extents of an Array[...] are positive integers, not {shape!r}")
            return ArrayType(element, tuple(shape), Space.LOCAL)


def shared_array(shape: int | Sequence[int], dtype: type, *, align: int = 16) -> FixedArray:
    """An array in shared memory, one for the block; its first contents are undefined.

    Args:
        shape: a positive constant, or several: elements, or rows and columns, and so on.
        dtype: a scalar type such as `f32`.
        align: what its address is a multiple of, in bytes: a power of two up to 1024. Copies by the copy engine want 128, those
            that swizzle up to 1024. Arrays of less than 16 bytes are aligned as their elements, if nothing is asked for.

    Raises:
        RuntimeError: on the host, where no block exists.
    """
    raise RuntimeError("shared_array() exists in kernels only: on the host there is no block to share it")


class _HostArray:
    """What `local_array` gives where a device function runs on the host: zeros, and objects of structs made of zeros.

    What is stored is copied into it, as on a device.
    """

    def __init__(self, shape: tuple[int, ...], element: Type):
        self.shape = shape
        self._element = element
        # Each by itself: an object can be changed in its place.
        self._items: list[Any] = [_zero(element) for _ in range(math.prod(shape))]

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        return self.at(_indices(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        self.put(_indices(index), value)

    def at(self, indices: tuple[int, ...]) -> Any:
        """An element, or where there are fewer indices than dimensions, a part."""
        if len(indices) < len(self.shape):
            return _HostPart(self, indices)
        return self._items[self._position(indices)]

    def put(self, indices: tuple[int, ...], value: Any) -> None:
        """Store a copy of `value`."""
        self._items[self._position(indices)] = _stored(self._element, value)

    def _position(self, indices: tuple[int, ...]) -> int:
        if len(indices) != len(self.shape):
            raise IndexError(f"{len(self.shape)} indices expected, {len(indices)} given")
        position = 0
        for index, extent in zip(indices, self.shape, strict=True):
            if not 0 <= index < extent:
                raise IndexError(f"index {index} is outside 0 … {extent - 1}")
            position = position * extent + index
        return position


class _HostPart:
    """A row, a plane, … of a `_HostArray`."""

    def __init__(self, array: _HostArray, first: tuple[int, ...]):
        self._array = array
        self._first = first

    def __len__(self) -> int:
        return self._array.shape[len(self._first)]

    def __getitem__(self, index: Any) -> Any:
        return self._array.at((*self._first, *_indices(index)))

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array.put((*self._first, *_indices(index)), value)


def _indices(index: Any) -> tuple[int, ...]:
    return cast("tuple[int, ...]", index if isinstance(index, tuple) else (index,))


def _zero(element: Type) -> Any:
    if isinstance(element, ScalarType):
        return element.convert(0)
    import numpy as np

    from periclase.structs import host_value, numpy_dtype

    return host_value(element, np.zeros((), numpy_dtype(element))[()])


def _stored(element: Type, value: Any) -> Any:
    """A copy of `value` as an element holds it."""
    if isinstance(element, ScalarType):
        return element.convert(value)
    import numpy as np

    from periclase.structs import host_value, numpy_dtype, plain

    cell = np.zeros((), numpy_dtype(element))
    cell[()] = plain(element, value)
    return host_value(element, cell[()])


def local_array(shape: int | Sequence[int], dtype: type) -> FixedArray:
    """An array of the thread's own, in registers or local memory; its first contents are undefined (zero on the host).

    Args:
        shape: a positive constant, or several: elements, or rows and columns, and so on.
        dtype: a scalar type such as `f32`, a struct, or another type that can be stored.
    """
    from periclase.signature import type_of_annotation

    element = type_of_annotation(dtype)
    if element is None or not is_storable(element):
        raise TypeError(f"local_array takes a type that can be stored, such as f32, not {dtype!r}")
    array: Any = _HostArray((shape,) if isinstance(shape, int) else tuple(shape), element)
    return array
