"""An exception that is raised into a thread while it hands work over: the work is under way, and nobody was told."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import pytest
from launch_rig import WAIT, Rig

from periclase.runtime.failures import BufferFailure
from periclase.runtime.outcome import PENDING


class Interrupt(BaseException):
    """Raised where the backend has taken the work, and has not come back."""


@pytest.mark.parametrize("kind", [Interrupt, MemoryError])
def test_work_that_was_taken_is_waited_for(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    """Else it would write the bytes behind the next writer, or memory that is somebody else's by then."""
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    rig.kernels.copy[1, 64](x, y)
    rig.device.sync()
    submit, taken = rig.backend.submit, list[Any]()

    def interrupted(work: Any) -> Any:
        taken.append(submit(work))
        assert work.handed == taken  # known before `submit` returns
        raise kind

    with monkeypatch.context() as patch, suppress(Interrupt):
        patch.setattr(threading, "excepthook", lambda _: None)
        patch.setattr(rig.backend, "submit", interrupted)
        rig.kernels.copy[1, 64](x, y)
        rig.device.device_state.channel.drain(WAIT)
    assert [work.outcome != PENDING for work in taken] == [True]
    with pytest.raises(BufferFailure):
        y.read()
    y.write(5.0)
    assert y.read().tolist() == [5] * 4


@pytest.mark.parametrize("kind", [Interrupt, MemoryError])
def test_a_replay_that_was_taken_is_waited_for(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    """Launch by launch, and as one piece where the backend has graphs."""
    x, y, z = rig.array(1, 2, 3, 4), rig.zeros(), rig.zeros()

    def both() -> None:
        rig.kernels.copy[1, 64](x, y)
        rig.kernels.copy[1, 64](y, z)

    both()
    graph = rig.device.stream().capture(both)
    graph.replay()
    rig.device.sync()
    name = "launch_graph" if hasattr(rig.backend, "launch_graph") else "submit"
    hand_over, taken = getattr(rig.backend, name), list[Any]()

    def interrupted(*arguments: Any) -> Any:
        taken.append(hand_over(*arguments))
        raise kind

    with monkeypatch.context() as patch, suppress(Interrupt):
        patch.setattr(threading, "excepthook", lambda _: None)
        patch.setattr(rig.backend, name, interrupted)
        graph.replay()
        rig.device.device_state.channel.drain(WAIT)
    assert taken and all(work.outcome != PENDING for work in taken)
    with pytest.raises(BufferFailure):
        z.read()
    z.write(5.0)
    assert z.read().tolist() == [5] * 4


def test_what_was_refused_is_not_waited_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception before the backend has taken the work: its cell is empty, or what is in it has failed."""
    x, y = rig.array(1, 2, 3, 4), rig.zeros()
    rig.kernels.copy[1, 64](x, y)
    rig.device.sync()

    def refuse(work: Any) -> Any:
        assert work.handed == []
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(rig.backend, "submit", refuse)
        rig.kernels.copy[1, 64](x, y)
        with pytest.raises(BufferFailure):
            y.read()
    rig.kernels.copy[1, 64](x, y)
    assert y.read().tolist() == [1, 2, 3, 4]
