"""Who wrote and read which bytes of an allocation last, among the works in flight: what a new access has to wait for.

Exactly read after write, write after read and write after write, on overlapping bytes: two reads never wait for each other,
and neither do accesses of disjoint ranges.

The map knows works in flight only; how those that are over have ended is in the ledger. Three things follow:

- A reader may meet a writer that has not ended yet, so that nobody knows whether the bytes will be there. It takes a *guard*
  along: the writers of those bytes, newest first, down to the first that certainly writes. When the reader is about to begin,
  the newest that has not ended as NOTHING decides.
- A writer that may turn out to be no work (its count of blocks is read when it begins) hides what was below it, but does not
  end it. A failure that the ledger held on such bytes is kept here, below the writer, for as long.
- When a work is over, `settle` says which bytes carry which claim from then on, and forgets the work.

Each map is touched under the runner's role of its device only. The state changes by single assignments to a list, so that an
interrupt finds the one before or the one after.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Protocol

from periclase.runtime.claims import Claim
from periclase.runtime.execution import FAILED_BYTES, Guard
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, WROTE

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.launch_record import Use

RAW: Final = "RAW"
"""A read waits for the write before it."""
WAR: Final = "WAR"
"""A write waits for a read before it."""
WAW: Final = "WAW"
"""A write waits for the write before it."""
COUNT: Final = "count"
"""A launch waits for whoever computes its number of blocks."""
HOST: Final = "host"
"""The host waits: it reads or writes the bytes itself."""
REUSE: Final = "reuse"
"""A write waits for work on the buffer that had the memory before."""
ORDER: Final = "ORDER"
"""A launch waits for the one before it on its stream, since the outside world sees both."""
EVENT: Final = "EVENT"
"""A launch waits for an event that its stream was told to wait for."""


class Access(Protocol):
    """What the map remembers of a work: a launch, a copy, a host's access."""

    @property
    def work(self) -> Any:
        """The `execution.Work`. It has been handed over before the access is added."""
        ...

    @property
    def maybe(self) -> bool:
        """Whether it may end as NOTHING."""
        ...

    @property
    def claim(self) -> Claim | None:
        """What its bytes carry, once it has ended as FAILED or SKIPPED and `settle` is about to be called."""
        ...


class SettledClaim:
    """Below writers that may turn out to be no work: what the bytes carried before them. An `Access`."""

    __slots__ = ("claim", "maybe", "work")

    def __init__(self, claim: Claim):
        self.claim: Claim | None = claim
        self.work = FAILED_BYTES
        self.maybe = False


Group = tuple[Access, ...]
"""A guard in terms of accesses: newest first, all but the last of them `maybe`. A `SettledClaim` may end it."""


def as_guard(group: Group) -> Guard:
    """What a backend is given for `group`."""
    return tuple([access.work for access in group])


def surely_skipped(guards: Iterable[tuple[str, Group]]) -> bool:
    """Whether one of these guards is known to forbid its reader to run: nobody in flight is at bytes that carry a failure."""
    return any(isinstance(group[0], SettledClaim) for _, group in guards)


class _Segment:
    """Bytes with the same past.

    Attributes:
        writers: a `Group`; what decides whether the bytes are there.
        busy: who else is still at these bytes: readers since the newest writer, writers that decide nothing any more, and
            those who used the memory before it was this allocation's. In a dictionary, since there may be thousands, and they
            end in any order.
        disowned: those of `busy` that are writers.
    """

    __slots__ = ("busy", "disowned", "start", "stop", "writers")

    def __init__(
        self, start: int, stop: int, writers: Group = (), busy: Iterable[Access] = (), disowned: Group = ()
    ):
        self.start = start
        self.stop = stop
        self.writers = writers
        self.busy = dict.fromkeys(busy)
        self.disowned = disowned

    def part(self, start: int, stop: int) -> _Segment:
        """A copy of the part of this that is in `start..stop`."""
        return _Segment(max(start, self.start), min(stop, self.stop), self.writers, self.busy, self.disowned)

    def alike(self, other: _Segment) -> bool:
        """Whether both have the same past."""
        return self.writers == other.writers and self.busy == other.busy and self.disowned == other.disowned

    def forget(self, access: Access) -> None:
        """`access`, one of `busy`, is over."""
        del self.busy[access]
        if self.disowned:
            self.disowned = tuple([each for each in self.disowned if each is not access])


_start = attrgetter("start")
_stop = attrgetter("stop")


class DependencyMap:
    """The accesses in flight to the bytes `0..nbytes` of an allocation.

    For a new access, `collect` for each of its ranges comes first, then it is handed over, then `add_read` and `add_write`:
    so it never meets itself. A range that it reads and writes is added as a write.

    Attributes:
        nbytes: how many bytes.
        segments: all bytes, in order, without a gap. Changed by this module only.
        whole: the only one of them, where the bytes are not told apart; else None, and for a moment where they change.
    """

    __slots__ = ("_former", "nbytes", "segments", "whole")

    def __init__(self, nbytes: int, former: Iterable[Access] = ()):
        """
        Args:
            former: accesses in flight of the allocation that had the memory before: whoever writes first waits for them.
        """
        self.nbytes = nbytes
        self._former = frozenset(former)
        self.whole: _Segment | None = _Segment(0, nbytes, (), tuple(self._former))
        self.segments = [self.whole]

    def collect(
        self,
        start: int,
        stop: int,
        reading: bool,
        writing: bool,
        waits: dict[Access, str],
        guards: list[Group],
        reason: str | None = None,
    ) -> None:
        """Find what an access to `start..stop` has to wait for.

        Args:
            waits: gets whom it waits for, with the reason. One that is there already keeps its reason.
            guards: gets a group for each segment that is read and whose writers have not all written.
            reason: told instead of RAW, WAR or WAW.
        """
        if self._former:
            self._forget_former()
        segments = self.segments
        if len(segments) != 1:
            segments = self._overlapping(start, stop)
        elif start >= stop:
            return
        for segment in segments:
            writers = segment.writers
            if writers:
                writer = writers[0]
                outcome = writer.work.outcome
                if outcome == NOTHING:
                    # Not forgotten yet: it is the newest of the others that counts.
                    writers = _without_nothing(writers)
                    if writers:
                        writer = writers[0]
                        outcome = FAILED if writer.work is FAILED_BYTES else writer.work.outcome
                    else:
                        outcome = WROTE
                if outcome != WROTE:
                    # While it is not over, it waits itself for those below it.
                    if outcome == PENDING and writer not in waits:
                        waits[writer] = reason or (RAW if reading else WAW)
                    if reading:
                        guards.append(writers)
            if writing:
                for access in segment.busy:
                    if access.work.outcome == PENDING and access not in waits:
                        own = WAW if access in segment.disowned else WAR
                        waits[access] = REUSE if access in self._former else reason or own

    def add_read(self, start: int, stop: int, access: Access) -> None:
        """`access` reads `start..stop`: later writers wait for it."""
        if start < stop:
            index = self._exactly(start, stop)
            if index is not None:
                self.segments[index].busy[access] = None
                return
            first, last, before, inside, after = self._cut(start, stop)
            for segment in inside:
                segment.busy[access] = None
            self._put(first, last, _fused([*before, *inside, *after]))

    def add_write(
        self,
        start: int,
        stop: int,
        access: Access,
        *,
        displaced: Sequence[tuple[int, int, Claim]] = (),
    ) -> None:
        """`access` writes `start..stop`, and has waited for all who were there: it decides these bytes from now on.

        Args:
            displaced: what the ledger held on these bytes until now, if `access` may be no work.
        """
        if start >= stop:
            return
        if not access.maybe:
            index = self._exactly(start, stop)
            if index is not None:
                self._put(index, index + 1, [_Segment(start, stop, (access,))])
                return
        first, last, before, inside, after = self._cut(start, stop)
        if not access.maybe:
            self._put(first, last, [*before, _Segment(start, stop, (access,)), *after])
            return
        if displaced:
            inside = [part for segment in inside for part in _carrying(segment, displaced)]
        for segment in inside:
            if access not in segment.writers[:1]:
                segment.writers = (access, *segment.writers)
            segment.busy, segment.disowned = {}, ()
        self._put(first, last, _fused([*before, *inside, *after]))

    def chains(self, start: int, stop: int, length: int) -> list[tuple[int, int, Group]]:
        """The parts of `start..stop` with `length` or more writers that may turn out to be no work, and these writers."""
        return [
            (max(start, segment.start), min(stop, segment.stop), segment.writers)
            for segment in self._overlapping(start, stop)
            if len(segment.writers) >= length
        ]

    def fold(self, start: int, stop: int, access: Access) -> None:
        """`access` waits for the writers of `start..stop`, and decides these bytes in their stead."""
        first, last, before, inside, after = self._cut(start, stop)
        for segment in inside:
            segment.writers = (access,)
        self._put(first, last, _fused([*before, *inside, *after]))

    def disown(self, start: int, stop: int) -> None:
        """Nobody in flight decides `start..stop` any more: a launch that will never run has claimed these bytes.

        Later writers still wait for those who are at them.
        """
        if start < stop:
            first, last, before, inside, after = self._cut(start, stop)
            for segment in inside:
                writers = tuple([access for access in segment.writers if access.work is not FAILED_BYTES])
                segment.busy.update(dict.fromkeys(writers))
                segment.disowned += writers
                segment.writers = ()
            self._put(first, last, _fused([*before, *inside, *after]))

    def settle(self, start: int, stop: int, access: Access) -> Sequence[tuple[int, int, Claim]]:
        """Forget `access`, whose work is over; `start..stop` is one of its ranges. In any order of works.

        Returns:
            What the ledger has to hold from now on: bytes of which this was the newest writer, and what they carry.
        """
        segments = self.segments
        carried: list[tuple[int, int, Claim]] = []
        first = bisect_right(segments, start, key=_stop)
        last = bisect_left(segments, stop, first, key=_start)
        for segment in segments[first:last]:
            if access in segment.busy:
                segment.forget(access)
            if access in segment.writers:
                carried += _end(segment, access)
        first, last = max(0, first - 1), last + 1
        fused = _fused(segments[first:last])
        if len(fused) < len(segments[first:last]):
            self._put(first, last, fused)
        return carried

    def pending(self) -> list[Access]:
        """Every access that is not over: whom the next tenant of the memory has to wait for."""
        found: dict[Access, None] = {}
        for segment in self.segments:
            found.update(dict.fromkeys(segment.writers))
            found.update(segment.busy)
        return [
            access for access in found if access.work is not FAILED_BYTES and access.work.outcome == PENDING
        ]

    def __len__(self) -> int:
        """In how many segments the bytes are told apart: 1 where nothing is in flight."""
        return len(self.segments)

    def _forget_former(self) -> None:
        """Those who used the memory before, and are over now, are settled elsewhere: nobody else takes them out of here."""
        over = {access for access in self._former if access.work.outcome != PENDING}
        if over:
            for segment in self.segments:
                segment.busy = {access: None for access in segment.busy if access not in over}
            self._put(0, len(self.segments), _fused(self.segments))
            self._former -= over

    def _put(self, first: int, last: int, segments: list[_Segment]) -> None:
        """Put `segments` in the place of those from `first` to `last` (exclusive)."""
        self.whole = None  # in this order: it is never one of several
        self.segments[first:last] = segments
        if len(self.segments) == 1:
            self.whole = self.segments[0]

    def _overlapping(self, start: int, stop: int) -> list[_Segment]:
        segments = self.segments
        if start >= stop:
            return []
        first = bisect_right(segments, start, key=_stop)
        return segments[first : bisect_left(segments, stop, first, key=_start)]

    def _exactly(self, start: int, stop: int) -> int | None:
        """The index of the segment of just these bytes, if they are one: most work uses what others have used before it."""
        index = bisect_right(self.segments, start, key=_stop)
        segment = self.segments[index]
        return index if segment.start == start and segment.stop == stop else None

    def _cut(self, start: int, stop: int) -> tuple[int, int, list[_Segment], list[_Segment], list[_Segment]]:
        """The slice of segments that overlap `start..stop`, and copies of their parts before, in and after that range.

        One more segment on either side belongs to the slice, so that what has become equal can be joined.
        """
        segments = self.segments
        first = bisect_right(segments, start, key=_stop)
        last = bisect_left(segments, stop, first, key=_start)
        inside = [segment.part(start, stop) for segment in segments[first:last]]
        before = segments[max(0, first - 1) : first]
        after = segments[last : last + 1]
        left, right = segments[first], segments[last - 1]
        if left.start < start:
            before = [*before, left.part(left.start, start)]
        if right.stop > stop:
            after = [right.part(stop, right.stop), *after]
        return max(0, first - 1), min(last + 1, len(segments)), before, inside, after


# All uses of a work at once, since most works use all of the bytes of each allocation, which nobody tells apart: these have one
# segment, and for it the rules come down to a line.


def add_uses(
    uses: Sequence[Use], access: Access, otherwise: Callable[[Any, Allocation, int, int, bool], None]
) -> None:
    """`access` was handed over: add what it does to the maps of all that it uses.

    Args:
        otherwise: called with it and the use where there is no map yet, or a failure may be on the bytes.
    """
    simple = not access.maybe
    for allocation, start, stop, _, writes, _, _ in uses:
        accesses = allocation.accesses
        if accesses is None or allocation.claims is not None:
            otherwise(access, allocation, start, stop, writes)
            continue
        whole = accesses.whole
        if whole is not None and simple and start <= 0 and stop >= accesses.nbytes:
            if not writes:
                whole.busy[access] = None
            else:
                whole.writers = (access,)
                if whole.busy:
                    whole.busy, whole.disowned = {}, ()
        elif writes:
            accesses.add_write(start, stop, access)
        else:
            accesses.add_read(start, stop, access)


def settle_uses(
    uses: Sequence[Use],
    access: Access,
    wrote: bool,
    carry: Callable[[Any, Allocation, Sequence[tuple[int, int, Claim]]], None],
) -> None:
    """Forget `access`, whose work is over, in the maps of all that it used.

    Args:
        wrote: whether it has ended as WROTE.
        carry: called with it, the allocation, and what `DependencyMap.settle` gave, if that is anything.
    """
    for allocation, start, stop, _, _, _, _ in uses:
        accesses = allocation.accesses
        if accesses is None:
            continue
        whole = accesses.whole
        if wrote and whole is not None and not whole.disowned:
            # What it was to write is there: whoever wrote before it does not count any more.
            writers = whole.writers
            if access in writers:
                whole.writers = () if writers[0] is access else writers[: writers.index(access)]
            whole.busy.pop(access, None)
            continue
        carried = accesses.settle(start, stop, access)
        if carried:
            carry(access, allocation, carried)


def _end(segment: _Segment, access: Access) -> Sequence[tuple[int, int, Claim]]:
    """Take `access`, whose work is over, out of the writers of `segment`. What the bytes carry, if that is decided now."""
    writers = segment.writers
    index = writers.index(access)
    if access.work.outcome == NOTHING:
        below = writers[index + 1 :]
    elif access.work.outcome == WROTE:
        below = ()
    else:
        assert access.claim is not None, "a work that has failed is settled with its claim"
        below = (SettledClaim(access.claim),)
    if index == 0 and below and isinstance(below[0], SettledClaim):
        segment.writers = ()
        carried = below[0].claim
        assert carried is not None, "it was made of one"
        return ((segment.start, segment.stop, carried),)
    segment.writers = (*writers[:index], *below)
    return ()


def _carrying(segment: _Segment, claims: Iterable[tuple[int, int, Claim]]) -> list[_Segment]:
    """`segment` in parts, such that its bytes have these claims as their past."""
    parts: list[_Segment] = []
    position = segment.start
    for start, stop, claim in claims:
        start, stop = max(start, position), min(stop, segment.stop)
        if start < stop:
            if position < start:
                parts.append(segment.part(position, start))
            parts.append(_Segment(start, stop, (SettledClaim(claim),)))
            position = stop
    if position < segment.stop:
        parts.append(segment.part(position, segment.stop))
    return parts


def _without_nothing(writers: Group) -> Group:
    """`writers` from the first that did not end as NOTHING."""
    for index, writer in enumerate(writers):
        if writer.work is FAILED_BYTES or writer.work.outcome != NOTHING:
            return writers[index:]
    return ()


def _fused(segments: list[_Segment]) -> list[_Segment]:
    """`segments`, with neighbours of the same past joined."""
    joined: list[_Segment] = []
    for segment in segments:
        last = joined[-1] if joined else None
        if last is not None and last.alike(segment):
            joined[-1] = _Segment(last.start, segment.stop, last.writers, last.busy, last.disowned)
        else:
            joined.append(segment)
    return joined
