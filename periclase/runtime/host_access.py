"""What the host does with the bytes of buffers: read them, write them, ask about them, wait for the work on them.

Called on any thread. Each takes its turn at the book-keeping once; what it has to wait for then, it waits for without holding
anybody up: a read that is not ready yet becomes a copy that waits by itself, like a launch, and so does a write.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.context import launch_context
from periclase.runtime.dependencies import HOST, Access
from periclase.runtime.execution import CopyWork, Work
from periclase.runtime.failures import failure_error, unread_error
from periclase.runtime.held_windows import refuse_own
from periclase.runtime.launch_record import LaunchRecord, uses_of_pieces
from periclase.runtime.outcome import PENDING, WROTE
from periclase.runtime.scope import Executed, Failed, execute_scope
from periclase.runtime.streams import current_stream

if TYPE_CHECKING:
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.failure_report import FailureReport
    from periclase.runtime.streams import Stream

_Array = np.ndarray[Any, np.dtype[Any]]

_SMALL = 1 << 15
"""Bytes that are copied in about a microsecond."""


# ----------------------------------------------------------------------------------------------------------- reading ----


def read(buffer: Buffer, context: LaunchContext | None = None, task: Any = None) -> _Array:
    """A copy of the contents of `buffer`, once their last writers have ended.

    Args:
        context: that of whoever reads; None: it is this thread, and its context need be known only if the read has to wait.
        task: the asyncio task on whose behalf this thread reads.

    Raises:
        BufferFailure: bytes of it were never computed.
        CaptureError: the stream of the context records.
    """
    stream = current_stream(buffer.device) if context is None else context.stream
    if stream.window is not None:
        refuse_in_window(stream, "`Buffer.read`")
    if not buffer.nbytes:
        return np.empty(buffer.shape, buffer.dtype)
    state = buffer.device_state
    expected = state.expect_wait()
    try:
        array, record = state.channel.submit_blocking(partial(_start_reading, buffer, context, task))
        if record is not None:
            record.work.wait()
    finally:
        if expected:
            state.wait_is_over()
    if record is not None and record.work.outcome != WROTE:
        state.channel.submit_blocking(lambda: _raise_unread(state, record))
    if state.dispatcher.prints:
        # What the kernels that made these bytes printed comes before what is printed of the bytes.
        state.channel.submit_blocking(state.backend.flush)
    return array


def _start_reading(
    buffer: Buffer, context: LaunchContext | None, task: Any
) -> tuple[_Array, LaunchRecord | None]:
    """Under the role: copy, if the bytes are there already; else enqueue the copy."""
    state = buffer.device_state
    with state.channel.borrow():
        dispatcher = state.dispatcher
        tracer = dispatcher.tracer
        allocation, start, _ = buffer.byte_range
        spans = buffer.byte_ranges
        host_memory = state.backend.host_memory
        if host_memory and tracer is None:
            if not dispatcher.flight and dispatcher.ledger.is_clean and allocation.address:
                return _copied(buffer), None  # nobody is at any byte, and all are well
            # A copy that waits by itself costs more than what a small launch needs to end.
            soon_over(dispatcher.users_of(spans, writing=False))
        dispatcher.settle()
        waits: dict[Any, str] = {}
        claims = dispatcher.claims_on(spans, waits)
        if claims:
            raise failure_error(*claims)
        if host_memory and not waits and allocation.address and tracer is None:
            return _copied(buffer), None
        if context is None:
            context = launch_context(buffer.device)
        if not allocation.address:
            # That there is no memory for it is a failure of the buffer, like any other.
            dispatcher.map(allocation, context.site)
            claims = dispatcher.claims_on(spans, waits)
            if claims:
                raise failure_error(*claims)
        if host_memory:
            if not waits:
                began = time.perf_counter()
                copied = _copied(buffer)
                if tracer is not None:
                    tracer.copied("Buffer.read", buffer.nbytes, began, context.site)
                return copied, None
        refuse_own((access.work for access in waits), task)
        array = np.empty(buffer.shape, buffer.dtype)
        record = LaunchRecord(
            "Buffer.read",
            context.site,
            context.stream,
            uses_of_pieces(buffer, True, False, "buffer", HOST),
            keep=array,
        )

        def copy() -> CopyWork:
            return CopyWork(
                context.stream.make_native(),
                memory_of(array),
                allocation.address + start,
                buffer.nbytes,
                timed=dispatcher.tracer is not None,
            )

        result = dispatcher.enqueue(record, copy, state.backend.copy)
        if not isinstance(result, Executed):
            raise unread_error(result.claim)
        return array, record


def soon_over(users: Iterable[Access]) -> bool:
    """Whether the works of `users` are over within some microseconds, of which the caller runs what he can: this is under the
    role."""
    for user in users:
        work = user.work
        if work.outcome != PENDING:
            continue
        soon_over = getattr(work, "soon_over", None)
        if soon_over is None or not soon_over():
            return False
    return True


def _raise_unread(state: DeviceState, record: LaunchRecord) -> None:
    """Under the role: a read has found no bytes. What it met counts, whatever has become of the bytes since."""
    with state.channel.borrow():
        claim = state.dispatcher.claim_of(record)
        if record.work.outcome == WROTE or claim is None:
            return
        raise unread_error(claim)


def _copied(buffer: Buffer) -> _Array:
    """Under the role: a copy of the memory of `buffer`, where device memory is the host's."""
    # numpy lets go of the interpreter lock even for some thousand bytes; to get it back may take much longer than to copy.
    view = _host_view(buffer)
    if buffer.nbytes > _SMALL or not buffer.shape:
        return view.array.copy()
    copied = np.empty(buffer.shape, buffer.dtype)
    elements = view.elements
    if elements is None:
        memory_of(copied)[:] = view.memory
    else:
        copied.data[:] = elements
    return copied


class HostView:
    """The memory of a buffer as the host sees it.

    Attributes:
        address: where it is.
        array: as an array like the buffer.
        memory: its bytes.
        elements: its elements, from which arrays of the like are filled in half the time; None where it has not one dimension, or
            Python has no name for such elements.
    """

    __slots__ = ("address", "array", "elements", "memory")

    def __init__(self, address: int, buffer: Buffer):
        import ctypes

        of_bytes: Any = (ctypes.c_uint8 * buffer.nbytes).from_address(address)
        self.address = address
        self.array: _Array = np.frombuffer(of_bytes, np.uint8).view(buffer.dtype).reshape(buffer.shape)
        self.memory = memory_of(self.array)
        self.elements: Any = (
            self.array.data if buffer.dtype.char in _NAMED and len(buffer.shape) == 1 else None
        )


def _host_view(buffer: Buffer) -> HostView:
    """Under the role: the memory of `buffer`, where device memory is the host's."""
    allocation = buffer.allocation
    address = (allocation.address or allocation.materialize()) + buffer.offset
    view = buffer.host_view
    if view is None or view.address != address:
        view = buffer.host_view = HostView(address, buffer)
    return view


_BYTES: Any = np.dtype(np.uint8)
_NAMED = frozenset("?bBhHiIlLqQefd")
"""`dtype.char` of what a memoryview can be of."""


def memory_of(array: Any) -> memoryview:
    """The bytes of a contiguous array."""
    return memoryview((array if array.ndim == 1 else array.reshape(-1)).view(_BYTES))


# ----------------------------------------------------------------------------------------------------------- writing ----


def write(buffer: Buffer, values: _Array, context: LaunchContext) -> None:
    """Replace the contents of `buffer`, behind the work that uses it. Returns when `values` is not needed any more.

    Bytes that can not be written carry the reason.

    Args:
        values: of a dtype that converts, and a shape that can be broadcast.

    Raises:
        CaptureError: the stream of `context` records.
    """
    refuse_in_window(context.stream, "`Buffer.write`")
    if buffer.nbytes:
        buffer.device_state.channel.submit_blocking(lambda: _write(buffer, values, context))


def _write(buffer: Buffer, values: _Array, context: LaunchContext) -> None:
    state = buffer.device_state
    with state.channel.borrow():
        dispatcher = state.dispatcher
        dispatcher.settle()
        allocation, start, stop = buffer.byte_range
        record = LaunchRecord(
            "Buffer.write",
            context.site,
            context.stream,
            ((allocation, start, stop, False, True, "buffer", HOST),),
        )
        if state.backend.host_memory:
            # Before its users are asked for: they may be those of the last tenant.
            dispatcher.map(allocation, context.site)
            if not allocation.address:
                return  # all of it carries that failure
        if state.backend.host_memory and not dispatcher.users_of((buffer.byte_range,)):
            result = execute_scope(
                dispatcher, record, lambda record, _given: _write_now(buffer, values, record), None
            )
            if isinstance(result, Failed):
                dispatcher.not_enqueued(record, result)
            return

        def copy() -> CopyWork:
            # The caller may change its array as soon as this returns.
            staged = np.empty(buffer.shape, buffer.dtype)
            np.copyto(staged, values, casting="same_kind")
            record.keep = staged
            return CopyWork(
                context.stream.make_native(),
                allocation.address + start,
                memory_of(staged),
                buffer.nbytes,
                timed=dispatcher.tracer is not None,
            )

        dispatcher.enqueue(record, copy, state.backend.copy)


def _write_now(buffer: Buffer, values: _Array, record: LaunchRecord) -> None:
    """Nobody is at these bytes: write them here."""
    dispatcher = buffer.device_state.dispatcher
    began = time.perf_counter()
    np.copyto(_host_view(buffer).array, values, casting="same_kind")
    if dispatcher.tracer is not None:
        dispatcher.tracer.copied("Buffer.write", buffer.nbytes, began, record.site)
    dispatcher.written(record)


# ------------------------------------------------------------------------------------------------------------- asking ----


def check(buffers: Sequence[Buffer]) -> None:
    """Look whether contents have failed. Waits for no work.

    Raises:
        BufferFailure: of the first of `buffers` that carries a failure.
    """
    for buffer in buffers:
        claims = _claims(buffer)
        if claims:
            raise failure_error(*claims)


def failure(buffer: Buffer) -> FailureReport | None:
    """Why the contents of `buffer` are not there, as data; or None. Waits for no work."""
    claims = _claims(buffer)
    if not claims:
        return None
    from periclase.runtime.failure_report import report

    return report(claims)


def _claims(buffer: Buffer) -> list[Any]:
    state = buffer.device_state

    def look() -> list[Any]:
        with state.channel.borrow():
            state.dispatcher.settle()
            return state.dispatcher.claims_on(buffer.byte_ranges)

    return state.channel.submit_blocking(look)


def address_of(buffer: Buffer) -> int:
    """The address of the first element, with memory mapped if there was none.

    Raises:
        NotAllocated: there is no memory.
    """
    allocation = buffer.allocation
    address = allocation.address or buffer.device_state.channel.submit_blocking(allocation.materialize)
    return address + buffer.offset


# ------------------------------------------------------------------------------------------------------------ waiting ----


def sync_buffers(buffers: Sequence[Buffer], context: LaunchContext) -> None:
    """Wait for the work on `buffers`, then look whether they have failed.

    Raises:
        BufferFailure: of the first of `buffers` that carries a failure.
        CaptureError: the stream of `context` records.
    """
    refuse_in_window(context.stream, "`Device.sync_buffers`")
    for state in dict.fromkeys(buffer.device_state for buffer in buffers):
        ranges = [span for each in buffers if each.device_state is state for span in each.byte_ranges]
        expected = state.expect_wait()
        try:
            users = state.channel.submit_blocking(lambda state=state, r=ranges: state.dispatcher.users_of(r))
            refuse_own(user.work for user in users)
            for user in users:
                user.work.wait()
        finally:
            if expected:
                state.wait_is_over()
    check(buffers)


def sync(device: Device) -> None:
    """Wait for all work of a device that was issued before, deal with how it ended, and write out what it printed.

    Raises no launch's failure.

    Raises:
        DeviceLost: the device can not be used any more.
        CaptureError: the current stream records.
    """
    stream = current_stream(device)
    if stream.window is not None:
        refuse_in_window(stream, "`Device.sync`")
    state = device.device_state
    expected = state.expect_wait()
    try:
        works, lost = state.channel.submit_blocking(state.begin_sync)
        if works:
            refuse_own(works)
            # The last first: when that is over the others mostly are, and one wait has done.
            for work in reversed(works):
                work.wait()
    finally:
        if expected:
            state.wait_is_over()
    if works:
        lost = state.channel.submit_blocking(state.finish_or_lost)
    if lost is not None:
        raise lost.with_traceback(None)


def wait_for_all(state: DeviceState, timeout: float | None = None) -> bool:
    """Wait for all work of a device that was issued before, and deal with how it ended. False if `timeout` seconds passed.

    Raises no launch's failure.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    if not state.channel.drain(timeout):
        return False
    works: list[Work] = state.channel.submit_blocking(state.dispatcher.in_flight)
    refuse_own(works)
    for work in reversed(works):  # as in `sync`
        if work.outcome == PENDING and not work.wait(
            None if deadline is None else max(0.0, deadline - time.monotonic())
        ):
            return False
    state.channel.submit_blocking(state.finish)
    return True


def refuse_in_window(stream: Stream, what: str) -> None:
    """Refuse what may not happen while `stream` records.

    Raises:
        CaptureError: it does.
    """
    if stream.window is not None:
        from periclase.runtime import capture

        capture.refuse_in_window(stream, what)
