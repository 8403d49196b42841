"""What is remembered of buffers from one launch to the next, and when it is forgotten."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, i64, kernel, open_device
from periclase.runtime import BufferFailure
from periclase.runtime.arrangements import Arrangements


@kernel
def accumulate(a: f32, x: Slice[f32], n: i64, y: MutSlice[f32], b: f32):
    for i in range(n):
        y[i] += a * x[i] + b


class Thing:
    """Anything that can be referred to weakly."""


def known() -> Arrangements:
    state = open_device("cpu").device_state
    return state.channel.submit_blocking(lambda: state.loaded(accumulate).arrangements)


@pytest.fixture
def device():
    yield open_device("cpu")
    known()._known.clear()


def test_it_is_forgotten_with_the_first_of_its_buffers():
    arrangements = Arrangements()
    first, second = Thing(), Thing()
    arrangements.add((first, second, first), [], [], 7)
    assert arrangements.find((first, second, first)).generation == 7
    for others in ((first, second), (second, first, first), (first, first, first)):
        assert arrangements.find(others) is None
    del second, others
    gc.collect()
    assert len(arrangements) == 0


def test_others_with_the_same_hash_are_told_apart():
    class Same(Thing):
        def __hash__(self):
            return 1

    arrangements = Arrangements()
    first, second = Same(), Same()
    arrangements.add((first,), [], [], 1)
    assert arrangements.find((second,)) is None
    arrangements.add((second,), [], [], 2)
    assert arrangements.find((first,)) is None
    assert arrangements.find((second,)).generation == 2


def test_only_so_many_are_remembered():
    arrangements = Arrangements()
    things = [Thing() for _ in range(40)]
    for thing in things:
        arrangements.add((thing,), [], [], 0)
        assert arrangements.find((thing,)) is not None
    assert len(arrangements) <= 16


def test_numbers_are_those_of_each_launch(device):
    x = device.array(np.arange(4, dtype=np.float32))
    y = device.zeros(4, np.float32)
    expected = np.zeros(4, np.float32)
    for a, n, b in ((1.0, 4, 0.0), (2.0, 2, 1.0), (-1.5, 0, 7.0), (0.5, 3, -2.0)):
        accumulate[1, 1](a, x, n, y, b)
        expected[:n] += a * np.arange(4, dtype=np.float32)[:n] + b
    np.testing.assert_array_equal(y.read(), expected)
    assert len(known()) == 1


def test_buffers_that_change_places_are_told_apart(device):
    x, y = (device.array(np.full(4, value, np.float32)) for value in (1, 10))
    for _ in range(3):
        accumulate[1, 1](1.0, x, 4, y, 0.0)
        accumulate[1, 1](1.0, y, 4, x, 0.0)
    np.testing.assert_array_equal(x.read(), np.full(4, 93, np.float32))
    np.testing.assert_array_equal(y.read(), np.full(4, 58, np.float32))
    assert len(known()) == 2


def test_another_buffer_in_the_place_of_one_that_is_gone(device):
    x = device.array(np.ones(4, np.float32))
    for size in range(4, 60):
        y = device.zeros(size, np.float32)
        accumulate[1, 1](1.0, x, 4, y, 0.0)
        np.testing.assert_array_equal(y.read()[:4], x.read())
    device.sync()
    del y
    gc.collect()
    assert len(known()) == 0


def test_memory_that_nobody_holds_goes_back_though_the_launch_is_remembered(device):
    before = device.memory_report().in_use
    x, y = device.array(np.ones(4096, np.float32)), device.zeros(4096, np.float32)
    for _ in range(3):
        accumulate[1, 1](1.0, x, 4, y, 0.0)
    device.sync()
    del x, y
    gc.collect()
    assert device.memory_report().in_use == before


def test_after_a_reset_buffers_are_elsewhere(device):
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
    for _ in range(2):
        accumulate[1, 1](1.0, x, 4, y, 0.0)
    device.reset()
    accumulate[1, 1](1.0, x, 4, y, 0.0)
    with pytest.raises(BufferFailure):
        y.read()
    between = [device.zeros(4, np.float32) for _ in range(3)]
    y.write(np.zeros(4, np.float32))
    x.write(np.full(4, 3, np.float32))
    for count in (1, 2, 3):
        accumulate[1, 1](1.0, x, 4, y, 0.0)
        np.testing.assert_array_equal(y.read(), np.full(4, 3 * count, np.float32))
    assert all((buffer.read() == 0).all() for buffer in between)


def test_failures_are_found_on_buffers_that_are_remembered(device):
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
    accumulate[1, 1](1.0, x, 4, y, 0.0)
    accumulate[1, 1](1.0, x, 5, y, 0.0)  # out of bounds
    accumulate[1, 1](1.0, y, 4, x, 0.0)
    with pytest.raises(BufferFailure):
        x.read()
    y.write(np.zeros(4, np.float32))
    x.write(np.ones(4, np.float32))
    accumulate[1, 1](1.0, x, 4, y, 0.0)
    np.testing.assert_array_equal(y.read(), np.ones(4, np.float32))
