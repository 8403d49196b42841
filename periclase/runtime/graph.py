"""A graph: recorded launches with the order among them worked out once, to be enqueued again and again.

The plan is made of byte ranges: for each launch, whom of the others it waits for, which of its inputs come from outside, and
which bytes it is the last to write or read when all is done. A replay looks at the outside only, and is to everybody else
like a sequence of launches: its failures are those of the launches, its last writers are theirs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from periclase.runtime.ranges import ByteRange

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.streams import Stream

RAW, WAR, WAW, COUNT, ORDER = "RAW", "WAR", "WAW", "COUNT", "ORDER"


@dataclass(slots=True, eq=False)
class RecordedLaunch:
    """A launch that was recorded: all that is needed to hand it to the backend again.

    Attributes:
        kernel: its name.
        loaded: what `Backend.load` gave.
        grid, block, shared_bytes: as in `KernelWork`.
        slots: the packed arguments, with the addresses in them.
        reads, writes: bytes that it reads and writes. Those of a dynamic count are among `reads`.
        labels: names of `reads`, one each.
        site: where it was made.
        count: the three uint32 of a dynamic count, or None.
        ordered: whether it keeps the order of the stream even without common data (it prints).
        keep: whatever has to stay alive as long as the launch may run.
    """

    kernel: str
    loaded: Any
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int
    slots: bytes
    reads: tuple[ByteRange, ...]
    writes: tuple[ByteRange, ...]
    site: CallSite
    count: ByteRange | None = None
    ordered: bool = False
    labels: tuple[str, ...] = ()
    keep: tuple[object, ...] = ()


class Boundary(NamedTuple):
    """Bytes of a launch that come from outside, or go over bytes that somebody outside may still use."""

    range: ByteRange
    reading: bool
    writing: bool
    chain: tuple[int, ...]
    """Recorded launches of a dynamic count that may have written the bytes since, newest first."""


@dataclass(slots=True)
class Node:
    """A recorded launch in the plan.

    Attributes:
        launch: what was recorded.
        waits: indices of the recorded launches that it waits for, with the reason (`RAW`, `WAR`, `WAW`, `COUNT` or
            `ORDER`).
        guards: for bytes that recorded launches write: their indices, newest first. The last one writes for sure.
        boundary: bytes for which the world outside counts as well.
    """

    launch: RecordedLaunch
    waits: dict[int, str] = field(default_factory=dict[int, str])
    guards: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    boundary: list[Boundary] = field(default_factory=list[Boundary])


class Users(NamedTuple):
    """Who of the recorded launches has used some bytes.

    Attributes:
        chain: who wrote them, newest first, up to the first that writes for sure.
        definite: whether the last of `chain` does; if not, the bytes may still be those from outside.
        readers: who has read them since the newest of `chain`.
    """

    chain: tuple[int, ...]
    definite: bool
    readers: tuple[int, ...]


_NOBODY = Users((), False, ())


class _Timeline:
    """The users of each byte of an allocation, as adjoining segments."""

    __slots__ = ("starts", "stop", "users")

    def __init__(self, nbytes: int):
        self.stop = nbytes
        self.starts = [0]
        self.users = [_NOBODY]

    def cut(self, start: int, stop: int) -> range:
        """Indices of the segments that make up exactly these bytes."""
        first = self._cut(start)
        return range(first, self._cut(stop) if stop < self.stop else len(self.starts))

    def _cut(self, at: int) -> int:
        index = bisect_right(self.starts, at) - 1
        if self.starts[index] == at:
            return index
        self.starts.insert(index + 1, at)
        self.users.insert(index + 1, self.users[index])
        return index + 1

    def segment(self, index: int) -> tuple[int, int]:
        """Where a segment starts and stops."""
        return self.starts[index], self.starts[index + 1] if index + 1 < len(self.starts) else self.stop

    def segments(self) -> Iterator[tuple[int, int, Users]]:
        """Start, stop and users; neighbours that are alike come as one."""
        begin = 0
        for index, users in enumerate(self.users):
            _, stop = self.segment(index)
            if index + 1 == len(self.users) or self.users[index + 1] != users:
                yield begin, stop, users
                begin = stop


class GraphBuilder:
    """Works out the plan while launches are recorded.

    Attributes:
        nodes: the launches so far, in order.
    """

    __slots__ = ("_last_ordered", "_timelines", "nodes")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._timelines: dict[Allocation, _Timeline] = {}
        self._last_ordered: int | None = None

    def add(self, launch: RecordedLaunch) -> None:
        """Append a launch."""
        node = Node(launch)
        me = len(self.nodes)
        for span in launch.reads:
            self._read(node, span, COUNT if span is launch.count else RAW)
        for span in launch.writes:
            self._overwrite(node, span)
        # Noted after both were looked at, for a launch does not wait for itself.
        for span in launch.reads:
            self._note_read(me, span)
        for span in launch.writes:
            self._note_write(me, span, maybe=launch.count is not None)
        if launch.ordered:
            if self._last_ordered is not None:
                node.waits.setdefault(self._last_ordered, ORDER)
            self._last_ordered = me
        self.nodes.append(node)

    def external(self, ranges: Iterable[ByteRange]) -> list[ByteRange]:
        """The parts of `ranges` that none of the launches has surely written."""
        found: list[ByteRange] = []
        for allocation, start, stop in ranges:
            timeline = self._timelines.get(allocation)
            if timeline is None:
                found.append(ByteRange(allocation, start, stop))
            elif start < stop:
                for index in timeline.cut(start, stop):
                    if not timeline.users[index].definite:
                        found.append(ByteRange(allocation, *timeline.segment(index)))
        return merged(found)

    def build(self, stream: Stream) -> Graph:
        """The finished graph."""
        return Graph(stream, tuple(self.nodes), self._final())

    def _timeline(self, allocation: Allocation) -> _Timeline:
        timeline = self._timelines.get(allocation)
        if timeline is None:
            timeline = self._timelines[allocation] = _Timeline(allocation.nbytes)
        return timeline

    def _read(self, node: Node, span: ByteRange, reason: str) -> None:
        allocation, start, stop = span
        if start >= stop:
            return
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            if users.chain:
                # The newest waits for those before it.
                node.waits.setdefault(users.chain[0], reason)
            if users.definite:
                if users.chain not in node.guards:
                    node.guards.append(users.chain)
            else:
                part = ByteRange(allocation, *timeline.segment(index))
                node.boundary.append(Boundary(part, True, False, users.chain))

    def _overwrite(self, node: Node, span: ByteRange) -> None:
        allocation, start, stop = span
        if start >= stop:
            return
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            # Readers wait for the newest writer already.
            for reader in users.readers:
                node.waits.setdefault(reader, WAR)
            if users.chain and not users.readers:
                node.waits.setdefault(users.chain[0], WAW)
            if not users.definite:
                part = ByteRange(allocation, *timeline.segment(index))
                node.boundary.append(Boundary(part, False, True, users.chain))

    def _note_read(self, me: int, span: ByteRange) -> None:
        allocation, start, stop = span
        if start >= stop:
            return
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            if me not in users.readers:
                timeline.users[index] = users._replace(readers=(*users.readers, me))

    def _note_write(self, me: int, span: ByteRange, *, maybe: bool) -> None:
        allocation, start, stop = span
        if start >= stop:
            return
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            if me in users.chain:
                continue
            if maybe:
                timeline.users[index] = Users((me, *users.chain), users.definite, ())
            else:
                timeline.users[index] = Users((me,), True, ())

    def _final(self) -> tuple[tuple[ByteRange, Users], ...]:
        return tuple(
            (ByteRange(allocation, start, stop), users)
            for allocation, timeline in self._timelines.items()
            for start, stop, users in timeline.segments()
            if users is not _NOBODY
        )


def merged(ranges: Iterable[ByteRange]) -> list[ByteRange]:
    """The same bytes, with every byte named once and adjoining ranges as one."""
    by_allocation: dict[Allocation, list[tuple[int, int]]] = {}
    for allocation, start, stop in ranges:
        if start < stop:
            by_allocation.setdefault(allocation, []).append((start, stop))
    found: list[ByteRange] = []
    for allocation, spans in by_allocation.items():
        spans.sort()
        begin, end = spans[0]
        for start, stop in spans[1:]:
            if start > end:
                found.append(ByteRange(allocation, begin, end))
                begin, end = start, stop
            else:
                end = max(end, stop)
        found.append(ByteRange(allocation, begin, end))
    return found


class Graph:
    """Recorded launches that can be enqueued again. Made by `Stream.capture` and `Stream.stop`.

    It keeps the buffers and kernels of its launches alive. What a host writes into an input between two replays, on the
    same stream or in any other way that orders it, is what the next replay reads.

    Attributes:
        stream: where it was captured, and where it replays.
        nodes: its launches, in the order they were made.
        inputs: bytes that come from outside.
        outputs: bytes that its launches write.
        final: for every byte that is used, who of the launches uses it last.
    """

    def __init__(self, stream: Stream, nodes: tuple[Node, ...], final: tuple[tuple[ByteRange, Users], ...]):
        self.stream = stream
        self.nodes = nodes
        self.final = final
        self.inputs: tuple[ByteRange, ...] = tuple(
            merged(b.range for node in nodes for b in node.boundary if b.reading)
        )
        self.outputs: tuple[ByteRange, ...] = tuple(merged(w for node in nodes for w in node.launch.writes))

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<graph of {len(self.nodes)} launches on {self.stream}>"
