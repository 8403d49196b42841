"""What the runtime asks of a backend: memory, streams, and work that waits for other work by itself.

All methods of a backend are called under the runner's role of its device (so never two at once), but for those of `Work`,
which any thread may call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from periclase.record import MutableRecord, NamedTuple

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact


class Work(Protocol):
    """A piece of work that was handed to a backend. It settles once, and never changes after that."""

    @property
    def outcome(self) -> int:
        """One of `periclase.runtime.outcome`. Cheap: this is asked for every dependency of every launch."""
        ...

    def error(self) -> BaseException:
        """Why it ended FAILED, without the frames of a traceback (they would keep buffers alive)."""
        ...

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has settled, helping where the backend can: False if `timeout` seconds passed before.

        Ctrl-C interrupts it. Not to be called by the backend's own threads.
        """
        ...

    def seconds(self) -> tuple[float, float] | None:
        """When it began and ended on the device, in seconds of `time.perf_counter` (traces compare it with the host's), or of a
        clock of the backend's own; None where that was not measured, or is not over."""
        ...


class ManualWork(Work, Protocol):
    """Work that somebody else does, such as a host's reading of memory: others wait for it as for a kernel."""

    def complete(self) -> None:
        """It is done: settle it as WROTE. Any thread may call this, or `fail`, once; a second call does nothing."""
        ...

    def fail(self, error: BaseException) -> None:
        """It was left undone: settle it as FAILED. `error`, which has no frames, is what `Work.error` gives."""
        ...


class _Failed:
    """The type of `FAILED_BYTES`."""

    def __repr__(self) -> str:
        return "FAILED_BYTES"


FAILED_BYTES: Final = _Failed()
"""In a guard: the bytes carried a failure before the writers in front of it."""

Guard = tuple["Work | _Failed", ...]
"""Whom the bytes of one read depend on, newest first: the first that is not NOTHING decides. FAILED, SKIPPED or
`FAILED_BYTES`: the reader is to be skipped. WROTE, or the end of the tuple: the bytes are there."""


class KernelWork(NamedTuple):
    """A launch, ready to be handed over. Its fields are read by number in `codegen/cpu/task_binding.ll`.

    Attributes:
        kernel: what `Backend.load` gave.
        stream: what `Backend.create_stream` gave.
        grid: blocks in x, y, z; ignored where `count_address` is not 0.
        block: threads of a block in x, y, z.
        shared_bytes: dynamic shared memory of a block.
        slots: the arguments, eight bytes a slot (see `ParameterKind`).
        waits: work that must have settled before this begins. All of it is PENDING or has just settled.
        guards: looked at when it is about to begin; see `Guard`. A dynamic count is read before that.
        count_address: of three uint32 in the device's memory, read when the work begins: the grid. 0 for a static grid.
            A zero among them ends the work as NOTHING; one beyond the limits of a grid as FAILED.
        timed: whether `Work.seconds` will be asked for.
        count_guards: those of the dynamic count itself, looked at before it is read.
        handed: gets the `Work` at the moment from which on it may run, before `submit` returns: an exception that is raised
            into the thread meanwhile, Ctrl-C say, leaves no work running that nobody knows of. Work that then does not come
            to run has settled as FAILED. None: nobody wants to know.

    So work with a dynamic count begins like this, and the first that applies decides: the count was never computed, SKIPPED;
    it is zero, NOTHING; it is beyond the limits, FAILED; another input was never computed, SKIPPED. What is no work is not
    skipped either, whatever its inputs carry.
    """

    kernel: Any
    stream: Any
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int
    slots: bytes | bytearray
    waits: Sequence[Work] = ()
    guards: Sequence[Guard] = ()
    count_address: int = 0
    timed: bool = False
    count_guards: Sequence[Guard] = ()
    handed: list[Work] | None = None


class CopyWork(MutableRecord):
    """A copy of bytes in the order of a stream.

    Attributes:
        stream: what `Backend.create_stream` gave.
        target: a device address, or a writable contiguous host buffer object.
        source: a device address, or a contiguous host buffer object that nobody changes until the work has settled. Who hands
            the work over keeps either alive as long.
        nbytes: how many.
        waits, guards, timed, handed: as in `KernelWork`.
    """

    stream: Any
    target: int | memoryview
    source: int | memoryview
    nbytes: int
    waits: Sequence[Work] = ()
    guards: Sequence[Guard] = ()
    timed: bool = False
    handed: list[Work] | None = None


class Backend(Protocol):
    """A kind of device. Entry points of the group `periclase.backends` name factories of these."""

    name: str
    """What `open_device` is given."""
    target: str
    """The compile target of `CompileRequest`."""
    host_memory: bool
    """Whether device addresses are addresses of this process, so that the host may read and write them itself."""

    def target_key(self) -> str:
        """The exact machine that code is made for: part of the cache key."""
        ...

    def load(self, artifact: Artifact) -> Any:
        """Make `artifact` ready to run. Dropping the result unloads it.

        Raises:
            DiagnosticError: it is for another machine, or can not be linked.
        """
        ...

    def allocate(self, nbytes: int, alignment: int) -> int:
        """The address of new memory; `nbytes` is at least 1.

        Raises:
            MemoryError: there is none.
        """
        ...

    def free(self, address: int, nbytes: int) -> None:
        """Give memory back. No work that uses it is pending."""
        ...

    def memory_limit(self) -> int | None:
        """Bytes that the device has, or None if it does not tell."""
        ...

    def create_stream(self, number: int) -> Any:
        """A new stream."""
        ...

    def destroy_stream(self, stream: Any) -> None:
        """No more work will come; what is pending still runs."""
        ...

    def submit(self, work: KernelWork) -> Work:
        """Enqueue a launch and return at once.

        Raises:
            DiagnosticError: it was refused. Nothing was enqueued.
        """
        ...

    def copy(self, work: CopyWork) -> Work:
        """Enqueue a copy and return at once."""
        ...

    def manual(
        self, stream: Any, waits: Sequence[Work], handed: list[ManualWork] | None = None
    ) -> ManualWork:
        """Work in `stream` that `complete` ends; `waits` is what it waits for itself, as an order for those behind it.

        Args:
            handed: gets the work before this returns: nobody else would end it if an exception is raised into the thread.
        """
        ...

    def marker(self, stream: Any, waits: Sequence[Work]) -> Work:
        """Work that does nothing and settles (WROTE) when all of `waits` have: an event."""
        ...

    def lost(self) -> BaseException | None:
        """Why the device can not be used any more (a sticky error of a driver), or None."""
        ...

    def reset(self) -> None:
        """Throw the state away and begin anew, after `lost` or not. All memory, kernels and streams are gone.

        Memory that is the host's (`host_memory`) stays until it is freed, since others may look at it, and so may work that is
        under way.
        """
        ...

    def flush(self) -> None:
        """Write out what kernels printed, and hand over what is held back."""
        ...

    def close(self) -> None:
        """Free what the backend holds. Called once, on any thread, with nothing pending: when nobody holds anything of the device
        any more, or at the end of the process; not in a process that was forked since."""
        ...


@runtime_checkable
class GraphBackend(Protocol):
    """What a backend has besides `Backend` if it can record work and run it again as one piece. Optional: without it the
    recorded launches are submitted again one by one.

    One stream records at a time into one graph. Errors leave no stream recording: whatever `begin_capture` and `end_capture`
    raise, `stream` takes ordinary work afterwards.
    """

    def begin_capture(self, stream: Any) -> None:
        """From now on work for `stream` is recorded instead of run.

        `submit`, `copy` (between device addresses) and `marker` then give work that has settled as WROTE at once: it is in
        the graph, behind what was recorded for those of its `waits` that this recording has given, and behind nothing else.
        All other `waits`, and the `guards`, are not looked at, since nothing runs: those of the whole graph go to
        `launch_graph`. Work that was submitted before goes on, and other streams are not concerned. Dynamic counts, host
        memory, timing and `manual` are refused (DiagnosticError) while it records, which dooms nothing.

        Raises:
            DiagnosticError: it records already, or the driver refuses.
        """
        ...

    def end_capture(self, stream: Any) -> Any:
        """Stop recording: the graph, ready to run any number of times. It keeps the kernels it launches, not their memory.

        Raises:
            DiagnosticError: nothing records, what was recorded can not be one graph, or it would allocate memory. What was
                recorded is gone.
        """
        ...

    def abandon_capture(self, stream: Any) -> None:
        """Stop recording and throw away what was recorded. Does nothing where nothing records; raises nothing."""
        ...

    def launch_graph(
        self,
        stream: Any,
        graph: Any,
        waits: Sequence[Work],
        guards: Sequence[Guard] = (),
        timed: bool = False,
        handed: list[Work] | None = None,
    ) -> Work:
        """Enqueue all of a graph as one piece of work, like `submit`. Runs of one graph follow each other.

        Args:
            waits, guards, timed, handed: as in `KernelWork`.

        Raises:
            DiagnosticError: it was refused. Nothing was enqueued.
        """
        ...

    def destroy_graph(self, graph: Any) -> None:
        """Give a graph up. Runs of it that were enqueued still end well. Raises nothing."""
        ...
