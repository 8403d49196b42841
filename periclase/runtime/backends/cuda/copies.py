"""Copies in the order of a stream. None of them lets the runner wait: host memory goes through pinned staging memory, or, where
there is much of it, is copied on the stream's own thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.backends.cuda.memory import LARGEST_STAGED, HostMemory, PinnedMemory
from periclase.runtime.backends.cuda.stream import CudaStream, Pending
from periclase.runtime.backends.cuda.work import CudaWork

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.execution import CopyWork


def pending_copy(context: Context, host: HostMemory, work: CopyWork) -> Pending:
    """What enqueues `work`.

    Raises:
        DiagnosticError: there is no staging memory, or a host buffer is not what it should be.
    """
    stream: CudaStream = work.stream
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
    return Pending(made, work.waits, work.guards, enqueue, timed=work.timed, blocking=blocking)


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
