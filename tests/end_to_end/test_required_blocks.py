"""Kernels that require the shape of their blocks, on the CPU, where its loops count to constants then."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import DiagnosticError, MutSlice, i64, kernel, open_device
from periclase.gpu import (
    block_dim_x,
    block_dim_y,
    block_idx_x,
    sync_threads_count,
    thread_idx_x,
    thread_idx_y,
)

SHAPES = ((1, 1), (4, 3), (1, 5), (33, 1))


def _number(x: MutSlice[i64]):
    place = (block_idx_x() * block_dim_y() + thread_idx_y()) * block_dim_x() + thread_idx_x()
    x[place] += 1000 * block_dim_x() + 100 * thread_idx_y() + thread_idx_x()


def _met(x: MutSlice[i64]):
    place = (block_idx_x() * block_dim_y() + thread_idx_y()) * block_dim_x() + thread_idx_x()
    x[place] += 1000 * block_dim_x() + 100 * thread_idx_y() + sync_threads_count(thread_idx_x() == 0)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("function", [_number, _met], ids=["loop", "scheduled"])
def test_each_thread_runs_once_and_knows_the_shape(function: object, shape: tuple[int, int]) -> None:
    width, height = shape
    device = open_device("cpu")
    buffer = device.zeros(2 * width * height, np.int64)
    kernel(required_block=shape)(function)[2, shape](buffer)
    rows, columns = np.arange(height)[:, None], np.arange(width)[None, :]
    last = columns if function is _number else np.full_like(columns, height)
    expected = 1000 * width + 100 * rows + last
    assert buffer.numpy().tolist() == np.concatenate([expected.ravel()] * 2).tolist()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_an_index_too_far_traps(shape: tuple[int, int]) -> None:
    device = open_device("cpu")
    buffer = device.zeros(2 * shape[0] * shape[1] - 1, np.int64)
    kernel(required_block=shape)(_number)[2, shape](buffer)
    with pytest.raises(DiagnosticError, match="out of bounds"):
        buffer.numpy()
