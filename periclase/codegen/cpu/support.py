"""The object files of native code that is no kernel: what kernels are linked with (block driver, block scheduler of cooperative
kernels, bfloat16), and the task executor, which runs them."""

from __future__ import annotations

import functools
import os

from periclase.codegen import native
from periclase.runtime.backends.cpu.object_linker import with_image
from periclase.runtime.single_flight import SingleFlight

_SPEED = 1
"""They are written for size: more optimising takes longer and gives nothing. The task executor, as long as all the others
together, is compiled as it stands: that takes 30 ms in place of 230, and a task spends its time in the C library."""


_PARTS = {
    "task_executor": ("task_executor", "task_graph", "task_workers", "task_binding"),
    "cluster_scheduler": ("block_scheduler", "cluster_scheduler"),
}
"""Sources that are one module, in several files."""


@functools.cache
def source(name: str) -> str:
    """The LLVM IR text of `block_driver`, `block_scheduler`, `cluster_scheduler`, `bfloat16` or `task_executor`."""
    texts: list[str] = []
    for part in _PARTS.get(name, (name,)):
        with open(os.path.join(os.path.dirname(__file__), f"{part}.ll"), encoding="utf-8") as file:
            texts.append(file.read())
    return "\n".join(texts)


_made: dict[str, bytes] = {}
_making = SingleFlight[bytes]()


def support_object(name: str) -> bytes:
    """The object file of `source(name)` for this machine's processor, made once a process.

    Raises:
        FileNotFoundError: there is no such source.
        CompileError: LLVM does not take it.
    """

    def make() -> bytes:
        if name not in _made:
            _made[name] = with_image(
                native.emit_object(
                    source(name), speed=0 if name == "task_executor" else _SPEED, ordinary=True
                )
            )
        return _made[name]

    return _made.get(name) or _making.do(name, make)


@functools.cache
def support_libraries(cooperative: bool, bfloat16: bool = False, cluster: bool = False) -> tuple[bytes, ...]:
    """The `Artifact.libraries` of a CPU kernel, each after those that it calls into.

    Args:
        cooperative: whether the kernel's threads are coroutines.
        bfloat16: whether it rounds to bfloat16.
        cluster: whether blocks of it run together.
    """
    names = ["block_driver"]
    if cooperative:
        names.append("cluster_scheduler" if cluster else "block_scheduler")
    if bfloat16:
        names.append("bfloat16")
    return tuple(support_object(name) for name in names)
