"""The special registers (PTX ISA, 10): what each thread reads from them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.memory import SHARED_START

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group

Array = np.ndarray[Any, Any]
Read = Callable[["Group"], Array]

_AXES: Final = {"x": 0, "y": 1, "z": 2}


def reader(name: str) -> Read | None:
    """What reads the special register of this name, such as `%tid.x`, as unsigned integers; None if there is none."""
    stem, _, axis = name.removeprefix("%").partition(".")
    vector = _VECTORS.get(stem)
    if vector is not None and axis in _AXES:
        return vector(_AXES[axis])
    return None if axis else _SCALARS.get(stem)


def _one(value: int) -> Array:
    return np.array([value], np.uint32)


def _tid(axis: int) -> Read:
    def read(group: Group) -> Array:
        x, y, _ = group.wave.launch.block
        ids = group.ids
        if axis == 0:
            ids = ids % x
        elif axis == 1:
            ids = ids // x % y
        else:
            ids = ids // (x * y)
        return ids.astype(np.uint32)

    return read


def _block_index(group: Group, axis: int) -> Array:
    wave = group.wave
    return wave.launch.block_index(group.blocks + wave.first_block)[axis].astype(np.uint32)


def _ctaid(axis: int) -> Read:
    return lambda group: _block_index(group, axis)


def _clusterid(axis: int) -> Read:
    return lambda group: _block_index(group, axis) // np.uint32(group.wave.launch.cluster[axis])


def _cluster_ctaid(axis: int) -> Read:
    return lambda group: _block_index(group, axis) % np.uint32(group.wave.launch.cluster[axis])


_VECTORS: Final[dict[str, Callable[[int], Read]]] = {
    "tid": _tid,
    "ntid": lambda axis: lambda group: _one(group.wave.launch.block[axis]),
    "ctaid": _ctaid,
    "nctaid": lambda axis: lambda group: _one(group.wave.launch.grid[axis]),
    "clusterid": _clusterid,
    "nclusterid": lambda axis: lambda group: _one(group.wave.launch.clusters[axis]),
    "cluster_ctaid": _cluster_ctaid,
    "cluster_nctaid": lambda axis: lambda group: _one(group.wave.launch.cluster[axis]),
}


def _rank(group: Group) -> Array:
    wave = group.wave
    return ((group.blocks + wave.first_block) % wave.launch.cluster_blocks).astype(np.uint32)


def _lane(group: Group) -> Array:
    return group.lanes.astype(np.uint32)


def _lane_mask(of: Callable[[Array], Array]) -> Read:
    """`of` gets the bit of each lane, in 64 bits, so that what is above lane 31 is no wrap."""
    return lambda group: of(np.uint64(1) << group.lanes.astype(np.uint64)).astype(np.uint32)


def _clock(group: Group) -> Array:
    scheduler = group.wave.scheduler
    scheduler.clock_was_read = True
    return np.array([scheduler.clock], np.uint64)


def _nanoseconds(group: Group) -> Array:
    group.wave.scheduler.clock_was_read = True
    return np.array([time.monotonic_ns()], np.uint64)


_SCALARS: Final[dict[str, Read]] = {
    "laneid": _lane,
    "warpid": lambda group: (group.ids // 32).astype(np.uint32),
    "nwarpid": lambda group: _one(group.wave.warps_per_block),
    "smid": lambda group: _one(0),
    "nsmid": lambda group: _one(1),
    "gridid": lambda group: np.array([1], np.uint64),
    "cluster_ctarank": _rank,
    "cluster_nctarank": lambda group: _one(group.wave.launch.cluster_blocks),
    "is_explicit_cluster": lambda group: np.array([group.wave.launch.explicit_cluster]),
    "lanemask_eq": _lane_mask(lambda bit: bit),
    "lanemask_lt": _lane_mask(lambda bit: bit - np.uint64(1)),
    "lanemask_le": _lane_mask(lambda bit: bit * np.uint64(2) - np.uint64(1)),
    "lanemask_gt": _lane_mask(lambda bit: ~(bit * np.uint64(2) - np.uint64(1))),
    "lanemask_ge": _lane_mask(lambda bit: ~(bit - np.uint64(1))),
    "clock": lambda group: _clock(group).astype(np.uint32),
    "clock_hi": lambda group: (_clock(group) >> np.uint64(32)).astype(np.uint32),
    "clock64": _clock,
    "globaltimer": _nanoseconds,
    "globaltimer_lo": lambda group: _nanoseconds(group).astype(np.uint32),
    "globaltimer_hi": lambda group: (_nanoseconds(group) >> np.uint64(32)).astype(np.uint32),
    "dynamic_smem_size": lambda group: _one(group.wave.launch.dynamic_shared_bytes),
    "total_smem_size": lambda group: _one(group.wave.shared_bytes),
    "aggr_smem_size": lambda group: _one(group.wave.shared_bytes),
    "reserved_smem_offset_begin": lambda group: _one(0),
    "reserved_smem_offset_end": lambda group: _one(SHARED_START),
    "reserved_smem_offset_cap": lambda group: _one(SHARED_START),
}
