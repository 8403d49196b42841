"""Outcomes asked for by many threads while work is enqueued, deferred and lost."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

from fake_cuda_driver import FakeDriver

from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.execution import KernelWork, Work
from periclase.runtime.outcome import FAILED, NOTHING, WROTE

Make = Callable[..., Artifact]
ONE = (1, 1, 1)


def ask(works: list[Work], seed: int, done: threading.Event, wrong: list[BaseException]) -> None:
    """Ask for outcomes, and wait for some; an outcome never changes."""
    chance = random.Random(seed)
    seen: dict[int, int] = {}
    try:
        while not done.is_set():
            if not works:
                continue
            index = chance.randrange(len(works))
            work = works[index]
            if chance.random() < 0.1:
                work.wait(0.001)
            outcome = work.outcome
            before = seen.get(index, 0)
            assert before in (0, outcome)
            seen[index] = outcome
    except BaseException as error:
        wrong.append(error)


def run(backend: CudaBackend, fake: FakeDriver, artifact: Make, fault_at: int | None) -> list[Work]:
    kernel, fault = backend.load(artifact("nothing")), backend.load(artifact("fault"))
    streams = [backend.create_stream(number) for number in range(3)]
    counts = [backend.allocate(12, 16) for _ in range(2)]
    fake.bytes(counts[0], 12)[:] = b"\1\0\0\0" * 3
    works: list[Work] = []
    done, wrong = threading.Event(), list[BaseException]()
    threads = [threading.Thread(target=ask, args=(works, seed, done, wrong)) for seed in range(4)]
    for thread in threads:
        thread.start()
    chance = random.Random(5)
    try:
        for number in range(600):
            stream = chance.choice(streams)
            if chance.random() < 0.05:
                fake.hold(stream.handle)
            if chance.random() < 0.1:
                fake.release(chance.choice(streams).handle)
            waits = chance.sample(works[-20:], min(len(works[-20:]), chance.randrange(3)))
            count = chance.choice(counts) if chance.random() < 0.1 else 0
            which = fault if number == fault_at else kernel
            if backend.lost() is not None:
                break
            works.append(backend.submit(KernelWork(which, stream, ONE, ONE, 0, b"", waits, (), count)))
        for stream in streams:
            fake.release(stream.handle)
        assert all(work.wait(30) for work in works)
    finally:
        done.set()
        for thread in threads:
            thread.join(30)
    assert not wrong
    return works


def test_all_goes_well(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    works = run(backend, fake, artifact, None)
    assert len(works) == 600
    assert {work.outcome for work in works} == {WROTE, NOTHING}
    ran = sum(work.outcome == WROTE for work in works)
    assert len(fake.launches) == ran


def test_a_fault_ends_all(backend: CudaBackend, fake: FakeDriver, artifact: Make) -> None:
    from periclase.runtime.failures import DeviceLost

    try:
        works = run(backend, fake, artifact, 300)
    except DeviceLost:
        works = []  # the loss was first noticed by a submission
    assert backend.lost() is not None
    assert all(work.outcome in (WROTE, NOTHING, FAILED) for work in works)
    backend.reset()
    assert {work.outcome for work in run(backend, fake, artifact, None)} == {WROTE, NOTHING}
