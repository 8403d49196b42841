"""Copies that go on by themselves until somebody waits for them: `cp.async` and its groups, bulk copies and theirs.

A copy reads and writes as late as it may: at the wait that guarantees it. What has not been waited for is not there yet, so a
program that forgets to wait, or waits for too few, gives something else than one that does not. Addresses are looked at when a
copy is started.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from periclase.runtime.backends.sim.machine.in_flight import InFlight

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.barrier_objects import BarrierObjects
    from periclase.runtime.backends.sim.machine.memory import Region
    from periclase.runtime.backends.sim.machine.spans import Span
    from periclase.runtime.backends.sim.machine.wave import Wave

Array = np.ndarray[Any, Any]


class Move(NamedTuple):
    """Elements that some threads copy, each one or more.

    Attributes:
        threads: whose they are.
        region: where they go to.
        target, to: the elements of that region, and which are written.
        source, whence: the same of what is read; zeros are written where there is no source.
    """

    threads: Array
    region: Region
    target: Array
    to: Array
    source: Array | None
    whence: Array

    def of(self, mask: Array) -> Move:
        """That part of it."""
        return Move(
            self.threads[mask], self.region, self.target, self.to[mask], self.source, self.whence[mask]
        )

    def do(self, in_flight: InFlight) -> None:
        """Copy."""
        in_flight.end(self.region, self.to, self.target.itemsize, writes=True)
        self.target[self.to] = (
            np.zeros(1, self.target.dtype) if self.source is None else self.source[self.whence]
        )


class _Started:
    """A move that is not done yet, with the group and the number of each thread's copy."""

    __slots__ = ("group", "move", "serial")

    def __init__(self, move: Move, group: Array, serial: int):
        self.move = move
        self.group = group
        self.serial = serial


class Copies:
    """The copies of `cp.async` (PTX ISA, 9.7.9.25.3) of a wave."""

    def __init__(self, wave: Wave):
        self._wave = wave
        self._in_flight = wave.part(InFlight)
        self._closed = np.zeros(wave.size, np.int64)
        self._started: list[_Started] = []
        self._serial = 0

    def start(self, moves: list[Move]) -> None:
        """Start what one instruction copies."""
        self._serial += 1
        for move in moves:
            self._in_flight.start(move.region, move.to, move.target.itemsize, writes=True)
        self._started += [_Started(move, self._closed[move.threads], self._serial) for move in moves]

    def close(self, threads: Array) -> None:
        """`commit_group`: what each of the threads starts from now on belongs to another group."""
        self._closed[threads] += 1

    def wait(self, threads: Array, pending: int) -> None:
        """Finish all groups of the threads but the last `pending` closed ones."""
        limit = np.full(self._wave.size, -1, np.int64)
        limit[threads] = self._closed[threads] - pending
        self._finish(lambda started: started.group < limit[started.move.threads])

    def wait_all(self, threads: Array) -> None:
        """Finish all copies of the threads, in groups that are closed or not."""
        self.finish(threads, self._serial)

    @property
    def latest(self) -> int:
        """The number of the instruction that was the last to start a copy."""
        return self._serial

    def finish(self, threads: Array, serial: int) -> None:
        """Finish those copies of the threads that no later instruction than this started."""
        chosen = np.zeros(self._wave.size, np.bool_)
        chosen[threads] = True
        self._finish(
            lambda started: (
                chosen[started.move.threads]
                if started.serial <= serial
                else np.zeros(len(started.group), np.bool_)
            )
        )

    def _finish(self, is_due: Callable[[_Started], Array]) -> None:
        left: list[_Started] = []
        for started in self._started:
            due = is_due(started)
            if due.all():
                started.move.do(self._in_flight)
            elif due.any():
                started.move.of(due).do(self._in_flight)
                started.move, started.group = started.move.of(~due), started.group[~due]
                left.append(started)
            else:
                left.append(started)
        if len(left) != len(self._started):
            self._wave.memory.changes += 1
        self._started = left


class Arrivals:
    """Threads that will come to a barrier object when their copies are done: `cp.async.mbarrier.arrive`."""

    def __init__(self, copies: Copies, threads: Array):
        self._copies = copies
        self._threads = threads
        self._serial = copies.latest

    def perform(self, objects: BarrierObjects, number: int) -> bool:
        """Let those come that the phase still waits for."""
        some = min(max(objects.missing(number), 1), len(self._threads))
        threads, self._threads = self._threads[:some], self._threads[some:]
        self._copies.finish(threads, self._serial)
        objects.arrive(np.full(some, number), np.ones(some, np.uint32), threads)
        return not len(self._threads)


class BulkCopy:
    """A copy of the engine out of shared memory: it reads, then it writes."""

    __slots__ = ("_in_flight", "_source", "_target", "_write", "values")

    def __init__(
        self, in_flight: InFlight, source: Span, write: Callable[[Array], None], target: Span | None = None
    ):
        """
        Args:
            in_flight: is told what the copy is about to read and to write.
            source: what it reads.
            write: what is done with that.
            target: what it writes; None where it combines, which others may do at the same time.
        """
        self._in_flight = in_flight
        self._source = source
        self._write = write
        self._target = target
        self.values: Array | None = None
        source.start(in_flight, writes=False)
        if target is not None:
            target.start(in_flight, writes=True)

    def read(self) -> None:
        """Read the source, if that is not done."""
        if self.values is None:
            self._source.end(self._in_flight, writes=False)
            self.values = self._source.read()

    def finish(self) -> None:
        """Write what was read."""
        self.read()
        assert self.values is not None
        if self._target is not None:
            self._target.end(self._in_flight, writes=True)
        self._write(self.values)


class BulkGroups:
    """The bulk groups of the threads of a wave (PTX ISA, 9.7.9.25.5). What nobody waits for is done in the end."""

    def __init__(self, wave: Wave):
        self._wave = wave
        self._open: dict[int, list[BulkCopy]] = {}
        self._closed: dict[int, deque[list[BulkCopy]]] = {}
        wave.endings.append(self._end)

    def start(self, thread: int, copy: BulkCopy) -> None:
        """A thread starts a copy."""
        self._open.setdefault(thread, []).append(copy)

    def close(self, threads: Array) -> None:
        """`commit_group`."""
        for thread in threads.tolist():
            started = self._open.pop(thread, [])
            closed = self._closed.get(thread)
            if closed is not None:
                closed.append(started)
            elif started:
                self._closed[thread] = deque((started,))

    def wait(self, threads: Array, pending: int, *, only_reads: bool) -> None:
        """`wait_group`: finish all closed groups of the threads but the last `pending`, or read what they read."""
        if not self._closed:
            return
        for thread in threads.tolist():
            closed = self._closed.get(thread)
            if closed is None:
                continue
            if only_reads:
                for copies in list(closed)[: max(len(closed) - pending, 0)]:
                    for copy in copies:
                        copy.read()
                continue
            while len(closed) > pending:
                for copy in closed.popleft():
                    copy.finish()
                self._wave.memory.changes += 1
            if not closed:
                del self._closed[thread]

    def _end(self) -> None:
        for thread in sorted({*self._open, *self._closed}):
            self.close(np.array([thread]))
            self.wait(np.array([thread]), 0, only_reads=False)
