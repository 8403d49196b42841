"""Streams and events: which order launches have besides that of their data.

Every launch has a stream: the innermost that this context has entered (`with device.stream():`), else the one its client is
pinned to, else the default stream of the calling thread or asyncio task. So two threads never wait for each other but for
data; on the CPU not even the launches of one stream do.
"""

from __future__ import annotations

import itertools
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Self

from periclase.diagnostics import Diagnostic
from periclase.runtime.expectations import expect_kind, expect_timeout
from periclase.runtime.outcome import PENDING

if TYPE_CHECKING:
    from periclase.runtime.capture import Capture, CaptureState
    from periclase.runtime.device import Device
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.execution import Work
    from periclase.runtime.graph import Graph

_modules = sys.modules

_making_capture_state = threading.Lock()
_PRUNED_FROM = 32
"""So many works are noted before it pays to look which of them have ended."""


class _Entered:
    """One entered stream, a link of a context's chain of them."""

    __slots__ = ("outer", "stream")

    def __init__(self, stream: Stream, outer: _Entered | None):
        self.stream = stream
        self.outer = outer


_innermost: ContextVar[_Entered | None] = ContextVar("periclase-stream", default=None)
_get_innermost = _innermost.get


class Stream:
    """A row of launches of one device. Made by `Device.stream`; each thread and each asyncio task has one anyway.

    As a context manager, also an asynchronous one, it is the stream of the launches made within.

    Attributes:
        device_state: the device.
        number: unlike that of any other stream of the device.
        name: for people.
        window: the capture that records its launches; None mostly.
        native: the backend's stream; None before `make_native`. Under the runner's role.
        barriers: what its later launches have to wait for. Under the runner's role.
    """

    __slots__ = (
        "__weakref__",
        "_capture_state",
        "_pending",
        "_prune_at",
        "barriers",
        "device_state",
        "name",
        "native",
        "number",
        "window",
    )

    def __init__(self, device_state: DeviceState, number: int, name: str):
        self.device_state = device_state
        self.number = number
        self.name = name
        self.window: Capture | None = None
        self.native: Any = None
        self._pending: list[Work] = []
        self._prune_at = _PRUNED_FROM
        self.barriers: tuple[Work, ...] = ()
        self._capture_state: CaptureState | None = None

    def __reduce__(self) -> NoReturn:
        raise TypeError("a stream belongs to its device and can not be copied or pickled")

    def __repr__(self) -> str:
        return f"<stream {self.name}>"

    @property
    def capture_state(self) -> CaptureState:
        """How far a capture is, see `periclase.runtime.capture`; that is imported by programs that capture, and only then."""
        state = self._capture_state
        if state is None:
            with _making_capture_state:
                state = self._capture_state = self._capture_state or _capture().CaptureState()
        return state

    def __del__(self) -> None:
        native = getattr(self, "native", None)  # it has none if it was not made to the end
        if native is not None:
            self.native = None
            state = self.device_state
            state.channel.submit(partial(state.backend.destroy_stream, native))

    # ----------------------------------------------------------------------------------------------------- as a scope ----

    def __enter__(self) -> Self:
        _innermost.set(_Entered(self, _get_innermost()))
        return self

    def __exit__(self, *error: object) -> None:
        _innermost.set(_without(_get_innermost(), self))

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, *error: object) -> None:
        self.__exit__()

    # ---------------------------------------------------------------------------------------------------------- order ----

    def record(self) -> Event:
        """An event: the work that was launched on this stream so far, and what the stream was told to wait for."""
        event = Event(self)
        self.device_state.channel.submit(event.fill)
        return event

    def wait(self, event: Event) -> None:
        """Have what is launched on this stream from now on wait for `event`. Waits for nothing itself.

        Raises:
            LaunchError: it is no event.
            ForeignHandle: it is an event of another device.
        """
        expect_kind(event, Event, "`Stream.wait` takes an event", "write `stream.wait(other.record())`")
        if event.device_state is not self.device_state:
            from periclase.runtime.call_site import call_site
            from periclase.runtime.failures import ForeignHandle

            raise ForeignHandle(
                Diagnostic(
                    "PC0405",
                    f"{self!r} can not wait for an event of another device ({event.device_state.backend.name})",
                    call_site().span(),
                    help="wait for it on the host: `event.wait()`",
                )
            )
        channel = self.device_state.channel
        if not event.is_filled and channel.holds_role():
            # This is inside `exclusive`, and the event is of another thread, which waits in the queue.
            channel.drain()
        channel.submit(partial(self._add_barriers, event))

    def sync(self) -> None:
        """Wait for all that was launched on this stream so far, and write out what its kernels printed.

        Raises no launch's failure: that belongs to the buffers it spoiled.

        Raises:
            CaptureError: a capture window is open on it.
            DeviceLost: the device can not be used any more.
        """
        if self.window is not None:
            _capture().refuse_in_window(self, "`Stream.sync`")
        self.record().wait()
        self.device_state.finish_sync()

    # ------------------------------------------------------------------------------------------------------- capturing ----

    def capture(self, function: Callable[[], object]) -> Graph:
        """Record the launches that `function` makes, on this stream, and return their graph. None of them runs.

        Raises:
            CaptureError: a capture is under way, this is a dry run, or a launch failed.
        """
        return _capture().capture(self, function)

    def prepare(self) -> None:
        """Announce a capture. Launches still run: warm up now.

        Raises:
            CaptureError: a capture is under way, or this is a dry run.
        """
        _capture().prepare(self)

    def start(self) -> None:
        """Record launches from now on.

        Raises:
            CaptureError: the caller has prepared nothing.
        """
        _capture().start(self)

    def stop(self) -> Graph:
        """Close the window.

        Raises:
            CaptureError: no window is open, it is somebody else's, or a launch in it failed.
        """
        return _capture().stop(self)

    # ------------------------------------------------------------------------------------------ under the runner's role ----

    def make_native(self) -> Any:
        """`native`, made now if there is none yet."""
        if self.native is None:
            self.native = self.device_state.backend.create_stream(self.number)
        return self.native

    def forget_native(self) -> None:
        """The backend's stream is gone: a reset, or a fork."""
        self.native = None
        self._pending = []
        self.barriers = ()

    def note(self, work: Work) -> None:
        """`work` was enqueued on this stream."""
        pending = self._pending
        pending.append(work)
        if len(pending) >= self._prune_at:
            self._pending = pending = [w for w in pending if w.outcome == PENDING]
            self._prune_at = max(_PRUNED_FROM, 2 * len(pending))

    def pending(self) -> tuple[Work, ...]:
        """The work on this stream that has not ended."""
        self._pending = [work for work in self._pending if work.outcome == PENDING]
        return tuple(self._pending)

    def waits(self) -> tuple[Work, ...]:
        """What a new launch has to wait for because of `wait`."""
        if self.barriers:
            self.barriers = tuple(work for work in self.barriers if work.outcome == PENDING)
        return self.barriers

    def _add_barriers(self, event: Event) -> None:
        self.barriers = tuple(dict.fromkeys((*self.waits(), *event.works)))


class Event:
    """The work of a stream up to a point, and what it was told to wait for. Made by `Stream.record`."""

    __slots__ = ("_works", "device_state", "stream_name")

    def __init__(self, stream: Stream):
        self.device_state = stream.device_state
        self.stream_name = stream.name
        self._works: Stream | tuple[Work, ...] = stream
        """The stream, until the runner has come to this point."""

    def __reduce__(self) -> NoReturn:
        raise TypeError("an event belongs to its device and can not be copied or pickled")

    def __repr__(self) -> str:
        return f"<event of stream {self.stream_name}>"

    def fill(self) -> None:
        """The runner has come to this point. Under its role."""
        stream = self._works
        if isinstance(stream, Stream):
            # Also what the stream waits for, though nothing may have been launched behind that.
            self._works = tuple(dict.fromkeys((*stream.pending(), *stream.waits())))

    @property
    def is_filled(self) -> bool:
        """Whether the runner has come to this point."""
        return not isinstance(self._works, Stream)

    @property
    def works(self) -> tuple[Work, ...]:
        """The work that had not ended when the runner came to this point; nothing before that."""
        return () if isinstance(self._works, Stream) else self._works

    def done(self) -> bool:
        """Whether all of it has ended."""
        if isinstance(self._works, Stream):
            return False
        return all(work.outcome != PENDING for work in self._works)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait on the host. False if `timeout` seconds passed before.

        Raises no launch's failure: that belongs to the buffers it spoiled.

        Raises:
            LaunchError: `timeout` is no number.
        """
        expect_timeout(timeout)
        end = None if timeout is None else time.monotonic() + timeout
        if isinstance(self._works, Stream):
            channel = self.device_state.channel
            if not channel.drain(timeout):
                return False
            if not self.is_filled:  # this is a forked child: what was queued is the parent's
                channel.submit_blocking(self.fill)
        if end is None:
            _refuse_own(self.works)
        for work in reversed(self.works):  # when the last is over, the others mostly are
            if not work.wait(None if end is None else max(0.0, end - time.monotonic())):
                return False
        self._works = ()
        return True

    sync = wait


class Streams:
    """The streams of one device: numbers, and which is whose default.

    Attributes:
        live: all that somebody holds.
    """

    def __init__(self, device_state: DeviceState):
        self._device_state = weakref.ref(device_state)
        self._numbers = itertools.count()
        self._of_thread = threading.local()
        self._of_task: weakref.WeakKeyDictionary[Any, Stream] = weakref.WeakKeyDictionary()
        self.live: weakref.WeakSet[Stream] = weakref.WeakSet()

    def create(self, name: str | None = None) -> Stream:
        """A new stream."""
        state = self._device_state()
        assert state is not None
        number = next(self._numbers)
        stream = Stream(state, number, f"{state.backend.name}:{number}" if name is None else name)
        self.live.add(stream)
        return stream

    def alive(self) -> list[Stream]:
        """All that somebody holds now."""
        while True:
            try:
                return list(self.live)
            except RuntimeError:  # another thread has made one meanwhile
                continue

    def default(self) -> Stream:
        """The default stream of the asyncio task, or else the thread, that calls."""
        if "asyncio" in _modules:  # where nobody has imported it, there is no task
            task = current_task()
            if task is not None:
                stream = self._of_task.get(task)
                if stream is None:
                    stream = self._of_task[task] = self.create(f"task {task.get_name()}")
                return stream
        try:
            return self._of_thread.stream
        except AttributeError:
            stream = self._of_thread.stream = self.create(f"thread {threading.current_thread().name}")
            return stream


def current_stream(device: Device) -> Stream:
    """The stream of what this thread launches now on `device`."""
    state = device.device_state
    entered = _get_innermost()
    while entered is not None:
        if entered.stream.device_state is state:
            return entered.stream
        entered = entered.outer
    return device.pinned_stream or state.streams.default()


def entered_stream() -> Stream | None:
    """The innermost stream that this context has entered, of whatever device."""
    entered = _get_innermost()
    return None if entered is None else entered.stream


def current_task() -> Any:
    """The asyncio task that is running on this thread, or None."""
    asyncio = _modules.get("asyncio")
    if asyncio is None or asyncio._get_running_loop() is None:
        return None
    return asyncio.current_task()


def _without(entered: _Entered | None, stream: Stream) -> _Entered | None:
    """The chain without its innermost link for `stream`: scopes may be left in another order than they were entered."""
    if entered is None:
        return None
    if entered.stream is stream:
        return entered.outer
    return _Entered(entered.stream, _without(entered.outer, stream))


def _refuse_own(works: tuple[Work, ...]) -> None:
    # Who holds no memory of a buffer has not imported it.
    if "periclase.runtime.held_windows" in _modules:
        from periclase.runtime.held_windows import refuse_own

        refuse_own(works)


def _capture() -> Any:
    # Most programs capture nothing.
    from periclase.runtime import capture

    return capture
