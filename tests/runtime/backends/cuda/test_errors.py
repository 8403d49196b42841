"""Every error code at every call: a diagnostic, never anything else, and a state that one can go on from."""

from __future__ import annotations

import ctypes
import gc
import os
import struct
from collections.abc import Callable
from typing import Any

import pytest
from fake_cuda_driver import DRIVER_FUNCTIONS, CUresult, FakeDriver, Launch

from periclase.diagnostics import DiagnosticError
from periclase.runtime.artifact import Artifact, Trap
from periclase.runtime.backends.cuda import occupancy
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.driver import STICKY, Driver, initialised
from periclase.runtime.execution import CopyWork, KernelWork, Work
from periclase.runtime.failures import DeviceLost
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)
ERRORS = [status.name for status in CUresult if status]


class Tour:
    """Does everything that a backend can do, each step on its own: a step that fails, or lacks what another was to give, is
    left out."""

    def __init__(self, fake: FakeDriver, artifact: Make):
        self.fake = fake
        self.artifact = artifact
        self.errors: list[BaseException] = []
        self.works: list[Work] = []
        self.backend: Any = None

    def step(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except (DiagnosticError, MemoryError) as error:
            self.errors.append(error)
        assert self.fake.depth == 0
        return None

    def work(self, action: Callable[[], Work]) -> None:
        made = self.step(action)
        if made is not None:
            self.works.append(made)

    def run(self) -> None:
        fake, artifact = self.fake, self.artifact
        backend = self.backend = self.step(lambda: CudaBackend(initialised(Driver(fake))))
        if backend is None:
            return
        one, two = (self.step(lambda number=number: backend.create_stream(number)) for number in (1, 2))
        kernel = self.step(
            lambda: backend.load(
                artifact(
                    "set",
                    cluster=(16, 1, 1),
                    cooperative=True,
                    noted=True,
                    ordered=True,
                    traps=(Trap("trap", ""),),
                )
            )
        )
        address = self.step(lambda: backend.allocate(64, 512))
        target = bytearray(16)
        if None not in (one, two, kernel, address):
            arguments = struct.pack("<QQ", address, 3)

            def launch(stream: Any, *waits: Work, **more: Any) -> Work:
                return backend.submit(
                    KernelWork(kernel, stream, (16, 1, 1), ONE, 60_000, arguments, waits, **more)
                )

            self.work(lambda: launch(one, timed=True))
            self.work(lambda: launch(two, *self.works))
            self.work(
                lambda: backend.copy(
                    CopyWork(one, address + 16, memoryview(struct.pack("=4I", 16, 1, 1, 0)), 16)
                )
            )
            self.work(lambda: backend.copy(CopyWork(two, address + 32, address, 8, self.works[-1:])))
            self.work(lambda: backend.copy(CopyWork(two, memoryview(target), address, 16)))
            self.work(lambda: launch(two, *self.works, count_address=address + 16))
            self.work(lambda: launch(one, *self.works))
            for work in self.works:
                assert work.wait(10)
            self.step(lambda: backend.begin_capture(one))
            recorded = self.step(lambda: launch(one))
            graph = self.step(lambda: backend.end_capture(one))
            backend.abandon_capture(one)
            if recorded is not None:  # where the capture did not begin, it runs, and needs its memory
                assert recorded.wait(10)
            if graph is not None:
                self.work(lambda: backend.launch_graph(two, graph, ()))
                self.step(lambda: backend.destroy_graph(graph))
            for work in self.works:
                assert work.wait(10)
                work.seconds()

            def occupied() -> None:
                with backend.context as context:
                    occupancy.active_blocks(context, kernel.function, 32, 0)
                    occupancy.best_block(context, kernel.function)
                    occupancy.active_clusters(context, kernel.function, ONE, ONE, ONE)

            self.step(occupied)
            self.step(lambda: kernel.attribute("NUM_REGS"))
        if address is not None:
            self.step(lambda: backend.ordinal_of(address))
            self.step(lambda: backend.free(address, 64))
        self.step(backend.flush)
        self.step(backend.wait_for_others)

    def check(self) -> None:
        """What holds whatever went wrong."""
        self.fake.forgive()
        assert self.fake.depth == 0
        assert all(isinstance(error, DiagnosticError | MemoryError) for error in self.errors)
        assert all(str(error) for error in self.errors)
        for work in self.works:
            assert work.outcome in (WROTE, NOTHING, FAILED, SKIPPED)
            if work.outcome == FAILED:
                assert isinstance(work.error(), DiagnosticError)
        if self.backend is None:
            return
        lost = self.backend.lost()
        if lost is not None:
            assert isinstance(lost, DeviceLost)
            self.refused(lost)
            self.backend.reset()
        self.works_again()
        self.backend.close()

    def refused(self, lost: DeviceLost) -> None:
        with pytest.raises(DeviceLost) as caught:
            self.backend.create_stream(3)
        assert caught.value.diagnostics == lost.diagnostics
        with pytest.raises(DeviceLost):
            self.backend.allocate(1, 1)

    def works_again(self) -> None:
        assert self.backend.lost() is None
        stream = self.backend.create_stream(9)
        kernel = self.backend.load(self.artifact("set"))
        address = self.backend.allocate(1, 1)
        work = self.backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, struct.pack("<QQ", address, 9)))
        assert work.wait(10)
        assert work.outcome == WROTE
        assert self.fake.bytes(address, 1) == b"\x09"
        self.backend.free(address, 1)
        self.backend.destroy_stream(stream)


def make(artifact: Make) -> tuple[FakeDriver, Tour]:
    fake = FakeDriver()

    def put(driver: FakeDriver, launch: Launch) -> None:
        driver.bytes(launch.slots[0], 1)[0] = launch.slots[1]

    fake.kernels["set"] = (put, 2)
    return fake, Tour(fake, artifact)


def test_the_tour_goes_well_and_sees_everything(artifact: Make) -> None:
    fake, tour = make(artifact)
    tour.run()
    assert tour.errors == []
    assert [work.outcome for work in tour.works] == [WROTE] * 8
    tour.check()
    seen = {call.name for call in fake.calls}
    assert set(DRIVER_FUNCTIONS) - seen == {
        "cuDevicePrimaryCtxReset",  # after a loss
        "cuGetErrorString",  # not written down
        "cuMemAlloc",  # without pools
        "cuMemFree",
    }


def sites() -> dict[str, int]:
    """How often the tour calls each function."""
    from collections import Counter

    fake, tour = make(make_any)
    tour.run()
    return dict(Counter(call.name for call in fake.calls))


def make_any(entry: str, noted: bool = False, **changes: Any) -> Artifact:
    from periclase.runtime.artifact import ArtifactKind

    note = ".visible .global .align 8 .u64 periclase_trap_note;\n" if noted else ""
    code = f"{note}.visible .entry {entry}() {{ ret; }}\n".encode()
    return Artifact(ArtifactKind.PTX, "sm_90a", entry, entry, code, **changes)


SITES = sites()


@pytest.mark.parametrize("name", sorted(SITES))
def test_every_code_at_the_first_call_of_every_function(name: str, artifact: Make) -> None:
    for status in ERRORS:
        fake, tour = make(artifact)
        fake.fail(name, status)
        tour.run()
        tour.check()


@pytest.mark.parametrize(
    "status", ["CUDA_ERROR_INVALID_VALUE", "CUDA_ERROR_OUT_OF_MEMORY", "CUDA_ERROR_ILLEGAL_ADDRESS"]
)
@pytest.mark.parametrize("name", sorted(SITES))
def test_some_codes_at_every_call_of_every_function(name: str, status: str, artifact: Make) -> None:
    for before in range(1, SITES[name]):
        fake, tour = make(artifact)
        fake.fail(name, status, after=before)
        tour.run()
        tour.check()


@pytest.mark.parametrize("status", sorted(STICKY))
def test_a_fault_is_told_everywhere_and_reset_ends_it(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, status: str
) -> None:
    kernel = backend.load(artifact("nothing"))
    streams = [backend.create_stream(number) for number in range(2)]
    done = backend.submit(KernelWork(kernel, streams[0], ONE, ONE, 0, b""))
    assert done.outcome == WROTE
    for stream in streams:
        fake.hold(stream.handle)
    works = [backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"")) for stream in streams]
    deferred = backend.submit(
        KernelWork(kernel, streams[0], ONE, ONE, 0, b"", works, (), backend.allocate(12, 4))
    )
    assert deferred.outcome == PENDING
    fake.fail("cuEventQuery", status)
    assert works[1].outcome == FAILED
    lost = backend.lost()
    assert isinstance(lost, DeviceLost)
    assert lost.diagnostic.code == "PC0742"
    assert status in str(lost)
    assert "device.reset()" in str(lost)
    for work in (*works, deferred):
        assert work.wait(10)
        assert work.outcome == FAILED
        assert str(work.error()) == str(lost)
    assert done.outcome == WROTE
    actions: list[Callable[[], object]] = [
        lambda: backend.submit(KernelWork(kernel, streams[0], ONE, ONE, 0, b"")),
        lambda: backend.copy(CopyWork(streams[0], 1, 2, 3)),
        lambda: backend.marker(streams[1], ()),
        lambda: backend.manual(streams[1], ()),
        lambda: backend.begin_capture(streams[1]),
        lambda: backend.create_stream(7),
        lambda: backend.load(artifact("nothing")),
        lambda: backend.allocate(1, 1),
        lambda: backend.allocate_host(1 << 20),
    ]
    for action in actions:
        with pytest.raises(DeviceLost) as caught:
            action()
        assert caught.value is not lost
        assert caught.value.diagnostics == lost.diagnostics
    backend.flush()
    backend.free(1, 1)
    backend.destroy_stream(streams[1])
    backend.reset()
    assert backend.lost() is None
    for action in (actions[0], actions[1], actions[2], lambda: backend.manual(streams[0], ())):
        with pytest.raises(DiagnosticError, match="the device was reset since"):
            action()
    stream = backend.create_stream(8)
    with pytest.raises(DiagnosticError, match="the kernel `nothing` is gone"):
        backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
    fresh = backend.load(artifact("nothing"))
    assert backend.submit(KernelWork(fresh, stream, ONE, ONE, 0, b"", works)).wait(10)
    assert [work.outcome for work in works] == [FAILED, FAILED]


@pytest.mark.parametrize(
    "call",
    [
        "cuLaunchKernelEx",
        "cuMemcpyHtoDAsync",
        "cuMemAllocAsync",
        "cuStreamSynchronize",
        "cuEventRecord",
        "cuStreamWaitEvent",
    ],
)
def test_a_fault_that_a_later_call_tells_of_is_the_same(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, call: str
) -> None:
    kernel = backend.load(artifact("fault"))
    one, two = backend.create_stream(1), backend.create_stream(2)
    fake.hold(one.handle)
    work = backend.submit(KernelWork(kernel, one, ONE, ONE, 0, b""))
    fake.fail(call, "CUDA_ERROR_ILLEGAL_ADDRESS")

    def later() -> None:
        backend.submit(KernelWork(backend.load(artifact("nothing")), two, ONE, ONE, 0, b"", [work]))
        backend.copy(CopyWork(two, backend.allocate(1, 1), memoryview(b"a"), 1))
        backend.flush()

    with pytest.raises(DeviceLost, match="CUDA_ERROR_ILLEGAL_ADDRESS"):
        later()
    assert backend.lost() is not None
    assert work.outcome == FAILED


def test_a_reset_that_fails_leaves_the_device_lost(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    assert backend.submit(KernelWork(backend.load(artifact("fault")), stream, ONE, ONE, 0, b"")).wait(10)
    assert backend.lost() is not None
    fake.fail("cuDevicePrimaryCtxReset", "CUDA_ERROR_NOT_SUPPORTED")
    with pytest.raises(DiagnosticError, match="cuDevicePrimaryCtxReset failed: CUDA_ERROR_NOT_SUPPORTED"):
        backend.reset()
    assert backend.lost() is not None
    backend.reset()
    assert backend.lost() is None


def test_a_reset_may_tell_of_the_fault_that_it_is_for(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    assert backend.submit(KernelWork(backend.load(artifact("fault")), stream, ONE, ONE, 0, b"")).wait(10)
    fake.fail("cuDevicePrimaryCtxReset", "CUDA_ERROR_ILLEGAL_ADDRESS")
    backend.reset()
    assert backend.lost() is None
    assert backend.create_stream(1)
    fake.fail("cuDevicePrimaryCtxReset", "CUDA_ERROR_ILLEGAL_ADDRESS", times=2)
    with pytest.raises(DiagnosticError, match="start a new process"):
        backend.reset()


def test_a_reset_that_comes_half_way_leaves_the_device_lost(backend: CudaBackend, fake: FakeDriver) -> None:
    for call in ("cuDevicePrimaryCtxRetain", "cuStreamCreate"):
        fake.fail(call, "CUDA_ERROR_OUT_OF_MEMORY")
        with pytest.raises(DiagnosticError, match="CUDA_ERROR_OUT_OF_MEMORY"):
            backend.reset()
        assert backend.lost() is not None
        with pytest.raises(DeviceLost):
            backend.create_stream(1)
    backend.reset()
    assert backend.create_stream(1)


def test_a_query_that_asks_for_a_context_gets_one(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    work = backend.submit(KernelWork(backend.load(artifact("nothing")), stream, ONE, ONE, 0, b""))
    fake.fail("cuEventQuery", "CUDA_ERROR_INVALID_CONTEXT")
    assert work.outcome == WROTE
    assert backend.lost() is None


def test_errors_keep_no_frames(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    kernel, stream = backend.load(artifact("nothing")), backend.create_stream(1)
    manual = backend.manual(stream, ())
    works = [backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"", [manual])) for _ in range(2)]
    fake.fail("cuLaunchKernelEx", "CUDA_ERROR_INVALID_VALUE")
    fake.fail("cuEventQuery", "CUDA_ERROR_ILLEGAL_ADDRESS")
    manual.complete()
    for work in works:
        assert work.wait(10)
        assert work.outcome == FAILED
        error: BaseException | None = work.error()
        while error is not None:
            assert error.__traceback__ is None
            error = error.__cause__ or error.__context__


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_is_told(backend: CudaBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = backend.create_stream(1)
    monkeypatch.setattr(os, "getpid", lambda: -1)  # as it is in the child
    with pytest.raises(DeviceLost, match="the process was forked") as caught:
        backend.marker(stream, ())
    assert "spawn" in str(caught.value)


def test_a_device_that_is_well_can_be_reset_too(backend: CudaBackend, fake: FakeDriver) -> None:
    host = backend.allocate_host(16)
    pinned = (ctypes.c_ubyte * 16).from_address(host)
    pinned[:] = range(16)
    backend.reset()
    gc.collect()
    assert backend.lost() is None
    assert backend.create_stream(1)
    assert list(pinned) == list(range(16))  # the pages are the process's own
    backend.free_host(host)


@pytest.mark.parametrize("status", ["CUDA_ERROR_ILLEGAL_ADDRESS", "CUDA_ERROR_INVALID_VALUE"])
def test_a_fresh_context_that_is_none_leaves_the_device_lost(
    backend: CudaBackend, fake: FakeDriver, status: str
) -> None:
    fake.fail("cuCtxSynchronize", status)
    with pytest.raises(DiagnosticError, match="start a new process"):
        backend.reset()
    with pytest.raises(DeviceLost):
        backend.create_stream(1)
    backend.reset()
    assert backend.lost() is None


def test_others_who_hold_the_primary_context_release_it_after_a_reset(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    other = CudaBackend(initialised(Driver(fake)))  # as another library of the process does
    stream = backend.create_stream(1)
    assert backend.submit(KernelWork(backend.load(artifact("fault")), stream, ONE, ONE, 0, b"")).wait(10)
    backend.reset()
    fresh = backend.create_stream(1)
    with pytest.raises(DiagnosticError):
        other.create_stream(1)  # what it has is of the context that is gone
    other.close()
    kernel = backend.load(artifact("nothing"))
    assert backend.submit(KernelWork(kernel, fresh, ONE, ONE, 0, b"")).wait(10)
    assert backend.lost() is None


def test_what_was_printed_is_written_out_though_nothing_is_pending(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    before = len(fake.calls)
    backend.flush()
    assert fake.names(before) == []  # nobody prints
    kernel, stream = backend.load(artifact("nothing", ordered=True)), backend.create_stream(1)
    assert backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"")).wait(10)
    before = len(fake.calls)
    backend.flush()
    assert [n for n in fake.names(before) if n != "cuEventCreate"] == ["cuEventRecord", "cuStreamSynchronize"]
    with fake.holding(stream.handle):
        backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b""))
        backend.flush()  # another stream's work is not waited for


@pytest.mark.parametrize("status", ["CUDA_ERROR_INVALID_VALUE", "CUDA_ERROR_NOT_SUPPORTED"])
def test_clusters_that_cooperate_may_be_refused(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, status: str
) -> None:
    stream = backend.create_stream(1)
    both = backend.load(artifact("nothing", cluster=(2, 1, 1), cooperative=True))
    alone = backend.load(artifact("nothing", cluster=(2, 1, 1)))
    for kernel, told in ((both, True), (alone, False)):
        fake.fail("cuLaunchKernelEx", status)
        with pytest.raises(DiagnosticError) as caught:
            backend.submit(KernelWork(kernel, stream, (2, 1, 1), ONE, 0, b""))
        assert ("both in clusters and cooperatively" in str(caught.value)) == told
    assert backend.lost() is None
    with pytest.raises(DiagnosticError, match="64 blocks of this shape are on the device at once"):
        backend.submit(KernelWork(both, stream, (1000, 1, 1), ONE, 0, b""))
