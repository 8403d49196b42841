"""Asynchronous copies and barrier objects on the CPU: what each instruction does, and who waits for whom."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, MutView, Slice, View, f16, f32, i32, kernel, shared_array, u32, u64
from periclase.gpu import (
    cp_async,
    cp_async_bulk_commit_group,
    cp_async_bulk_g2s,
    cp_async_bulk_s2g,
    cp_async_bulk_wait_group,
    cp_async_commit_group,
    cp_async_wait_group,
    fence_proxy_async,
    lane_id,
    ldmatrix,
    mbarrier_arrive,
    mbarrier_arrive_count,
    mbarrier_arrive_drop,
    mbarrier_arrive_drop_count,
    mbarrier_arrive_drop_expect_tx,
    mbarrier_arrive_drop_nocomplete,
    mbarrier_arrive_expect_tx,
    mbarrier_complete_tx,
    mbarrier_expect_tx,
    mbarrier_init,
    mbarrier_pending_count,
    mbarrier_test_wait,
    mbarrier_test_wait_parity,
    mbarrier_wait_parity,
    stmatrix,
    sync_threads,
    thread_idx_x,
)
from periclase.library.async_copies import commit_copies, tile_copy, wait_for_copies


@kernel
def hand_over(x: Slice[i32], y: MutSlice[i32], rounds: i32):
    """Warp 0 brings what warp 1 takes, by two barrier objects, and no barrier of the block between."""
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


def test_two_warps_hand_over() -> None:
    x = np.arange(7 * 32, dtype=np.int32)
    y = np.zeros_like(x)
    hand_over[1, 64](x, y, 7)
    assert (y.reshape(7, 32) == 2 * x.reshape(7, 32)[:, ::-1]).all()


@kernel
def phases(out: MutSlice[u32]):
    barrier = shared_array(1, u64)
    mbarrier_init(barrier[0], 3)
    out[0] = mbarrier_test_wait_parity(barrier[0], 1)  # the phase before the first is over
    out[1] = mbarrier_test_wait_parity(barrier[0], 0)
    first = mbarrier_arrive(barrier[0])
    out[2] = mbarrier_pending_count(first)
    second = mbarrier_arrive(barrier[0])
    out[3] = mbarrier_pending_count(second)
    mbarrier_expect_tx(barrier[0], 64)
    third = mbarrier_arrive_drop(barrier[0])
    out[4] = mbarrier_test_wait(barrier[0], third)  # 64 bytes are missing
    mbarrier_complete_tx(barrier[0], 48)
    out[5] = mbarrier_test_wait(barrier[0], third)
    mbarrier_complete_tx(barrier[0], 16)
    out[6] = mbarrier_test_wait(barrier[0], third)
    out[7] = mbarrier_test_wait_parity(barrier[0], 0)
    out[8] = mbarrier_pending_count(mbarrier_arrive(barrier[0]))  # one arrival less is expected
    mbarrier_arrive(barrier[0])
    out[9] = mbarrier_test_wait_parity(barrier[0], 1)


def test_phases_count_arrivals_and_bytes() -> None:
    out = np.zeros(10, np.uint32)
    phases[1, 1](out)
    assert out.tolist() == [1, 0, 3, 2, 0, 0, 1, 1, 2, 1]


@kernel
def leaving(out: MutSlice[u32]):
    barrier = shared_array(1, u64)
    mbarrier_init(barrier[0], 6)
    first = mbarrier_arrive_drop_count(barrier[0], 2)
    second = mbarrier_arrive_drop_nocomplete(barrier[0], 1)
    out[0] = mbarrier_pending_count(first)
    out[1] = mbarrier_pending_count(second)
    third = mbarrier_arrive_drop_expect_tx(barrier[0], 32)
    mbarrier_arrive_count(barrier[0], 2)
    out[2] = mbarrier_test_wait(barrier[0], third)  # 32 bytes are missing
    mbarrier_complete_tx(barrier[0], 32)
    out[3] = mbarrier_test_wait(barrier[0], third)
    out[4] = mbarrier_pending_count(mbarrier_arrive(barrier[0]))  # two of six are left
    mbarrier_arrive(barrier[0])
    out[5] = mbarrier_test_wait_parity(barrier[0], 1)


def test_arrivals_that_leave() -> None:
    out = np.zeros(6, np.uint32)
    leaving[1, 1](out)
    assert out.tolist() == [6, 4, 0, 1, 2, 1]


@kernel
def never(out: MutSlice[u32]):
    barrier = shared_array(1, u64)
    mbarrier_init(barrier[0], 1)
    mbarrier_arrive(barrier[0])
    mbarrier_arrive(barrier[0])
    mbarrier_arrive_drop(barrier[0])
    mbarrier_arrive(barrier[0])
    out[0] = 1


def test_more_arrivals_than_expected_trap() -> None:
    with pytest.raises(Exception, match="more threads come to a barrier object than it expects"):
        never[1, 1](np.zeros(1, np.uint32))


@kernel
def pieces(x: Slice[f32], y: MutSlice[f32]):
    tile = shared_array(64, f32, align=128)
    barrier = shared_array(1, u64)
    i = thread_idx_x()
    if i == 0:
        mbarrier_init(barrier[0], 1)
    sync_threads()
    if i == 0:
        mbarrier_arrive_expect_tx(barrier[0], 256)
        cp_async_bulk_g2s(tile[0], x[64], 128, barrier[0])
        cp_async_bulk_g2s(tile[32], x[0], 128, barrier[0])
    mbarrier_wait_parity(barrier[0], 0)
    tile[i] += 1.0
    fence_proxy_async("shared_cta")
    sync_threads()
    if i == 0:
        cp_async_bulk_s2g(y[0], tile[0], 256)
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group(0)


def test_pieces_by_the_copy_engine() -> None:
    x, y = np.arange(128, dtype=np.float32), np.zeros(64, np.float32)
    pieces[1, 64](x, y)
    assert y.tolist() == [*(x[64:96] + 1), *(x[:32] + 1)]
    text = pieces.ptx("sm_90")
    assert "cp.async.bulk.shared::cluster.global" in text and ".align 128 .b8" in text


COPY = tile_copy(f16, 6, 24, 32)


@kernel
def tiles(x: View[f16, 2], y: MutView[f16, 2], row: i32, column: i32):
    tile = shared_array((6, 32), f16)
    COPY(tile, x, row, column)
    commit_copies()
    wait_for_copies(0)
    sync_threads()
    for i in range(thread_idx_x(), 6 * 24, 32):
        y[i // 24, i % 24] = tile[i // 24, i % 24]


@pytest.mark.parametrize(
    "row, column", [(0, 0), (3, 8), (7, 24), (9, 40), (20, 80), (-2, 0), (0, -8), (-5, 32), (-9, -40)]
)
def test_tiles_with_zeros_outside(row: int, column: int) -> None:
    wide = np.arange(1, 10 * 48 + 1, dtype=np.float32).astype(np.float16).reshape(10, 48)
    x = wide[:, :45]
    y = np.full((6, 24), 99, np.float16)
    tiles[1, 32](x, y, row, column)
    padded = np.zeros((60, 200), np.float16)
    padded[20:30, 80:125] = x
    np.testing.assert_array_equal(y, padded[20 + row : 26 + row, 80 + column : 104 + column])


def test_rows_that_do_not_fit_pieces_of_16_bytes() -> None:
    x = np.zeros((10, 45), np.float16)
    with pytest.raises(Exception, match="rows of 16-byte pieces are copied"):
        tiles[1, 32](x, np.zeros((6, 24), np.float16), 0, 0)
    with pytest.raises(Exception, match="a tile begins at a multiple of 16 bytes"):
        tiles[1, 32](np.zeros((10, 48), np.float16), np.zeros((6, 24), np.float16), 0, 4)


def test_addresses_that_a_gpu_would_fault_at() -> None:
    """On the CPU any address would do: there it is checked, and told at the line that copies."""
    whole = np.zeros((10, 64), np.float16)
    y = np.zeros((6, 24), np.float16)
    line = tiles.function.__code__.co_firstlineno + 3
    with pytest.raises(
        Exception, match=rf"does not begin at a multiple of as many bytes(.|\n)*test_async_moves.py:{line}:"
    ):
        tiles[1, 32](whole[:, 1:57], y, 0, 0)
    with pytest.raises(Exception, match="a view without elements has no tiles"):
        tiles[1, 32](whole[:, :0], y, 0, 0)
    tiles[1, 32](whole[:, 8:], y, 0, 0)


@kernel
def single(x: Slice[f32], target: i32, source: i32, y: MutSlice[f32]):
    tile = shared_array(16, f32)
    cp_async(tile[target], x[source], size=8)
    cp_async_commit_group()
    cp_async_wait_group(0)
    y[0], y[1] = tile[target], tile[target + 1]


def test_single_copies() -> None:
    x, y = np.arange(16, dtype=np.float32), np.zeros(2, np.float32)
    single[1, 1](x, 2, 4, y)
    assert y.tolist() == [4, 5]
    for target, source, words in (
        (1, 0, "does not go to a multiple"),
        (0, 3, "does not begin at a multiple"),
    ):
        with pytest.raises(Exception, match=words):
            single[1, 1](x, target, source, y)


@kernel
def piece(x: Slice[f32], target: i32, source: i32, bytes: u32):
    tile = shared_array(64, f32, align=128)
    barrier = shared_array(1, u64)
    mbarrier_init(barrier[0], 1)
    mbarrier_arrive_expect_tx(barrier[0], bytes)
    cp_async_bulk_g2s(tile[target], x[source], bytes, barrier[0])
    mbarrier_wait_parity(barrier[0], 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, 0, 16), "a bulk copy does not go to a multiple of 16 bytes"),
        ((0, 3, 16), "a bulk copy does not begin at a multiple of 16 bytes"),
        ((0, 0, 12), "bulk copies are of multiples of 16 bytes"),
        ((4, 8, 32), None),
    ],
)
def test_pieces_at_other_addresses(arguments: tuple[int, int, int], words: str | None) -> None:
    x = np.zeros(64, np.float32)
    if words is None:
        piece[1, 1](x, *arguments)
        return
    line = piece.function.__code__.co_firstlineno + 6
    with pytest.raises(Exception, match=rf"{words}(.|\n)*test_async_moves.py:{line}:"):
        piece[1, 1](x, *arguments)


@kernel
def rows(x: Slice[f16], offset: i32, words: MutSlice[u32]):
    tile = shared_array(256, f16)
    lane = i32(lane_id())
    tile[lane] = x[lane]
    sync_threads()
    words[lane] = ldmatrix(tile[8 * (lane % 8) + (offset if lane < 8 else 1)], count=1)[0]
    stmatrix(tile[8 * (lane % 8) + (offset if lane < 8 else 1)], (words[lane],), count=1)


def test_rows_of_matrices_at_other_addresses() -> None:
    """Lanes that tell no row may tell any."""
    x, words = np.zeros(64, np.float16), np.zeros(32, np.uint32)
    rows[1, 32](x, 8, words)
    with pytest.raises(Exception, match="a row of a matrix does not begin at a multiple of 16 bytes"):
        rows[1, 32](x, 4, words)


@pytest.mark.parametrize(
    "arguments",
    [
        (f16, 4, 4, 32),
        (f16, 0, 8, 32),
        (f32, 4, 4, 0),
        (float, 4, 4, 1),
        (f16, 2.5, 8, 32),
        (f16, "4", 8, 1),
        ([f16], 4, 8, 1),
        (f16, [4], 8, 1),
        (f16, 4, 8, {}),
    ],
)
def test_no_such_tile(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="PC0222"):
        tile_copy(*arguments)
