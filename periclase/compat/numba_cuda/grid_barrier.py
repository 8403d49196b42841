"""The barrier of all threads of a launch behind `cuda.cg.this_grid().sync()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.arrays import Array
from periclase.device_globals import device_global
from periclase.kernel import device
from periclase.library import grids
from periclase.types import u32

if TYPE_CHECKING:
    from periclase.runtime.device import Device

arrived = device_global(Array[u32, 1])  # pyright: ignore[reportInvalidTypeArguments]
"""How many blocks are there: zero at first, and used again by every barrier and launch."""


def renew(device: Device) -> None:
    """See that the barrier can be used: a launch that failed in it has left it in the middle of a round."""
    if arrived.on(device).failure is not None:
        arrived.reset(device)


@device
def grid_sync():
    """Wait until all threads of the grid are here; what they wrote before is seen by all.

    The CPU runs one block after another, so a launch of more than one block traps there.
    """
    grids.wait_for_grid(arrived)  # pyright: ignore[reportUnknownMemberType]
