"""Shuffles, by LLVM's intrinsics; 64-bit ones are split in two."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i1, i32, i64
from xdsl.ir import SSAValue

from periclase.dialects import llvm
from periclase.dialects.nvvm.base import struct_of
from periclase.dialects.nvvm.warp import ShflSyncOp
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers


@lowers(ShflSyncOp)
def _shuffle(op: ShflSyncOp, emit: Emitter) -> SSAValue:
    name = f"llvm.nvvm.shfl.sync.{op.kind.data.value}."
    mask, offset, clamp = op.thread_mask, op.offset, op.mask_and_clamp
    type = op.value.type
    wants_flag = op.return_value_and_is_valid is not None
    if type in (i32, f32):
        suffix = str(type)
        if wants_flag:
            return emit.call(f"{name}{suffix}p", (mask, op.value, offset, clamp), struct_of(type, i1))
        return emit.call(f"{name}{suffix}", (mask, op.value, offset, clamp), type)
    word = emit.bits(op.value, i64)
    shift = emit.constant(32, i64)
    low = emit.insert(llvm.TruncOp.make(word, i32, location=emit.location))
    upper = emit.insert(llvm.LShrOp.make(word, shift, location=emit.location))
    high = emit.insert(llvm.TruncOp.make(upper, i32, location=emit.location))
    flag: SSAValue | None = None
    if wants_flag:
        pair = emit.call(f"{name}i32p", (mask, low, offset, clamp), struct_of(i32, i1))
        low, flag = emit.field(pair, 0), emit.field(pair, 1)
    else:
        low = emit.call(f"{name}i32", (mask, low, offset, clamp), i32)
    high = emit.call(f"{name}i32", (mask, high, offset, clamp), i32)
    low = emit.insert(llvm.ZExtOp.make(low, i64, location=emit.location))
    high = emit.insert(llvm.ZExtOp.make(high, i64, location=emit.location))
    upper = emit.insert(llvm.ShlOp.make(high, shift, location=emit.location))
    value = emit.bits(emit.insert(llvm.OrOp.make(upper, low, location=emit.location)), type)
    return value if flag is None else emit.structure(value, flag)
