"""Reductions and scans over the lanes of a warp, written in the language of kernels.

Every thread of the warp calls them. Values are of any type that a shuffle moves: scalars, complex numbers, tuples and structs of
such. `op` is a function of two values, which has to be associative; it is called with the value of the lower lane first, and the
values are combined in one and the same order every time. A block whose size is not a multiple of 32 has a last warp of fewer
lanes, which `lanes` says.
"""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false

from __future__ import annotations

from periclase.gpu import (
    block_dim_x,
    block_dim_y,
    block_dim_z,
    shfl_sync,
    shfl_sync_down,
    shfl_sync_up,
    thread_idx_x,
    thread_idx_y,
    thread_idx_z,
)
from periclase.library.floats import fmax, fmin
from periclase.types import i32, u32


def thread_number() -> i32:
    """The number of the thread in its block, x first."""
    return i32(thread_idx_x() + block_dim_x() * (thread_idx_y() + block_dim_y() * thread_idx_z()))


def thread_count() -> i32:
    """The threads of a block."""
    return i32(block_dim_x() * block_dim_y() * block_dim_z())


def warp_lanes() -> i32:
    """The lanes that this thread's warp has: 32, but for the last of a block maybe."""
    return i32(min(32, thread_count() - thread_number() // 32 * 32))


def warp_mask() -> u32:
    """The mask of the lanes that this thread's warp has."""
    return u32(u32(0xFFFFFFFF) >> u32(32 - warp_lanes()))


def warp_reduce(value, op):
    """`op` of the values of all lanes, in each of them."""
    lanes = warp_lanes()
    lane = thread_number() % 32
    mask = warp_mask()
    delta = 1
    while delta < 32:
        other = shfl_sync_down(value, u32(delta), mask)
        if lane + delta < lanes:
            value = op(value, other)
        delta *= 2
    return shfl_sync(value, 0, mask)


def warp_scan(value, op):
    """`op` of the values of the lanes up to this one, and of this one."""
    lane = thread_number() % 32
    mask = warp_mask()
    delta = 1
    while delta < 32:
        other = shfl_sync_up(value, u32(delta), mask)
        if lane >= delta:
            value = op(other, value)
        delta *= 2
    return value


def warp_exclusive_scan(value, op, identity):
    """`op` of the values of the lanes before this one; `identity` in the first."""
    shifted = shfl_sync_up(warp_scan(value, op), 1, warp_mask())
    return identity if thread_number() % 32 == 0 else shifted


def _add(a, b):
    return a + b


def warp_sum(value):
    """The sum of the values of all lanes, in each of them."""
    return warp_reduce(value, _add)


def warp_min(value):
    """The least of the values of all lanes, in each of them; of floats the least that is no NaN."""
    return warp_reduce(value, fmin)


def warp_max(value):
    """The greatest of the values of all lanes, in each of them; of floats the greatest that is no NaN."""
    return warp_reduce(value, fmax)
