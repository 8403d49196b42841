"""The CUDA backend: `execution.Backend` and `execution.GraphBackend` by the driver API."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.record import replace
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.context import NEW_PROCESS, Context, Gpu
from periclase.runtime.backends.cuda.copies import CopyStreams, nothing, pending_copy
from periclase.runtime.backends.cuda.driver import CudaError, Driver, load_driver
from periclase.runtime.backends.cuda.events import Event
from periclase.runtime.backends.cuda.graph import CudaGraph, RecordedWork, Recording, refuse
from periclase.runtime.backends.cuda.memory import DeviceMemory, HostMemory, PinnedMemory
from periclase.runtime.backends.cuda.module import CudaKernel, Loaded, unload
from periclase.runtime.backends.cuda.occupancy import best_block
from periclase.runtime.backends.cuda.stream import CudaStream, Pending, Streams
from periclase.runtime.backends.cuda.work import CudaManualWork, CudaWork
from periclase.runtime.endings import Endings
from periclase.runtime.execution import CopyWork, Guard, KernelWork, Work
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.tensor_layout import TensorLayout

T = TypeVar("T")

_TARGETS: Final = (75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121)
"""The architectures that there is a compile target for."""

_FIRST_WITH_OWN_FEATURES: Final = 90
"""From here on an architecture has a target with all features of its own, `sm_90a`."""


def target_of(capability: tuple[int, int]) -> str:
    """The compile target for a GPU: its very own where there is one, else the best of those that it runs too.

    Raises:
        LaunchError: it is older than all of them.
    """
    sm = capability[0] * 10 + capability[1]
    if sm in _TARGETS:
        return f"sm_{sm}a" if sm >= _FIRST_WITH_OWN_FEATURES else f"sm_{sm}"
    older = [known for known in _TARGETS if known < sm]
    if not older:
        raise LaunchError(
            Diagnostic(
                "PC0405",
                f"a GPU of compute capability {capability[0]}.{capability[1]} is too old: 7.5 (Turing) is the first that works",
            )
        )
    return f"sm_{older[-1]}"


def chosen_target(capability: tuple[int, int], wanted: str | None) -> str:
    """The compile target for a GPU where `PERICLASE_TARGET` asks for `wanted`, which comes before what the GPU is.

    PTX for an architecture runs on later ones, too; with `a` behind it on this very one only, with `f` on those of its family.

    Raises:
        LaunchError: the GPU runs nothing that is compiled for `wanted`.
    """
    own = target_of(capability)
    match = None if wanted is None else re.fullmatch(r"sm_(\d+)([af]?)(?:\+ptx\d\d)?", wanted.strip())
    if wanted is None or match is None:
        return own if wanted is None else wanted  # the compiler says what is wrong with the name
    sm, asked = capability[0] * 10 + capability[1], int(match[1])
    runs = {"": asked <= sm, "a": asked == sm, "f": asked <= sm and asked // 10 == sm // 10}[match[2]]
    if not runs:
        raise LaunchError(
            Diagnostic(
                "PC0405",
                f"a GPU of compute capability {capability[0]}.{capability[1]} does not run what is compiled for {wanted} "
                "(from PERICLASE_TARGET)",
                help=f"its own target is {own}: leave the variable out, or name one that this GPU runs",
            )
        )
    return wanted.strip()


class CudaBackend:
    """One GPU.

    Attributes:
        name: `cuda`, or `cuda:1` for another than the first.
        ordinal: its number with the driver.
        gpu: what the driver tells of it.
        context: its primary context.
        streams: the streams in it, and their events.
    """

    host_memory = False
    narrow_indices = True
    """Whether small launches take the version of the kernel that computes indices in 32 bits: GPUs add 64 in two instructions."""
    buffers_apart = True
    """Whether, of these, those with buffers that lie apart take the version that is compiled for that."""

    def __init__(self, driver: Driver, ordinal: int = 0):
        """Raises DiagnosticError: there is no such GPU, or the driver can not use it."""
        self.gpu = Gpu(driver, ordinal)
        self.ordinal = ordinal
        self.name = f"cuda:{ordinal}" if ordinal else "cuda"
        self.target = chosen_target(self.gpu.capability, settings().target)
        self._kernels = Endings[Loaded]()
        self._host_allocations: dict[int, PinnedMemory] = {}
        self._prints = False  # whether there ever was a kernel that prints
        self._open()

    def _open(self) -> None:
        self.context = Context(self.gpu)
        try:
            self.streams = Streams(self.context)
            self._copy_streams = CopyStreams(self.streams)
            self._memory = DeviceMemory(self.context)
        except BaseException as error:
            if isinstance(error, CudaError):
                self.context.lose(error)  # half a device is none: after a failed `reset` it stays lost
            self.context.release()
            raise
        self._host = HostMemory(self.context)

    def target_key(self) -> str:
        """See `execution.Backend`: PTX for an architecture runs on every GPU of it."""
        return self.target

    # Kernels and memory.

    def load(self, artifact: Artifact) -> CudaKernel:
        """See `execution.Backend`."""
        unload(self._kernels)
        self._prints = self._prints or artifact.ordered
        return CudaKernel(self.context, artifact, self._kernels, self._memory.stream)

    def best_block(self, kernel: CudaKernel, shared_bytes: int, most_threads: int) -> tuple[int, int]:
        """See `Device.best_block`. Under the runner's role, like those of `execution.Backend`."""
        with self.context as context:
            return best_block(context, kernel.function, shared_bytes, most_threads)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `execution.Backend`."""
        return self._memory.allocate(nbytes, alignment)

    def free(self, address: int, nbytes: int) -> None:
        """See `execution.Backend`."""
        self._memory.free(address)

    def memory_limit(self) -> int | None:
        """See `execution.Backend`."""
        return self.gpu.total_bytes

    def allocate_host(self, nbytes: int) -> int:
        """The address of pinned host memory: copies from and to it need no staging. It outlives a reset.

        Raises:
            MemoryError: there is none.
        """
        with self.context.lock:
            memory = self._host.take(nbytes)
        self._host_allocations[memory.address] = memory
        return memory.address

    def free_host(self, address: int) -> None:
        """Give memory back that `allocate_host` gave."""
        self._host_allocations.pop(address, None)

    def tensor_map(self, layout: TensorLayout) -> tuple[int, ...]:
        """The words of the tensor map of `layout`, as the driver encodes it.

        Raises:
            CudaError: the driver refuses it.
        """
        from periclase.runtime.backends.cuda.tensor_maps import encode

        return encode(self.gpu.driver, layout)

    # What other libraries do in the context. Not under the runner's role: these wait, on the thread that calls.

    def wait_for_others(self) -> None:
        """Wait for all that was enqueued in the context, by other libraries too."""
        with self.context as context:
            context.call("cuCtxSynchronize")

    def wait_for_stream(self, stream: int) -> None:
        """Wait for a stream of another library: the address of a `CUstream`, 1 for the default stream of all threads, 2 for that
        of the calling thread."""
        with self.context as context:
            context.call("cuStreamSynchronize", stream)

    def ordinal_of(self, address: int) -> int | None:
        """The number of the GPU that the memory at `address` belongs to; None if the driver knows no memory there."""
        attribute = self.gpu.driver.binding.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        try:
            with self.context as context:
                return int(context.call("cuPointerGetAttribute", attribute, address))
        except CudaError as error:
            if error.name != "CUDA_ERROR_INVALID_VALUE":
                raise
            return None

    def receive(self, produce: Callable[[int], T]) -> T:
        """What `produce` gives. It is told the address of a stream, and lets that wait for the contents, which is waited for."""
        context = self.context
        with context:
            handle = context.call(
                "cuStreamCreate", int(context.driver.binding.CUstream_flags.CU_STREAM_NON_BLOCKING)
            )
        try:
            made = produce(int(handle))
            with context:
                context.call("cuStreamSynchronize", handle)
        finally:
            context.discard("cuStreamDestroy", handle)
        return made

    def reached(self, stream: int) -> Event:
        """An event behind all that another library has enqueued on its stream by now.

        Args:
            stream: as in `wait_for_stream`.

        Raises:
            DiagnosticError: there is no such stream, or it records a graph.
        """
        with self.context as context:
            event = self.streams.events.take()
            context.call("cuEventRecord", event.handle, stream)
        return event

    def behind(self, event: Event, waits: Sequence[Work], guards: Sequence[Guard]) -> Work:
        """Work that does nothing, and settles when `event` was reached and all of `waits` have settled, skipped or not."""

        def wait(handle: Any, grid: tuple[int, int, int] | None) -> None:
            self.context.call("cuStreamWaitEvent", handle, event.handle, 0)

        stream = self._copy_streams.pick(True)
        if not guards:
            return stream.submit(Pending(CudaWork(stream, event), waits, (), wait))
        # Who is skipped does not wait for what it would have enqueued: so that is a work by itself, which never is.
        reached = stream.submit(Pending(CudaWork(stream, event), (), (), wait))
        return stream.submit(Pending(CudaWork(stream), [reached, *waits], guards, nothing))

    # Streams and work.

    def create_stream(self, number: int) -> CudaStream:
        """See `execution.Backend`."""
        return self.streams.create(number)

    def destroy_stream(self, stream: CudaStream) -> None:
        """See `execution.Backend`."""
        self.abandon_capture(stream)
        stream.destroy()

    def submit(self, work: KernelWork) -> Work:
        """See `execution.Backend`."""
        if self._kernels.over:
            unload(self._kernels)
        kernel: CudaKernel = work.kernel
        stream = self._stream(work.stream)
        if kernel.context is not self.context:
            self._gone(f"the kernel `{kernel.name}`")
        launcher, grid, block, shared, slots = (
            kernel.launcher,
            work.grid,
            work.block,
            work.shared_bytes,
            work.slots,
        )
        if stream.recording is not None:
            return self._record(stream, work, kernel)

        def enqueue(handle: Any, counted: tuple[int, int, int] | None) -> None:
            launcher.enqueue(handle, counted or grid, block, shared, slots)

        return stream.submit(
            Pending(
                CudaWork(stream, kernel),
                work.waits,
                work.guards,
                enqueue,
                work.count_address,
                work.timed,
                count_guards=work.count_guards,
                handed=work.handed,
            )
        )

    def copy(self, work: CopyWork) -> Work:
        """See `execution.Backend`. A copy from or to the host has no place in the stream: see `copies`."""
        stream = self._stream(work.stream)
        on_device = isinstance(work.target, int) and isinstance(work.source, int)
        if stream.recording is None:
            stream = stream if on_device else self._copy_streams.pick(bool(work.waits))
            return stream.submit(pending_copy(self.context, self._host, stream, work))
        if not on_device:
            refuse("a copy of host memory can not be recorded", "write the buffer before, or between replays")
        recording = stream.recording
        pending = pending_copy(self.context, self._host, stream, work)
        with self.context.lock:
            nodes = recording.add(work.waits, lambda handle: pending.enqueue(handle, None))
        return RecordedWork(stream, recording, nodes)

    def manual(
        self, stream: CudaStream, waits: Sequence[Work], handed: list[Any] | None = None
    ) -> CudaManualWork:
        """See `execution.Backend`. Other work of the stream does not wait for it unless it says so."""
        if self._stream(stream).recording is not None:
            refuse("the host's work can not be recorded")
        self.context.check()
        made = CudaManualWork(self.context, waits)
        if handed is not None:
            handed.append(made)
        return made

    def marker(self, stream: CudaStream, waits: Sequence[Work]) -> Work:
        """See `execution.Backend`."""
        recording = self._stream(stream).recording
        if recording is not None:
            return RecordedWork(stream, recording, tuple(recording.nodes_of(waits)))
        return stream.submit(Pending(CudaWork(stream), waits, (), nothing))

    # Graphs.

    def begin_capture(self, stream: CudaStream) -> None:
        """See `execution.GraphBackend`."""
        if self._stream(stream).recording is not None:
            refuse("the stream records already")
        self.context.check()
        stream.recording = Recording(self.context)

    def end_capture(self, stream: CudaStream) -> CudaGraph:
        """See `execution.GraphBackend`."""
        recording, stream.recording = stream.recording, None
        if recording is None:
            refuse("the stream records nothing")
        return recording.end()

    def abandon_capture(self, stream: CudaStream) -> None:
        """See `execution.GraphBackend`."""
        recording, stream.recording = stream.recording, None
        if recording is not None:
            recording.abandon()

    def launch_graph(
        self,
        stream: CudaStream,
        graph: CudaGraph,
        waits: Sequence[Work],
        guards: Sequence[Guard] = (),
        timed: bool = False,
        handed: list[Work] | None = None,
    ) -> Work:
        """See `execution.GraphBackend`."""
        if self._stream(stream).recording is not None:
            refuse("a graph can not be recorded into another")
        if graph.context is not self.context or graph.exec is None:
            self._gone("the graph")
        return stream.submit(
            Pending(
                CudaWork(stream, graph),
                waits,
                guards,
                graph.enqueue,
                timed=timed,
                graph=graph,
                handed=handed,
            )
        )

    def destroy_graph(self, graph: CudaGraph) -> None:
        """See `execution.GraphBackend`."""
        graph.destroy()

    def _record(self, stream: CudaStream, work: KernelWork, kernel: CudaKernel) -> Work:
        recording = stream.recording
        assert recording is not None
        if work.count_address:
            refuse(
                "a launch with a dynamic count can not be recorded",
                "its grid is read by the host, at each launch",
            )
        if work.timed:
            refuse("a recorded launch can not be timed", "profile the replay")
        with self.context.lock:
            nodes = recording.add(
                work.waits,
                lambda handle: kernel.launcher.enqueue(
                    handle, work.grid, work.block, work.shared_bytes, work.slots
                ),
            )
        recording.kept.append(kernel)
        return RecordedWork(stream, recording, nodes)

    # The device as a whole.

    def lost(self) -> BaseException | None:
        """See `execution.Backend`."""
        return self.context.cause

    def reset(self) -> None:
        """See `execution.Backend`. Resets the primary context for the whole process: others that have retained it still have to
        release it, and what they had in it is gone, as it is after a fault in any case.

        The driver does not promise that a context after a fault is any good, so the fresh one has to prove it.

        Raises:
            DiagnosticError: the driver can not begin anew; the device stays lost.
        """
        self.context.destroy()
        self._kernels = Endings[Loaded]()  # their modules went with the context
        try:
            self._open()
            with self.context as context:
                context.call("cuCtxSynchronize")
        except DiagnosticError as error:
            found = error
        else:
            return
        if self.context.cause is None:  # what can not even wait for nothing is no device
            self.context.lose(CudaError(found.diagnostic))
        raise CudaError(replace(found.diagnostic, help=NEW_PROCESS))

    def flush(self) -> None:
        """See `execution.Backend`. The driver writes out what finished kernels printed when any stream is synchronised, so that
        is one on which nothing is but an event: nothing is waited for. There has to be one, since a driver may see that there
        is nothing to synchronise. Where no kernel prints there is nothing to be written."""
        unload(self._kernels)
        context = self.context
        if self._prints and context.cause is None and not context.released:
            with context:
                event = self.streams.events.take()
                context.call("cuEventRecord", event.handle, self._memory.stream)
                context.call("cuStreamSynchronize", self._memory.stream)

    def close(self) -> None:
        """See `execution.Backend`."""
        self.streams.close()
        with self.context.lock:
            self._host.close()
        self._memory.close()
        unload(self._kernels)
        with self.context.lock:
            self.context.notes.close()
        self.context.release()

    def _stream(self, stream: CudaStream) -> CudaStream:
        if stream.context is not self.context:
            self._gone("the stream")
        return stream

    def _gone(self, what: str) -> None:
        raise LaunchError(
            Diagnostic(
                "PC0742",
                f"{what} is gone: the device was reset since, or it was given up",
                help="make it again",
            )
        )


def create_backend(selector: str = "") -> CudaBackend:
    """The backend behind `open_device("cuda")`, or for the selector `1` behind `open_device("cuda:1")`.

    Raises:
        LaunchError: CUDA is not there (PC0740), or has no such device (PC0405).
    """
    if selector and not (selector.isascii() and selector.isdigit()):
        raise LaunchError(
            Diagnostic(
                "PC0405",
                f'there is no device "cuda:{selector}"',
                help='write "cuda", or "cuda:1" for the second GPU',
            )
        )
    return CudaBackend(load_driver(), int(selector or 0))
