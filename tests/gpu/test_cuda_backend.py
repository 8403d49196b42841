"""The CUDA backend on a GPU: what the stand-in for the driver can not tell."""

from __future__ import annotations

import ctypes
import struct
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from gpu_kernels import gpu_kernel

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cuda import occupancy
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.stream import CudaStream
from periclase.runtime.execution import CopyWork, KernelWork, Work
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, WROTE

ONE = (1, 1, 1)
MILLISECOND = 10**6


class Words:
    """Words of device memory, and launches that add one to each."""

    def __init__(self, backend: CudaBackend, count: int = 1000):
        self.backend = backend
        self.count = count
        self.add = backend.load(gpu_kernel("add_one"))
        self.spin = backend.load(gpu_kernel("spin"))
        self.streams: list[CudaStream] = [backend.create_stream(number) for number in range(3)]
        self.address = backend.allocate(4 * count, 256)
        self.write(np.zeros(count, np.uint32))

    def write(self, values: np.ndarray, stream: int = 0) -> None:
        work = self.backend.copy(
            CopyWork(self.streams[stream], self.address, memoryview(values), values.nbytes)
        )
        assert work.wait(30)

    def read(self, *waits: Work) -> np.ndarray:
        values = np.full(self.count, 77, np.uint32)
        work = self.backend.copy(
            CopyWork(self.streams[2], memoryview(values), self.address, values.nbytes, waits)
        )
        assert work.wait(30)
        assert work.outcome == WROTE
        return values

    def launch(self, stream: int, *waits: Work, count_address: int = 0, timed: bool = False) -> Work:
        slots = struct.pack("<QQ", self.address, self.count)
        grid = (-(-self.count // 256), 1, 1)
        return self.backend.submit(
            KernelWork(
                self.add, self.streams[stream], grid, (256, 1, 1), 0, slots, waits, (), count_address, timed
            )
        )

    def delay(self, stream: int, nanoseconds: int = 20 * MILLISECOND, timed: bool = False) -> Work:
        return self.backend.submit(
            KernelWork(
                self.spin, self.streams[stream], ONE, ONE, 0, struct.pack("<Q", nanoseconds), timed=timed
            )
        )


@pytest.fixture
def words(backend: CudaBackend) -> Words:
    return Words(backend)


def test_a_launch_computes(words: Words) -> None:
    """Proves that PTX is loaded, launched and computes, and that the result can be read."""
    assert (words.read(words.launch(0)) == 1).all()
    assert words.backend.lost() is None


@pytest.mark.parametrize("count", [1, 1000, 3 << 20])
def test_copies_of_any_size_go_there_and_back(backend: CudaBackend, count: int) -> None:
    """Proves that staged copies, and those of more than the staging memory, change no byte."""
    words = Words(backend, count)
    values = np.random.default_rng(1).integers(0, 2**32, count, dtype=np.uint32)
    words.write(values)
    np.testing.assert_array_equal(words.read(), values)


def test_pinned_memory(words: Words) -> None:
    """Proves that pinned memory is copied directly in both directions."""
    host = words.backend.allocate_host(4 * words.count)
    pinned = np.ctypeslib.as_array((ctypes.c_uint32 * words.count).from_address(host))
    pinned[:] = np.arange(words.count)
    words.write(pinned)
    pinned[:] = 0
    work = words.backend.copy(CopyWork(words.streams[1], memoryview(pinned), words.address, pinned.nbytes))
    assert work.wait(30)
    np.testing.assert_array_equal(pinned, np.arange(words.count))
    words.backend.free_host(host)


def test_streams_wait_for_one_another_on_the_device(words: Words) -> None:
    """Proves that an event orders two streams, while the host waits for neither."""
    slow = words.delay(0)
    first = words.launch(0)
    second = words.launch(1, first)
    assert second.outcome == PENDING
    assert (words.read(second) == 2).all()
    assert slow.outcome == first.outcome == WROTE


def test_streams_run_at_once(words: Words) -> None:
    """Proves that streams that have nothing in common do not wait for each other."""
    slow = words.delay(0, 200 * MILLISECOND)
    assert words.launch(1).wait(30)
    assert slow.outcome == PENDING
    assert slow.wait(30)


def test_waiting_has_a_limit(words: Words) -> None:
    """Proves that a wait with a timeout comes back before the work is over."""
    slow = words.delay(0, 200 * MILLISECOND)
    assert not slow.wait(0.01)
    assert slow.wait(30)


def test_measured_times_are_on_one_clock(words: Words) -> None:
    """Proves that times are in seconds, follow each other, and are those of the host's clock."""
    asked = time.perf_counter()
    first = words.delay(0, 30 * MILLISECOND, timed=True)
    second = words.launch(0, timed=True)
    assert second.wait(30)
    one, two = first.seconds(), second.seconds()
    assert one is not None
    assert two is not None
    assert one[1] - one[0] >= 0.029
    assert one[1] <= two[0] <= two[1]
    assert asked - 1e-3 <= one[0]
    assert two[1] <= time.perf_counter() + 1e-3


def test_what_has_nothing_in_common_runs_at_once_in_a_graph(words: Words) -> None:
    """Proves that nodes without an edge between them are run side by side."""
    backend, stream = words.backend, words.streams[0]
    backend.begin_capture(stream)
    for _ in range(4):
        words.delay(0, 50 * MILLISECOND)
    graph = backend.end_capture(stream)
    work = backend.launch_graph(stream, graph, (), timed=True)
    assert work.wait(30)
    seconds = work.seconds()
    assert seconds is not None
    assert 0.049 <= seconds[1] - seconds[0] < 0.15


def test_clusters_that_cooperate(words: Words) -> None:
    """Tells whether this GPU takes both attributes in one launch; proves that it says so if it does not."""
    backend = words.backend
    if not backend.gpu.attribute("CLUSTER_LAUNCH") or not backend.gpu.attribute("COOPERATIVE_LAUNCH"):
        pytest.skip("this GPU has not both")
    kernel = backend.load(gpu_kernel("add_one", cluster=(2, 1, 1), cooperative=True))
    slots = struct.pack("<QQ", words.address, words.count)
    refusal = ""
    try:
        work = backend.submit(KernelWork(kernel, words.streams[0], (4, 1, 1), (256, 1, 1), 0, slots))
    except DiagnosticError as error:
        refusal = str(error)
    print(f"both in one launch: {refusal or 'taken'}")
    if refusal:
        assert "both in clusters and cooperatively" in refusal
    else:
        assert (words.read(work) == 1).all()


@pytest.mark.parametrize(
    ("grid", "outcome"), [((4, 1, 1), WROTE), ((4, 0, 1), NOTHING), ((1, 70000, 1), FAILED)]
)
def test_dynamic_counts(words: Words, grid: tuple[int, int, int], outcome: int) -> None:
    """Proves that a count is read when its writer is over, and what becomes of good, zero and bad ones."""
    backend = words.backend
    address = backend.allocate(12, 16)
    slow = words.delay(1)
    produced = backend.copy(
        CopyWork(words.streams[1], address, memoryview(struct.pack("=3I", *grid)), 12, [slow])
    )
    work = words.launch(0, produced, count_address=address)
    behind = words.launch(1, work)
    assert work.outcome == PENDING
    assert work.wait(30)
    assert work.outcome == outcome
    assert (words.read(behind) == (2 if outcome == WROTE else 1)).all()
    assert backend.lost() is None


def test_a_graph_is_recorded_and_run_again(words: Words) -> None:
    """Proves that the driver takes our edges, and runs a chain in order, as often as it is asked to."""
    backend, stream = words.backend, words.streams[0]
    backend.begin_capture(stream)
    before: list[Work] = []
    for _ in range(5):
        before = [words.launch(0, *before)]
        assert before[0].outcome == WROTE
    backend.allocate(1 << 20, 256)
    graph = backend.end_capture(stream)
    assert (words.read() == 0).all()
    slow = words.delay(1)
    runs = [backend.launch_graph(stream, graph, [slow]) for _ in range(3)]
    backend.destroy_graph(graph)
    assert (words.read(*runs) == 15).all()


@pytest.mark.parametrize(
    ("attribute", "how"),
    [("CLUSTER_LAUNCH", {"cluster": (2, 1, 1)}), ("COOPERATIVE_LAUNCH", {"cooperative": True})],
)
def test_clusters_and_cooperation(words: Words, attribute: str, how: dict[str, object]) -> None:
    """Proves that the driver takes the attributes of a launch, one at a time."""
    backend = words.backend
    if not backend.gpu.attribute(attribute):
        pytest.skip("this GPU has none")
    kernel = backend.load(gpu_kernel("add_one", **how))
    slots = struct.pack("<QQ", words.address, words.count)
    work = backend.submit(KernelWork(kernel, words.streams[0], (4, 1, 1), (256, 1, 1), 0, slots))
    assert (words.read(work) == 1).all()


def test_a_cooperative_launch_that_is_too_large(words: Words) -> None:
    """Proves that what does not fit is refused, and harms nothing."""
    backend = words.backend
    kernel = backend.load(gpu_kernel("add_one", cooperative=True))
    slots = struct.pack("<QQ", words.address, words.count)
    with pytest.raises(DiagnosticError, match="COOPERATIVE_LAUNCH_TOO_LARGE"):
        backend.submit(KernelWork(kernel, words.streams[0], (1 << 20, 1, 1), (256, 1, 1), 0, slots))
    assert (words.read(words.launch(0)) == 1).all()


def test_more_shared_memory_than_without_asking(words: Words) -> None:
    """Proves that the limit of dynamic shared memory is raised."""
    slots = struct.pack("<QQ", words.address, words.count)
    most = words.backend.gpu.attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN")
    work = words.backend.submit(KernelWork(words.add, words.streams[0], (4, 1, 1), (256, 1, 1), most, slots))
    assert (words.read(work) == 1).all()


def test_occupancy(words: Words) -> None:
    """Proves that the driver answers what we ask about occupancy."""
    with words.backend.context as context:
        assert occupancy.active_blocks(context, words.add.function, 256, 0) >= 1
        threads, blocks = occupancy.best_block(context, words.add.function)
    assert threads % 32 == 0
    assert blocks >= 1


def test_the_jit_compiler_says_what_it_does_not_like(backend: CudaBackend) -> None:
    """Proves that the JIT compiler's own words arrive."""
    with pytest.raises(DiagnosticError) as caught:
        backend.load(
            gpu_kernel("broken", code=b".version 6.4\n.target sm_75\n.entry broken() { nonsense; }\n")
        )
    assert "nonsense" in str(caught.value)


def test_out_of_memory_is_a_memory_error(backend: CudaBackend) -> None:
    """Proves that too large an allocation is no loss of the device."""
    with pytest.raises(MemoryError):
        backend.allocate(2 * backend.gpu.total_bytes, 256)
    assert backend.lost() is None


@pytest.mark.parametrize("entry", ["fault", "stop"])
def test_a_fault_loses_the_device_until_it_is_reset(entry: str) -> None:
    """Proves that a fault and a trap are seen, and that a reset gives a device that computes."""
    # In a process of its own: the context that is reset is that of the whole process.
    program = f"""
    import struct
    from gpu_kernels import gpu_kernel
    from periclase.runtime.backends.cuda.backend import create_backend
    from periclase.runtime.execution import KernelWork
    from periclase.runtime.failures import DeviceLost
    from periclase.runtime.outcome import FAILED, WROTE

    backend = create_backend()
    stream = backend.create_stream(1)
    one = (1, 1, 1)
    work = backend.submit(KernelWork(backend.load(gpu_kernel({entry!r})), stream, one, one, 0, b""))
    assert work.wait(30)
    assert work.outcome == FAILED
    assert isinstance(work.error(), DeviceLost), work.error()
    try:
        backend.allocate(1, 1)
    except DeviceLost as error:
        print(error)
    else:
        raise SystemExit("memory of a lost device")
    backend.reset()
    stream = backend.create_stream(1)
    kernel, address = backend.load(gpu_kernel("add_one")), backend.allocate(4, 4)
    work = backend.submit(KernelWork(kernel, stream, one, one, 0, struct.pack("<QQ", address, 1)))
    assert work.wait(30)
    assert work.outcome == WROTE
    """
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n" + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "PC0742" in done.stdout
