"""Clusters of several blocks on the CPU: their barrier, the shared memory of the others, and who a block is."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import periclase
from periclase import (
    BufferFailure,
    MutSlice,
    Slice,
    device,
    dynamic_shared_array,
    f32,
    i32,
    kernel,
    shared_array,
    u32,
)
from periclase.gpu import (
    block_idx_x,
    block_idx_y,
    cluster_arrive,
    cluster_arrive_relaxed,
    cluster_block_count,
    cluster_block_idx_x,
    cluster_block_idx_y,
    cluster_block_rank,
    cluster_dim_x,
    cluster_dim_y,
    cluster_grid_dim_x,
    cluster_grid_dim_y,
    cluster_idx_x,
    cluster_idx_y,
    cluster_wait,
    dsmem_load,
    dsmem_store,
    grid_dim_x,
    sync_threads,
    thread_idx_x,
)

cpu = periclase.open_device("cpu")


@device
def meet():
    cluster_arrive()
    cluster_wait()


@kernel(cluster=2)
def swapped(y: MutSlice[f32]):
    kept = shared_array(64, f32)
    i = thread_idx_x()
    kept[i] = f32(block_idx_x() * 100 + i)
    meet()
    found = dsmem_load(kept[63 - i], u32(cluster_block_rank() ^ 1))
    meet()
    y[block_idx_x() * 64 + i] = found


@pytest.mark.parametrize("blocks", [2, 8, 198])
def test_each_block_reads_the_shared_memory_of_the_other(blocks: int) -> None:
    y = np.zeros(blocks * 64, np.float32)
    swapped[blocks, 64](y)
    block, thread = np.divmod(np.arange(blocks * 64), 64)
    np.testing.assert_array_equal(y, (block ^ 1) * 100 + 63 - thread)


@kernel(cluster=(2, 2, 1))
def places(y: MutSlice[i32]):
    if thread_idx_x() == 0:
        at = 10 * i32(block_idx_y() * grid_dim_x() + block_idx_x())
        y[at] = cluster_block_rank()
        y[at + 1] = cluster_block_count()
        y[at + 2] = cluster_block_idx_x()
        y[at + 3] = cluster_block_idx_y()
        y[at + 4] = cluster_idx_x()
        y[at + 5] = cluster_idx_y()
        y[at + 6] = cluster_grid_dim_x()
        y[at + 7] = cluster_grid_dim_y()
        y[at + 8] = cluster_dim_x()
        y[at + 9] = cluster_dim_y()


def test_who_a_block_is() -> None:
    y = np.zeros((4, 6, 10), np.int32)
    places[(6, 4), 32](y.reshape(-1))
    for row in range(4):
        for column in range(6):
            x, z = column % 2, row % 2
            np.testing.assert_array_equal(
                y[row, column], [x + 2 * z, 4, x, z, column // 2, row // 2, 3, 2, 2, 2]
            )


@kernel(cluster=4)
def sums(x: Slice[i32], y: MutSlice[i32], steps: i32):
    """A tree within the block, another one across the cluster; then all blocks have the sum, and go on with it."""
    parts = shared_array(32, i32)
    totals = shared_array(4, i32)
    i, rank = thread_idx_x(), cluster_block_rank()
    parts[i] = x[block_idx_x() * 32 + i]
    for _ in range(steps):
        sync_threads()
        if i == 0:
            total = i32(0)
            for k in range(32):
                total += parts[k]
            for other in range(4):
                dsmem_store(totals[rank], u32(other), total)
        cluster_arrive_relaxed()
        cluster_wait()
        parts[i] = (totals[0] + totals[1] + totals[2] + totals[3]) % 1000 + i32(i)
        meet()
    y[block_idx_x() * 32 + i] = parts[i]


def test_barriers_of_blocks_and_of_clusters_in_a_loop() -> None:
    x = np.random.default_rng(1).integers(0, 100, 12 * 32, dtype=np.int32)
    y = np.zeros_like(x)
    sums[12, 32](x, y, 3)
    parts = x.reshape(3, 4, 32)
    for _ in range(3):
        parts = np.broadcast_to(parts.sum((1, 2), keepdims=True) % 1000 + np.arange(32), parts.shape)
    np.testing.assert_array_equal(y.reshape(3, 4, 32), parts)


@kernel(cluster=2)
def with_dynamic_memory(y: MutSlice[i32], n: i32):
    kept = dynamic_shared_array(n, i32)
    i = thread_idx_x()
    for k in range(i32(i), n, 32):
        kept[k] = i32(block_idx_x()) * 1000 + k
    meet()
    if i < 3:
        return  # whoever has returned is waited for by nobody
    meet()
    y[block_idx_x() * 32 + i] = dsmem_load(kept[n - 1], u32(1 - cluster_block_rank()))
    meet()


def test_dynamic_shared_memory_and_threads_that_return() -> None:
    y = np.zeros(4 * 32, np.int32)
    with_dynamic_memory[4, 32, 4000](y, 1000)
    wanted = np.repeat(np.array([1, 0, 3, 2]) * 1000 + 999, 32).reshape(4, 32)
    wanted[:, :3] = 0
    np.testing.assert_array_equal(y.reshape(4, 32), wanted)


@kernel(cluster=2)
def one_waits(y: MutSlice[i32]):
    if cluster_block_rank() == 0:
        cluster_wait()
    else:
        sync_threads()
        if thread_idx_x() > 3:
            sync_threads()
    y[block_idx_x()] = 1


@kernel(cluster=2)
def one_traps(y: MutSlice[i32]):
    meet()
    if cluster_block_rank() == 1:
        y[block_idx_x() + 1000] = 1
    meet()
    y[block_idx_x()] = 1


def test_a_block_alone_may_end() -> None:
    out = cpu.zeros(4, np.int32)
    one_waits[4, 32](out)
    np.testing.assert_array_equal(out.numpy(), [1, 1, 1, 1])


@kernel(cluster=2)
def never(y: MutSlice[i32]):
    if cluster_block_rank() == 0 or thread_idx_x() < 5:
        cluster_wait()
    else:
        sync_threads()
    y[block_idx_x()] = 1


@pytest.mark.parametrize(
    ("kernel", "line", "code"),
    [(never, "cluster_wait()", "PC0705"), (one_traps, "y[block_idx_x() + 1000]", "PC0702")],
)
def test_what_goes_wrong_is_told_at_its_line(kernel: Any, line: str, code: str) -> None:
    out = cpu.zeros(4, np.int32)
    kernel[4, 32](out)
    with pytest.raises(BufferFailure) as caught:
        out.numpy()
    assert caught.value.diagnostic.code == code
    lines, first = inspect.getsourcelines(kernel.function)
    span = caught.value.diagnostic.span
    assert span is not None and line in lines[span.line - first]


@kernel
def of_one_block(y: MutSlice[i32]):
    kept = shared_array(1, i32)
    if thread_idx_x() == 0:
        dsmem_store(kept[0], u32(0), i32(7))
    meet()
    y[block_idx_x() * 32 + thread_idx_x()] = dsmem_load(kept[0], u32(0))


def test_a_block_is_a_cluster_of_its_own() -> None:
    y = np.zeros(64, np.int32)
    of_one_block[2, 32](y)
    assert (y == 7).all()


@kernel(cluster=(2, 3))
def marks(y: MutSlice[i32]):
    y[block_idx_y() * 8 + block_idx_x()] = 1


@pytest.mark.parametrize("grid", [(3, 3), (2, 4), (1, 1), (6, 2)])
def test_a_grid_is_of_whole_clusters(grid: tuple[int, int]) -> None:
    """Without that the blocks behind the end of the grid would run, and do what the others do."""
    words = "in clusters of (2, 3, 1) blocks"
    marks[(2, 3), 1](cpu.zeros(64, np.int32))
    out = cpu.zeros(64, np.int32)
    marks[grid, 1](out)
    with pytest.raises(BufferFailure) as caught:
        out.numpy()
    assert caught.value.diagnostic.code == "PC0403" and words in str(caught.value)
    count = cpu.array(np.array([*grid, 1], np.uint32))
    counted = cpu.zeros(64, np.int32)
    marks[count, 1](counted)
    with pytest.raises(BufferFailure) as caught:
        counted.numpy()
    assert caught.value.diagnostic.code == "PC0403" and words in str(caught.value)
    assert f"a grid of {(*grid, 1)}" in str(caught.value)


def test_a_grid_that_is_counted_may_be_of_whole_clusters() -> None:
    out = cpu.zeros(64, np.int32)
    marks[cpu.array(np.array([4, 6, 1], np.uint32)), 1](out)
    wanted = np.zeros((8, 8), np.int32)
    wanted[:6, :4] = 1
    np.testing.assert_array_equal(out.numpy().reshape(8, 8), wanted)
