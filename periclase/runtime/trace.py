"""Traces: what the runtime did, when, and why a launch waited.

`with device.trace(path) as t:`, or `periclase.runtime.trace(path)` for every device of the process. What was traced is there
as data (`t.events`, `t.waits`, `t.why(launch)`), and as the JSON that Chrome's tracing page and Perfetto read: a row a
stream, a row a host thread, an arrow for each wait.

The runtime asks `Dispatcher.tracer is None` and does nothing more while nobody traces.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections.abc import Iterable, Sequence
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Self

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.record import MutableRecord, Record, field
from periclase.runtime import outcome as outcomes
from periclase.runtime.call_site import call_site
from periclase.runtime.compilation import LOADED, CompilationEvent, add_listener, remove_listener
from periclase.runtime.expectations import expect_kind
from periclase.runtime.outcome import PENDING
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.execution import Work
    from periclase.runtime.ranges import ByteRange

LAUNCH: Final = "launch"
COPY: Final = "copy"
COMPILE: Final = "compile"
CACHE_HIT: Final = "cache hit"
CLAIM: Final = "claim"
REPAIR: Final = "repair"
SKIP: Final = "skip"
FAILURE: Final = "failure"
CAPTURE: Final = "capture"
REPLAY: Final = "replay"


class TraceEvent(MutableRecord, eq=False):
    """Something that happened.

    Attributes:
        kind: one of the constants of this module: `LAUNCH`, `COPY`, `COMPILE`, `CACHE_HIT`, `CLAIM`, …
        name: of the kernel, or of what was done.
        device: the name of the device.
        row: the stream or host thread.
        issued: when the runtime dealt with it, in seconds of `time.perf_counter`.
        begin, end: when it ran, on the same clock. None where that is not known (yet); both are `issued` for what takes no
            time.
        site: the user's line, where there is one.
        details: whatever else there is to say.
    """

    kind: str
    name: str
    device: str
    row: str
    issued: float
    begin: float | None = None
    end: float | None = None
    site: CallSite | None = None
    details: dict[str, object] = field(default_factory=dict[str, object])
    work: Work | None = field(default=None, repr=False)

    @property
    def on_host(self) -> bool:
        """Whether `row` is a thread of the host. A stream may have the name of a thread, too."""
        return self.kind in (COMPILE, CACHE_HIT, CLAIM, REPAIR) or (self.kind == COPY and self.work is None)

    @property
    def place(self) -> str:
        """`file:line`, or an empty text."""
        return "" if self.site is None else f"{self.site.code.co_filename}:{self.site.line}"

    @property
    def outcome(self) -> str:
        """How work ended, in words; empty for what is none."""
        return "" if self.work is None else outcomes.NAMES[self.work.outcome]

    def resolve(self) -> None:
        """Take the times of work that has settled."""
        if self.begin is None and self.work is not None and self.work.outcome != PENDING:
            seconds = self.work.seconds()
            if seconds is not None:
                self.begin, self.end = seconds


class Wait(Record):
    """`launch` had to wait for `on`.

    Attributes:
        launch: who waited.
        on: for whom. It may have been issued before the trace was opened.
        reason: `RAW` (reads what it writes), `WAW` (overwrites what it writes), `WAR` (overwrites what it reads), `count` (its
            grid is what it writes), `host` (the host reads or writes the bytes), `reuse` (memory had another owner), `EVENT`
            or `ORDER` (the stream said so).
    """

    launch: TraceEvent
    on: TraceEvent
    reason: str

    @property
    def seconds(self) -> float:
        """How long `on` still ran after `launch` was issued: what this wait may have cost. 0 where it is not known."""
        return 0.0 if self.on.end is None else max(0.0, self.on.end - self.launch.issued)


_REASONS = {
    "RAW": "reads what it writes",
    "WAW": "overwrites what it writes",
    "WAR": "overwrites what it reads",
    "count": "takes its grid from what it writes",
    "host": "the host was using the bytes",
    "reuse": "uses memory that it had before",
    "EVENT": "the stream was told to wait for it",
    "ORDER": "both keep the order of the stream",
}


class Explanation(Record):
    """Why a launch began when it did. Its text is for people."""

    launch: TraceEvent
    waits: tuple[Wait, ...]

    def __str__(self) -> str:
        head = f"`{self.launch.name}`{_at(self.launch)} on {self.launch.row}"
        if not self.waits:
            return f"{head} waited for nothing"
        lines = [f"{head} waited for"]
        last = max(self.waits, key=lambda wait: wait.seconds)
        for wait in self.waits:
            cost = f", {wait.seconds * 1e6:.1f} µs" if wait.seconds else ""
            decided = ", the last to end" if wait is last and wait.seconds and len(self.waits) > 1 else ""
            lines.append(
                f"  `{wait.on.name}`{_at(wait.on)} on {wait.on.row}: {wait.reason}, "
                f"{_REASONS.get(wait.reason, 'it came before')}{cost}{decided}"
            )
        return "\n".join(lines)


def _at(event: TraceEvent) -> str:
    return f" ({event.place})" if event.place else ""


class Trace:
    """A window in which everything is noted. Leaving it waits for the launches in it, for their times.

    Args:
        states: the devices to trace, or None for all, those opened later too.
        path: where to write the JSON on leaving.

    Raises:
        LaunchError: `path` is no path.
    """

    def __init__(self, states: Iterable[Any] | None, path: str | os.PathLike[str] | None = None):
        self._states = None if states is None else tuple(states)
        expect_kind(path, (str, os.PathLike, NoneType), "a trace is written to a path")
        self._path = path
        self._events: list[TraceEvent] = []
        self._waits: list[Wait] = []
        self._open = False

    def __repr__(self) -> str:
        state = "open" if self._open else "closed"
        return f"<{state} trace of {len(self._events)} events, {len(self._waits)} waits>"

    def covers(self, state: Any) -> bool:
        """Whether it notes what happens on that device."""
        return self._states is None or state in self._states

    def __enter__(self) -> Self:
        with _lock:
            if self._open:
                raise DiagnosticError(
                    Diagnostic("PC0716", "a trace is opened twice", call_site().span(), help="make a new one")
                )
            self._open = True
            _open.append(self)
        # Behind what was issued before: that is none of ours.
        _refresh(_all_states())
        add_listener(self._compilation)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._open:
            raise DiagnosticError(
                Diagnostic(
                    "PC0716",
                    "this trace is not open",
                    call_site().span(),
                    help="write `with device.trace() as trace:`",
                )
            )
        remove_listener(self._compilation)
        with _lock:
            self._open = False
            _open.remove(self)
        # Behind what was issued in the block: all of that is ours.
        _refresh(_all_states())
        for event in self._events:
            if event.work is not None:
                event.work.wait()
        self._resolve()
        if self._path is not None:
            self.save(self._path)

    @property
    def events(self) -> list[TraceEvent]:
        """All that happened so far, in the order in which the runtime dealt with it."""
        self._resolve()
        return list(self._events)

    @property
    def launches(self) -> list[TraceEvent]:
        """The launches among `events`."""
        return [event for event in self.events if event.kind == LAUNCH]

    @property
    def waits(self) -> list[Wait]:
        """Every wait, in the same order."""
        self._resolve()
        return list(self._waits)

    def why(self, launch: TraceEvent | str | int) -> Explanation:
        """Why did this launch wait?

        Args:
            launch: one of `launches`, its index there, or the name of a kernel: the last launch of it.

        Raises:
            DiagnosticError: there was no such launch in this trace.
        """
        event = self._find(launch)
        return Explanation(event, tuple(wait for wait in self.waits if wait.launch is event))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what was noted as JSON for Chrome's `about:tracing` and for ui.perfetto.dev.

        Raises:
            DiagnosticError: the file can not be written.
        """
        import json

        try:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self.chrome(), file)
        except OSError as error:
            raise DiagnosticError(
                Diagnostic(
                    "PC0801",
                    f"the trace cannot be written to {os.fspath(path)}: {error.strerror or error}",
                    call_site().span(),
                    help="what was traced is kept: `trace.save(path)` writes it to another place",
                )
            ) from error

    def chrome(self) -> dict[str, object]:
        """The JSON as data, in Chrome's trace event format."""
        from periclase.runtime.trace_json import chrome_trace

        return chrome_trace(self.events, self.waits)

    def _find(self, launch: TraceEvent | str | int) -> TraceEvent:
        launches = self.launches
        if isinstance(launch, TraceEvent):
            found = [event for event in launches if event is launch]
        elif isinstance(launch, str):
            found = [event for event in launches if event.name == launch]
        else:
            expect_kind(launch, int, "a launch of a trace is told by its event, its name or its number")
            found = launches[launch : launch + 1 or None]
        if not found:
            names = ", ".join(sorted({event.name for event in launches})) or "none"
            raise DiagnosticError(
                Diagnostic(
                    "PC0716",
                    f"the trace has no launch {launch if not isinstance(launch, TraceEvent) else launch.name!r}",
                    call_site().span(),
                    help=f"kernels launched in it: {names}",
                )
            )
        return found[-1]

    def _compilation(self, told: CompilationEvent) -> None:
        kind = CACHE_HIT if told.outcome == LOADED else COMPILE
        end = told.began + told.seconds
        event = TraceEvent(kind, told.kernel, "host", _thread_row(), told.began, told.began, end)
        if told.error is not None:
            event.details["error"] = str(told.error).partition("\n")[0]
        self.add(event)

    def _resolve(self) -> None:
        for event in self._events:
            event.resolve()
        for wait in self._waits:
            wait.on.resolve()

    def add(self, event: TraceEvent) -> None:
        """Note an event. Appending is atomic, so any thread may."""
        self._events.append(event)

    def add_wait(self, wait: Wait) -> None:
        """Note a wait."""
        self._waits.append(wait)


class Tracer:
    """What a dispatcher tells when somebody traces its device: `Dispatcher.tracer`.

    A *record* is what the dispatcher keeps of a launch or host access: `kernel`, `site`, `stream` and `work` are asked of it.
    Called under the runner's role.
    """

    __slots__ = ("_clock", "_events", "_state", "_windows")

    def __init__(self, state: Any, windows: Sequence[Trace]):
        self._state = state
        self._windows = tuple(windows)
        # Events by record, weakly where records can be held weakly: a wait names its two ends by them.
        self._events: weakref.WeakKeyDictionary[Any, TraceEvent] = weakref.WeakKeyDictionary()

    def adopt(self, other: Tracer) -> None:
        """Take over what another tracer of the same device knew about launches that still run."""
        self._events.update(other._events)

    def launched(
        self,
        record: Any,
        grid: tuple[int, int, int] | None = None,
        block: tuple[int, int, int] | None = None,
        *,
        kind: str = LAUNCH,
        **details: object,
    ) -> None:
        """A launch, copy or host access was enqueued. Call it before `waited` for the same record."""
        if grid is not None:
            details["grid"] = grid
        if block is not None:
            details["block"] = block
        event = self._event_of(record)
        event.kind = kind
        event.details.update(details)
        self._add(event)

    def waited(self, record: Any, on: Any, reason: str) -> None:
        """`record` waits for the record `on`."""
        wait = Wait(self._event_of(record), self._event_of(on), reason)
        for window in self._windows:
            window.add_wait(wait)

    def copied(self, name: str, nbytes: int, began: float, site: CallSite) -> None:
        """The host has copied bytes itself, from `began` until now."""
        end = time.perf_counter()
        details: dict[str, object] = {"nbytes": nbytes}
        self._add(TraceEvent(COPY, name, self._state.name, _thread_row(), began, began, end, site, details))

    def skipped(self, kernel: str, site: CallSite, stream: Any, cause: object) -> None:
        """A launch was not enqueued, since bytes that it reads were never computed."""
        self._add(self._instant(SKIP, kernel, stream.name, site, cause=str(cause)))

    def failed(self, kernel: str, site: CallSite, stream: Any, cause: object) -> None:
        """A launch could not be enqueued."""
        self._add(self._instant(FAILURE, kernel, stream.name, site, cause=str(cause)))

    def claimed(self, ranges: Iterable[ByteRange], kernel: str, site: CallSite | None = None) -> None:
        """Bytes were marked as never computed, because of a launch of `kernel`."""
        self._add(self._instant(CLAIM, kernel, _thread_row(), site, ranges=_texts(ranges)))

    def repaired(self, ranges: Iterable[ByteRange], kernel: str, site: CallSite | None = None) -> None:
        """Bytes that were marked are well again, because of `kernel` or of a host's write."""
        self._add(self._instant(REPAIR, kernel, _thread_row(), site, ranges=_texts(ranges)))

    def captured(self, graph: Any) -> None:
        """A graph was made."""
        self._add(self._instant(CAPTURE, "capture", graph.stream.name, None, launches=len(graph)))

    def replayed(self, graph: Any, site: CallSite, *, skipped: bool = False, whole: Any = None) -> None:
        """A graph was enqueued, or skipped as a whole.

        Args:
            whole: its record, where the backend runs it as one piece of work: a launch, with no grid of its own.
        """
        if whole is not None:
            self._event_of(whole).kind = LAUNCH
        details: dict[str, object] = {"launches": len(graph)}
        if skipped:
            details["skipped"] = True
        self._add(self._instant(REPLAY, "replay", graph.stream.name, site, **details))

    def _add(self, event: TraceEvent) -> None:
        for window in self._windows:
            window.add(event)

    def _instant(
        self, kind: str, name: str, row: str, site: CallSite | None, **details: object
    ) -> TraceEvent:
        now = time.perf_counter()
        return TraceEvent(kind, name, self._state.name, row, now, now, now, site, details)

    def _event_of(self, record: Any) -> TraceEvent:
        event = self._events.get(record)
        if event is None:
            stream = record.stream
            event = self._events[record] = TraceEvent(
                LAUNCH,
                record.kernel,
                self._state.name,
                _thread_row() if stream is None else stream.name,
                time.perf_counter(),
                site=record.site,
                work=record.work,
            )
        elif event.work is None:
            event.work = record.work
        return event


def _thread_row() -> str:
    return f"thread {threading.current_thread().name}"


def _texts(ranges: Iterable[ByteRange]) -> list[str]:
    return [f"{stop - start} bytes at {allocation.address + start:#x}" for allocation, start, stop in ranges]


# Who traces what. The lock also orders the opening of devices against that of process-wide traces.

_lock = threading.RLock()
_open: list[Trace] = []
_states: weakref.WeakSet[Any] = weakref.WeakSet()


def trace(path: str | os.PathLike[str] | None = None) -> Trace:
    """Trace every device of this process: `with periclase.runtime.trace("trace.json") as t:`."""
    return Trace(None, path)


_process_trace: Trace | None = None


def _begin_process_trace() -> None:
    """Open the trace that `trace.file` asks for, until the end of the process."""
    global _process_trace
    path = settings().trace.file
    if path is not None and _process_trace is None:
        _process_trace = Trace(None, path)
        _process_trace.__enter__()
        atexit.register(_process_trace.__exit__)


def register(state: Any) -> None:
    """A device was opened: its dispatcher is given a tracer if somebody traces the whole process."""
    with _lock:
        _begin_process_trace()
        _states.add(state)
    _attach(state)


def _all_states() -> Sequence[Any]:
    from periclase.runtime.device_state import live_states

    while True:
        try:
            return list({*_states, *live_states})
        except RuntimeError:  # one is being opened on another thread just now
            continue


def _refresh(states: Iterable[Any]) -> None:
    for state in states:
        state.channel.submit_blocking(partial(_attach, state))


def _attach(state: Any) -> None:
    """Give the dispatcher of a device the tracer that it needs now. Under its role, or before anybody uses it."""
    with _lock:
        windows = [window for window in _open if window.covers(state)]
    before = state.dispatcher.tracer
    tracer = Tracer(state, windows) if windows else None
    if tracer is not None and before is not None:
        tracer.adopt(before)
    state.dispatcher.tracer = tracer


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
