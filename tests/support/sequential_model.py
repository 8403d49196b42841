"""The runtime as a few lines of sequential Python: one operation after another, one byte after another.

Every byte of a memory has a value, or none where nobody has written it yet, and the names of the root failures that are to
blame if it was never computed. What the real runtime answers, with its streams, threads, guards and replays, must be what
this answers: *a read returns bytes if, and only if, their last writer succeeded.*

A root is named by words of its error's text; `kernel k` is the one of a kernel that can not be compiled.
"""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from periclase.runtime.outcome import FAILED, NOTHING, WROTE

Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]
Blame = frozenset[str]

CLEAN: Blame = frozenset()
MOST_BLOCKS = (2**31 - 1, 65535, 65535)


class Memory:
    """An allocation.

    Attributes:
        values: what its bytes are; meaningless where they are not known.
        known: which of them somebody has written.
        blame: for each byte the roots that are to blame; empty where it is well.
        missing: the root for which it can never be had: then nobody writes it. None if it can.
        mapped: whether it certainly is the device's.
    """

    def __init__(self, nbytes: int):
        self.values: Bytes = np.zeros(nbytes, np.uint8)
        self.known = np.zeros(nbytes, bool)
        self.blame: list[Blame] = [CLEAN] * nbytes
        self.missing: str | None = None
        self.mapped = True

    @property
    def all(self) -> Span:
        """All of it."""
        return Span(self, 0, len(self.blame))

    def lose(self, root: str) -> None:
        """The device was reset, by `root` or for it. What had failed before may keep its own reason."""
        self.mapped = False
        self.known[:] = False
        self.blame = [blame | {root} for blame in self.blame]


class Span(NamedTuple):
    """Bytes of a memory."""

    memory: Memory
    start: int
    stop: int

    @property
    def blame(self) -> Blame:
        """Who is to blame for any of these bytes."""
        return CLEAN.union(*self.memory.blame[self.start : self.stop])

    @property
    def known(self) -> bool:
        """Whether all of these bytes were written."""
        return bool(self.memory.known[self.start : self.stop].all())

    @property
    def values(self) -> Bytes:
        """A copy of them."""
        return self.memory.values[self.start : self.stop].copy()

    def write(self, values: Bytes, *, known: bool = True) -> None:
        """Somebody wrote them."""
        if self.memory.missing is not None:
            self.spoil(CLEAN)
            return
        self.memory.mapped |= self.stop > self.start
        self.memory.values[self.start : self.stop] = values
        self.memory.known[self.start : self.stop] = known
        self.memory.blame[self.start : self.stop] = [CLEAN] * (self.stop - self.start)

    def spoil(self, blame: Blame) -> None:
        """Somebody should have written them."""
        memory = self.memory
        memory.known[self.start : self.stop] = False
        if memory.missing is None:
            memory.blame[self.start : self.stop] = [blame] * (self.stop - self.start)
        else:  # who asks for it anew is told the same anew
            memory.blame = [each | blame | {memory.missing} for each in memory.blame]

    def overlaps(self, other: Span) -> bool:
        """Whether a byte belongs to both."""
        return self.memory is other.memory and max(self.start, other.start) < min(self.stop, other.stop)


class Access(enum.Enum):
    """What a kernel does with a parameter."""

    IN = "in"
    OUT = "out"
    INOUT = "inout"


class Kernel(NamedTuple):
    """What a kernel computes.

    Attributes:
        name: of the kernel, and of the root if it is broken.
        accesses: of its slices.
        compute: the new bytes of the slices that it writes, in order, of copies of all slices and a number.
        broken: whether it can not be compiled.
    """

    name: str
    accesses: tuple[Access, ...]
    compute: Callable[[Sequence[Bytes], int], Sequence[Bytes]]
    broken: bool = False


def stretched(values: Bytes, size: int) -> Bytes:
    """`values` again and again until there are `size` of them; zeros if there are none."""
    return np.resize(values, size) if len(values) else np.zeros(size, np.uint8)


def _shift(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    x, y = arrays
    return [stretched(x, len(y)) + np.uint8(number)]


def _accumulate(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    (y,) = arrays
    return [y * np.uint8(3) + np.uint8(number)]


def _mix(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    a, b, y = arrays
    return [y + stretched(a, len(y)) * np.uint8(5) + stretched(b, len(y)) + np.uint8(number)]


def _split(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    x, y, z = arrays
    return [stretched(x, len(y)) ^ np.uint8(number), stretched(x[::-1], len(z)) + np.uint8(7)]


def _set(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    return [np.full(len(arrays[0]), number, np.uint8)]


def _look(arrays: Sequence[Bytes], number: int) -> Sequence[Bytes]:
    return []


IN, OUT, INOUT = Access.IN, Access.OUT, Access.INOUT
KERNELS = (
    Kernel("shift", (IN, OUT), _shift),
    Kernel("accumulate", (INOUT,), _accumulate),
    Kernel("mix", (IN, IN, INOUT), _mix),
    Kernel("split", (IN, OUT, OUT), _split),
    Kernel("set", (OUT,), _set),
    Kernel("look", (IN,), _look),
    Kernel("broken", (IN, INOUT, OUT), _look, broken=True),
)


@dataclass
class Launch:
    """A launch, and what will go wrong with it.

    Attributes:
        slices: its arguments, in order.
        number: its scalar.
        failure: the root of the error that its body raises; None if it raises none.
        refused: the root of the error with which the backend refuses it; None if it takes it.
        count: three uint32 that tell the grid; None for a grid of one block.
        no_block: whether the grid has a zero in it.
    """

    kernel: Kernel
    slices: list[Span]
    number: int = 0
    failure: str | None = None
    refused: str | None = None
    count: Span | None = None
    no_block: bool = False

    @property
    def reads(self) -> list[Span]:
        """What it reads; the count is read as well."""
        pairs = zip(self.kernel.accesses, self.slices, strict=True)
        spans = [span for access, span in pairs if access is not OUT]
        return spans if self.count is None else [*spans, self.count]

    @property
    def needs(self) -> list[Span]:
        """What it certainly needs: if its count is zero it needs nothing else."""
        return self.reads if self.count is None else [self.count]

    @property
    def writes(self) -> list[Span]:
        """What it writes."""
        return [
            span for access, span in zip(self.kernel.accesses, self.slices, strict=True) if access is not IN
        ]

    @property
    def blame(self) -> Blame:
        """Who is to blame for its inputs."""
        return CLEAN.union(*(span.blame for span in self.reads))

    @property
    def missing(self) -> Blame:
        """Memory that it would need and that can not be had."""
        return frozenset(span.memory.missing for span in self.slices if span.memory.missing is not None)

    def run(self) -> int:
        """Do what it does to the memory. One of `periclase.runtime.outcome`."""
        if self.no_block:
            return NOTHING
        if self.kernel.broken:
            return self.spoil(frozenset({f"kernel {self.kernel.name}"}))
        if self.refused is not None:
            return self.spoil(frozenset({self.refused}))
        count = self.count
        if count is not None and count.blame:
            return self.spoil(self.blame | self.missing)
        if count is not None and 0 in count.values.view(np.uint32):
            return NOTHING  # whatever the inputs carry
        if count is not None and (root := bad_count(count)) is not None:
            return self.spoil(self.missing | {root})
        if blame := self.blame | self.missing:
            # It depends on how far its inputs have come whether they are blamed or the memory.
            return self.spoil(blame)
        if self.failure is not None:
            return self.spoil(frozenset({self.failure}))
        # A sum of bytes that nobody wrote is no byte that somebody knows.
        known = all(span.known for span in self.reads)
        results = self.kernel.compute([span.values for span in self.slices], self.number)
        for span, values in zip(self.writes, results, strict=True):
            span.write(values, known=known)
        return WROTE

    def spoil(self, blame: Blame) -> int:
        """None of its outputs are computed."""
        for span in self.writes:
            span.spoil(blame)
        return FAILED


def bad_count(count: Span) -> str | None:
    """The root of a launch of so many blocks, if they are too many."""
    numbers = tuple(count.values.view(np.uint32).tolist())
    return str(numbers) if any(map(operator.gt, numbers, MOST_BLOCKS)) else None


@dataclass
class Recording:
    """Launches that were captured.

    Attributes:
        launches: in order.
        doomed: whether one of them could not be recorded, so that there is no graph.
    """

    launches: list[Launch] = field(default_factory=list)
    doomed: bool = False

    def add(self, launch: Launch) -> None:
        """One more launch is made in the window."""
        if launch.no_block:
            return
        if launch.kernel.broken:
            # It never came as far as being recorded, so what it was to write tells why, as outside of a window.
            launch.run()
            self.doomed = True
        elif blame := CLEAN.union(
            *(self._outside(span, launches_that_may_be_none=False) for span in launch.needs)
        ):
            launch.spoil(blame)
            self.doomed = True
        elif (
            not self.doomed
        ):  # a doomed window keeps nothing: whoever reads what this was to write finds what was there
            self.launches.append(launch)

    def replay(self) -> None:
        """Run them, if what comes from outside is there; else nothing is."""
        if blame := self.inputs_blame():
            for launch in self.launches:
                launch.spoil(blame)
        else:
            for launch in self.launches:
                launch.run()

    def inputs_blame(self) -> Blame:
        """Who is to blame for the bytes that come from outside and that every replay needs."""
        before = Recording()
        blame = CLEAN
        for launch in self.launches:
            outside = (before._outside(span, launches_that_may_be_none=True) for span in launch.needs)
            blame = blame.union(*outside)
            before.launches.append(launch)
        return blame

    def _outside(self, span: Span, *, launches_that_may_be_none: bool) -> Blame:
        """Who is to blame for the bytes of `span` that no recorded launch writes.

        Args:
            launches_that_may_be_none: whether those of a dynamic count are counted as well.
        """
        outside = set(range(span.start, span.stop))
        for launch in self.launches:
            if launch.count is None or launches_that_may_be_none:
                for written in launch.writes:
                    if written.memory is span.memory:
                        outside.difference_update(range(written.start, written.stop))
        return CLEAN.union(*(span.memory.blame[i] for i in outside))
