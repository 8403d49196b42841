"""Barriers of a block, a cluster and a warp, and memory fences."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    OperationTemplate,
    Parameter,
    Requirement,
    value,
    word,
)

SCOPES: Final = ("block", "cluster", "device", "system")
"""Which threads an atomic or a fence is ordered with."""
FENCE_ORDERS: Final = ("acquire", "release", "acq_rel", "seq_cst")

CLUSTER_SCOPE: Final = MappingProxyType({"cluster": Requirement(90, 78)})
"""What the words of a scope ask for beyond the row."""


def _barrier(
    name: str,
    summary: str,
    template: OperationTemplate,
    parameters: tuple[Parameter, ...] = (),
    result: tuple[str, ...] = (),
    requirement: Requirement = Requirement(),
    ptx: str | None = None,
    llvm: str | None = None,
    section: str = "bar, barrier",
) -> Intrinsic:
    return Intrinsic(
        name,
        "sync",
        summary,
        parameters,
        result,
        effect=Effect.READ_WRITE,
        convergent=True,
        template=template,
        requirement=requirement,
        ptx=ptx,
        llvm=llvm,
        source=PTX_ISA + section,
    )


def _block_reduction(name: str, reduction: str, summary: str, result: str) -> Intrinsic:
    return _barrier(
        name,
        summary,
        OperationTemplate(
            "nvvm.barrier",
            ("predicate",),
            MappingProxyType({"reductionOp": reduction}),
            result_types=("i32",),
            widened=("predicate",),
        ),
        (value("predicate", "bool"),),
        (result,),
        ptx=f"bar.red.{reduction}",
    )


def _cluster(name: str, operation: str, summary: str) -> Iterator[Intrinsic]:
    for suffix, note, ending, properties in (
        ("", "", ".aligned", "aligned = true"),
        ("_unaligned", " Threads of a warp may come one by one.", "", ""),
    ):
        yield instruction(
            name + suffix,
            "sync",
            "()",
            f"barrier.{operation}{ending};",
            summary + note,
            llvm=f"llvm.nvvm.barrier.{operation}{ending}",
            sm=90,
            isa=80 if "relaxed" in operation else 78,
            effect=Effect.READ_WRITE,
            convergent=True,
            section="barrier.cluster",
            mlir=mlir(operation, "", properties),
        )


def _membar(name: str, scope: str, summary: str) -> Intrinsic:
    level = {"cta": "membar.cta", "cluster": "fence.sc.cluster", "gpu": "membar.gl", "sys": "membar.sys"}[
        scope
    ]
    return instruction(
        name,
        "sync",
        "()",
        f"{level};",
        summary,
        llvm=f"llvm.nvvm.{level}",
        sm=90 if scope == "cluster" else 20,
        isa=78 if scope == "cluster" else 32,
        effect=Effect.READ_WRITE,
        section="membar, fence",
        mlir=mlir("memory.barrier", "", f"scope = {scope}"),
    )


ROWS: Final = (
    _barrier(
        "sync_threads",
        "Waits until every thread of the block has come here; what they wrote before is visible to all after. Every thread of "
        "the block must reach the same barrier.",
        OperationTemplate("nvvm.barrier0"),
        ptx="bar.sync 0;",
    ),
    _block_reduction(
        "sync_threads_count",
        "popc",
        "`sync_threads`, and the number of threads whose `predicate` is true.",
        "u32",
    ),
    _block_reduction(
        "sync_threads_and", "and", "`sync_threads`, and whether `predicate` is true in all threads.", "bool"
    ),
    _block_reduction(
        "sync_threads_or", "or", "`sync_threads`, and whether `predicate` is true in any thread.", "bool"
    ),
    _barrier(
        "barrier_sync",
        "`sync_threads` on the barrier `barrier` (0…15); a block has sixteen.",
        OperationTemplate("nvvm.barrier", ("barrier",)),
        (value("barrier", "u32"),),
    ),
    _barrier(
        "barrier_sync_count",
        "Waits at the barrier `barrier` (0…15) until `threads` threads, a multiple of 32, have come to it.",
        OperationTemplate("nvvm.barrier", ("barrier", "threads")),
        (value("barrier", "u32"), value("threads", "u32")),
    ),
    _barrier(
        "barrier_arrive",
        "Comes to the barrier `barrier` (0…15) of `threads` threads, a multiple of 32, and goes on without waiting.",
        OperationTemplate("nvvm.barrier.arrive", ("barrier", "threads")),
        (value("barrier", "u32"), value("threads", "u32")),
    ),
    instruction(
        "sync_warp",
        "sync",
        "(mask: u32 = 0xFFFFFFFF)",
        "bar.warp.sync $mask;",
        "Waits until the threads of the warp that `mask` names have come here; orders their memory accesses.",
        llvm="llvm.nvvm.bar.warp.sync",
        sm=30,
        isa=60,
        effect=Effect.READ_WRITE,
        convergent=True,
        section="bar.warp.sync",
        mlir=mlir("bar.warp.sync", "mask = $mask"),
    ),
    *_cluster(
        "cluster_arrive",
        "cluster.arrive",
        "Comes to the barrier of the cluster, with release order, without waiting.",
    ),
    *_cluster(
        "cluster_arrive_relaxed",
        "cluster.arrive.relaxed",
        "Comes to the barrier of the cluster without any order.",
    ),
    *_cluster(
        "cluster_wait", "cluster.wait", "Waits until every thread of the cluster has come to its barrier."
    ),
    _membar(
        "threadfence_block",
        "cta",
        "Orders this thread's memory accesses before and after, as its block sees them.",
    ),
    _membar(
        "threadfence_cluster",
        "cluster",
        "Orders this thread's memory accesses before and after, as the blocks of its cluster see them.",
    ),
    _membar(
        "threadfence",
        "gpu",
        "Orders this thread's memory accesses before and after, as the whole device sees them.",
    ),
    _membar(
        "threadfence_system",
        "sys",
        "Orders this thread's memory accesses before and after, as the host and peers see them.",
    ),
    Intrinsic(
        "fence",
        "sync",
        "A memory fence of an order and a scope, as `std::atomic_thread_fence`. `acquire` and `release` are given by `acq_rel`, "
        "the weakest fence that every supported target has.",
        (word("order", FENCE_ORDERS, "seq_cst"), word("scope", SCOPES, "device")),
        effect=Effect.READ_WRITE,
        template=OperationTemplate(
            "nvvm.fence", (), MappingProxyType({"order": "$order", "scope": "$scope"})
        ),
        requirement=Requirement(70, 60),
        word_requirements=CLUSTER_SCOPE,
        source=PTX_ISA + "membar, fence",
    ),
)
