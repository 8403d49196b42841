"""One launch, as the machine sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.memory import Region


class Launch:
    """What the waves of a launch share.

    Blocks are counted so that those of a cluster stand together: by the cluster, then by the rank in it, x fastest in both.
    Without clusters that is the linear number of the block.

    Attributes:
        grid, block: in x, y, z.
        cluster: blocks of a cluster in x, y, z; every extent of the grid is a multiple.
        explicit_cluster: whether the kernel says that it has clusters.
        dynamic_shared_bytes: of a block.
        parameters: the bytes of the kernel's parameters, laid out as its declaration says (`Code.parameter_offsets`).
        regions: the global memory that its threads may touch, in addition to the variables of the module.
        block_threads: how many threads a block has.
        blocks: how many blocks there are.
        cluster_blocks: how many blocks a cluster has.
        observer: what is told of every access; None for nobody.
        output: what the text that threads print is given to.
    """

    def __init__(
        self,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        parameters: bytes,
        regions: Sequence[Region],
        *,
        cluster: tuple[int, int, int] | None = None,
        dynamic_shared_bytes: int = 0,
        observer: Any = None,
    ):
        self.grid = grid
        self.block = block
        self.cluster = cluster or (1, 1, 1)
        self.explicit_cluster = cluster is not None
        self.dynamic_shared_bytes = dynamic_shared_bytes
        self.parameters = parameters
        self.regions = tuple(regions)
        self.block_threads = math.prod(block)
        self.blocks = math.prod(grid)
        self.cluster_blocks = math.prod(self.cluster)
        self.observer = observer

    @property
    def clusters(self) -> tuple[int, int, int]:
        """How many clusters there are in x, y, z."""
        x, y, z = (extent // blocks for extent, blocks in zip(self.grid, self.cluster, strict=True))
        return x, y, z

    def block_index(self, numbers: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
        """The coordinates in x, y, z of blocks by their numbers."""
        cluster, rank = np.divmod(numbers, self.cluster_blocks)
        return tuple(
            outer * extent + inner
            for outer, extent, inner in zip(
                _coordinates(cluster, self.clusters),
                self.cluster,
                _coordinates(rank, self.cluster),
                strict=True,
            )
        )


def _coordinates(
    numbers: np.ndarray[Any, Any], shape: tuple[int, int, int]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rest, x = np.divmod(numbers, shape[0])
    z, y = np.divmod(rest, shape[1])
    return x, y, z
