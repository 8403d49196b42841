"""Whether a launch is small: whether its indices can be computed in 32 bits.

What is asked here is the promise that `periclase.passes.narrow_index_arithmetic` builds on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from periclase.launch_versions import MOST_NARROW, MOST_NARROW_BLOCKS

if TYPE_CHECKING:
    from periclase.runtime.arguments import ArgumentPlan
    from periclase.runtime.buffer import Buffer


def is_small(
    plan: ArgumentPlan,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    buffers: Sequence[Buffer],
    arguments: Sequence[Any],
) -> bool:
    """Whether all sizes of a launch are at most `MOST_NARROW`, and its blocks in x at most `MOST_NARROW_BLOCKS`.

    This is asked at every launch on a GPU, and takes as long as to remember the answer would.

    Args:
        plan: of the kernel; it has taken these arguments, so that those which are numbers are.
        grid: blocks in x, y and z; those in y and z are too few to be asked for.
        block: threads in x, y and z.
        buffers: all that the launch was given.
        arguments: the leaves of its arguments.
    """
    blocks = grid[0]
    if blocks > MOST_NARROW_BLOCKS or blocks * block[0] > MOST_NARROW:
        return False
    for buffer in buffers:
        if buffer.size > MOST_NARROW:
            return False
    choose = plan.signed_numbers
    if choose is not None:
        numbers = choose(arguments)
        return max(numbers) <= MOST_NARROW and min(numbers) >= -MOST_NARROW
    return True
