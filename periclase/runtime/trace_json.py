"""A trace in Chrome's trace event format, which Perfetto reads too.

A process for the host, with a row a thread; a process a device, with a row a stream. Slices of one row have to nest, but
launches of one stream may overlap freely: such a stream gets as many rows as it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from periclase.runtime.trace import TraceEvent, Wait

_HOST = 1
"""The process number of the host; devices count from the next."""


def chrome_trace(events: Sequence[TraceEvent], waits: Iterable[Wait]) -> dict[str, object]:
    """`events` and `waits` as the data of the JSON. Work whose times are unknown stands as an instant where it was issued."""
    shifts = _clock_shifts(events)
    zero = min((_begin(event, shifts) for event in events), default=0.0)
    processes: dict[str, int] = {}
    out: list[dict[str, object]] = []
    lanes = _Lanes()
    where: dict[TraceEvent, tuple[int, int, float, float]] = {}
    for event in sorted(events, key=lambda event: _begin(event, shifts)):
        host = event.on_host
        process = _HOST if host else processes.setdefault(event.device, _HOST + 1 + len(processes))
        begin = _begin(event, shifts)
        end = begin if event.begin is None or event.end is None else begin + (event.end - event.begin)
        row = lanes.place(process, event.row, begin, end)
        entry: dict[str, object] = {
            "name": event.name,
            "cat": event.kind,
            "pid": process,
            "tid": row,
            "ts": _micro(begin - zero),
            "args": _arguments(event),
        }
        if end > begin:
            # Both ends are rounded, not the length: what follows at once must not seem to begin before this has ended.
            entry |= {"ph": "X", "dur": round(_micro(end - zero) - _micro(begin - zero), 3)}
            where[event] = (process, row, begin, end)
        else:
            entry |= {"ph": "i", "s": "t"}
        out.append(entry)
    for number, wait in enumerate(waits, 1):
        source, target = where.get(wait.on), where.get(wait.launch)
        if source is None or target is None:
            continue  # one of the two was not timed, or began before the trace
        process, row, begin, end = source
        process_to, row_to, begin_to, _ = target
        flow = {"name": wait.reason, "cat": "wait", "id": number}
        # An arrow is bound to the slice around its time: inside the one, at the start of the other. At the very end of the one,
        # the next of the row may have begun.
        inside = begin + max(0.0, min(end, begin_to) - begin) / 2
        out.append({**flow, "ph": "s", "pid": process, "tid": row, "ts": _micro(inside - zero)})
        out.append(
            {**flow, "ph": "f", "bp": "e", "pid": process_to, "tid": row_to, "ts": _micro(begin_to - zero)}
        )
    names: list[dict[str, object]] = [_name("process_name", _HOST, 0, "host")]
    names += [_name("process_name", number, 0, f"device {device}") for device, number in processes.items()]
    names += [_name("thread_name", process, row, text) for (process, row), text in lanes.names.items()]
    return {"traceEvents": names + out, "displayTimeUnit": "ns"}


class _Lanes:
    """Gives each slice a row in which nothing overlaps it."""

    def __init__(self) -> None:
        self.names: dict[tuple[int, int], str] = {}
        self._free: dict[tuple[int, str], list[tuple[int, float]]] = {}

    def place(self, process: int, row: str, begin: float, end: float) -> int:
        """The number of the row, for slices that come by the time they begin."""
        lanes = self._free.setdefault((process, row), [])
        for index, (number, free_from) in enumerate(lanes):
            if begin >= free_from:
                lanes[index] = (number, end)
                return number
        number = len(self.names) + 1
        self.names[process, number] = row if not lanes else f"{row} ({len(lanes) + 1})"
        lanes.append((number, end))
        return number


def _clock_shifts(events: Iterable[TraceEvent]) -> dict[str, float]:
    """What to add to the times of a device whose clock is not the host's: as much as lets nothing run before it was issued."""
    shifts: dict[str, float] = {}
    for event in events:
        if event.work is not None and event.begin is not None and event.begin < event.issued - _SAME_CLOCK:
            shifts[event.device] = max(shifts.get(event.device, 0.0), event.issued - event.begin)
    return shifts


_SAME_CLOCK = 1e-3
"""Seconds by which work may seem to begin before it was noted: it is noted after it was handed over."""


def _begin(event: TraceEvent, shifts: dict[str, float]) -> float:
    if event.begin is None:
        return event.issued
    return event.begin + (shifts.get(event.device, 0.0) if event.work is not None else 0.0)


def _arguments(event: TraceEvent) -> dict[str, object]:
    arguments: dict[str, object] = {key: _plain(value) for key, value in event.details.items()}
    if event.site is not None:
        arguments["site"] = event.place
    if event.work is not None:
        arguments["outcome"] = event.outcome
        arguments["issued"] = event.issued
    return arguments


def _plain(value: object) -> object:
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in cast("Sequence[object]", value)]
    return str(value)


def _micro(seconds: float) -> float:
    return round(seconds * 1e6, 3)


def _name(kind: str, process: int, row: int, name: str) -> dict[str, object]:
    return {"ph": "M", "name": kind, "pid": process, "tid": row, "args": {"name": name}}
