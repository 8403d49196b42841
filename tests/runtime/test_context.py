"""The context of a launch: what the issuing thread decides, and that it goes on by value."""

from __future__ import annotations

import asyncio
import contextvars
import threading

import numpy as np
import pytest
from python_kernels import python_kernel

from periclase.runtime.context import LaunchContext, launch_context
from periclase.runtime.dry_run import dry_run, real_run
from periclase.runtime.launch_mode import LaunchMode
from periclase.runtime.observers import observe

WAIT = 30
"""Seconds after which a test that waits has failed."""


@pytest.fixture
def device(python_device):
    return python_device


@pytest.fixture
def double():
    return python_kernel("x: in float32, y: out float32", name="double")(
        lambda x, y: np.multiply(x, 2, out=y)
    )


def test_a_context_can_not_be_changed(device):
    context = launch_context(device)
    for name in LaunchContext._fields:
        with pytest.raises(AttributeError):
            setattr(context, name, None)


def test_the_place_is_the_users(device):
    site = launch_context(device).site
    assert site.code.co_filename == __file__
    assert site.span().source_line == "    site = launch_context(device).site"
    assert site.line == site.span().line == test_the_place_is_the_users.__code__.co_firstlineno + 1


def test_profiles_of_other_devices_are_left_out(device, other_device):
    assert launch_context(device).profile == ()
    with device.profile() as outer, other_device.profile() as other, device.profile() as inner:
        assert launch_context(device).profile == (outer, inner)
        assert launch_context(other_device).profile == (other,)
    assert launch_context(device).profile == ()


def test_a_profile_does_not_reach_another_thread_but_by_a_copied_context(device):
    with device.profile() as profile:
        copied = contextvars.copy_context()
        found = []
        for call in (launch_context, lambda d: copied.run(launch_context, d)):
            thread = threading.Thread(target=lambda call=call: found.append(call(device).profile))
            thread.start()
            thread.join(WAIT)
    assert found == [(), (profile,)]
    # The window is closed, whoever still remembers it.
    assert copied.run(launch_context, device).profile == ()


def test_the_window_of_the_stream_goes_along(device):
    stream = device.stream()
    stream.prepare()
    stream.start()
    with stream:
        assert launch_context(device).capture is stream.window
    assert launch_context(device).capture is None
    stream.stop()


def test_nothing_is_read_from_the_context_behind_the_hand_over(device, double):
    """What is decided for a launch stays, although it is looked at when all scopes have been left."""
    x, y, z = device.array(np.ones(4, np.float32)), device.zeros(4), device.zeros(4)
    entered, leave = threading.Event(), threading.Event()

    def hold():
        entered.set()
        assert leave.wait(WAIT)

    holder = threading.Thread(target=lambda: device.exclusive(hold))
    holder.start()
    assert entered.wait(WAIT)
    backend = device.device_state.backend
    stream = device.stream()
    # Not `with`: leaving a dry run waits for what was launched in it.
    scope = dry_run()
    scope.__enter__()
    with stream:
        double[1, 1](x, y)
        with real_run():
            double[1, 1](x, z)
    leave.set()
    holder.join(WAIT)
    scope.__exit__(None, None, None)
    stream.sync()
    assert backend.submitted["double"] == 1
    np.testing.assert_array_equal(z.numpy(), np.full(4, 2))
    np.testing.assert_array_equal(y.numpy(), np.zeros(4))


def test_a_real_run_goes_with_a_task_and_into_a_thread(device, double):
    """Across a hop to another task, and to another thread."""
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4)
    modes = []

    async def measured():
        with real_run():
            double[1, 1](x, y)
            await asyncio.sleep(0)
            double[1, 1](x, y)
            await asyncio.to_thread(lambda: double[1, 1](x, y))

    async def main():
        with dry_run():
            task = asyncio.create_task(measured())
            for _ in range(3):
                double[1, 1](y, x)
                await asyncio.sleep(0)
            await task

    with observe(lambda launch: modes.append(launch.context.mode)):
        asyncio.run(main())
    assert sorted(mode.name for mode in modes) == ["EXECUTE"] * 3 + ["SKIP"] * 3
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))
    np.testing.assert_array_equal(x.numpy(), np.ones(4))
    assert modes[0] is LaunchMode.SKIP
