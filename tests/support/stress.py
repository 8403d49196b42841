"""Many threads on one device, with failures of every kind on the way: what the stress tests are made of.

Every launch and host write gives all elements of a half of a buffer one value. So whatever the threads do to each other, a read
finds each half of one value, or a failure; elements that differ are torn, and nothing else could be. Besides the buffers that all
share, each thread has one of its own, of which it knows what is in it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import random
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from launch_rig import BACKENDS, Rig

from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.buffer import Buffer
from periclase.runtime.claims import Claim, Failure, Skip
from periclase.runtime.dependencies import DependencyMap
from periclase.runtime.failures import BufferFailure
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.launch_request import LaunchRequest

SIZE = 64
"""Elements of a buffer."""
HALVES = (slice(0, SIZE // 2), slice(SIZE // 2, SIZE))

STAGES = ("load", "allocate", "stream", "submit", "copy")
"""Of a backend's methods, which can be made to fail."""


class Deadlock(AssertionError):
    """Something has not ended in time. All stacks were shown."""


def within(seconds: float, function: Callable[[], object]) -> None:
    """Call `function` on a thread of its own. What it raises is raised here; where it takes too long, all stacks are shown.

    Raises:
        Deadlock: it has not returned after `seconds`.
    """
    failed: list[BaseException] = []

    def run() -> None:
        try:
            function()
        except BaseException as error:
            failed.append(error)

    # Should even this thread be stuck, with the interpreter's lock in native code, say, then the process ends.
    faulthandler.dump_traceback_later(2 * seconds, exit=True)
    try:
        thread = threading.Thread(target=run, name="within", daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            faulthandler.dump_traceback(all_threads=True, file=sys.__stderr__)
            raise Deadlock(f"not done after {seconds} s: see the stacks above")
    finally:
        faulthandler.cancel_dump_traceback_later()
    if failed:
        raise failed[0]


class Faulty:
    """Gives a backend `fail_next`, as the backends of tests have it."""

    def __init__(self, **options: Any):
        super().__init__(workers=2, **options)
        self._faults: dict[str, list[BaseException]] = {stage: [] for stage in STAGES}

    def fail_next(self, stage: str, error: BaseException) -> None:
        """Let the next call that comes to `stage` raise `error`."""
        self._faults[stage].append(error)

    def _stage(self, stage: str) -> None:
        if self._faults[stage]:
            raise self._faults[stage].pop()

    def load(self, artifact: Any) -> Any:
        """See `Backend`."""
        self._stage("load")
        return super().load(artifact)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend`."""
        self._stage("allocate")
        return super().allocate(nbytes, alignment)

    def create_stream(self, number: int) -> int:
        """See `Backend`."""
        self._stage("stream")
        return super().create_stream(number)

    def submit(self, work: Any) -> Any:
        """See `Backend`."""
        self._stage("submit")
        return super().submit(work)

    def copy(self, work: Any) -> Any:
        """See `Backend`."""
        self._stage("copy")
        return super().copy(work)


class FaultyCpu(Faulty, CpuBackend):
    """The CPU's."""


class FaultySim(Faulty, SimBackend):
    """The simulator's."""


FAULTY: dict[str, Callable[[], Any]] = {
    **BACKENDS,
    "cpu": lambda: FaultyCpu(native=True),
    "cpu-portable": lambda: FaultyCpu(native=False),
    "sim": FaultySim,
}
"""The backends, all with `fail_next`."""


class Bystander:
    """Garbage in a cycle whose finaliser uses the device, wherever the collector comes upon it."""

    def __init__(self, work: Callable[[], object]):
        self.itself = self
        self.work = work

    def __del__(self) -> None:
        self.work()


class Stress:
    """Threads that launch, read, write and break things.

    Attributes:
        wrong: what must not be, in words.
        did: how often each thing was done.
    """

    def __init__(self, rig: Rig, threads: int, launches: int, seed: int = 0):
        self.rig = rig
        self.threads = threads
        self.launches = launches
        self.seed = seed
        self.shared = [rig.zeros(SIZE) for _ in range(12)]
        self.counts = [rig.count(1, 1, 1), rig.count(0, 1, 1), rig.count(2**32 - 1, 1, 1)]
        self.wrong: list[str] = []
        self.did: Counter[str] = Counter()

    def run(self, seconds: float) -> None:
        """Do it.

        Raises:
            Deadlock: it has not ended after `seconds`.
            AssertionError: something was wrong.
        """
        within(seconds, self._run)
        assert not self.wrong, "\n".join(self.wrong[:5])

    def _run(self) -> None:
        threads = [
            threading.Thread(target=self._guarded, args=(number,), name=f"stress-{number}", daemon=True)
            for number in range(self.threads)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _guarded(self, number: int) -> None:
        try:
            _Thread(self, number).run()
        except BaseException:
            self.wrong.append(f"thread {number}: {traceback.format_exc()}")

    def leave(self) -> None:
        """Drop the buffers."""
        self.shared.clear()
        self.counts.clear()


class _Thread:
    """One of them."""

    def __init__(self, stress: Stress, number: int):
        self.stress = stress
        self.rig = stress.rig
        self.kernels = stress.rig.kernels
        self.device = stress.rig.device
        self.chance = random.Random(f"{stress.seed} {number}")
        self.streams = [self.device.stream() for _ in range(2)]
        self.launched = 0
        self.did: Counter[str] = Counter()
        self.own = self.rig.zeros(SIZE)
        self.value: float | None = 0.0  # of all of `own`; None if it may be spoiled
        self.actions: list[tuple[Callable[[], None], int]] = [
            (self.launch, 40),
            (self.launch_by_count, 8),
            (self.work_on_own, 14),
            (self.launch_broken, 4),
            (self.read_shared, 8),
            (self.write_shared, 4),
            (self.inject, 3),
            (self.ask, 3),
            (self.replace, 2),
            (self.order, 2),
            (self.alone, 2),
            (self.collect, 1),
            (self.replay, 1),
        ]
        if self.rig.kind != "cuda":  # where a trap is the end of everything
            self.actions.append((self.trap, 3))

    def run(self) -> None:
        """Until it has launched what it was to."""
        actions, weights = zip(*self.actions, strict=True)
        while self.launched < self.stress.launches:
            (action,) = self.chance.choices(actions, weights)
            self.did[action.__name__] += 1
            with self.chance.choice((contextlib.nullcontext(), *self.streams)):
                action()
        self.check_own()
        self.stress.did.update(self.did)  # at the end, so that it is one update of many

    def buffer(self) -> Buffer:
        return self.chance.choice(self.stress.shared)

    def part(self, buffer: Buffer) -> Buffer:
        half = self.chance.choice(HALVES)
        return buffer[half]

    def number(self) -> float:
        return float(self.chance.randrange(1, 1000))

    def go(self, kernel: Any, *arguments: Any, grid: Any = 1) -> None:
        kernel[grid, 64](*arguments)
        self.launched += 1

    # Actions.

    def launch(self) -> None:
        x, y, z = self.buffer(), self.buffer(), self.buffer()
        if self.chance.random() < 0.5:
            x, y, z = self.part(x), self.part(y), self.part(z)
        kind = self.chance.randrange(4)
        if kind == 0:
            self.go(self.kernels.fill, z, self.number())
        elif kind == 1 and x is not z:
            self.go(self.kernels.copy, x, z)
        elif kind == 2:
            self.go(self.kernels.add, x, y, z)
        else:
            self.go(self.kernels.increase, z, 1.0)

    def launch_by_count(self) -> None:
        count = self.chance.choices(self.stress.counts, (5, 5, 1))[0]
        if self.chance.random() < 0.3:
            self.go(self.kernels.increase, self.buffer(), 1.0, grid=count)
        else:
            self.go(self.kernels.fill, self.part(self.buffer()), self.number(), grid=count)

    def launch_broken(self) -> None:
        kernels = self.kernels
        if self.chance.random() < 0.5:
            self.go(kernels.broken, self.part(self.buffer()), self.part(self.buffer()))
        else:
            self.go(kernels.broken_in_place, self.part(self.buffer()))

    def trap(self) -> None:
        self.go(self.kernels.trap, self.part(self.buffer()))

    def work_on_own(self) -> None:
        own, count = self.own, self.stress.counts
        if self.value is None or self.chance.random() < 0.3:
            self.value = self.number()
            if self.chance.random() < 0.5:
                own.write(self.value)
            else:
                self.go(self.kernels.fill, own, self.value)
        for _ in range(self.chance.randrange(4)):
            if self.chance.random() < 0.2:
                self.go(self.kernels.fill, own, -1.0, grid=count[1])  # no block at all
            else:
                self.go(self.kernels.increase, own, 1.0)
                self.value += 1
        if self.chance.random() < 0.4:
            self.check_own()

    def check_own(self) -> None:
        try:
            array = self.own.read()
        except BufferFailure as failure:
            self.explain(failure)
            self.value = None
            return
        if self.value is not None and not (array == self.value).all():
            self.stress.wrong.append(f"a buffer of one thread holds {array[:4]} instead of {self.value}")

    def read_shared(self) -> None:
        buffer = self.buffer()
        try:
            array = buffer.read()
        except BufferFailure as failure:
            self.explain(failure)
            return
        for half in HALVES:
            if not (array[half] == array[half][0]).all():
                self.stress.wrong.append(f"a shared buffer is torn: {array}")

    def explain(self, failure: BufferFailure) -> None:
        if failure.__cause__ is None or not failure.failure.roots:
            self.stress.wrong.append("a failure has no cause")
        if self.chance.random() < 0.1:
            failure.to_json()
            str(failure)

    def write_shared(self) -> None:
        self.part(self.buffer()).write(self.number())

    def inject(self) -> None:
        stage = self.chance.choice(STAGES)
        kind = MemoryError if stage == "allocate" else self.chance.choice((RuntimeError, MemoryError))
        self.device.backend.fail_next(stage, kind(f"injected into {stage}"))

    def ask(self) -> None:
        buffer = self.buffer()
        buffer.failure()
        with contextlib.suppress(BufferFailure):
            self.device.check(buffer, self.buffer())
        with contextlib.suppress(BufferFailure):
            self.device.sync_buffers(self.own)

    def replace(self) -> None:
        fresh = self.device.empty(SIZE)
        self.go(self.kernels.fill, fresh, self.number())
        self.stress.shared[self.chance.randrange(len(self.stress.shared))] = fresh

    def order(self) -> None:
        first, second = self.streams
        second.wait(first.record())
        if self.chance.random() < 0.3:
            second.sync()
        self.device.flush()

    def alone(self) -> None:
        def together() -> tuple[float, np.ndarray[Any, Any] | None]:
            value, buffer = self.number(), self.buffer()
            self.go(self.kernels.fill, buffer, value)
            try:
                return value, buffer.read()
            except BufferFailure:
                return value, None

        value, array = self.device.exclusive(together)
        if array is not None and not (array == value).all():
            self.stress.wrong.append(f"somebody came in between: {array[:4]} instead of {value}")

    def collect(self) -> None:
        buffer, kernels = self.buffer(), self.kernels
        Bystander(lambda: kernels.fill[1, 64](buffer, 3.0))
        if self.chance.random() < 0.2:
            gc.collect()

    def replay(self) -> None:
        own = self.rig.zeros(SIZE)
        stream = self.streams[0]
        with contextlib.suppress(BufferFailure):
            own.read()  # memory can not be mapped while the stream records

        def record() -> None:
            self.go(self.kernels.fill, own, 1.0)
            self.go(self.kernels.increase, own, 2.0)

        from periclase.runtime.capture import CaptureError

        with stream, contextlib.suppress(CaptureError):  # an injected failure hits this window
            graph = stream.capture(record)
            for _ in range(3):
                graph.replay()
            try:
                array = own.read()
            except BufferFailure as failure:
                self.explain(failure)
            else:
                if not (array == 3).all():
                    self.stress.wrong.append(f"a replay gives {array[:4]} instead of 3")


# ------------------------------------------------------------------------------------------------------- what is left ----

BOOKS = (LaunchRecord, LaunchRequest, DependencyMap, Claim, Skip, Failure)
"""Of what the book-keeping is made. `Task`s and native slots are counted by `left_behind`."""


def count_books() -> Counter[str]:
    """How many objects of the book-keeping there are in this process."""
    gc.collect()
    kinds = dict.fromkeys(BOOKS, 0)
    for each in gc.get_objects():
        kind = type(each)
        if kind in kinds:
            kinds[kind] += 1
    return Counter({kind.__name__: number for kind, number in kinds.items()})


def left_behind(rig: Rig) -> dict[str, int]:
    """What a device still holds, once nobody uses it any more: all of these are 0."""
    device = rig.device
    device.sync()
    gc.collect()
    device.sync()
    report, state = device.memory_report(), device.device_state
    # Without an interpreter lock, what another thread has made goes when that one wakes, or when garbage is collected: claims
    # that the runner's thread made, say, with the memory that was just taken back.
    gc.collect()
    # A stream that goes hands what is the driver's to the runner: that is what may be queued now.
    device.sync()
    backend = device.backend
    executor = getattr(backend, "graph", None) or getattr(backend, "executor", None)
    found = {
        "bytes": report.in_use,
        "allocations": report.allocations,
        "works in flight": len(state.dispatcher.flight),
        "failures": len(state.ledger.live_failures()),
        "queued": len(state.channel._queue),
        "unsettled works": 0 if executor is None else executor.unsettled(),
    }
    return {name: number for name, number in found.items() if number}


def resident_bytes() -> int:
    """Of this process; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0
