"""The bytes of an array whose elements do not lie one behind the other, as pieces without gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MOST_PIECES: Final = 64
"""An array of more pieces is taken for all bytes from its first element to its last: each piece has its price at a launch."""

Pieces = tuple[tuple[int, int], ...]
"""Where each begins and ends, in order. No two of them touch."""


def pieces_of(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> Pieces | None:
    """The bytes of an array, seen from its element with all indices 0; None if they are in too many pieces.

    Args:
        strides: in bytes, of any sign. Elements may overlap.
    """
    if 0 in shape:
        return ()
    axes = [(stride, extent) for extent, stride in zip(shape, strides, strict=True) if extent > 1]
    lowest = sum((extent - 1) * stride for stride, extent in axes if stride < 0)
    # The innermost first: an axis whose neighbours touch, or overlap, makes the piece longer, and any other more pieces.
    length, starts = itemsize, [lowest]
    for stride, extent in sorted((abs(stride), extent) for stride, extent in axes):
        if stride <= length and len(starts) == 1:
            length += (extent - 1) * stride
        elif len(starts) * extent > MOST_PIECES:
            return None
        else:
            starts = [start + step * stride for step in range(extent) for start in starts]
    if len(starts) == 1:
        return ((lowest, lowest + length),)
    return _joined(sorted(starts), length)


def _joined(starts: Sequence[int], length: int) -> Pieces:
    """The pieces of this length that begin there, those that touch or overlap as one."""
    found: list[tuple[int, int]] = []
    begin = starts[0]
    end = begin + length
    for start in starts:
        if start > end:
            found.append((begin, end))
            begin = start
        end = start + length
    found.append((begin, end))
    return tuple(found)
