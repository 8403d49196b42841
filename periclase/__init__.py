"""Periclase compiles GPU kernels written in Python, shows them at every level, and runs them on CPU or GPU.

```python
from periclase import kernel, Slice, MutSlice, f32, open_device
```

Importing the package imports neither numpy nor xDSL nor LLVM; what needs them is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from periclase.garbage import paused_collector as _paused_collector

# `kernel` is a function here and a module there. Importing it now, rather than on demand, settles that the name
# `periclase.kernel` is the decorator: the import system sets it to the module once, when the module is first loaded.
with _paused_collector(lasting=True):
    from periclase.kernel import device, kernel

if TYPE_CHECKING:
    from periclase import gpu, rust, types
    from periclase.arrays import Array, local_array, shared_array
    from periclase.complex_numbers import complex64, complex128
    from periclase.constant_arrays import ConstantArray, constant_array
    from periclase.device_globals import DeviceGlobal, device_global
    from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError, LaunchError
    from periclase.dynamic_shared import dynamic_shared_array
    from periclase.fast_math import fastmath, uncontracted
    from periclase.generics import Const
    from periclase.grid_constants import GridConstant
    from periclase.kernel import DeviceFunction, Kernel, LaunchBounds
    from periclase.loops import unroll
    from periclase.mirlib.loading import LibraryModule, load_library
    from periclase.pointers import MutPointer, Pointer, address_of
    from periclase.runtime.autotune import Candidate, NoViableCandidate, anchor, autotune, compile_on
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.capture import CaptureError
    from periclase.runtime.device import Device, available_devices, open_device
    from periclase.runtime.dry_run import dry_run, precompile, real_run
    from periclase.runtime.failures import (
        BufferFailure,
        DeviceLost,
        ForeignHandle,
        NotAllocated,
        TrapError,
    )
    from periclase.runtime.graph import Graph
    from periclase.runtime.graph_replay import GraphError
    from periclase.runtime.observers import observe
    from periclase.runtime.profile import ProfileError
    from periclase.runtime.streams import Event, Stream
    from periclase.runtime.trace import trace
    from periclase.structs import struct
    from periclase.types import (
        MutSlice,
        OutSlice,
        Slice,
        bf16,
        bool_,
        f16,
        f32,
        f64,
        i8,
        i16,
        i32,
        i64,
        isize,
        u8,
        u16,
        u32,
        u64,
        usize,
    )
    from periclase.views import MutView, OutView, View, view

__version__ = "0.1.0.dev0"

_SCALARS = "bf16 bool_ f16 f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize"
_HOMES = {
    "periclase.arrays": "Array local_array shared_array",
    "periclase.complex_numbers": "complex64 complex128",
    "periclase.constant_arrays": "ConstantArray constant_array",
    "periclase.device_globals": "DeviceGlobal device_global",
    "periclase.diagnostics": "CompileError Diagnostic DiagnosticError LaunchError",
    "periclase.dynamic_shared": "dynamic_shared_array",
    "periclase.fast_math": "fastmath uncontracted",
    "periclase.generics": "Const",
    "periclase.grid_constants": "GridConstant",
    "periclase.kernel": "DeviceFunction Kernel LaunchBounds",
    "periclase.pointers": "MutPointer Pointer address_of",
    "periclase.runtime.autotune": "Candidate NoViableCandidate anchor autotune compile_on",
    "periclase.runtime.buffer": "Buffer",
    "periclase.runtime.capture": "CaptureError",
    "periclase.runtime.device": "Device available_devices open_device",
    "periclase.runtime.dry_run": "dry_run precompile real_run",
    "periclase.runtime.failures": "BufferFailure DeviceLost ForeignHandle NotAllocated TrapError",
    "periclase.runtime.graph": "Graph",
    "periclase.runtime.graph_replay": "GraphError",
    "periclase.runtime.observers": "observe",
    "periclase.runtime.profile": "ProfileError",
    "periclase.runtime.streams": "Event Stream",
    "periclase.loops": "unroll",
    "periclase.mirlib.loading": "LibraryModule load_library",
    "periclase.runtime.trace": "trace",
    "periclase.structs": "struct",
    "periclase.types": f"MutSlice OutSlice Slice {_SCALARS}",
    "periclase.views": "MutView OutView View view",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
_MODULES = frozenset({"gpu", "rust", "types"})

__all__ = [
    "Array",
    "Buffer",
    "BufferFailure",
    "Candidate",
    "CaptureError",
    "CompileError",
    "Const",
    "ConstantArray",
    "Device",
    "DeviceFunction",
    "DeviceGlobal",
    "DeviceLost",
    "Diagnostic",
    "DiagnosticError",
    "Event",
    "ForeignHandle",
    "Graph",
    "GraphError",
    "GridConstant",
    "Kernel",
    "LaunchBounds",
    "LaunchError",
    "LibraryModule",
    "MutPointer",
    "MutSlice",
    "MutView",
    "NoViableCandidate",
    "NotAllocated",
    "OutSlice",
    "OutView",
    "Pointer",
    "ProfileError",
    "Slice",
    "Stream",
    "TrapError",
    "View",
    "address_of",
    "anchor",
    "autotune",
    "available_devices",
    "bf16",
    "bool_",
    "compile_on",
    "complex64",
    "complex128",
    "constant_array",
    "device",
    "device_global",
    "dry_run",
    "dynamic_shared_array",
    "f16",
    "f32",
    "f64",
    "fastmath",
    "gpu",
    "i8",
    "i16",
    "i32",
    "i64",
    "isize",
    "kernel",
    "load_library",
    "local_array",
    "observe",
    "open_device",
    "precompile",
    "real_run",
    "rust",
    "shared_array",
    "struct",
    "trace",
    "types",
    "u8",
    "u16",
    "u32",
    "u64",
    "uncontracted",
    "unroll",
    "usize",
    "view",
]


def __getattr__(name: str) -> Any:
    import importlib

    with _paused_collector(lasting=True):
        if name in _MODULES:
            return importlib.import_module(f"periclase.{name}")
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module 'periclase' has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
