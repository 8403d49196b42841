"""The memory of a buffer in the host's hands for a while: `with buffer.host() as array:`.

Inside the block the array *is* the buffer's memory where the device works on the host's memory; elsewhere it is a copy that is
written back at the end. To everybody else the block is a host's access like any other, in its place in the order: it begins
when the launches before it have ended, and launches after it that want the bytes wait until the block is left. So the block
itself must not wait for such a launch: it would wait for its own end.

A block that an exception leaves has not written what it was to write: the bytes carry that exception, like those of a launch
that failed, and it goes on.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from periclase.diagnostics import Diagnostic, LaunchError, shown
from periclase.runtime.call_site import CallSite, call_site
from periclase.runtime.capture import refuse_in_window
from periclase.runtime.claims import remembered
from periclase.runtime.context import launch_context
from periclase.runtime.dependencies import HOST
from periclase.runtime.failures import failure_error, torn_down, unread_error
from periclase.runtime.held_windows import Held, held, refuse_own
from periclase.runtime.interop import SharedMemory
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.scope import Executed, Failed

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
        self._work: ManualWork | None = None
        self._context: LaunchContext | None = None

    def __enter__(self) -> _Array:
        """
        Raises:
            BufferFailure: bytes of it were never computed.
            CaptureError: the current stream records.
        """
        buffer = self._buffer
        context = self._context = launch_context(buffer.device)
        refuse_in_window(context.stream, "`Buffer.host`")
        if self._array is not None:
            _refuse("this block was entered before", "call `buffer.host()` again")
        if not buffer.device_state.backend.host_memory:
            array = np.empty(buffer.shape, buffer.dtype) if self._mode == "w" else buffer.read()
        elif not buffer.nbytes:
            array = np.empty(buffer.shape, buffer.dtype)
        else:
            array = self._take(context)
        if self._mode == "r":
            array.flags.writeable = False
        self._array = array
        return array

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        work, array, context = self._work, self._array, self._context
        if array is None or context is None:
            _refuse("this block was not entered", "write `with buffer.host() as array:`")
        cause = None if error is None or self._mode == "r" else _cause(error)
        if work is not None:
            # Nobody can take the array away; but who goes on writing into it should hear of it.
            array.flags.writeable = False
            self._work = None
            del held[id(work)]
            if cause is None:
                work.complete()
            else:
                work.fail(cause)
        elif self._mode != "r" and self._buffer.nbytes:
            if cause is None:
                self._buffer.write(array)
            else:
                self._spoil(cause, context)

    def _take(self, context: LaunchContext) -> _Array:
        state = self._buffer.device_state
        while True:
            before = state.channel.submit_blocking(lambda: self._open(context))
            if not before:
                break
            refuse_own(before)
            for work in before:
                work.wait()
        buffer = self._buffer
        start = buffer.address
        return SharedMemory(
            start, buffer.shape, buffer.dtype, False, buffer, start, start + buffer.nbytes
        ).as_array()

    def _spoil(self, cause: BaseException, context: LaunchContext) -> None:
        """Have the bytes carry `cause`: what was to be copied to them is not there."""
        state = self._buffer.device_state
        record = self._record(context, reads=False, writes=True)

        def spoil() -> None:
            # `cause` is not raised here: that would chain the user's exception, on its way, to what is kept.
            with state.channel.borrow():
                dispatcher = state.dispatcher
                claim = dispatcher.ledger.fail(cause, record.kernel, record.site)
                dispatcher.spoil(record, claim)
                dispatcher.not_enqueued(record, Failed(claim, cause))

        state.channel.submit_blocking(spoil)

    def _record(self, context: LaunchContext, *, reads: bool, writes: bool) -> LaunchRecord:
        span = self._buffer.byte_range
        use = (span.allocation, span.start, span.stop, reads, writes, "buffer", HOST)
        return LaunchRecord("Buffer.host", context.site, context.stream, (use,), keep=self._buffer)

    def _open(self, context: LaunchContext) -> list[Work]:
        """Under the role: take the bytes if nobody is at them; else say whom to wait for."""
        state, span = self._buffer.device_state, self._buffer.byte_range
        reads, writes = self._mode != "w", self._mode != "r"
        with state.channel.borrow():
            dispatcher = state.dispatcher
            dispatcher.settle()
            # What is behind this call looks at the bytes at once.
            users = dispatcher.users_of((span,), writing=writes)
            if users:
                return [user.work for user in users]
            claims = dispatcher.claims_on((span,)) if reads else []
            if claims:
                raise failure_error(*claims)
            record = self._record(context, reads=reads, writes=writes)
            native = context.stream.native
            result = dispatcher.enqueue(
                record, _Order, lambda order: state.backend.manual(native, order.waits)
            )
            if not isinstance(result, Executed):
                raise unread_error(result.claim)
            self._work = record.work
            held[id(record.work)] = Held(record.work)
            return []


def _cause(error: BaseException) -> BaseException:
    """What the bytes carry of `error`, which left the block. Of an interrupt the message would explain nothing to a reader."""
    kept = remembered(error)
    return kept if isinstance(kept, Exception) else torn_down("Buffer.host", kept)


def _refuse(message: str, help: str) -> NoReturn:
    site: CallSite = call_site()
    raise LaunchError(Diagnostic("PC0406", message, site.span(), help=help))
