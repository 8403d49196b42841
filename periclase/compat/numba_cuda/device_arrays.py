"""numba's arrays on a device: `cuda.to_device`, `cuda.device_array`, and what they give.

Each is a buffer of Periclase, `array.buffer`: what its launches wait for, and where a failure shows, is told there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import numpy as np

from periclase.compat.numba_cuda.array_directions import InOut
from periclase.compat.numba_cuda.devices import current_device
from periclase.compat.numba_cuda.number_types import NumberType
from periclase.compat.numba_cuda.streams import entered
from periclase.compat.numba_cuda.uncovered import uncovered
from periclase.runtime.buffer import Buffer
from periclase.runtime.interop import is_array_like

Array = np.ndarray[Any, np.dtype[Any]]


def numpy_dtype(dtype: Any) -> np.dtype[Any]:
    """The numpy dtype that a type of numba's, or anything that numpy takes, names."""
    return np.dtype(dtype.numpy_name) if isinstance(dtype, NumberType) else np.dtype(dtype)


class DeviceNDArray:
    """An array on a device."""

    def __init__(self, buffer: Buffer):
        self.buffer = buffer

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return self.buffer.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The numpy dtype of the elements."""
        return self.buffer.dtype

    @property
    def strides(self) -> tuple[int, ...]:
        """How far apart neighbours are along each axis, in bytes."""
        return self.buffer.strides

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.buffer.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.buffer.size

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return self.buffer.nbytes

    alloc_size = nbytes

    def is_c_contiguous(self) -> bool:
        """Whether the elements lie one behind the other."""
        return self.buffer.is_contiguous

    def is_f_contiguous(self) -> bool:
        """Whether they do with the axes in reverse."""
        return self.buffer.T.is_contiguous

    def __len__(self) -> int:
        return len(self.buffer)

    def __repr__(self) -> str:
        return f"<device array {self.shape} {self.dtype.name} on {self.buffer.device.name}>"

    # Contents

    def copy_to_host(self, ary: Array | None = None, stream: Any = 0) -> Array:
        """The contents, in a new array or in `ary`. Waits for the launch that has written them, on whatever stream.

        Raises:
            BufferFailure: a launch that was to write them has failed.
            ValueError: `ary` has another shape or dtype.
        """
        values = self.buffer.read()
        if ary is None:
            return values
        if ary.shape != values.shape or ary.dtype != values.dtype:
            raise ValueError(
                f"an array of {values.shape} {values.dtype.name} can not be copied to one of {ary.shape} {ary.dtype.name}"
            )
        ary[...] = values
        return ary

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Set the contents to those of an array of the host or of a device.

        Raises:
            ValueError: it has another size.
        """
        values = ary.copy_to_host() if isinstance(ary, DeviceNDArray) else np.asarray(ary)
        if values.size != self.size:
            raise ValueError(f"an array of {values.shape} can not be copied to one of {self.shape}")
        with entered(stream):
            self.buffer.write(np.ascontiguousarray(values.reshape(self.shape), self.dtype))

    def to_host(self, stream: Any = 0) -> None:
        """Not covered: numba copies to the array that this one was made of, which is not known here.

        Raises:
            DiagnosticError: always.
        """
        raise uncovered(
            "`to_host` of a device array", "write `array.copy_to_host()`, or `copy_to_host(target)`"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        values = self.copy_to_host()
        return values if dtype is None else values.astype(dtype)

    def __getitem__(self, index: Any) -> Any:
        if self._names_one_element(index):
            position = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
            parts = tuple(slice(at, at + 1 or None) for at in self._inside(position))
            return self.buffer[parts].read().reshape(())[()]
        return DeviceNDArray(self.buffer[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        if self._names_one_element(index):
            position = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
            index = tuple(slice(at, at + 1) for at in self._inside(position))
        target = self.buffer[index]
        values = value.copy_to_host() if isinstance(value, DeviceNDArray) else np.asarray(value)
        target.write(np.array(np.broadcast_to(values, target.shape), self.dtype))

    setitem = __setitem__
    getitem = __getitem__

    def _names_one_element(self, index: Any) -> bool:
        parts = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
        return len(parts) == self.ndim and all(hasattr(part, "__index__") for part in parts)

    def _inside(self, position: tuple[Any, ...]) -> list[int]:
        found: list[int] = []
        for at, extent in zip(position, self.shape, strict=True):
            number = at.__index__()
            if not -extent <= number < extent:
                raise IndexError(f"the index {number} is out of bounds for an axis of {extent} elements")
            found.append(number % extent)
        return found

    def __iter__(self) -> Iterator[Any]:
        return iter(self.copy_to_host())

    # Views

    @property
    def T(self) -> DeviceNDArray:
        """The view with the axes in reverse."""
        return DeviceNDArray(self.buffer.T)

    def transpose(self, axes: tuple[int, ...] | None = None) -> DeviceNDArray:
        """The view with the axes in this order, by default in reverse.

        Raises:
            ValueError: `axes` are not all of its axes, each once.
        """
        from periclase.runtime.strided import transposed

        return DeviceNDArray(transposed(self.buffer, axes))

    def reshape(self, *shape: Any, order: str = "C") -> DeviceNDArray:
        """A view of the same elements with other extents, which are read and placed in this order (`C`, `F` or `A`)."""
        alone = shape[0] if len(shape) == 1 else shape
        extents = tuple(cast("Sequence[int]", alone)) if isinstance(alone, tuple | list) else (alone,)
        if order == "A":
            order = "F" if self.is_f_contiguous() and not self.is_c_contiguous() else "C"
        if order == "F":
            return DeviceNDArray(self.buffer.T.reshape(*extents[::-1]).T)
        if order != "C":
            raise ValueError(f"the order of elements is 'C', 'F' or 'A', not {order!r}")
        return DeviceNDArray(self.buffer.reshape(*extents))

    def ravel(self, order: str = "C", stream: Any = 0) -> DeviceNDArray:
        """A view of one dimension, of the elements in this order (`C`, `F` or `A`)."""
        return self.reshape(self.size, order=order)

    flatten = ravel

    def view(self, dtype: Any) -> DeviceNDArray:
        """A view of the same bytes as elements of another dtype."""
        return DeviceNDArray(self.buffer.view(numpy_dtype(dtype)))

    def split(self, section: int, stream: Any = 0) -> Iterator[DeviceNDArray]:
        """Views of `section` elements each, of an array of one dimension."""
        for begin in range(0, self.size, section):
            yield DeviceNDArray(self.buffer[begin : begin + section])

    def bind(self, stream: Any = 0) -> DeviceNDArray:
        """The array itself: its launches wait for each other on whatever stream."""
        return self

    # Other libraries

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        return self.buffer.__cuda_array_interface__

    def __dlpack__(self, **named: Any) -> Any:
        return self.buffer.__dlpack__(**named)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.buffer.__dlpack_device__()


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: DeviceNDArray | None = None) -> DeviceNDArray:
    """An array of the host, or anything that numpy makes an array of, as an array on the device; or into the array `to`."""
    if isinstance(obj, DeviceNDArray):
        return obj
    if to is not None:
        if copy:
            to.copy_to_device(obj, stream)
        return to
    values = np.asarray(obj)
    with entered(stream):
        return DeviceNDArray(
            current_device().array(values) if copy else current_device().empty(values.shape, values.dtype)
        )


def device_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = 0
) -> DeviceNDArray:
    """A new array on the device, of undefined contents, that lies in this order (`C` or `F`)."""
    extents, turned = _laid_out(shape, strides, order)
    held = DeviceNDArray(current_device().empty(extents, numpy_dtype(dtype)))
    return held.T if turned else held


def _laid_out(shape: Any, strides: Any, order: str) -> tuple[tuple[int, ...], bool]:
    """The extents of memory in C order for an array of `shape`, and whether that is its transpose.

    Raises:
        DiagnosticError: it would have strides of its own.
        ValueError: it would lie in an order that there is not.
    """
    if strides is not None:
        raise uncovered(
            "a new array with strides of its own", "make one in C or Fortran order, and take a view of it"
        )
    if order not in ("C", "F"):
        raise ValueError(f"a new array lies in order 'C' or 'F', not {order!r}")
    extents = tuple(cast("Sequence[int]", shape)) if isinstance(shape, tuple | list) else (cast(int, shape),)
    return (extents[::-1], True) if order == "F" else (extents, False)


def device_array_like(ary: Any, stream: Any = 0) -> DeviceNDArray:
    """A new array of the shape and dtype of another one."""
    return device_array(ary.shape, ary.dtype)


def pinned_array(shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C") -> Array:
    """An array of the host from which a GPU copies fastest."""
    extents, turned = _laid_out(shape, strides, order)
    array = current_device().pinned(extents, numpy_dtype(dtype))
    return array.T if turned else array


def pinned_array_like(ary: Array) -> Array:
    """The same, of the shape and dtype of another one."""
    return pinned_array(ary.shape, ary.dtype)


@contextmanager
def pinned(*arylist: Any) -> Generator[None]:
    """A block in which numba would pin arrays. They are copied as they are."""
    yield


@contextmanager
def mapped(*arylist: Any, **named: Any) -> Generator[Any]:
    """A block in which arrays of the host are on the device: they are copied there, and back at its end."""
    found = [to_device(array) for array in arylist]
    yield found[0] if len(found) == 1 else found
    for array, held in zip(arylist, found, strict=True):
        held.copy_to_host(array)


def mapped_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", **named: Any
) -> Array:
    """An array of the host that kernels take as it is: launches with it wait until they have ended."""
    return pinned_array(shape, dtype, strides, order)


def mapped_array_like(ary: Array, **named: Any) -> Array:
    """The same, of the shape and dtype of another one."""
    return pinned_array(ary.shape, ary.dtype)


managed_array = mapped_array


@contextmanager
def defer_cleanup() -> Generator[None]:
    """A block in which numba gives back no memory. It is done in good time anyway."""
    yield


def is_cuda_array(obj: Any) -> bool:
    """Whether `obj` is an array on a device."""
    return isinstance(obj, DeviceNDArray | Buffer) or hasattr(obj, "__cuda_array_interface__")


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray:
    """An array of another library that is on the device, as one of these; its memory is shared."""
    if isinstance(obj, DeviceNDArray):
        return obj
    if isinstance(obj, Buffer):
        return DeviceNDArray(obj)
    return DeviceNDArray(current_device().wrap(obj))


def launch_argument(value: Any) -> Any:
    """An argument of a launch as Periclase takes it."""
    if isinstance(value, DeviceNDArray):
        return value.buffer
    if isinstance(value, InOut):
        return launch_argument(value.array)
    if isinstance(value, np.void):
        raise uncovered(
            "a record by itself as an argument", "pass an array of one record: `records[i : i + 1]`"
        )
    if isinstance(value, tuple):
        return _named_tuple(value)
    if is_array_like(value) or not hasattr(value, "__cuda_array_interface__"):
        return value
    return as_cuda_array(value).buffer


def _named_tuple(value: Any) -> Any:
    """A tuple as an argument: of one with names, the arrays in it are taken as Periclase takes them."""
    from periclase.compat.numba_cuda.named_tuples import is_named_tuple, with_types

    if not is_named_tuple(value):
        return value
    return with_types(value._make(map(launch_argument, value)))
