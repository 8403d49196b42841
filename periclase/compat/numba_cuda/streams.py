"""`cuda.stream()` and `cuda.event()`.

A stream is one of Periclase's. The default stream, 0, is that of the calling thread.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from periclase.compat.numba_cuda.devices import current_device
from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.call_site import call_site
from periclase.runtime.streams import Stream as RuntimeStream


class Stream:
    """A stream."""

    def __init__(self, stream: RuntimeStream | None):
        self.stream = stream

    def synchronize(self) -> None:
        """Wait until all that was launched on it has ended."""
        if self.stream is None:
            current_device().sync()
        else:
            self.stream.sync()

    @contextmanager
    def auto_synchronize(self) -> Generator[Stream]:
        """A block at whose end the stream is waited for."""
        yield self
        self.synchronize()

    def __bool__(self) -> bool:
        return self.stream is not None

    def __repr__(self) -> str:
        return "<default CUDA stream>" if self.stream is None else f"<CUDA stream {self.stream.name}>"


def stream() -> Stream:
    """A new stream."""
    return Stream(current_device().stream())


def default_stream() -> Stream:
    """The default stream."""
    return Stream(None)


legacy_default_stream = per_thread_default_stream = default_stream


def entered(given: Any) -> AbstractContextManager[Any]:
    """What to enter so that launches and copies go to a stream: `given` is one, or 0 or None for the default.

    Raises:
        LaunchError: it is anything else.
    """
    if given is None or given is False or given == 0:
        return nullcontext()
    if isinstance(given, RuntimeStream):
        return given
    if not isinstance(given, Stream):
        raise LaunchError(
            Diagnostic(
                "PC0402",
                f"a stream is asked for, not {given!r}",
                call_site().span(),
                help="give what `cuda.stream()` gives, or 0 for the default stream",
            )
        )
    return nullcontext() if given.stream is None else given.stream


class Event:
    """A point in time. It is recorded when the work before it has ended, for which `record` waits."""

    def __init__(self, timing: bool = True):
        self.timing = timing
        self.time: float | None = None

    def record(self, stream: Any = 0) -> None:
        """Wait until what was launched on the stream has ended, and note the time."""
        if isinstance(stream, Stream):
            stream.synchronize()
        else:
            current_device().sync()
        self.time = time.perf_counter()

    def synchronize(self) -> None:
        """What it stands for is over already."""

    wait = synchronize

    def query(self) -> bool:
        """Whether it was recorded."""
        return self.time is not None

    def elapsed_time(self, end: Event) -> float:
        """The milliseconds from this event to another one."""
        return event_elapsed_time(self, end)


def event(timing: bool = True) -> Event:
    """A new event."""
    return Event(timing)


def event_elapsed_time(start: Event, end: Event) -> float:
    """The milliseconds between two events, by the clock of the host.

    Raises:
        ValueError: one was not recorded.
    """
    if start.time is None or end.time is None:
        raise ValueError("both events have to be recorded before: `event.record()`")
    return 1000 * (end.time - start.time)
