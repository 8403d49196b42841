"""Runs modules of the llvm and nvvm dialects on the CPU: parse, `convert-nvvm-to-cpu`, object file, backend.

No front end is involved: what these run is exactly what the test wrote.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, StringAttr
from xdsl.parser import Parser

from periclase.codegen import native
from periclase.codegen.cpu.support import support_libraries
from periclase.codegen.llvm_ir import print_module
from periclase.diagnostics import Span
from periclase.dialects import llvm
from periclase.ir.registry import dialects
from periclase.passes.convert_nvvm_to_cpu import ConvertNvvmToCpu
from periclase.passes.convert_nvvm_to_cpu.layouts import COOPERATIVE_ATTRIBUTE, SHARED_ATTRIBUTE
from periclase.passes.trap_table import TRAPS_ATTRIBUTE
from periclase.runtime.artifact import Artifact, ArtifactKind, Trap
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.kernels import CpuKernel
from periclase.runtime.execution import KernelWork
from periclase.runtime.outcome import FAILED


@functools.cache
def context() -> Context:
    """A context with the two dialects and builtin."""
    made = Context()
    for name in ("nvvm", "llvm"):
        made.load_dialect(dialects.load(name))
    return made


@functools.cache
def backend() -> CpuBackend:
    """One backend for all tests."""
    return CpuBackend(workers=2)


def parse(text: str) -> ModuleOp:
    """The module of `text`, verified."""
    module = Parser(context(), text, "test.mlir").parse_module()
    module.verify()
    return module


def convert(text: str) -> ModuleOp:
    """The module of `text` after the pass, verified."""
    module = parse(text)
    ConvertNvvmToCpu().apply(context(), module)
    module.verify()
    return module


def load(text: str, kernel: str) -> CpuKernel:
    """The kernel of the module `text` with that name, in this process."""
    module = convert(text)
    entry = next(
        op for op in module.body.block.ops if isinstance(op, llvm.FuncOp) and op.sym_name.data == kernel
    )
    shared = entry.attributes[SHARED_ATTRIBUTE]
    table = module.attributes[TRAPS_ATTRIBUTE]
    assert isinstance(shared, IntegerAttr)
    assert isinstance(table, ArrayAttr)
    artifact = Artifact(
        kind=ArtifactKind.CPU_OBJECT,
        target="cpu",
        kernel=kernel,
        entry=kernel,
        code=native.emit_object(print_module(module, target="host")),
        libraries=support_libraries(COOPERATIVE_ATTRIBUTE in entry.attributes),
        static_shared_bytes=shared.value.data,
        traps=tuple(_trap(row) for row in table.data),
    )
    return backend().load(artifact)


def _trap(row: object) -> Trap:
    assert isinstance(row, DictionaryAttr)
    kind, message, file, line = (row.data.get(name) for name in ("kind", "message", "file", "line"))
    assert isinstance(kind, StringAttr)
    assert isinstance(message, StringAttr)
    span = None
    if isinstance(file, StringAttr) and isinstance(line, IntegerAttr):
        span = Span(file.data, line.value.data)
    return Trap(kind.data, message.data, span)


def run(
    kernel: CpuKernel,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    arguments: Sequence[np.ndarray | int],
    shared_bytes: int = 0,
) -> None:
    """Run `kernel`: an array passes its address (one slot), a number its low eight bytes."""
    slots = b"".join(
        (a.ctypes.data if isinstance(a, np.ndarray) else a & (2**64 - 1)).to_bytes(8, "little")
        for a in arguments
    )
    work = backend().submit(KernelWork(kernel, 0, grid, block, shared_bytes, slots))
    work.wait()
    if work.outcome == FAILED:
        raise work.error()
