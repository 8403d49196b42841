"""What the host may ask: `check`, `sync_buffers`, `sync`, `flush`, reads and writes. What each waits for, and what each tells."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
from launch_rig import BACKENDS, WAIT, Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.buffer import Buffer
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure, ForeignHandle


def held_fill(rig: Rig, *buffers: Buffer) -> Callable[[], None]:
    """Launches that write 5 into each of `buffers`, and what lets them begin."""
    stream = rig.device.stream()
    held = rig.hold(stream)
    with stream:
        for buffer in buffers:
            rig.kernels.fill[1, 64](buffer, 5.0)
    return held.open


def only_after(call: Callable[[], object], opened: Callable[[], None]) -> object:
    """What `call` gives, which has to wait for what `opened` lets go."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(call()))
    thread.start()
    thread.join(0.05)
    assert not answers, "it did not wait"
    opened()
    thread.join(WAIT)
    assert answers, "it still waits"
    return answers[0]


class TestCheck:
    def test_it_waits_for_nothing(self, rig: Rig) -> None:
        y = rig.zeros()
        opened = held_fill(rig, y)
        rig.device.check(y)
        y.check()
        opened()

    def test_it_sees_the_failures_of_the_callers_launches(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.spoil(y)
        with pytest.raises(BufferFailure) as caught:
            rig.device.check(x, y)
        assert isinstance(caught.value.__cause__, CompileError)

    def test_it_tells_the_first_of_those_that_it_is_given(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.spoil(x, y)
        for buffers in ((x, y), (y, x)):
            with pytest.raises(BufferFailure) as caught:
                rig.device.check(*buffers)
            assert caught.value.failure.roots[0].id == buffers[0].failure().roots[0].id

    def test_it_consumes_nothing(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.spoil(y)
        for _ in range(3):
            with pytest.raises(BufferFailure):
                rig.device.check(y)

    def test_what_still_runs_has_not_failed(self, rig: Rig) -> None:
        rig.needs_traps()
        y, stream = rig.zeros(), rig.device.stream()
        held = rig.hold(stream)
        with stream:
            rig.kernels.trap[1, 1](y)
        rig.device.check(y)
        held.open()
        stream.sync()
        with pytest.raises(BufferFailure):
            rig.device.check(y)

    def test_without_buffers_there_is_nothing_to_tell(self, rig: Rig) -> None:
        rig.spoil(rig.zeros())
        rig.device.check()
        rig.device.sync_buffers()


class TestSyncBuffers:
    def test_it_waits_for_the_work_on_them(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.device.sync()
        only_after(lambda: rig.device.sync_buffers(y) or True, held_fill(rig, y))
        assert y.read().tolist() == [5] * 4

    def test_it_waits_for_no_other_work(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.device.sync()
        opened = held_fill(rig, x)
        rig.kernels.fill[1, 64](y, 1.0)
        rig.device.sync_buffers(y)
        opened()

    def test_it_tells_what_has_failed_meanwhile(self, rig: Rig) -> None:
        rig.needs_traps()
        y = rig.zeros()
        rig.kernels.trap[1, 1](y)
        with pytest.raises(BufferFailure, match="out of bounds"):
            rig.device.sync_buffers(y)

    def test_a_failure_of_a_launch_that_never_started(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.spoil(y)
        rig.device.sync_buffers(x)
        for _ in range(2):
            with pytest.raises(BufferFailure):
                rig.device.sync_buffers(x, y)


class TestReads:
    def test_a_read_waits_for_the_last_writer(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.device.sync()
        answer = only_after(y.read, held_fill(rig, y))
        assert isinstance(answer, np.ndarray)
        assert answer.tolist() == [5] * 4

    def test_a_read_waits_for_no_other_work(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros(8)
        rig.device.sync()
        opened = held_fill(rig, x, y[4:])
        assert y[:4].read().tolist() == [0] * 4
        opened()

    def test_a_read_tells_the_failure_of_its_bytes_only(self, rig: Rig) -> None:
        y = rig.zeros(8)
        rig.spoil(y[4:])
        assert y[:4].read().tolist() == [0] * 4
        assert isinstance(root(y), CompileError)

    def test_what_is_read_is_what_was_written(self, rig: Rig) -> None:
        values = np.arange(12, dtype=np.int16)
        assert rig.device.array(values).read().tolist() == values.tolist()
        assert rig.device.array(values.reshape(3, 4)).numpy().tolist() == values.reshape(3, 4).tolist()
        assert rig.device.empty(0).read().shape == (0,)

    def test_an_addition(self, rig: Rig) -> None:
        x, y, z = rig.array(0, 1, 2), rig.array(4, 4, 4), rig.device.empty(3)
        rig.kernels.add[1, 64](x, y, z)
        assert z.read().tolist() == [4, 5, 6]


class TestWrites:
    def test_a_write_waits_for_nothing_on_the_issuing_thread(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.device.sync()
        opened = held_fill(rig, y)
        y.write(2.0)
        opened()
        assert y.read().tolist() == [2] * 4

    def test_what_is_launched_behind_a_write_sees_it(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        for value in range(20):
            x.write(float(value))
            rig.kernels.copy[1, 64](x, y)
            assert y.read().tolist() == [value] * 4

    def test_a_write_takes_the_values_of_now(self, rig: Rig) -> None:
        y, values = rig.zeros(), np.ones(4, np.float32)
        rig.device.sync()
        opened = held_fill(rig, y)
        y.write(values)
        values[:] = 77
        opened()
        assert y.read().tolist() == [1] * 4

    def test_a_write_that_fails_is_the_failure_of_its_bytes(
        self, rig: Rig, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        y = rig.zeros(8)
        rig.device.sync()
        stream = rig.device.stream()
        held = rig.hold(stream)
        with stream:
            rig.kernels.fill[1, 64](y, 5.0)
        rig.device.exclusive(lambda: None)

        def refuse(work: object) -> object:
            raise RuntimeError("no copies today")

        with monkeypatch.context() as patch:
            patch.setattr(rig.backend, "copy", refuse)
            y[:4].write(1.0)
            rig.device.exclusive(lambda: None)
        held.open()
        assert str(root(y[:4])) == "no copies today"
        assert y[4:].read().tolist() == [5] * 4
        y[:4].write(1.0)
        assert y.read().tolist() == [1] * 4 + [5] * 4


class TestSync:
    def test_sync_waits_for_all(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.device.sync()
        only_after(lambda: rig.device.sync() or True, held_fill(rig, x, y))

    def test_sync_of_a_stream_waits_for_that_stream(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.device.sync()
        opened = held_fill(rig, x)
        other = rig.device.stream()
        with other:
            rig.kernels.fill[1, 64](y, 1.0)
        other.sync()
        opened()

    def test_no_sync_and_no_flush_tells_a_launchs_failure(self, rig: Rig) -> None:
        y, stream = rig.zeros(), rig.device.stream()
        with stream:
            rig.spoil(y)
            if rig.kind != "cuda":
                rig.kernels.trap[1, 1](rig.zeros())
        stream.sync()
        rig.device.sync()
        rig.device.flush()
        assert isinstance(root(y), CompileError)

    def test_a_flush_waits_for_nothing(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.device.sync()
        opened = held_fill(rig, y)
        rig.device.flush()
        opened()
        assert y.read().tolist() == [5] * 4


class TestForeignHandles:
    def test_a_handle_of_ones_own_passes(self, rig: Rig) -> None:
        y = rig.zeros()
        rig.device.check(y)
        rig.device.client().check(y)
        rig.device.client().sync_buffers(y)

    def test_a_handle_of_another_device_of_the_same_kind_is_refused(self, rig: Rig) -> None:
        theirs = rig.another().zeros(4)
        for call in (rig.device.check, rig.device.sync_buffers):
            with pytest.raises(ForeignHandle, match="not on this device"):
                call(rig.zeros(), theirs)

    def test_a_handle_of_another_kind_of_device_is_refused(self, rig: Rig) -> None:
        kind = "python" if rig.kind.startswith("cpu") else "cpu"
        other = Device(BACKENDS[kind]())
        theirs, mine = other.zeros(4), rig.zeros()
        for call in (rig.device.check, rig.device.sync_buffers):
            with pytest.raises(ForeignHandle, match="not on this device"):
                call(theirs)
        with pytest.raises(ForeignHandle):
            rig.kernels.copy[1, 64](mine, theirs)
        with pytest.raises(ForeignHandle):
            other.check(mine)
        assert theirs.read().tolist() == mine.read().tolist() == [0] * 4
        assert other.shutdown(WAIT)

    def test_it_may_not_be_launched_with(self, rig: Rig) -> None:
        mine, theirs = rig.zeros(), rig.another().zeros(4)
        with pytest.raises(ForeignHandle):
            rig.kernels.copy[1, 64](mine, theirs)
        with pytest.raises(ForeignHandle):
            rig.device.launch(rig.kernels.fill, 1, 64, (theirs, 1.0))
        with pytest.raises(ForeignHandle):
            rig.kernels.fill[theirs[:3].view(np.uint32), 64](mine, 1.0)
        mine.check()
        assert mine.read().tolist() == [0] * 4

    def test_what_goes_to_another_device_goes_through_the_host(self, rig: Rig) -> None:
        mine, other = rig.array(1, 2, 3, 4), rig.another()
        theirs = other.array(mine.read())
        assert theirs.read().tolist() == [1, 2, 3, 4]
        rig.spoil(mine)
        with pytest.raises(BufferFailure):
            theirs.write(mine.read())
        assert theirs.read().tolist() == [1, 2, 3, 4]


def test_a_handle_without_memory_is_a_failure(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(nbytes: int, alignment: int) -> int:
        raise MemoryError("there is none")

    with monkeypatch.context() as patch:
        patch.setattr(rig.backend, "allocate", refuse)
        y = rig.device.empty(1 << 20)
        with pytest.raises(BufferFailure) as caught:
            rig.device.check(y)
    assert caught.value.diagnostic.code == "PC0703"
    assert caught.value.failure.roots[0].site.file == __file__
    with pytest.raises(BufferFailure):
        y.read()
    z = rig.array(1, 2)
    assert z.read().tolist() == [1, 2]
