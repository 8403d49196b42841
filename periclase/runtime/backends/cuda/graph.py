"""CUDA graphs: work recorded by stream capture, run again as one piece.

A capture has a driver stream of its own, so it neither disturbs nor waits for what is on the runtime's stream, and whatever goes
wrong the runtime's stream is as it was. The mode is `RELAXED`: the runner's role moves between threads, and only then may another
thread end what one began; and calls for other streams go on.

A captured stream is a chain by itself: each node would wait for the one before it. So before each call the stream is told which
nodes the next one waits for (`cuStreamUpdateCaptureDependencies`), and afterwards asked for the node that came of it: the graph's
edges are those between the bytes of its launches, and what has nothing to do with each other may run side by side. The calls
that record are the ones that launch, with all their attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError
from periclase.runtime.backends.cuda.work import CudaWork
from periclase.runtime.outcome import WROTE

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context
    from periclase.runtime.backends.cuda.stream import CudaStream
    from periclase.runtime.execution import Work


def refuse(what: str, help: str | None = None) -> NoReturn:
    """Raise that something can not be done while a stream records."""
    raise LaunchError(Diagnostic("PC0744", what, help=help))


class CudaGraph:
    """A graph that is ready to run.

    Attributes:
        exec: the driver's `CUgraphExec`.
        kept: the kernels that it launches.
        waiting: runs of it that are deferred. Under the context's lock.
        given_up: whether it is to be destroyed after those.
    """

    __slots__ = ("context", "exec", "given_up", "kept", "waiting")

    def __init__(self, context: Context, exec: Any, kept: tuple[object, ...]):
        self.context = context
        self.exec = exec
        self.kept = kept
        self.waiting = 0
        self.given_up = False

    def enqueue(self, handle: Any, grid: tuple[int, int, int] | None) -> None:
        """Run it on the stream `handle`. The context is current.

        Raises:
            DiagnosticError: it was refused, and nothing was enqueued.
        """
        self.context.call("cuGraphLaunch", self.exec, handle)

    def destroy(self) -> None:
        """Give it up. What runs still ends: the driver frees it afterwards."""
        with self.context.lock:
            if self.exec is None:
                return
            self.given_up = True
            if not self.waiting:
                self.context.discard("cuGraphExecDestroy", self.exec)
                self.exec = None

    def run_settled(self) -> None:
        """A deferred run has been enqueued, or will never be. Under the context's lock."""
        self.waiting -= 1
        if self.given_up:
            self.destroy()


class RecordedWork(CudaWork):
    """Work that is in a graph: it has settled as WROTE, and nothing runs before the graph does.

    Attributes:
        recording: the capture that took it in.
        nodes: those of its graph that are over when it is.
    """

    __slots__ = ("nodes", "recording")

    def __init__(self, stream: CudaStream, recording: Recording, nodes: tuple[Any, ...]):
        super().__init__(stream)
        self.recording = recording
        self.nodes = nodes
        with stream.context.lock:
            self.settle(WROTE)


class Recording:
    """A capture under way.

    Attributes:
        handle: the driver stream that records.
        kept: the kernels recorded so far.
    """

    __slots__ = ("_broken", "_set_dependencies", "context", "handle", "kept")

    def __init__(self, context: Context):
        """Begin.

        Raises:
            DiagnosticError: the driver refuses. Nothing records.
        """
        binding = context.driver.binding
        self.context = context
        self.kept: list[object] = []
        self._set_dependencies = int(
            binding.CUstreamUpdateCaptureDependencies_flags.CU_STREAM_SET_CAPTURE_DEPENDENCIES
        )
        self._broken: DiagnosticError | None = None
        with context:
            self.handle: Any = context.call(
                "cuStreamCreate", int(binding.CUstream_flags.CU_STREAM_NON_BLOCKING)
            )
            try:
                context.call(
                    "cuStreamBeginCapture",
                    self.handle,
                    binding.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED,
                )
            except DiagnosticError:
                context.discard("cuStreamDestroy", self.handle)
                raise

    def add(self, waits: Iterable[Work], enqueue: Callable[[Any], None]) -> tuple[Any, ...]:
        """Record what `enqueue` enqueues on the stream that it is given, behind what was recorded for `waits` and nothing else.

        Returns:
            What others have to wait for that wait for this: its node.

        Raises:
            DiagnosticError: it was refused. Nothing was recorded, or the capture is broken, as `end` will say.
        """
        nodes = self.nodes_of(waits)
        with self.context as context:
            context.call(
                "cuStreamUpdateCaptureDependencies",
                self.handle,
                nodes,
                None,
                len(nodes),
                self._set_dependencies,
            )
            enqueue(self.handle)
            try:
                # The capture's status, id and graph; what the next call would wait for; their edges' data; how many.
                _, _, _, newest, _, _ = context.call("cuStreamGetCaptureInfo", self.handle)
            except DiagnosticError as error:
                self._broken = error  # it has a node that nobody could wait for
                raise
        return tuple(newest)

    def nodes_of(self, works: Iterable[Work]) -> list[Any]:
        """The nodes of this capture that `works` stand for, each once. What was not recorded here is waited for by the whole."""
        found: dict[int, Any] = {}
        for work in works:
            if isinstance(work, RecordedWork) and work.recording is self:
                found.update((int(node), node) for node in work.nodes)
        return list(found.values())

    def end(self) -> CudaGraph:
        """What was recorded.

        Raises:
            DiagnosticError: it is no graph, or allocates memory. It is gone.
        """
        if self._broken is not None:
            self.abandon()
            raise self._broken
        context = self.context
        try:
            with context:
                graph = context.call("cuStreamEndCapture", self.handle)
                try:
                    self._check_nodes(graph)
                    exec = context.call("cuGraphInstantiate", graph, 0)
                finally:
                    context.discard("cuGraphDestroy", graph)
        finally:
            context.discard("cuStreamDestroy", self.handle)
        return CudaGraph(context, exec, tuple(self.kept))

    def abandon(self) -> None:
        """Throw away what was recorded."""
        context = self.context
        try:
            with context:
                context.discard("cuGraphDestroy", context.call("cuStreamEndCapture", self.handle))
        except DiagnosticError:
            pass  # it was broken, and is over all the same
        context.discard("cuStreamDestroy", self.handle)

    def _check_nodes(self, graph: Any) -> None:
        kinds = self.context.driver.binding.CUgraphNodeType
        allocating = (kinds.CU_GRAPH_NODE_TYPE_MEM_ALLOC, kinds.CU_GRAPH_NODE_TYPE_MEM_FREE)
        _, count = self.context.call("cuGraphGetNodes", graph, 0)
        nodes, _ = self.context.call("cuGraphGetNodes", graph, count) if count else ((), 0)
        for node in nodes:
            if self.context.call("cuGraphNodeGetType", node) in allocating:
                refuse(
                    "the recorded work allocates or frees memory, which a graph can not repeat safely",
                    "allocate before the capture begins",
                )
