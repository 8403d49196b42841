"""What a kernel knows of a buffer: how many elements there are, wherever in its memory they begin."""

from __future__ import annotations

import numpy as np
import pytest
from launch_rig import Rig

from periclase import OutSlice, Slice, f64, i8, i64, kernel
from periclase.gpu import thread_idx_x


@kernel
def lengths(a: Slice[i8], b: Slice[f64], c: Slice[i64], out: OutSlice[i64]):
    if thread_idx_x() == 0:
        out[0] = len(a)
        out[1] = len(b)
        out[2] = len(c)
        out[3] = len(out)


@kernel
def ends(x: Slice[i64], out: OutSlice[i64]):
    """The first and the last element of what it is given."""
    out[0] = x[0]
    out[1] = x[len(x) - 1]


def test_of_buffers_of_any_rank(real: Rig) -> None:
    a = real.device.zeros((2, 3, 4, 5), np.int8)
    b, c, out = real.device.zeros((7, 1), np.float64), real.device.zeros(()), real.device.zeros(4, np.int64)
    lengths[1, 32](a, b, c.view(np.float32).reshape(1).view(np.int8).reshape(4)[:0].view(np.int64), out)
    assert out.read().tolist() == [120, 7, 0, 4]


@pytest.mark.parametrize(("start", "stop"), [(0, 10), (3, 10), (0, 4), (9, 10), (5, 5)])
def test_of_views(real: Rig, start: int, stop: int) -> None:
    a, b, c = (real.device.zeros(10, dtype) for dtype in (np.int8, np.float64, np.int64))
    out = real.device.zeros(6, np.int64)
    lengths[1, 1](a[start:stop], b[start:], c[:stop], out[1:5])
    assert out.read().tolist() == [0, stop - start, 10 - start, stop, 4, 0]


@pytest.mark.parametrize("offset", range(1, 8))
def test_of_views_that_begin_anywhere(real: Rig, offset: int) -> None:
    values = np.arange(64, dtype=np.int64)
    x, out = real.device.array(values), real.device.zeros(2, np.int64)
    ends[1, 1](x[offset : 64 - offset], out)
    assert out.read().tolist() == [offset, 63 - offset]


def test_of_views_as_another_type(real: Rig) -> None:
    memory = real.device.array(np.arange(8, dtype=np.int64))
    out = real.device.zeros(4, np.int64)
    lengths[1, 1](memory.view(np.int8), memory.view(np.float64)[1:], memory[2:], out)
    assert out.read().tolist() == [64, 7, 6, 4]


def test_of_rows(real: Rig) -> None:
    table, out = (
        real.device.array(np.arange(12, dtype=np.int64).reshape(3, 4)),
        real.device.zeros(2, np.int64),
    )
    for row in range(3):
        ends[1, 1](table[row : row + 1], out)
        assert out.read().tolist() == [4 * row, 4 * row + 3]
    ends[1, 1](table, out)
    assert out.read().tolist() == [0, 11]
