"""The object files that native kernels are linked with: block driver, block scheduler (cooperative kernels), bfloat16."""

from __future__ import annotations

import functools
from importlib import resources

from periclase.codegen import native

_SPEED = 1
"""They are written for size: more optimising takes longer and gives nothing."""


@functools.cache
def source(name: str) -> str:
    """The LLVM IR text of `block_driver`, `block_scheduler` or `bfloat16`."""
    return resources.files("periclase.codegen.cpu").joinpath(f"{name}.ll").read_text(encoding="utf-8")


def support_object(name: str) -> bytes:
    """The object file of `source(name)` for this machine's processor.

    Raises:
        FileNotFoundError: there is no such source.
        CompileError: LLVM does not take it.
    """
    return native.emit_object(source(name), speed=_SPEED)


@functools.cache
def support_libraries(cooperative: bool, bfloat16: bool = False) -> tuple[bytes, ...]:
    """The `Artifact.libraries` of a CPU kernel, each after those that it calls into.

    Args:
        cooperative: whether the kernel's threads are coroutines.
        bfloat16: whether it rounds to bfloat16.
    """
    names = ["block_driver"]
    if cooperative:
        names.append("block_scheduler")
    if bfloat16:
        names.append("bfloat16")
    return tuple(support_object(name) for name in names)
