"""LLVM's pass managers, freed when they have done their work.

llvmlite's are not: their class inherits the method that would do so from `ObjectRef`, where it does nothing, before it inherits
their own. A hundred kilobytes would stay behind of every compile.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from periclase.runtime.backends.cpu.llvm_binding import binding


@contextmanager
def freed_after(manager: Any) -> Generator[Any]:
    """`manager`, a `ModulePassManager` or `FunctionPassManager` of `llvmlite.binding`, which is gone behind the block."""
    llvm, kind = binding(), cast(Any, type(manager))
    try:
        yield manager
    finally:
        if kind._dispose is llvm.ffi.ObjectRef._dispose:
            llvm.newpassmanagers.NewPassManager._dispose(manager)
            manager.detach()
        manager.close()


def run_standard_passes(module: Any, machine: Any, options: Any) -> None:
    """Run LLVM's standard pipeline for `options`, its `PipelineTuningOptions`, and a target machine on `module`."""
    with (
        binding().create_pass_builder(machine, options) as builder,
        freed_after(builder.getModulePassManager()) as passes,
    ):
        passes.run(module, builder)
