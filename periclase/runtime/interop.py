"""Memory shared with other libraries: numpy arrays, DLPack, `__array_interface__`, `__cuda_array_interface__`.

In (`Device.from_dlpack`, `Device.wrap`): a buffer over memory that another library owns, without a copy, where the device can
reach it. The owner is kept alive as long as the buffer, its views, or work on it. What is imported twice is one allocation, so
that launches on overlapping views of one array wait for each other and see each other's failures.

Out (`Buffer.__dlpack__`, `__cuda_array_interface__`): the other library sees the device's memory. An export checks the
failure state and waits for the last writers, once. From then on that memory is the user's business: what another library
writes there, or reads while a launch runs, is ordered by nobody. But what comes in again is the buffer's own memory, and
launches on it are ordered as ever.
"""

from __future__ import annotations

import math
import threading
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar, cast

import numpy as np

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.runtime import dlpack
from periclase.runtime.allocation import Lease
from periclase.runtime.buffer import Buffer
from periclase.runtime.call_site import call_site
from periclase.runtime.capture import refuse_in_window
from periclase.runtime.context import launch_context
from periclase.runtime.dependencies import HOST
from periclase.runtime.failures import unread_error
from periclase.runtime.launch_record import LaunchRecord, uses_of_pieces
from periclase.runtime.scope import Executed, Failed, Skipped
from periclase.runtime.streams import current_stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.execution import Guard, Work

T = TypeVar("T")
_Array = np.ndarray[Any, np.dtype[Any]]


class SharedMemory(NamedTuple):
    """An array that somebody else owns.

    Attributes:
        address: of its first element.
        shape: the extents.
        dtype: of the elements.
        read_only: whether nobody may write it.
        owner: what keeps it alive.
        start, stop: addresses of the memory that it is a part of, as far as that is known.
        on_host: whether it is this process's own memory.
        strides: how far apart neighbours are along each axis, in bytes; None for C order.
    """

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    read_only: bool
    owner: object
    start: int
    stop: int
    on_host: bool = True
    strides: tuple[int, ...] | None = None

    @property
    def nbytes(self) -> int:
        """Its size."""
        return math.prod(self.shape) * self.dtype.itemsize

    def as_array(self) -> _Array:
        """A numpy array of the same memory, which must be the host's."""
        return np.asarray(_ArrayInterface(self)).view(self.dtype)


class _ArrayInterface:
    """By this numpy makes an array of memory, and keeps this object."""

    def __init__(self, memory: SharedMemory):
        self._memory = memory

    @property
    def __array_interface__(self) -> dict[str, object]:
        memory = self._memory
        return {
            "version": 3,
            "shape": memory.shape,
            "typestr": memory.dtype.str,
            "data": (memory.address, memory.read_only),
            "strides": memory.strides,
        }


# ------------------------------------------------------------------------------------------------------ describing ----


def is_array_like(value: Any) -> bool:
    """Whether `value` is memory of the host that `host_memory` describes."""
    if isinstance(value, np.ndarray):
        return True
    if isinstance(value, Buffer | np.generic):
        return False
    if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
        return _device_of(value)[0] in dlpack.ON_HOST
    return _ask(value, "__array_interface__", lambda: hasattr(value, "__array_interface__"))


def host_memory(value: Any, *, in_order: bool = True) -> SharedMemory:
    """The memory of a numpy array, or of anything else of which `is_array_like` is true.

    Args:
        in_order: whether only an array in C order will do.

    Raises:
        LaunchError: it is not in C order, or its elements are not aligned, not in this machine's byte order, or of no dtype
            that a kernel can use.
    """
    if isinstance(value, np.ndarray):
        return _of_array(cast("_Array", value), in_order)
    hull: SharedMemory | None = getattr(value, "hull_memory", None)
    if hull is not None:  # of a view: see `runtime.strided`
        return hull
    if hasattr(value, "__dlpack__"):
        return _of_dlpack(value, None, in_order)
    return _of_array(_asarray(value), in_order)


def _ask(value: Any, what: str, function: Callable[[], T]) -> T:
    """What `function` gives, which asks another library for `what` of its `value`: that may refuse, or be wrong.

    Raises:
        Unshareable: it raises anything.
    """
    try:
        return function()
    except DiagnosticError:
        raise
    except Exception as error:
        _refuse(
            f"`{what}` of this {type(value).__name__} gives no memory that can be shared: {type(error).__name__}: {error}",
            "copy it: `device.array(...)` takes whatever numpy understands",
            error,
        )


def _asarray(value: Any) -> _Array:
    return _ask(value, "__array_interface__", lambda: np.asarray(value))


def _device_of(value: Any) -> tuple[int, int]:
    """DLPack's kind and number of the device of an array."""

    def device() -> tuple[int, int]:
        kind, number = value.__dlpack_device__()
        return int(kind), int(number)

    return _ask(value, "__dlpack_device__", device)


def _of_array(array: _Array, in_order: bool) -> SharedMemory:
    contiguous = array.flags.c_contiguous
    _check_layout(contiguous or not in_order, array.flags.aligned, array.dtype)
    start, stop, owner = _root(array)
    address = array.__array_interface__["data"][0]
    read_only = not array.flags.writeable
    strides = None if contiguous else array.strides
    return SharedMemory(
        address, array.shape, array.dtype, read_only, (array, owner), start, stop, strides=strides
    )


def _root(array: _Array) -> tuple[int, int, object]:
    """Where the memory starts and stops that `array` is a view of, and the object that owns it."""
    outer: Any = array
    while True:
        base: Any = outer.base
        if not isinstance(base, np.ndarray):
            # `numpy.lib.stride_tricks` puts an object of its own between a view and its array.
            base = getattr(base, "base", None)
        if not isinstance(base, np.ndarray):
            break
        outer = cast("Any", base)
    start, stop = _bounds(outer)
    owner: Any = outer.base
    if isinstance(owner, memoryview):
        owner = cast("memoryview[Any]", owner).obj
    if owner is not None:
        # Two arrays made of one bytearray, or one mapped file, have no array in common.
        try:
            whole_start, whole_stop = _bounds(np.frombuffer(owner, np.uint8))
        except (TypeError, ValueError, BufferError):
            return start, stop, outer
        if whole_start <= start and stop <= whole_stop:
            return whole_start, whole_stop, owner
    return start, stop, outer


def _bounds(array: _Array) -> tuple[int, int]:
    start = stop = array.__array_interface__["data"][0]
    if array.size:
        for extent, stride in zip(array.shape, array.strides, strict=True):
            if stride < 0:
                start += stride * (extent - 1)
            else:
                stop += stride * (extent - 1)
        stop += array.dtype.itemsize
    return start, stop


def _of_dlpack(value: Any, stream: int | None = None, in_order: bool = True) -> SharedMemory:
    """
    Args:
        stream: which stream the producer is to let wait for the contents; None where there are no streams.
        in_order: whether only an array in C order will do.
    """
    options: dict[str, Any] = {} if stream is None else {"stream": stream}

    def imported_now() -> dlpack.Imported:
        # Consumers of 1.x say so, and that a copy would not do; a producer that has not heard of it takes no such arguments.
        try:
            capsule = value.__dlpack__(max_version=(1, 0), copy=False, **options)
        except TypeError:
            capsule = value.__dlpack__(**options)
        try:
            return dlpack.Imported(capsule)
        except dlpack.UnknownType as error:
            _refuse(f"no kernel can use {error}", "convert the array first")

    imported = _ask(value, "__dlpack__", imported_now)
    address, shape, strides, name, (kind, _), read_only = imported.description
    dtype = np.dtype("uint16" if name == "bfloat16" else name)
    in_bytes = None
    if strides is not None and not _is_c_order(shape, strides):
        in_bytes = tuple(stride * dtype.itemsize for stride in strides)
    _check_layout(in_bytes is None or not in_order, address % dtype.itemsize == 0, dtype)
    low, high = _reach(shape, in_bytes, dtype.itemsize)
    start, stop = _storage(value, address + low, address + high)
    owner, on_host = (imported, value), kind in dlpack.ON_HOST
    return SharedMemory(address, shape, dtype, read_only, owner, start, stop, on_host, in_bytes)


def _reach(shape: tuple[int, ...], strides: tuple[int, ...] | None, itemsize: int) -> tuple[int, int]:
    """Where the bytes of an array begin and end, seen from its first element."""
    if strides is None:
        return 0, math.prod(shape) * itemsize
    from periclase.runtime.strided import hull_bounds

    return hull_bounds(shape, strides, itemsize)


def _storage(value: Any, start: int, stop: int) -> tuple[int, int]:
    """Where the memory starts and stops that a tensor is a view of. DLPack does not say, but PyTorch's tensors do: two views of
    one tensor are seen to overlap. The tensor keeps all of it alive."""
    try:
        storage = value.untyped_storage()
        whole_start = int(storage.data_ptr())
        whole_stop = whole_start + int(storage.nbytes())
    except (AttributeError, RuntimeError, TypeError, ValueError):
        return start, stop
    return (whole_start, whole_stop) if whole_start <= start and stop <= whole_stop else (start, stop)


def _of_cuda_array(value: Any, interface: dict[str, Any]) -> SharedMemory:
    def told() -> tuple[int, bool, tuple[int, ...], np.dtype[Any], tuple[int, ...] | None]:
        address, read_only = interface["data"]
        strides: Any = interface.get("strides")
        return (
            int(address or 0),
            bool(read_only),
            tuple(map(int, interface["shape"])),
            np.dtype(interface["typestr"]),
            None if strides is None else tuple(map(int, strides)),
        )

    address, read_only, shape, dtype, strides = _ask(value, "__cuda_array_interface__", told)
    if interface.get("mask") is not None:
        _refuse("an array with a mask can not be shared", "copy what is not masked")
    if strides is not None:
        from periclase.runtime.strided import is_c_order

        strides = None if is_c_order(shape, strides, dtype.itemsize) else strides
    _check_layout(True, address % dtype.itemsize == 0, dtype)
    low, high = _reach(shape, strides, dtype.itemsize)
    start, stop = address + low, address + high
    return SharedMemory(address, shape, dtype, read_only, value, start, stop, False, strides)


def _is_c_order(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    # The stride of an axis with one element, and all strides of an array without any, mean nothing.
    if 0 in shape:
        return True
    expected = dlpack.c_order_strides(shape)
    return all(extent == 1 or a == b for extent, a, b in zip(shape, strides, expected, strict=True))


def _check_layout(contiguous: bool, aligned: bool, dtype: np.dtype[Any]) -> None:
    from periclase.runtime.device import element_dtype

    element_dtype(dtype)
    if not dtype.isnative:
        _refuse(
            f"a kernel reads elements in this machine's byte order, not {dtype.str}",
            "convert the array: `a.astype(a.dtype.newbyteorder('='))`",
        )
    if not contiguous:
        _refuse(
            "only an array in C order, without gaps, can be shared", "copy it: `numpy.ascontiguousarray(a)`"
        )
    if not aligned:
        _refuse(
            f"the elements of this array do not begin at multiples of {dtype.itemsize} bytes",
            "copy it: `numpy.array(a)`",
        )


# -------------------------------------------------------------------------------------------------------- importing ----


_PRUNED_FROM: Final = 64
"""So many imports are noted before it pays to look which are gone."""


_start: Final = itemgetter(0)


class _Imports:
    """The memory that a device shares with others, theirs and its own: disjoint ranges of addresses, in order."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        # Where it starts and stops, and who holds it. One list: an interrupt comes between any two changes.
        self._entries: list[tuple[int, int, weakref.ref[Lease]]] = []
        self._prune_at = _PRUNED_FROM
        self.lasting: weakref.WeakSet[Lease] = weakref.WeakSet()
        """Those that users have buffers of. The others serve a launch each."""

    def exported(self, lease: Lease) -> None:
        """Memory of the device itself goes out: it may come in again."""
        with self._lock:
            start = lease.allocation.address
            stop = start + lease.allocation.nbytes
            for index in reversed(self._within(start, stop)):
                begin, end, reference = self._entries[index]
                if reference() is lease and begin == start:
                    return
                if end > start:  # whoever had this memory before has it no more
                    del self._entries[index]
            self._add(start, stop, lease, lasting=True)

    def lease(self, state: DeviceState, memory: SharedMemory, *, lasting: bool) -> tuple[Lease, int]:
        """A lease of an allocation that covers `memory`, and the offset in it.

        Raises:
            LaunchError: it reaches beyond an allocation that some of it is in.
        """
        start, stop = memory.start, memory.stop
        with self._lock:
            for index in reversed(self._within(start, stop)):
                begin, end, reference = self._entries[index]
                lease = reference()
                if (
                    lease is None or lease.allocation.address != begin
                ):  # the device was reset, and it is elsewhere now
                    del self._entries[index]
                elif end > start:
                    low, high = _reach(memory.shape, memory.strides, memory.dtype.itemsize)
                    if begin <= memory.address + low and memory.address + high <= end:
                        if lasting:
                            self.lasting.add(lease)
                        return lease, memory.address - begin
                    _refuse(
                        "this memory overlaps memory that is shared already, but goes beyond it",
                        "share the whole first, and take views of that: `buffer[a:b]`",
                    )
            lease = Lease(state.external_allocation(stop - start, start, memory.owner))
            self._add(start, stop, lease, lasting=lasting)
            return lease, memory.address - start

    def _within(self, start: int, stop: int) -> range:
        """Indices of what may reach into these addresses. The first may also end before them."""
        first = max(0, bisect_right(self._entries, start, key=_start) - 1)
        return range(first, bisect_left(self._entries, stop, first, key=_start))

    def _add(self, start: int, stop: int, lease: Lease, *, lasting: bool) -> None:
        if len(self._entries) >= self._prune_at:
            self._prune()
        index = bisect_left(self._entries, start, key=_start)
        self._entries.insert(index, (start, stop, weakref.ref(lease)))
        if lasting:
            self.lasting.add(lease)

    def __len__(self) -> int:
        """How many are noted, with some that are gone."""
        return len(self._entries)

    def _prune(self) -> None:
        self._entries = [entry for entry in self._entries if entry[2]() is not None]
        self._prune_at = max(_PRUNED_FROM, 2 * len(self._entries))


_imports: weakref.WeakKeyDictionary[DeviceState, _Imports] = weakref.WeakKeyDictionary()
_imports_lock = threading.Lock()


def buffer_over(device: Device, memory: SharedMemory, *, lasting: bool = True) -> Buffer:
    """A buffer of `device` over `memory`, which the device can reach.

    Args:
        lasting: whether it is the user's; else it serves one launch.

    Raises:
        LaunchError: it overlaps memory that was imported with other bounds.
    """
    if memory.nbytes == 0:
        return device.empty(memory.shape, memory.dtype, read_only=memory.read_only)
    lease, offset = _imports_of(device.device_state).lease(device.device_state, memory, lasting=lasting)
    buffer = Buffer(device, lease, offset, memory.shape, memory.dtype, read_only=memory.read_only)
    if memory.strides is None:
        return buffer
    from periclase.runtime.strided import strided

    return strided(buffer, offset, memory.shape, memory.strides, memory.dtype)


def keeps_failures(buffer: Buffer) -> bool:
    """Whether a failure of the bytes of `buffer` is to be kept: somebody has a buffer over them that lasts."""
    return buffer.lease in _imports_of(buffer.device_state).lasting


def _imports_of(state: DeviceState) -> _Imports:
    with _imports_lock:
        found = _imports.get(state)
        if found is None:
            found = _imports[state] = _Imports()
        return found


def from_dlpack(device: Device, value: Any) -> Buffer:
    """A buffer over the memory of `value`, an array of any library with DLPack. Nothing is copied.

    Raises:
        LaunchError: it is not of a kernel's dtype, in memory that the device can not reach, or its library refuses.
    """
    if not hasattr(value, "__dlpack__") or not hasattr(value, "__dlpack_device__"):
        _refuse(
            f"a value of type {type(value).__name__} has no `__dlpack__`",
            "`device.array(...)` copies whatever numpy understands",
        )
    kind, number = _device_of(value)
    backend: Any = device.device_state.backend
    if not backend.host_memory and kind == dlpack.CUDA and number != getattr(backend, "ordinal", number):
        _refuse_gpu(device, number)
    _check_reach(device, kind)
    if backend.host_memory or not hasattr(backend, "receive"):
        return buffer_over(device, _of_dlpack(value, None, in_order=False))

    def produce(stream: int) -> SharedMemory:
        return _of_dlpack(value, stream, in_order=False)

    return buffer_over(device, backend.receive(produce))


def wrap(device: Device, value: Any) -> Buffer:
    """A buffer over the memory of a numpy array, or of anything with `__dlpack__`, `__cuda_array_interface__` or
    `__array_interface__`. Nothing is copied.

    Raises:
        LaunchError: it is none of these, not of a kernel's dtype, or in memory that the device can not reach.
    """
    if isinstance(value, np.ndarray):
        _check_reach(device, dlpack.CPU)
        return buffer_over(device, _of_array(cast("_Array", value), in_order=False))
    if hasattr(value, "__dlpack__"):
        return from_dlpack(device, value)
    if hasattr(value, "__cuda_array_interface__"):
        _check_reach(device, dlpack.CUDA)
        interface: dict[str, Any] = _ask(
            value, "__cuda_array_interface__", lambda: dict(value.__cuda_array_interface__)
        )
        memory = _of_cuda_array(value, interface)
        _check_gpu(device, memory)
        _wait_for_producer(device, interface)
        return buffer_over(device, memory)
    if _ask(value, "__array_interface__", lambda: hasattr(value, "__array_interface__")):
        _check_reach(device, dlpack.CPU)
        return buffer_over(device, _of_array(_asarray(value), in_order=False))
    _refuse(
        f"a value of type {type(value).__name__} shares no memory",
        "pass a numpy array, or an object with `__dlpack__`; `device.array(...)` copies whatever numpy understands",
    )


def _check_gpu(device: Device, memory: SharedMemory) -> None:
    """`__cuda_array_interface__` does not say on which GPU the memory is: ask the driver."""
    backend: Any = device.device_state.backend
    if not memory.nbytes or not hasattr(backend, "ordinal_of"):
        return
    number = backend.ordinal_of(memory.address)
    if number is None:
        _refuse(
            f"the driver knows no memory at {memory.address:#x}, where this array is said to begin",
            "was it freed? Memory that is freed goes to the next who asks",
        )
    if number != backend.ordinal:
        _refuse_gpu(device, number)


def _refuse_gpu(device: Device, number: int) -> NoReturn:
    _refuse(
        f'the device "{device.name}" can not use the memory of GPU {number}',
        f'open_device("cuda:{number}") can; or copy it: `device.array(...)`',
    )


def _wait_for_producer(device: Device, interface: dict[str, Any]) -> None:
    """The streams of other libraries are none of ours: wait, on this thread, until an array of theirs has its contents."""
    backend: Any = device.device_state.backend
    if "stream" not in interface:  # before version 3 nobody says which stream that is
        if hasattr(backend, "wait_for_others"):
            backend.wait_for_others()
    elif interface["stream"] is not None and hasattr(backend, "wait_for_stream"):
        backend.wait_for_stream(int(interface["stream"]))


def _check_reach(device: Device, kind: int) -> None:
    """
    Args:
        kind: of memory, as DLPack numbers them.
    """
    if kind not in (dlpack.ON_HOST if device.device_state.backend.host_memory else dlpack.ON_CUDA):
        where = "the host's memory" if kind in dlpack.ON_HOST else "a GPU's memory"
        if kind not in (*dlpack.ON_HOST, *dlpack.ON_CUDA):
            where = f"memory of DLPack's device type {kind}"
        _refuse(
            f'the device "{device.name}" can not reach {where} without a copy',
            "copy it: `device.array(...)`",
        )


# -------------------------------------------------------------------------------------------------------- exporting ----


def dlpack_device(buffer: Buffer) -> tuple[int, int]:
    """`Buffer.__dlpack_device__`: DLPack's kind and number of the device.

    Raises:
        BufferError: DLPack does not know its kind of device.
    """
    backend = buffer.device_state.backend
    if backend.host_memory:
        return dlpack.CPU, 0
    ordinal = getattr(backend, "ordinal", None)
    if ordinal is None:
        raise BufferError(f'DLPack knows no device like "{buffer.device_state.name}"')
    return dlpack.CUDA, ordinal


_NO_WAIT: Final = -1
"""By the protocol, a stream that is none: the consumer sees to the order himself."""


def _check_stream(stream: Any, own: tuple[int, int]) -> None:
    """
    Raises:
        BufferError: the protocol has no such stream for this device.
    """
    if stream is None or stream == _NO_WAIT:
        return
    if own[0] == dlpack.CPU:
        raise BufferError(f"memory of the host has no streams: `stream` is None, not {stream!r}")
    if isinstance(stream, bool) or not isinstance(stream, int) or stream < 1:
        raise BufferError(
            f"`stream` is None, -1, 1, 2 or the address of a stream of CUDA, not {stream!r} (0 could be either default stream)"
        )


def export_dlpack(
    buffer: Buffer,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """`Buffer.__dlpack__`. The contents are there when this returns, so that no stream of the consumer need wait.

    For the stream -1 nothing is waited for, and nobody is told of a failure that is yet to come.

    Raises:
        BufferFailure: bytes of it were never computed.
        CaptureError: the current stream records.
        BufferError: it is wanted on another device, or is read-only and the consumer knows no such thing.
    """
    own = dlpack_device(buffer)
    _check_stream(stream, own)
    versioned = max_version is not None and max_version[0] >= 1
    owner: object = buffer
    elsewhere = device is not None and tuple(device) != own
    if elsewhere:
        if copy is False or (device is not None and device[0] != dlpack.CPU):
            raise BufferError(f"a buffer on {own} can not be handed over on {device} without a copy")
        array = buffer.read()
        own, owner, address = (dlpack.CPU, 0), array, array.__array_interface__["data"][0]
    elif copy:
        owner = fresh = buffer.device.array(buffer.read())
        address = _ready(fresh, "`Buffer.__dlpack__`")
    else:
        address = _ready(buffer, "`Buffer.__dlpack__`", wait=stream != _NO_WAIT)
    copied = elsewhere or bool(copy)
    read_only = buffer.read_only and not copied
    strides = None
    if not (copied or buffer.is_contiguous):
        strides = tuple(stride // buffer.dtype.itemsize for stride in buffer.strides)
    description = dlpack.Description(address, buffer.shape, strides, buffer.dtype.name, own, read_only)
    return dlpack.export(description, owner, versioned=versioned, copied=copied)


def cuda_array_interface(buffer: Buffer) -> dict[str, object]:
    """`Buffer.__cuda_array_interface__`, version 3. The contents are there when this returns.

    Raises:
        AttributeError: the device is no GPU.
        BufferFailure: bytes of it were never computed.
    """
    if buffer.device_state.backend.host_memory:
        raise AttributeError("a buffer in the host's memory has no `__cuda_array_interface__`")
    return {
        "version": 3,
        "shape": buffer.shape,
        "typestr": buffer.dtype.str,
        "data": (_ready(buffer, "`Buffer.__cuda_array_interface__`"), buffer.read_only),
        "strides": None if buffer.is_contiguous else buffer.strides,
        "stream": None,
    }


class _Order:
    """What the work of `used_on` takes its place behind."""

    __slots__ = ("guards", "handed", "waits")

    def __init__(self) -> None:
        self.handed: list[Work] | None = None
        self.waits: Sequence[Work] = ()
        self.guards: Sequence[Guard] = ()


def used_on(buffer: Buffer, stream: Any) -> None:
    """`Buffer.used_on`: what another library has enqueued on `stream` by now takes its place in the order of these bytes."""
    _check_stream(stream, dlpack_device(buffer))
    if stream is None or stream == _NO_WAIT:
        raise BufferError(f"{stream!r} names no stream: pass 1, 2 or the address of a stream of CUDA")
    context = launch_context(buffer.device)
    refuse_in_window(context.stream, "`Buffer.used_on`")
    if not buffer.nbytes:
        return
    state = buffer.device_state
    backend: Any = state.backend

    def note() -> Executed[None] | Skipped | Failed:
        with state.channel.borrow():
            dispatcher = state.dispatcher
            dispatcher.settle()
            event = backend.reached(stream)
            uses = uses_of_pieces(buffer, True, not buffer.read_only, "buffer", HOST)
            record = LaunchRecord("Buffer.used_on", context.site, context.stream, uses)
            return dispatcher.enqueue(
                record, _Order, lambda order: backend.behind(event, order.waits, order.guards)
            )

    result = state.channel.submit_blocking(note)
    if not isinstance(result, Executed):
        backend.wait_for_stream(stream)  # nobody else will, now
        raise unread_error(result.claim)


def _ready(buffer: Buffer, what: str, *, wait: bool = True) -> int:
    """The address, once the contents are there."""
    refuse_in_window(current_stream(buffer.device), what)
    if wait:
        buffer.device.sync_buffers(buffer)
    else:
        buffer.check()
    if not buffer.nbytes:
        return 0
    address = buffer.address
    _imports_of(buffer.device_state).exported(buffer.lease)
    return address


# ----------------------------------------------------------------------------------------------------- pinned memory ----


def pinned(device: Device, extents: tuple[int, ...], kind: np.dtype[Any]) -> _Array:
    """See `Device.pinned`.

    Raises:
        LaunchError: there is no memory.
    """
    nbytes = math.prod(extents) * kind.itemsize
    backend: Any = device.device_state.backend
    try:
        if not hasattr(backend, "allocate_host") or not nbytes:
            return np.empty(extents, kind)
        address = device.device_state.channel.submit_blocking(lambda: backend.allocate_host(nbytes))
    except MemoryError as error:
        raise LaunchError(
            Diagnostic(
                "PC0703",
                f"there is no pinned memory for {nbytes} bytes",
                call_site().span(),
                help="copy in pieces: pinned memory is for staging",
            )
        ) from error
    owner = _PinnedMemory(device.device_state, address)
    return SharedMemory(address, extents, kind, False, owner, address, address + nbytes).as_array()


class _PinnedMemory:
    """Gives pinned memory back when the last array of it is gone."""

    def __init__(self, state: DeviceState, address: int):
        self._state = state
        self._address = address

    def __del__(self) -> None:
        backend: Any = self._state.backend
        address = self._address
        self._state.channel.submit(lambda: backend.free_host(address))


class Unshareable(LaunchError, BufferError):
    """Memory can not be shared. It is a `BufferError` too: that is what the protocols of arrays have consumers raise."""


def _refuse(message: str, help: str | None, cause: BaseException | None = None) -> NoReturn:
    raise Unshareable(Diagnostic("PC0717", message, call_site().span(), help=help)) from cause
