"""Device memory that a kernel reads and writes, as an array of one dtype; or a view of a part of it.

A buffer has no state of its own: whether its bytes are there, who writes them and who reads them is known of the bytes, by
their allocation. So a view sees the failure of what it covers, and repairs what it covers when it is written.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.launch_versions import APART_ALIGNMENT, MOST_NARROW
from periclase.runtime import host_access
from periclase.runtime.call_site import call_site
from periclase.runtime.context import launch_context
from periclase.runtime.ranges import ByteRange

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation, Lease
    from periclase.runtime.device import Device
    from periclase.runtime.failure_report import FailureReport
    from periclase.runtime.host_window import HostWindow

_Array = np.ndarray[Any, np.dtype[Any]]


class Buffer:
    """An array in the memory of a device, in C order. Made by `Device.array`, `zeros` and `empty`, and by slicing another.

    A kernel sees a buffer as a one-dimensional slice of its elements, whatever its shape; or, where it asks for a `View`, as an
    array of that shape. A view that does not lie in C order is a `periclase.runtime.strided.StridedBuffer`.

    Attributes:
        device: the device that holds it.
        device_state: what the faces of that device share.
        allocation: the memory that it is a view of.
        offset: where in it the first element is, in bytes.
        stop: where it ends in it, in bytes.
        byte_range: the same, all in one: from the first byte to the last.
        shape: the extents.
        dtype: the numpy dtype of the elements.
        form: its name, followed by ` read-only` if the buffer is: what a launch compares with its parameters.
        size: the number of elements.
        nbytes: the size in bytes.
        read_only: whether launches and host writes that would change it are refused.
        settled_in: the allocation, if the buffer is small and begins at a multiple of `APART_ALIGNMENT` bytes, else None: what
            every launch on a GPU asks for, see `periclase.runtime.launch_size`.
        lease: keeps the memory: what the views of an allocation share.
        host_view: its memory as the host sees it; made when it is first read or written by the host.
    """

    __slots__ = (
        "__weakref__",
        "allocation",
        "byte_range",
        "device",
        "device_state",
        "dtype",
        "form",
        "host_view",
        "lease",
        "nbytes",
        "offset",
        "read_only",
        "settled_in",
        "shape",
        "size",
        "stop",
    )

    is_contiguous: ClassVar[bool] = True
    """Whether the elements lie one behind the other, in C order."""
    is_whole: ClassVar[bool] = True
    """Whether its elements use every byte from the first to the last."""

    def __init__(
        self,
        device: Device,
        lease: Lease,
        offset: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        *,
        read_only: bool = False,
    ):
        self.device = device
        self.device_state = device.device_state
        self.lease = lease
        self.allocation: Allocation = lease.allocation
        self.offset = offset
        self.shape = shape
        self.dtype = dtype
        self.read_only = read_only
        self.size: int = math.prod(shape)
        self.nbytes: int = self.size * dtype.itemsize
        self.stop: int = offset + self.nbytes
        self.byte_range = ByteRange(self.allocation, offset, self.stop)
        # Memory of the pool that is not mapped yet has the address 0, and will have another multiple of 256.
        begins_well = not (self.allocation.address + offset) % APART_ALIGNMENT
        self.settled_in = self.allocation if begins_well and self.size <= MOST_NARROW else None
        self.host_view: host_access.HostView | None = None
        # Every launch asks for this, and numpy takes a while to tell.
        name = dtype.name if dtype.names is None else _structured_name(dtype)
        self.form: str = f"{name} read-only" if read_only else name

    @property
    def address(self) -> int:
        """Of the first element, on the device. Maps memory if there is none yet.

        Raises:
            NotAllocated: there is no memory.
        """
        return host_access.address_of(self)

    @property
    def byte_ranges(self) -> Sequence[ByteRange]:
        """The bytes of its elements: what can have failed, and is waited for."""
        return (self.byte_range,)

    @property
    def is_exact(self) -> bool:
        """Whether its elements use every byte of `byte_ranges`."""
        return True

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """How far apart neighbours are along each axis, in bytes, as numpy counts them."""
        found: list[int] = []
        step = self.dtype.itemsize
        for extent in reversed(self.shape):
            found.append(step)
            step *= max(1, extent)
        return tuple(reversed(found))

    @property
    def T(self) -> Buffer:
        """The view with the axes in reverse."""
        from periclase.runtime.strided import transposed

        return transposed(self)

    def __len__(self) -> int:
        """The first extent, as of a numpy array.

        Raises:
            TypeError: the buffer has no dimension.
        """
        if not self.shape:
            raise TypeError("len() of a buffer without dimensions")
        return self.shape[0]

    def __reduce__(self) -> NoReturn:
        # A copy made attribute by attribute would share the memory, but be counted by nobody.
        raise TypeError(
            "a buffer belongs to its device and can not be copied or pickled; copy its contents, which `numpy()` gives"
        )

    def __repr__(self) -> str:
        return f"<buffer {shown(self.shape)} {self.dtype.name} on {self.device.name}>"

    # --------------------------------------------------------------------------------------------------- views ----

    def __getitem__(self, index: Any) -> Buffer:
        """A view that shares the memory: `buffer[a:b]`, `buffer[i]`, `buffer[:, ::2]`, by the rules of numpy.

        Raises:
            LaunchError: there is no such view, or it is a single element.
        """
        if not isinstance(index, slice) or cast(Any, index).step not in (None, 1) or not self.is_contiguous:
            from periclase.runtime.strided import view

            return view(self, index)
        if not self.shape:
            _refuse_view("a buffer without dimensions can not be sliced", "give it one: `buffer.reshape(1)`")
        try:
            start, stop, _ = cast("slice[Any, Any, Any]", index).indices(self.shape[0])
        except (TypeError, ValueError) as error:
            _refuse_view(f"this is no slice of a buffer: {error}", "write `buffer[a:b]` with whole numbers")
        length = max(0, stop - start)
        row = math.prod(self.shape[1:]) * self.dtype.itemsize
        return self._view(
            self.offset + min(start, self.shape[0]) * row, (length, *self.shape[1:]), self.dtype
        )

    def __iter__(self) -> NoReturn:
        # Without this Python would ask for `buffer[0]`, and tell that views are slices.
        raise TypeError("a buffer is not iterable; iterate over its contents, which `numpy()` gives")

    def reshape(self, *shape: Any) -> Buffer:
        """A view of the same elements with other extents; one of them may be -1.

        Raises:
            LaunchError: they have not the same number of elements.
        """
        given: Any = shape[0] if len(shape) == 1 else shape
        parts = tuple(cast("Sequence[Any]", given)) if isinstance(given, tuple | list) else (given,)
        try:
            extents = [operator.index(extent) for extent in parts]
        except TypeError:
            _refuse_view(
                f"a shape is a whole number, or some, not {shown(cast('object', given))}",
                "write `20, 50`, or `(20, 50)`",
            )
        if extents.count(-1) == 1:
            known = -math.prod(extents)
            if known and self.size % known == 0:
                extents[extents.index(-1)] = self.size // known
        if math.prod(extents) != self.size or any(extent < 0 for extent in extents):
            _refuse_view(
                f"a buffer of shape {shown(self.shape)} has not the elements for {shown(tuple(extents))}",
                f"it has {shown(self.size)}; one extent may be -1, which is then found out",
            )
        return self._view(self.offset, tuple(extents), self.dtype)

    def view(self, dtype: Any) -> Buffer:
        """A view of the same bytes as elements of another dtype; the last extent changes if the sizes differ.

        Raises:
            LaunchError: the bytes of a row are not a whole number of these elements, or do not begin at a multiple of their
                size.
        """
        from periclase.runtime.device import element_dtype

        kind = element_dtype(dtype)
        shape = self.shape
        if kind.itemsize != self.dtype.itemsize:
            row = (shape[-1] if shape else 1) * self.dtype.itemsize
            if not shape or row % kind.itemsize or self.offset % kind.itemsize:
                _refuse_view(
                    f"a buffer of shape {shape} and dtype {self.dtype.name} can not be seen as {kind.name}",
                    "the bytes of a row must be whole elements of the new dtype, and begin at a multiple of its size",
                )
            shape = (*shape[:-1], row // kind.itemsize)
        return self._view(self.offset, shape, kind)

    def _view(self, offset: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Buffer:
        return Buffer(self.device, self.lease, offset, shape, dtype, read_only=self.read_only)

    # ------------------------------------------------------------------------------------------------ contents ----

    def read(self) -> _Array:
        """A copy of the contents, once the launch that wrote them last has ended. Waits for nothing else.

        Raises:
            BufferFailure: bytes of it were never computed: a launch failed, or was skipped since an input of it had failed.
            CaptureError: the current stream records.
        """
        return host_access.read(self)

    numpy = read

    async def aread(self) -> _Array:
        """`read`, while the event loop goes on."""
        import asyncio

        # What only this task knows is taken here.
        context = launch_context(self.device)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, host_access.read, self, context, asyncio.current_task())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> _Array:
        if copy is False:
            raise ValueError("the contents of a buffer can only be copied")
        contents = self.read()
        return contents if dtype is None else contents.astype(dtype)

    def host(self, mode: str = "rw") -> HostWindow:
        """`with buffer.host() as array:` gives the contents to the host for a while, without a copy on the CPU.

        The block is a host's access in its place in the order: it begins when the launches before it have ended, and launches
        behind it that want the bytes wait until it is left. It must not wait for these itself. An exception that leaves it goes
        on, and is the failure of the bytes, unless the mode is `r`.

        Args:
            mode: `r`: the array is read-only. `rw`: it may be changed. `w`: all of it will be written, and what was there is
                of no interest, not even that it had failed.

        Raises:
            LaunchError: there is no such mode, or the buffer is read-only and the mode is not.
        """
        from periclase.runtime.host_window import HostWindow

        return HostWindow(self, mode)

    def used_on(self, stream: int) -> None:
        """Another library uses the memory: what it has enqueued on its stream by now takes its place in the order.

        Launches behind this call that want the bytes wait for it, on the device, and so does the next buffer that gets the
        memory: call it before the other library lets go of its tensor. Returns at once.

        Args:
            stream: the address of a `CUstream` that still exists, 1 for the default stream of all threads, 2 for that of this
                thread, as DLPack counts them.

        Raises:
            BufferError: the device has no streams of others, or this is none.
            BufferFailure: bytes of it were never computed. What the stream has to do is over then.
            CaptureError: the current stream records.
            CudaError: the driver knows no such stream.
        """
        from periclase.runtime import interop

        interop.used_on(self, stream)

    # What other libraries ask for; see `periclase.runtime.interop`.

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A DLPack capsule of the memory. The contents are there when this returns, unless `stream` is -1, which asks that
        nothing be waited for.

        Raises:
            BufferFailure: bytes of it were never computed.
            BufferError: the consumer asks for what can not be.
        """
        from periclase.runtime.interop import export_dlpack

        return export_dlpack(self, stream, max_version, dl_device, copy)

    def __dlpack_device__(self) -> tuple[int, int]:
        """DLPack's kind and number of the device."""
        from periclase.runtime.interop import dlpack_device

        return dlpack_device(self)

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        """The memory for other libraries of a GPU. The contents are there when this returns.

        Raises:
            AttributeError: the device is no GPU.
            BufferFailure: bytes of it were never computed.
        """
        from periclase.runtime.interop import cuda_array_interface

        return cuda_array_interface(self)

    def write(self, values: Any) -> None:
        """Replace the contents, behind the launches that use them. Ends a failure of the bytes that it covers.

        Returns when `values` is not needed any more, which may be before the bytes are there.

        Args:
            values: anything that numpy makes an array of; it is broadcast to the shape, and its dtype must convert safely
                (`numpy.can_cast`, "same_kind").

        Raises:
            LaunchError: shape or dtype do not fit, or the buffer is read-only.
            CaptureError: the current stream records.
        """
        if self.read_only:
            _refuse(
                "this buffer is read-only",
                "make it without `read_only=True`, or over an array that can be written",
            )
        host_access.write(self, self._fitting(values), launch_context(self.device))

    def fill(self, value: Any) -> None:
        """Write `value` into every element; see `write`."""
        self.write(value)

    def check(self) -> None:
        """Look whether the contents have failed. Waits for no work: what still runs has not failed yet.

        Raises:
            BufferFailure: bytes of it were never computed.
        """
        host_access.check((self,))

    def failure(self) -> FailureReport | None:
        """Why the contents are not there, as data; or None. Waits for no work: what still runs has not failed yet."""
        return host_access.failure(self)

    def _fitting(self, values: Any) -> _Array:
        """`values` as an array of this dtype that can be broadcast to this shape."""
        try:
            source = np.asarray(values)
            if isinstance(values, int | list | tuple) and self.dtype.kind in "iu":
                source = self._whole_numbers(values, source)
        except (ValueError, TypeError, OverflowError) as error:
            _refuse(f"numpy makes no array of these values: {error}", None)
        if source.dtype != self.dtype and not np.can_cast(source.dtype, self.dtype, "same_kind"):
            _refuse(
                f"{source.dtype.name} values can not be written into a buffer of {self.dtype.name} without loss",
                f"convert them first: `values.astype(np.{self.dtype.name})`",
            )
        if source.shape == self.shape or not source.shape:
            return source
        try:
            return cast("_Array", np.broadcast_to(source, self.shape))
        except ValueError:
            _refuse(
                f"values of shape {source.shape} do not fit into a buffer of shape {self.shape}",
                "give values of that shape, a number for all of it, or write into a view: `buffer[a:b].write(...)`",
            )

    def _whole_numbers(self, values: Any, source: _Array) -> _Array:
        """Whole numbers of Python have no dtype: it is their values that have to fit. Of others, `source` as it is."""
        numbers = np.array(values, object).ravel().tolist()
        if not all(type(number) is int for number in numbers):
            return source
        info = np.iinfo(self.dtype)
        for number in numbers:
            if not info.min <= number <= info.max:
                _refuse(
                    f"{shown(number)} does not fit: {self.dtype.name} holds {info.min} to {info.max}",
                    "use a buffer of a wider dtype",
                )
        return np.asarray(values, self.dtype)


def _structured_name(dtype: np.dtype[Any]) -> str:
    from periclase.runtime.structured import structured_name

    return structured_name(dtype)


def _refuse(message: str, help: str | None) -> NoReturn:
    raise LaunchError(Diagnostic("PC0406", message, call_site().span(), help=help)) from None


def _refuse_view(message: str, help: str | None) -> NoReturn:
    raise LaunchError(Diagnostic("PC0411", message, call_site().span(), help=help)) from None
