"""Random programs on a device against the sequential model: the answers are the same, and at the end nothing is left behind.

What every change is tested with: 40 programs of 300 steps. `PERICLASE_TEST_PROFILE=nightly` makes that 10 000 of 1 000, and
`PERICLASE_TEST_PROFILE=2000x500` whatever one likes.
"""

from __future__ import annotations

import contextlib
import gc
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from how_much import machine_programs
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from python_backend import PythonBackend
from python_kernels import PythonCompiler, PythonKernel
from sequential_model import INOUT, KERNELS, MOST_BLOCKS, OUT, Kernel, Launch, Memory, Recording, Span

from periclase.runtime import compilation
from periclase.runtime.buffer import Buffer
from periclase.runtime.capture import CaptureError
from periclase.runtime.device_state import DeviceState
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failure_report import FailureReport
from periclase.runtime.failures import BufferFailure
from periclase.runtime.graph import Graph
from periclase.runtime.streams import Stream

T = TypeVar("T")

Parts = tuple[tuple[int, int, int], ...]

SECONDS = 60
"""After which a wait counts as a deadlock."""

PROGRAMS, STEPS = machine_programs()


def make_kernel(kernel: Kernel) -> PythonKernel:
    """`kernel` for the device. Its scalars are the number, and a root to fail with; that leaves its outputs half written."""

    def run(*arguments: Any) -> None:
        *slices, number, failure = arguments
        copies = [np.array(each) for each in slices]
        written = [
            each for each, access in zip(slices, kernel.accesses, strict=True) if access in (OUT, INOUT)
        ]
        if failure:
            for each in written:
                each[: (len(each) + 1) // 2] = 0xEE
            raise RuntimeError(f"root {failure}")
        for each, values in zip(written, kernel.compute(copies, number), strict=True):
            each[:] = values

    slices = [f"s{i}: {access.value} uint8" for i, access in enumerate(kernel.accesses)]
    declaration = ", ".join([*slices, "number: uint8", "failure: int32"])
    return PythonKernel(run, declaration, name=kernel.name, broken=kernel.broken)


REAL_KERNELS = [make_kernel(kernel) for kernel in KERNELS]


@dataclass
class Handle:
    """A buffer of bytes, and what the model knows of them."""

    buffer: Buffer
    span: Span

    def part(self, start: int, stop: int) -> Handle:
        """A view of a part."""
        size = self.span.stop - self.span.start
        start, stop = sorted((start % (size + 1), stop % (size + 1)))
        at = self.span.start
        return Handle(self.buffer[start:stop], Span(self.span.memory, at + start, at + stop))


SMALL = st.integers(0, 255)
PICK = st.integers(0, 63)
PARTS = st.one_of(PICK.map(lambda pick: (pick, 0, 0)), st.tuples(PICK, SMALL, SMALL))
"""Which handle, and which part of it; all of it if the last two are equal."""
THREE_PARTS = st.tuples(PARTS, PARTS, PARTS)
TROUBLE = st.sampled_from(["none"] * 20 + ["fails", "fails", "refused", "empty grid", "dry run"])
PLACE = st.integers(0, 11)
"""Which stream and which thread."""


STEPS_BY_WEIGHT: list[str] = []
STRATEGIES: dict[str, tuple[str, st.SearchStrategy[dict[str, Any]]]] = {}


def step(weight: int, *, needs: str = "", **strategies: st.SearchStrategy[Any]) -> Callable[[T], T]:
    """A step of the programs, drawn with this weight, where the machine's attribute `needs` is not empty.

    Rules of hypothesis are drawn in its own way: programs would free buffers all the time, or never launch.
    """

    def note(method: Any) -> Any:
        STEPS_BY_WEIGHT.extend([method.__name__] * weight)
        STRATEGIES[method.__name__] = needs, st.fixed_dictionaries(strategies)
        return method

    return note


class RuntimeMachine(RuleBasedStateMachine):
    """Does everything twice: on a device, and in the model."""

    def __init__(self) -> None:
        super().__init__()
        self.restore = compilation.compiler
        compiler = PythonCompiler()
        compilation.compiler = lambda: compiler
        self.backend = PythonBackend(workers=4)
        self.device = DeviceState(self.backend).client()
        self.device.device_state.on_unclaimed = lambda error, claim: None
        self.threads = [ThreadPoolExecutor(1), ThreadPoolExecutor(1)]
        self.streams: list[Stream] = []
        self.handles: list[Handle] = []
        self.graphs: list[tuple[Graph, Recording]] = []
        self.holding = False
        self.chance = random.Random(0)
        self.roots = 0

    @initialize()
    def begin(self) -> None:
        self.streams = [self.device.stream() for _ in range(3)]
        self.allocate(12, "count", 0, 0)
        self.allocate(12, "count", 0, 1)

    @rule(data=st.data())
    def do(self, data: st.DataObject) -> None:
        able = [
            name for name in STEPS_BY_WEIGHT if not STRATEGIES[name][0] or getattr(self, STRATEGIES[name][0])
        ]
        name = data.draw(st.sampled_from(able))
        arguments = data.draw(STRATEGIES[name][1])
        getattr(self, name)(**arguments)

    # ------------------------------------------------------------------------------------------------- helpers ----

    def at(self, place: int, call: Callable[[], T]) -> T:
        """`call` on one of three threads, in one of three streams or in the thread's own."""
        stream = place % 4
        thread = place // 4

        def entered() -> T:
            with self.streams[stream - 1] if stream else contextlib.nullcontext():
                return call()

        return entered() if not thread else self.threads[thread - 1].submit(entered).result(SECONDS)

    def chosen(self, part: tuple[int, int, int]) -> Handle:
        pick, start, stop = part
        handle = self.handles[pick % len(self.handles)]
        return handle if start == stop else handle.part(start, stop)

    def new_root(self) -> int:
        self.roots += 1
        return self.roots

    def hold(self) -> None:
        self.holding = True
        for kernel in KERNELS:
            self.backend.hold(kernel.name)

    def release(self) -> None:
        """Nothing is held up any more; who came last goes first. Called before whatever waits."""
        if self.holding:
            self.holding = False
            gates = list(self.backend._gates.values())
            self.chance.shuffle(gates)
            for gate in gates:
                with gate._lock:
                    gate._barriers.reverse()
                gate.open()

    def settle(self) -> None:
        """Wait until all is done: from now on every failure is known."""
        self.release()
        self.device.sync()

    @contextlib.contextmanager
    def expecting(self, handle: Handle, *, settled: bool = True) -> Iterator[None]:
        """A failure is told if, and only if, there is one; one that has not happened yet need not be."""
        try:
            yield
        except BufferFailure as failure:
            self.compare_roots(failure.failure, handle)
        else:
            assert not settled or not handle.span.blame, f"nobody said that {handle.span.blame} failed"

    def compare_roots(self, report: FailureReport, handle: Handle) -> None:
        blame = handle.span.blame
        assert blame, f"{[root.message for root in report.roots]} is told of bytes that are there"
        for root in report.roots:
            assert any(root.message.endswith(name) for name in blame), (root.message, blame)

    def launch_really(
        self, launch: Launch, arguments: list[Buffer], count: Buffer | None, failure: int
    ) -> None:
        kernel = REAL_KERNELS[KERNELS.index(launch.kernel)]
        grid: Any = count if count is not None else (1, 0, 1) if launch.no_block else 1
        kernel[grid, 1](*arguments, launch.number, failure)

    def build(
        self, kernel: int, parts: Parts, number: int, trouble: str, count: int | None
    ) -> tuple[Launch, Callable[[], None]] | None:
        """A launch for the model, and how to make it; None if the model could not tell what comes of it."""
        spec = KERNELS[kernel % len(KERNELS)]
        used = [self.chosen(part) for part in parts[: len(spec.accesses)]]
        launch = Launch(spec, [handle.span for handle in used], number)
        failure = 0
        if trouble == "fails":
            failure = self.new_root()
            launch.failure = f"root {failure}"
        elif trouble == "empty grid":
            launch.no_block = True
        counts: Buffer | None = None
        if count is not None and trouble != "empty grid":
            able = [handle for handle in self.handles if self.is_count(handle)]
            if not able:
                return None
            handle = able[count % len(able)]
            launch.count = handle.span
            counts = handle.buffer.view(np.uint32)
        buffers = [handle.buffer for handle in used]
        return launch, lambda: self.launch_really(launch, buffers, counts, failure)

    def is_count(self, handle: Handle) -> bool:
        """Whether a grid can be read from there, and everybody would read the same."""
        span = handle.span
        if span.stop - span.start != 12 or span.start % 4:
            return False
        if span.blame:
            return True
        values = span.values.view(np.uint32)
        beyond = any(count > most for count, most in zip(values, MOST_BLOCKS, strict=True))
        return span.known and not (beyond and 0 in values)

    # --------------------------------------------------------------------------------------------------- steps ----

    @step(
        6,
        size=st.sampled_from([0, 1, 5, 12, 16, 40]),
        how=st.sampled_from(["empty", "zeros", "array", "count"]),
        place=PLACE,
        value=SMALL,
    )
    def allocate(self, size: int, how: str, place: int, value: int) -> None:
        if len({id(handle.span.memory) for handle in self.handles}) >= 4 or len(self.handles) >= 8:
            return
        if how == "count":
            size = 12
        memory = Memory(size)
        span = Span(memory, 0, size)
        if how == "empty":
            buffer = self.at(place, lambda: self.device.empty(size, np.uint8))
        elif how == "zeros":
            buffer = self.at(place, lambda: self.device.zeros(size, np.uint8))
            span.write(np.zeros(size, np.uint8))
        else:
            values = np.arange(value, value + size).astype(np.uint8)
            if how == "count":
                values = np.array([1 + value % 3, 1, value % 2], np.uint32).view(np.uint8)
            buffer = self.at(place, lambda: self.device.array(values))
            span.write(values)
        self.handles.append(Handle(buffer, span))

    @step(3, needs="handles", part=PARTS)
    def view(self, part: tuple[int, int, int]) -> None:
        if len(self.handles) < 8:
            self.handles.append(self.chosen(part))

    @step(3, needs="handles", pick=PICK)
    def free(self, pick: int) -> None:
        del self.handles[pick % len(self.handles)]

    @step(
        10,
        needs="handles",
        kernel=PICK,
        parts=THREE_PARTS,
        number=SMALL,
        trouble=TROUBLE,
        count=st.one_of(st.none(), st.none(), PICK),
        place=PLACE,
    )
    def launch(
        self,
        kernel: int,
        parts: Parts,
        number: int,
        trouble: str,
        count: int | None,
        place: int,
    ) -> None:
        built = self.build(kernel, parts, number, trouble, count)
        if built is None:
            return
        launch, make = built
        if trouble == "dry run":
            with dry_run(self.device):
                self.at(place, make)
            return
        if trouble == "refused":
            launch.refused = f"root {self.new_root()}"
            # Not one of those that are still on their way.
            assert self.device.device_state.channel.drain(SECONDS)
            self.backend.fail_next("submit", RuntimeError(launch.refused))
        self.at(place, make)
        if trouble == "refused":
            # It has been refused by now, or never came that far.
            assert self.device.device_state.channel.drain(SECONDS)
            self.backend._faults["submit"].clear()
        launch.run()

    @step(
        12,
        needs="handles",
        launches=st.lists(
            st.tuples(PICK, THREE_PARTS, SMALL, TROUBLE, st.one_of(st.none(), st.none(), PICK), PLACE),
            min_size=2,
            max_size=6,
        ),
    )
    def launch_several(self, launches: list[tuple[int, Parts, int, str, int | None, int]]) -> None:
        """What none of them can know of the others when they are made."""
        if not self.holding:
            self.hold()
        for kernel, parts, number, trouble, count, place in launches:
            self.launch(kernel, parts, number, trouble, count, place)

    @step(6, needs="handles", part=PARTS, value=SMALL, place=PLACE)
    def write(self, part: tuple[int, int, int], value: int, place: int) -> None:
        handle = self.chosen(part)
        values = np.arange(handle.buffer.size).astype(np.uint8) + np.uint8(value)
        self.at(place, lambda: handle.buffer.write(values))
        handle.span.write(values)

    @step(8, needs="handles", pick=PICK, blocks=st.integers(0, 1), place=PLACE)
    def write_count(self, pick: int, blocks: int, place: int) -> None:
        """Launches have left behind what is no grid, most of the time."""
        able = [handle for handle in self.handles if handle.buffer.size == 12 and not handle.span.start % 4]
        if able:
            handle = able[pick % len(able)]
            values = np.array([1, 1, blocks], np.uint32).view(np.uint8)
            self.at(place, lambda: handle.buffer.write(values))
            handle.span.write(values)

    @step(6, needs="handles", part=PARTS, place=PLACE)
    def read(self, part: tuple[int, int, int], place: int) -> None:
        self.release()
        self.read_and_compare(self.chosen(part), place)

    def read_and_compare(self, handle: Handle, place: int = 0) -> None:
        with self.expecting(handle):
            found = self.at(place, handle.buffer.read)
            span = handle.span
            known = span.memory.known[span.start : span.stop]
            np.testing.assert_array_equal(found[known], span.values[known])

    @step(4, needs="handles", part=PARTS, place=PLACE)
    def check(self, part: tuple[int, int, int], place: int) -> None:
        handle = self.chosen(part)
        with self.expecting(handle, settled=False):
            self.at(place, handle.buffer.check)

    @step(3, needs="handles", part=PARTS, place=PLACE)
    def wait_and_check(self, part: tuple[int, int, int], place: int) -> None:
        self.release()
        handle = self.chosen(part)
        with self.expecting(handle):
            self.at(place, lambda: self.device.sync_buffers(handle.buffer))
        report = handle.buffer.failure()
        assert (report is not None) == bool(handle.span.blame)
        if report is not None:
            self.compare_roots(report, handle)

    @step(2, place=PLACE)
    def sync(self, place: int) -> None:
        self.release()
        self.at(place, self.device.sync)

    @step(2, stream=st.integers(0, 2))
    def sync_stream(self, stream: int) -> None:
        self.release()
        self.streams[stream].sync()

    @step(2, one=st.integers(0, 2), other=st.integers(0, 2))
    def wait_for_event(self, one: int, other: int) -> None:
        self.streams[one].wait(self.streams[other].record())

    @step(4)
    def hold_kernels(self) -> None:
        if not self.holding:
            self.hold()

    @step(2, needs="holding")
    def let_kernels_go(self) -> None:
        self.release()

    @step(
        3,
        needs="handles",
        launches=st.lists(
            st.tuples(
                PICK,
                THREE_PARTS,
                SMALL,
                st.sampled_from(["none"] * 8 + ["fails", "empty grid"]),
                st.one_of(st.none(), st.none(), st.none(), PICK),
            ),
            max_size=4,
        ),
        place=PLACE,
    )
    def capture(self, launches: list[tuple[int, Parts, int, str, int | None]], place: int) -> None:
        if len(self.graphs) >= 4:
            return
        # What is in flight may fail or not: nobody could say whether a window is doomed.
        self.settle()
        recording = Recording()

        def record() -> None:
            for arguments in launches:
                built = self.build(*arguments)
                if built is not None:
                    launch, make = built
                    make()
                    recording.add(launch)

        stream = self.streams[place % 3]
        try:
            graph = self.at(place - place % 4, lambda: stream.capture(record))
        except CaptureError:
            assert recording.doomed
        else:
            assert not recording.doomed
            self.graphs.append((graph, recording))

    @step(5, needs="graphs", pick=PICK)
    def replay(self, pick: int) -> None:
        graph, recording = self.graphs[pick % len(self.graphs)]
        for launch in recording.launches:
            if launch.count is not None and not launch.count.blame and not launch.count.known:
                return
        self.settle()
        graph.replay()
        recording.replay()

    @step(1, needs="graphs", pick=PICK)
    def drop_graph(self, pick: int) -> None:
        del self.graphs[pick % len(self.graphs)]

    # ----------------------------------------------------------------------------------------------------- end ----

    def compare_everything(self) -> None:
        for handle in self.handles:
            with self.expecting(handle):
                handle.buffer.check()
            self.read_and_compare(handle)

    def teardown(self) -> None:
        try:
            self.settle()
            self.compare_everything()
            self.handles.clear()
            self.graphs.clear()
            for thread in self.threads:
                thread.shutdown()
            gc.collect()
            self.device.sync()
            report = self.device.memory_report()
            assert (report.in_use, report.mapped, report.allocations) == (0, 0, 0)
            assert self.device.device_state.ledger.live_failures() == []
            self.device.cleanup()
            assert self.backend.in_use == 0
            assert self.device.shutdown(SECONDS)
        finally:
            compilation.compiler = self.restore
            self.backend.close()


RuntimeMachine.TestCase.settings = settings(
    max_examples=PROGRAMS,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # to make a program of this size smaller takes longer than to read what happened
)


class TestRuntime(RuntimeMachine.TestCase):
    """The machine as a test."""
