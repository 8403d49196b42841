"""Traps, and the failures they leave on buffers: told to readers, handed on by launches, ended by writes."""

from __future__ import annotations

import gc
import json
import weakref

import numpy as np
import pytest

from periclase.runtime.failures import BufferFailure, TrapError


@pytest.fixture
def bad(device):
    """An input whose element 70 makes `scale` trap."""
    values = np.ones(1000, np.float32)
    values[70] = 13.0
    return device.array(values)


def test_a_trap_is_told_where_the_output_is_read(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    text = str(caught.value)
    assert "kernel `scale` failed: index out of bounds" in text
    assert "kernels.py:12:5" in text
    assert "in thread (6, 0, 0) of block (1, 0, 0)" in text
    assert "`scale` was launched here" in text
    assert f"{__file__}:" in text
    assert isinstance(caught.value.__cause__, TrapError)


def test_the_process_and_other_buffers_live_on(device, scale, bad):
    y, z = device.zeros(1000, np.float32), device.zeros(1000, np.float32)
    good = device.array(np.ones(1000, np.float32))
    for _ in range(50):
        scale[16, 64](2.0, bad, y)
        scale[16, 64](3.0, good, z)
    np.testing.assert_array_equal(z.numpy(), np.full(1000, 3.0))
    with pytest.raises(BufferFailure):
        y.numpy()
    device.sync()


def test_every_thread_traps(device, scale):
    x = device.array(np.full(100_000, 13.0, np.float32))
    y = device.zeros(100_000, np.float32)
    scale[-(-100_000 // 1024), 1024](2.0, x, y)
    with pytest.raises(BufferFailure, match="index out of bounds"):
        y.numpy()


def test_inputs_are_not_spoiled(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    assert bad.numpy()[70] == 13.0


def test_a_launch_that_reads_a_failed_buffer_is_skipped_and_hands_the_failure_on(device, scale, bad):
    y, z = device.zeros(1000, np.float32), device.array(np.full(1000, 9.0, np.float32))
    scale[16, 64](2.0, bad, y)
    scale[16, 64](2.0, y, z)
    with pytest.raises(BufferFailure) as caught:
        z.numpy()
    assert "kernel `scale` failed: index out of bounds" in str(caught.value)
    assert "was skipped" in str(caught.value)
    failure = z.failure()
    assert failure is not None
    assert len(failure.skipped) == 1
    assert failure.roots == y.failure().roots
    assert caught.value.__cause__ is not None


def test_a_pure_output_is_repaired_by_a_relaunch(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    device.sync()
    assert y.failure() is not None
    scale[16, 64](2.0, device.array(np.ones(1000, np.float32)), y)
    np.testing.assert_array_equal(y.numpy(), np.full(1000, 2.0))
    assert y.failure() is None


def test_a_host_write_repairs(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    y.write(np.arange(1000))
    np.testing.assert_array_equal(y.numpy(), np.arange(1000))


def test_sync_raises_no_launch_failure(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    device.sync()
    with pytest.raises(BufferFailure):
        y.numpy()
    with pytest.raises(BufferFailure):  # reading does not end it
        y.numpy()


def test_diagnostics_are_data(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0702"
    assert (diagnostic.span.file, diagnostic.span.line, diagnostic.span.column) == ("kernels.py", 12, 4)
    assert json.dumps([note.message for note in diagnostic.notes])


def test_a_loop_of_skipped_launches_is_told_in_short(device, scale, bad):
    y = device.zeros(1000, np.float32)
    scale[16, 64](2.0, bad, y)
    for _ in range(3000):
        scale[16, 64](2.0, y, y)
    with pytest.raises(BufferFailure, match="was skipped 3000 times") as caught:
        y.numpy()
    assert [launch.count for launch in caught.value.failure.skipped] == [3000]


def test_a_failure_keeps_no_buffer_alive_but_its_own(device, scale, bad):
    x, y = device.array(bad.numpy()), device.zeros(1000, np.float32)
    scale[16, 64](2.0, x, y)
    device.sync()
    device.zeros(1, np.float32).numpy()
    scale[1, 1](1.0, device.zeros(1, np.float32), device.zeros(1, np.float32))
    device.sync()
    input = weakref.ref(x)
    gc.disable()
    try:
        del x
        assert y.failure() is not None
        assert input() is None
    finally:
        gc.enable()
