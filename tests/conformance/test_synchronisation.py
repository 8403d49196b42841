"""Threads of one block wait for each other; memory that they share is theirs, and one block's."""

from __future__ import annotations

import numpy as np
import pytest
from launch_rig import Rig

from periclase import MutSlice, OutSlice, Slice, i32, kernel, shared_array
from periclase.gpu import (
    atomic_add,
    block_dim_x,
    block_idx_x,
    shfl_sync,
    sync_threads,
    sync_warp,
    thread_idx_x,
)


@kernel
def neighbour(y: MutSlice[i32]):
    """Through global memory: each thread reads what the next one wrote."""
    t = thread_idx_x()
    y[t] = i32(t * 10)
    sync_threads()
    value = y[(t + 1) % block_dim_x()]
    sync_threads()
    y[t] = value


@kernel
def two_phases(y: OutSlice[i32]):
    """1 + 2 + 3 + 4, in every thread."""
    tile = shared_array(4, i32)
    t = thread_idx_x()
    tile[t] = i32(t + 1)
    sync_threads()
    total = i32(0)
    for k in range(4):
        total += tile[k]
    sync_threads()
    tile[t] = total
    sync_threads()
    y[t] = tile[(t + 1) % 4]


@kernel
def two_arrays(y: OutSlice[i32]):
    """10 of one array and 100 of another."""
    ones = shared_array(4, i32)
    hundreds = shared_array(4, i32)
    t = thread_idx_x()
    ones[t] = i32(t + 1)
    hundreds[t] = 25
    sync_threads()
    total = i32(0)
    for k in range(4):
        total += ones[k] + hundreds[k]
    y[t] = total


@kernel
def reduce_all(y: OutSlice[i32]):
    """0 + ... + 7, by halving, and handed to every thread."""
    tile = shared_array(8, i32)
    t = thread_idx_x()
    tile[t] = i32(t)
    step = 4
    while step > 0:
        sync_threads()
        if t < step:
            tile[t] += tile[t + step]
        step //= 2
    sync_threads()
    y[t] = tile[0]


@kernel
def leave_early(y: MutSlice[i32]):
    t = thread_idx_x()
    y[t] = 1
    if t >= 2:
        return
    sync_threads()
    value = y[1 - t] + y[t]
    sync_threads()
    y[t] = value


@kernel
def by_warp(y: MutSlice[i32]):
    t = thread_idx_x()
    y[t] = i32(t)
    sync_warp()
    y[t] = shfl_sync(y[t], 3) + 100


@kernel
def one_load_for_all(x: Slice[i32], y: OutSlice[i32]):
    """One thread loads, all have it; and again, after the source of it has changed."""
    tile = shared_array(1, i32)
    t = thread_idx_x()
    total = i32(0)
    for k in range(3):
        if t == 0:
            tile[0] = x[k]
        sync_threads()
        total += tile[0]
        sync_threads()
    y[t] = total


@kernel
def counted(y: OutSlice[i32]):
    tile = shared_array(1, i32)
    if thread_idx_x() == 0:
        tile[0] = 0
    sync_threads()
    atomic_add(tile[0], 1)
    sync_threads()
    y[thread_idx_x()] = tile[0]


@kernel
def separate(x: Slice[i32], y: MutSlice[i32]):
    """Writes shared memory only: neither its input nor another block's."""
    tile = shared_array(16, i32)
    t, b = thread_idx_x(), block_idx_x()
    tile[t] = i32(b * 1000 + t)
    sync_threads()
    for _ in range(50):
        tile[t] += 1
        sync_threads()
    y[b * block_dim_x() + t] = tile[(t + 1) % block_dim_x()] + x[t]


@pytest.mark.parametrize("threads", [1, 2, 31, 32, 33, 256, 1024])
def test_what_was_written_before_a_barrier_is_seen_behind_it(real: Rig, threads: int) -> None:
    y = real.device.zeros(threads, np.int32)
    neighbour[1, threads](y)
    assert y.read().tolist() == [(t + 1) % threads * 10 for t in range(threads)]


def test_two_phases(real: Rig) -> None:
    y = real.device.zeros(4, np.int32)
    two_phases[1, 4](y)
    assert y.read().tolist() == [10] * 4


def test_two_shared_arrays(real: Rig) -> None:
    y = real.device.zeros(4, np.int32)
    two_arrays[1, 4](y)
    assert y.read().tolist() == [110] * 4


def test_a_reduction_that_all_see(real: Rig) -> None:
    y = real.device.zeros(8, np.int32)
    reduce_all[1, 8](y)
    assert y.read().tolist() == [28] * 8


@pytest.mark.parametrize("threads", [2, 3, 32, 100])
def test_threads_that_have_returned_hang_no_barrier(real: Rig, threads: int) -> None:
    y = real.device.zeros(threads, np.int32)
    leave_early[1, threads](y)
    assert y.read().tolist() == [2, 2] + [1] * (threads - 2)


def test_a_warp_waits_for_itself(real: Rig) -> None:
    y = real.device.zeros(64, np.int32)
    by_warp[1, 64](y)
    assert y.read().tolist() == [103] * 32 + [135] * 32


def test_one_thread_loads_for_all(real: Rig) -> None:
    x, y = real.device.array(np.array([1, 20, 300], np.int32)), real.device.zeros(70, np.int32)
    one_load_for_all[1, 70](x, y)
    assert y.read().tolist() == [321] * 70


def test_atomics_and_barriers(real: Rig) -> None:
    y = real.device.zeros(200, np.int32)
    counted[1, 200](y)
    assert y.read().tolist() == [200] * 200


def test_shared_memory_is_neither_an_inputs_nor_another_blocks(real: Rig) -> None:
    x, y = real.device.array(np.arange(16, dtype=np.int32)), real.device.zeros(64 * 16, np.int32)
    for _ in range(5):
        separate[64, 16](x, y)
    assert x.read().tolist() == list(range(16))
    expected = [b * 1000 + (t + 1) % 16 + 50 + t for b in range(64) for t in range(16)]
    assert y.read().tolist() == expected


def test_barriers_of_launches_at_once(real: Rig) -> None:
    buffers = [real.device.zeros(128, np.int32) for _ in range(12)]
    for turn, y in enumerate(buffers * 3):
        with real.device.stream():
            (counted if turn % 2 else neighbour)[1, 128](y)
    for turn, y in enumerate(buffers):
        expected = [128] * 128 if turn % 2 else [(t + 1) % 128 * 10 for t in range(128)]
        assert y.read().tolist() == expected
