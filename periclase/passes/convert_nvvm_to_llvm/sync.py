"""Barriers of a block, a warp and a cluster: LLVM has an intrinsic for each."""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import SSAValue

from periclase.dialects import llvm
from periclase.dialects.nvvm.attributes import BarrierReduction
from periclase.dialects.nvvm.sync import (
    Barrier0Op,
    BarrierArriveOp,
    BarrierOp,
    BarWarpSyncOp,
    ClusterArriveOp,
    ClusterArriveRelaxedOp,
    ClusterWaitOp,
)
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers

_BLOCK = "llvm.nvvm.barrier.cta."
_CLUSTER = "llvm.nvvm.barrier.cluster."


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


@lowers(BarWarpSyncOp)
def _bar_warp_sync(op: BarWarpSyncOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.bar.warp.sync", op.mask)


@lowers(ClusterArriveOp)
def _cluster_arrive(op: ClusterArriveOp, emit: Emitter) -> None:
    emit.perform(_CLUSTER + "arrive" + (".aligned" if op.aligned else ""))


@lowers(ClusterArriveRelaxedOp)
def _cluster_arrive_relaxed(op: ClusterArriveRelaxedOp, emit: Emitter) -> None:
    emit.perform(_CLUSTER + "arrive.relaxed" + (".aligned" if op.aligned else ""))


@lowers(ClusterWaitOp)
def _cluster_wait(op: ClusterWaitOp, emit: Emitter) -> None:
    emit.perform(_CLUSTER + "wait" + (".aligned" if op.aligned else ""))
