"""What threads of a block do together, and how they fail, written in Python: the whole road to native code."""

from __future__ import annotations

import inspect
import linecache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from periclase import (
    CompileError,
    MutSlice,
    OutSlice,
    Slice,
    device,
    f32,
    i32,
    i64,
    kernel,
    local_array,
    open_device,
    shared_array,
    u32,
)
from periclase.gpu import (
    any_sync,
    atomic_add,
    ballot_sync,
    block_dim_x,
    block_idx_x,
    block_idx_y,
    block_idx_z,
    grid_dim_x,
    grid_dim_y,
    lane_id,
    shfl_sync_up,
    shfl_sync_xor,
    sync_threads,
    sync_warp,
    thread_idx_x,
    thread_idx_y,
    thread_idx_z,
)
from periclase.runtime.failures import BufferFailure

cpu = open_device("cpu")


@kernel
def prefix_sum(values: Slice[i64], sums: MutSlice[i64]):
    """Inclusive scan of a block by doubling steps: two barriers a step, in a loop."""
    scratch = shared_array(1024, i64)
    t = thread_idx_x()
    scratch[t] = values[t]
    step = 1
    while step < block_dim_x():
        sync_threads()
        other = scratch[t - step] if t >= step else i64(0)
        sync_threads()
        scratch[t] += other
        step *= 2
    sums[t] = scratch[t]


@given(st.lists(st.integers(-(2**62), 2**62), min_size=1, max_size=300))
@settings(deadline=None, max_examples=40)
def test_barriers_in_a_loop(values):
    with np.errstate(over="ignore"):
        array = np.array(values, np.int64)
        sums = cpu.zeros(len(values), np.int64)
        prefix_sum[1, len(values)](cpu.array(array), sums)
        np.testing.assert_array_equal(sums.numpy(), np.cumsum(array))


@kernel
def early_return(limit: i32, out: MutSlice[i32]):
    count = shared_array(1, i32)
    t = thread_idx_x()
    if t == block_dim_x() - 1:
        count[0] = 0
    sync_threads()
    if t < limit:
        return
    atomic_add(count[0], 1)
    sync_threads()
    out[t] = count[0]


@pytest.mark.parametrize("threads", [1, 5, 32, 33, 257, 1024])
def test_threads_that_return_are_not_waited_for(threads):
    for limit in {0, threads // 2, threads - 1}:
        out = cpu.zeros(threads, np.int32)
        early_return[1, threads](limit, out)
        expected = np.zeros(threads, np.int32)
        expected[limit:] = threads - limit
        np.testing.assert_array_equal(out.numpy(), expected)


@kernel
def uniform_condition(flags: Slice[i32], out: MutSlice[i32]):
    tile = shared_array(1024, i32)
    t = thread_idx_x()
    b = block_idx_x()
    total = i32(0)
    if flags[b] > 0:
        for k in range(flags[b]):
            tile[t] = i32(t + k)
            sync_threads()
            total += tile[(t + 1) % block_dim_x()]
            sync_threads()
    out[b * block_dim_x() + t] = total


@pytest.mark.parametrize("threads", [1, 7, 64, 100])
def test_barriers_under_uniform_conditions(threads):
    flags = np.array([0, 3, 0, 1, 5], np.int32)
    out = cpu.zeros((5, threads), np.int32)
    uniform_condition[5, threads](cpu.array(flags), out)
    neighbour = (np.arange(threads) + 1) % threads
    expected = np.array([[sum(int(n) + k for k in range(flag)) for n in neighbour] for flag in flags])
    np.testing.assert_array_equal(out.numpy(), expected)


@device
def warp_scan(value: i32) -> i32:
    total = value
    offset = u32(1)
    while offset < 32:
        below = shfl_sync_up(total, offset)
        if lane_id() >= offset:
            total += below
        offset *= 2
    return total


@kernel
def scan_by_shuffles(values: Slice[i32], out: MutSlice[i32]):
    t = thread_idx_x()
    out[t] = warp_scan(values[t])


@pytest.mark.parametrize("threads", [32, 64, 1024])
def test_shuffles_in_a_device_function(threads):
    values = np.arange(threads, dtype=np.int32) % 7
    out = cpu.zeros(threads, np.int32)
    scan_by_shuffles[1, threads](cpu.array(values), out)
    np.testing.assert_array_equal(out.numpy(), np.cumsum(values.reshape(-1, 32), axis=1).ravel())


@kernel
def votes(values: Slice[i32], ballots: OutSlice[i64], swapped: OutSlice[f32]):
    t = thread_idx_x()
    ballots[t] = i64(ballot_sync(values[t] > 0)) * 2 + i64(any_sync(values[t] > 5))
    sync_warp()
    swapped[t] = shfl_sync_xor(f32(values[t]), 1)


@pytest.mark.parametrize("threads", [32, 45, 96])
def test_votes(threads):
    values = np.random.default_rng(0).integers(-3, 7, threads).astype(np.int32)
    ballots, swapped = cpu.zeros(threads, np.int64), cpu.zeros(threads, np.float32)
    votes[1, threads](cpu.array(values), ballots, swapped)
    for start in range(0, threads, 32):
        row = values[start : start + 32]
        ballot = sum(1 << lane for lane, value in enumerate(row) if value > 0)
        assert (ballots.numpy()[start : start + 32] == ballot * 2 + (row > 5).any()).all()
    pairs = threads // 2 * 2
    np.testing.assert_array_equal(swapped.numpy()[:pairs].reshape(-1, 2)[:, ::-1].ravel(), values[:pairs])


@kernel
def numbering(out: OutSlice[i64]):
    width = 5
    height = 3
    thread = (thread_idx_z() * height + thread_idx_y()) * width + thread_idx_x()
    block = (block_idx_z() * grid_dim_y() + block_idx_y()) * grid_dim_x() + block_idx_x()
    out[block * 30 + thread] = block * 1000 + thread


def test_three_dimensions():
    out = cpu.zeros((24, 30), np.int64)
    numbering[(4, 3, 2), (5, 3, 2)](out)
    np.testing.assert_array_equal(out.numpy(), np.arange(24)[:, None] * 1000 + np.arange(30))


@kernel
def gather(index: Slice[i32], source: Slice[f32], out: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(out):
        out[i] = source[index[i]]


@pytest.mark.parametrize("bad", [100, -1, 2**31 - 1])
def test_an_index_out_of_bounds_in_one_thread(bad):
    index = np.arange(1000, dtype=np.int32) % 100
    index[777] = bad
    source = cpu.array(np.arange(100, dtype=np.float32))
    out, other = cpu.zeros(1000, np.float32), cpu.zeros(100, np.float32)
    gather[8, 128](cpu.array(index), source, out)
    gather[1, 128](cpu.array(np.arange(100, dtype=np.int32)), source, other)
    np.testing.assert_array_equal(other.numpy(), np.arange(100))
    with pytest.raises(BufferFailure) as caught:
        out.numpy()
    diagnostic = caught.value.diagnostic
    lines, first = inspect.getsourcelines(gather.function)
    assert diagnostic.code == "PC0702"
    assert diagnostic.span.file == __file__
    assert "source[index[i]]" in lines[diagnostic.span.line - first]
    assert f"in thread ({777 % 128}, 0, 0) of block ({777 // 128}, 0, 0)" in str(caught.value)
    assert "gather[8, 128]" in linecache.getline(__file__, diagnostic.notes[1].span.line)
    out.write(0)
    np.testing.assert_array_equal(out.numpy(), np.zeros(1000))


@kernel
def divide(values: Slice[i32], out: OutSlice[i32]):
    i = thread_idx_x()
    out[i] = 100 // values[i]


def test_a_division_by_zero_does_not_end_the_process():
    out = cpu.zeros(4, np.int32)
    divide[1, 4](cpu.array(np.array([7, -7, 1, 3], np.int32)), out)
    np.testing.assert_array_equal(out.numpy(), [14, -15, 100, 33])
    divide[1, 4](cpu.array(np.array([7, 0, 1, 3], np.int32)), out)
    with pytest.raises(BufferFailure, match="in thread"):
        out.numpy()


@kernel
def divergent(out: MutSlice[i32]):
    t = thread_idx_x()
    if t < 16:
        sync_warp()
    else:
        sync_threads()
    out[t] = 1


def test_a_deadlock_is_reported():
    out = cpu.zeros(32, np.int32)
    divergent[1, 32](out)
    with pytest.raises(BufferFailure) as caught:
        out.numpy()
    assert caught.value.diagnostic.code == "PC0705"
    lines, first = inspect.getsourcelines(divergent.function)
    assert "sync_warp()" in lines[caught.value.diagnostic.span.line - first]


@device
def down(n: i64) -> i64:
    if n <= 0:
        return i64(0)
    return 1 + down(n - 1) * 3 % 7


@device
def even(n: i64) -> i64:
    return i64(1) if n == 0 else odd(n - 1) + 2


@device
def odd(n: i64) -> i64:
    return i64(0) if n == 0 else even(n - 1) + 2


@kernel
def recursive(depth: i64, out: MutSlice[i64]):
    t = thread_idx_x()
    out[t] = down(depth) if t % 2 == 0 else even(depth)
    sync_threads()


def test_recursion_that_goes_too_deep_is_a_trap():
    out = cpu.zeros(4, np.int64)
    recursive[1, 4](10, out)
    assert (out.numpy()[1::2] == 21).all()
    recursive[1, 4](100_000_000_000, out)
    with pytest.raises(BufferFailure, match="calls itself too often"):
        out.numpy()
    recursive[1, 4](10, out)
    cpu.sync()


@kernel
def far_too_much_local_memory(out: MutSlice[f32]):
    values = local_array(3_000_000, f32)
    for i in range(len(out)):
        values[3_000_000 - 1 - i] = out[i]
    out[0] = values[i32(out[1])]


@device(inline="never")
def reversed_sum(values: Slice[f32]) -> f32:
    scratch = local_array(80_000, f32)
    for i in range(len(values)):
        scratch[len(values) - 1 - i] = values[i]
    total = f32(0)
    for i in range(len(values)):
        total += scratch[i]
    return total


@kernel
def too_much_along_a_call(values: Slice[f32], out: MutSlice[f32]):
    mine = local_array(80_000, f32)
    for i in range(len(out)):
        mine[79_999 - i] = reversed_sum(values)
    for i in range(len(out)):
        out[i] = mine[79_999 - i]


@kernel
def much_local_memory(values: Slice[f32], out: MutSlice[f32]):
    out[thread_idx_x()] = reversed_sum(values)


def test_more_local_memory_than_a_thread_can_have():
    out, values = cpu.zeros(4, np.float32), cpu.array(np.arange(100, dtype=np.float32))
    far_too_much_local_memory[1, 1](out)
    with pytest.raises(BufferFailure, match="12000000 bytes of local memory") as caught:
        out.numpy()
    assert isinstance(caught.value.__cause__, CompileError)
    assert caught.value.diagnostic.code == "PC0529"
    assert "local_array(3_000_000, f32)" in str(caught.value)
    out.write(0)
    too_much_along_a_call[1, 1](values, out)
    with pytest.raises(BufferFailure, match="640000 bytes of local memory"):
        out.numpy()
    out.write(0)
    much_local_memory[1, 4](values, out)
    np.testing.assert_array_equal(out.numpy(), np.full(4, 4950))
