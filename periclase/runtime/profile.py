"""Profiles: how long launches took on the device.

`with device.profile() as p:` opens a window for this context (thread or asyncio task). Each launch made while it is open is
measured once, and the measurement serves every window that is open there, the enclosing ones too. A measured launch is
waited for, so that it can not overlap with the next one: the times are those of launches that run alone.

A failure of a launch makes the windows it was issued in errors, and no others. Where nothing can be timed (a capture window
records, and runs nothing) the launch is made all the same and counted as untimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.record import NamedTuple, Record
from periclase.runtime.call_site import call_site
from periclase.runtime.context import open_windows

if TYPE_CHECKING:
    from periclase.diagnostics import Span
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.claims import Claim
    from periclase.runtime.launch_record import LaunchRecord
    from periclase.runtime.streams import Stream


class ProfileError(DiagnosticError):
    """A launch of a profile failed, so that its times mean nothing. `__cause__` is that launch's error."""


class Measurement(Record):
    """One launch.

    Attributes:
        kernel: its name.
        grid: its blocks, or None where a dynamic count said how many.
        block: threads of a block.
        stream: the name of the stream it was made on.
        site: where it was made.
        begin: when it began, in seconds of `time.perf_counter`, if the backend knows that (ours do), or of a clock of its own.
        seconds: how long it ran.
    """

    kernel: str
    grid: tuple[int, int, int] | None
    block: tuple[int, int, int]
    stream: str
    site: CallSite
    begin: float
    seconds: float


class KernelTotal(NamedTuple):
    """All launches of one kernel, in seconds."""

    kernel: str
    launches: int
    seconds: float
    least: float
    most: float


class ProfileWindow:
    """An open or closed profile. Made by `Device.profile`.

    Attributes:
        device_state: the device whose launches it measures.
        stream: the stream that was current where it was opened.
        untimed: launches that could not be measured.
        error: the error of the first launch that failed or was skipped while the window was open, or None.
    """

    __slots__ = ("_launches", "_token", "closed", "device_state", "error", "stream", "untimed")

    def __init__(self, device_state: Any, stream: Stream):
        self.device_state = device_state
        self.stream = stream
        self.closed = False
        self.untimed = 0
        self.error: BaseException | None = None
        self._launches: tuple[Measurement, ...] | list[Measurement] = []
        self._token: Any = None

    def __enter__(self) -> Self:
        """
        Raises:
            ProfileError: it was opened before.
            CaptureError: its stream records.
        """
        if self.closed or self._token is not None:
            raise ProfileError(
                Diagnostic(
                    "PC0715", "a profile can be opened only once", call_site().span(), help="make a new one"
                )
            )
        if self.stream.window is not None:
            from periclase.runtime.capture import refuse_in_window

            refuse_in_window(self.stream, "`Device.profile`")
        self._token = open_windows.set((*open_windows.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True
        # Not `reset`: the window may be closed in another context, or not in the order of opening.
        open_windows.set(tuple(window for window in open_windows.get() if window is not self))

    @property
    def launches(self) -> tuple[Measurement, ...]:
        """The measured launches, in the order they were made.

        Raises:
            ProfileError: a launch in the window failed.
        """
        if self.error is not None:
            raise self._failed()
        return tuple(self._launches)

    @property
    def seconds(self) -> float:
        """The sum of all launches.

        Raises:
            ProfileError: a launch in the window failed.
        """
        return sum(launch.seconds for launch in self.launches)

    @property
    def totals(self) -> dict[str, KernelTotal]:
        """The launches by kernel, the dearest first.

        Raises:
            ProfileError: a launch in the window failed.
        """
        times: dict[str, list[float]] = {}
        for launch in self.launches:
            times.setdefault(launch.kernel, []).append(launch.seconds)
        rows = [KernelTotal(name, len(t), sum(t), min(t), max(t)) for name, t in times.items()]
        return {row.kernel: row for row in sorted(rows, key=lambda row: -row.seconds)}

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self.launches)

    def __len__(self) -> int:
        return len(self.launches)

    def __rich__(self) -> Any:
        from rich.table import Table

        if self.error is not None:
            return str(self._failed())
        table = Table(title=f"{len(self._launches)} launches, {_time(self.seconds)}")
        table.add_column("kernel")
        for name in ("launches", "total", "mean", "least", "most"):
            table.add_column(name, justify="right")
        for row in self.totals.values():
            mean = row.seconds / row.launches
            table.add_row(
                row.kernel, str(row.launches), *map(_time, (row.seconds, mean, row.least, row.most))
            )
        if self.untimed:
            table.caption = f"{self.untimed} more could not be timed"
        return table

    def __str__(self) -> str:
        from io import StringIO

        from rich.console import Console

        out = StringIO()
        Console(file=out, width=100, no_color=True, highlight=False, markup=False).print(self.__rich__())
        return out.getvalue().rstrip()

    # What follows serves the runtime.

    def add(self, measurement: Measurement) -> None:
        """Take a launch that was measured."""
        self._launches = (*self._launches, measurement)

    def add_untimed(self) -> None:
        """Count a launch that was not measured."""
        self.untimed += 1

    def fail(self, error: BaseException) -> None:
        """A launch issued in the window failed or was skipped. The first reason is kept."""
        if self.error is None:
            self.error = error

    def _failed(self) -> ProfileError:
        span: Span | None = None
        if isinstance(self.error, DiagnosticError):
            span = self.error.diagnostic.span
        diagnostic = Diagnostic("PC0715", "a launch failed while its profile was open", span)
        if isinstance(self.error, DiagnosticError):
            diagnostic = diagnostic.with_note(self.error.diagnostic.message, span)
        else:
            diagnostic = diagnostic.with_note(f"{type(self.error).__name__}: {self.error}")
        error = ProfileError(diagnostic)
        error.__cause__ = self.error
        return error


def measured(record: LaunchRecord) -> None:
    """The work of `record` has ended, and its claim, if it has one, is known: tell its windows. Under the runner's role."""
    windows, work = record.profile, record.work
    if not windows:
        return
    if record.claim is not None:
        failed(windows, record.claim)
        return
    times = None if work is None else work.seconds()
    if times is None:
        for window in windows:
            window.add_untimed()
        return
    begin, end = times
    block = record.block or (1, 1, 1)
    # One measurement for all of them.
    measurement = Measurement(
        record.kernel, record.grid, block, record.stream.name, record.site, begin, end - begin
    )
    for window in windows:
        window.add(measurement)


def failed(windows: Sequence[ProfileWindow], claim: Claim) -> None:
    """A launch of `windows` failed or was skipped, before or while it ran."""
    from periclase.runtime.failures import failure_error

    error = failure_error(claim)
    for window in windows:
        window.fail(error)


def _time(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
