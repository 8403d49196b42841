"""Dry runs: everything that a first launch owes but its work, and nothing of it on any buffer."""

from __future__ import annotations

import asyncio
import contextvars
import threading

import pytest
from launch_rig import Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.capture import CaptureError
from periclase.runtime.dry_run import dry_run, precompile, real_run


def test_an_ordinary_launch_is_dropped(rig: Rig) -> None:
    y = rig.array(9, 9, 9)
    with dry_run():
        rig.kernels.fill[1, 64](y, 1.0)
        assert y.read().tolist() == [9, 9, 9]
    assert y.read().tolist() == [9, 9, 9]
    rig.kernels.fill[1, 64](y, 1.0)
    assert y.read().tolist() == [1, 1, 1]


def test_guards_nest_and_the_innermost_decides(rig: Rig) -> None:
    y = rig.zeros(1)

    def runs() -> bool:
        before = y.read()[0]
        rig.kernels.increase[1, 64](y, 1.0)
        return bool(y.read()[0] > before)

    assert runs()
    with dry_run():
        assert not runs()
        with dry_run():
            assert not runs()
        assert not runs()
        with real_run():
            assert runs()
            with precompile():
                assert not runs()
                with real_run():
                    assert runs()
            with real_run():
                assert runs()
            assert runs()
        assert not runs()
    assert runs()


def test_n_kernels_are_compiled_and_nothing_else_happens(rig: Rig) -> None:
    x, spoiled, count = rig.array(1, 2), rig.zeros(2), rig.count(1, 1, 1)
    rig.spoil(spoiled)
    rig.device.sync()
    failures, before = rig.failures(), rig.device.memory_report()
    with rig.device.trace() as trace, dry_run(rig.device) as dry:
        y, z = rig.device.empty(1 << 16), rig.device.empty(1 << 16)
        rig.kernels.fill[1, 64](x, 5.0)
        rig.kernels.copy[1, 64](x, y)
        rig.kernels.copy[1, 64](spoiled, y)
        rig.kernels.add[1, 64](y, y, z)
        rig.kernels.increase[count, 64](spoiled, 1.0)
        rig.kernels.broken_in_place[1, 64](x)
        rig.device.sync()
        report = rig.device.memory_report()
    assert (dry.seen, dry.compiled + dry.loaded, dry.failed) == (5, 4, 1)
    assert (report.in_use, report.mapped, report.unmapped) == (before.in_use, before.mapped, 2)
    assert rig.failures() == failures
    assert trace.waits == []
    assert x.read().tolist() == [1, 2]
    rig.device.check(x, y, z)
    assert isinstance(root(spoiled), CompileError)
    assert [launch.kernel for launch in spoiled.failure().skipped] == []


def test_after_a_dry_run_nothing_is_left_to_compile(rig: Rig) -> None:
    x, y = rig.array(1, 2), rig.zeros(2)
    with dry_run():
        rig.kernels.copy[1, 64](x, y)
        rig.kernels.increase[1, 64](y, 1.0)
    looked_for = len(rig.compiled) + len(rig.loaded)
    rig.kernels.copy[1, 64](x, y)
    rig.kernels.increase[1, 64](y, 1.0)
    assert y.read().tolist() == [2, 3]
    assert len(rig.compiled) + len(rig.loaded) == looked_for


def test_a_failure_to_compile_claims_nothing(rig: Rig) -> None:
    y = rig.array(9, 9)
    with dry_run() as dry:
        rig.kernels.broken[1, 64](rig.zeros(2), y)
    assert dry.failed == 1
    assert isinstance(dry.errors[0], CompileError)
    assert y.read().tolist() == [9, 9]
    rig.kernels.broken[1, 64](rig.zeros(2), y)
    assert isinstance(root(y), CompileError)


def test_memory_is_not_mapped_before_it_is_touched(rig: Rig) -> None:
    rig.zeros().read()
    before = rig.device.memory_report()
    with dry_run():
        y = rig.device.empty(8 << 20)
        rig.kernels.fill[1, 64](y, 1.0)
        report = rig.device.memory_report()
        assert (report.unmapped, report.in_use) == (1, before.in_use)
    rig.kernels.fill[1, 64](y[:4], 1.0)
    assert y[:4].read().tolist() == [1] * 4
    report = rig.device.memory_report()
    assert (report.unmapped, report.in_use) == (0, before.in_use + (32 << 20))


def test_host_writes_and_reads_are_real(rig: Rig) -> None:
    with dry_run():
        y = rig.array(1, 2)
        assert y.read().tolist() == [1, 2]
        y.write(3.0)
        assert y.read().tolist() == [3, 3]


@pytest.mark.parametrize("hop", ["await", "task", "thread"])
def test_a_real_run_follows_its_context(rig: Rig, hop: str) -> None:
    y = rig.zeros(1)

    async def launch() -> None:
        await asyncio.sleep(0)
        rig.kernels.increase[1, 64](y, 1.0)

    async def measure() -> None:
        with real_run():
            if hop == "await":
                await launch()
            elif hop == "task":
                await asyncio.create_task(launch())
            else:
                await asyncio.to_thread(lambda: rig.kernels.increase[1, 64](y, 1.0))
        await launch()  # dropped

    with dry_run():
        asyncio.run(measure())
    assert y.read().tolist() == [1]


def test_a_real_run_of_one_thread_is_not_anothers(rig: Rig) -> None:
    y, z = rig.zeros(1), rig.zeros(1)

    def launch_on_thread(target: object, context: contextvars.Context | None) -> None:
        def run() -> None:
            rig.kernels.increase[1, 64](target, 1.0)

        thread = threading.Thread(target=run if context is None else lambda: context.run(run))
        thread.start()
        thread.join(30)

    with dry_run(), real_run():
        launch_on_thread(y, contextvars.copy_context())
        launch_on_thread(z, contextvars.Context())
    assert y.read().tolist() == [1]
    assert z.read().tolist() == [0]


def test_a_capture_is_refused(rig: Rig) -> None:
    x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
    with dry_run():
        for call in (stream.prepare, lambda: stream.capture(lambda: rig.kernels.copy[1, 64](x, y))):
            with pytest.raises(CaptureError, match="dry run"):
                call()
    with stream:
        stream.prepare()
        with dry_run(), pytest.raises(CaptureError, match="dry run"):
            stream.start()
        stream.start()
        rig.kernels.copy[1, 64](x, y)
        graph = stream.stop()
    graph.replay()
    assert y.read().tolist() == [1, 2]


def test_a_spoiled_count_or_garbage_is_not_looked_at(rig: Rig) -> None:
    garbage, spoiled, y = rig.count(2**32 - 1, 1, 1), rig.count(1, 1, 1), rig.array(9, 9)
    rig.kernels.broken[1, 64](rig.zeros(3), spoiled.view("float32"))
    with dry_run():
        for count in (garbage, spoiled):
            rig.kernels.fill[count, 64](y, 1.0)
    assert y.read().tolist() == [9, 9]
