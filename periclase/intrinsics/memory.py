"""Asynchronous copies to shared memory, memory barrier objects, prefetches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.cpu_meanings import cpu_meaning
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    MlirForm,
    OperationTemplate,
    Parameter,
    Requirement,
    place,
    value,
    word,
)

_COPY_TYPES: Final = ("i8", "u8", "i16", "u16", "f16", "bf16", "i32", "u32", "f32", "i64", "u64", "f64")
_HOPPER = Requirement(90, 80)


def _async(
    name: str,
    signature: str,
    ptx: str,
    llvm: str,
    summary: str,
    form: MlirForm,
    section: str,
    *,
    types: tuple[str, ...] = (),
    limits: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Intrinsic:
    return instruction(
        name,
        "memory",
        signature,
        ptx,
        summary,
        types=types,
        llvm=llvm,
        sm=80,
        isa=70,
        limits=limits,
        effect=Effect.READ_WRITE,
        section=section,
        cpu=cpu_meaning(name),
        mlir=form,
    )


def _copy(name: str, bytes: str, summary: str) -> Intrinsic:
    """A copy of `size` bytes; `bytes` is the parameter that says how many of them are read, empty for all."""
    operands = f"$target, $source{f', ${bytes}' if bytes else ''}"
    return _async(
        name,
        f"(target: shared T, source: read global T{f', {bytes}: u32' if bytes else ''}, size: 4|8|16, cache: ca|cg = ca)",
        f"cp.async.{{cache}}.shared.global [$target], [$source], {{size}}{f', ${bytes}' if bytes else ''};",
        f"llvm.nvvm.cp.async.{{cache}}.shared.global.{{size}}{'.s' if bytes else ''}({operands})",
        f"Starts copying {summary} `cg` goes past the first-level cache and wants 16 bytes.",
        mlir(
            "cp.async.shared.global",
            f"dst = $target, src = $source{f', cpSize = ${bytes}' if bytes else ''}",
            "size = {size}, modifier = {cache}",
        ),
        "cp.async",
        types=_COPY_TYPES,
        limits={"cg": ("16",)},
    )


def _arrival(name: str, noinc: bool, summary: str) -> Intrinsic:
    return _async(
        name,
        "(barrier: shared u64)",
        f"cp.async.mbarrier.arrive{'.noinc' if noinc else ''}.shared.b64 [$barrier];",
        f"llvm.nvvm.cp.async.mbarrier.arrive{'.noinc' if noinc else ''}.shared",
        summary,
        mlir("cp.async.mbarrier.arrive", "addr = $barrier", "noinc = true" if noinc else ""),
        "cp.async.mbarrier.arrive",
    )


ROWS: Final = (
    _copy(
        "cp_async",
        "",
        "`size` bytes (4, 8 or 16; both addresses a multiple of it) from the element `source` of global memory to the element "
        "`target` of shared memory.",
    ),
    _copy(
        "cp_async_zfill",
        "bytes",
        "the first `bytes` of `size` bytes from global to shared memory; the others become zero.",
    ),
    _async(
        "cp_async_commit_group",
        "()",
        "cp.async.commit_group;",
        "llvm.nvvm.cp.async.commit.group",
        "Closes the group of the copies started so far.",
        mlir("cp.async.commit.group"),
        "cp.async",
    ),
    _async(
        "cp_async_wait_group",
        "(pending: int)",
        "cp.async.wait_group {pending};",
        "llvm.nvvm.cp.async.wait.group({pending})",
        "Waits until at most the latest `pending` groups are unfinished.",
        mlir("cp.async.wait.group", "", "n = {pending}"),
        "cp.async",
    ),
    _async(
        "cp_async_wait_all",
        "()",
        "cp.async.wait_all;",
        "llvm.nvvm.cp.async.wait.all",
        "Waits for all copies of this thread.",
        mlir("cp.async.wait.all"),
        "cp.async",
    ),
    _arrival(
        "cp_async_mbarrier_arrive",
        False,
        "Comes to the barrier object when all earlier copies of this thread have finished.",
    ),
    _arrival(
        "cp_async_mbarrier_arrive_noinc",
        True,
        "Comes to the barrier object when all earlier copies of this thread have finished; the arrival is one that it expects.",
    ),
    _async(
        "mbarrier_init",
        "(barrier: shared u64, count: u32)",
        "mbarrier.init.shared.b64 [$barrier], $count;",
        "llvm.nvvm.mbarrier.init.shared",
        "Makes the element of shared memory a barrier object that expects `count` arrivals a phase.",
        mlir("mbarrier.init", "addr = $barrier, count = $count"),
        "mbarrier.init",
    ),
    _async(
        "mbarrier_inval",
        "(barrier: shared u64)",
        "mbarrier.inval.shared.b64 [$barrier];",
        "llvm.nvvm.mbarrier.inval.shared",
        "Ends a barrier object, so that its memory may be used again.",
        mlir("mbarrier.inval", "addr = $barrier"),
        "mbarrier.inval",
    ),
    # The operations of these say more than an instruction: a loop, and that what is brought nearer is not looked at.
    Intrinsic(
        "mbarrier_wait_parity",
        "memory",
        "Waits until the phase of parity `parity` (0 or 1) of the barrier object is over; `ticks` is a hint for one sleep, in "
        "nanoseconds.",
        (
            place("barrier", "u64", "shared"),
            value("parity", "u32"),
            Parameter("ticks", "u32", default=0x989680),
        ),
        effect=Effect.READ_WRITE,
        template=OperationTemplate("nvvm.mbarrier.try_wait.parity", ("barrier", "parity", "ticks")),
        requirement=_HOPPER,
        source=PTX_ISA + "mbarrier.try_wait",
        cpu=cpu_meaning("mbarrier_wait_parity"),
    ),
    Intrinsic(
        "prefetch_tensor_map",
        "memory",
        "Brings a tensor map to the cache.",
        (place("tensor_map", "u64", "generic", only_read=True),),
        effect=Effect.READ_WRITE,
        template=OperationTemplate("nvvm.prefetch", ("tensor_map",), MappingProxyType({"tensormap": "true"})),
        requirement=_HOPPER,
        source=PTX_ISA + "prefetch",
        cpu=cpu_meaning("prefetch_tensor_map"),
    ),
    Intrinsic(
        "prefetch",
        "memory",
        "Asks for the cache line of the element to be brought to the cache `level`.",
        (place("place"), word("level", ("L1", "L2"), "L1")),
        (),
        _COPY_TYPES,
        effect=Effect.READ_WRITE,
        template=OperationTemplate("nvvm.prefetch", ("place",), MappingProxyType({"cacheLevel": "$level"})),
        ptx="prefetch",
        requirement=Requirement(20, 32),
        source=PTX_ISA + "prefetch",
    ),
)
