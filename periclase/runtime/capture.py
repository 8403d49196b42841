"""Capture: the launches made on a stream between `start` and `stop` are recorded instead of run, and become a graph.

A stream is `IDLE`, `PREPARED` by an owner, or `RECORDING` for that owner. Between `prepare` and `start` launches run for real,
which is the time to warm up: memory gets mapped, caches filled. From `start` to `stop` the *window* is open: a launch that
would run is recorded; one that fails, is skipped or would map memory dooms the window, and `stop` says why. Reading, syncing,
profiling and host writes are refused on the spot, and change nothing. Other streams notice nothing of all this.

An owner is a thread, or an asyncio task of one. A window whose owner has ended without closing it can be closed by anybody:
it is discarded.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site
from periclase.runtime.expectations import expect_function
from periclase.runtime.graph import Graph, GraphBuilder, RecordedLaunch

if TYPE_CHECKING:
    from periclase.diagnostics import Span
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.ranges import ByteRange
    from periclase.runtime.streams import Stream

IDLE: Final = "idle"
PREPARED: Final = "prepared"
RECORDING: Final = "recording"


class CaptureError(DiagnosticError):
    """A call of a capture out of order, something that a window does not allow, or a window that was doomed."""


class Owner:
    """Who opened a window: the thread, and in an event loop the task, that called `prepare`."""

    __slots__ = ("task", "thread")

    def __init__(self, thread: threading.Thread, task: Any = None):
        self.thread = thread
        self.task = task

    @classmethod
    def current(cls) -> Owner:
        """The owner that the caller is."""
        return cls(threading.current_thread(), _current_task())

    @property
    def alive(self) -> bool:
        """Whether it can still close what it has opened."""
        return self.thread.is_alive() and (self.task is None or not self.task.done())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Owner) and self.thread is other.thread and self.task is other.task

    def __hash__(self) -> int:
        return hash((id(self.thread), id(self.task)))

    def __str__(self) -> str:
        if self.task is None:
            return f"thread {self.thread.name}"
        return f"task {self.task.get_name()} of thread {self.thread.name}"


def _current_task() -> Any:
    # Without an event loop asyncio need not be imported at all.
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


class CaptureState:
    """Where a stream stands, and for whom. A transition out of order raises and changes nothing.

    Attributes:
        phase: `IDLE`, `PREPARED` or `RECORDING`.
        owner: who prepared; None when idle.
    """

    __slots__ = ("owner", "phase")

    def __init__(self) -> None:
        self.phase: str = IDLE
        self.owner: Owner | None = None

    def prepare(self, owner: Owner) -> None:
        """`IDLE` → `PREPARED`.

        Raises:
            CaptureError: a capture is under way.
        """
        if self.phase is not IDLE:
            self._out_of_order("a capture cannot be prepared")
        self.phase, self.owner = PREPARED, owner

    def start(self, owner: Owner) -> None:
        """`PREPARED` → `RECORDING`.

        Raises:
            CaptureError: nothing was prepared, the window is open already, or somebody else prepared it.
        """
        if self.phase is not PREPARED:
            self._out_of_order("a capture cannot be started")
        if self.owner != owner:
            self._not_owner("start", owner)
        self.phase = RECORDING

    def stop(self, owner: Owner) -> None:
        """`RECORDING` → `IDLE`.

        Raises:
            CaptureError: no window is open, or it is somebody else's.
        """
        if self.phase is not RECORDING:
            self._out_of_order("a capture cannot be stopped")
        if self.owner != owner:
            self._not_owner("stop", owner)
        self.phase, self.owner = IDLE, None

    def abort(self) -> None:
        """Whatever it is → `IDLE`."""
        self.phase, self.owner = IDLE, None

    @property
    def orphaned(self) -> bool:
        """Whether a capture is under way that its owner can not close any more."""
        return self.owner is not None and not self.owner.alive

    def _out_of_order(self, what: str) -> NoReturn:
        stands = (
            "no capture is prepared" if self.phase is IDLE else f"a capture of {self.owner} is {self.phase}"
        )
        raise CaptureError(
            Diagnostic(
                "PC0710",
                f"{what}: {stands} on this stream",
                call_site().span(),
                help="the order is `prepare`, `start`, `stop`; or `graph = stream.capture(function)`",
            )
        )

    def _not_owner(self, call: str, caller: Owner) -> NoReturn:
        raise CaptureError(
            Diagnostic(
                "PC0710",
                f"{caller} cannot {call} the capture that {self.owner} has {self.phase} on this stream",
                call_site().span(),
                help=f"only who prepared it may {call} it",
            )
        )


class Capture:
    """An open window and what it has recorded. Touched under the runner's role only.

    Attributes:
        stream: the stream whose launches it records.
        owner: who may stop it.
        doom: why there will be no graph; None as long as all is well.
        doomed_by: the launch whose error that is, and where it was made; None where the error says so itself.
        closed: whether it takes no more. A launch that comes later, of a thread that saw it open, runs.
    """

    __slots__ = ("_builder", "closed", "doom", "doomed_by", "owner", "stream")

    def __init__(self, stream: Stream, owner: Owner):
        self.stream = stream
        self.owner = owner
        self.doom: BaseException | None = None
        self.doomed_by: tuple[str, CallSite] | None = None
        self.closed = False
        self._builder = GraphBuilder()

    def __len__(self) -> int:
        """How many launches it has recorded."""
        return len(self._builder.nodes)

    def record(self, launch: RecordedLaunch) -> None:
        """Keep a launch that would run. Nothing is kept for a window that is doomed."""
        if self.doom is None:
            self._builder.add(launch)

    def fail(self, error: BaseException, launch: tuple[str, CallSite] | None = None) -> None:
        """Doom the window: a launch in it failed or was skipped. The first reason is kept.

        Args:
            launch: the kernel that was launched, and where, unless `error` tells.
        """
        if self.doom is None:
            self.doom, self.doomed_by = error, launch

    def external(self, ranges: Iterable[ByteRange]) -> list[ByteRange]:
        """The parts of `ranges` that no recorded launch has surely written: what comes from outside of the graph."""
        return self._builder.external(ranges)

    def refuse_mapping(self, kernel: str, allocations: Iterable[Allocation], site: CallSite) -> None:
        """Nothing is allocated in a window.

        Raises:
            CaptureError: one of `allocations` has no memory yet. The window is doomed.
        """
        if any(allocation.nbytes and not allocation.address for allocation in allocations):
            error = CaptureError(
                Diagnostic(
                    "PC0711",
                    f"`{kernel}` uses a buffer that has no memory yet, and none is allocated inside a capture window",
                    site.span(),
                    help="make the buffer before `start`, and use it once between `prepare` and `start`",
                )
            )
            self.fail(error)
            raise error

    def finish(self) -> Graph:
        """The graph of what was recorded.

        Raises:
            CaptureError: the window was doomed.
        """
        if self.doom is not None:
            raise doomed(self.doom, call_site().span(), self.doomed_by)
        return self._builder.build(self.stream)


def doomed(
    doom: BaseException, span: Span | None, launch: tuple[str, CallSite] | None = None
) -> CaptureError:
    """What `stop` raises for a window in which `doom` happened, which is its cause, to `launch`."""
    diagnostic = Diagnostic(
        "PC0712", "the capture gives no graph: a launch inside its window did not succeed", span
    )
    if isinstance(doom, DiagnosticError):
        first = doom.diagnostic
        diagnostic = diagnostic.with_note(first.message, first.span)
        for note in first.notes:
            diagnostic = diagnostic.with_note(note.message, note.span)
    else:
        diagnostic = diagnostic.with_note(f"{type(doom).__name__}: {doom}")
    if launch is not None:
        kernel, site = launch
        diagnostic = diagnostic.with_note(f"`{kernel}` was launched here", site.span())
    error = CaptureError(diagnostic)
    error.__cause__ = doom
    return error


def refuse_in_window(stream: Stream, what: str) -> None:
    """What may not happen while `stream` records. Called on the issuing thread, before anything is done.

    Args:
        what: the call, as the user wrote it, such as "`Buffer.read`".

    Raises:
        CaptureError: a window is open. It stays open, and is none the worse.
    """
    if stream.window is not None:
        raise CaptureError(
            Diagnostic(
                "PC0711",
                f"{what} is refused inside a capture window: launches are recorded there, not run",
                call_site().span(),
                help="do it before `start` or after `stop`, or on another stream",
            )
        )


# What `Stream` calls. The state lives in `Stream.capture_state`, the open window in `Stream.window`.


def prepare(stream: Stream) -> None:
    """Announce a capture on `stream`. Launches still run: warm up now.

    Raises:
        CaptureError: a capture is under way on it, or this is a dry run, whose launches would not be there to record.
    """
    _refuse_dry_run(stream)
    owner = Owner.current()
    _under_role(stream, lambda: _prepare(stream, owner))


def start(stream: Stream) -> None:
    """Open the window: launches on `stream` are recorded from now on.

    Raises:
        CaptureError: nothing was prepared by the caller, or this is a dry run.
    """
    _refuse_dry_run(stream)
    owner = Owner.current()
    _under_role(stream, lambda: _start(stream, owner))


def stop(stream: Stream) -> Graph:
    """Close the window.

    Raises:
        CaptureError: no window is open, it is somebody else's, or it was doomed (`__cause__` says by what).
    """
    owner = Owner.current()
    capture = _under_role(stream, lambda: _stop(stream, owner))
    graph = capture.finish()
    tracer = stream.device_state.dispatcher.tracer
    if tracer is not None:
        tracer.captured(graph)
    return graph


def abort(stream: Stream) -> None:
    """Give up the capture on `stream`, if there is one: what it has recorded is dropped.

    Raises:
        CaptureError: it is somebody else's, who can still stop it.
    """
    owner = Owner.current()
    _under_role(stream, lambda: _abort(stream, owner))


def capture(stream: Stream, function: Callable[[], object]) -> Graph:
    """Record the launches that `function` makes, on `stream`, and return their graph. None of them runs.

    What `function` raises is raised, and the capture given up.
    """
    expect_function("`Stream.capture`", function)
    prepare(stream)
    try:
        start(stream)
        with stream:
            function()
        return stop(stream)
    except BaseException:
        abort(stream)
        raise


def _under_role(stream: Stream, function: Callable[[], Any]) -> Any:
    return stream.device_state.channel.submit_blocking(function)


def _prepare(stream: Stream, owner: Owner) -> None:
    if stream.capture_state.orphaned:
        _close(stream)
    stream.capture_state.prepare(owner)


def _start(stream: Stream, owner: Owner) -> None:
    stream.capture_state.start(owner)
    stream.window = Capture(stream, owner)


def _stop(stream: Stream, owner: Owner) -> Capture:
    state, window = stream.capture_state, stream.window
    if state.phase is RECORDING and state.owner != owner and state.orphaned:
        assert window is not None
        _close(stream)
        raise _abandoned(window)
    state.stop(owner)
    assert window is not None
    _shut(stream)
    return window


def _abort(stream: Stream, owner: Owner) -> None:
    state = stream.capture_state
    if state.phase is not IDLE and state.owner != owner and not state.orphaned:
        state._not_owner("abort", owner)  # pyright: ignore[reportPrivateUsage]
    _close(stream)


def _close(stream: Stream) -> None:
    _shut(stream)
    stream.capture_state.abort()


def _shut(stream: Stream) -> None:
    if stream.window is not None:
        stream.window.closed = True
        stream.window = None


def _abandoned(window: Capture) -> CaptureError:
    """For a window whose owner has ended: whose it was, and what had doomed it."""
    diagnostic = Diagnostic(
        "PC0712",
        f"{window.owner} ended without closing its capture, which is discarded with {len(window)} recorded launches",
        call_site().span(),
    )
    if window.doom is not None:
        text = (
            window.doom.diagnostic.message if isinstance(window.doom, DiagnosticError) else str(window.doom)
        )
        diagnostic = diagnostic.with_note(f"it was doomed: {text}")
        if window.doomed_by is not None:
            kernel, site = window.doomed_by
            diagnostic = diagnostic.with_note(f"`{kernel}` was launched here", site.span())
    error = CaptureError(diagnostic)
    error.__cause__ = window.doom
    return error


def _refuse_dry_run(stream: Stream) -> None:
    from periclase.runtime.dry_run import launch_mode

    if launch_mode(stream.device_state).skipped:
        raise CaptureError(
            Diagnostic(
                "PC0710",
                "a dry run drops every launch, so that there is nothing to capture",
                call_site().span(),
                help="capture outside of `dry_run()`, or inside `real_run()`",
            )
        )
