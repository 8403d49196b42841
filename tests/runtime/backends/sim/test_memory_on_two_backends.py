"""Kernels about memory by the CPU backend and by the simulator: they share nothing behind the import, and leave the same bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from periclase import (
    MutSlice,
    MutView,
    Slice,
    address_of,
    f16,
    f32,
    f64,
    i32,
    i64,
    kernel,
    open_device,
    shared_array,
    u8,
    u32,
    u64,
)
from periclase.gpu import (
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_dec,
    atomic_exchange,
    atomic_inc,
    atomic_load,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_sub,
    atomic_xor,
    block_idx_x,
    cp_async,
    cp_async_bulk_commit_group,
    cp_async_bulk_g2s,
    cp_async_bulk_s2g,
    cp_async_bulk_wait_group,
    cp_async_commit_group,
    cp_async_wait_group,
    fence_proxy_async,
    mbarrier_arrive,
    mbarrier_arrive_expect_tx,
    mbarrier_init,
    mbarrier_wait_parity,
    sync_threads,
    thread_idx_x,
)
from periclase.library.barriers import Barrier
from periclase.library.tensor_maps import MutTensorMap, TensorMap, tensor_map

Array = np.ndarray[Any, Any]


def both(launch: Callable[..., Any], *arrays: Array) -> list[Array]:
    """What `launch(device, *buffers)` leaves in the buffers, on each of the two; it is the same to the last bit."""
    found: list[list[Array]] = []
    for name in ("cpu", "sim"):
        device = open_device(name)
        buffers = [device.array(array.copy()) for array in arrays]
        launch(device, *buffers)
        found.append([buffer.numpy() for buffer in buffers])
    for expected, ours in zip(*found, strict=True):
        np.testing.assert_array_equal(ours.view(np.uint8), expected.view(np.uint8))
    return found[1]


@kernel
def integers_counted(x: Slice[i32], y: MutSlice[i32], z: MutSlice[u32], w: MutSlice[i64]):
    i = 64 * block_idx_x() + thread_idx_x()
    atomic_add(y[i % 3], x[i])
    atomic_sub(y[3], x[i])
    atomic_min(y[4], x[i])
    atomic_max(y[5 + i % 2], x[i])
    atomic_and(z[0], u32(x[i]))
    atomic_or(z[1], u32(x[i]))
    atomic_xor(z[2 + i % 5], u32(x[i]))
    atomic_inc(z[7], u32(10))
    atomic_dec(z[8], u32(7))
    atomic_max(w[0], i64(x[i]) * 100000)
    atomic_add(w[1 + i % 2], i64(x[i]) << 20)


def test_integers_are_counted() -> None:
    x = np.random.default_rng(1).integers(-(1 << 31), 1 << 31, 256).astype(np.int32)
    both(
        lambda device, *buffers: integers_counted[4, 64](*buffers),
        x,
        np.zeros(8, np.int32),
        np.full(9, 0xFFFF, np.uint32),
        np.zeros(3, np.int64),
    )


@kernel
def floats_added(x: Slice[f32], y: MutSlice[f32], z: MutSlice[f64], h: MutSlice[f16]):
    i = thread_idx_x()
    total = shared_array(1, f32)
    if i == 0:
        total[0] = 0.0
    sync_threads()
    atomic_add(total[0], x[i])
    atomic_add(y[i % 2], x[i])
    atomic_add(z[0], f64(x[i]))
    atomic_add(h[0], f16(x[i]))
    sync_threads()
    if i == 0:
        y[2] = total[0]


def test_floats_are_added() -> None:
    """All sums are exact, so that their order does not matter."""
    x = (np.arange(64) % 7 - 3).astype(np.float32) / 4
    _, y, z, h = both(
        lambda device, *buffers: floats_added[1, 64](*buffers),
        x,
        np.zeros(3, np.float32),
        np.zeros(1, np.float64),
        np.zeros(1, np.float16),
    )
    assert (y[2], z[0], h[0]) == (x.sum(),) * 3


@kernel
def counted_by_cas(y: MutSlice[u32]):
    done = False
    while not done:
        seen = atomic_load(y[0])
        done = atomic_cas(y[0], seen, seen + 3) == seen
    atomic_exchange(y[1], u32(9))


def test_compare_and_swap_loops_end() -> None:
    (y,) = both(lambda device, y: counted_by_cas[2, 96](y), np.zeros(2, np.uint32))
    assert y.tolist() == [3 * 192, 9]


@kernel
def staged(x: Slice[f32], y: MutSlice[f32], tiles: i32):
    """Two stages, of which one is copied while the other is used."""
    stage = shared_array((2, 64), f32)
    i = thread_idx_x()
    cp_async(stage[0, i], x[i], size=4)
    cp_async_commit_group()
    total = f32(0.0)
    for k in range(tiles):
        if k + 1 < tiles:
            cp_async(stage[(k + 1) % 2, i], x[64 * (k + 1) + i], size=4)
        cp_async_commit_group()
        cp_async_wait_group(1)
        sync_threads()
        total += stage[k % 2, 63 - i]
        sync_threads()
    y[i] = total


def test_a_pipeline_of_copies() -> None:
    x = np.arange(6 * 64, dtype=np.float32)
    _, y = both(lambda device, x, y: staged[1, 64](x, y, 6), x, np.zeros(64, np.float32))
    assert y.tolist() == x.reshape(6, 64).sum(0)[::-1].tolist()


@kernel
def pieces(x: Slice[f32], y: MutSlice[f32], rounds: i32):
    tile = shared_array(64, f32, align=128)
    barrier = shared_array(1, u64)
    i = thread_idx_x()
    if i == 0:
        mbarrier_init(barrier[0], 1)
    sync_threads()
    for k in range(rounds):
        if i == 0:
            mbarrier_arrive_expect_tx(barrier[0], 256)
            cp_async_bulk_g2s(tile[0], x[64 * k + 32], 128, barrier[0])
            cp_async_bulk_g2s(tile[32], x[64 * k], 128, barrier[0])
        mbarrier_wait_parity(barrier[0], u32(k % 2))
        tile[i] += 1.0
        fence_proxy_async("shared_cta")
        sync_threads()
        if i == 0:
            cp_async_bulk_s2g(y[64 * k], tile[0], 256)
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group(0, read=True)
        sync_threads()


def test_pieces_go_there_and_back() -> None:
    x = np.arange(256, dtype=np.float32)
    _, y = both(lambda device, x, y: pieces[1, 64](x, y, 4), x, np.zeros(256, np.float32))
    assert y.tolist() == (x.reshape(4, 2, 32)[:, ::-1].reshape(-1) + 1).tolist()


@kernel
def handed_over(x: Slice[i32], y: MutSlice[i32], rounds: i32):
    full = shared_array(1, u64)
    empty = shared_array(1, u64)
    box = shared_array(32, i32)
    i = thread_idx_x()
    if i == 0:
        mbarrier_init(full[0], 32)
        mbarrier_init(empty[0], 32)
    sync_threads()
    lane = i % 32
    for step in range(rounds):
        parity = u32(step % 2)
        if i < 32:
            mbarrier_wait_parity(empty[0], parity ^ 1)
            box[lane] = x[32 * step + lane]
            mbarrier_arrive(full[0])
        else:
            mbarrier_wait_parity(full[0], parity)
            y[32 * step + lane] = 2 * box[31 - lane]
            mbarrier_arrive(empty[0])


def test_warps_hand_over() -> None:
    x = np.arange(9 * 32, dtype=np.int32)
    _, y = both(lambda device, x, y: handed_over[1, 64](x, y, 9), x, np.zeros_like(x))
    assert (y.reshape(9, 32) == 2 * x.reshape(9, 32)[:, ::-1]).all()


@kernel
def tile_moved(a: TensorMap[f16, 2], b: MutTensorMap[f16, 2], raw: MutView[f16, 2], row: i32, column: i32):
    tile = shared_array((16, 64), f16, align=1024)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    i = thread_idx_x()
    if i == 0:
        full.init(1)
        full.arrive_expecting(16 * 64 * 2)
        a.load(address_of(tile[0, 0]), (row, column), full)
    sync_threads()
    full.wait()
    for k in range(i, 16 * 64, 32):
        raw[k // 64, k % 64] = tile[k // 64, k % 64]
    if i == 0:
        b.store((column, row), address_of(tile[0, 0]))
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group(0)


@pytest.mark.parametrize("swizzle", [0, 128])
@pytest.mark.parametrize(("row", "column"), [(0, 0), (3, 8), (-2, 24), (40, -60)])
def test_tiles_of_tensors(swizzle: int, row: int, column: int) -> None:
    x = np.arange(1, 45 * 72 + 1, dtype=np.float32).astype(np.float16).reshape(45, 72)

    def launch(device: Any, x: Any, y: Any, raw: Any) -> None:
        source = tensor_map(x, box=(16, 64), swizzle=swizzle)
        target = tensor_map(y, box=(16, 64), swizzle=swizzle, writable=True)
        tile_moved[1, 32](source, target, raw, row, column)

    both(launch, x, np.zeros((70, 80), np.float16), np.zeros((16, 64), np.float16))


@kernel
def bytes_turned(x: Slice[u8], y: MutSlice[u8]):
    i = 64 * block_idx_x() + thread_idx_x()
    y[len(x) - 1 - i] = x[i] ^ u8(0x5A)


def test_bytes() -> None:
    x = np.random.default_rng(2).integers(0, 256, 256, np.uint8)
    both(lambda device, x, y: bytes_turned[4, 64](x, y), x, np.zeros_like(x))
