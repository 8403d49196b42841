"""Order between streams: a wait is enqueued only where nothing else gives the order."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence

import pytest
from fake_cuda_driver import FakeDriver

from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.stream import CudaStream
from periclase.runtime.execution import KernelWork, Work
from periclase.runtime.outcome import FAILED, PENDING, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)


class Streams:
    """Four held streams, and launches on them."""

    def __init__(self, backend: CudaBackend, fake: FakeDriver, kernel: object):
        self.backend = backend
        self.fake = fake
        self.kernel = kernel
        self.streams: list[CudaStream] = [backend.create_stream(number) for number in range(4)]
        for stream in self.streams:
            fake.hold(stream.handle)

    def launch(self, number: int, *waits: Work) -> Work:
        return self.backend.submit(KernelWork(self.kernel, self.streams[number], ONE, ONE, 0, b"", waits))

    def waits(self) -> int:
        """How many waits were enqueued so far."""
        return self.fake.names().count("cuStreamWaitEvent")

    def release(self, number: int) -> None:
        self.fake.release(self.streams[number].handle)


@pytest.fixture
def streams(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> Streams:
    return Streams(backend, fake, backend.load(artifact("nothing")))


def test_a_stream_needs_no_wait_for_itself(streams: Streams) -> None:
    first = streams.launch(0)
    streams.launch(0, first)
    assert streams.waits() == 0


def test_another_stream_waits_for_the_very_event(streams: Streams, fake: FakeDriver) -> None:
    first = streams.launch(0)
    streams.launch(0)
    start = len(fake.calls)
    second = streams.launch(1, first)
    assert fake.names(start) == ["cuStreamWaitEvent", "cuEventCreate", "cuLaunchKernelEx", "cuEventRecord"]
    recorded = [call.arguments for call in fake.calls[:start] if call.name == "cuEventRecord"]
    waited = next(call.arguments for call in fake.calls[start:] if call.name == "cuStreamWaitEvent")
    assert waited == (streams.streams[1].handle, recorded[0][0], 0)
    streams.release(1)
    assert second.outcome == PENDING
    streams.release(0)
    assert second.outcome == WROTE


def test_the_same_wait_is_not_made_twice_nor_an_older_one(streams: Streams) -> None:
    older, newer = streams.launch(0), streams.launch(0)
    streams.launch(1, newer)
    streams.launch(1, newer)
    streams.launch(1, older)
    assert streams.waits() == 1
    streams.launch(1, streams.launch(0))
    assert streams.waits() == 2


def test_what_is_over_needs_no_wait(streams: Streams) -> None:
    first, second = streams.launch(0), streams.launch(0)
    streams.release(0)
    assert second.outcome == WROTE
    streams.launch(1, first, second)
    assert streams.waits() == 0


def test_an_order_through_a_third_stream_is_known(streams: Streams) -> None:
    first = streams.launch(0)
    second = streams.launch(1, first)
    streams.launch(2, second)
    streams.launch(2, first)
    assert streams.waits() == 2


def test_a_clock_is_that_of_the_time_of_the_work(streams: Streams) -> None:
    early = streams.launch(1)
    first = streams.launch(0)
    streams.launch(1, first)  # stream 1 knows of `first` now, but `early` did not
    streams.launch(2, early)
    assert streams.waits() == 2
    streams.launch(2, first)
    assert streams.waits() == 3


def test_clocks_forget_what_is_over_and_gone(streams: Streams, backend: CudaBackend) -> None:
    streams.launch(1, streams.launch(0))
    assert streams.streams[1].clock == {streams.streams[0].id: 1}
    streams.release(0)
    last = streams.launch(0)
    assert last.wait(10)
    backend.destroy_stream(streams.streams[0])
    streams.launch(1, streams.launch(2))
    assert streams.streams[1].clock == {streams.streams[2].id: 1}


def test_a_marker_is_over_when_all_it_waits_for_is(streams: Streams, backend: CudaBackend) -> None:
    first, second = streams.launch(0), streams.launch(1)
    streams.release(2)
    marker = backend.marker(streams.streams[2], [first, second])
    streams.release(0)
    assert marker.outcome == PENDING
    streams.release(1)
    assert marker.outcome == WROTE


def test_random_programs_keep_every_order(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    """Launches that each write their number; those that a launch waits for must have run before it, with and without holds."""
    order: list[int] = []
    fake.kernels["note"] = (lambda driver, launch: order.append(launch.slots[0]), 1)
    kernel = backend.load(artifact("note"))
    for seed in range(60):
        order.clear()
        chance = random.Random(seed)
        streams = [backend.create_stream(number) for number in range(4)]
        works: list[Work] = []
        needs: list[Sequence[int]] = []
        for number in range(40):
            needs.append(chance.sample(range(number), min(number, chance.randrange(4))))
            if chance.random() < 0.3:
                stream = chance.choice(streams)
                if stream.handle.held:
                    fake.release(stream.handle)
                else:
                    fake.hold(stream.handle)
            works.append(
                backend.submit(
                    KernelWork(
                        kernel,
                        chance.choice(streams),
                        ONE,
                        ONE,
                        0,
                        struct.pack("<Q", number),
                        [works[i] for i in needs[-1]],
                    )
                )
            )
            if chance.random() < 0.2:
                assert chance.choice(works).outcome in (PENDING, WROTE)
        for stream in streams:
            fake.release(stream.handle)
        assert all(work.wait(10) for work in works)
        place = {number: index for index, number in enumerate(order)}
        assert len(place) == 40
        for number, before in enumerate(needs):
            assert all(place[other] < place[number] for other in before), f"seed {seed}"
        for stream in streams:
            backend.destroy_stream(stream)


def test_a_launch_that_is_interrupted_before_its_event_is_waited_for(
    backend: CudaBackend, fake: FakeDriver, artifact: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs, and nothing would ever say until when."""
    kernel, stream = backend.load(artifact("nothing")), backend.create_stream(9)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    handed: list[Work] = []
    work = KernelWork(kernel, stream, ONE, ONE, 0, b"", handed=handed)
    with monkeypatch.context() as patch:
        patch.setattr(CudaStream, "follow", interrupted)
        with pytest.raises(KeyboardInterrupt):
            backend.submit(work)
    assert "cuStreamSynchronize" in fake.names()
    assert [each.outcome for each in handed] == [FAILED]
    assert backend.submit(KernelWork(kernel, stream, ONE, ONE, 0, b"")).wait(10)
