"""Random programs on a device, each step of them done twice: on the device, and in the sequential model.

A program is a `Program` and the chances that its steps take. `Chance` may be hypothesis, which then makes a failing program
smaller, or numbers, which is fast (`long_programs`). A step that makes no sense where it comes does nothing, so that every
part of a program is a program.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import pytest
from program_devices import ProgramDevice, is_root, named
from sequential_model import KERNELS, Launch, Memory, Recording, Span, bad_count

from periclase.runtime.buffer import Buffer
from periclase.runtime.capture import CaptureError
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failure_report import FailureReport
from periclase.runtime.failures import BufferFailure, DeviceLost
from periclase.runtime.graph import Graph
from periclase.runtime.graph_replay import GraphError
from periclase.runtime.outcome import FAILED, NOTHING, WROTE
from periclase.runtime.profile import ProfileError
from periclase.runtime.streams import Stream

T = TypeVar("T")

SECONDS = 60
"""After which a wait counts as a deadlock."""
_LETTING_GO = 5.0
"""Seconds that other threads have at the end of a program."""
_MOST_HANDLES = 8
_MOST_MEMORIES = 4
_MOST_GRAPHS = 4
_SIZES = (0, 1, 5, 12, 16, 40)
_RESET = "was reset, and what was in its memory is gone"


class Chance(Protocol):
    """What decides."""

    def below(self, number: int) -> int:
        """One of 0 to `number` (exclusive)."""
        ...


@dataclass
class Handle:
    """A buffer of bytes, and what the model knows of them."""

    buffer: Buffer
    span: Span

    def part(self, start: int, stop: int) -> Handle:
        """A view of a part."""
        memory, at, _ = self.span
        return Handle(self.buffer[start:stop], Span(memory, at + start, at + stop))


class Prepared(NamedTuple):
    """A launch for the model, how to make it, what is to go wrong with it besides, and where it is made."""

    launch: Launch
    make: Callable[[], None]
    trouble: str
    place: int


class _Thread:
    """A thread that calls functions."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                self._results.put((call(), None))
            except BaseException as error:
                self._results.put((None, error))
            del call

    def begin(self, call: Callable[[], Any]) -> None:
        """Have it call a function."""
        self._calls.put(call)

    def result(self) -> Any:
        """What came of that."""
        result, error = self._results.get(timeout=SECONDS)
        if error is not None:
            raise error
        return result

    def let_end(self) -> None:
        """It ends when it has done what it was given."""
        self._calls.put(None)

    def end(self) -> None:
        """Wait until it has ended."""
        self.let_end()
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


STEPS: list[str] = []
"""Each as often as its weight says."""


def rule(weight: int) -> Callable[[T], T]:
    """A step of the programs, taken as often as its weight says."""

    def note(method: Any) -> Any:
        STEPS.extend([method.__name__] * weight)
        return method

    return note


class Program:
    """A device, and the model of it.

    Attributes:
        counts: how often each step was taken, and what came of launches and reads.
    """

    def __init__(self, kind: str):
        self.counts: Counter[str] = Counter()
        self._world = ProgramDevice(kind)
        self._device = self._world.device
        self._state = self._device.device_state
        self._threads = (_Thread(), _Thread())
        self._streams: list[Stream] = [self._device.stream() for _ in range(3)]
        self._handles: list[Handle] = []
        self._graphs: list[tuple[Graph, Recording]] = []
        self._roots = 0
        for place in range(2):
            self._add_array(np.array([1, 1, 1], np.uint32).view(np.uint8), place)

    def step(self, chance: Chance) -> str:
        """One step. What it was."""
        name = STEPS[chance.below(len(STEPS))]
        self.counts[name] += 1
        getattr(self, name)(chance)
        return name

    def finish(self) -> None:
        """See that everything is as the model has it, and that nothing is left behind."""
        self._settle()
        self._compare_everything()
        self._handles.clear()
        self._graphs.clear()
        self._streams.clear()
        for thread in self._threads:
            thread.end()
        # Other threads may be about to drop what they have worked for: there is no event for that.
        deadline = time.monotonic() + _LETTING_GO
        while (left := self._left_behind()) and time.monotonic() < deadline:
            time.sleep(0.001)
        assert not left, f"left behind: {left}"
        assert self._device.shutdown(SECONDS)
        self._world.close()

    def _left_behind(self) -> str:
        """What memory and failures there are, now that nobody has a buffer. Nothing, in a world that is well."""
        gc.collect()
        self._device.sync()
        self._device.cleanup()
        report = self._device.memory_report()
        failures = self._state.ledger.live_failures()
        in_use = getattr(self._world.backend, "in_use", 0)
        if failures or in_use or report.in_use or report.mapped or report.allocations or report.reserved:
            return f"{report}, {in_use} bytes of the backend, {failures}"
        return ""

    def _compare_everything(self) -> None:
        for handle in self._handles:
            with self._expecting(handle):
                handle.buffer.check()
            self._read_and_compare(handle, 0)

    def abandon(self) -> None:
        """Give the program up where it stands."""
        self._world.steering.let_go()
        for thread in self._threads:
            thread.let_end()
        for end in (lambda: self._device.shutdown(1.0), self._world.close):
            with contextlib.suppress(Exception):
                end()

    # ------------------------------------------------------------------------------------------------- chances ----

    def _handle(self, chance: Chance) -> Handle | None:
        """A handle, or a part of one."""
        if not self._handles:
            return None
        handle = self._handles[chance.below(len(self._handles))]
        if chance.below(2):
            return handle
        size = handle.buffer.size
        return handle.part(*sorted((chance.below(size + 1), chance.below(size + 1))))

    def _prepared(
        self, chance: Chance, troubles: Sequence[str] = (), *, dynamic: bool = True
    ) -> Prepared | None:
        """A launch; None if nobody could tell what comes of it."""
        if not self._handles:
            return None
        spec = _CHOICE[chance.below(len(_CHOICE))]
        used = [handle for _ in spec.accesses if (handle := self._handle(chance)) is not None]
        launch = Launch(spec, [handle.span for handle in used], chance.below(256))
        trouble = troubles[chance.below(len(troubles))] if troubles else ""
        root = 0
        if trouble == "fails" and self._world.traps:
            root = self._new_root()
            launch.failure = self._world.name_of(root)
        grid: Any = 1
        if trouble == "empty grid":
            launch.no_block = True
            grid = (1, 0, 1)
        elif dynamic and not chance.below(5):
            counts = [handle for handle in self._handles if self._is_count(handle)]
            if not counts:
                return None
            handle = counts[chance.below(len(counts))]
            launch.count = handle.span
            grid = handle.buffer.view(np.uint32)
            nothing = not handle.span.blame and 0 in handle.span.values.view(np.uint32)
            if nothing and launch.missing:
                return None  # it may be refused for lack of memory before the count is known
        buffers = [handle.buffer for handle in used]

        def make() -> None:
            self._world.launch(spec, grid, buffers, launch.number, root)

        return Prepared(launch, make, trouble, chance.below(12))

    def _is_count(self, handle: Handle) -> bool:
        """Whether a grid can be read from there, and everybody would read the same."""
        span = handle.span
        if span.stop - span.start != 12 or span.start % 4:
            return False
        if span.blame:
            return True
        return span.known and self._takes(span)

    def _takes(self, count: Span) -> bool:
        """Whether a grid of so many blocks is refused, or over soon."""
        return bad_count(count) is not None or self._world.takes(count.values.view(np.uint32).tolist())

    # ------------------------------------------------------------------------------------------------- helpers ----

    def _at(self, place: int, call: Callable[[], T]) -> T:
        """`call` on one of three threads, in one of three streams or in the thread's own."""
        entered = self._entered(place, call)
        if place < 4:
            return entered()
        thread = self._threads[place // 4 - 1]
        thread.begin(entered)
        return thread.result()

    def _entered(self, place: int, call: Callable[[], T]) -> Callable[[], T]:
        stream = place % 4
        if not stream:
            return call

        def entered() -> T:
            with self._streams[stream - 1]:
                return call()

        return entered

    def _new_root(self) -> int:
        self._roots += 1
        return self._roots

    def _drain(self) -> None:
        assert self._state.channel.drain(SECONDS)

    def _release(self) -> None:
        """Nothing is held back any more. Called before whatever waits."""
        self._world.steering.let_go()

    def _settle(self) -> None:
        """Wait until all is done: from now on every failure is known."""
        self._release()
        self._device.sync()

    @contextlib.contextmanager
    def _expecting(self, handle: Handle, *, settled: bool = True) -> Generator[None]:
        """A failure is told if, and only if, there is one; one that has not happened yet need not be."""
        try:
            yield
        except BufferFailure as failure:
            self._compare_roots(failure.failure, handle.span)
        else:
            assert not settled or not handle.span.blame, f"nobody said that {handle.span.blame} failed"

    def _compare_roots(self, report: FailureReport, span: Span) -> None:
        blame = span.blame
        assert blame, f"{[root.text for root in report.roots]} is told of bytes that are there"
        for root in report.roots:
            assert any(is_root(root, name) for name in blame), (root.text, blame)

    def _compare_bytes(self, found: np.ndarray[Any, Any], span: Span) -> None:
        assert not span.blame, f"bytes are read, and {span.blame} failed"
        known = span.memory.known[span.start : span.stop]
        assert np.array_equal(found[known], span.values[known]), (found, span.values, known)

    def _read_and_compare(self, handle: Handle, place: int) -> None:
        with self._expecting(handle):
            self._compare_bytes(self._at(place, handle.buffer.read), handle.span)
        self.counts["read failed" if handle.span.blame else "read bytes"] += 1

    def _full(self) -> bool:
        memories = {id(handle.span.memory) for handle in self._handles}
        return len(memories) >= _MOST_MEMORIES or len(self._handles) >= _MOST_HANDLES

    def _add_array(self, values: np.ndarray[Any, Any], place: int) -> None:
        handle = Handle(self._at(place, lambda: self._device.array(values)), Memory(len(values)).all)
        handle.span.write(values)
        self._handles.append(handle)

    def _write(self, handle: Handle, values: np.ndarray[Any, Any], place: int) -> None:
        self._at(place, lambda: handle.buffer.write(values))
        handle.span.write(values)

    def _launch(self, prepared: Prepared) -> int:
        """Make a launch, and tell the model. What came of it."""
        launch, make, trouble, place = prepared
        if trouble == "dry run":
            with dry_run(self._device):
                self._at(place, make)
            return NOTHING
        if trouble == "refused":
            root = self._new_root()
            self._drain()  # not one of those that are still on their way
            self._world.steering.refuse("submit", RuntimeError(named(root)))
            self._at(place, make)
            self._drain()
            if self._world.steering.refused("submit"):
                launch.refused = named(root)
        else:
            self._at(place, make)
        outcome = launch.run()
        self.counts[f"launch {_OUTCOMES[outcome]}"] += 1
        return outcome

    # -------------------------------------------------------------------------------------------------- memory ----

    @rule(6)
    def allocate(self, chance: Chance) -> None:
        """A buffer, mostly of little."""
        if self._full():
            return
        how, place = chance.below(4), chance.below(12)
        size = _SIZES[chance.below(len(_SIZES))]
        if how == 0:
            self._handles.append(
                Handle(self._at(place, lambda: self._device.empty(size, np.uint8)), Memory(size).all)
            )
        elif how == 1:
            memory = Memory(size)
            self._handles.append(
                Handle(self._at(place, lambda: self._device.zeros(size, np.uint8)), memory.all)
            )
            memory.all.write(np.zeros(size, np.uint8))
        elif how == 2:
            first = chance.below(256)
            self._add_array(np.arange(first, first + size).astype(np.uint8), place)
        else:
            count = np.array([1 + chance.below(3), 1, chance.below(2)], np.uint32)
            self._add_array(count.view(np.uint8), place)

    @rule(1)
    def allocate_too_much(self, chance: Chance) -> None:
        """A buffer that there never is memory for."""
        if self._full():
            return
        nbytes = 2**50 + self._new_root()
        size, place = _SIZES[chance.below(len(_SIZES))], chance.below(12)
        buffer = self._at(place, lambda: self._device.empty(nbytes, np.uint8))
        memory = Memory(size)
        memory.missing = f"no memory for {nbytes} bytes"
        memory.mapped = False
        memory.all.spoil(frozenset())
        self._handles.append(Handle(buffer[:size], memory.all))

    @rule(2)
    def allocate_in_vain(self, chance: Chance) -> None:
        """A buffer for which the device has no memory at the moment; unless the pool has."""
        if self._full():
            return
        root = self._new_root()
        size = _SIZES[chance.below(len(_SIZES))]
        nbytes = 300 + (chance.below(256) << chance.below(8))
        refusals, place = 1 + chance.below(2), chance.below(12)
        self._drain()
        self._world.steering.refuse("allocate", MemoryError(named(root)), refusals)
        buffer = self._at(place, lambda: self._device.empty(nbytes, np.uint8))
        self._drain()
        memory = Memory(size)
        if self._world.steering.refused("allocate", refusals) and refusals == 2:
            memory.mapped = False
            memory.all.spoil(frozenset({named(root)}))
        self._handles.append(Handle(buffer[:size], memory.all))

    @rule(3)
    def view(self, chance: Chance) -> None:
        """One more handle of the same memory."""
        handle = self._handle(chance)
        if handle is not None and len(self._handles) < _MOST_HANDLES:
            self._handles.append(handle)

    @rule(3)
    def free(self, chance: Chance) -> None:
        """Drop a handle."""
        if self._handles:
            del self._handles[chance.below(len(self._handles))]

    @rule(1)
    def cleanup(self, chance: Chance) -> None:
        """Give back what nobody uses."""
        self._device.cleanup()

    # ------------------------------------------------------------------------------------------------ launching ----

    @rule(10)
    def launch(self, chance: Chance) -> None:
        """One launch."""
        prepared = self._prepared(chance, _TROUBLES)
        if prepared is not None:
            self._launch(prepared)

    @rule(12)
    def launch_several(self, chance: Chance) -> None:
        """What none of them can know of the others when they are made."""
        self._world.steering.holding = True
        for _ in range(2 + chance.below(5)):
            self.launch(chance)

    @rule(3)
    def launch_at_once(self, chance: Chance) -> None:
        """Launches of several threads at the same time, none of which can know of another."""
        chosen: list[Prepared] = []
        for _ in range(3):
            prepared = self._prepared(chance, ("", "", "", "fails"))
            if prepared is not None and not any(_conflict(prepared.launch, one.launch) for one in chosen):
                chosen.append(prepared)
        for (_, make, _, place), thread in zip(chosen[1:], self._threads, strict=False):
            thread.begin(self._entered(place, make))
        for _, make, _, place in chosen[:1]:
            self._entered(place, make)()
        for _, thread in zip(chosen[1:], self._threads, strict=False):
            thread.result()
        for prepared in chosen:
            prepared.launch.run()

    @rule(4)
    def hold(self, chance: Chance) -> None:
        """Have work wait from now on."""
        self._world.steering.holding = True

    @rule(2)
    def let_go(self, chance: Chance) -> None:
        """Have it wait no longer."""
        self._release()

    @rule(3)
    def profile(self, chance: Chance) -> None:
        """Launches that are measured."""
        self._release()
        chosen = [
            self._prepared(chance, ("", "", "", "fails", "empty grid")) for _ in range(1 + chance.below(3))
        ]
        outcomes: list[int] = []

        def measure() -> Any:
            with self._device.profile() as window:
                for prepared in chosen:
                    if prepared is not None and self._is_told(prepared.launch):
                        prepared.make()
                        outcomes.append(prepared.launch.run())
            return window

        window = self._at(chance.below(12), measure)
        try:
            measured = len(window.launches)
        except ProfileError:
            assert FAILED in outcomes
        else:
            assert FAILED not in outcomes, "a profile does not tell that its launches failed"
            assert outcomes.count(WROTE) <= measured + window.untimed <= len(outcomes)

    # ---------------------------------------------------------------------------------------------- the host ----

    @rule(6)
    def write(self, chance: Chance) -> None:
        """A write of the host, which may be refused where it does not happen at once."""
        handle = self._handle(chance)
        if handle is None:
            return
        values = np.arange(handle.buffer.size).astype(np.uint8) + np.uint8(chance.below(256))
        place = chance.below(12)
        if chance.below(8):
            self._write(handle, values, place)
            return
        root = self._new_root()
        self._drain()
        self._world.steering.refuse("copy", RuntimeError(named(root)))
        self._at(place, lambda: handle.buffer.write(values))
        if self._world.steering.refused("copy"):
            handle.span.spoil(frozenset({named(root)}))
        else:
            handle.span.write(values)

    @rule(8)
    def write_count(self, chance: Chance) -> None:
        """Launches have left behind what is no grid, most of the time."""
        able = [handle for handle in self._handles if handle.buffer.size == 12 and not handle.span.start % 4]
        if able:
            count = np.array([1, 1, chance.below(2)], np.uint32).view(np.uint8)
            self._write(able[chance.below(len(able))], count, chance.below(12))

    @rule(6)
    def read(self, chance: Chance) -> None:
        """A read tells the failure, or gives the bytes."""
        self._release()
        handle = self._handle(chance)
        if handle is not None:
            self._read_and_compare(handle, chance.below(12))

    @rule(2)
    def read_in_tasks(self, chance: Chance) -> None:
        """Reads of an event loop, behind a launch made there."""
        self._release()
        prepared = self._prepared(chance, ("", "", "", "fails"))
        handles = [handle for _ in range(1 + chance.below(2)) if (handle := self._handle(chance)) is not None]

        async def run() -> list[Any]:
            if prepared is not None:
                prepared.make()
            reads = [handle.buffer.aread() for handle in handles]
            return await asyncio.wait_for(asyncio.gather(*reads, return_exceptions=True), SECONDS)

        answers = _event_loop().run_until_complete(run())
        if prepared is not None:
            prepared.launch.run()
        for answer, handle in zip(answers, handles, strict=True):
            with self._expecting(handle):
                if isinstance(answer, BaseException):
                    raise answer
                self._compare_bytes(answer, handle.span)

    @rule(5)
    def window(self, chance: Chance) -> None:
        """The host has the memory in its hands, and may fail; what is launched meanwhile waits for it."""
        self._release()
        handle = self._handle(chance)
        if handle is None:
            return
        span = handle.span
        mode, place = ("r", "rw", "w")[chance.below(3)], chance.below(12)
        values = np.arange(handle.buffer.size).astype(np.uint8) + np.uint8(chance.below(256))
        root = self._new_root() if not chance.below(4) else 0
        written = len(values) // 2 if root else len(values)
        followers = [self._prepared(chance, dynamic=not number) for number in range(chance.below(3))]
        followers = [each for each in followers if each is not None and not _is_count_of(each.launch, [span])]

        def enter() -> None:
            with handle.buffer.host(mode) as array:
                if mode != "w":
                    self._compare_bytes(array, span)
                if mode != "r":
                    array[:written] = values[:written]
                for follower in followers:
                    self._entered(follower.place, follower.make)()
                if root:
                    raise _Left(named(root))

        try:
            self._at(place, enter)
        except BufferFailure as failure:
            if mode == "w" and span.memory.missing is not None:
                span.spoil(frozenset())
            self._compare_roots(failure.failure, span)
            return
        except _Left:
            assert root
        if mode != "w":
            assert not span.blame, f"a block is entered, and {span.blame} failed"
        if mode != "r":
            if root:
                span.spoil(frozenset({named(root)}))
            else:
                span.write(values)
        for follower in followers:
            follower.launch.run()

    @rule(4)
    def check(self, chance: Chance) -> None:
        """A look."""
        handle = self._handle(chance)
        if handle is not None:
            with self._expecting(handle, settled=False):
                self._at(chance.below(12), handle.buffer.check)

    @rule(3)
    def wait_and_check(self, chance: Chance) -> None:
        """A look behind all work."""
        self._release()
        handle = self._handle(chance)
        if handle is None:
            return
        with self._expecting(handle):
            self._at(chance.below(12), lambda: self._device.sync_buffers(handle.buffer))
        report = handle.buffer.failure()
        assert (report is not None) == bool(handle.span.blame)
        if report is not None:
            self._compare_roots(report, handle.span)

    @rule(2)
    def sync(self, chance: Chance) -> None:
        """Wait for everything."""
        self._release()
        self._at(chance.below(12), self._device.sync)

    @rule(2)
    def sync_stream(self, chance: Chance) -> None:
        """Wait for a stream."""
        self._release()
        self._streams[chance.below(3)].sync()

    @rule(2)
    def wait_for_event(self, chance: Chance) -> None:
        """Have a stream wait for another."""
        self._streams[chance.below(3)].wait(self._streams[chance.below(3)].record())

    # ------------------------------------------------------------------------------------------------- captures ----

    @rule(3)
    def capture(self, chance: Chance) -> None:
        """Record some launches."""
        if len(self._graphs) >= _MOST_GRAPHS:
            return
        # What is in flight may fail or not: nobody could say whether a window is doomed.
        self._settle()
        recording = Recording()
        launches = [
            self._prepared(chance, ("",) * 8 + ("fails", "empty grid")) for _ in range(chance.below(5))
        ]
        place = chance.below(9)

        def record() -> None:
            for prepared in launches:
                if prepared is None:
                    continue
                launch = prepared.launch
                # Memory that would have to be mapped dooms a window with words of its own.
                mapped = all(span.memory.mapped for span in launch.slices)
                before = [span for each in recording.launches for span in each.writes]
                if mapped and not _is_count_of(launch, before):
                    prepared.make()
                    recording.add(launch)

        stream = self._streams[place % 3]
        try:
            graph = self._at(place // 3 * 4, lambda: stream.capture(record))
        except CaptureError:
            assert recording.doomed
        else:
            assert not recording.doomed
            self._graphs.append((graph, recording))

    @rule(5)
    def replay(self, chance: Chance) -> None:
        """Run what was recorded."""
        if not self._graphs:
            return
        graph, recording = self._graphs[chance.below(len(self._graphs))]
        if not all(self._is_told(launch) for launch in recording.launches):
            return
        self._settle()
        graph.replay()
        self._drain()  # what a driver records for it now is not to be held
        recording.replay()

    def _is_told(self, launch: Launch) -> bool:
        """Whether it is known how many blocks it has."""
        count = launch.count
        if count is None or count.blame:
            return True
        return count.known and self._takes(count)

    @rule(1)
    def drop_graph(self, chance: Chance) -> None:
        """Forget what was recorded."""
        if self._graphs:
            del self._graphs[chance.below(len(self._graphs))]

    # ------------------------------------------------------------------------------------------------ the device ----

    @rule(1)
    def reset(self, chance: Chance) -> None:
        """Begin anew, after a loss of the device or without one: what was in its memory is gone."""
        if chance.below(3):
            return
        root = _RESET
        lost = named(self._new_root())
        if chance.below(2) and self._world.lose(RuntimeError(lost)):
            root = lost
            for _ in range(chance.below(3)):
                prepared = self._prepared(chance, dynamic=False)
                if prepared is not None:
                    self._at(prepared.place, prepared.make)
                    if prepared.launch.kernel.broken:
                        prepared.launch.run()
                    else:
                        prepared.launch.spoil(prepared.launch.blame | prepared.launch.missing | {lost})
            with pytest.raises(DeviceLost, match=lost):
                self._device.sync()
        elif not self._world.compiled or chance.below(2):
            self._settle()
        self._device.reset()
        self._release()
        for memory in {id(handle.span.memory): handle.span.memory for handle in self._handles}.values():
            memory.lose(root)
        for graph, _ in self._graphs:
            with pytest.raises(GraphError):
                graph.replay()
        self._graphs.clear()


_OUTCOMES = {WROTE: "wrote", NOTHING: "nothing", FAILED: "failed"}


class _Left(Exception):
    """Leaves a block of the host."""


_TROUBLES = ("",) * 30 + ("fails", "fails", "refused", "empty grid", "dry run")
_CHOICE = [kernel for kernel in KERNELS for _ in range(1 if kernel.broken else 4)]
"""Failures are handed on quickly, and ended slowly: not too many, else nothing is ever computed."""


def _conflict(one: Launch, other: Launch) -> bool:
    """Whether it matters which of them comes first."""
    pairs = [(a, b) for a in one.writes for b in (*other.reads, *other.writes)]
    pairs += [(a, b) for a in other.writes for b in one.reads]
    return any(a.overlaps(b) for a, b in pairs)


def _is_count_of(launch: Launch, spans: Sequence[Span]) -> bool:
    """Whether its number of blocks is in one of these: half of it may become a grid that no night is long enough for."""
    return launch.count is not None and any(map(launch.count.overlaps, spans))


_loops: list[asyncio.AbstractEventLoop] = []


def _event_loop() -> asyncio.AbstractEventLoop:
    if not _loops:
        _loops.append(asyncio.new_event_loop())
    return _loops[0]


def close_event_loop() -> None:
    """The end of all programs."""
    while _loops:
        loop = _loops.pop()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
