"""Barrier objects in shared memory (`mbarrier`) beyond the basics, and the fences that go with asynchronous copies.

A barrier object counts arrivals and bytes of a phase; `mbarrier_init` and its companions stand with the asynchronous copies.
Scope `cta` orders with the threads of the block, `cluster` with those of all blocks of the cluster. An address in the shared
memory of the cluster (`u32`) is what `map_shared_rank` gives.
"""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.cpu_meanings import cpu_meaning
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, MlirForm, Requirement

_CLUSTER: Final = {"cluster": Requirement(90, 80)}
_ARRIVE: Final = "mbarrier.arrive"
_ARRIVE_EXPECT: Final = "mbarrier.arrive.expect_tx"
_SCOPE: Final = "scope: cta|cluster = cta"
_ORDER: Final = "order: release|relaxed = release"


def _barrier(
    name: str,
    signature: str,
    ptx: str,
    summary: str,
    sm: int = 90,
    isa: int = 80,
    needs: dict[str, Requirement] | None = None,
    section: str = "",
    llvm: str | None = None,
    mlir: MlirForm | None = None,
) -> Intrinsic:
    return instruction(
        name,
        "barriers",
        signature,
        ptx,
        summary,
        sm=sm,
        isa=isa,
        needs=needs or {},
        effect=Effect.READ_WRITE,
        llvm=llvm,
        mlir=mlir,
        section=section or ".".join(ptx.lstrip("{ ").split(".")[:2]).partition(" ")[0],
        cpu=cpu_meaning(name),
    )


def _fence(
    name: str, signature: str, ptx: str, summary: str, sm: int, isa: int, mlir: MlirForm | None = None
) -> Intrinsic:
    return _barrier(name, signature, ptx, summary, sm, isa, section="fence", mlir=mlir)


ROWS: Final = (
    _barrier(
        "mbarrier_arrive",
        "(barrier: shared u64) -> u64",
        "mbarrier.arrive.shared.b64 $d, [$barrier];",
        "Comes to the barrier object with release order; gives its phase for `mbarrier_test_wait`.",
        80,
        70,
        llvm="llvm.nvvm.mbarrier.arrive.shared",
        mlir=mlir(_ARRIVE, "addr = $barrier"),
    ),
    _barrier(
        "mbarrier_test_wait",
        "(barrier: shared u64, state: u64) -> bool",
        "mbarrier.test_wait.shared.b64 $d, [$barrier], $state;",
        "Whether the phase `state` of the barrier object is over; with acquire order. Does not wait.",
        80,
        70,
        llvm="llvm.nvvm.mbarrier.test.wait.scope.cta.space.cta",
        mlir=mlir("mbarrier.test.wait", "addr = $barrier, stateOrPhase = $state"),
    ),
    _barrier(
        "mbarrier_arrive_expect_tx",
        "(barrier: shared u64, bytes: u32)",
        "{ .reg .b64 state; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 state, [$barrier], $bytes; }",
        "Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies in this phase.",
        section="mbarrier.arrive",
        mlir=mlir(_ARRIVE_EXPECT, "addr = $barrier, txcount = $bytes"),
    ),
    _barrier(
        "mbarrier_arrive_count",
        "(barrier: shared u64, count: u32) -> u64",
        "mbarrier.arrive.release.cta.shared::cta.b64 $d, [$barrier], $count;",
        "Comes to the barrier object `count` times; gives its phase.",
        mlir=mlir(_ARRIVE, "addr = $barrier, count = $count"),
    ),
    _barrier(
        "mbarrier_arrive_drop",
        "(barrier: shared u64) -> u64",
        "mbarrier.arrive_drop.shared.b64 $d, [$barrier];",
        "Comes to the barrier object, which expects one arrival less in the phases that follow; gives its phase.",
        80,
        70,
        mlir=mlir("mbarrier.arrive_drop", "addr = $barrier"),
    ),
    _barrier(
        "mbarrier_arrive_nocomplete",
        "(barrier: shared u64, count: u32) -> u64",
        "mbarrier.arrive.noComplete.shared.b64 $d, [$barrier], $count;",
        "Comes to the barrier object `count` times, which must not end the phase; gives the phase.",
        80,
        70,
        mlir=mlir("mbarrier.arrive.nocomplete", "addr = $barrier, count = $count"),
    ),
    _barrier(
        "mbarrier_arrive_drop_count",
        f"(barrier: shared u64, count: u32, {_ORDER}, {_SCOPE}) -> u64",
        "mbarrier.arrive_drop.{order}.{scope}.shared::cta.b64 $d, [$barrier], $count;",
        "Comes to the barrier object `count` times, which expects as many arrivals less in the phases that follow; gives "
        "its phase.",
        needs={"relaxed": Requirement(90, 86)},
        mlir=mlir(
            "mbarrier.arrive_drop",
            "addr = $barrier, count = $count",
            "scope = {scope}, relaxed = {order=relaxed?true|false}",
        ),
    ),
    _barrier(
        "mbarrier_arrive_drop_nocomplete",
        "(barrier: shared u64, count: u32) -> u64",
        "mbarrier.arrive_drop.noComplete.shared.b64 $d, [$barrier], $count;",
        "Comes to the barrier object `count` times, which must not end the phase, and which expects as many arrivals less in the "
        "phases that follow; gives its phase.",
        80,
        70,
        mlir=mlir("mbarrier.arrive_drop.nocomplete", "addr = $barrier, count = $count"),
    ),
    _barrier(
        "mbarrier_arrive_drop_expect_tx",
        f"(barrier: shared u64, bytes: u32, {_ORDER}, {_SCOPE}) -> u64",
        "mbarrier.arrive_drop.expect_tx.{order}.{scope}.shared::cta.b64 $d, [$barrier], $bytes;",
        "Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies in this phase, and one "
        "arrival less in those that follow; gives its phase.",
        needs={"relaxed": Requirement(90, 86)},
        mlir=mlir(
            "mbarrier.arrive_drop.expect_tx",
            "addr = $barrier, txcount = $bytes",
            "scope = {scope}, relaxed = {order=relaxed?true|false}",
        ),
    ),
    _barrier(
        "mbarrier_arrive_cluster",
        "(address: u32)",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$address];",
        "Comes to the barrier object at `address` in the shared memory of any block of the cluster.",
        mlir=mlir(_ARRIVE, "addr = $address: ptr<7>", "scope = cluster"),
    ),
    _barrier(
        "mbarrier_arrive_expect_tx_cluster",
        "(address: u32, bytes: u32)",
        "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [$address], $bytes;",
        "Comes to the barrier object at `address` in the shared memory of any block of the cluster, which then expects "
        "`bytes` more "
        "bytes of asynchronous copies in this phase.",
        mlir=mlir(_ARRIVE_EXPECT, "addr = $address: ptr<7>, txcount = $bytes", "scope = cluster"),
    ),
    _barrier(
        "mbarrier_arrive_expect_tx_phase",
        "(barrier: shared u64, bytes: u32, order: release|relaxed = release, scope: cta|cluster = cta) -> u64",
        "mbarrier.arrive.expect_tx.{order}.{scope}.shared::cta.b64 $d, [$barrier], $bytes;",
        "Comes to the barrier object, which then expects `bytes` more bytes of asynchronous copies; gives its phase.",
        needs={"relaxed": Requirement(90, 86)},
        mlir=mlir(
            _ARRIVE_EXPECT,
            "addr = $barrier, txcount = $bytes",
            "scope = {scope}, relaxed = {order=relaxed?true|false}",
        ),
    ),
    _barrier(
        "mbarrier_expect_tx",
        "(barrier: shared u64, bytes: u32)",
        "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [$barrier], $bytes;",
        "Lets the barrier object expect `bytes` more bytes in this phase, without coming to it.",
        mlir=mlir("mbarrier.expect_tx", "addr = $barrier, txcount = $bytes"),
    ),
    _barrier(
        "mbarrier_complete_tx",
        "(barrier: shared u64, bytes: u32)",
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [$barrier], $bytes;",
        "Counts `bytes` bytes as arrived at the barrier object, without a copy.",
        mlir=mlir("mbarrier.complete_tx", "addr = $barrier, txcount = $bytes"),
    ),
    _barrier(
        "mbarrier_test_wait_parity",
        "(barrier: shared u64, parity: u32) -> bool",
        "mbarrier.test_wait.parity.shared.b64 $d, [$barrier], $parity;",
        "Whether the phase of parity `parity` (0 or 1) of the barrier object is over; with acquire order. Does not wait.",
        80,
        71,
        mlir=mlir("mbarrier.test.wait", "addr = $barrier, stateOrPhase = $parity"),
    ),
    _barrier(
        "mbarrier_try_wait",
        f"(barrier: shared u64, state: u64, {_SCOPE}) -> bool",
        "mbarrier.try_wait{scope=cluster?.acquire.cluster}.shared::cta.b64 $d, [$barrier], $state;",
        "Waits for the phase `state` of the barrier object to end, but no longer than the device likes; gives whether it has.",
        isa=78,
        needs=_CLUSTER,
        mlir=mlir("mbarrier.try_wait", "addr = $barrier, stateOrPhase = $state", "scope = {scope}"),
    ),
    _barrier(
        "mbarrier_try_wait_parity",
        f"(barrier: shared u64, parity: u32, {_SCOPE}) -> bool",
        "mbarrier.try_wait.parity{scope=cluster?.acquire.cluster}.shared::cta.b64 $d, [$barrier], $parity;",
        "Waits for the phase of parity `parity` (0 or 1) of the barrier object to end, but no longer than the device "
        "likes; gives "
        "whether it has.",
        isa=78,
        needs=_CLUSTER,
        mlir=mlir("mbarrier.try_wait", "addr = $barrier, stateOrPhase = $parity", "scope = {scope}"),
    ),
    instruction(
        "mbarrier_pending_count",
        "barriers",
        "(state: u64) -> u32",
        "mbarrier.pending_count.b64 $d, $state;",
        "How many arrivals were missing in the phase `state`, which `mbarrier_arrive` has given.",
        sm=80,
        isa=70,
        section="mbarrier.pending_count",
        cpu=cpu_meaning("mbarrier_pending_count"),
    ),
    _fence(
        "fence_mbarrier_init",
        "()",
        "fence.mbarrier_init.release.cluster;",
        "Makes barrier objects that were just initialised known to the other blocks of the cluster.",
        90,
        80,
        mlir("fence.mbarrier.init"),
    ),
    _fence(
        "fence_proxy_async",
        "(space: all|global|shared_cta|shared_cluster = all)",
        "fence.proxy.async{space=global?.global}{space=shared_cta?.shared::cta}{space=shared_cluster?.shared::cluster};",
        "Orders accesses by ordinary instructions with those by asynchronous copies and tensor cores, in the memory `space`.",
        90,
        80,
        mlir(
            "fence.proxy",
            "",
            "kind = {space=all?async}{space=global?async.global}{space=shared_cta?async.shared}"
            "{space=shared_cluster?async.shared}, space = {space=shared_cta?cta}{space=shared_cluster?cluster}",
        ),
    ),
    _fence(
        "fence_proxy_async_acquire",
        "()",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
        "Acquire fence between asynchronous and ordinary accesses to the shared memory of the cluster.",
        90,
        86,
        mlir("fence.proxy.sync_restrict", "", "order = acquire"),
    ),
    _fence(
        "fence_proxy_async_release",
        "()",
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
        "Release fence between ordinary accesses to shared memory and asynchronous ones in the cluster.",
        90,
        86,
        mlir("fence.proxy.sync_restrict", "", "order = release"),
    ),
    _fence(
        "fence_shared_acquire",
        "()",
        "fence.acquire.sync_restrict::shared::cluster.cluster;",
        "Acquire fence for accesses to the shared memory of the cluster only.",
        90,
        86,
        mlir("fence.sync_restrict", "", "order = acquire"),
    ),
    _fence(
        "fence_shared_release",
        "()",
        "fence.release.sync_restrict::shared::cta.cluster;",
        "Release fence for accesses to the shared memory of the block only, as the cluster sees them.",
        90,
        86,
        mlir("fence.sync_restrict", "", "order = release"),
    ),
    _fence(
        "fence_proxy_alias",
        "()",
        "fence.proxy.alias;",
        "Orders accesses to one memory through different virtual addresses.",
        70,
        75,
        mlir("fence.proxy", "", "kind = alias"),
    ),
    _fence(
        "fence_proxy_tensormap_release",
        "(scope: cta|cluster|gpu|sys = gpu)",
        "fence.proxy.tensormap::generic.release.{scope};",
        "Release fence between writing a tensor map and its use.",
        90,
        83,
        mlir("fence.proxy.release", "", "scope = {scope}"),
    ),
    _fence(
        "fence_proxy_tensormap_acquire",
        "(tensor_map: read generic u64, scope: cta|cluster|gpu|sys = gpu)",
        "fence.proxy.tensormap::generic.acquire.{scope} [$tensor_map], 128;",
        "Acquire fence between writing the tensor map that begins at the element and its use.",
        90,
        83,
        mlir("fence.proxy.acquire", "addr = $tensor_map, size = 128", "scope = {scope}"),
    ),
    _fence(
        "fence_cluster",
        "(order: acq_rel|sc = sc)",
        "fence.{order}.cluster;",
        "A memory fence among the threads of the cluster.",
        90,
        78,
        mlir("fence.sc.cluster", lacking=("acq_rel",)),
    ),
    _fence(
        "fence_one_way",
        "(order: acquire|release, scope: cta|cluster|gpu|sys = gpu)",
        "fence.{order}.{scope};",
        "A memory fence of one direction only.",
        90,
        86,
    ),
)
