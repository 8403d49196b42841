"""Reductions and scans over the threads of a block, written in the language of kernels.

Every thread of the block calls them; the block may have any shape. Values and `op` are as in `periclase.library.warps`; the
threads are in the order of their numbers, x first. Each call takes shared memory for 32 values and waits at barriers, the last
of them at its end, so that calls may follow one another.
"""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false

from __future__ import annotations

from periclase.arrays import shared_array
from periclase.gpu import shfl_sync_up, sync_threads
from periclase.library.floats import fmax, fmin
from periclase.library.warps import (
    _add,
    thread_count,
    thread_number,
    warp_lanes,
    warp_mask,
    warp_reduce,
    warp_scan,
)


def block_reduce(value, op):
    """`op` of the values of all threads, in each of them."""
    number = thread_number()
    totals = shared_array(32, type(value))
    total = warp_reduce(value, op)
    if number % 32 == 0:
        totals[number // 32] = total
    sync_threads()
    result = totals[0]
    for warp in range(1, (thread_count() + 31) // 32):
        result = op(result, totals[warp])
    sync_threads()
    return result


def block_scan(value, op):
    """`op` of the values of the threads up to this one, and of this one."""
    number = thread_number()
    totals = shared_array(32, type(value))
    result = warp_scan(value, op)
    if number % 32 == warp_lanes() - 1:
        totals[number // 32] = result
    sync_threads()
    if number >= 32:
        before = totals[0]
        for warp in range(1, number // 32):
            before = op(before, totals[warp])
        result = op(before, result)
    sync_threads()
    return result


def block_exclusive_scan(value, op, identity):
    """`op` of the values of the threads before this one; `identity` in the first."""
    number = thread_number()
    totals = shared_array(32, type(value))
    through = warp_scan(value, op)
    shifted = shfl_sync_up(through, 1, warp_mask())
    result = identity if number % 32 == 0 else shifted
    if number % 32 == warp_lanes() - 1:
        totals[number // 32] = through
    sync_threads()
    if number >= 32:
        before = totals[0]
        for warp in range(1, number // 32):
            before = op(before, totals[warp])
        result = before if number % 32 == 0 else op(before, result)
    sync_threads()
    return result


def block_sum(value):
    """The sum of the values of all threads, in each of them."""
    return block_reduce(value, _add)


def block_min(value):
    """The least of the values of all threads, in each of them; of floats the least that is no NaN."""
    return block_reduce(value, fmin)


def block_max(value):
    """The greatest of the values of all threads, in each of them; of floats the greatest that is no NaN."""
    return block_reduce(value, fmax)
