"""Ctrl-C at every bytecode of what a program does with a device: nothing hangs, no byte is lost, and no failure is left alive."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from bytecodes import hanging_after, interrupted, positions
from how_much import INTERRUPTS
from launch_rig import WAIT, Rig
from stress import left_behind

from periclase.runtime.failures import BufferFailure

ACTIONS = (
    "launch",
    "read",
    "check",
    "sync",
    "launch and read",
    "launch on arrays",
    "write",
    "allocate",
    "block of the host",
)


class Interrupted:
    """What is interrupted, and what has to be so afterwards."""

    def __init__(self, rig: Rig):
        self.rig = rig
        self.value = 0.0
        self.x, self.y = rig.zeros(), rig.zeros()
        self.may_be = {0.0}  # what `y` may hold, if it holds anything

    def action(self, name: str) -> Callable[[], object]:
        """A new turn of it."""
        self.value += 1
        kernels, x, y, value = self.rig.kernels, self.x, self.y, self.value
        device = self.rig.device

        def launch() -> None:
            kernels.fill[1, 64](x, value)
            kernels.copy[1, 64](x, y)

        def launch_and_read() -> None:
            launch()
            assert y.read().tolist() == [value] * 4

        def launch_on_arrays() -> None:
            source, array = np.full(4, value, np.float32), np.zeros(4, np.float32)
            device.launch(kernels.copy, 1, 64, (source, array))
            assert array.tolist() == [value] * 4

        def allocate() -> None:
            fresh = device.empty(4)
            kernels.fill[1, 64](fresh, value)
            assert fresh.read().tolist() == [value] * 4

        def block_of_the_host() -> None:
            with y.host() as array:
                array[:] = value

        if name in ("launch", "launch and read", "write", "block of the host"):
            self.may_be.add(value)
        if name in ("read", "sync"):
            launch()
            self.may_be = {value}
        return {
            "launch": launch,
            "read": y.read,
            "check": lambda: device.check(x, y),
            "sync": device.sync,
            "launch and read": launch_and_read,
            "launch on arrays": launch_on_arrays,
            "write": lambda: y.write(value),
            "allocate": allocate,
            "block of the host": block_of_the_host,
        }[name]

    def settle(self) -> None:
        """What is in the buffers is what somebody wrote, or a failure; and they can be written again."""
        with suppress(BufferFailure):
            array = self.y.read()
            assert array[0] in self.may_be and (array == array[0]).all(), (array, self.may_be)
        self.value += 1
        self.rig.kernels.fill[1, 64](self.x, self.value)
        self.rig.kernels.copy[1, 64](self.x, self.y)
        assert self.y.read().tolist() == [self.value] * 4
        self.may_be = {self.value}


@pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no timers that interrupt a thread"
)
@pytest.mark.parametrize("name", ACTIONS)
def test_every_bytecode(rig: Rig, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert threading.current_thread() is threading.main_thread(), "only that is interrupted"
    unraised: list[object] = []

    def note(told: sys.UnraisableHookArgs) -> None:
        if told.exc_type is not KeyboardInterrupt:  # which Python tells nobody else in a finaliser
            unraised.append((told.exc_type, told.exc_value, told.object))

    monkeypatch.setattr(sys, "unraisablehook", note)
    subject = Interrupted(rig)
    for _ in range(3):  # everything is compiled, imported and cached
        subject.action(name)()
        subject.settle()
    found = dict.fromkeys(position for _ in range(3) for position in positions(subject.action(name)))
    came = 0
    for position in list(found)[::INTERRUPTS]:
        where = f"{position[0].co_qualname} ({position[0].co_filename}) at {position[1]}"
        try:
            with hanging_after(WAIT):
                action = subject.action(name)
                came += interrupted(action, position)
                del action
                subject.settle()
        except BaseException as error:
            raise AssertionError(f"after an interrupt in {where}") from error
    assert came
    assert unraised == []
    del subject
    assert left_behind(rig) == {}
