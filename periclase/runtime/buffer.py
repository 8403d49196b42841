"""Device memory that a kernel reads and writes, as an array of one dtype."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.call_site import call_site
from periclase.runtime.failures import Failure
from periclase.runtime.runner import Task

if TYPE_CHECKING:
    from periclase.runtime.device import Device

ALIGNMENT = 64
"""Bytes: a cache line, and more than any vector load asks for."""


class Buffer:
    """An array in the memory of a device, in C order. Made by `Device.array`, `zeros` and `empty`.

    A kernel sees a buffer as a one-dimensional slice of its elements, whatever its shape.

    Attributes:
        device: the device that holds it.
        shape: the extents.
        dtype: the numpy dtype of the elements.
        form: its name, followed by ` read-only` if the buffer is: what a launch compares with its parameters.
        size: the number of elements.
        address: of the first element.
        read_only: whether launches that would write it are refused.
    """

    __slots__ = (
        "__weakref__",
        "_failure",
        "_last_use",
        "_last_write",
        "_memory",
        "address",
        "device",
        "dtype",
        "form",
        "read_only",
        "shape",
        "size",
    )

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: Any, *, read_only: bool = False):
        self.device = device
        self.shape = shape
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.read_only = read_only
        self._memory = _aligned(math.prod(shape), self.dtype)
        self.size: int = self._memory.size
        # Every launch asks for these two, and numpy takes a while to tell.
        self.form: str = f"{self.dtype.name} read-only" if read_only else self.dtype.name
        self.address: int = self._memory.ctypes.data
        self._last_write: Task | None = None
        self._last_use: Task | None = None
        self._failure: Failure | None = None

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return self._memory.nbytes

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __len__(self) -> int:
        """The first extent, as of a numpy array.

        Raises:
            TypeError: the buffer has no dimension.
        """
        if not self.shape:
            raise TypeError("len() of a buffer without dimensions")
        return self.shape[0]

    def __reduce__(self) -> NoReturn:
        # A copy made attribute by attribute would share the memory, but not know what is queued for it.
        raise TypeError(
            "a buffer belongs to its device and can not be copied or pickled; copy its contents, which `numpy()` gives"
        )

    def __repr__(self) -> str:
        return f"<buffer {self.shape} {self.dtype.name} on {self.device.name}>"

    def numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """A copy of the contents, once the launches that write this buffer have ended.

        Raises:
            BufferFailure: the last launch that wrote it failed, or was skipped since an input of it had failed.
        """
        if self._last_write is not None:
            self._last_write.wait()
        failure = self._failure
        if failure is not None:
            raise failure.error()
        self.device.backend.flush()
        return self._memory.reshape(self.shape).copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, np.dtype[Any]]:
        if copy is False:
            raise ValueError("the contents of a buffer can only be copied")
        contents = self.numpy()
        return contents if dtype is None else contents.astype(dtype)

    def write(self, values: Any) -> None:
        """Replace the contents, once the launches that use this buffer have ended. Ends a failure of this buffer.

        Args:
            values: anything that numpy makes an array of; it is broadcast to the shape, and its dtype must convert safely
                (`numpy.can_cast`, "same_kind").

        Raises:
            LaunchError: shape or dtype do not fit.
        """
        try:
            source = np.asarray(values)
        except (ValueError, TypeError, OverflowError) as error:
            raise LaunchError(
                Diagnostic("PC0406", f"numpy makes no array of these values: {error}", call_site().span())
            ) from None
        if not np.can_cast(source.dtype, self.dtype, "same_kind"):
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"{source.dtype.name} values can not be written into a buffer of {self.dtype.name} without loss",
                    call_site().span(),
                    help=f"convert them first: `values.astype(np.{self.dtype.name})`",
                )
            )
        try:
            source = np.broadcast_to(source, self.shape)
        except ValueError:
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"values of shape {source.shape} do not fit into a buffer of shape {self.shape}",
                    call_site().span(),
                )
            ) from None
        if self._last_use is not None:
            self._last_use.wait()
        self._memory.reshape(self.shape)[...] = source
        self._failure = None

    def failure(self) -> Failure | None:
        """Why the contents are not there, or None. Waits for nothing: a launch that still runs has not failed yet."""
        return self._failure

    # What follows serves `periclase.runtime.launch`.

    def used_by(self, task: Task, *, written: bool) -> None:
        """Note that `task`, just enqueued, uses this buffer. Called on the issuing thread, in launch order."""
        self._last_use = task
        if written:
            self._last_write = task

    def set_failure(self, failure: Failure | None) -> None:
        """Called where the launch that writes this buffer ends."""
        self._failure = failure


def _aligned(size: int, dtype: np.dtype[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """Uninitialised memory for `size` elements at an address divisible by `ALIGNMENT`."""
    raw = np.empty(size * dtype.itemsize + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + size * dtype.itemsize].view(dtype)
