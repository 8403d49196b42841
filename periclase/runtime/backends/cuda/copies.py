"""Copies. None of them lets the runner wait: host memory goes through pinned staging memory, or, where there is much of it, is
copied on a stream's own thread.

Copies from and to the host are on streams of their own, and wait for the works that they say they wait for. In the stream of the
launches they would wait for all that is before them there, while a read is to wait for the last writer only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.backends.cuda.memory import LARGEST_STAGED, HostMemory, PinnedMemory
from periclase.runtime.backends.cuda.stream import CudaStream, Pending, Streams
from periclase.runtime.backends.cuda.work import CudaWork

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.execution import CopyWork


_MOST_STREAMS: Final = 8


class CopyStreams:
    """Streams for copies from and to the host: as many as copies wait at once, up to a number."""

    __slots__ = ("_made", "_next", "_streams", "_unhindered")

    def __init__(self, streams: Streams):
        self._streams = streams
        self._made: list[CudaStream] = []
        self._next = 0
        self._unhindered: CudaStream | None = None
        """Here no copy waits for work."""

    def pick(self, waiting: bool) -> CudaStream:
        """One on which nothing waits, if there can be one.

        Args:
            waiting: whether the copy waits for work. If not, it is not put behind one that does: that may wait for the end of a
                block of the host, which this is a part of.

        Raises:
            DiagnosticError: the driver refuses another stream.
        """
        for stream in self._made:
            if stream.idle():
                return stream
        if len(self._made) < _MOST_STREAMS:
            self._made.append(self._streams.create(-1 - len(self._made)))
            return self._made[-1]
        if not waiting:
            if self._unhindered is None:
                self._unhindered = self._streams.create(-1 - _MOST_STREAMS)
            return self._unhindered
        self._next = (self._next + 1) % _MOST_STREAMS
        return self._made[self._next]


def pending_copy(context: Context, host: HostMemory, stream: CudaStream, work: CopyWork) -> Pending:
    """What enqueues `work` on `stream`.

    Raises:
        DiagnosticError: there is no staging memory, or a host buffer is not what it should be.
    """
    source, target, nbytes = work.source, work.target, work.nbytes
    blocking = False
    if isinstance(source, int) and isinstance(target, int):
        made = CudaWork(stream)
        enqueue = _driver_copy(context, "cuMemcpyDtoDAsync", target, source, nbytes)
    elif isinstance(target, int):
        view = host_bytes(source, nbytes)
        staging = _staging(context, host, view)
        if staging is None:
            made = CudaWork(stream, keep=view)
            enqueue = _driver_copy(context, "cuMemcpyHtoDAsync", target, view, nbytes)
            blocking = nbytes > LARGEST_STAGED
        else:
            made = CudaWork(stream, keep=staging)
            send = _driver_copy(context, "cuMemcpyHtoDAsync", target, staging.address, nbytes)

            def enqueue(handle: Any, grid: tuple[int, int, int] | None) -> None:
                staging.view[:nbytes] = view
                send(handle, grid)
    elif isinstance(source, int):
        view = host_bytes(target, nbytes)
        staging = _staging(context, host, view)
        if staging is None:
            made = CudaWork(stream, keep=view)
            enqueue = _driver_copy(context, "cuMemcpyDtoHAsync", view, source, nbytes)
            blocking = nbytes > LARGEST_STAGED
        else:

            def deliver() -> None:
                view[:] = staging.view[:nbytes]

            made = CudaWork(stream, keep=staging, finish=deliver)
            enqueue = _driver_copy(context, "cuMemcpyDtoHAsync", staging.address, source, nbytes)
    else:
        to, from_ = host_bytes(target, nbytes), host_bytes(source, nbytes)

        def move() -> None:
            to[:] = from_

        made = CudaWork(stream, finish=move)
        enqueue = nothing
    return Pending(
        made, work.waits, work.guards, enqueue, timed=work.timed, blocking=blocking, handed=work.handed
    )


def _staging(context: Context, host: HostMemory, view: memoryview) -> PinnedMemory | None:
    """Staging memory for `view`; None if the driver is to be given the bytes themselves, pinned as they are or too many.

    A copy of many pinned bytes blocks nobody either, but need not be told apart: that costs it a switch of threads.
    """
    if view.nbytes > LARGEST_STAGED:
        return None
    with context.lock:
        return None if host.holds(view) else host.take(view.nbytes)


def nothing(handle: Any, grid: tuple[int, int, int] | None) -> None:
    """Enqueue nothing: the event behind it is all that is wanted."""


def _driver_copy(context: Context, name: str, target: Any, source: Any, nbytes: int) -> Any:
    def enqueue(handle: Any, grid: tuple[int, int, int] | None) -> None:
        context.call(name, target, source, nbytes, handle)

    return enqueue if nbytes else nothing


def host_bytes(buffer: Any, nbytes: int) -> memoryview:
    """The first `nbytes` bytes of a host buffer.

    Raises:
        LaunchError: it has fewer, or they are not in a row.
    """
    view = memoryview(buffer)
    if not view.c_contiguous or view.nbytes < nbytes:
        raise LaunchError(
            Diagnostic(
                "PC0406", f"a copy of {nbytes} bytes needs as many in a row, not a buffer of {view.nbytes}"
            )
        )
    # A view with an extent of zero has no cast.
    return view.cast("B")[:nbytes] if view.nbytes else memoryview(b"")
