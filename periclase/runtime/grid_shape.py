"""Grids for more blocks than one dimension takes."""

from __future__ import annotations

from periclase.runtime.limits import MAX_GRID

Extents = tuple[int, int, int]


def spread_blocks(count: int, limits: Extents = MAX_GRID) -> Extents:
    """The extents of a grid of at least `count` blocks that keeps to `limits`.

    An extent beyond its limit is halved, upwards, and the next one doubled instead. So there may be more blocks than asked for,
    and the kernel has to look whether its block is one of them.

    Raises:
        ValueError: `limits` have no room for so many.
    """
    extents = [count, 1, 1]
    for axis in (0, 1):
        while extents[axis] > limits[axis]:
            extents[axis] = -(-extents[axis] // 2)
            extents[axis + 1] *= 2
    x, y, z = extents
    if y > limits[1] or z > limits[2]:
        raise ValueError(f"{count} blocks do not fit into a grid of {limits}")
    return x, y, z
