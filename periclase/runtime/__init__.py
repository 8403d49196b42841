"""Buffers, launches and devices. Imports no dialect, no pass and no compiler: see `periclase.runtime.protocols`.

What users need is at the front door: `from periclase import dry_run, open_device, trace, …`. It can be had from here as well,
but for `dry_run`, `trace` and `autotune`, which are modules here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from periclase.runtime.autotune import NoViableCandidate
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.capture import CaptureError
    from periclase.runtime.device import Device, available_devices, open_device
    from periclase.runtime.dry_run import precompile, real_run
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

_HOMES = {
    "autotune": "NoViableCandidate",
    "buffer": "Buffer",
    "capture": "CaptureError",
    "device": "Device available_devices open_device",
    "dry_run": "precompile real_run",
    "failures": "BufferFailure DeviceLost ForeignHandle NotAllocated TrapError",
    "graph": "Graph",
    "graph_replay": "GraphError",
    "observers": "observe",
    "profile": "ProfileError",
    "streams": "Event Stream",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Buffer",
    "BufferFailure",
    "CaptureError",
    "Device",
    "DeviceLost",
    "Event",
    "ForeignHandle",
    "Graph",
    "GraphError",
    "NoViableCandidate",
    "NotAllocated",
    "ProfileError",
    "Stream",
    "TrapError",
    "available_devices",
    "observe",
    "open_device",
    "precompile",
    "real_run",
]


def __getattr__(name: str) -> Any:
    import importlib

    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'periclase.runtime' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"periclase.runtime.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
