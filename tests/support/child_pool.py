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
    said: Callable[[int], None] = lambda index: None,
) -> list[Casualty]:
    """Do `work(0)`, …, `work(count - 1)` in children; those that ended the child, hung, or raised something unexpected.

    Args:
        expected: exceptions that are a good end.
        seconds: how long a piece may take by the clock on the wall, if half of that is the child's own, on its processor; where
            it is not, since the machine is busy or the child waits, ten times as long.
        most: stop after so many.
        said: called with the index of each piece when it is begun.
    """
    found: list[Casualty] = []
    start = 0
    while start < count and len(found) < most:
        start, casualty = _one_child(work, start, count, expected, seconds, said)
        found.extend(casualty)
    return found


def _one_child(
    work: Callable[[int], None],
    start: int,
    count: int,
    expected: type[BaseException] | tuple[type[BaseException], ...],
    seconds: float,
    said: Callable[[int], None],
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
    begun, used = time.monotonic(), 0.0
    deadline = begun + seconds
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        while True:
            ready, _, _ = select.select((pipe,), (), (), max(0.0, deadline - time.monotonic()))
            if not ready:
                if _processor_seconds(child) - used < seconds / 2 and time.monotonic() < begun + 10 * seconds:
                    # The piece has not had its time.
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
                    current, begun, used = index, time.monotonic(), _processor_seconds(child)
                    deadline = begun + seconds
                    said(index)
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
    """How long the child has run; without end where the system does not tell."""
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
