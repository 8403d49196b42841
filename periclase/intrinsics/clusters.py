"""Clusters of blocks: the shared memory of the others, barriers, launch control, and one grid after another.

An address in the shared memory of the cluster (`u32`) names an element of any block in it.
"""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.architectures import BLACKWELL_EACH, REGISTER_REALLOCATION
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, Requirement

_WORDS: Final = ("i32", "u32", "f32", "i64", "u64", "f64")
_REGISTER_COUNTS: Final = "|".join(map(str, range(24, 257, 8)))
_QUERY: Final = "{ .reg .b128 handle; mov.b128 handle, {$low, $high}; clusterlaunchcontrol.query_cancel."


def _query(name: str, what: str, result: str, summary: str, mlir_word: str) -> Intrinsic:
    return instruction(
        name,
        "clusters",
        f"(low: u64, high: u64) -> {result}",
        f"{_QUERY}{what}.b128 $d, handle; }}",
        summary,
        sm=100,
        isa=86,
        section="clusterlaunchcontrol.query_cancel",
        mlir=mlir(
            "clusterlaunchcontrol.query.cancel",
            "try_cancel_response = $low $high",
            f"query_type = {mlir_word}",
        ),
    )


ROWS: Final = (
    instruction(
        "shared_address",
        "clusters",
        "(place: read shared T) -> u32",
        "cvt.u32.u64 $d, $place;",
        "Where in the shared memory of the block the element lies, in bytes: for descriptors of matrices, and as an "
        "address in the "
        "cluster.",
        types=("i8", "u8", "i16", "u16", "f16", "bf16", *_WORDS),
        section="Address Spaces",
    ),
    instruction(
        "map_shared_rank",
        "clusters",
        "(place: read shared T, rank: u32) -> u32",
        "{ .reg .b32 own; cvt.u32.u64 own, $place; mapa.shared::cluster.u32 $d, own, $rank; }",
        "The address of the element in the shared memory of the block `rank` of the cluster.",
        types=("i8", "u8", "i16", "u16", "f16", "bf16", *_WORDS),
        sm=90,
        isa=78,
        section="mapa",
        mlir=mlir("mapa", "a = $place, b = $rank", result="ptr<7>"),
    ),
    instruction(
        "dsmem_load",
        "clusters",
        "(place: read shared T, rank: u32) -> T",
        "{ .reg .b64 other; mapa.shared::cluster.u64 other, $place, $rank; ld.shared::cluster.{T} $d, [other]; }",
        "The element in the shared memory of the block `rank` of the cluster.",
        types=_WORDS,
        sm=90,
        isa=78,
        effect=Effect.READ,
        section="ld",
    ),
    instruction(
        "dsmem_store",
        "clusters",
        "(place: shared T, rank: u32, value: T)",
        "{ .reg .b64 other; mapa.shared::cluster.u64 other, $place, $rank; st.shared::cluster.{T} [other], $value; }",
        "Puts `value` into the element in the shared memory of the block `rank` of the cluster.",
        types=_WORDS,
        sm=90,
        isa=78,
        effect=Effect.WRITE,
        section="st",
    ),
    instruction(
        "st_async",
        "clusters",
        "(address: u32, value: T, barrier_address: u32)",
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.{T.bits} [$address], $value, [$barrier_address];",
        "Starts storing `value` at `address` in the cluster; the barrier object there counts its bytes when it is done.",
        types=_WORDS,
        sm=90,
        isa=81,
        effect=Effect.READ_WRITE,
        section="st.async",
    ),
    instruction(
        "clc_try_cancel",
        "clusters",
        "(handle: shared u64, barrier: shared u64, multicast: flag)",
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
        "{multicast?.multicast::cluster::all}.b128 [$handle], [$barrier];",
        "Asks for the launch of a block, or cluster, that has not begun to be cancelled, so that this one can do its "
        "work; the answer, "
        "16 bytes at `handle`, is there when the barrier object has counted them, with `multicast` in every block of "
        "the cluster.",
        sm=100,
        isa=86,
        needs={"multicast": Requirement(100, 86, BLACKWELL_EACH)},
        effect=Effect.READ_WRITE,
        section="clusterlaunchcontrol.try_cancel",
        mlir=mlir(
            "clusterlaunchcontrol.try.cancel",
            "smemAddress = $handle, mbarrier = $barrier",
            "multicast = {multicast?true}",
        ),
    ),
    _query(
        "clc_is_canceled",
        "is_canceled.pred",
        "bool",
        "Whether the answer `high`:`low` of `clc_try_cancel` says that a launch was cancelled.",
        "is_canceled",
    ),
    *(
        _query(
            f"clc_first_block_{axis}",
            f"get_first_ctaid::{axis}.b32",
            "u32",
            f"The index along {axis} of the first block of what the answer `high`:`low` says was cancelled.",
            f"get_first_cta_id_{axis}",
        )
        for axis in "xyz"
    ),
    instruction(
        "grid_dependency_wait",
        "clusters",
        "()",
        "griddepcontrol.wait;",
        "Waits until the grids that this one depends on have finished, and what they wrote is visible.",
        sm=90,
        isa=78,
        effect=Effect.READ_WRITE,
        section="griddepcontrol",
        mlir=mlir("griddepcontrol", "", "kind = wait"),
    ),
    instruction(
        "grid_dependency_launch",
        "clusters",
        "()",
        "griddepcontrol.launch_dependents;",
        "Lets the grids that depend on this one begin once all blocks have said so, or ended.",
        sm=90,
        isa=78,
        effect=Effect.READ_WRITE,
        section="griddepcontrol",
        mlir=mlir("griddepcontrol", "", "kind = launch_dependents"),
    ),
    instruction(
        "set_max_registers",
        "clusters",
        f"(change: inc|dec, count: {_REGISTER_COUNTS})",
        "setmaxnreg.{change}.sync.aligned.u32 {count};",
        "Sets how many registers each thread of the warp group may use, a multiple of 8 from 24 to 256, waiting for "
        "them when it is "
        "more than before.",
        sm=90,
        isa=80,
        only=REGISTER_REALLOCATION,
        effect=Effect.READ_WRITE,
        convergent=True,
        section="setmaxnreg",
        mlir=mlir("setmaxregister", "", "regCount = {count}, action = {change=inc?increase|decrease}"),
    ),
)
