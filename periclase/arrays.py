"""Fixed arrays in a kernel, of constant shape: `shared_array((16, 16), f32)`, `local_array(8, f32)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from periclase.types import ArrayType, ScalarType, Space, is_storable

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
            from periclase.signature import type_of_annotation

            if not isinstance(arguments, tuple) or len(arguments) < 2:
                raise TypeError("Array[...] takes an element type and one or more extents: Array[f32, 4, 4]")
            element = type_of_annotation(arguments[0])
            if element is None or not is_storable(element):
                given = getattr(arguments[0], "__qualname__", None) or f"a value of type {type(arguments[0]).__name__}"
                raise TypeError(f"Array[...] takes a type that can be stored, not {given}")
            shape = arguments[1:]
            if not all(isinstance(each, TypeVar) or (isinstance(each, int) and each > 0) for each in shape):
                raise TypeError(f"the extents of an Array[...] are positive integers, not {shape!r}")
            return ArrayType(element, tuple(shape), Space.LOCAL)


def shared_array(shape: int | Sequence[int], dtype: type) -> FixedArray:
    """An array in shared memory, one for the block; its first contents are undefined.

    Args:
        shape: one or two positive constants: elements, or rows and columns.
        dtype: a scalar type such as `f32`.

    Raises:
        RuntimeError: on the host, where no block exists.
    """
    raise RuntimeError("shared_array() exists in kernels only: on the host there is no block to share it")


class _HostArray:
    """What `local_array` gives where a device function runs on the host: a list, or a list of lists, of zeros."""

    def __init__(self, shape: tuple[int, ...], dtype: ScalarType):
        self._shape = shape
        self._dtype = dtype
        count = 1
        for extent in shape:
            count *= extent
        self._items: list[Any] = [dtype.convert(0)] * count

    def __len__(self) -> int:
        return self._shape[0]

    def _position(self, index: Any) -> int:
        parts = cast(tuple[int, ...], index if isinstance(index, tuple) else (index,))
        if len(parts) != len(self._shape):
            raise IndexError(f"{len(self._shape)} indices expected, {len(parts)} given")
        position = 0
        for part, extent in zip(parts, self._shape, strict=True):
            if not 0 <= part < extent:
                raise IndexError(f"index {part} is outside 0 … {extent - 1}")
            position = position * extent + part
        return position

    def __getitem__(self, index: Any) -> Any:
        if len(self._shape) == 2 and not isinstance(index, tuple):
            return _HostRow(self, index)
        return self._items[self._position(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[self._position(index)] = self._dtype.convert(value)


class _HostRow:
    """One row of a two-dimensional `_HostArray`."""

    def __init__(self, array: _HostArray, row: int):
        self._array = array
        self._row = row

    def __len__(self) -> int:
        return self._array._shape[1]  # pyright: ignore[reportPrivateUsage]

    def __getitem__(self, column: int) -> Any:
        return self._array[self._row, column]

    def __setitem__(self, column: int, value: Any) -> None:
        self._array[self._row, column] = value


def local_array(shape: int | Sequence[int], dtype: type) -> FixedArray:
    """An array of the thread's own, in registers or local memory; its first contents are undefined (zero on the host).

    Args:
        shape: one or two positive constants: elements, or rows and columns.
        dtype: a scalar type such as `f32`.
    """
    if not isinstance(dtype, ScalarType):
        raise TypeError(f"local_array takes a scalar type such as f32, not {dtype!r}")
    array: Any = _HostArray((shape,) if isinstance(shape, int) else tuple(shape), dtype)
    return array
