"""A barrier of all threads of a launch, written in the language of kernels."""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from typing import Any

from periclase.gpu import (
    atomic_add,
    atomic_load,
    block_idx_x,
    block_idx_y,
    block_idx_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    nanosleep,
    nsmid,
    sync_threads,
)
from periclase.library.warps import thread_number
from periclase.types import MutSlice, u32


def grid_sync(barrier: MutSlice[u32]):
    """Wait until all threads of the grid are here; what they wrote before is seen by all.

    In kernels marked `@kernel(cooperative=True)` only: all their blocks are on the device at once. The CPU runs one block after
    another, so a launch of more than one block traps there.

    Args:
        barrier: one `u32`, zero at first, for this alone; it may be used again, by later launches too.
    """
    wait_for_grid(barrier)


def wait_for_grid(barrier):
    """`grid_sync` for anything whose first element is such a `u32`, a device global too."""
    blocks = grid_dim_x() * grid_dim_y() * grid_dim_z()
    assert blocks == 1 or nsmid() > 1, "grid_sync(): this device runs one block after another"
    sync_threads()
    if thread_number() == 0:
        # All steps together turn the highest bit over, once a round: that is what each waits for.
        step = u32(1)
        if block_idx_x() == 0 and block_idx_y() == 0 and block_idx_z() == 0:
            step = u32(0x80000000 - (blocks - 1))
        before = atomic_add(barrier[0], step, order="acq_rel")
        while (before ^ atomic_load(barrier[0], order="acquire")) & 0x80000000 == 0:
            nanosleep(32)
    sync_threads()


for _each in (grid_sync, wait_for_grid):
    _marked: Any = _each
    _marked.needs_cooperative = True
