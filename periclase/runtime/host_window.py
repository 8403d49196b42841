"""The memory of a buffer in the host's hands for a while: `with buffer.host() as array:`.

Inside the block the array *is* the buffer's memory where the device works on the host's memory; elsewhere it is a copy, made when
the block is entered, and written back before it is left. To everybody else the block is a host's access like any other, in its
place in the order: it begins when the launches before it have ended, and launches after it that want the bytes wait until the
block is left. So the block itself must not wait for such a launch: it would wait for its own end.

A block that an exception leaves has not written what it was to write: the bytes carry that exception, like those of a launch
that failed, and it goes on.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.capture import refuse_in_window
from periclase.runtime.claims import remembered
from periclase.runtime.context import launch_context
from periclase.runtime.dependencies import HOST
from periclase.runtime.execution import CopyWork
from periclase.runtime.failures import failure_error, torn_down, unread_error, was_reset
from periclase.runtime.frames import without_frames
from periclase.runtime.held_windows import held, hold, refuse_own
from periclase.runtime.host_access import memory_of
from periclase.runtime.interop import SharedMemory
from periclase.runtime.launch_record import LaunchRecord, uses_of_pieces
from periclase.runtime.outcome import PENDING, WROTE
from periclase.runtime.scope import Executed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.execution import Guard, ManualWork, Work

_Array = np.ndarray[Any, np.dtype[Any]]

MODES: Final = ("r", "rw", "w")


class _Order:
    """What a manual work takes its place behind."""

    __slots__ = ("guards", "handed", "waits")

    def __init__(self) -> None:
        self.handed: list[Work] | None = None
        self.waits: Sequence[Work] = ()
        self.guards: Sequence[Guard] = ()


class HostWindow:
    """The context manager that `Buffer.host` gives. It serves once.

    Args:
        mode: `r`: the array is read-only. `rw`: it may be changed. `w`: all of it will be written, and what was there is of no
            interest, not even that it had failed.

    Raises:
        LaunchError: there is no such mode, or the buffer is read-only and the mode is not.
    """

    def __init__(self, buffer: Buffer, mode: str):
        if mode not in MODES:
            _refuse(f"there is no mode {shown(mode)}", 'the modes are "r", "rw" and "w"')
        if buffer.read_only and mode != "r":
            _refuse("this buffer is read-only", 'open it with `buffer.host("r")`')
        self._buffer = buffer
        self._mode = mode
        self._array: _Array | None = None
        self._record: LaunchRecord | None = None
        self._works: list[ManualWork] = []  # one, once the block is open

    def __enter__(self) -> _Array:
        """
        Raises:
            BufferFailure: bytes of it were never computed.
            CaptureError: the current stream records.
        """
        buffer = self._buffer
        context = launch_context(buffer.device)
        refuse_in_window(context.stream, "`Buffer.host`")
        if self._array is not None:
            _refuse("this block was entered before", "call `buffer.host()` again")
        try:
            array = self._take(context) if buffer.nbytes else np.empty(buffer.shape, buffer.dtype)
        except BaseException:
            if self._record is not None:
                self._let_go(None)  # nothing was written
            raise
        if self._mode == "r":
            array.flags.writeable = False
        self._array = array
        return array

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        array = self._array
        if array is None:
            _refuse("this block was not entered", "write `with buffer.host() as array:`")
        cause = None if error is None or self._mode == "r" else _cause(error)
        if self._record is not None:
            # Nobody can take the array away; but who goes on writing into it should hear of it.
            array.flags.writeable = False
            try:
                if cause is None and self._mode != "r" and not self._buffer.device_state.backend.host_memory:
                    cause = self._copy(array, back=True)
            except BaseException as interrupt:
                cause = _cause(interrupt)
                raise
            finally:
                self._let_go(cause)

    def _take(self, context: LaunchContext) -> _Array:
        """Wait for the block's turn, and make its array."""
        buffer = self._buffer
        state = buffer.device_state
        while True:
            before = state.channel.submit_blocking(lambda: self._open(context))
            if not before:
                break
            refuse_own(before)
            for work in before:
                work.wait()
        if state.backend.host_memory:
            start = buffer.address
            return SharedMemory(
                start, buffer.shape, buffer.dtype, False, buffer, start, start + buffer.nbytes
            ).as_array()
        array = np.empty(buffer.shape, buffer.dtype)
        error = None if self._mode == "w" else self._copy(array, back=False)
        if error is not None:
            buffer.check()  # the device was lost, mostly: then that is what the bytes say
            raise error
        return array

    def _open(self, context: LaunchContext) -> list[Work]:
        """Under the role: take the bytes if nobody is at them; else say whom to wait for."""
        state, spans = self._buffer.device_state, self._buffer.byte_ranges
        reads, writes = self._mode != "w", self._mode != "r"
        with state.channel.borrow():
            dispatcher = state.dispatcher
            dispatcher.settle()
            # Before its users are asked for: they may be those of the last tenant.
            dispatcher.map(self._buffer.allocation, context.site)
            # What is behind this call looks at the bytes at once.
            users = dispatcher.users_of(spans, writing=writes)
            if users:
                return [user.work for user in users]
            claims = dispatcher.claims_on(spans) if reads else []
            if claims:
                raise failure_error(*claims)
            uses = uses_of_pieces(self._buffer, reads, writes, "buffer", HOST)
            record = LaunchRecord("Buffer.host", context.site, context.stream, uses, keep=self._buffer)
            native = context.stream.make_native()
            # First of all: whatever happens, its end will be dealt with.
            self._record = record
            hold(self, record)
            result = dispatcher.enqueue(
                record, _Order, lambda order: state.backend.manual(native, order.waits, self._works)
            )
            if not isinstance(result, Executed):
                raise unread_error(result.claim)
            return []

    def _copy(self, array: _Array, *, back: bool) -> BaseException | None:
        """Copy between `array` and the memory of the device, where nobody else is as long as the block is open.

        What is between the elements of a view is not brought back: others may have written it meanwhile.

        Returns:
            What went wrong, or None.
        """
        buffer, record = self._buffer, self._record
        state, allocation = buffer.device_state, buffer.allocation
        assert record is not None
        began = time.perf_counter()
        works: list[Work] = []

        def start() -> None:
            with state.channel.borrow():
                if record.settled:
                    raise state.dispatcher.lost() or was_reset(state.name)
                on_host, native = memory_of(array), record.stream.make_native()
                for _, first, stop in buffer.byte_ranges if back else (buffer.byte_range,):
                    on_device, part = (
                        allocation.address + first,
                        on_host[first - buffer.offset : stop - buffer.offset],
                    )
                    target, source = (on_device, part) if back else (part, on_device)
                    works.append(state.backend.copy(CopyWork(native, target, source, stop - first)))

        try:
            try:
                state.channel.submit_blocking(start)
            finally:
                for work in works:
                    _outlive(work)
        except Exception as error:
            return without_frames(error)
        tracer = state.dispatcher.tracer
        if tracer is not None:
            tracer.copied("Buffer.host", array.nbytes, began, record.site)
        return next((work.error() for work in works if work.outcome != WROTE), None)

    def _let_go(self, cause: BaseException | None) -> None:
        """End the block for all who wait for it: its bytes are there, or carry `cause`."""
        record = self._record
        assert record is not None
        for work in self._works:
            if cause is None:
                work.complete()
            else:
                work.fail(cause)
        # Only then: who is interrupted on the way here has not left it.
        held.pop(id(record), None)
        self._record = None


def _outlive(work: Work) -> None:
    """Wait until `work`, which waits for nobody, has settled, whatever is raised into this thread meanwhile: it would go on with
    memory that is given to others next."""
    try:
        work.wait()
    finally:
        if work.outcome == PENDING:
            _outlive(work)


def _cause(error: BaseException) -> BaseException:
    """What the bytes carry of `error`, which left the block. Of an interrupt the message would explain nothing to a reader."""
    kept = remembered(error)
    return kept if isinstance(kept, Exception) else torn_down("Buffer.host", kept)


def _refuse(message: str, help: str) -> NoReturn:
    site: CallSite = call_site()
    raise LaunchError(Diagnostic("PC0406", message, site.span(), help=help))
