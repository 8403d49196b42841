"""The Python front end: annotated Python functions → `mir`, with a diagnostic at the user's line for everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from periclase.importer.python.import_kernels import import_kernels

_HOME = {
    "import_kernels": "periclase.importer.python.import_kernels",
}

__all__ = ["import_kernels"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        import importlib

        value = getattr(importlib.import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
