"""Rows of threads whose checks are made once: what they compute, and what they trap for, is what each thread would by itself."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import MutSlice, OutSlice, Slice, f32, i64, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, block_idx_y, thread_idx_x, thread_idx_y
from periclase.runtime import BufferFailure


@kernel
def triad(a: f32, x: Slice[f32], y: Slice[f32], z: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = a * x[i] + y[i]


@kernel
def unguarded(z: MutSlice[i64]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    z[i] = i


@kernel
def neighbours(x: Slice[f32], z: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i > 0 and i < len(z) - 1:
        z[i] = x[i - 1] + x[i + 1]


@kernel
def reverse(x: Slice[i64], z: OutSlice[i64]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = x[len(x) - 1 - i]


@kernel
def every_third(x: Slice[i64], z: OutSlice[i64]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = x[3 * i]


@kernel
def gather(p: Slice[i64], x: Slice[i64], z: OutSlice[i64]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = x[p[i]]


@kernel
def transpose(width: i64, height: i64, x: Slice[i64], z: OutSlice[i64]):
    column = block_idx_x() * block_dim_x() + thread_idx_x()
    row = block_idx_y() * 4 + thread_idx_y()
    if column < width and row < height:
        z[column * height + row] = x[row * width + column]


@kernel
def positive(x: Slice[i64], z: OutSlice[i64]):
    i = thread_idx_x()
    assert x[i] > 0
    z[i] = x[i]


@pytest.fixture(scope="module")
def device():
    return open_device("cpu")


SIZES = [1, 7, 63, 64, 65, 127, 128, 200, 1000]


@pytest.mark.parametrize("size", SIZES)
def test_rows_that_pass_and_rows_that_end_early_compute_the_same(device, size):
    x, y = np.arange(size, dtype=np.float32), np.full(size, 0.5, np.float32)
    z = device.zeros(size, np.float32)
    triad[(size + 63) // 64, 64](2.0, device.array(x), device.array(y), z)
    np.testing.assert_array_equal(z.read(), 2 * x + y)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("launched", "source", "expected"),
    [
        (reverse, lambda n: np.arange(n), lambda x, n: x[::-1]),
        (every_third, lambda n: np.arange(3 * n), lambda x, n: x[: 3 * n : 3]),
    ],
)
def test_indices_that_fall_or_leap(device, launched, source, expected, size):
    x = source(size)
    z = device.zeros(size, np.int64)
    launched[(size + 63) // 64, 64](device.array(x), z)
    np.testing.assert_array_equal(z.read(), expected(x, size))


@pytest.mark.parametrize("size", SIZES)
def test_a_halo(device, size):
    x = np.arange(size, dtype=np.float32)
    z = device.zeros(size, np.float32)
    neighbours[(size + 63) // 64, 64](device.array(x), z)
    expected = np.zeros(size, np.float32)
    expected[1:-1] = x[:-2] + x[2:]
    np.testing.assert_array_equal(z.read(), expected)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (33, 5), (64, 8), (100, 3)])
def test_two_dimensions(device, width, height):
    x = np.arange(width * height).reshape(height, width)
    z = device.zeros(width * height, np.int64)
    transpose[((width + 31) // 32, (height + 3) // 4), (32, 4)](width, height, device.array(x.reshape(-1)), z)
    np.testing.assert_array_equal(z.read().reshape(width, height), x.T)


@pytest.mark.parametrize("missing", [1, 20, 63])
def test_the_first_thread_that_is_out_of_bounds_is_named(device, missing):
    size = 192 - missing
    z = device.zeros(size, np.int64)
    unguarded[3, 64](z)
    with pytest.raises(BufferFailure) as caught:
        z.read()
    assert f"thread ({64 - missing}, 0, 0) of block (2, 0, 0)" in str(caught.value)


def test_overlapping_arguments_are_read_and_written_in_order(device):
    """What a later thread reads was written by an earlier one of its row: vectors must not go ahead of that."""
    both = device.array(np.arange(65, dtype=np.float32))
    neighbours[1, 64](both[:64], both[1:])
    expected = np.arange(65, dtype=np.float32)
    for i in range(1, 63):
        expected[1 + i] = expected[i - 1] + expected[i + 1]
    np.testing.assert_array_equal(both.read(), expected)


@pytest.mark.parametrize("bad", [0, 31, 63])
def test_an_index_from_memory_is_checked_thread_by_thread(device, bad):
    p = np.arange(64)
    z = device.zeros(64, np.int64)
    x = device.array(np.arange(64) + 100)
    gather[1, 64](device.array(p), x, z)
    np.testing.assert_array_equal(z.read(), p + 100)
    p[bad] = 64
    gather[1, 64](device.array(p), x, z)
    with pytest.raises(BufferFailure) as caught:
        z.read()
    assert f"thread ({bad}, 0, 0)" in str(caught.value)


def test_an_assertion_about_contents(device):
    x = np.arange(64) + 1
    z = device.zeros(64, np.int64)
    positive[1, 64](device.array(x), z)
    np.testing.assert_array_equal(z.read(), x)
    x[10] = 0
    positive[1, 64](device.array(x), z)
    with pytest.raises(BufferFailure) as caught:
        z.read()
    assert "thread (10, 0, 0)" in str(caught.value)
