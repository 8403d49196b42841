"""The barrier of all threads of a launch behind `cuda.cg.this_grid().sync()`."""

from __future__ import annotations

from periclase import gpu
from periclase.kernel import device


@device
def grid_sync():
    """Wait until all threads of the grid are here; what they wrote before is seen by all.

    The CPU runs one block after another, so a launch of more than one block traps there.
    """
    blocks = gpu.grid_dim_x() * gpu.grid_dim_y() * gpu.grid_dim_z()
    assert blocks == 1, "grid.sync(): this device runs one block after another"
    gpu.sync_threads()
