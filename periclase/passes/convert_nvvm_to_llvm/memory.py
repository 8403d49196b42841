"""Asynchronous copies, barrier objects, prefetches."""

from __future__ import annotations

from xdsl.ir import SSAValue

from periclase.dialects.nvvm.base import address_space
from periclase.dialects.nvvm.memory import (
    CpAsyncCommitGroupOp,
    CpAsyncMBarrierArriveOp,
    CpAsyncOp,
    CpAsyncWaitAllOp,
    CpAsyncWaitGroupOp,
    MBarrierInitOp,
    MBarrierInvalOp,
    MBarrierTryWaitParityOp,
    PrefetchOp,
)
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers


def _shared(address: SSAValue) -> str:
    return ".shared" if address_space(address) == 3 else ""


@lowers(CpAsyncOp)
def _cp_async(op: CpAsyncOp, emit: Emitter) -> None:
    name = f"llvm.nvvm.cp.async.{op.modifier.data.value}.shared.global.{op.size.value.data}"
    if op.cp_size is None:
        emit.perform(name, op.dst, op.src)
    else:
        emit.perform(name + ".s", op.dst, op.src, op.cp_size)


@lowers(CpAsyncCommitGroupOp)
def _commit_group(op: CpAsyncCommitGroupOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.cp.async.commit.group")


@lowers(CpAsyncWaitGroupOp)
def _wait_group(op: CpAsyncWaitGroupOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.cp.async.wait.group", emit.constant(op.n.value.data))


@lowers(CpAsyncWaitAllOp)
def _wait_all(op: CpAsyncWaitAllOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.cp.async.wait.all")


@lowers(CpAsyncMBarrierArriveOp)
def _copy_arrive(op: CpAsyncMBarrierArriveOp, emit: Emitter) -> None:
    noinc = ".noinc" if op.noinc is not None and op.noinc.value.data else ""
    emit.perform(f"llvm.nvvm.cp.async.mbarrier.arrive{noinc}{_shared(op.addr)}", op.addr)


@lowers(MBarrierInitOp)
def _init(op: MBarrierInitOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.mbarrier.init" + _shared(op.addr), op.addr, op.count)


@lowers(MBarrierInvalOp)
def _inval(op: MBarrierInvalOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.mbarrier.inval" + _shared(op.addr), op.addr)


@lowers(MBarrierTryWaitParityOp)
def _try_wait_parity(op: MBarrierTryWaitParityOp, emit: Emitter) -> None:
    # The label is local to its braces, so copies of the text do not clash.
    text = (
        "{ .reg .pred done; wait: "
        f"mbarrier.try_wait.parity{_shared(op.addr)}.b64 done, [$0], $1, $2; "
        "@!done bra wait; }"
    )
    emit.assembly(text, (op.addr, op.phase, op.ticks), convergent=True)


@lowers(PrefetchOp)
def _prefetch(op: PrefetchOp, emit: Emitter) -> None:
    if op.cache_level is None:
        emit.assembly("prefetch.tensormap [$0];", (op.addr,))
        return
    # LLVM has intrinsics too, but selects them from sm_90 on only; PTX has had the instruction since sm_20.
    space = {0: "", 1: ".global", 5: ".local"}[address_space(op.addr)]
    emit.assembly(f"prefetch{space}.{op.cache_level.data.value} [$0];", (op.addr,))
