"""convert-nvvm-to-llvm: nvvm operations become what LLVM's NVPTX backend understands.

    %t = nvvm.read.ptx.sreg.tid.x : i32
    %o = nvvm.atomic.rmw add acquire block %p, %t : !llvm.ptr<3>, i32 -> i32

    %t = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
    %o = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %p, %t : …

Only operations of the dialect change; functions keep their attributes, launch bounds among them. What the module needs of the
target must be known before (`codegen.targets.module_needs`): LLVM ends the whole process for what it cannot select.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from periclase.dialects.nvvm.base import NVVMOp
from periclase.dialects.nvvm.plain import PlainOp
from periclase.dialects.nvvm.sreg import ReadSpecialRegisterOp
from periclase.ir.cfg import erase_ops
from periclase.passes.convert_nvvm_to_llvm import (
    atomics as atomics,
)
from periclase.passes.convert_nvvm_to_llvm import (
    debug as debug,
)
from periclase.passes.convert_nvvm_to_llvm import (
    memory as memory,
)
from periclase.passes.convert_nvvm_to_llvm import (
    sync as sync,
)
from periclase.passes.convert_nvvm_to_llvm import (
    warp as warp,
)
from periclase.passes.convert_nvvm_to_llvm.emitter import LOWERINGS, Emitter, Lowering, Texts
from periclase.passes.convert_nvvm_to_llvm.plain import plain, special_register
from periclase.passes.trap_table import TRAPS_ATTRIBUTE, TrapTable


def lowering_of(op_class: type[Operation]) -> Lowering | None:
    """The lowering of an operation class, None if there is none."""
    found = LOWERINGS.get(op_class)
    if found is None:
        if issubclass(op_class, ReadSpecialRegisterOp):
            found = special_register
        elif issubclass(op_class, PlainOp):
            found = plain
        else:
            from periclase.passes.convert_nvvm_to_llvm.mlir import MlirOp, mlir

            if not issubclass(op_class, MlirOp):
                return None
            found = mlir
        LOWERINGS[op_class] = found
    return found


def lower_nvvm(
    module: ModuleOp, wanted: Callable[[NVVMOp], bool] | None = None, traps: TrapTable | None = None
) -> None:
    """Lowers the nvvm operations in `module`: all, or those that are `wanted`.

    Args:
        traps: gets a row for each reason to stop, and the code notes which of them it was (`trap_note`); None: it does not.

    Raises:
        CompileError: PC0642 for an operation that has no lowering.
    """
    emitter = Emitter(Texts(module), traps)
    done: list[Operation] = []
    for op in list(module.walk()):
        if not isinstance(op, NVVMOp) or (wanted is not None and not wanted(op)):
            continue
        emitter.start(op)
        lowering = lowering_of(type(op))
        if lowering is None:
            raise emitter.fail(f"'{op.name}' has no lowering to LLVM")
        made = lowering(op, emitter)
        values = () if made is None else (made,) if isinstance(made, SSAValue) else made
        for old, new in zip(op.results, values, strict=True):
            if new.name_hint is None:
                new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        done.append(op)
    erase_ops(done)


@dataclass(frozen=True)
class ConvertNvvmToLLVM(ModulePass):
    """Lowers the nvvm dialect to LLVM's intrinsics and inline PTX.

    Attributes:
        note_traps: whether a thread that stops the launch notes which trap it was, for a host that wants to know. The
            module's attribute `periclase.traps` then says what the numbers stand for.
    """

    name = "convert-nvvm-to-llvm"
    note_traps: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lowers all of `op`."""
        traps = TrapTable() if self.note_traps else None
        lower_nvvm(op, traps=traps)
        if traps is not None:
            op.attributes[TRAPS_ATTRIBUTE] = traps.attribute()
