"""Devices: where buffers live and launches run."""

from __future__ import annotations

import importlib
import math
import operator
import os
import threading
from collections.abc import Callable, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import numpy as np

import periclase.fingerprint  # noqa: F401 # pyright: ignore[reportUnusedImport] - what every launch asks its kernel for
from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError, shown
from periclase.garbage import paused_collector
from periclase.record import replace
from periclase.runtime import backends, host_access
from periclase.runtime.allocation import Lease
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.context import launch_context
from periclase.runtime.device_state import DeviceState
from periclase.runtime.expectations import expect_function, expect_kind, expect_timeout, refuse_kind
from periclase.runtime.failures import ForeignHandle
from periclase.runtime.gates import launch
from periclase.runtime.streams import Stream, current_stream

if TYPE_CHECKING:
    from periclase.runtime.execution import Backend
    from periclase.runtime.memory_pool import MemoryReport
    from periclase.runtime.profile import ProfileWindow
    from periclase.runtime.protocols import KernelLike
    from periclase.runtime.trace import Trace

T = TypeVar("T")

_ELEMENTS = frozenset(
    [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
    + ["bool", "float16", "float32", "float64", "bfloat16", "complex64", "complex128"]
)
"""Names of the dtypes that a kernel's slices can have."""

_opened: dict[str, Device] = {}
# Reentrant: a signal handler or a finaliser may come in while it is held.
_opening = threading.RLock()


_SEVERAL = frozenset({"cuda", "sim"})
"""Our backends that are several devices: what makes them is told which one, as in `cuda:1` and `sim:sm_80`."""


def open_device(name: str = "cpu") -> Device:
    """The device called `name`: the same object at each call in a process.

    Args:
        name: `cpu`; `cuda`, or `cuda:1` for the second GPU; `sim`, or `sim:sm_80` for another architecture than sm_90; or the
            name of another package's backend (entry points of the group `periclase.backends`).

    Raises:
        LaunchError: there is no such device, and the message lists those there are; or the driver for it is missing.
    """
    expect_kind(name, str, "a device has a name", 'write `open_device("cpu")`')
    name = name.removesuffix(":0")  # the first of several is the one without a number
    with _opening:
        device = _opened.get(name)
        if device is None:
            with paused_collector(lasting=True):  # most of it is the import of the backend
                device = _opened[name] = Device(create_backend(name))
    return device


def available_devices() -> tuple[str, ...]:
    """The names that `open_device` takes."""
    import pkgutil
    from importlib.metadata import entry_points

    own = {module.name for module in pkgutil.iter_modules(backends.__path__) if module.ispkg}
    return tuple(sorted(own | {entry.name for entry in entry_points(group="periclase.backends")}))


def create_backend(name: str) -> Backend:
    """A new backend of that name, for a device of one's own: `Device(create_backend("cpu"))`.

    Raises:
        LaunchError: there is no such device; the message lists those there are.
    """
    # Ours are found by their module, without reading the metadata of every installed package (some 10 ms).
    kind, colon, number = str(name).partition(":")
    create = _own_backend(kind) if kind.isidentifier() and (not colon or kind in _SEVERAL) else None
    if create is not None:
        try:
            return create(number) if colon else create()
        except DiagnosticError as error:
            if error.diagnostic.span is None:  # a backend can not know who asks
                error.diagnostics = (
                    replace(error.diagnostic, span=call_site().span()),
                    *error.diagnostics[1:],
                )
            raise
    from importlib.metadata import entry_points

    for entry in entry_points(group="periclase.backends", name=name):
        return entry.load()()
    known = ", ".join(f'"{device}"' for device in available_devices())
    raise LaunchError(
        Diagnostic(
            "PC0405",
            f'there is no device "{name}"',
            call_site().span(),
            help=f"available devices: {known}",
        )
    )


def _own_backend(kind: str) -> Callable[..., Backend] | None:
    """What makes our backends of that kind; None if there is no such kind."""
    name = f"{backends.__name__}.{kind}.backend"
    try:
        return importlib.import_module(name).create_backend
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):  # something that it needs is missing
            raise
        return None


def _refuse(message: str, help: str | None = None, code: str = "PC0406") -> NoReturn:
    raise LaunchError(Diagnostic(code, message, call_site().span(), help=help))


def _extents(shape: Any) -> tuple[int, ...]:
    """`shape`, a whole number or several, as a tuple."""
    given = tuple(cast("Sequence[Any]", shape)) if isinstance(shape, tuple | list) else (shape,)
    try:
        extents = tuple(operator.index(extent) for extent in given)
    except TypeError:
        _refuse(
            f"the shape of a buffer is a whole number, or a tuple of some, not {shown(cast('object', shape))}",
            "write `1000`, or `(20, 50)`",
        )
    if any(extent < 0 for extent in extents):
        _refuse(f"a buffer can not have the shape {shown(extents)}", "extents are 0 or more")
    return extents


def element_dtype(dtype: Any) -> np.dtype[Any]:
    """The numpy dtype that `dtype` names; a scalar type of `periclase.types` is one too.

    Raises:
        LaunchError: no kernel has elements of it.
    """
    try:
        if dtype is None:  # float64 for numpy, which nobody expects here
            raise TypeError
        kind = np.dtype(getattr(dtype, "numpy_name", None) or dtype)
    except TypeError:
        _refuse(
            f"numpy has no dtype {shown(dtype)}",
            "name it as numpy does (`np.float32`), or as kernels do (`f32`)",
        )
    if kind.name not in _ELEMENTS and not (kind.names and _is_structured_element(kind)):
        given = dtype if kind.hasobject else kind
        _refuse(
            f"a buffer holds numbers or bools that a kernel can use, not elements of dtype {given}",
            "there are int8 to int64, uint8 to uint64, float16 to float64, complex64, complex128, bool, and bfloat16 as uint16",
        )
    return kind


def _is_structured_element(dtype: np.dtype[Any]) -> bool:
    from periclase.runtime.structured import holds_only

    return dtype.isnative and holds_only(dtype, _ELEMENTS)


class Device:
    """A face of a device: what one client uses. `client` gives another.

    Attributes:
        device_state: what all faces of the device share.
        pinned_stream: where this client's launches go that are made outside of any entered stream; None for the default
            stream of whoever makes them.
    """

    def __init__(self, backend: Backend | DeviceState):
        """
        Args:
            backend: what a new device is made of; or the state of a device that is there, for another face of it.

        Raises:
            LaunchError: it is neither.
        """
        if not isinstance(backend, DeviceState) and not hasattr(backend, "submit"):
            refuse_kind("a device is made of a backend", backend, 'devices have names: `open_device("cpu")`')
        self.device_state = backend if isinstance(backend, DeviceState) else DeviceState(backend)
        self.pinned_stream: Stream | None = None

    @property
    def state(self) -> DeviceState:
        """`device_state`."""
        return self.device_state

    @property
    def backend(self) -> Backend:
        """What runs the kernels."""
        return self.device_state.backend

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self.device_state.name

    def __reduce__(self) -> tuple[Any, ...]:
        # The device of another process is that process's own, by the same name.
        if _opened.get(self.name) is not self:
            raise TypeError("only a device that `open_device` gave can be copied or pickled")
        return open_device, (self.name,)

    def __repr__(self) -> str:
        return f"<device {self.name}>"

    # -------------------------------------------------------------------------------------------------- buffers ----

    def array(self, values: Any, dtype: Any = None, *, read_only: bool = False) -> Buffer:
        """A buffer with a copy of `values`.

        Args:
            values: anything that numpy makes an array of.
            dtype: the dtype of the elements, for numpy or as a scalar type (`f32`); None keeps that of `values`. A dtype of
                another kind (int64 to uint8, float64 to int32) has to hold all the values exactly.
            read_only: refuse launches and host writes that would change it.

        Raises:
            LaunchError: the elements are neither numbers nor bools, or `dtype` can not hold them.
            CaptureError: the current stream records.
        """
        kind = None if dtype is None else element_dtype(dtype)
        try:
            source = np.asarray(values)
            if kind is not None and source.dtype != kind:
                source = _converted(source, kind, values)
        except (ValueError, TypeError, OverflowError) as error:
            _refuse(f"numpy makes no array of these values: {error}")
        buffer = self._unmapped(source.shape, _native(source.dtype), read_only)
        host_access.write(buffer, source, launch_context(self))
        return buffer

    def zeros(self, shape: int | tuple[int, ...], dtype: Any = np.float32) -> Buffer:
        """A buffer of zeros.

        Raises:
            LaunchError: no kernel has elements of `dtype`, or `shape` is not one.
            CaptureError: the current stream records.
        """
        buffer = self._unmapped(_extents(shape), _native(dtype), False)
        buffer.write(np.zeros((), buffer.dtype) if buffer.dtype.names else buffer.dtype.type(0))
        return buffer

    def empty(
        self, shape: int | tuple[int, ...], dtype: Any = np.float32, *, read_only: bool = False
    ) -> Buffer:
        """A buffer whose contents are undefined until something is written.

        Returns at once. If there is no memory for it, that is a failure of the buffer. Inside a dry run no memory is taken
        before somebody touches it.

        Raises:
            LaunchError: no kernel has elements of `dtype`, or `shape` is not one.
        """
        buffer = self._unmapped(_extents(shape), _native(dtype), read_only)
        state = self.device_state
        context = launch_context(self)
        if not context.mode.skipped and context.capture is None:
            state.map_soon(buffer.allocation, context.site)
        elif len(state.pool.given_up) > _GIVEN_UP:
            state.channel.submit(state.pool.take_back)
        return buffer

    def _unmapped(self, shape: tuple[int, ...], dtype: np.dtype[Any], read_only: bool) -> Buffer:
        nbytes = math.prod(shape) * dtype.itemsize
        return Buffer(
            self, Lease(self.device_state.new_allocation(nbytes)), 0, shape, dtype, read_only=read_only
        )

    def from_dlpack(self, values: Any) -> Buffer:
        """A buffer over the memory of an array of another library that has DLPack. Nothing is copied, and the owner kept.

        What that library does with the memory is ordered by nobody.

        Raises:
            LaunchError: it is not of a kernel's dtype, in memory that this device can not reach, or its library refuses. It is
                a `BufferError` as well.
        """
        from periclase.runtime import interop

        return interop.from_dlpack(self, values)

    def wrap(self, values: Any) -> Buffer:
        """A buffer over the memory of a numpy array, or of what has `__dlpack__`, `__cuda_array_interface__` or
        `__array_interface__`. Nothing is copied, and the owner kept. See `from_dlpack`.
        """
        from periclase.runtime import interop

        return interop.wrap(self, values)

    def pinned(self, shape: int | tuple[int, ...], dtype: Any = np.float32) -> np.ndarray[Any, np.dtype[Any]]:
        """An uninitialised numpy array in memory from which a GPU copies fastest; ordinary memory where there is no GPU.

        Raises:
            LaunchError: no kernel has elements of `dtype`, `shape` is not one, or there is no memory.
        """
        from periclase.runtime import interop

        return interop.pinned(self, _extents(shape), _native(dtype))

    # ------------------------------------------------------------------------------------------------ launching ----

    def launch(
        self,
        kernel: KernelLike,
        grid: int | tuple[int, ...] | Buffer,
        block: int | tuple[int, ...],
        arguments: Sequence[Any],
        *,
        shared_bytes: int = 0,
    ) -> None:
        """Enqueue a launch on this device, and return at once: `kernel[grid, block](*arguments)`, from this client.

        Args:
            grid: blocks, one to three numbers; or a buffer of three uint32, which is read when the launch begins.
            block: threads of a block, one to three numbers.
            arguments: in the order of the kernel's parameters.
            shared_bytes: dynamic shared memory of a block.

        Raises:
            ForeignHandle: a buffer is on another device.
            LaunchError: the arguments do not fit, or the shape is beyond the limits. Nothing was enqueued.
        """
        from periclase.kernel import dimensions, shared_memory_bytes

        if not hasattr(kernel, "fingerprint"):
            refuse_kind("`Device.launch` takes a kernel", kernel, "decorate the function with `@kernel`")
        expect_kind(
            arguments, (tuple, list), "`Device.launch` takes the kernel's arguments as a tuple or a list"
        )
        launch(
            kernel,
            grid if isinstance(grid, Buffer) else dimensions(grid, "grid"),
            dimensions(block, "block"),
            tuple(arguments),
            shared_bytes=shared_memory_bytes(shared_bytes),
            device=self,
        )

    # ------------------------------------------------------------------------------------- waiting, and asking ----

    def check(self, *buffers: Buffer) -> None:
        """Look whether the contents of `buffers` have failed. Waits for no work: what still runs has not failed yet.

        Raises:
            BufferFailure: of the first of them that carries a failure.
            ForeignHandle: one is on another device.
        """
        self._own(buffers)
        host_access.check(buffers)

    def sync_buffers(self, *buffers: Buffer) -> None:
        """Wait for the work on `buffers`, then look whether they have failed.

        Raises:
            BufferFailure: of the first of them that carries a failure.
            ForeignHandle: one is on another device.
            CaptureError: the current stream records.
        """
        self._own(buffers)
        host_access.sync_buffers(buffers, launch_context(self))

    def sync(self) -> None:
        """Wait for all that was issued on this device so far, and write out what kernels printed. Raises no launch's failure:
        that belongs to the buffers it spoiled.

        Raises:
            DeviceLost: the device can not be used any more.
            CaptureError: the current stream records.
        """
        host_access.sync(self)

    def flush(self) -> None:
        """Have all that was issued handed over to the device, and written out what kernels have printed. Waits for no work."""
        self.device_state.channel.submit_blocking(self.device_state.backend.flush)

    def _own(self, buffers: Sequence[Buffer]) -> None:
        for buffer in buffers:
            expect_kind(
                buffer, Buffer, "here are buffers expected", "pass them one by one: `device.check(*buffers)`"
            )
            if buffer.device_state is not self.device_state:
                raise ForeignHandle(
                    Diagnostic(
                        "PC0405",
                        f"{buffer!r} is not on this device ({self.name})",
                        call_site().span(),
                        help="ask the device that holds it: `buffer.device`",
                    )
                )

    # -------------------------------------------------------------------------------------- streams and clients ----

    def stream(self, name: str | None = None) -> Stream:
        """A new stream: `with device.stream():`.

        Args:
            name: for people: reports and traces show it.
        """
        return self.device_state.streams.create(name)

    def set_stream(self, stream: Stream | None) -> None:
        """Pin this client to `stream`: what is launched through its buffers, outside of any entered stream, goes there.

        Args:
            stream: None for the default stream of whoever launches.

        Raises:
            ForeignHandle: it is a stream of another device.
        """
        expect_kind(
            stream,
            (Stream, NoneType),
            "a client is pinned to a stream, or to None",
            "make one with `device.stream()`",
        )
        if stream is not None and stream.device_state is not self.device_state:
            raise ForeignHandle(
                Diagnostic(
                    "PC0405",
                    f"{stream!r} is not a stream of this device ({self.name})",
                    call_site().span(),
                    help="make one with `stream()` of this device",
                )
            )
        self.pinned_stream = stream

    def client(self) -> Device:
        """Another face of this device, with a pinned stream of its own."""
        return Device(self.device_state)

    def exclusive(self, function: Callable[[], T]) -> T:
        """Run `function` on this thread while no other reaches the device, behind all that was issued before."""
        expect_function("`Device.exclusive`", function)
        return self.device_state.channel.exclusive(function)

    # ------------------------------------------------------------------------------------------------- insights ----

    def best_block(
        self, kernel: KernelLike, *, shared_bytes: int = 0, most_threads: int | None = None
    ) -> tuple[int, int]:
        """How many threads a block of `kernel` has best on a GPU, and how many such blocks fill the GPU.

        As many threads are at work at once then as registers and shared memory allow, which is a good place to begin; what is
        the fastest only a measurement tells (`autotune`). The kernel is compiled if it was not.

        Args:
            kernel: not a generic one: `kernel[f32]` is one of a type.
            shared_bytes: dynamic shared memory of a block.
            most_threads: no more than so many.

        Raises:
            LaunchError: the device has nothing to be filled: it is no GPU. Or this is no kernel, or no such number.
            CompileError: the kernel can not be compiled.
            DiagnosticError: the driver fails.
        """
        from periclase.kernel import dimensions, shared_memory_bytes

        if not hasattr(kernel, "fingerprint"):
            refuse_kind("`Device.best_block` takes a kernel", kernel, "decorate the function with `@kernel`")
        shared_bytes = shared_memory_bytes(shared_bytes)
        most = 0 if most_threads is None else dimensions(most_threads, "most threads of a block")[0]
        if most < 0 or (most == 0 and most_threads is not None):
            _refuse(f"a block has at least one thread, not at most {most}", code="PC0405")
        state = self.device_state
        backend: Any = state.backend
        if not hasattr(backend, "best_block"):
            raise LaunchError(
                Diagnostic(
                    "PC0405",
                    f'the device "{state.name}" runs blocks one after another on each core, whatever their size: no size fills '
                    "it best",
                    call_site().span(),
                    help="ask a GPU; or let `autotune` measure",
                )
            )
        return state.channel.submit_blocking(
            lambda: backend.best_block(state.loaded(kernel).code, shared_bytes, most)
        )

    def profile(self) -> ProfileWindow:
        """`with device.profile() as p:` measures how long the launches of this context take."""
        from periclase.runtime.profile import ProfileWindow

        return ProfileWindow(self.device_state, current_stream(self))

    def trace(self, path: str | os.PathLike[str] | None = None) -> Trace:
        """`with device.trace("trace.json") as t:` notes what happens on this device.

        Args:
            path: where to write the JSON that Chrome's tracing page and Perfetto read; None for nowhere.
        """
        from periclase.runtime.trace import Trace

        return Trace((self.device_state,), path)

    def memory_report(self) -> MemoryReport:
        """How much memory is in use, and how much is reserved."""
        return self.device_state.channel.submit_blocking(self.device_state.report)

    # ------------------------------------------------------------------------------------------------ life time ----

    def cleanup(self) -> int:
        """Give memory that nothing uses back to the system, and return how many bytes that were."""
        return self.device_state.channel.submit_blocking(self.device_state.cleanup)

    def reset(self) -> None:
        """Begin anew, with a fresh device, after it was lost. What was in its memory is gone: the buffers are failures until
        they are written again."""
        self.device_state.channel.submit_blocking(self.device_state.dispatcher.reset)

    def shutdown(self, timeout: float | None = None) -> bool:
        """Wait for all that was issued, and end the runner's thread. What is issued later gets a fresh one.

        Returns:
            False if `timeout` seconds passed before; then it goes on.

        Raises:
            LaunchError: `timeout` is no number.
        """
        expect_timeout(timeout)
        return host_access.wait_for_all(self.device_state, timeout) and self.device_state.channel.shutdown(
            timeout
        )


_GIVEN_UP = 64
"""Buffers that nobody holds any more, of which the runner is told where it would not come by otherwise."""


def _converted(source: np.ndarray[Any, np.dtype[Any]], kind: np.dtype[Any], values: Any) -> Any:
    """`source` with elements of dtype `kind`; `values` is what it was made of."""
    with np.errstate(all="ignore"):
        # Numbers of Python have no dtype of their own: numpy looks whether they fit.
        converted = source.astype(kind) if hasattr(values, "dtype") else np.asarray(values, kind)
        alike = source.dtype.hasobject or kind.kind == "V" or np.can_cast(source.dtype, kind, "same_kind")
        if not alike and not np.array_equal(converted.astype(source.dtype), source):
            _refuse(
                f"{kind.name} can not hold these {source.dtype.name} values",
                f"convert them first, if the loss is meant: `values.astype(np.{kind.name})`",
            )
    return converted


def _native(dtype: Any) -> np.dtype[Any]:
    kind = element_dtype(dtype)
    if not kind.isnative:
        _refuse(
            f"a buffer holds elements in this machine's byte order, not {kind.str}",
            "convert the array first: `a.astype(a.dtype.newbyteorder('='))`",
        )
    return kind


# A fork waits until no device is being opened: the child would have the lock, and nobody to release it.


def _after_fork() -> None:
    _opening.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_opening.acquire, after_in_parent=_after_fork, after_in_child=_after_fork)
