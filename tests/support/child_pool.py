"""Work in child processes, some of which may die or hang of it: who did, and of which piece.

A child made by `fork` does one piece after another and says before each which one; what it says at its end is how each went.
When it dies, or a piece takes too long, the piece is noted and another child goes on behind it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import select
import signal
import struct
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_BEGUN = struct.Struct("<qi")


@dataclass(frozen=True)
class Casualty:
    """A piece of work that did not go well: its index, and how it ended: `signal 6`, `hangs`, or an exception's traceback."""

    index: int
    how: str


def casualties(
    work: Callable[[int], None],
    count: int,
    *,
    expected: type[BaseException] | tuple[type[BaseException], ...] = (),
    seconds: float = 20.0,
    most: int = 1 << 30,
) -> list[Casualty]:
    """Do `work(0)`, …, `work(count - 1)` in children; those that ended the child, hung, or raised something unexpected.

    Args:
        expected: exceptions that are a good end.
        seconds: how long a piece may take; it counts while the child runs, by the clock of its processor and the wall's, both.
        most: stop after so many.
    """
    found: list[Casualty] = []
    start = 0
    while start < count and len(found) < most:
        start, casualty = _one_child(work, start, count, expected, seconds)
        found.extend(casualty)
    return found


def _one_child(
    work: Callable[[int], None],
    start: int,
    count: int,
    expected: type[BaseException] | tuple[type[BaseException], ...],
    seconds: float,
) -> tuple[int, list[Casualty]]:
    """Where to go on, and what went wrong."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _child(work, range(start, count), expected, writer)
    os.close(writer)
    found: list[Casualty] = []
    current, buffer, hangs = start, b"", False
    deadline = time.monotonic() + seconds
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        while True:
            ready, _, _ = select.select((pipe,), (), (), max(0.0, deadline - time.monotonic()))
            if not ready:
                if _processor_seconds(child) < seconds / 2 and time.monotonic() < deadline + 10 * seconds:
                    # The machine is busy: the piece has not had its time.
                    deadline += seconds / 4
                    continue
                hangs = True
                os.kill(child, signal.SIGKILL)
                break
            piece = pipe.read(65536)
            if not piece:
                break
            buffer += piece
            while len(buffer) >= _BEGUN.size:
                index, length = _BEGUN.unpack_from(buffer)
                if len(buffer) < _BEGUN.size + length:
                    break
                text = buffer[_BEGUN.size : _BEGUN.size + length].decode(errors="replace")
                buffer = buffer[_BEGUN.size + length :]
                if text:
                    found.append(Casualty(index, text))
                else:
                    current, deadline = index, time.monotonic() + seconds
    _, status = os.waitpid(child, 0)
    if status == 0 and not hangs:
        return count, found
    how = (
        "hangs"
        if hangs
        else f"signal {status & 127}"
        if status & 127
        else f"exit {os.waitstatus_to_exitcode(status)}"
    )
    return current + 1, [*found, Casualty(current, how)]


def _processor_seconds(child: int) -> float:
    """How long the child has run; much where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(f"/proc/{child}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return float("inf")


def _child(
    work: Callable[[int], None],
    indices: Sequence[int],
    expected: type[BaseException] | tuple[type[BaseException], ...],
    writer: int,
) -> None:
    faulthandler.disable()
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    status = 1
    try:
        for index in indices:
            os.write(writer, _BEGUN.pack(index, 0))
            try:
                work(index)
            except expected:
                pass
            except Exception:
                text = traceback.format_exc().encode()[-3000:]
                os.write(writer, _BEGUN.pack(index, len(text)) + text)
        status = 0
    finally:
        os._exit(status)


__all__ = ["Casualty", "casualties"]
