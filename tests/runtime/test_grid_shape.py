"""Grids for more blocks than one dimension takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periclase.runtime.grid_shape import spread_blocks
from periclase.runtime.limits import MAX_GRID


def test_an_even_number_of_blocks_is_spread_exactly():
    assert spread_blocks(2048, (32, 32, 32)) == (32, 32, 2)


def test_an_odd_number_of_blocks_is_spread_over_some_more():
    assert spread_blocks(3177, (48, 32, 16)) == (25, 32, 4)


def test_what_fits_into_one_dimension_stays_there():
    assert spread_blocks(1_000_000) == (1_000_000, 1, 1)
    assert spread_blocks(0) == (0, 1, 1)


def test_what_fits_nowhere_is_refused():
    with pytest.raises(ValueError, match="9 blocks do not fit"):
        spread_blocks(9, (2, 2, 2))


@given(st.integers(1, 10**6))
def test_there_are_enough_blocks_within_the_limits(count):
    limits = (100, 200, 300)
    x, y, z = spread_blocks(count, limits)
    assert x * y * z >= count
    assert all(extent <= limit for extent, limit in zip((x, y, z), limits, strict=True))
    assert spread_blocks(count) == (count, 1, 1) or count > MAX_GRID[0]
