"""Another library records a graph meanwhile: neither does it disturb us, nor do we disturb it."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable

import pytest
from fake_cuda_driver import FakeDriver

from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.execution import CopyWork, KernelWork
from periclase.runtime.outcome import PENDING, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)
GLOBAL, THREAD_LOCAL, RELAXED = range(3)


@pytest.mark.parametrize("mode", [GLOBAL, THREAD_LOCAL, RELAXED])
def test_everything_goes_on_while_another_library_records(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, mode: int
) -> None:
    capture = fake.begin_foreign_capture(mode)
    stream = backend.create_stream(1)
    kernel = backend.load(artifact("set"))
    address = backend.allocate(64, 64)
    backend.free_host(backend.allocate_host(64))
    work = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, struct.pack("<QQ", address, 7)))
    target = bytearray(1)
    assert backend.copy(CopyWork(stream, memoryview(target), address, 1, [work])).wait(10)
    assert target == b"\x07"
    count = backend.allocate(12, 4)
    big = bytes(struct.pack("=3I", 1, 1, 1)) + bytes(5 << 20)
    room = backend.allocate(len(big), 64)
    assert backend.copy(CopyWork(stream, room, memoryview(big), len(big))).wait(10)
    counted = backend.copy(CopyWork(stream, count, room, 12))
    slots = struct.pack("<QQ", address, 8)
    deferred = backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, slots, [counted], (), count))
    assert deferred.wait(10)
    assert deferred.outcome == WROTE
    backend.begin_capture(stream)
    backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, slots))
    backend.destroy_graph(backend.end_capture(stream))
    del kernel, work, deferred
    backend.flush()
    assert backend.lost() is None
    assert capture.valid


def test_the_users_thread_is_as_it_was(backend: CudaBackend, fake: FakeDriver) -> None:
    modes = fake.CUstreamCaptureMode
    for mode in modes:
        fake.cuThreadExchangeStreamCaptureMode(mode)
        with backend.context, backend.context:
            assert backend.marker(backend.create_stream(1), ()).wait(10)
        assert fake.cuThreadExchangeStreamCaptureMode(modes.CU_STREAM_CAPTURE_MODE_GLOBAL) == (0, mode)


def test_where_the_mode_can_not_be_set_a_work_is_asked_about_again(
    backend: CudaBackend, fake: FakeDriver, artifact: Make
) -> None:
    stream = backend.create_stream(1)
    work = backend.submit(KernelWork(backend.load(artifact("nothing")), stream, ONE, ONE, 0, b""))
    fake.fail("cuThreadExchangeStreamCaptureMode", "CUDA_ERROR_NOT_SUPPORTED", times=100)
    capture = fake.begin_foreign_capture()
    assert work.outcome == PENDING
    assert not work.wait(0.01)
    assert backend.lost() is None
    assert not capture.valid  # what the mode is for
    fake.foreign = None
    assert work.wait(10)
    assert work.outcome == WROTE


def test_threads_do_not_see_each_others_mode(backend: CudaBackend, fake: FakeDriver) -> None:
    found: list[object] = []

    def other() -> None:
        found.append(fake.cuThreadExchangeStreamCaptureMode(fake.CUstreamCaptureMode(GLOBAL))[1])

    with backend.context:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(10)
    assert found == [GLOBAL]
