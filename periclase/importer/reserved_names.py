"""Every name that Periclase keeps for itself, for those who make them (decorators) and who read them (the collector).

A kernel `saxpy` has the reserved name `periclase_kernel_<hash>_saxpy`; device functions and external declarations likewise.
The hash makes an accidental hit impossible, and user names may not start with the root. In a path of several segments
(`module.outer.<locals>.periclase_kernel_…_inner`) only the final one counts: functions nested in a kernel are no roots.
"""

from __future__ import annotations

ROOT = "periclase_"
"""What no user name may start with."""

HASH = "0575b97c"
"""The first 8 digits of the SHA-256 of `periclase + python`: part of every reserved name (a test computes it)."""

KERNEL_PREFIX = f"{ROOT}kernel_{HASH}_"
DEVICE_PREFIX = f"{ROOT}device_{HASH}_"
DEVICE_EXTERN_PREFIX = f"{ROOT}device_extern_{HASH}_"

INTRINSIC_PREFIX = "__periclase_intrinsic."
"""Symbols of the declarations to which calls of intrinsic stubs go."""

_SYMBOL_ROOT = "__periclase_"
"""Of these, and of all symbols that the compiler makes: functions of mathematics, texts."""

GENERIC_SEPARATOR = "_TID_"
"""Stands between a generic function's name and the hash of its arguments."""


def _final_segment(path: str) -> str:
    return path.replace("::", ".").rpartition(".")[2]


def kernel_name(name: str) -> str:
    """The reserved name of the kernel that the user calls `name`."""
    return KERNEL_PREFIX + name


def device_name(name: str) -> str:
    """The reserved name of the device function that the user calls `name`."""
    return DEVICE_PREFIX + name


def device_extern_name(name: str) -> str:
    """The reserved name of the external device function that the user calls `name`."""
    return DEVICE_EXTERN_PREFIX + name


def is_kernel(path: str) -> bool:
    """Whether the final segment of `path` is the reserved name of a kernel."""
    return _final_segment(path).startswith(KERNEL_PREFIX)


def is_device(path: str) -> bool:
    """Whether the final segment of `path` is the reserved name of a device function with a body."""
    return _final_segment(path).startswith(DEVICE_PREFIX)


def is_device_extern(path: str) -> bool:
    """Whether the final segment of `path` is the reserved name of an external device function."""
    return _final_segment(path).startswith(DEVICE_EXTERN_PREFIX)


def user_name(path: str) -> str:
    """The final segment of `path` without a reserved prefix, as the user wrote it."""
    segment = _final_segment(path)
    for prefix in (KERNEL_PREFIX, DEVICE_EXTERN_PREFIX, DEVICE_PREFIX):
        if segment.startswith(prefix):
            return segment[len(prefix) :]
    return segment


def reserved_start(name: str) -> str | None:
    """What `name` begins with that no name of the user's may; None if it is free."""
    return next((root for root in (ROOT, _SYMBOL_ROOT) if name.startswith(root)), None)


def is_reserved(name: str) -> bool:
    """Whether `name` is one that a user may not give to a function."""
    return reserved_start(name) is not None
