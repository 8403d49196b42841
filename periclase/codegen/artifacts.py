"""From a compiled module to the runtime's `Artifact`: what a launch has to know, read off the module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, IntegerType, ModuleOp, StringAttr
from xdsl.ir import Attribute

from periclase.diagnostics import CompileError, Diagnostic, Frame, Span
from periclase.dialects import llvm
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.types import LLVMArrayType, LLVMPointerType
from periclase.dialects.mir.layout import POINTER_SIZE, round_up, size_of
from periclase.ir.locations import call_chain_of, span_of
from periclase.passes.buffer_effects import (
    COMPLETE_ATTRIBUTE,
    EFFECTS_ATTRIBUTE,
    ORDERED_ATTRIBUTE,
    VALUE,
    WORDS,
)
from periclase.runtime.artifact import Access, Artifact, ArtifactKind, Trap
from periclase.runtime.backends.cpu.object_linker import with_image
from periclase.runtime.limits import MAX_SHARED_BYTES

if TYPE_CHECKING:
    from periclase.codegen.targets import GpuTarget
    from periclase.kernel import Kernel

_SHARED = 3
"""The address space of shared memory."""


def _bytes_of(type: Attribute) -> int:
    """The size of an LLVM type that shared memory is made of."""
    if isinstance(type, LLVMArrayType):
        return type.size.data * _bytes_of(type.type)
    if isinstance(type, LLVMPointerType):
        return POINTER_SIZE
    width = integer_width(type)
    return size_of(type) if width is None else (width + 7) // 8


def _shared_globals(module: ModuleOp) -> Iterator[tuple[llvm.GlobalOp, int]]:
    """The globals in shared memory that take room, each with the byte at which it ends."""
    end = 0
    for op in module.body.block.ops:
        if not isinstance(op, llvm.GlobalOp) or op.addr_space.value.data != _SHARED:
            continue
        size = _bytes_of(op.global_type)
        if size:
            align = 1 if op.alignment is None else op.alignment.value.data
            end = round_up(end, align) + size
            yield op, end


def check_shared_memory(module: ModuleOp) -> None:
    """Refuse more static shared memory than PTX may declare for a block, whatever the GPU has.

    Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".

    Raises:
        CompileError: at the first array that is too much (PC0528).
    """
    for op, end in _shared_globals(module):
        if end > MAX_SHARED_BYTES:
            raise CompileError(
                Diagnostic(
                    "PC0528",
                    f"the shared arrays of a block take {static_shared_bytes(module)} bytes; there are {MAX_SHARED_BYTES}",
                    span_of(op.location),
                    call_chain=call_chain_of(op.location),
                    help="use smaller arrays, or a narrower type for their elements",
                )
            )


def static_shared_bytes(module: ModuleOp) -> int:
    """The shared memory that the globals of a module take together, with the padding between them."""
    return max((end for _, end in _shared_globals(module)), default=0)


def _entry(kernel: Kernel[..., Any], module: ModuleOp, mark: str) -> llvm.FuncOp:
    """The function of `module` that carries the attribute `mark`: its kernel."""
    for op in module.body.block.ops:
        if isinstance(op, llvm.FuncOp) and mark in op.attributes:
            return op
    raise CompileError(
        Diagnostic(
            "PC0527",
            f"nothing in the compiled module of `{kernel.name}` is a kernel any more",
            kernel.span,
            help="a pass of the pipeline has dropped it, or its attributes",
        )
    )


def gpu_artifact(kernel: Kernel[..., Any], module: ModuleOp, target: GpuTarget, ptx: str) -> Artifact:
    """The artifact of `kernel`, lowered to `module` and compiled to `ptx`."""
    from periclase.passes.trap_table import TRAPS_ATTRIBUTE

    bounds = kernel.options.launch_bounds
    entry = _entry(kernel, module, "nvvm.kernel")
    effects, complete = _effects(entry)
    return Artifact(
        kind=ArtifactKind.PTX,
        target=target.cpu,
        kernel=kernel.name,
        entry=entry.function_name(),
        code=ptx.encode(),
        parameters=tuple(kernel.parameters),
        effects=effects,
        effects_complete=complete,
        ordered=_ordered(entry),
        static_shared_bytes=static_shared_bytes(module),
        max_threads_per_block=None if bounds is None else bounds.max_threads,
        required_block=kernel.options.required_block,
        cluster=kernel.options.cluster,
        cooperative=kernel.options.cooperative,
        traps=_traps(module.attributes.get(TRAPS_ATTRIBUTE)),
        span=kernel.span,
    )


def cpu_artifact(
    kernel: Kernel[..., Any], module: ModuleOp, llvm_ir: str, *, ordinary: bool | None = None
) -> Artifact:
    """The artifact of `kernel`, lowered to `module` by `convert-nvvm-to-cpu` and printed as `llvm_ir`.

    Args:
        ordinary: as `native.emit_object` has it.

    Raises:
        CompileError: LLVM does not take the text.
    """
    from periclase.codegen import native
    from periclase.codegen.cpu.support import support_libraries
    from periclase.passes.convert_nvvm_to_cpu.layouts import (
        CLUSTER_ATTRIBUTE,
        COOPERATIVE_ATTRIBUTE,
        SHARED_ATTRIBUTE,
    )
    from periclase.passes.trap_table import TRAPS_ATTRIBUTE
    from periclase.runtime.backends.cpu import host, llvm_binding

    entry = _entry(kernel, module, SHARED_ATTRIBUTE)
    shared = cast("IntegerAttr[IntegerType]", entry.attributes[SHARED_ATTRIBUTE])
    bounds = kernel.options.launch_bounds
    effects, complete = _effects(entry)
    return Artifact(
        kind=ArtifactKind.CPU_OBJECT,
        target=f"cpu:{host.host_key()}",
        processor=llvm_binding.host_key(),
        kernel=kernel.name,
        entry=entry.function_name(),
        code=with_image(native.emit_object(llvm_ir, ordinary=ordinary)),
        libraries=support_libraries(
            COOPERATIVE_ATTRIBUTE in entry.attributes,
            "bfloat" in llvm_ir,
            CLUSTER_ATTRIBUTE in entry.attributes,
        ),
        parameters=tuple(kernel.parameters),
        effects=effects,
        effects_complete=complete,
        ordered=_ordered(entry),
        static_shared_bytes=shared.value.data,
        max_threads_per_block=None if bounds is None else bounds.max_threads,
        required_block=kernel.options.required_block,
        cluster=kernel.options.cluster,
        cooperative=kernel.options.cooperative,
        traps=_traps(module.attributes.get(TRAPS_ATTRIBUTE)),
        span=kernel.span,
    )


_ACCESS_OF_WORD = {
    VALUE: Access.NONE,
    **dict(zip(WORDS, (Access.NONE, Access.READ, Access.WRITE, Access.READ_WRITE), strict=True)),
}


def _effects(entry: llvm.FuncOp) -> tuple[tuple[Access, ...] | None, bool]:
    """`Artifact.effects` and `Artifact.effects_complete`; None and False for a pipeline without `buffer-effects`."""
    words = entry.attributes.get(EFFECTS_ATTRIBUTE)
    if not isinstance(words, ArrayAttr):
        return None, False
    effects = tuple(_ACCESS_OF_WORD[word.data] for word in cast("ArrayAttr[StringAttr]", words).data)
    return effects, COMPLETE_ATTRIBUTE in entry.attributes


def _ordered(entry: llvm.FuncOp) -> bool:
    """`Artifact.ordered`; the careful answer for a pipeline without `buffer-effects`."""
    return ORDERED_ATTRIBUTE in entry.attributes or EFFECTS_ATTRIBUTE not in entry.attributes


def _traps(table: Attribute | None) -> tuple[Trap, ...]:
    if not isinstance(table, ArrayAttr):
        return ()
    rows = cast("ArrayAttr[DictionaryAttr]", table).data
    return tuple(_trap(row.data) for row in rows)


def _trap(row: Mapping[str, Attribute]) -> Trap:
    library = cast("ArrayAttr[DictionaryAttr] | None", row.get("library"))
    frames = () if library is None else library.data
    inside = tuple(Frame(_text(frame.data, "function"), _place(frame.data)) for frame in frames)
    return Trap(_text(row, "kind"), _text(row, "message"), _place(row), inside)


def _text(row: Mapping[str, Attribute], name: str) -> str:
    value = row.get(name)
    return value.data if isinstance(value, StringAttr) else ""


def _number(row: Mapping[str, Attribute], name: str) -> int | None:
    value = row.get(name)
    return None if value is None else cast("IntegerAttr[IntegerType]", value).value.data


def _place(row: Mapping[str, Attribute]) -> Span | None:
    line = _number(row, "line")
    return None if line is None else Span(_text(row, "file"), line, _number(row, "column"))
