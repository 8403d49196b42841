"""Barriers of a block: LLVM has an intrinsic for each."""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import SSAValue

from periclase.dialects import llvm
from periclase.dialects.nvvm.attributes import BarrierReduction
from periclase.dialects.nvvm.sync import (
    Barrier0Op,
    BarrierArriveOp,
    BarrierOp,
)
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers

_BLOCK = "llvm.nvvm.barrier.cta."


@lowers(Barrier0Op)
def _barrier0(op: Barrier0Op, emit: Emitter) -> None:
    emit.perform(_BLOCK + "sync.aligned.all", emit.constant(0))


@lowers(BarrierOp)
def _barrier(op: BarrierOp, emit: Emitter) -> SSAValue | None:
    operands = [op.barrier_id or emit.constant(0)]
    threads = "all"
    if op.number_of_threads is not None:
        operands.append(op.number_of_threads)
        threads = "count"
    if op.reduction is None or op.reduction_predicate is None:
        emit.perform(f"{_BLOCK}sync.aligned.{threads}", *operands)
        return None
    zero = emit.constant(0)
    operands.append(emit.insert(llvm.ICmpOp.make("ne", op.reduction_predicate, zero, location=emit.location)))
    name = f"{_BLOCK}red.{op.reduction.data.value}.aligned.{threads}"
    if op.reduction.data is BarrierReduction.POPC:
        return emit.call(name, operands, i32)
    return emit.insert(llvm.ZExtOp.make(emit.call(name, operands, i1), i32, location=emit.location))


@lowers(BarrierArriveOp)
def _barrier_arrive(op: BarrierArriveOp, emit: Emitter) -> None:
    emit.perform(_BLOCK + "arrive.aligned.count", op.barrier_id or emit.constant(0), op.number_of_threads)
