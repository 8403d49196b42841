"""Whether the buffers of a launch lie apart.

What is asked here is the promise that `periclase.passes.promise_buffers_apart` builds on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from periclase.launch_versions import APART_ALIGNMENT

if TYPE_CHECKING:
    from periclase.runtime.arguments import ArgumentPlan
    from periclase.runtime.buffer import Buffer

_BELOW = APART_ALIGNMENT - 1


def are_apart(plan: ArgumentPlan, buffers: Sequence[Buffer]) -> bool:
    """Whether all buffers begin at multiples of `APART_ALIGNMENT`, and none that the kernel may write shares a byte with another.

    This is asked at every small launch on a GPU. Two allocations never share a byte, whoever owns them (what is imported twice
    is one allocation; see `periclase.runtime.interop`), so with one buffer of each, as most launches are, there is nothing to be
    compared. A view with strides counts as all bytes from its first to its last, as the kernel is given it.

    Args:
        plan: of the kernel.
        buffers: all that the launch was given, in the order of the slices.
    """
    allocations: set[object] = set()
    for buffer in buffers:
        allocation = buffer.allocation
        # Memory of the pool that is not mapped yet has the address 0, and will have another multiple of 256.
        if (allocation.address + buffer.offset) & _BELOW:
            return False
        allocations.add(allocation)
    return len(allocations) == len(buffers) or not _overlap(plan, buffers)


def _overlap(plan: ArgumentPlan, buffers: Sequence[Buffer]) -> bool:
    for number, access in enumerate(plan.declared):
        if not access.writes:
            continue
        written = buffers[number]
        allocation, start, stop = written.allocation, written.offset, written.stop
        for other, buffer in enumerate(buffers):
            if (
                buffer.allocation is allocation
                and buffer.offset < stop
                and start < buffer.stop
                and other != number
            ):
                return True
    return False
