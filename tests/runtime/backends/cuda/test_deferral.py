"""Dynamic counts and the host's work: what has to wait on the host is deferred, and nobody else notices."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Callable, Sequence

import pytest
from fake_cuda_driver import FakeDriver

from periclase.diagnostics import LaunchError
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.stream import CudaStream
from periclase.runtime.execution import FAILED_BYTES, Guard, KernelWork, Work
from periclase.runtime.failures import DeviceLost
from periclase.runtime.outcome import FAILED, NOTHING, PENDING, SKIPPED, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)


class Counts:
    """A buffer of a count, and launches whose grid it is."""

    def __init__(self, backend: CudaBackend, fake: FakeDriver, artifact: Make):
        self.backend = backend
        self.fake = fake
        self.nothing = backend.load(artifact("nothing"))
        self.address = backend.allocate(12, 16)
        self.value = (2, 1, 1)
        fake.kernels["count"] = (self._count, 0)
        self.producer_kernel = backend.load(artifact("count"))
        self.producing, self.stream, self.other = (backend.create_stream(number) for number in (1, 2, 3))

    def _count(self, driver: FakeDriver, launch: object) -> None:
        driver.bytes(self.address, 12)[:] = struct.pack("=3I", *self.value)

    def produce(self) -> Work:
        return self.backend.submit(KernelWork(self.producer_kernel, self.producing, ONE, ONE, 0, b""))

    def counted(
        self,
        *waits: Work,
        guards: Sequence[Guard] = (),
        count_guards: Sequence[Guard] = (),
        timed: bool = False,
    ) -> Work:
        zero = (0, 0, 0)
        return self.backend.submit(
            KernelWork(
                self.nothing, self.stream, zero, ONE, 0, b"", waits, guards, self.address, timed, count_guards
            )
        )

    def launch(self, stream: CudaStream, *waits: Work, guards: Sequence[Guard] = ()) -> Work:
        return self.backend.submit(KernelWork(self.nothing, stream, ONE, ONE, 0, b"", waits, guards))


@pytest.fixture
def counts(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> Counts:
    return Counts(backend, fake, artifact)


def test_a_count_is_read_when_its_producer_is_over(counts: Counts, fake: FakeDriver) -> None:
    fake.hold(counts.producing.handle)
    work = counts.counted(counts.produce(), timed=True)
    assert not work.wait(0.02)
    assert not [call for call in fake.calls if call.name == "cuMemcpyDtoHAsync"]
    fake.release(counts.producing.handle)
    assert work.wait(10)
    assert work.outcome == WROTE
    assert fake.launches[-1].grid == (2, 1, 1)
    assert work.seconds() is not None
    copied = next(call for call in fake.calls if call.name == "cuMemcpyDtoHAsync")
    assert copied.arguments[1:3] == (counts.address, 12)
    assert copied.thread == "periclase-cuda-stream-2"


def test_the_caller_waits_for_nothing_and_other_streams_go_on(counts: Counts, fake: FakeDriver) -> None:
    with fake.holding(counts.producing.handle):
        work = counts.counted(counts.produce())
        behind = counts.launch(counts.stream)
        free = counts.launch(counts.other)
        assert free.wait(10)
        assert (work.outcome, behind.outcome) == (PENDING, PENDING)
    assert behind.wait(10)
    assert [launch.entry for launch in fake.launches] == ["nothing", "count", "nothing", "nothing"]


def test_work_of_another_stream_waits_for_a_deferred_launch(counts: Counts, fake: FakeDriver) -> None:
    with fake.holding(counts.producing.handle):
        work = counts.counted(counts.produce())
        dependent = counts.launch(counts.other, work)
        marker = counts.backend.marker(counts.producing, [work])
        assert not dependent.wait(0.02)
        assert marker.outcome == PENDING
    assert dependent.wait(10)
    assert marker.wait(10)
    assert dependent.outcome == marker.outcome == WROTE


def test_a_count_of_zero_is_no_work(counts: Counts, fake: FakeDriver) -> None:
    counts.value = (5, 0, 1)
    fake.hold(counts.producing.handle)
    before = counts.launch(counts.other)
    work = counts.counted(counts.produce())
    clean = counts.launch(counts.other, work, guards=[(work, before)])
    spoiled = counts.launch(counts.other, work, guards=[(work, FAILED_BYTES)])
    fake.release(counts.producing.handle)
    assert spoiled.wait(10)
    assert (work.outcome, clean.wait(10), clean.outcome, spoiled.outcome) == (NOTHING, True, WROTE, SKIPPED)


@pytest.mark.parametrize("count", [(2**31, 1, 1), (1, 65536, 1), (1, 1, 2**32 - 1)])
def test_a_count_beyond_the_limits_fails(counts: Counts, count: tuple[int, int, int]) -> None:
    counts.value = count
    work = counts.counted(counts.produce())
    assert work.wait(10)
    assert work.outcome == FAILED
    error = work.error()
    assert isinstance(error, LaunchError)
    assert error.diagnostic.code == "PC0743"
    assert error.__traceback__ is None
    dependent = counts.launch(counts.other, guards=[(work,)])
    assert dependent.wait(10)
    assert dependent.outcome == SKIPPED
    assert counts.backend.lost() is None


def test_a_refusal_of_the_driver_fails_the_deferred_launch(counts: Counts, fake: FakeDriver) -> None:
    fake.hold(counts.producing.handle)
    work = counts.counted(counts.produce())
    behind = counts.launch(counts.stream)
    fake.fail("cuLaunchKernelEx", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES")
    fake.release(counts.producing.handle)
    assert work.wait(10)
    assert work.outcome == FAILED
    assert "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" in str(work.error())
    assert behind.wait(10)
    assert behind.outcome == WROTE


def test_guards_of_a_counted_launch_come_before_its_count(counts: Counts, fake: FakeDriver) -> None:
    work = counts.counted(counts.produce(), count_guards=[(FAILED_BYTES,)])
    assert work.wait(10)
    assert work.outcome == SKIPPED
    assert "cuMemcpyDtoHAsync" not in fake.names()


@pytest.mark.parametrize(
    ("value", "outcome"), [((0, 1, 1), NOTHING), ((1, 1, 1), SKIPPED), ((2**31, 1, 1), FAILED)]
)
def test_other_guards_come_behind_the_count(
    counts: Counts, fake: FakeDriver, value: tuple[int, int, int], outcome: int
) -> None:
    counts.value = value
    work = counts.counted(counts.produce(), guards=[(FAILED_BYTES,)])
    assert work.wait(10)
    assert work.outcome == outcome
    assert [launch.entry for launch in fake.launches] == ["count"]


def test_guards_that_are_settled_skip_at_once(counts: Counts) -> None:
    work = counts.counted(count_guards=[(FAILED_BYTES,)])
    assert work.wait(10)
    assert counts.launch(counts.other, guards=[(work,)]).outcome == SKIPPED
    assert counts.launch(counts.other, guards=[()]).wait(10)


@pytest.mark.parametrize("late", [False, True], ids=["known at once", "known later"])
def test_what_is_skipped_settles_behind_what_it_waits_for(
    counts: Counts, fake: FakeDriver, late: bool
) -> None:
    """It writes what a kernel still reads, say: the next writer waits for it alone."""
    with fake.holding(counts.other.handle):
        reader = counts.launch(counts.other)
        manual = counts.backend.manual(counts.producing, ())
        if not late:
            manual.complete()
        skipped = counts.launch(counts.stream, reader, manual, guards=[(FAILED_BYTES,)])
        behind = counts.launch(counts.producing, skipped)
        manual.complete()
        assert not skipped.wait(0.05)
        assert behind.outcome == PENDING
    assert skipped.wait(10)
    assert behind.wait(10)
    assert (reader.outcome, skipped.outcome, behind.outcome) == (WROTE, SKIPPED, WROTE)


def test_what_is_refused_late_settles_behind_what_it_waits_for(counts: Counts, fake: FakeDriver) -> None:
    with fake.holding(counts.other.handle):
        reader = counts.launch(counts.other)
        manual = counts.backend.manual(counts.producing, ())
        refused = counts.launch(counts.stream, reader, manual)
        fake.fail("cuLaunchKernelEx", "CUDA_ERROR_INVALID_VALUE")
        manual.complete()
        assert not refused.wait(0.05)
    assert refused.wait(10)
    assert refused.outcome == FAILED


def test_a_fault_of_the_producer_loses_all(counts: Counts, fake: FakeDriver, artifact: Make) -> None:
    fault = counts.backend.load(artifact("fault"))
    fake.hold(counts.producing.handle)
    bad = counts.backend.submit(KernelWork(fault, counts.producing, ONE, ONE, 0, b""))
    works = [counts.counted(bad), counts.launch(counts.stream), counts.launch(counts.other, bad)]
    fake.release(counts.producing.handle)
    for work in works:
        assert work.wait(10)
        assert work.outcome == FAILED
        assert isinstance(work.error(), DeviceLost)


def test_the_hosts_work_holds_up_only_who_waits_for_it(counts: Counts, fake: FakeDriver) -> None:
    manual = counts.backend.manual(counts.stream, ())
    free = counts.launch(counts.stream)
    bound = counts.launch(counts.other, manual)
    assert free.wait(10)
    assert bound.outcome == PENDING
    assert not manual.wait(0.01)
    threading.Thread(target=manual.complete).start()
    assert bound.wait(10)
    assert (manual.outcome, bound.outcome) == (WROTE, WROTE)
    manual.complete()
    assert manual.wait(0)
    with pytest.raises(ValueError, match="has not failed"):
        manual.error()


def test_what_the_hosts_work_waits_for_is_waited_for_too(counts: Counts, fake: FakeDriver) -> None:
    with fake.holding(counts.producing.handle):
        manual = counts.backend.manual(counts.stream, [counts.produce()])
        manual.complete()
        bound = counts.launch(counts.other, manual)
        assert bound.outcome == PENDING
    assert bound.wait(10)


def test_the_hosts_work_fails_with_the_device(counts: Counts, fake: FakeDriver, artifact: Make) -> None:
    manual = counts.backend.manual(counts.stream, ())
    bound = counts.launch(counts.other, manual)
    fault = counts.backend.load(artifact("fault"))
    assert counts.backend.submit(KernelWork(fault, counts.producing, ONE, ONE, 0, b"")).wait(10)
    assert manual.wait(10)
    assert manual.outcome == FAILED
    assert isinstance(manual.error(), DeviceLost)
    manual.complete()
    assert manual.outcome == FAILED
    assert bound.wait(10)
    assert bound.outcome == FAILED


def test_the_hosts_work_may_fail_by_itself(counts: Counts) -> None:
    error = ValueError()
    manual = counts.backend.manual(counts.stream, ())
    behind, guarded = counts.launch(counts.other, manual), counts.launch(counts.other, guards=[(manual,)])
    manual.fail(error)
    manual.complete()
    assert (manual.outcome, manual.error()) == (FAILED, error)
    assert manual.wait(0)
    assert behind.wait(10)
    assert guarded.wait(10)
    assert (behind.outcome, guarded.outcome) == (WROTE, SKIPPED)
    assert counts.backend.lost() is None


class ForeignWork:
    """Work of somebody else, which notifies nobody."""

    def __init__(self) -> None:
        self.outcome = PENDING

    def wait(self, timeout: float | None = None) -> bool:
        end = time.monotonic() + (timeout or 10)
        while not self.outcome and time.monotonic() < end:
            time.sleep(1e-4)
        return bool(self.outcome)

    def error(self) -> BaseException:
        return RuntimeError()

    def seconds(self) -> None:
        return None


def test_work_of_others_is_waited_for(counts: Counts) -> None:
    foreign = ForeignWork()
    bound = counts.launch(counts.other, foreign)
    guarded = counts.launch(counts.stream, guards=[(foreign,)])
    assert bound.outcome == guarded.outcome == PENDING
    foreign.outcome = SKIPPED
    assert bound.wait(10)
    assert guarded.wait(10)
    assert (bound.outcome, guarded.outcome) == (WROTE, SKIPPED)


def test_a_stream_that_is_destroyed_ends_its_deferred_work_first(counts: Counts, fake: FakeDriver) -> None:
    fake.hold(counts.producing.handle)
    work = counts.counted(counts.produce())
    counts.backend.destroy_stream(counts.stream)
    assert not counts.stream.handle.dead
    fake.release(counts.producing.handle)
    assert work.wait(10)
    counts.stream.deferral.join()
    assert counts.stream.handle.dead
    assert work.outcome == WROTE


def test_no_thread_no_deferral(counts: Counts, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="new thread"):
            counts.counted()
    assert counts.counted(counts.produce()).wait(10)


def test_a_thread_whose_start_was_left_by_an_exception_serves_nobody(
    counts: Counts, fake: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = threading.Thread.start, list[threading.Thread]()

    def interrupted(self: threading.Thread) -> None:
        start(self)
        started.append(self)
        raise KeyboardInterrupt

    fake.hold(counts.producing.handle)
    producer = counts.produce()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            counts.counted(producer)
    work = counts.counted(producer)
    started[0].join(10)
    assert not started[0].is_alive()
    fake.release(counts.producing.handle)
    assert work.wait(10)
    assert len(fake.launches) == 2
