"""The runtime under load: no deadlock, no torn state, nothing left behind, whatever fails on the way.

CI does a little of it; `PERICLASE_TEST_PROFILE=nightly` 32 threads of 2 000 launches each on every backend.
"""

from __future__ import annotations

import ctypes
import gc
import random
import sys
import threading
from collections.abc import Iterator

import pytest
from how_much import KILLS, STRESS_LAUNCHES, STRESS_SECONDS, STRESS_THREADS
from launch_rig import COMPILING, Rig
from paired_kernels import COMPILED, played_kernels
from python_kernels import PythonCompiler
from stress import FAULTY, Stress, count_books, left_behind, resident_bytes, within

from periclase.runtime import compilation
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure


@pytest.fixture(params=FAULTY)
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A device that can be made to fail, on each backend."""
    kind: str = request.param
    if kind not in COMPILING:
        compiler = PythonCompiler()
        monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    made = Rig(kind, Device(FAULTY[kind]()), COMPILED if kind in COMPILING else played_kernels())
    made.device.device_state.on_unclaimed = lambda error, claim: None
    yield made
    within(60, made.close)


def test_many_threads_with_failures_of_every_kind(rig: Rig) -> None:
    books, resident = [], []
    for lap in range(3):
        stress = Stress(rig, STRESS_THREADS, STRESS_LAUNCHES // 3, seed=lap)
        stress.run(STRESS_SECONDS)
        assert stress.did["launch"] > 0
        stress.leave()
        within(60, lambda: books.append(left_behind(rig)))
        assert books.pop() == {}
        del stress
        books.append(count_books())
        resident.append(resident_bytes())
    # Flat: the last lap leaves no more behind than the first.
    assert books[2] <= books[0] + type(books[0])(dict.fromkeys(books[0], 3)), books
    assert resident[2] - resident[1] < 64 << 20, resident
    gc.collect()


# ------------------------------------------------------------------------------------------- exceptions out of the blue ----


class Killed(BaseException):
    """Raised into threads of the runtime."""


_begin = threading.Thread.start
_beginning = threading.Lock()


def begin_undisturbed(thread: threading.Thread) -> None:
    """`Thread.start`, while nothing is raised: until a new thread runs, Python knows it by the number of its starter, and would
    raise into it instead. It would end before it has begun, which is more than `threading` stands."""
    with _beginning:
        _begin(thread)


_run = threading.Thread.run
_at_work: set[int] = set()


def run_noted(thread: threading.Thread) -> None:
    """`Thread.run`. Before and after it a thread is in Python's own code, and its starter, or who joins it, would wait for ever.

    Frames would tell too, but of a running thread they may be looked at only where there is an interpreter lock.
    """
    number = threading.get_ident()
    _at_work.add(number)
    try:
        _run(thread)
    finally:
        with _beginning:
            _at_work.discard(number)


def raise_into(thread: threading.Thread | None, error: type[BaseException]) -> None:
    """Have `thread` raise `error` wherever it is in Python, if it runs what it was made for."""
    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
    with _beginning:
        if thread is not None and thread.ident in _at_work:
            raised(ctypes.c_ulong(thread.ident), ctypes.py_object(error))


@pytest.mark.parametrize("error", [Killed, SystemExit, KeyboardInterrupt, MemoryError])
def test_threads_of_the_runtime_that_are_killed(
    rig: Rig, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exceptions are raised into the runner and the workers at any moment. What they hit has failed; nothing hangs, and
    whatever is read is right."""
    if rig.kind == "cuda" and error is MemoryError:
        pytest.skip(
            "the kernels of the GPU that is played are Python: it takes any `Exception` in one for a trap"
        )
    monkeypatch.setattr(threading, "excepthook", lambda told: None)
    # What is raised into a finaliser, or a callback of a weak reference, goes no further; the hook itself may be hit too.
    monkeypatch.setattr(sys, "unraisablehook", lambda told: None)
    monkeypatch.setattr(threading.Thread, "start", begin_undisturbed)
    monkeypatch.setattr(threading.Thread, "run", run_noted)
    channel, chance = rig.device.device_state.channel, random.Random(error.__name__)
    graph = getattr(rig.backend, "graph", None) or getattr(
        getattr(rig.backend, "executor", None), "_graph", None
    )
    x, y = rig.zeros(8), rig.zeros(8)

    def body() -> None:
        for i in range(KILLS):
            value = float(i)
            rig.kernels.fill[1, 64](x, value)
            for _ in range(chance.randrange(3)):
                rig.kernels.increase[1, 64](x, 1.0)
                value += 1
            rig.kernels.copy[1, 64](x, y)
            targets = [channel._thread, *(graph._threads if graph is not None else ())]
            raise_into(chance.choice([each for each in targets if each is not None] or [None]), error)
            try:
                assert y.read().tolist() == [value] * 8
            except BufferFailure as failure:
                if failure.__cause__ is None:
                    raise

    within(STRESS_SECONDS, body)

    def repair() -> None:
        # What was raised last may arrive only now.
        last: BufferFailure | None = None
        for _ in range(10):
            x.write(1.0)
            rig.kernels.copy[1, 64](x, y)
            try:
                assert y.read().tolist() == [1] * 8
                return
            except BufferFailure as failure:
                last = failure
        raise AssertionError("it stays broken") from last

    within(60, repair)
    x = y = None
    gc.collect()
    found: list[dict[str, int]] = []
    within(60, lambda: found.append(left_behind(rig)))
    assert found == [{}]
