"""What `from numba import cuda` gives, as far as it is covered: see the documentation's page on numba-cuda."""

# Parameters without annotations take the types of the arguments.
# pyright: reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from periclase.compat.numba_cuda import fp16
from periclase.compat.numba_cuda.array_directions import In, InOut, Out
from periclase.compat.numba_cuda.device_arrays import (
    as_cuda_array,
    defer_cleanup,
    device_array,
    device_array_like,
    is_cuda_array,
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
    to_device,
)
from periclase.compat.numba_cuda.device_functions import (
    activemask,
    all_sync,
    any_sync,
    ballot_sync,
    brev,
    cbrt,
    clz,
    eq_sync,
    ffs,
    fma,
    lanemask_lt,
    match_all_sync,
    match_any_sync,
    nanosleep,
    popc,
    selp,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncthreads_and,
    syncthreads_count,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    threadfence_system,
)
from periclase.compat.numba_cuda.device_names import DeviceName, dimensions, group_namespace, namespace
from periclase.compat.numba_cuda.devices import (
    close,
    current_context,
    detect,
    get_current_device,
    gpus,
    is_available,
    select_device,
    synchronize,
)
from periclase.compat.numba_cuda.elementwise import vectorize
from periclase.compat.numba_cuda.kernels import jit
from periclase.compat.numba_cuda.reduction import Reduce
from periclase.compat.numba_cuda.streams import (
    default_stream,
    event,
    event_elapsed_time,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
)
from periclase.compat.numba_cuda.uncovered import Uncovered
from periclase.diagnostics import DiagnosticError as CudaSupportError

__all__ = [
    "CudaSupportError",
    "In",
    "InOut",
    "Out",
    "Reduce",
    "activemask",
    "all_sync",
    "any_sync",
    "as_cuda_array",
    "atomic",
    "autojit",
    "ballot_sync",
    "blockDim",
    "blockIdx",
    "brev",
    "cbrt",
    "cg",
    "close",
    "clz",
    "compile_ptx",
    "const",
    "current_context",
    "declare_device",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "eq_sync",
    "event",
    "event_elapsed_time",
    "external_stream",
    "ffs",
    "fma",
    "fp16",
    "get_current_device",
    "gpus",
    "grid",
    "gridDim",
    "gridsize",
    "is_available",
    "is_cuda_array",
    "jit",
    "laneid",
    "lanemask_lt",
    "legacy_default_stream",
    "local",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "match_all_sync",
    "match_any_sync",
    "nanosleep",
    "open_ipc_array",
    "per_thread_default_stream",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "popc",
    "profile_start",
    "profile_stop",
    "reduce",
    "select_device",
    "selp",
    "set_memory_manager",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "stream",
    "synchronize",
    "syncthreads",
    "syncthreads_and",
    "syncthreads_count",
    "syncthreads_or",
    "syncwarp",
    "threadIdx",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
    "to_device",
    "vectorize",
    "warpsize",
]

reduce = Reduce
autojit = jit

threadIdx = dimensions("threadIdx")
blockIdx = dimensions("blockIdx")
blockDim = dimensions("blockDim")
gridDim = dimensions("gridDim")
laneid = DeviceName("laneid")
warpsize = DeviceName("warpsize")
grid = DeviceName("grid")
gridsize = DeviceName("gridsize")

shared = namespace("shared", "array")
local = namespace("local", "array")
const = namespace("const", "array_like")
cg = group_namespace()
atomic = namespace(
    "atomic", "add", "sub", "max", "min", "nanmax", "nanmin", "and_", "or_", "xor", "inc", "dec", "exch", "cas",
    "compare_and_swap",
)  # fmt: skip

_IN_PYTHON = "write it in Python, and mark it `@cuda.jit(device=True)`"
declare_device = Uncovered("declare_device", _IN_PYTHON)
compile_ptx = Uncovered("compile_ptx", "write `kernel.inspect_asm(signature)`")
external_stream = Uncovered("external_stream", "write `cuda.stream()`")
open_ipc_array = Uncovered("open_ipc_array", "share memory between processes by the host's means, and copy")
profile_start = Uncovered("profile_start", "write `with device.profile():`, see the page on performance")
profile_stop = Uncovered("profile_stop", "write `with device.profile():`, see the page on performance")
set_memory_manager = Uncovered("set_memory_manager", "leave it out: memory is pooled")


def __getattr__(name: str) -> Any:
    from periclase.compat.numba_cuda import number_types, types

    if name == "types":
        return types
    if name in number_types.NUMBER_TYPES and name not in ("bool", "char", "short", "byte"):
        return number_types.NUMBER_TYPES[name]
    from periclase.compat.numba_cuda.uncovered import of_cuda

    found = of_cuda(name)
    if found is not None:
        return found
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name, obj=None)
