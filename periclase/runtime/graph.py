"""A graph: recorded launches with the order among them worked out once, to be enqueued again and again.

The plan is made of byte ranges: for each launch, whom of the others it waits for, which of its bytes have to do with the world
outside, and which bytes it is the last to write or read when all is done. A replay (`graph_replay`) looks at the outside only.
To everybody else it is like a sequence of launches: its failures are those of the launches, its last writers are theirs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from periclase.record import MutableRecord
from periclase.runtime.dependencies import COUNT, ORDER, RAW, WAR, WAW
from periclase.runtime.ranges import ByteRange

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.launch_record import Use
    from periclase.runtime.streams import Stream


class RecordedLaunch(MutableRecord, eq=False):
    """A launch that was recorded: all that is needed to hand it to the backend again.

    Attributes:
        kernel: its name.
        loaded: what `Backend.load` gave.
        grid, block, shared_bytes: as in `KernelWork`.
        slots: the packed arguments, with the addresses in them.
        uses: what it does with which bytes. The three uint32 of a dynamic count are among them.
        site: where it was made.
        count_address: of the dynamic count; 0 for a static grid.
        ordered: whether it keeps the order of the stream even without common data (it prints).
        keep: whatever has to stay alive as long as the launch may run.
    """

    kernel: str
    loaded: Any
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int
    slots: bytes
    uses: tuple[Use, ...]
    site: CallSite
    count_address: int = 0
    ordered: bool = False
    keep: tuple[object, ...] = ()

    @property
    def maybe(self) -> bool:
        """Whether it may turn out to be no work."""
        return bool(self.count_address)


class Boundary(NamedTuple):
    """Bytes of a launch that come from outside, or that somebody outside may still be at."""

    range: ByteRange
    reading: bool
    writing: bool
    chain: tuple[int, ...]
    """Recorded launches that may have written the bytes since, newest first; all of a dynamic count."""
    name: str
    reason: str | None

    def needed_by(self, launch: RecordedLaunch) -> bool:
        """Whether `launch`, whose bytes these are, is skipped for certain if they come with a failure."""
        return self.reading and not self.chain and (not launch.maybe or self.reason == COUNT)


class Node(NamedTuple):
    """A recorded launch in the plan.

    Attributes:
        launch: what was recorded.
        waits: indices of the recorded launches that it waits for, with the reason.
        guards: for bytes that it reads and recorded launches write: name, and the indices of these, newest first. The last
            one writes for sure.
        boundary: bytes for which the world outside counts as well.
        count_guards: like `guards`, for the bytes of its dynamic count.
    """

    launch: RecordedLaunch
    waits: dict[int, str]
    guards: list[tuple[str, tuple[int, ...]]]
    boundary: list[Boundary]
    count_guards: list[tuple[str, tuple[int, ...]]]


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


class LastUse(NamedTuple):
    """A launch is among the last to use some bytes.

    Attributes:
        node: the index of the launch.
        range: the bytes.
        writing: whether it writes them; else it only reads them.
    """

    node: int
    range: ByteRange
    writing: bool


class Outside(NamedTuple):
    """What some launches of a graph do with bytes that somebody outside may be at, in the same way.

    Attributes:
        range: the bytes.
        reading, writing: what is done.
        nodes: the indices of the launches.
    """

    range: ByteRange
    reading: bool
    writing: bool
    nodes: frozenset[int]


def _outside(nodes: Iterable[Node]) -> Iterator[Outside]:
    found: dict[tuple[ByteRange, bool, bool], list[int]] = {}
    for index, node in enumerate(nodes):
        for boundary in node.boundary:
            found.setdefault((boundary.range, boundary.reading, boundary.writing), []).append(index)
    for (span, reading, writing), indices in found.items():
        yield Outside(span, reading, writing, frozenset(indices))


class _Timeline:
    """The users of each byte of an allocation, as adjoining segments."""

    __slots__ = ("starts", "stop", "users")

    def __init__(self, nbytes: int):
        self.stop = nbytes
        self.starts = [0]
        self.users = [_NOBODY]

    def cut(self, start: int, stop: int) -> range:
        """Indices of the segments that make up exactly these bytes."""
        if start >= stop:
            return range(0)
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
        node = Node(launch, {}, [], [], [])
        me = len(self.nodes)
        for use in launch.uses:
            self._look(node, use)
        # Noted after all were looked at, for a launch does not wait for itself.
        for allocation, start, stop, reads, _, _, _ in launch.uses:
            if reads:
                self._note_read(me, allocation, start, stop)
        for allocation, start, stop, _, writes, _, _ in launch.uses:
            if writes:
                self._note_write(me, allocation, start, stop, maybe=launch.maybe)
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
            else:
                found += [
                    ByteRange(allocation, *timeline.segment(index))
                    for index in timeline.cut(start, stop)
                    if not timeline.users[index].definite
                ]
        return merged(found)

    def build(self, stream: Stream) -> Graph:
        """The finished graph."""
        return Graph(stream, tuple(self.nodes), self._last_uses())

    def _timeline(self, allocation: Allocation) -> _Timeline:
        timeline = self._timelines.get(allocation)
        if timeline is None:
            timeline = self._timelines[allocation] = _Timeline(allocation.nbytes)
        return timeline

    def _look(self, node: Node, use: Use) -> None:
        allocation, start, stop, reads, writes, name, reason = use
        timeline = self._timeline(allocation)
        waits = node.waits
        guards = node.count_guards if reason == COUNT else node.guards
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            chain = users.chain
            if reads and chain:
                # The newest waits itself for those before it.
                waits.setdefault(chain[0], reason or RAW)
                if users.definite and (name, chain) not in guards:
                    guards.append((name, chain))
            if writes:
                # Readers wait for the newest writer already.
                for reader in users.readers:
                    waits.setdefault(reader, reason or WAR)
                if chain and not users.readers:
                    waits.setdefault(chain[0], reason or WAW)
            if not users.definite:
                part = ByteRange(allocation, *timeline.segment(index))
                node.boundary.append(Boundary(part, reads, writes, chain, name, reason))

    def _note_read(self, me: int, allocation: Allocation, start: int, stop: int) -> None:
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            if me not in users.readers:
                timeline.users[index] = users._replace(readers=(*users.readers, me))

    def _note_write(self, me: int, allocation: Allocation, start: int, stop: int, *, maybe: bool) -> None:
        timeline = self._timeline(allocation)
        for index in timeline.cut(start, stop):
            users = timeline.users[index]
            if me not in users.chain:
                timeline.users[index] = (
                    Users((me, *users.chain), users.definite, ()) if maybe else Users((me,), True, ())
                )

    def _last_uses(self) -> tuple[LastUse, ...]:
        last: list[LastUse] = []
        for allocation, timeline in self._timelines.items():
            for start, stop, users in timeline.segments():
                span = ByteRange(allocation, start, stop)
                last += [LastUse(index, span, True) for index in users.chain]
                last += [LastUse(index, span, False) for index in users.readers if index not in users.chain]
        return tuple(sorted(last, key=lambda use: use.node))


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


class NativeGraph:
    """What a backend has made of a graph. It is destroyed when the graph is, or has died.

    Attributes:
        handle: what the backend knows it by; None if it is destroyed.
        generation: of the device when it was made: a reset takes it away.
    """

    __slots__ = ("generation", "handle")

    def __init__(self, handle: Any, generation: int):
        self.handle = handle
        self.generation = generation


class Graph:
    """Recorded launches that can be enqueued again. Made by `Stream.capture` and `Stream.stop`.

    It keeps the buffers and kernels of its launches alive. What a host writes into an input between two replays is what the
    next replay reads.

    Attributes:
        stream: where it was captured, and where it replays.
        nodes: its launches, in the order they were made.
        inputs: bytes that come from outside and that every replay needs, each once. Not those that a launch of a dynamic count
            reads, or may write before they are read: whether that is work is known when it begins.
        outputs: bytes that its launches write, each once.
        last_uses: who of the launches uses which bytes last, in their order.
        outside: what launches do with bytes from outside.
        unplanned: the indices of the launches of which the plan does not tell all, even if nobody outside is at their bytes.
        sinks: the launches that no other waits for: when they have ended, all have.
        generation: of the device when it was captured: kernels and memory do not outlive a reset.
        native: what the backend made of it, if it can replay graphs by itself.
    """

    __slots__ = (
        "__weakref__",
        "destroyed",
        "generation",
        "inputs",
        "last_uses",
        "native",
        "nodes",
        "outputs",
        "outside",
        "sinks",
        "stream",
        "unplanned",
    )

    def __init__(self, stream: Stream, nodes: tuple[Node, ...], last_uses: tuple[LastUse, ...]):
        self.stream = stream
        self.nodes = nodes
        self.last_uses = last_uses
        self.inputs: tuple[ByteRange, ...] = tuple(
            merged(b.range for node in nodes for b in node.boundary if b.needed_by(node.launch))
        )
        self.outputs: tuple[ByteRange, ...] = tuple(
            merged(ByteRange(*use[:3]) for node in nodes for use in node.launch.uses if use[4])
        )
        self.outside: tuple[Outside, ...] = tuple(_outside(nodes))
        self.unplanned: frozenset[int] = frozenset(
            index
            for index, node in enumerate(nodes)
            if node.launch.maybe or node.launch.ordered or any(b.chain for b in node.boundary)
        )
        waited_for = {index for node in nodes for index in node.waits}
        self.sinks: tuple[int, ...] = tuple(index for index in range(len(nodes)) if index not in waited_for)
        self.generation: int = stream.device_state.generation
        self.native: NativeGraph | None = None
        self.destroyed = False

    def __len__(self) -> int:
        """How many launches it has."""
        return len(self.nodes)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a graph belongs to its device and can not be copied or pickled")

    def __repr__(self) -> str:
        return f"<graph of {len(self.nodes)} launches on stream {self.stream.name}>"

    def replay(self) -> None:
        """Enqueue its launches again, and return at once.

        If one of its inputs has failed nothing runs, and its outputs carry that failure. A failure of one of its launches
        belongs to what that launch was to write. A launch whose dynamic count is zero changes nothing, whatever its inputs carry.

        Raises:
            CaptureError: a capture window is open on its stream.
            GraphError: it was destroyed, or its device was reset.
        """
        from periclase.runtime.graph_replay import replay

        replay(self)

    def destroy(self) -> None:
        """Let go of its buffers and kernels. Replays that were enqueued still end well."""
        from periclase.runtime.graph_replay import destroy

        destroy(self)
