"""Collectives of a warp: shuffles, votes, matches, reductions.

Every thread that a `mask` names must run the same collective with the same mask, or the result is undefined. A mask of all
ones is the default.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import (
    PTX_ISA,
    BySign,
    Effect,
    Intrinsic,
    OperationTemplate,
    Parameter,
    Requirement,
    value,
)

FULL_MASK: Final = 0xFFFF_FFFF
SHUFFLE_TYPES: Final = ("i32", "u32", "f32", "i64", "u64", "f64")

_MASK = Parameter("mask", "u32", default=FULL_MASK)
_VOLTA = Requirement(30, 60)


def _shuffle(name: str, mode: str, parameter: str, clamp: int, summary: str) -> Intrinsic:
    return Intrinsic(
        name,
        "warp",
        summary + " 64-bit values travel as two halves.",
        (value("value", "T"), value(parameter, "u32"), _MASK),
        ("T",),
        SHUFFLE_TYPES,
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate(
            "nvvm.shfl.sync", ("mask", "value", parameter, clamp), MappingProxyType({"kind": mode})
        ),
        ptx=f"shfl.sync.{mode}.b32",
        requirement=_VOLTA,
        source=PTX_ISA + "shfl.sync",
    )


def _vote(name: str, kind: str, summary: str, result: str) -> Intrinsic:
    return Intrinsic(
        name,
        "warp",
        summary,
        (value("predicate", "bool"), _MASK),
        (result,),
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.vote.sync", ("mask", "predicate"), MappingProxyType({"kind": kind})),
        ptx=f"vote.sync.{kind}",
        requirement=_VOLTA,
        source=PTX_ISA + "vote.sync",
    )


def _redux(name: str, kind: str | BySign, summary: str, types: tuple[str, ...]) -> Intrinsic:
    return Intrinsic(
        name,
        "warp",
        summary,
        (value("value", "T"), _MASK),
        ("T",),
        types,
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.redux.sync", ("value", "mask"), MappingProxyType({"kind": kind})),
        ptx="redux.sync",
        requirement=Requirement(80, 70),
        source=PTX_ISA + "redux.sync",
    )


_INTS: Final = ("i32", "u32")

ROWS: Final = (
    _shuffle("shfl_sync", "idx", "lane", 31, "`value` of the lane `lane` (modulo 32)."),
    _shuffle(
        "shfl_sync_up",
        "up",
        "delta",
        0,
        "`value` of the lane `delta` below; lanes under `delta` keep their own.",
    ),
    _shuffle(
        "shfl_sync_down",
        "down",
        "delta",
        31,
        "`value` of the lane `delta` above; the last `delta` lanes keep their own.",
    ),
    _shuffle(
        "shfl_sync_xor",
        "bfly",
        "lane_mask",
        31,
        "`value` of the lane whose number is this lane's xor `lane_mask`.",
    ),
    _vote("all_sync", "all", "Whether `predicate` is true in all lanes of `mask`.", "bool"),
    _vote("any_sync", "any", "Whether `predicate` is true in any lane of `mask`.", "bool"),
    _vote("uni_sync", "uni", "Whether `predicate` is the same in all lanes of `mask`.", "bool"),
    _vote("ballot_sync", "ballot", "Mask of the lanes of `mask` in which `predicate` is true.", "u32"),
    Intrinsic(
        "match_any_sync",
        "warp",
        "Mask of the lanes of `mask` whose `value` has the same bits as this lane's.",
        (value("value", "T"), _MASK),
        ("u32",),
        ("i32", "u32", "i64", "u64"),
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.match.sync", ("mask", "value"), MappingProxyType({"kind": "any"})),
        ptx="match.any.sync",
        requirement=Requirement(70, 60),
        source=PTX_ISA + "match.sync",
    ),
    Intrinsic(
        "match_all_sync",
        "warp",
        "`(mask, True)` if `value` has the same bits in all lanes of `mask`, otherwise `(0, False)`.",
        (value("value", "T"), _MASK),
        ("u32", "bool"),
        ("i32", "u32", "i64", "u64"),
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.match.sync", ("mask", "value"), MappingProxyType({"kind": "all"})),
        ptx="match.all.sync",
        requirement=Requirement(70, 60),
        source=PTX_ISA + "match.sync",
    ),
    instruction(
        "active_mask",
        "warp",
        "() -> u32",
        "activemask.b32 $d;",
        "Mask of the lanes that run this instruction together, at this moment.",
        llvm="llvm.nvvm.activemask",
        sm=30,
        isa=62,
        effect=Effect.READ_WRITE,
        convergent=True,
        operation="nvvm.activemask",
    ),
    Intrinsic(
        "elect_sync",
        "warp",
        "True in exactly one lane of `mask`, the same one each time for the same mask.",
        (_MASK,),
        ("bool",),
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.elect.sync", ("mask",)),
        ptx="elect.sync",
        requirement=Requirement(90, 80),
        source=PTX_ISA + "elect.sync",
    ),
    _redux("redux_sync_add", "add", "Sum of `value` over the lanes of `mask`, modulo 2³².", _INTS),
    _redux("redux_sync_min", BySign("min", "umin"), "Least `value` of the lanes of `mask`.", _INTS),
    _redux("redux_sync_max", BySign("max", "umax"), "Greatest `value` of the lanes of `mask`.", _INTS),
    _redux("redux_sync_and", "and", "Bitwise and of `value` over the lanes of `mask`.", ("u32", "i32")),
    _redux("redux_sync_or", "or", "Bitwise or of `value` over the lanes of `mask`.", ("u32", "i32")),
    _redux(
        "redux_sync_xor", "xor", "Bitwise exclusive or of `value` over the lanes of `mask`.", ("u32", "i32")
    ),
)
