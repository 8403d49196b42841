"""The bytes of arrays with gaps, against numpy's own account of which element is where."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from periclase.runtime.pieces import MOST_PIECES, pieces_of


def bytes_of(shape, strides, itemsize):
    """The bytes of each element, one by one."""
    return {
        sum(i * s for i, s in zip(index, strides, strict=True)) + byte
        for index in np.ndindex(*shape)
        for byte in range(itemsize)
    }


axes = st.lists(st.tuples(st.integers(0, 5), st.integers(-9, 9)), max_size=4)


@given(axes, st.sampled_from([1, 2, 3, 4, 8]))
def test_pieces_are_the_bytes_of_the_elements(layout, itemsize):
    shape, strides = [extent for extent, _ in layout], [stride for _, stride in layout]
    expected = bytes_of(shape, strides, itemsize)
    pieces = pieces_of(shape, strides, itemsize)
    if pieces is None:
        # An upper bound is what is looked at: elements that overlap are counted before they are joined.
        assert np.prod(shape) > MOST_PIECES
        return
    assert {byte for start, stop in pieces for byte in range(start, stop)} == expected
    assert all(start < stop for start, stop in pieces)
    assert all(one[1] < other[0] for one, other in pairwise(pieces))


@pytest.mark.parametrize(
    ("shape", "strides", "itemsize", "expected"),
    [
        ((), (), 4, ((0, 4),)),
        ((3, 0), (4, 4), 4, ()),
        ((3,), (8,), 4, ((0, 4), (8, 12), (16, 20))),
        ((3,), (-8,), 4, ((-16, -12), (-8, -4), (0, 4))),
        ((2, 3), (4, 8), 4, ((0, 24),)),
        ((2, 3), (20, 4), 4, ((0, 12), (20, 32))),
        ((5, 3), (0, 4), 4, ((0, 12),)),
        ((5, 3), (4, 4), 4, ((0, 28),)),
        ((1000, 2), (4, 4000), 4, ((0, 8000),)),
        ((2, 10**9), (10**12, 4), 4, ((0, 4 * 10**9), (10**12, 10**12 + 4 * 10**9))),
    ],
)
def test_some(shape, strides, itemsize, expected):
    assert pieces_of(shape, strides, itemsize) == expected


def test_too_many():
    assert len(pieces_of((MOST_PIECES,), (8,), 4)) == MOST_PIECES
    assert pieces_of((MOST_PIECES + 1,), (8,), 4) is None
    assert pieces_of((10**9, 10**9), (2**40, 8), 4) is None
