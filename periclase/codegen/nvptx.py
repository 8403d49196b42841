"""LLVM's NVPTX target, made ready once a process."""

from __future__ import annotations

import functools
from typing import Any

from periclase.runtime.backends.cpu.llvm_binding import binding

TRIPLE = "nvptx64-nvidia-cuda"


@functools.cache
def nvptx_target() -> Any:
    """The `llvmlite.binding.Target` of 64-bit NVPTX."""
    llvm = binding()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE)
