"""Whatever else raises: observers, tracers, hooks, finalisers, workers that are killed, tasks that are cancelled.

None of it is the launch's failure, so that the bytes are right; and what a hook was told of is not lost with the hook.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import sys
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from launch_rig import WAIT, Rig, root

from periclase.runtime.autotune import autotune, compile_on
from periclase.runtime.dry_run import precompile
from periclase.runtime.failures import BufferFailure
from periclase.runtime.observers import observe
from periclase.runtime.trace import trace
from periclase.settings import reload_settings


class Raised(Exception):
    """What the tests raise."""


class Told(list[BaseException]):
    """What was shown: by `sys.excepthook`, or as an exception that nobody could be given."""


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Instead of on the screen."""
    told = Told()
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: told.append(unraisable.exc_value))
    monkeypatch.setattr(threading, "excepthook", lambda thread: told.append(thread.exc_value))
    return told


def raising(*_: object, **__: object) -> Any:
    """Raise."""
    raise Raised


def works(rig: Rig) -> None:
    """The device does what it is told."""
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    rig.kernels.copy[1, 64](x, y)
    rig.kernels.increase[1, 64](y, 1.0)
    assert y.read().tolist() == [2, 3, 4, 5]
    rig.spoil(y)
    with pytest.raises(BufferFailure):
        y.read()
    y.write(1.0)
    assert y.read().tolist() == [1] * 4


# ------------------------------------------------------------------------------------------------------------- hooks ----


def test_an_observer_that_raises(rig: Rig, shown: Told) -> None:
    seen: list[str] = []
    with observe(raising), observe(lambda launch: seen.append(launch.kernel.name)):
        works(rig)
    assert seen == ["copy", "increase", "broken"]
    assert [type(error) for error in shown] == [Raised] * 3


def test_the_hook_for_failures_that_no_buffer_carries_raises(rig: Rig, shown: Told) -> None:
    rig.device.device_state.on_unclaimed = raising
    nothing = rig.zeros()[:0]
    rig.kernels.broken[1, 64](rig.zeros(), nothing)
    rig.device.sync()
    # The failure it was to be told of, and its own.
    assert [isinstance(error, BufferFailure | Raised) for error in shown] == [True, True]
    assert sum(isinstance(error, Raised) for error in shown) == 1
    works(rig)


@pytest.mark.parametrize("told", ["launched", "waited", "claimed", "repaired", "failed", "skipped", "copied"])
def test_a_tracer_that_raises(rig: Rig, monkeypatch: pytest.MonkeyPatch, shown: Told, told: str) -> None:
    """It is ours, so this would be a defect: it may cost a launch, whose bytes say so, and nothing else."""
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    with trace():
        rig.device.sync()
        tracer = rig.device.device_state.dispatcher.tracer
        assert tracer is not None
        with monkeypatch.context() as patch:
            patch.setattr(type(tracer), told, raising)
            for _ in range(2):
                for use in (
                    lambda: rig.kernels.copy[1, 64](x, y),
                    lambda: rig.spoil(y),
                    lambda: rig.kernels.copy[1, 64](y, x),
                    lambda: y.write(1.0),
                    lambda: x.write(1.0),
                    lambda: y.read(),
                ):
                    with suppress(BufferFailure, Raised):
                        use()
            rig.device.device_state.channel.drain(WAIT)
    for buffer in (x, y):
        buffer.write(7.0)
        assert buffer.read().tolist() == [7] * 4
    rig.device.sync()


def test_settling_that_raises(rig: Rig, monkeypatch: pytest.MonkeyPatch, shown: Told) -> None:
    """It goes on where it was: no work is forgotten, and no failure."""
    dispatcher = rig.device.device_state.dispatcher
    x, y, z = rig.array(1, 2, 3, 4), rig.zeros(), rig.zeros()
    rig.kernels.copy[1, 64](x, y)
    rig.device.sync()
    settle_one, left = dispatcher._settle_one, [3]

    def settle(*arguments: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise Raised
        settle_one(*arguments)

    monkeypatch.setattr(dispatcher, "_settle_one", settle)
    # What is over when it has been handed over is never settled.
    monkeypatch.setattr(rig.device.device_state, "expect_wait", lambda: False)
    for i in range(12):
        with suppress(BufferFailure, Raised):
            rig.kernels.fill[1, 64](z, float(i))
            rig.kernels.copy[1, 64](z, y)
            assert y.read().tolist() == [i] * 4
    assert left == [0]
    z.write(3.0)
    rig.kernels.copy[1, 64](z, y)
    assert y.read().tolist() == [3] * 4
    rig.device.sync()
    assert not rig.device.exclusive(lambda: (dispatcher.settle_all(), list(dispatcher.flight))[1])


# -------------------------------------------------------------------------------------------------------- finalisers ----


class Dying:
    """Garbage in a cycle, whose end raises, after it has used the device where the collector comes upon it."""

    def __init__(self, work: Callable[[], object]):
        self.itself, self.work = self, work

    def __del__(self) -> None:
        self.work()
        raise Raised


def test_finalisers_that_launch_and_raise(rig: Rig, shown: Told) -> None:
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    z = rig.zeros()
    before = gc.get_threshold()
    gc.set_threshold(5)
    try:
        for _ in range(30):
            Dying(lambda: rig.kernels.copy[1, 64](x, z))
            rig.kernels.copy[1, 64](x, y)
            assert y.read().tolist() == [1, 2, 3, 4]
    finally:
        gc.set_threshold(*before)
    gc.collect()
    assert [type(error) for error in shown] == [Raised] * 30
    assert z.read().tolist() == [1, 2, 3, 4]


def test_callbacks_of_weak_references_that_raise(rig: Rig, shown: Told) -> None:
    """Of buffers, and of arrays that were read: they are dropped by whoever had them last, the runner maybe."""
    watched: list[Any] = []
    for _ in range(10):
        x, y = rig.array(1, 2, 3, 4), rig.zeros()
        watched += [weakref.ref(x, raising), weakref.ref(y, raising)]
        rig.kernels.copy[1, 64](x, y)
        assert y.read().tolist() == [1, 2, 3, 4]
    del x, y
    rig.device.sync()
    gc.collect()
    assert [type(error) for error in shown] == [Raised] * 20
    assert [each() for each in watched] == [None] * 20
    works(rig)


# ---------------------------------------------------------------------------------------------- killed workers ----


def dead_pool() -> ProcessPoolExecutor:
    """Its processes are gone before they have done anything."""
    return ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=os._exit, initargs=(9,)
    )


@pytest.fixture
def real_rig(real: Rig, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """With nothing in its caches, and with reports."""
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PERICLASE_VERBOSE", "1")
    reload_settings()
    return real


DEAD_POOL = "kernels are compiled in this process.*BrokenProcessPool"


def test_processes_that_die_while_they_precompile(real_rig: Rig) -> None:
    rig = real_rig
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    # Compiling, and so the warning, is at the end of the block.
    with dead_pool() as pool, pytest.warns(RuntimeWarning, match=DEAD_POOL), precompile(executor=pool):  # noqa: PT031
        rig.kernels.copy[1, 64](x, y)
        rig.kernels.fill[1, 64](x, 5.0)
    # All was compiled here, when it was left.
    assert sorted(rig.compiled) == ["copy", "fill"]
    rig.kernels.copy[1, 64](x, y)
    assert y.read().tolist() == [1, 2, 3, 4]
    assert sorted(rig.compiled) == ["copy", "fill"]


def test_processes_that_die_while_they_compile_candidates(real_rig: Rig) -> None:
    rig = real_rig

    @autotune(candidates=[{"kernel": rig.kernels.copy, "block": block} for block in (32, 64)])
    def copied(x: Any, y: Any, *, kernel: Any, block: int) -> None:
        kernel[1, block](x, y)

    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    with dead_pool() as pool, pytest.warns(RuntimeWarning, match=DEAD_POOL), compile_on(pool):
        copied(x, y)
    assert y.read().tolist() == [1, 2, 3, 4]
    assert rig.compiled == ["copy"]


# ----------------------------------------------------------------------------------------------------- cancellation ----


def test_a_read_whose_time_is_over(rig: Rig) -> None:
    """The task is cancelled; the copy goes on in memory of its own, and the next read gets the bytes."""

    async def run() -> None:
        x, y = rig.array(1, 2, 3, 4), rig.zeros()
        stream = rig.device.stream()
        held = rig.hold(stream)
        with stream:
            rig.kernels.copy[1, 64](x, y)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(y.aread(), 0.05)
        held.open()
        assert (await asyncio.wait_for(y.aread(), WAIT)).tolist() == [1, 2, 3, 4]
        rig.kernels.fill[1, 64](y, 2.0)
        assert (await asyncio.wait_for(y.aread(), WAIT)).tolist() == [2] * 4

    asyncio.run(run())
    works(rig)


def test_one_of_several_reads_fails_and_others_are_cancelled(rig: Rig) -> None:
    async def run() -> None:
        stream = rig.device.stream()
        held = rig.hold(stream)
        x, broken, free = rig.array(1, 2, 3, 4), rig.zeros(), rig.array(4, 3, 2, 1)
        with stream:
            ready = [rig.zeros() for _ in range(3)]
            for y in ready:
                rig.kernels.copy[1, 64](x, y)
        rig.spoil(broken)
        with pytest.raises(BufferFailure):
            await asyncio.gather(*(each.aread() for each in ready), broken.aread())
        waiting = [asyncio.ensure_future(each.aread()) for each in ready]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        cancelled = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in cancelled] == [asyncio.CancelledError] * 3
        held.open()
        both = await asyncio.gather(free.aread(), broken.aread(), *map(read, ready), return_exceptions=True)
        assert isinstance(both[1], BufferFailure)
        assert [np.asarray(each).tolist() for each in (both[0], *both[2:])] == [[4, 3, 2, 1]] + 3 * [
            [1, 2, 3, 4]
        ]
        assert type(root(broken)) is type(both[1].__cause__)

    async def read(buffer: Any) -> Any:
        return await buffer.aread()

    asyncio.run(run())
    works(rig)
