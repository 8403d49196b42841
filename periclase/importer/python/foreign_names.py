"""What other GPU languages call things: a name of theirs in a kernel gets a help text that says ours."""

from __future__ import annotations

import re

_AXES = (
    (r"(?:cuda\.)?(?:threadIdx|thread_idx|threadidx)\.([xyz])", r"thread_idx_\1()"),
    (r"(?:cuda\.)?(?:blockIdx|block_idx|blockidx)\.([xyz])", r"block_idx_\1()"),
    (r"(?:cuda\.)?(?:blockDim|block_dim|blockdim)\.([xyz])", r"block_dim_\1()"),
    (r"(?:cuda\.)?(?:gridDim|grid_dim|griddim)\.([xyz])", r"grid_dim_\1()"),
)
_NAMES = {
    "cuda.grid": "global_idx_x()",
    "cuda.gridsize": "grid_dim_x() * block_dim_x()",
    "cuda.laneid": "lane_id()",
    "cuda.syncthreads": "sync_threads()",
    "cuda.syncwarp": "sync_warp()",
    "cuda.shared.array": "shared_array(shape, f32)",
    "cuda.local.array": "local_array(shape, f32)",
    "cuda.atomic.add": "atomic_add(x[i], value)",
    "atomicAdd": "atomic_add(x[i], value)",
    "__syncthreads": "sync_threads()",
    "syncthreads": "sync_threads()",
    "__syncwarp": "sync_warp()",
    "tl.program_id": "block_idx_x()",
    "tl.num_programs": "grid_dim_x()",
    "tl.load": "x[i]",
    "tl.store": "x[i] = value",
    "get_global_id": "global_idx_x()",
    "get_local_id": "thread_idx_x()",
    "get_group_id": "block_idx_x()",
    "wp.tid": "global_idx_x()",
}


def foreign_name_help(shown: str) -> str | None:
    """The help text for `shown`, a dotted name of CUDA C++, numba, Triton, OpenCL or Warp; None for any other.

    A prefix before the name (`numba.cuda.grid`, `gpu.thread_idx.x`) is passed over.
    """
    parts = shown.split(".")
    for start in range(len(parts)):
        name = ".".join(parts[start:])
        ours = _NAMES.get(name)
        for pattern, replacement in _AXES:
            if ours is None and re.fullmatch(pattern, name):
                ours = re.sub(pattern, replacement, name)
        if ours is not None:
            return f"this is not Periclase's name for it: write `{ours}`"
    return None
