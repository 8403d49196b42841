"""The CUDA backend call by call: what the driver is asked, with which arguments, in which order."""

from __future__ import annotations

import ctypes
import gc
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fake_cuda_driver import FakeDriver, Launch

from periclase.codegen.targets import known_targets
from periclase.diagnostics import DiagnosticError, LaunchError
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cuda import occupancy, timing
from periclase.runtime.backends.cuda.backend import CudaBackend, chosen_target, target_of
from periclase.runtime.backends.cuda.driver import CudaError, Driver, initialised
from periclase.runtime.execution import CopyWork, GraphBackend, KernelWork, Work
from periclase.runtime.outcome import PENDING, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)


def slots(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}Q", *values)


def read(backend: CudaBackend, stream: object, address: int, nbytes: int = 1) -> bytes:
    target = bytearray(nbytes)
    work = backend.copy(CopyWork(stream, memoryview(target), address, nbytes))
    assert work.wait(10)
    assert work.outcome == WROTE
    return bytes(target)


def test_opening_asks_for_the_device_and_retains_its_context(fake: FakeDriver) -> None:
    CudaBackend(initialised(Driver(fake)))
    names = [name for name in fake.names() if name != "cuDeviceGetAttribute"]
    assert names == [
        "cuInit",
        "cuDeviceGetCount",
        "cuDeviceGet",
        "cuDeviceGetName",
        "cuDeviceTotalMem",
        "cuDevicePrimaryCtxRetain",
        "cuStreamCreate",
    ]
    made = next(call for call in fake.calls if call.name == "cuStreamCreate")
    assert made.arguments == (1,)  # CU_STREAM_NON_BLOCKING
    assert fake.depth == 0


def test_it_says_what_it_is(backend: CudaBackend) -> None:
    assert (backend.name, backend.target, backend.target_key()) == ("cuda", "sm_90a", "sm_90a")
    assert backend.memory_limit() == 1 << 30
    assert backend.gpu.name == "Imaginary GPU"
    assert not backend.host_memory
    assert isinstance(backend, GraphBackend)


def test_a_second_gpu_is_opened_by_its_number() -> None:
    fake = FakeDriver(devices=2)
    assert CudaBackend(initialised(Driver(fake)), 1).name == "cuda:1"
    retained = [call.arguments for call in fake.calls if call.name == "cuDevicePrimaryCtxRetain"]
    assert retained == [(1,)]


def test_a_gpu_that_is_not_there_is_refused(fake: FakeDriver) -> None:
    with pytest.raises(LaunchError, match=r'there is no device "cuda:3"; there are "cuda:0"') as caught:
        CudaBackend(initialised(Driver(fake)), 3)
    assert caught.value.diagnostic.code == "PC0405"


@pytest.mark.parametrize(
    ("capability", "target"),
    [
        ((7, 5), "sm_75"),
        ((8, 6), "sm_86"),
        ((9, 0), "sm_90a"),
        ((10, 0), "sm_100a"),
        ((12, 1), "sm_121a"),
        ((9, 9), "sm_90"),
        ((13, 0), "sm_121"),
    ],
)
def test_the_target_is_that_of_the_compute_capability(capability: tuple[int, int], target: str) -> None:
    assert target_of(capability) == target


def test_every_target_has_its_capability() -> None:
    for name in known_targets():
        sm = int(name[3:].rstrip("af"))
        assert target_of((sm // 10, sm % 10)).rstrip("a") == name.rstrip("af")
        assert target_of((sm // 10, sm % 10)) in known_targets()


@pytest.mark.parametrize(
    ("capability", "wanted", "target"),
    [
        ((9, 0), None, "sm_90a"),
        ((9, 0), "sm_80", "sm_80"),
        ((9, 0), "sm_90", "sm_90"),
        ((9, 0), "sm_90a", "sm_90a"),
        ((9, 0), "sm_80+ptx75", "sm_80+ptx75"),
        ((10, 3), "sm_100f", "sm_100f"),
        ((9, 0), "banana", "banana"),
    ],
)
def test_the_variable_comes_before_the_gpu(
    capability: tuple[int, int], wanted: str | None, target: str
) -> None:
    assert chosen_target(capability, wanted) == target


@pytest.mark.parametrize(
    ("capability", "wanted"),
    [((8, 0), "sm_90"), ((9, 0), "sm_100"), ((10, 3), "sm_100a"), ((12, 0), "sm_100f"), ((10, 0), "sm_103f")],
)
def test_a_variable_that_the_gpu_does_not_run_is_refused(capability: tuple[int, int], wanted: str) -> None:
    with pytest.raises(LaunchError) as caught:
        chosen_target(capability, wanted)
    diagnostic = caught.value.diagnostic
    own = target_of(capability)
    assert (diagnostic.code, diagnostic.message, diagnostic.help) == (
        "PC0405",
        f"a GPU of compute capability {capability[0]}.{capability[1]} does not run what is compiled for {wanted} "
        "(from PERICLASE_TARGET)",
        f"its own target is {own}: leave the variable out, or name one that this GPU runs",
    )


def test_a_gpu_that_is_too_old_is_refused() -> None:
    with pytest.raises(LaunchError, match=r"compute capability 7\.0 is too old"):
        target_of((7, 0))


def test_a_launch_passes_its_arguments(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    kernel = backend.load(artifact("set"))
    stream = backend.create_stream(1)
    address = backend.allocate(16, 16)
    start = len(fake.calls)
    work = backend.submit(KernelWork(kernel, stream, (3, 2, 1), (32, 4, 1), 128, slots(address, 7)))
    assert fake.names(start) == ["cuEventCreate", "cuLaunchKernelEx", "cuEventRecord"]
    assert fake.calls[start + 1].arguments == (2,)  # CU_EVENT_DISABLE_TIMING
    assert work.outcome == WROTE
    assert fake.launches == [Launch("set", (3, 2, 1), (32, 4, 1), 128, (address, 7), None, False)]
    assert read(backend, stream, address) == b"\7"
    assert work.seconds() is None


def test_a_second_launch_uses_the_event_of_the_first_again(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert work.outcome == WROTE
    start = len(fake.calls)
    backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert fake.names(start) == ["cuLaunchKernelEx", "cuEventRecord"]


def test_events_and_works_stay_few_when_nobody_asks(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    for _ in range(2000):
        backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert fake.alive["CUevent"] < 300


def test_outcomes_are_learnt_without_asking_again(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    first, second = (backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"")) for _ in range(2))
    assert second.outcome == WROTE
    start = len(fake.calls)
    assert first.outcome == WROTE
    assert second.outcome == WROTE
    assert fake.calls[start:] == []


def test_pending_work_waits_with_a_limit(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    with fake.holding(stream.handle):
        work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
        assert work.outcome == PENDING
        assert not work.wait(0.01)
        with pytest.raises(ValueError, match="has not failed"):
            work.error()
    assert work.wait(10)


def test_timed_work_tells_when_it_ran(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    start, before = len(fake.calls), time.perf_counter()
    works = [backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True)) for _ in range(12)]
    after = time.perf_counter()
    looks = ["cuEventRecord", "cuEventQuery"] * 3
    measured = ["cuEventRecord", "cuLaunchKernelEx", "cuEventRecord"]
    names = [name for name in fake.names(start) if name != "cuEventCreate"]  # they are pooled
    assert names[: 1 + len(looks) + len(measured)] == ["cuStreamCreate", *looks, *measured]
    assert names.count("cuStreamCreate") == 1
    for work in works:
        assert work.wait(10)
    spans = [span for work in works if (span := work.seconds()) is not None]
    # A kernel takes a second of virtual time, which stood still when the host looked at its clock.
    zero = spans[0][0]
    assert before <= zero <= after
    assert spans == [pytest.approx((zero + i, zero + i + 1)) for i in range(12)]


def test_nobody_looks_at_a_clock_unless_somebody_wants_to_know(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    start = len(fake.calls)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    assert work.wait(10)
    assert work.seconds() is None
    assert fake.names(start) == ["cuEventCreate", "cuLaunchKernelEx", "cuEventRecord", "cuEventQuery"]


def test_an_old_anchor_is_replaced_and_what_it_measures_ends_with_it(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)

    def timed() -> Work:
        return backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True))

    first = timed()
    monkeypatch.setattr(timing, "_STRIDE_SECONDS", -1.0)
    second = timed()
    for work in (first, second):
        assert work.wait(10)
        seconds = work.seconds()
        assert seconds is not None
        assert seconds[1] - seconds[0] == pytest.approx(1.0)
    assert fake.names().count("cuStreamCreate") == 3  # the memory's, the test's and the clock's


def test_a_gpu_that_is_too_busy_to_be_looked_at_holds_nobody_up(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "_PATIENCE_SECONDS", 0.0)
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    create = fake.cuStreamCreate

    def held(flags: int) -> Any:
        made = create(flags)
        fake.hold(made[1])
        return made

    monkeypatch.setattr(fake, "cuStreamCreate", held, raising=False)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True))
    assert work.wait(10)
    assert work.outcome == WROTE
    assert work.seconds() is None  # nobody knows yet when that anchor is reached


def test_what_ran_while_the_gpu_was_too_busy_is_told_from_a_later_look(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not from the moment at which somebody had looked in vain."""
    monkeypatch.setattr(timing, "_PATIENCE_SECONDS", 0.0)
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    clocks: list[Any] = []
    create = fake.cuStreamCreate

    def held(flags: int) -> Any:
        made = create(flags)
        clocks.append(made[1])
        fake.hold(made[1])
        return made

    monkeypatch.setattr(fake, "cuStreamCreate", held, raising=False)
    works = [backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True)) for _ in range(3)]
    (clock,) = clocks
    fake.release(clock)
    before = time.perf_counter()
    for work in works:
        assert work.wait(10)
    spans = [span for work in works if (span := work.seconds()) is not None]
    # Three seconds of virtual time have passed since the first began.
    zero = spans[0][0]
    assert before - 3 <= zero <= time.perf_counter() - 3
    assert spans == [pytest.approx((zero + i, zero + i + 1), abs=0.5) for i in range(3)]


def test_a_gpu_that_is_too_busy_is_not_looked_at_by_each_launch(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(timing, "_STRIDE_SECONDS", 0.0)  # each launch would like to look
    monkeypatch.setattr(timing, "_PAUSE_SECONDS", 3600.0)
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)

    def timed() -> set[Any]:
        """The streams on which a timed launch records events."""
        start = len(fake.calls)
        assert backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True)).wait(10)
        return {call.arguments[1] for call in fake.calls[start:] if call.name == "cuEventRecord"}

    (clock,) = timed() - {stream.handle}
    fake.hold(clock)
    assert timed() == {stream.handle, clock}
    assert timed() == {stream.handle}
    fake.release(clock)


def test_clusters_and_cooperation_become_attributes(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing", cluster=(4, 2, 2), cooperative=True))
    stream = backend.create_stream(1)
    assert [c.arguments[1].name for c in fake.calls if c.name == "cuFuncSetAttribute"] == [
        "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"
    ]
    backend.submit(KernelWork(kernel, stream, (4, 2, 2), ONE, 0, b"")).wait(10)
    assert fake.launches[-1].cluster == (4, 2, 2)
    assert fake.launches[-1].cooperative


def test_a_grid_that_is_no_multiple_of_the_cluster_is_refused(backend: CudaBackend, artifact: Make) -> None:
    kernel = backend.load(artifact("nothing", cluster=(2, 1, 1)))
    stream = backend.create_stream(1)
    with pytest.raises(LaunchError, match="in clusters of") as caught:
        backend.submit(KernelWork(kernel, stream, (3, 1, 1), ONE, 0, b""))
    assert caught.value.diagnostic.code == "PC0403"


def test_a_cooperative_launch_that_is_too_large_says_what_fits(backend: CudaBackend, artifact: Make) -> None:
    kernel = backend.load(artifact("nothing", cooperative=True))
    stream = backend.create_stream(1)
    with pytest.raises(DiagnosticError, match=r"COOPERATIVE_LAUNCH_TOO_LARGE.*") as caught:
        backend.submit(KernelWork(kernel, stream, (100, 1, 1), (256, 1, 1), 0, b""))
    assert "32 blocks of this shape are on the device at once" in str(caught.value)


@pytest.mark.parametrize(
    ("missing", "options"),
    [("CLUSTER_LAUNCH", {"cluster": (2, 1, 1)}), ("COOPERATIVE_LAUNCH", {"cooperative": True})],
)
def test_a_gpu_without_them_refuses_at_load(missing: str, options: dict[str, object], artifact: Make) -> None:
    backend = CudaBackend(initialised(Driver(FakeDriver(**{missing: 0}))))
    with pytest.raises(LaunchError, match="`nothing` is"):
        backend.load(artifact("nothing", **options))


def test_much_shared_memory_is_asked_for_once(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    fake.static_shared["nothing"] = 1024
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    for nbytes in (47 * 1024, 100_000, 90_000):
        backend.submit(KernelWork(kernel, stream, ONE, ONE, nbytes, b""))
    allowed = [call.arguments[1:] for call in fake.calls if call.name == "cuFuncSetAttribute"]
    kind = fake.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    assert allowed == [(kind, 100_000)]
    with pytest.raises(LaunchError, match=r"has 231424 besides 1024 static ones") as caught:
        backend.submit(KernelWork(kernel, stream, ONE, ONE, 1 << 20, b""))
    assert caught.value.diagnostic.code == "PC0410"


def test_a_refused_launch_raises_and_enqueues_nothing(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    with pytest.raises(DiagnosticError, match=r"cuLaunchKernelEx failed: CUDA_ERROR_INVALID_VALUE") as caught:
        backend.submit(KernelWork(kernel, stream, (0, 1, 1), ONE, 0, b""))
    assert "what CUDA_ERROR_INVALID_VALUE means" in str(caught.value)
    assert "a launch of `nothing`" in str(caught.value)
    assert backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"")).wait(10)
    assert len(fake.launches) == 1


def test_dropping_a_kernel_unloads_it_when_its_work_is_over(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    stream = backend.create_stream(1)
    with fake.holding(stream.handle):
        work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
        del kernel
        gc.collect()
        backend.flush()
        assert "cuModuleUnload" not in fake.names()
    assert work.wait(10)
    del work
    second = backend.load(artifact("nothing"))
    backend.submit(KernelWork(second, stream, ONE, ONE, 0, b""))  # the stream lets go of what is over
    gc.collect()
    backend.flush()
    assert fake.names().count("cuModuleUnload") == 1


def test_no_code_of_python_runs_where_a_kernel_dies(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    ran: list[str] = []
    sys.settrace(lambda frame, event, _: ran.append(frame.f_code.co_name))
    try:
        del kernel
    finally:
        sys.settrace(None)
    assert ran == []
    backend.flush()
    assert fake.names().count("cuModuleUnload") == 1


def test_code_for_a_cpu_is_refused(backend: CudaBackend, artifact: Make) -> None:
    with pytest.raises(LaunchError, match="compiled to a cpu-object for cpu:here, not for a GPU") as caught:
        backend.load(artifact("nothing", kind=ArtifactKind.CPU_OBJECT, target="cpu:here"))
    assert caught.value.diagnostic.code == "PC0704"


def test_the_jit_compilers_log_is_in_the_error(backend: CudaBackend, artifact: Make) -> None:
    with pytest.raises(DiagnosticError) as caught:
        backend.load(artifact("nothing", code=b".version 8.0"))
    text = str(caught.value)
    assert "the driver does not load `nothing`, compiled for sm_90a" in text
    assert "CUDA_ERROR_INVALID_PTX" in text
    assert "ptxas application ptx input, line 1; fatal   : no entry" in text


def test_a_missing_entry_unloads_the_module(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    with pytest.raises(DiagnosticError, match="CUDA_ERROR_NOT_FOUND"):
        backend.load(artifact("nothing", symbol="other"))
    gc.collect()
    backend.flush()
    assert fake.alive["CUmodule"] == 0


def test_memory_comes_from_the_drivers_pools(backend: CudaBackend, fake: FakeDriver) -> None:
    start = len(fake.calls)
    address = backend.allocate(100, 64)
    backend.free(address, 100)
    assert fake.names(start) == ["cuMemAllocAsync", "cuStreamSynchronize", "cuMemFreeAsync"]
    assert not fake.memory


def test_without_pools_memory_is_plain() -> None:
    fake = FakeDriver(MEMORY_POOLS_SUPPORTED=0)
    backend = CudaBackend(initialised(Driver(fake)))
    start = len(fake.calls)
    backend.free(backend.allocate(100, 64), 100)
    assert fake.names(start) == ["cuMemAlloc", "cuMemFree"]


def test_a_large_alignment_is_kept(backend: CudaBackend, fake: FakeDriver) -> None:
    addresses = [backend.allocate(100, 4096) for _ in range(3)]
    assert all(address % 4096 == 0 for address in addresses)
    for address in addresses:
        backend.free(address, 100)
    assert not fake.memory


def test_out_of_memory_is_a_memory_error(backend: CudaBackend) -> None:
    with pytest.raises(MemoryError, match="cuda:0 has no"):
        backend.allocate(1 << 40, 256)
    assert backend.lost() is None


def test_copies_go_through_pinned_staging_memory(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    address = backend.allocate(64, 16)
    data = np.arange(16, dtype=np.float32)
    start = len(fake.calls)
    sent = backend.copy(CopyWork(stream, address, memoryview(data), 64))
    assert fake.names(start) == [
        "cuStreamCreate",
        "cuMemHostRegister",
        "cuEventCreate",
        "cuMemcpyHtoDAsync",
        "cuEventRecord",
    ]
    data[:] = 0  # staged: but only the contract's end allows this
    assert sent.wait(10)
    back = np.zeros(16, np.float32)
    start = len(fake.calls)
    received = backend.copy(CopyWork(stream, memoryview(back), address, 64))
    assert fake.names(start)[-2:] == ["cuMemcpyDtoHAsync", "cuEventRecord"]
    assert received.wait(10)
    np.testing.assert_array_equal(back, np.arange(16, dtype=np.float32))


def test_a_read_is_delivered_when_its_copy_is_over(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    address = backend.allocate(4, 16)
    fake.bytes(address, 4)[:] = b"abcd"
    target = bytearray(4)
    with fake.holding(stream.handle):
        writer = backend.marker(stream, ())
        work = backend.copy(CopyWork(stream, memoryview(target), address, 4, [writer]))
        assert work.outcome == PENDING
        assert target == bytes(4)
    assert work.outcome == WROTE
    assert target == b"abcd"


def test_large_copies_block_only_a_thread_of_the_stream(backend: CudaBackend, fake: FakeDriver) -> None:
    stream, n = backend.create_stream(1), 5 << 20
    address = backend.allocate(n, 16)
    data = np.arange(n, dtype=np.uint8)
    sent = backend.copy(CopyWork(stream, address, memoryview(data), n))
    back = np.zeros(n, np.uint8)
    fake.hold(stream.handle)
    writer = backend.marker(stream, ())
    work = backend.copy(CopyWork(stream, memoryview(back), address, n, [sent, writer]))
    behind = backend.marker(stream, [work])
    assert work.outcome == PENDING
    assert behind.outcome == PENDING
    fake.release(stream.handle)
    assert behind.wait(10)
    assert work.outcome == WROTE
    np.testing.assert_array_equal(back, data)
    threads = {call.thread for call in fake.calls if call.name.startswith("cuMemcpy")}
    assert threads <= {"periclase-cuda-copies-1", "periclase-cuda-copies-2"}


def test_a_copy_waits_for_what_it_says_and_nothing_else(backend: CudaBackend, fake: FakeDriver) -> None:
    stream, address = backend.create_stream(1), backend.allocate(4, 16)
    with fake.holding(stream.handle):
        writers = [backend.marker(stream, ()) for _ in range(20)]
        held = [
            backend.copy(CopyWork(stream, address, memoryview(b"abcd"), 4, [writer]))
            for writer in writers[:7]
        ]
        assert read(backend, stream, address, 4) == bytes(4)
        assert {work.outcome for work in held} == {PENDING}
        held += [
            backend.copy(CopyWork(stream, address, memoryview(b"efgh"), 4, [writer])) for writer in writers
        ]
    assert all(work.wait(10) for work in held)
    assert fake.alive["CUstream"] == 2 + 8  # for memory, the user's, and for copies


def test_pinned_memory_of_the_user_is_copied_directly(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    address = backend.allocate(64, 16)
    host = backend.allocate_host(64)
    pinned = memoryview((ctypes.c_ubyte * 64).from_address(host)).cast("B")
    pinned[:] = bytes(range(64))
    start = len(fake.calls)
    assert backend.copy(CopyWork(stream, address, pinned, 64)).wait(10)
    assert backend.copy(CopyWork(stream, address, pinned[32:], 32)).wait(10)
    assert "cuMemHostRegister" not in fake.names(start)
    assert read(backend, stream, address, 64) == bytes([*range(32, 64), *range(32, 64)])
    backend.free_host(host)
    backend.free_host(host)
    assert backend.allocate_host(64) == host  # pinned once, used again


def test_much_unused_pinned_memory_is_given_back(backend: CudaBackend, fake: FakeDriver) -> None:
    for _ in range(2):
        addresses = [backend.allocate_host(30 << 20) for _ in range(4)]
        for address in addresses:
            backend.free_host(address)
    backend.allocate_host(1)
    assert sum(fake.pinned.values()) <= 64 << 20


def test_host_memory_that_can_not_be_pinned_is_a_memory_error(backend: CudaBackend, fake: FakeDriver) -> None:
    with pytest.raises(MemoryError, match="the host has no"):
        backend.allocate_host(1 << 60)
    fake.fail("cuMemHostRegister", "CUDA_ERROR_OUT_OF_MEMORY")
    with pytest.raises(MemoryError, match="can not pin"):
        backend.allocate_host(64)
    assert backend.allocate_host(64)


def test_copies_on_the_device(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    source, target = backend.allocate(4, 16), backend.allocate(4, 16)
    fake.bytes(source, 4)[:] = b"abcd"
    start = len(fake.calls)
    assert backend.copy(CopyWork(stream, target, source, 4)).wait(10)
    assert fake.names(start)[1:3] == ["cuMemcpyDtoDAsync", "cuEventRecord"]
    assert fake.bytes(target, 4) == b"abcd"


def test_copies_on_the_host_keep_the_order(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    target = bytearray(3)
    assert backend.copy(CopyWork(stream, memoryview(target), memoryview(b"abc"), 3)).wait(10)
    assert target == b"abc"


def test_an_empty_copy_is_a_marker(backend: CudaBackend, fake: FakeDriver) -> None:
    stream = backend.create_stream(1)
    assert backend.copy(CopyWork(stream, backend.allocate(1, 1), memoryview(b""), 0)).wait(10)
    assert not [name for name in fake.names() if name.startswith("cuMemcpy")]


def test_a_host_buffer_that_is_too_small_or_scattered_is_refused(backend: CudaBackend) -> None:
    stream, address = backend.create_stream(1), backend.allocate(16, 16)
    for host in (memoryview(b"abc"), memoryview(bytes(32))[::2]):
        with pytest.raises(LaunchError, match="16 bytes"):
            backend.copy(CopyWork(stream, address, host, 16))


def test_the_work_of_other_libraries_is_waited_for(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    work = backend.submit(KernelWork(backend.load(artifact("nothing")), stream, ONE, ONE, 0, b""))
    start = len(fake.calls)
    backend.wait_for_others()
    assert fake.names(start) == ["cuCtxSynchronize"]
    assert work.outcome == WROTE


def test_whose_memory_it_is(backend: CudaBackend, fake: FakeDriver) -> None:
    own, other = backend.allocate(64, 16), backend.allocate(64, 16)
    fake.elsewhere[other] = 3
    assert [backend.ordinal_of(address) for address in (own, own + 63, other + 1, 12345)] == [0, 0, 3, None]
    fake.fail("cuPointerGetAttribute", "CUDA_ERROR_INVALID_CONTEXT")
    with pytest.raises(CudaError, match="INVALID_CONTEXT"):
        backend.ordinal_of(own)


def test_a_stream_of_another_library_is_waited_for(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    theirs, held = backend.create_stream(1), backend.create_stream(2)
    kernel = backend.load(artifact("nothing"))
    with fake.holding(held.handle):
        backend.submit(KernelWork(kernel, held, ONE, ONE, 0, b""))
        backend.submit(KernelWork(kernel, theirs, ONE, ONE, 0, b""))
        start = len(fake.calls)
        backend.wait_for_stream(int(theirs.handle))
        assert fake.names(start) == ["cuStreamSynchronize"]
        assert len(fake.launches) == 1
    with pytest.raises(CudaError, match="INVALID_HANDLE"):
        backend.wait_for_stream(1 << 40)


def test_what_a_producer_puts_on_a_stream_is_waited_for(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    kernel = backend.load(artifact("nothing"))
    before = fake.alive["CUstream"]

    def produce(stream: int) -> str:
        (handle,) = (each for each in fake._streams if each.number == stream)
        with backend.context:
            kernel.launcher.enqueue(handle, ONE, ONE, 0, b"")
        assert fake.depth == 0
        assert not fake.launches
        return "made"

    assert backend.receive(produce) == "made"
    assert len(fake.launches) == 1

    def refuse(stream: int) -> None:
        raise ValueError("no array")

    with pytest.raises(ValueError, match="no array"):
        backend.receive(refuse)
    assert fake.alive["CUstream"] == before


def test_what_is_closed_has_nothing_to_write_out(fake: FakeDriver) -> None:
    made = CudaBackend(initialised(Driver(fake)))
    made.close()
    start = len(fake.calls)
    made.flush()
    assert fake.names(start) == []


def test_flush_waits_for_nothing(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    stream = backend.create_stream(1)
    kernel = backend.load(artifact("nothing", ordered=True))
    with fake.holding(stream.handle):
        work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
        start = len(fake.calls)
        backend.flush()
        assert fake.names(start)[-2:] == ["cuEventRecord", "cuStreamSynchronize"]
        assert work.outcome == PENDING


def test_a_destroyed_stream_still_ends_its_work(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    kernel = backend.load(artifact("nothing"))
    fake.hold(stream.handle)
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    backend.destroy_stream(stream)
    backend.destroy_stream(stream)
    assert fake.names().count("cuStreamDestroy") == 1
    fake.release(stream.handle)
    assert work.wait(10)


def test_close_gives_everything_back(fake: FakeDriver, artifact: Make) -> None:
    backend = CudaBackend(initialised(Driver(fake)))
    stream = backend.create_stream(1)
    kernel = backend.load(artifact("nothing"))
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", timed=True))
    address = backend.allocate(1, 1)
    assert backend.copy(CopyWork(stream, address, memoryview(b"a"), 1)).wait(10)
    assert work.wait(10)
    backend.free(address, 1)
    del kernel, work
    gc.collect()
    backend.close()
    assert +fake.alive == {}
    assert not fake.memory
    assert not fake.pinned
    assert fake.names()[-1] == "cuDevicePrimaryCtxRelease"


def test_occupancy(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    kernel = backend.load(artifact("nothing"))
    with backend.context as context:
        assert occupancy.active_blocks(context, kernel.function, 256, 0) == 8
        assert occupancy.best_block(context, kernel.function) == (512, 16)
        assert occupancy.best_block(context, kernel.function, 1024, 128) == (128, 64)
        assert occupancy.active_clusters(context, kernel.function, (8, 1, 1), (32, 1, 1), (4, 1, 1)) == 16
    assert kernel.attribute("NUM_REGS") == 32
