"""Views of buffers and arrays with strides of their own: `buffer[:, ::2]`, `buffer.T`, numpy arrays in any order.

To everybody who keeps order (who waits for whom, which bytes carry a failure) such a view is its *pieces*: runs of bytes without
gaps. Launches on two views that are interlocked, such as the left and the right half of a matrix, know nothing of each other.

A view of too many pieces (`pieces.MOST_PIECES`) is one instead, its *hull*: the bytes from its first element to its last. Who
writes a hull with gaps leaves the bytes in them as they were; so it counts as reading the hull, too: it is skipped if bytes of it
had failed, and does not end their failure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from types import EllipsisType, TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.dlpack import c_order_strides
from periclase.runtime.failures import BufferFailure
from periclase.runtime.host_window import HostWindow
from periclase.runtime.interop import host_memory, is_array_like
from periclase.runtime.pieces import pieces_of
from periclase.runtime.ranges import ByteRange

if TYPE_CHECKING:
    from periclase.runtime.allocation import Lease
    from periclase.runtime.device import Device

_Array = np.ndarray[Any, np.dtype[Any]]

_MOST_PIECES = 4096
"""A view is written in so many contiguous pieces at most. One of more is written by way of its hull, if all is well there."""


def hull_bounds(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> tuple[int, int]:
    """Where the bytes of an array begin and end, seen from its first element. Strides in bytes."""
    if 0 in shape:
        return 0, 0
    reach = [(extent - 1) * stride for extent, stride in zip(shape, strides, strict=True)]
    return sum(min(0, each) for each in reach), sum(max(0, each) for each in reach) + itemsize


class HullBuffer(Buffer):
    """All bytes of a view that does not use all of them, as a buffer of one dimension: what a launch is given for it."""

    __slots__ = ("_layout", "_pieces")
    is_whole = False

    def __init__(self, memory: Buffer, first: int, shape: Sequence[int], strides: Sequence[int]):
        """
        Args:
            memory: the bytes.
            first: where in them the element of the view with all indices 0 is.
            shape: the extents of the view.
            strides: how far apart neighbours are in it, in bytes.
        """
        super().__init__(
            memory.device,
            memory.lease,
            memory.offset,
            memory.shape,
            memory.dtype,
            read_only=memory.read_only,
        )
        self._layout = first, shape, strides
        self._pieces: tuple[Sequence[ByteRange], bool] | None = None

    @property
    def byte_ranges(self) -> Sequence[ByteRange]:
        """The pieces of the view; all bytes where these are too many."""
        return (self._pieces or self._find_pieces())[0]

    @property
    def is_exact(self) -> bool:
        """See `Buffer.is_exact`."""
        return (self._pieces or self._find_pieces())[1]

    def _find_pieces(self) -> tuple[Sequence[ByteRange], bool]:
        first, shape, strides = self._layout
        pieces = pieces_of(shape, strides, self.dtype.itemsize)
        if pieces is None:
            found = (self.byte_range,), False
        else:
            first += self.offset
            found = [ByteRange(self.allocation, first + a, first + b) for a, b in pieces], True
        self._pieces = found
        return found


class StridedBuffer(Buffer):
    """A view of a buffer whose elements do not lie one behind the other in C order.

    A kernel takes it for a `View`, `MutView` or `OutView` with as many dimensions. `read` gives a copy in C order.

    Attributes:
        hull: all bytes from the first to the last element, as a buffer of one dimension.
        first: where in the hull the element with all indices 0 is, in bytes.
    """

    __slots__ = ("_strides", "first", "hull")
    is_contiguous = False

    def __init__(
        self,
        device: Device,
        lease: Lease,
        offset: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: np.dtype[Any],
        *,
        read_only: bool = False,
    ):
        super().__init__(device, lease, offset, shape, dtype, read_only=read_only)
        low, high = hull_bounds(shape, strides, dtype.itemsize)
        self._strides = strides
        self.hull = Buffer(
            device, lease, offset + low, ((high - low) // dtype.itemsize,), dtype, read_only=read_only
        )
        if self.nbytes and not is_dense(shape, strides, dtype.itemsize):
            self.hull = HullBuffer(self.hull, -low, shape, strides)
        self.first = -low
        self.offset, self.stop, self.byte_range = self.hull.offset, self.hull.stop, self.hull.byte_range
        self.settled_in = self.hull.settled_in  # where the first byte is, not the first element
        self.form = f"strided {self.form}"

    @property
    def strides(self) -> tuple[int, ...]:
        """How far apart neighbours are along each axis, in bytes."""
        return self._strides

    @property
    def byte_ranges(self) -> Sequence[ByteRange]:
        """See `Buffer.byte_ranges`: its pieces, or all bytes where they are too many."""
        return self.hull.byte_ranges

    @property
    def is_exact(self) -> bool:
        """See `Buffer.is_exact`."""
        return self.hull.is_exact

    @property
    def address(self) -> int:
        """Of the element with all indices 0, on the device."""
        return self.hull.address + self.first

    def reshape(self, *shape: Any) -> NoReturn:
        """Only what lies in C order can have another shape without a copy.

        Raises:
            LaunchError: always.
        """
        _refuse(
            "a view with strides of its own has no other shape without a copy",
            "reshape first and take the view of that, or copy: `device.array(view.numpy())`",
        )

    def view(self, dtype: Any) -> Buffer:
        """The same elements as of another dtype of the same size.

        Raises:
            LaunchError: the sizes differ.
        """
        from periclase.runtime.device import element_dtype

        kind = element_dtype(dtype)
        if kind.itemsize != self.dtype.itemsize:
            _refuse(
                f"a view with strides can not be seen as {kind.name}, whose elements have another size",
                "see the buffer as that first, and take the view of it",
            )
        return strided(self, self.offset + self.first, self.shape, self._strides, kind)

    def read(self) -> _Array:
        """A copy of the contents, in C order; see `Buffer.read`."""
        return self._elements(self.hull.read()).copy()

    numpy = read

    async def aread(self) -> _Array:
        """`read`, while the event loop goes on."""
        return self._elements(await self.hull.aread()).copy()

    def host(self, mode: str = "rw") -> HostWindow:
        """The elements in the host's hands for a while; see `Buffer.host`."""
        return StridedWindow(self, mode)

    def write(self, values: Any) -> None:
        """Replace the contents; see `Buffer.write`. The bytes between the elements stay as they are."""
        source = np.broadcast_to(self._fitting(values), self.shape)
        outer = _outer_axes(self)
        if math.prod(self.shape[:outer]) > _MOST_PIECES:
            try:
                with self.host() as array:
                    np.copyto(array, source, casting="same_kind")
                return
            except BufferFailure:
                pass  # of bytes that this repairs, or that it leaves as they are
        for index, piece in _pieces(self, outer):
            piece.write(source[index])

    def _elements(self, hull: _Array) -> _Array:
        return elements_in(hull, self.first, self.shape, self._strides)


class StridedWindow(HostWindow):
    """The context manager that `StridedBuffer.host` gives: the window of the hull."""

    def __init__(self, buffer: StridedBuffer, mode: str):
        whole = mode if mode != "w" or buffer.is_exact else "rw"
        super().__init__(buffer.hull, whole)
        self._strided = buffer
        self._elements: _Array | None = None

    def __enter__(self) -> _Array:
        """See `HostWindow.__enter__`."""
        strided = self._strided
        self._elements = elements_in(super().__enter__(), strided.first, strided.shape, strided.strides)
        return self._elements

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            if self._elements is not None:
                self._elements.flags.writeable = False


def elements_in(hull: _Array, first: int, shape: Sequence[int], strides: Sequence[int]) -> _Array:
    """The array with these extents and strides whose first element is `first` bytes into `hull`."""
    if not hull.size:
        return np.empty(tuple(shape), hull.dtype)
    start = hull[first // hull.itemsize :]
    return np.lib.stride_tricks.as_strided(
        start, tuple(shape), tuple(strides), writeable=hull.flags.writeable
    )


def _outer_axes(buffer: StridedBuffer) -> int:
    """How many axes of a view there are around parts of it that lie in C order: rows, planes, or elements."""
    shape, strides = buffer.shape, buffer.strides
    outer = len(shape)
    expected = buffer.dtype.itemsize
    while outer and (strides[outer - 1] == expected or shape[outer - 1] == 1):
        outer -= 1
        expected *= shape[outer]
    return outer


def _pieces(buffer: StridedBuffer, outer: int) -> Iterator[tuple[tuple[int, ...], Buffer]]:
    """These parts, each with its index."""
    shape, first = buffer.shape, buffer.offset + buffer.first
    for index in np.ndindex(*shape[:outer]) if 0 not in shape else ():
        offset = first + sum(i * s for i, s in zip(index, buffer.strides, strict=False))
        yield (
            index,
            Buffer(
                buffer.device, buffer.lease, offset, shape[outer:], buffer.dtype, read_only=buffer.read_only
            ),
        )


# ---------------------------------------------------------------------------------------------------- taking views ----


def strided(
    buffer: Buffer, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any]
) -> Buffer:
    """The view of the memory of `buffer` with these extents and strides: a plain buffer where it lies in C order.

    Args:
        offset: of the element with all indices 0, in bytes of the allocation.
    """
    device, lease, read_only = buffer.device, buffer.lease, buffer.read_only
    itemsize = dtype.itemsize
    if is_c_order(shape, strides, itemsize):
        return Buffer(device, lease, offset, shape, dtype, read_only=read_only)
    _check_multiples(shape, strides, itemsize)
    return StridedBuffer(device, lease, offset, shape, strides, dtype, read_only=read_only)


def _check_multiples(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> None:
    if any(stride % itemsize for extent, stride in zip(shape, strides, strict=True) if extent > 1):
        _refuse(
            f"neighbours in this array are {', '.join(map(str, strides))} bytes apart, which is no multiple of the "
            f"{itemsize} bytes of an element",
            "copy it: `numpy.ascontiguousarray(a)`",
        )


def same_view(view: Buffer, memory: Buffer, moved: int = 0, *, read_only: bool = False) -> Buffer:
    """The view, with strides, of other memory.

    Args:
        memory: a buffer of the allocation.
        moved: by how many bytes its elements are further on there.
        read_only: whether it can not be written; else it is as the view.
    """
    assert isinstance(view, StridedBuffer)
    offset = view.offset + view.first + moved
    return StridedBuffer(
        memory.device,
        memory.lease,
        offset,
        view.shape,
        view.strides,
        view.dtype,
        read_only=read_only or view.read_only,
    )


def is_dense(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Whether the elements of an array use every byte from the first to the last, each once."""
    reach = itemsize
    axes = [(abs(stride), extent) for extent, stride in zip(shape, strides, strict=True) if extent > 1]
    for stride, extent in sorted(axes):
        if stride != reach:
            return False
        reach *= extent
    return True


def is_c_order(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Whether an array with these strides, in bytes, lies in C order. Those of axes with one element mean nothing."""
    if 0 in shape:
        return True
    expected = c_order_strides(tuple(shape))
    return all(
        extent == 1 or stride == step * itemsize
        for extent, stride, step in zip(shape, strides, expected, strict=True)
    )


def transposed(buffer: Buffer, axes: Sequence[int] | None = None) -> Buffer:
    """`buffer` with its axes in this order, by default in reverse.

    Raises:
        ValueError: `axes` are not all of its axes, each once. A negative one counts from the end.
    """
    rank = len(buffer.shape)
    order = range(rank)[::-1] if axes is None else [axis + rank if axis < 0 else axis for axis in axes]
    if sorted(order) != list(range(rank)):
        raise ValueError(f"{tuple(order)} is no order of the {rank} axes of this array")
    first = buffer.first if isinstance(buffer, StridedBuffer) else 0
    shape = tuple(buffer.shape[axis] for axis in order)
    strides = tuple(buffer.strides[axis] for axis in order)
    return strided(buffer, buffer.offset + first, shape, strides, buffer.dtype)


def view(buffer: Buffer, index: Any) -> Buffer:
    """`buffer[index]`, by the rules of numpy: slices, whole numbers, `...` and `None`.

    Raises:
        LaunchError: it is anything else, or out of bounds, or names a single element.
    """
    given: tuple[Any, ...] = cast("tuple[Any, ...]", index) if isinstance(index, tuple) else (index,)
    for part in given:
        if isinstance(part, bool | np.bool_) or not (
            part is None or isinstance(part, slice | EllipsisType) or hasattr(part, "__index__")
        ):
            _refuse(
                f"a view of a buffer is taken by slices and whole numbers, not by `[{shown(cast('object', part))}]`",
                "write `buffer[a:b]`, `buffer[i]`; for a choice of elements, `buffer.numpy()[...]`",
            )
    # An array in which no element is ever looked at: numpy says what the view of it is.
    model = np.lib.stride_tricks.as_strided(np.empty(1, buffer.dtype), buffer.shape, buffer.strides)
    try:
        found = model[given if any(part is ... for part in given) else (*given, ...)]
    except (IndexError, TypeError, ValueError) as error:
        _refuse(f"this is no view of a buffer of shape {shown(buffer.shape)}: {error}", "write `buffer[a:b]`")
    if not found.ndim and buffer.shape:
        _refuse(
            f"`[{shown(cast('object', index))}]` is a single element of this buffer, and no view",
            "write `buffer[i : i + 1]`; for an element, `buffer.numpy()[...]`",
        )
    first = buffer.first if isinstance(buffer, StridedBuffer) else 0
    moved: int = found.__array_interface__["data"][0] - model.__array_interface__["data"][0]
    if 0 in found.shape:
        moved = 0
    return strided(buffer, buffer.offset + first + moved, found.shape, found.strides, buffer.dtype)


# -------------------------------------------------------------------------------------------- arguments of launches ----


class HostHull:
    """All bytes of an array of the host, from its first element to its last: what a launch is given for it.

    Attributes:
        hull_memory: these bytes, as an array of one dimension.
        has_gaps: whether the array does not use all of them.
    """

    def __init__(self, elements: _Array, first: int, stop: int):
        memory = host_memory(elements, in_order=False)
        length = (stop - first) // elements.itemsize
        self.hull_memory = memory._replace(address=memory.address + first, shape=(length,), strides=None)
        self.has_gaps = not is_dense(elements.shape, elements.strides, elements.itemsize)
        self._elements = elements
        self._first = -first

    def of(self, memory: Buffer) -> Buffer:
        """What the launch gets: `memory` has the bytes of the hull, of which it may not use all."""
        if not self.has_gaps:
            return memory
        return HullBuffer(memory, self._first, self._elements.shape, self._elements.strides)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self._elements.__array_interface__

    def copy_back(self, hull: _Array) -> None:
        """Set the elements, and nothing between them, to what they are in a copy of the hull."""
        array = self._elements
        array[...] = elements_in(hull, self._first, array.shape, array.strides)


@lru_cache(1024)
def _in_c_order(shape: tuple[int, ...]) -> tuple[int, ...]:
    """What a buffer in C order travels as behind its memory: the offset, extents, strides."""
    return 0, *shape, *c_order_strides(shape)


def taker_of_views(rank: int) -> Callable[[Any], Sequence[Any]]:
    """`parts_of_argument` for views of so many dimensions, quick for what most arguments are."""

    def take(value: Any) -> Sequence[Any]:
        if value.__class__ is Buffer:
            shape: tuple[int, ...] = value.shape
            if len(shape) == rank:
                return (value, *_in_c_order(shape))
        return parts_of_argument(value, rank)

    return take


def parts_of_argument(value: Any, rank: int) -> list[Any]:
    """What an argument of a launch for a view of `rank` dimensions travels as; see `ViewType.parts`.

    Raises:
        TypeError: it is no buffer or array of so many dimensions.
    """
    if isinstance(value, Buffer):
        shape = value.shape
        if len(shape) != rank:
            _check_rank(len(shape), rank, "buffer")
        if isinstance(value, StridedBuffer):
            itemsize = value.dtype.itemsize
            return [
                value.hull,
                value.first // itemsize,
                *shape,
                *(stride // itemsize for stride in value.strides),
            ]
        return [value, 0, *shape, *c_order_strides(shape)]
    if not is_array_like(value):
        raise TypeError(
            f"a buffer or array of {rank} dimension{'s' if rank > 1 else ''} is asked for, "
            f"not a value of type {type(value).__name__}"
        )
    array = (
        cast("_Array", value)
        if isinstance(value, np.ndarray)
        else host_memory(value, in_order=False).as_array()
    )
    _check_rank(array.ndim, rank, "array")
    itemsize = array.itemsize
    if not itemsize:
        raise TypeError("the elements of this array have no bytes")
    _check_multiples(array.shape, array.strides, itemsize)
    # Those of axes with one element, or of an array without any, mean nothing.
    strides = [
        stride // itemsize if array.size and extent > 1 else 0
        for stride, extent in zip(array.strides, array.shape, strict=True)
    ]
    first, stop = hull_bounds(array.shape, [stride * itemsize for stride in strides], itemsize)
    hull = array if array.flags.c_contiguous else HostHull(array, first, stop)
    return [hull, -first // itemsize, *array.shape, *strides]


def _check_rank(found: int, wanted: int, kind: str) -> None:
    if found != wanted:
        numbers = [f"{n} dimension{'' if n == 1 else 's'}" for n in (wanted, found)]
        raise TypeError(
            f"{'an' if kind[0] == 'a' else 'a'} {kind} of {numbers[0]} is asked for, not of {numbers[1]}"
        )


def _refuse(message: str, help: str) -> NoReturn:
    raise LaunchError(Diagnostic("PC0411", message, call_site().span(), help=help)) from None
