"""Launches of real kernels: what is baked into one, its shape, its memory, and what a device can not give it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from launch_rig import Rig, root

from periclase import MutSlice, OutSlice, Slice, f32, i32, i64, kernel, shared_array
from periclase.diagnostics import CompileError, LaunchError
from periclase.gpu import (
    block_dim_x,
    block_idx_x,
    block_idx_y,
    block_idx_z,
    global_idx_x,
    grid_dim_x,
    grid_dim_y,
    sync_threads,
    thread_idx_x,
    thread_idx_y,
    thread_idx_z,
)
from periclase.runtime.limits import MAX_SHARED_BYTES, MAX_THREADS_PER_BLOCK

WORDS = MAX_SHARED_BYTES // 4


def storing(constant: int, wide: bool = False) -> Any:
    """A kernel that stores a constant from outside; in another arithmetic if `wide`."""
    element = i64 if wide else i32

    @kernel
    def store(y: OutSlice[i64]):
        y[global_idx_x()] = i64(element(constant))

    return store


def test_a_constant_from_outside_makes_another_kernel(real: Rig) -> None:
    seven, eight = storing(7), storing(8)
    assert seven.fingerprint() == storing(7).fingerprint() != eight.fingerprint()
    y = real.device.zeros(2, np.int64)
    for made, value in ((seven, 7), (eight, 8), (seven, 7)):
        made[1, 2](y)
        assert y.read().tolist() == [value, value]


def test_a_type_from_outside_makes_another_kernel(real: Rig) -> None:
    narrow, wide = storing(7), storing(7, wide=True)
    assert narrow.fingerprint() != wide.fingerprint()
    for made in (narrow, wide):
        y = real.device.zeros(2, np.int64)
        made[1, 2](y)
        assert y.read().tolist() == [7, 7]


def test_what_runs_is_the_kernel_that_was_launched(real: Rig) -> None:
    y = real.device.zeros(64, np.int64)
    for i in range(32):
        storing(i)[1, 2](y[2 * i : 2 * i + 2])
    assert y.read().tolist() == [i // 2 for i in range(64)]


def test_in_place(real: Rig) -> None:
    y = real.array(1, 2, 3, 4)
    real.kernels.increase[1, 64](y, 1.0)
    real.kernels.add[1, 64](y, y, y)
    real.kernels.copy[1, 64](y, y)
    assert y.read().tolist() == [4, 6, 8, 10]


def test_a_static_zero_does_nothing(real: Rig) -> None:
    y = real.array(1, 2)
    for grid in (0, (1, 0), (3, 4, 0)):
        assert real.kernels.fill[grid, 64](y, 9.0) is None
    assert y.read().tolist() == [1, 2]


def test_a_dynamic_zero_does_nothing(real: Rig) -> None:
    y = real.array(1, 2)
    for count in ((0, 1, 1), (1, 0, 1), (5, 5, 0)):
        real.kernels.fill[real.count(*count), 64](y, 9.0)
    assert y.read().tolist() == [1, 2]
    real.kernels.fill[real.count(1, 1, 1), 64](y, 9.0)
    assert y.read().tolist() == [9, 9]


@kernel
def reverse(x: Slice[i32], y: MutSlice[i32]):
    """Through all the shared memory that there is."""
    tile = shared_array(WORDS, i32)
    i = thread_idx_x()
    while i < len(x):
        tile[i] = x[i]
        i += block_dim_x()
    sync_threads()
    i = thread_idx_x()
    while i < len(x):
        y[i] = tile[len(x) - 1 - i]
        i += block_dim_x()


@kernel
def too_much(y: OutSlice[i32]):
    tile = shared_array(WORDS + 1, i32)
    tile[thread_idx_x()] = 1
    sync_threads()
    y[thread_idx_x()] = tile[thread_idx_x()]


def test_all_the_shared_memory_there_is(real: Rig) -> None:
    values = np.arange(WORDS, dtype=np.int32)
    x, y = real.device.array(values), real.device.zeros(WORDS, np.int32)
    reverse[2, 128](x, y)
    np.testing.assert_array_equal(y.read(), values[::-1])


def test_too_much_shared_memory_is_the_outputs_failure(real: Rig) -> None:
    y = real.device.zeros(64, np.int32)
    too_much[1, 64](y)
    error = root(y)
    if real.device.backend.target == "cpu":
        assert isinstance(error, LaunchError)
        assert error.diagnostic.code == "PC0410"
    else:  # a compiler for GPUs knows it before
        assert isinstance(error, CompileError)
        assert error.diagnostic.code == "PC0528"
    assert str(MAX_SHARED_BYTES) in str(error)
    assert y.failure().roots[0].site.file == __file__
    z = real.zeros()
    real.kernels.fill[1, 64, MAX_SHARED_BYTES + 1](z, 1.0)
    assert isinstance(root(z), LaunchError)
    real.kernels.fill[1, 64, MAX_SHARED_BYTES](z, 1.0)
    assert z.read().tolist() == [1] * 4
    real.device.flush()
    real.device.sync()


@pytest.mark.parametrize("block", [MAX_THREADS_PER_BLOCK + 1, (32, 33), (1, 1, 65), 0, -1, (0, 4)])
def test_a_block_that_no_device_takes_is_refused_at_the_launch(real: Rig, block: Any) -> None:
    y = real.array(1, 2)
    with pytest.raises(LaunchError) as caught:
        real.kernels.fill[1, block](y, 9.0)
    assert caught.value.diagnostic.code == "PC0403"
    assert y.read().tolist() == [1, 2]


@kernel(launch_bounds=64)
def bounded(y: OutSlice[f32]):
    y[thread_idx_x()] = 1.0


def test_more_threads_than_a_kernel_was_compiled_for_are_the_outputs_failure(real: Rig) -> None:
    y = real.zeros(128)
    bounded[1, 65](y)
    error = root(y)
    assert isinstance(error, LaunchError)
    assert "64" in str(error)
    bounded[1, 64](y[:64])
    assert y[:64].read().tolist() == [1] * 64


@kernel
def places(out: OutSlice[i64]):
    block = (block_idx_z() * grid_dim_y() + block_idx_y()) * grid_dim_x() + block_idx_x()
    thread = (thread_idx_z() * 3 + thread_idx_y()) * 4 + thread_idx_x()
    out[block * 24 + thread] = block * 1000 + thread


@pytest.mark.parametrize("dynamic", [False, True])
def test_every_thread_of_every_block_knows_its_place(real: Rig, dynamic: bool) -> None:
    out = real.device.zeros(30 * 24, np.int64)
    places[real.count(5, 3, 2) if dynamic else (5, 3, 2), (4, 3, 2)](out)
    assert out.read().tolist() == [block * 1000 + thread for block in range(30) for thread in range(24)]


@kernel
def far(y: MutSlice[i32], at: i64):
    if global_idx_x() == 0:
        y[at] = 5


@pytest.mark.parametrize(("at", "good"), [(999, True), (1000, False), (2**31, False), (2**32 + 1, False)])
def test_indices_are_64_bits_wide(real: Rig, at: int, good: bool) -> None:
    """An index beyond 32 bits is not taken for the small number that it would be in them."""
    y = real.device.zeros(1000, np.int32)
    far[1, 1](y, at)
    if good:
        assert y.read()[at] == 5
    else:
        assert "out of bounds" in str(root(y))


@pytest.mark.parametrize("launch", [lambda k, y: k[1, 64](y), lambda k, y: k[1, 64](y, 1.0, 2.0)])
def test_what_does_not_fit_is_told_at_the_launch(real: Rig, launch: Callable[[Any, Any], object]) -> None:
    y = real.array(1, 2)
    with pytest.raises(LaunchError):
        launch(real.kernels.fill, y)
    assert y.read().tolist() == [1, 2]
