"""How many blocks of a kernel are on the device at once. The context is current in all of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context


def active_blocks(context: Context, function: Any, threads: int, shared_bytes: int) -> int:
    """Blocks of `threads` threads and `shared_bytes` of dynamic shared memory on one multiprocessor.

    Raises:
        DiagnosticError: the driver fails.
    """
    return int(context.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", function, threads, shared_bytes))


def best_block(
    context: Context, function: Any, shared_bytes: int = 0, most_threads: int = 0
) -> tuple[int, int]:
    """Threads of a block for the best occupancy, and how many such blocks fill the device.

    Args:
        most_threads: a limit of the caller's own, or 0.

    Raises:
        DiagnosticError: the driver fails.
    """
    no_callback = context.driver.binding.CUoccupancyB2DSize(0)
    blocks, threads = context.call(
        "cuOccupancyMaxPotentialBlockSize", function, no_callback, shared_bytes, most_threads
    )
    return int(threads), int(blocks)


def active_clusters(
    context: Context,
    function: Any,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    cluster: tuple[int, int, int],
    shared_bytes: int = 0,
) -> int:
    """Clusters of that shape on the whole device.

    Raises:
        DiagnosticError: the driver fails, or the device has no clusters.
    """
    binding = context.driver.binding
    attribute = binding.CUlaunchAttribute()
    attribute.id = binding.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
    value = attribute.value
    value.clusterDim.x, value.clusterDim.y, value.clusterDim.z = cluster
    config = binding.CUlaunchConfig()
    config.gridDimX, config.gridDimY, config.gridDimZ = grid
    config.blockDimX, config.blockDimY, config.blockDimZ = block
    config.sharedMemBytes = shared_bytes
    config.attrs = [attribute]
    config.numAttrs = 1
    return int(context.call("cuOccupancyMaxActiveClusters", function, config))
