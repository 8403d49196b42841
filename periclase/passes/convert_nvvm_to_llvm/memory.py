"""Waiting for a phase of a barrier object, prefetches."""

from __future__ import annotations

from xdsl.ir import SSAValue

from periclase.dialects.nvvm.base import address_space
from periclase.dialects.nvvm.memory import MBarrierTryWaitParityOp, PrefetchOp
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers


def _shared(address: SSAValue) -> str:
    return ".shared" if address_space(address) == 3 else ""


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
