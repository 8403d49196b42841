"""Observers: told of each launch, in the caller's context, before it is handed over."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest
from python_kernels import python_kernel

from periclase import OutView, View, f32, kernel, open_device
from periclase.diagnostics import LaunchError
from periclase.runtime import gates
from periclase.runtime.dry_run import dry_run
from periclase.runtime.launch_mode import LaunchMode
from periclase.runtime.observers import observe
from periclase.runtime.streams import current_stream


@kernel
def mapped(function, x, pair):
    x[0] = f32(function(pair[0]))


@pytest.fixture
def device(python_device):
    return python_device


@pytest.fixture
def double():
    return python_kernel("x: in float32, y: out float32", name="double")(
        lambda x, y: np.multiply(x, 2, out=y)
    )


def test_an_observer_is_told_what_was_launched(device, double):
    x, y = device.zeros(4), device.zeros(4)
    seen = []
    with device.stream() as stream, observe(seen.append):
        double[(2, 3), 32, 64](x, y)
    (launch,) = seen
    assert launch.kernel is double
    assert launch.grid == (2, 3, 1)
    assert launch.block == (32, 1, 1)
    assert launch.shared_bytes == 64
    assert launch.arguments == (x, y)
    assert launch.context.stream is stream
    assert launch.context.mode is LaunchMode.EXECUTE


def test_what_the_user_gave_is_told_and_what_that_travels_as():
    dev = open_device("cpu")
    buffer, array = dev.zeros((2, 4)), np.zeros(2, np.float32)
    seen = []

    def shifted(value, by=2.0):
        return value + by

    pair = (1.5, buffer[:, ::2])
    with observe(seen.append):
        mapped[1, 1](shifted, array, pair=pair)
    (launch,) = seen
    assert launch.kernel.generic is mapped
    assert len(launch.arguments) == 3
    assert launch.arguments[0] is shifted
    assert launch.arguments[1] is array
    assert launch.arguments[2] is pair
    assert len(launch.leaves) == len(launch.kernel.parameters)
    assert launch.leaves[:3] == (2.0, array, 1.5)
    assert launch.leaves[3] is pair[1].hull
    assert array.tolist() == [3.5, 0]


@kernel
def copied(x: View[f32, 1], y: OutView[f32, 1]):
    y[0] = x[0]


def test_the_kernel_is_the_one_that_was_launched_whatever_the_strides_of_its_views():
    dev = open_device("cpu")
    x, y = dev.zeros(4), dev.zeros(4)
    seen = []
    with observe(seen.append):
        copied[1, 1](x, y)
        copied[1, 1](x[::2], y)
    assert [launch.kernel is copied for launch in seen] == [True, True]


def test_a_dynamic_count_is_told_as_its_buffer(device, double):
    count = device.array(np.array([1, 1, 1], np.uint32))
    seen = []
    with observe(seen.append):
        double[count, 1](device.zeros(4), device.zeros(4))
    assert seen[0].grid is count


def test_it_is_told_on_the_issuing_thread_before_the_hand_over(device, double):
    backend = device.device_state.backend
    told = []

    def look(launch):
        device.device_state.channel.drain()
        told.append((threading.get_ident(), backend.submitted["double"]))

    with observe(look):
        double[1, 1](device.zeros(4), device.zeros(4))
    assert told == [(threading.get_ident(), 0)]
    device.sync()
    assert backend.submitted["double"] == 1


def test_observers_stack(device, double):
    seen = []
    x, y = device.zeros(4), device.zeros(4)
    with observe(lambda launch: seen.append("outer")):
        with observe(lambda launch: seen.append("inner")):
            double[1, 1](x, y)
        double[1, 1](x, y)
    double[1, 1](x, y)
    assert seen == ["outer", "inner", "outer"]
    assert not gates.open_observers


def test_the_same_function_twice_is_told_twice(device, double):
    seen = []
    one, two = observe(seen.append), observe(seen.append)
    with one:
        with two:
            double[1, 1](device.zeros(4), device.zeros(4))
        assert len(seen) == 2
        assert gates.open_observers
    assert not gates.open_observers


def test_an_observer_is_entered_once_at_a_time():
    observer = observe(print)
    with observer, pytest.raises(RuntimeError, match="entered already"), observer:
        pass
    assert not gates.open_observers


def test_an_exception_of_an_observer_harms_nobody(device, double, monkeypatch):
    shown, seen = [], []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: shown.append(error))
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4)
    with observe(lambda launch: 1 // 0), observe(seen.append):
        double[1, 1](x, y)
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))
    assert [type(error) for error in shown] == [ZeroDivisionError]
    assert len(seen) == 1


def test_what_is_no_launch_is_not_observed(device, double):
    x, y = device.zeros(4), device.zeros(4)
    seen = []
    with observe(seen.append):
        double[0, 1](x, y)
        with pytest.raises(LaunchError):
            double[1, 1](x)
    assert seen == []


def test_a_launch_of_a_dry_run_is_observed(device, double):
    seen = []
    with observe(seen.append), dry_run():
        double[1, 1](device.zeros(4), device.zeros(4))
    assert [launch.context.mode for launch in seen] == [LaunchMode.SKIP]


def test_what_an_observer_launches_is_told_to_the_others(device, double):
    x, y = device.zeros(4), device.zeros(4)
    seen, others = [], []

    def launch_again(launch):
        seen.append(launch)
        double[1, 1](y, x)

    with observe(launch_again), observe(others.append):
        double[1, 1](x, y)
    assert len(seen) == 1
    assert len(others) == 2


def test_two_observers_that_launch_come_to_an_end(device, double):
    x, y = device.zeros(4), device.zeros(4)
    seen = []

    def launch_again(launch):
        seen.append(launch)
        double[1, 1](y, x)

    with observe(launch_again), observe(launch_again):
        double[1, 1](x, y)
    assert len(seen) == 4


def test_the_frames_of_a_failing_observer_are_its_own(device, double, capsys):
    with observe(lambda launch: launch.no_such_thing):
        double[1, 1](device.zeros(4), device.zeros(4))
    shown = capsys.readouterr().err
    assert "AttributeError" in shown
    assert "observers.py" not in shown.replace("test_observers.py", "")


def test_an_observer_that_can_not_be_called_is_refused():
    with pytest.raises(LaunchError, match="takes a function, not 3"):
        observe(3)


def test_observers_come_and_go_on_many_threads(device, double):
    x, y = device.zeros(4), device.zeros(4)
    counts = []

    def work():
        seen = []
        mine = current_stream(device)
        for _ in range(50):
            with observe(lambda launch: seen.append(launch.context.stream)):
                double[1, 1](x, y)
        counts.append(seen.count(mine))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert counts == [50] * 4
    assert not gates.open_observers
