"""Collectives of a warp: shuffles, votes, matches, reductions.

Every thread that a `mask` names must run the same collective with the same mask, or the result is undefined. A mask of all
ones is the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.architectures import DATACENTER_100
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    MlirForm,
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


def _collective(
    name: str,
    signature: str,
    ptx: str,
    summary: str,
    form: MlirForm,
    *,
    llvm: str | None = None,
    sm: int = 30,
    isa: int = 60,
    types: tuple[str, ...] = (),
    needs: Mapping[str, Requirement] = MappingProxyType({}),
    limits: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    cpu: str = "",
) -> Intrinsic:
    return instruction(
        name,
        "warp",
        signature,
        ptx,
        summary,
        types=types,
        llvm=llvm,
        sm=sm,
        isa=isa,
        needs=needs,
        limits=limits,
        effect=Effect.READ_WRITE,
        convergent=True,
        section=f"{ptx.partition('.')[0]}.sync",
        mlir=form,
        cpu=cpu,
    )


def _vote(name: str, kind: str, summary: str, result: str) -> Intrinsic:
    return _collective(
        name,
        f"(predicate: bool, mask: u32 = {FULL_MASK:#x}) -> {result}",
        f"vote.sync.{kind}.{'b32' if kind == 'ballot' else 'pred'} $d, $predicate, $mask;",
        summary,
        mlir("vote.sync", "mask = $mask, pred = $predicate", f"kind = {kind}"),
        llvm=f"llvm.nvvm.vote.{kind}.sync($mask, $predicate)",
    )


def _match(kind: str, summary: str, result: str) -> Intrinsic:
    pair = "p" if kind == "all" else ""
    return _collective(
        f"match_{kind}_sync",
        f"(value: T, mask: u32 = {FULL_MASK:#x}) -> {result}",
        f"match.{kind}.sync.{{T.bits}} {'$d0|$d1' if pair else '$d'}, $value, $mask;",
        summary,
        mlir("match.sync", "thread_mask = $mask, val = $value", f"kind = {kind}"),
        llvm=f"llvm.nvvm.match.{kind}.sync.{{T=i64?i64}}{{T=u64?i64}}{{T=i32?i32}}{{T=u32?i32}}{pair}($mask, $value)",
        sm=70,
        types=("i32", "u32", "i64", "u64"),
    )


def _redux(kind: str, summary: str, types: tuple[str, ...]) -> Intrinsic:
    order = kind in ("min", "max")
    of_floats = {"f32": Requirement(100, 86, DATACENTER_100)}
    word = f"{{T=f32?f}}{{T=u32?u}}{kind}" if order else kind
    flags = ", abs: flag, nan: flag" if order else ""
    modifiers = "{abs?.abs}{nan?.NaN}" if order else ""
    return _collective(
        f"redux_sync_{kind}",
        f"(value: T, mask: u32 = {FULL_MASK:#x}{flags}) -> T",
        f"redux.sync.{kind}{modifiers}.{'{T}' if order else 's32' if kind == 'add' else 'b32'} $d, $value, $mask;",
        summary,
        mlir(
            "redux.sync",
            "val = $value, mask_and_clamp = $mask",
            f"kind = {word}" + (", abs = {abs?true|false}, nan = {nan?true|false}" if order else ""),
        ),
        llvm=f"llvm.nvvm.redux.sync.{word}{modifiers}($value, $mask)",
        sm=80,
        isa=70,
        types=types,
        needs=of_floats if order else {},
        limits={"abs": ("f32",), "nan": ("f32",)} if order else {},
        # Of integers there is no such function: the CPU has the operation itself.
        cpu=f"periclase.library.warp_reductions:redux_sync_{kind}_{{T}}{{abs?_abs}}{{nan?_nan}}"
        if order
        else "",
    )


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
    _match("any", "Mask of the lanes of `mask` whose `value` has the same bits as this lane's.", "u32"),
    _match(
        "all",
        "`(mask, True)` if `value` has the same bits in all lanes of `mask`, otherwise `(0, False)`.",
        "(u32, bool)",
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
    _collective(
        "elect_sync",
        f"(mask: u32 = {FULL_MASK:#x}) -> bool",
        "elect.sync _|$d, $mask;",
        "True in exactly one lane of `mask`, the same one each time for the same mask.",
        mlir("elect.sync", "membermask = $mask"),
        llvm="llvm.nvvm.elect.sync($mask) -> (u32, bool).1",
        sm=90,
        isa=80,
    ),
    _redux("add", "Sum of `value` over the lanes of `mask`, modulo 2³².", ("i32", "u32")),
    _redux(
        "min",
        "Least `value` of the lanes of `mask`; of floats with `abs` the least magnitude, and with `nan` a NaN if there is one.",
        ("i32", "u32", "f32"),
    ),
    _redux(
        "max",
        "Greatest `value` of the lanes of `mask`; of floats with `abs` the greatest magnitude, and with `nan` a NaN if there is "
        "one.",
        ("i32", "u32", "f32"),
    ),
    _redux("and", "Bitwise and of `value` over the lanes of `mask`.", ("u32", "i32")),
    _redux("or", "Bitwise or of `value` over the lanes of `mask`.", ("u32", "i32")),
    _redux("xor", "Bitwise exclusive or of `value` over the lanes of `mask`.", ("u32", "i32")),
)
