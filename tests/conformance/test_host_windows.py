"""Blocks of the host over a buffer's memory, which end well or with an exception."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from launch_rig import Rig, root

from periclase.runtime.buffer import Buffer
from periclase.runtime.failures import TornDown


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
                rig.kernels.add[1, 4](x, x, y)  # where the memory is the host's this waits for the block
                raise KeyError("x")

        with pytest.raises(KeyError):
            launch_and_fail()
        if rig.backend.host_memory:
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
