"""CUDA graphs: recorded on a stream of their own, and whatever goes wrong no stream goes on recording."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from fake_cuda_driver import FakeDriver

from periclase.diagnostics import DiagnosticError, LaunchError
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.stream import CudaStream
from periclase.runtime.execution import FAILED_BYTES, CopyWork, KernelWork, Work
from periclase.runtime.outcome import FAILED, PENDING, SKIPPED, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)


class Recorded:
    """A stream, a byte of memory, and a kernel that adds one to it."""

    def __init__(self, backend: CudaBackend, fake: FakeDriver, artifact: Make):
        self.backend = backend
        self.fake = fake
        self.stream: CudaStream = backend.create_stream(1)
        self.kernel = backend.load(artifact("add_one"))
        self.address = backend.allocate(2, 16)

    @property
    def value(self) -> int:
        return self.fake.bytes(self.address, 1)[0]

    def launch(self, **changes: object) -> Work:
        fields: dict[str, object] = {
            "kernel": self.kernel,
            "stream": self.stream,
            "grid": ONE,
            "block": ONE,
            "shared_bytes": 0,
            "slots": struct.pack("<Q", self.address),
        }
        return self.backend.submit(KernelWork(**(fields | changes)))  # type: ignore[arg-type]

    def record(self, launches: int = 3) -> object:
        """A graph of launches that each wait for the one before."""
        self.backend.begin_capture(self.stream)
        before: list[Work] = []
        for _ in range(launches):
            before = [self.launch(waits=before)]
            assert before[0].outcome == WROTE
        return self.backend.end_capture(self.stream)


@pytest.fixture
def recorded(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> Recorded:
    return Recorded(backend, fake, artifact)


def test_recorded_launches_run_with_the_graph(recorded: Recorded, fake: FakeDriver) -> None:
    start = len(fake.calls)
    graph = recorded.record(2)
    assert fake.names(start) == [
        "cuStreamCreate",
        "cuStreamBeginCapture",
        *["cuStreamUpdateCaptureDependencies", "cuLaunchKernelEx", "cuStreamGetCaptureInfo"] * 2,
        "cuStreamEndCapture",
        "cuGraphGetNodes",
        "cuGraphGetNodes",
        "cuGraphNodeGetType",
        "cuGraphNodeGetType",
        "cuGraphInstantiate",
        "cuGraphDestroy",
        "cuStreamDestroy",
    ]
    assert recorded.value == 0
    start = len(fake.calls)
    work = recorded.backend.launch_graph(recorded.stream, graph, (), timed=True)
    calls = [name for name in fake.names(start) if name != "cuEventCreate"]
    assert calls[-3:] == ["cuEventRecord", "cuGraphLaunch", "cuEventRecord"]
    assert work.wait(10)
    assert recorded.value == 2
    seconds = work.seconds()
    assert seconds is not None
    assert seconds[1] - seconds[0] == pytest.approx(2.0)
    assert recorded.backend.launch_graph(recorded.stream, graph, ()).wait(10)
    assert recorded.value == 4


def test_copies_and_markers_are_recorded(recorded: Recorded) -> None:
    recorded.backend.begin_capture(recorded.stream)
    first = recorded.launch()
    marker = recorded.backend.marker(recorded.stream, [first])
    copy = recorded.backend.copy(
        CopyWork(recorded.stream, recorded.address + 1, recorded.address, 1, [marker])
    )
    recorded.launch(waits=[copy])
    assert copy.outcome == marker.outcome == WROTE
    graph = recorded.backend.end_capture(recorded.stream)
    assert recorded.backend.launch_graph(recorded.stream, graph, ()).wait(10)
    assert bytes(recorded.fake.bytes(recorded.address, 2)) == b"\2\1"


def edges(recorded: Recorded, build: Callable[[], object]) -> list[tuple[int, ...]]:
    """For each node that `build` records, the numbers of those that it waits for."""
    recorded.backend.begin_capture(recorded.stream)
    recording = recorded.stream.recording
    assert recording is not None
    build()
    nodes = recording.handle.capture.nodes
    recorded.backend.end_capture(recorded.stream)
    return [tuple(sorted(nodes.index(before) for before in node.before)) for node in nodes]


def test_nodes_wait_for_what_they_say_and_for_nothing_else(recorded: Recorded) -> None:
    outside = recorded.launch()

    def build() -> None:
        backend, stream = recorded.backend, recorded.stream
        first, second = recorded.launch(waits=[outside]), recorded.launch()
        third = recorded.launch(waits=[first])
        both = backend.marker(stream, [third, second])
        recorded.launch(waits=[both, first])
        recorded.launch()
        # A copy of no bytes is no node: who waits for it waits for what it waits for.
        empty = backend.copy(CopyWork(stream, recorded.address, recorded.address, 0, [second]))
        recorded.launch(waits=[empty])

    assert edges(recorded, build) == [(), (), (0,), (0, 1, 2), (), (1,)]


def test_nodes_of_another_graph_are_none_of_this_one(recorded: Recorded) -> None:
    recorded.backend.begin_capture(recorded.stream)
    before = recorded.launch()
    recorded.backend.end_capture(recorded.stream)
    assert edges(recorded, lambda: recorded.launch(waits=[before])) == [()]


def test_launches_that_have_nothing_in_common_run_at_once(recorded: Recorded) -> None:
    recorded.backend.begin_capture(recorded.stream)
    first = recorded.launch()
    recorded.launch(slots=struct.pack("<Q", recorded.address + 1))
    recorded.launch(waits=[first])
    graph = recorded.backend.end_capture(recorded.stream)
    work = recorded.backend.launch_graph(recorded.stream, graph, (), timed=True)
    assert work.wait(10)
    seconds = work.seconds()
    assert seconds is not None
    assert seconds[1] - seconds[0] == pytest.approx(2.0)
    assert bytes(recorded.fake.bytes(recorded.address, 2)) == b"\2\1"


def test_a_node_that_nobody_can_name_breaks_the_capture(recorded: Recorded, fake: FakeDriver) -> None:
    streams = fake.alive["CUstream"]
    recorded.backend.begin_capture(recorded.stream)
    fake.fail("cuStreamGetCaptureInfo", "CUDA_ERROR_INVALID_VALUE")
    with pytest.raises(DiagnosticError, match="cuStreamGetCaptureInfo failed"):
        recorded.launch()
    recorded.launch()
    with pytest.raises(DiagnosticError, match="cuStreamGetCaptureInfo failed"):
        recorded.backend.end_capture(recorded.stream)
    assert fake.alive["CUgraph"] == 0
    assert fake.alive["CUstream"] == streams
    assert recorded.launch().wait(10)


def test_an_empty_graph_runs(recorded: Recorded) -> None:
    graph = recorded.record(0)
    assert recorded.backend.launch_graph(recorded.stream, graph, ()).wait(10)


def test_work_on_the_stream_goes_on_while_it_records(recorded: Recorded, fake: FakeDriver) -> None:
    with fake.holding(recorded.stream.handle):
        before = recorded.launch()
        recorded.record(1)
        assert before.outcome == PENDING
    assert before.wait(10)
    assert recorded.value == 1


def test_memory_can_be_had_while_a_stream_records(recorded: Recorded) -> None:
    recorded.backend.begin_capture(recorded.stream)
    recorded.backend.allocate(100, 16)
    recorded.backend.flush()
    other = recorded.backend.create_stream(2)
    assert recorded.launch(stream=other).wait(10)
    recorded.launch()
    assert recorded.backend.end_capture(recorded.stream)


def test_what_a_graph_can_not_hold_is_refused_and_dooms_nothing(recorded: Recorded) -> None:
    backend, stream = recorded.backend, recorded.stream
    other = recorded.record(1)
    backend.begin_capture(stream)
    refused: list[Callable[[], object]] = [
        lambda: recorded.launch(count_address=recorded.address),
        lambda: recorded.launch(timed=True),
        lambda: backend.copy(CopyWork(stream, recorded.address, memoryview(b"a"), 1)),
        lambda: backend.copy(CopyWork(stream, memoryview(bytearray(1)), recorded.address, 1)),
        lambda: backend.manual(stream, ()),
        lambda: backend.launch_graph(stream, other, ()),
        lambda: backend.begin_capture(stream),
    ]
    for action in refused:
        with pytest.raises(LaunchError) as caught:
            action()
        assert caught.value.diagnostic.code == "PC0744"
    recorded.launch()
    graph = backend.end_capture(stream)
    assert backend.launch_graph(stream, graph, ()).wait(10)
    assert recorded.value == 1
    with pytest.raises(LaunchError, match="records nothing"):
        backend.end_capture(stream)
    backend.abandon_capture(stream)


def test_a_refused_launch_dooms_nothing(recorded: Recorded) -> None:
    recorded.backend.begin_capture(recorded.stream)
    with pytest.raises(DiagnosticError, match="INVALID_VALUE"):
        recorded.launch(grid=(0, 1, 1))
    recorded.launch()
    graph = recorded.backend.end_capture(recorded.stream)
    assert recorded.backend.launch_graph(recorded.stream, graph, ()).wait(10)
    assert recorded.value == 1


def test_a_graph_that_allocates_is_refused(recorded: Recorded, fake: FakeDriver) -> None:
    backend = recorded.backend
    backend.begin_capture(recorded.stream)
    recording = recorded.stream.recording
    assert recording is not None
    with backend.context as context:
        context.call("cuMemAllocAsync", 16, recording.handle)
    with pytest.raises(LaunchError, match="allocates or frees memory"):
        backend.end_capture(recorded.stream)
    assert fake.alive["CUgraph"] == fake.alive["CUgraphExec"] == 0
    assert recorded.launch().wait(10)


@pytest.mark.parametrize(
    "call", ["cuStreamEndCapture", "cuGraphGetNodes", "cuGraphNodeGetType", "cuGraphInstantiate"]
)
def test_a_failed_end_leaves_the_stream_as_it_was(recorded: Recorded, fake: FakeDriver, call: str) -> None:
    streams = fake.alive["CUstream"]
    recorded.backend.begin_capture(recorded.stream)
    recorded.launch()
    fake.fail(call, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED")
    with pytest.raises(DiagnosticError, match="CAPTURE_INVALIDATED"):
        recorded.backend.end_capture(recorded.stream)
    assert fake.alive["CUgraph"] == fake.alive["CUgraphExec"] == 0
    assert fake.alive["CUstream"] == streams
    assert recorded.launch().wait(10)
    assert recorded.value == 1


@pytest.mark.parametrize("call", ["cuStreamCreate", "cuStreamBeginCapture"])
def test_a_failed_begin_leaves_the_stream_as_it_was(recorded: Recorded, fake: FakeDriver, call: str) -> None:
    streams = fake.alive["CUstream"]
    fake.fail(call, "CUDA_ERROR_INVALID_VALUE")
    with pytest.raises(DiagnosticError, match="INVALID_VALUE"):
        recorded.backend.begin_capture(recorded.stream)
    assert fake.alive["CUstream"] == streams
    assert recorded.launch().wait(10)
    assert recorded.record(1)


def test_an_abandoned_capture_is_gone(recorded: Recorded, fake: FakeDriver) -> None:
    streams = fake.alive["CUstream"]
    for broken in (False, True):
        recorded.backend.begin_capture(recorded.stream)
        recorded.launch()
        if broken:
            fake.fail("cuStreamEndCapture", "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED")
        recorded.backend.abandon_capture(recorded.stream)
        assert fake.alive["CUgraph"] == 0
        assert fake.alive["CUstream"] == streams
    assert recorded.launch().wait(10)
    assert recorded.value == 1


def test_a_graph_keeps_its_kernels(recorded: Recorded, fake: FakeDriver) -> None:
    graph = recorded.record(1)
    del recorded.kernel
    recorded.backend.flush()
    assert recorded.backend.launch_graph(recorded.stream, graph, ()).wait(10)
    assert recorded.value == 1


def test_a_run_waits_and_is_guarded_like_a_launch(recorded: Recorded, fake: FakeDriver) -> None:
    backend = recorded.backend
    graph = recorded.record(1)
    assert backend.launch_graph(recorded.stream, graph, (), [(FAILED_BYTES,)]).outcome == SKIPPED
    other = backend.create_stream(2)
    with fake.holding(other.handle):
        first = recorded.launch(stream=other)
        run = backend.launch_graph(recorded.stream, graph, [first])
        assert run.outcome == PENDING
    assert run.wait(10)
    assert recorded.value == 2


def test_a_graph_that_is_given_up_ends_its_deferred_runs(recorded: Recorded, fake: FakeDriver) -> None:
    backend = recorded.backend
    graph = recorded.record(1)
    manual = backend.manual(recorded.stream, ())
    runs = [backend.launch_graph(recorded.stream, graph, [manual]) for _ in range(2)]
    backend.destroy_graph(graph)
    assert fake.alive["CUgraphExec"] == 1
    manual.complete()
    assert all(run.wait(10) for run in runs)
    assert recorded.value == 2
    with backend.context.lock:
        while recorded.stream.deferral.queue:
            assert backend.context.pause(10)
    assert fake.alive["CUgraphExec"] == 0
    backend.destroy_graph(graph)
    with pytest.raises(LaunchError, match="the graph is gone"):
        backend.launch_graph(recorded.stream, graph, ())


def test_a_fault_while_recording_ends_the_capture(
    recorded: Recorded, fake: FakeDriver, artifact: Make
) -> None:
    backend = recorded.backend
    fault = backend.load(artifact("fault"))
    other = backend.create_stream(2)
    backend.begin_capture(recorded.stream)
    recorded.launch()
    work = backend.submit(KernelWork(fault, other, ONE, ONE, 0, b""))
    assert work.wait(10)
    assert work.outcome == FAILED
    with pytest.raises(DiagnosticError, match="is lost"):
        backend.end_capture(recorded.stream)
    assert recorded.stream.recording is None
