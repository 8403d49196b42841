"""CUDA graphs: work recorded by stream capture, run again as one piece.

A capture has a driver stream of its own, so it neither disturbs nor waits for what is on the runtime's stream, and whatever goes
wrong the runtime's stream is as it was. The mode is `RELAXED`: the runner's role moves between threads, and only then may another
thread end what one began; and calls for other streams go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError, LaunchError

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context


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


class Recording:
    """A capture under way.

    Attributes:
        handle: the driver stream that records.
        kept: the kernels recorded so far.
    """

    __slots__ = ("context", "handle", "kept")

    def __init__(self, context: Context):
        """Begin.

        Raises:
            DiagnosticError: the driver refuses. Nothing records.
        """
        binding = context.driver.binding
        self.context = context
        self.kept: list[object] = []
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

    def end(self) -> CudaGraph:
        """What was recorded.

        Raises:
            DiagnosticError: it is no graph, or allocates memory. It is gone.
        """
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
