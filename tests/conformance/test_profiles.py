"""Profiles, observers, and what happens to a device whose user raises."""

from __future__ import annotations

import pytest
from launch_rig import Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.observers import observe
from periclase.runtime.profile import ProfileError


def test_a_window_without_launches_has_taken_no_time(rig: Rig) -> None:
    with rig.device.profile() as p:
        pass
    assert (p.seconds, p.launches, p.untimed) == (0, (), 0)


def test_each_launch_is_measured(rig: Rig) -> None:
    y = rig.zeros(4096)
    with rig.device.profile() as p:
        for _ in range(3):
            rig.kernels.increase[64, 64](y, 1.0)
    assert [launch.kernel for launch in p.launches] == ["increase"] * 3
    assert 0 <= p.seconds < 60
    assert all(launch.seconds >= 0 for launch in p.launches)
    assert y.read()[0] == 3


def test_a_launch_is_measured_however_many_others_are_in_flight(rig: Rig) -> None:
    y, other = rig.zeros(), rig.device.stream()
    held = rig.hold(other)
    with other:
        for _ in range(30):
            rig.kernels.fill[1, 64](rig.zeros(), 1.0)
    with rig.device.profile() as p:
        rig.kernels.fill[1, 64](y, 2.0)
        assert len(p) == 1
    held.open()


def test_nested_windows_share_their_measurements(rig: Rig) -> None:
    y = rig.zeros()
    with rig.device.profile() as outer:
        rig.kernels.increase[1, 64](y, 1.0)
        with rig.device.profile() as inner:
            rig.kernels.increase[1, 64](y, 1.0)
    assert (len(outer), len(inner)) == (2, 1)
    assert outer.launches[1] == inner.launches[0]
    assert outer.seconds >= inner.seconds


def test_a_window_knows_the_stream_that_it_was_opened_on(rig: Rig) -> None:
    y, stream, other = rig.zeros(), rig.device.stream(), rig.device.stream()
    with stream, rig.device.profile() as outer, other, rig.device.profile() as inner:
        rig.kernels.fill[1, 4](y, 1.0)
    assert (outer.stream, inner.stream) == (stream, other)
    assert [launch.stream for launch in (*outer, *inner)] == [other.name] * 2


def test_a_window_that_is_refused_loses_no_launch(rig: Rig) -> None:
    """Inside a capture window nothing can be timed: what is launched under an open profile is recorded all the same."""
    x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
    with rig.device.profile() as p, stream:
        stream.prepare()
        stream.start()
        rig.kernels.copy[1, 64](x, y)
        graph = stream.stop()
    assert len(graph) == 1
    graph.replay()
    assert y.read().tolist() == [1, 2]
    assert p.seconds == 0


@pytest.mark.parametrize("how", ["fails", "is skipped"])
def test_a_launch_that_fails_makes_the_window_an_error(rig: Rig, how: str) -> None:
    x, y = rig.zeros(), rig.zeros()
    rig.spoil(x)
    with rig.device.profile() as outer, rig.device.profile() as p:
        if how == "fails":
            rig.kernels.broken[1, 64](rig.zeros(), y)
        else:
            rig.kernels.copy[1, 64](x, y)
    for window in (p, outer):
        with pytest.raises(ProfileError):
            assert window.seconds
    assert isinstance(root(y), CompileError)
    with rig.device.profile() as after:
        rig.kernels.fill[1, 64](y, 1.0)
    assert len(after.launches) == 1


def test_what_the_user_raises_inside_comes_out(rig: Rig) -> None:
    y = rig.zeros()
    error, p = LookupError("the user's"), rig.device.profile()

    def measure() -> None:
        with p:
            rig.kernels.fill[1, 64](y, 1.0)
            raise error

    with pytest.raises(LookupError) as caught:
        measure()
    assert caught.value is error
    assert len(p.launches) == 1


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyError(3), ZeroDivisionError()])
def test_what_an_exclusive_function_raises_comes_out_and_nothing_is_worse(rig: Rig, error: Exception) -> None:
    y = rig.zeros()

    def fails() -> None:
        rig.kernels.fill[1, 64](y, 1.0)
        raise error

    for _ in range(3):
        with pytest.raises(type(error)) as caught:
            rig.device.exclusive(fails)
        assert caught.value is error
    assert rig.device.exclusive(lambda: 123) == 123
    assert y.read().tolist() == [1] * 4


def test_observers_are_told_of_launches_while_they_watch(rig: Rig) -> None:
    y = rig.zeros()
    first: list[str] = []
    second: list[str] = []
    rig.kernels.fill[1, 64](y, 1.0)
    with observe(lambda launch: first.append(launch.kernel.name)):
        rig.kernels.fill[1, 64](y, 1.0)
        with observe(lambda launch: second.append(launch.kernel.name)):
            rig.kernels.increase[1, 64](y, 1.0)
            rig.kernels.fill[0, 64](y, 1.0)
        rig.kernels.copy[1, 64](y, y)
    rig.kernels.fill[1, 64](y, 1.0)
    assert first == ["fill", "increase", "copy"]
    assert second == ["increase"]
