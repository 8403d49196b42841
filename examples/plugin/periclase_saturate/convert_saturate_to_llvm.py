"""convert-saturate-to-llvm: `saturate.unit` becomes a call of the LLVM intrinsic that NVPTX gives as `cvt.sat.f32.f32`.

    %y = saturate.unit %x : f32     →     %y = llvm.call_intrinsic "llvm.nvvm.saturate.f"(%x) : (f32) -> f32

For PTX only: the intrinsic has no meaning on a CPU.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.passes import ModulePass

from periclase.dialects.llvm import CallIntrinsicOp
from periclase_saturate.dialect import UnitOp


@dataclass(frozen=True)
class ConvertSaturateToLLVM(ModulePass):
    """Lowers the dialect `saturate`."""

    name = "convert-saturate-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lower every `saturate.unit` of the module."""
        for unit in [inner for inner in op.walk() if isinstance(inner, UnitOp)]:
            if unit.parent is None:
                continue
            call = CallIntrinsicOp.make("llvm.nvvm.saturate.f", [unit.input], f32, location=unit.location)
            unit.parent.insert_op_before(call, unit)
            unit.result.replace_all_uses_with(call.results[0])
            unit.detach()
            unit.erase()
