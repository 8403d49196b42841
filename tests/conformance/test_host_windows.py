"""Blocks of the host over a buffer's memory, which end well or with an exception."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import numpy as np
import pytest
from launch_rig import WAIT, Rig, root

from periclase.diagnostics import DiagnosticError
from periclase.runtime.buffer import Buffer
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failures import BufferFailure, DeviceLost, TornDown


class Uncopied(Exception):
    """Takes other arguments than it keeps."""

    def __init__(self, first: int, second: int):
        super().__init__(f"{first} and {second}")


def leave(buffer: Buffer, mode: str, error: BaseException) -> None:
    """Leave a block over `buffer` by `error`, which has to arrive with its frames."""

    def fill() -> None:
        with buffer.host(mode) as array:
            if mode != "r":
                array[:1] = 7
            fail()

    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        fill()
    assert caught.value is error
    assert caught.traceback[-1].name == "fail"


class TestItsPlaceInTheOrder:
    def test_launches_made_inside_see_what_was_written(self, rig: Rig) -> None:
        x, y, z = rig.array(1, 2), rig.zeros(2), rig.zeros(2)
        with x.host() as array:
            rig.kernels.add[1, 4](x, x, y)
            with rig.device.stream():
                rig.kernels.add[1, 4](x, y, z)
            array += 10
        assert y.read().tolist() == [22, 24]
        assert z.read().tolist() == [33, 36]

    @pytest.mark.parametrize("mode", ["r", "rw", "w"])
    def test_what_others_write_inside_comes_behind_it(self, rig: Rig, mode: str) -> None:
        x = rig.array(1, 2)
        with x.host(mode) as array:
            rig.kernels.increase[1, 4](x, 5.0)
            if mode != "r":
                array[:] = [3, 4]
        assert x.read().tolist() == ([6, 7] if mode == "r" else [8, 9])

    def test_other_bytes_are_nobodys_business(self, rig: Rig) -> None:
        x = rig.array(1, 2, 3, 4)
        with x[:2].host() as array:
            rig.kernels.increase[1, 4](x[2:], 5.0)
            assert x[2:].read().tolist() == [8, 9]
            array[:] = 7
        assert x.read().tolist() == [7, 7, 8, 9]

    def test_who_waits_for_himself_is_told(self, rig: Rig) -> None:
        x, y = rig.array(1, 2), rig.zeros(2)
        with x.host():
            rig.kernels.add[1, 4](x, x, y)
            for wait in (x.read, y.read, rig.device.sync, lambda: rig.device.sync_buffers(y)):
                with pytest.raises(DiagnosticError, match="block that it is in itself"):
                    wait()
        assert y.read().tolist() == [2, 4]

    def test_many_readers_in_other_threads_keep_it_from_nothing(self, rig: Rig) -> None:
        x, results = rig.array(1, 2), [rig.zeros(2) for _ in range(12)]
        seen: list[list[float]] = []
        with x.host() as array:
            for result in results:
                rig.kernels.add[1, 4](x, x, result)
            readers = [
                threading.Thread(target=lambda r=result: seen.append(r.read().tolist())) for result in results
            ]
            for reader in readers:
                reader.start()
            while waiting_reads(rig) < len(results):
                time.sleep(0.001)
            array[:] = 4
        for reader in readers:
            reader.join(WAIT)
        assert seen == [[8, 8]] * len(results)

    def test_memory_that_its_last_tenant_still_uses(self, rig: Rig) -> None:
        stream = rig.device.stream()
        held = rig.hold(stream)
        size = 1 << 18  # with memory of its own
        with dry_run(rig.device):
            after = rig.device.empty(size)  # it has no memory before it is touched
        before = rig.device.zeros(size)
        with stream:
            rig.kernels.fill[1024, 256](before, 3.0)
        del before
        opener = threading.Timer(0.05, held.open)
        opener.start()
        with after.host("w") as array:
            array[:] = 7
        opener.join(WAIT)
        rig.device.sync()
        assert (after.read() == 7).all()


class TestADeviceThatIsGone:
    def test_reset_inside(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        with x.host() as array:
            rig.device.reset()
            array[:] = 5
        assert "was reset" in str(root(x))
        x.write(3.0)
        assert x.read().tolist() == [3, 3]

    def test_lost_inside(self, rig: Rig) -> None:
        if rig.kind != "cuda":
            pytest.skip("only a GPU is lost")
        x, y = rig.array(1, 2), rig.zeros(2)
        with x.host() as array:
            rig.kernels.trap[1, 1](y)
            array[:] = 5
        with pytest.raises(DeviceLost):
            rig.device.sync()
        assert isinstance(root(x), DeviceLost)
        with pytest.raises(BufferFailure), x.host():
            pass

    def test_a_copy_that_is_refused(self, rig: Rig) -> None:
        if rig.backend.host_memory:
            pytest.skip("nothing is copied")
        x = rig.array(1, 2)
        rig.device.sync()
        rig.backend.fail_next("copy", RuntimeError("no room to copy in"))
        with pytest.raises(RuntimeError, match="no room"), x.host():
            pass
        with x.host() as array:
            assert array.tolist() == [1, 2]
            array[:] = 3
            rig.backend.fail_next("copy", RuntimeError("no room to copy back"))
        assert "no room to copy back" in str(root(x))
        with x.host("w") as array:
            array[:] = 4
        assert x.read().tolist() == [4, 4]
        assert rig.failures() == 0


def waiting_reads(rig: Rig) -> int:
    """How many reads have been handed over that have not ended."""
    return rig.device.exclusive(
        lambda: sum(record.kernel == "Buffer.read" for record in rig.device.state.dispatcher.flight)
    )


class TestAnExceptionInside:
    @pytest.mark.parametrize("mode", ["w", "rw"])
    def test_the_bytes_carry_it(self, rig: Rig, mode: str) -> None:
        x, y = rig.array(1, 2, 3), rig.zeros(3)
        window = x[:2]
        leave(window, mode, ValueError("no more input"))
        rig.kernels.add[1, 4](x, x, y)
        cause, failure = root(window), window.failure()
        assert isinstance(cause, ValueError)
        assert str(cause) == "no more input"
        assert any("raised in `fail`" in note for note in cause.__notes__)
        assert failure is not None
        assert (failure.kernel, failure.site.file) == ("Buffer.host", __file__)
        assert isinstance(root(y), ValueError)
        assert x[2:].read().tolist() == [3]
        assert rig.failures() == 1
        with x[:2].host("w") as array:
            array[:] = 5
        rig.kernels.add[1, 4](x, x, y)
        assert y.read().tolist() == [10, 10, 6]
        assert rig.failures() == 0

    def test_who_only_reads_spoils_nothing(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        leave(x, "r", ValueError("seen enough"))
        assert x.read().tolist() == [1, 2]

    def test_launches_behind_it_are_skipped(self, rig: Rig) -> None:
        x, y = rig.array(1, 2), rig.zeros(2)

        def launch_and_fail() -> None:
            with x.host("w"):
                rig.kernels.add[1, 4](x, x, y)
                raise KeyError("x")

        with pytest.raises(KeyError):
            launch_and_fail()
        assert isinstance(root(y), KeyError)
        assert isinstance(root(x), KeyError)

    def test_an_interrupt_is_told_as_what_it_is(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        leave(x, "w", KeyboardInterrupt())
        cause = root(x)
        assert isinstance(cause, TornDown)
        assert "KeyboardInterrupt" in str(cause)

    def test_an_exception_that_can_not_be_copied(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        leave(x, "w", Uncopied(1, 2))
        assert str(root(x)) == "Uncopied: 1 and 2"

    def test_what_led_to_it_is_kept_and_its_frames_are_not(self, rig: Rig) -> None:
        x = rig.array(1, 2)

        class Local:
            pass

        def fill(array: np.ndarray) -> None:
            local = Local()
            references.append(weakref.ref(local))
            try:
                array[9] = 1
            except IndexError as error:
                raise ValueError("no room") from error

        references: list[weakref.ref[Local]] = []
        with pytest.raises(ValueError, match="no room"), x.host("w") as array:
            fill(array)
        gc.collect()
        assert references[0]() is None
        assert isinstance(root(x).__cause__, IndexError)

    def test_a_group_goes_on_with_the_frames_of_its_parts(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        group = ExceptionGroup("two parts", [raised(ValueError("first")), raised(KeyError("second"))])
        group.exceptions[0].__cause__ = group  # they may refer to each other
        leave(x, "w", group)
        assert all(part.__traceback__ is not None for part in group.exceptions)
        cause = root(x)
        assert isinstance(cause, ExceptionGroup)
        assert [str(part) for part in cause.exceptions] == ["first", "'second'"]
        assert all(part.__traceback__ is None for part in cause.exceptions)


def raised(error: Exception) -> Exception:
    """`error`, with the frame of this function."""
    try:
        raise error
    except Exception as caught:
        return caught
