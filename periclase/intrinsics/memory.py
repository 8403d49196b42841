"""Asynchronous copies to shared memory, memory barrier objects, prefetches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.cpu_meanings import cpu_meaning
from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    OperationTemplate,
    Parameter,
    Requirement,
    integer,
    place,
    value,
    word,
)

_AMPERE = Requirement(80, 70)
_HOPPER = Requirement(90, 80)
_COPY_TYPES: Final = ("i8", "u8", "i16", "u16", "f16", "bf16", "i32", "u32", "f32", "i64", "u64", "f64")


def _async(
    name: str,
    summary: str,
    template: OperationTemplate,
    parameters: tuple[Parameter, ...] = (),
    result: tuple[str, ...] = (),
    types: tuple[str, ...] = (),
    requirement: Requirement = _AMPERE,
    section: str = "cp.async",
    convergent: bool = False,
    ptx: str | None = None,
    limits: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Intrinsic:
    return Intrinsic(
        name,
        "memory",
        summary,
        parameters,
        result,
        types,
        effect=Effect.READ_WRITE,
        convergent=convergent,
        template=template,
        requirement=requirement,
        ptx=ptx,
        source=PTX_ISA + section,
        limits=limits,
        cpu=cpu_meaning(name),
    )


_BARRIER = place("barrier", "u64", "shared")

ROWS: Final = (
    _async(
        "cp_async",
        "Starts copying `size` bytes (4, 8 or 16; both addresses a multiple of it) from the element `source` of global memory to "
        "the element `target` of shared memory. `cg` goes past the first-level cache and wants 16 bytes.",
        OperationTemplate(
            "nvvm.cp.async.shared.global",
            ("target", "source"),
            MappingProxyType({"size": "$size", "modifier": "$cache"}),
        ),
        (
            place("target", space="shared"),
            place("source", space="global", only_read=True),
            integer("size", (4, 8, 16)),
            word("cache", ("ca", "cg"), "ca"),
        ),
        types=_COPY_TYPES,
        ptx="cp.async",
        limits={"cg": ("16",)},
    ),
    _async(
        "cp_async_zfill",
        "Starts copying the first `bytes` of `size` bytes from global to shared memory; the others become zero. `cg` goes past "
        "the first-level cache and wants 16 bytes.",
        OperationTemplate(
            "nvvm.cp.async.shared.global",
            ("target", "source", "bytes"),
            MappingProxyType({"size": "$size", "modifier": "$cache"}),
        ),
        (
            place("target", space="shared"),
            place("source", space="global", only_read=True),
            value("bytes", "u32"),
            integer("size", (4, 8, 16)),
            word("cache", ("ca", "cg"), "ca"),
        ),
        types=_COPY_TYPES,
        ptx="cp.async",
        limits={"cg": ("16",)},
    ),
    _async(
        "cp_async_commit_group",
        "Closes the group of the copies started so far.",
        OperationTemplate("nvvm.cp.async.commit.group"),
    ),
    _async(
        "cp_async_wait_group",
        "Waits until at most the latest `pending` groups are unfinished.",
        OperationTemplate("nvvm.cp.async.wait.group", (), MappingProxyType({"n": "$pending"})),
        (integer("pending"),),
    ),
    _async(
        "cp_async_wait_all",
        "Waits for all copies of this thread.",
        OperationTemplate("nvvm.cp.async.wait.all"),
        ptx="cp.async.wait_all;",
    ),
    _async(
        "cp_async_mbarrier_arrive",
        "Comes to the barrier object when all earlier copies of this thread have finished.",
        OperationTemplate("nvvm.cp.async.mbarrier.arrive", ("barrier",)),
        (_BARRIER,),
    ),
    _async(
        "cp_async_mbarrier_arrive_noinc",
        "Comes to the barrier object when all earlier copies of this thread have finished; the arrival is one that it expects.",
        OperationTemplate("nvvm.cp.async.mbarrier.arrive", ("barrier",), MappingProxyType({"noinc": "true"})),
        (_BARRIER,),
        section="cp.async.mbarrier.arrive",
    ),
    _async(
        "mbarrier_init",
        "Makes the element of shared memory a barrier object that expects `count` arrivals a phase.",
        OperationTemplate("nvvm.mbarrier.init", ("barrier", "count")),
        (_BARRIER, value("count", "u32")),
        section="mbarrier.init",
    ),
    _async(
        "mbarrier_inval",
        "Ends a barrier object, so that its memory may be used again.",
        OperationTemplate("nvvm.mbarrier.inval", ("barrier",)),
        (_BARRIER,),
        section="mbarrier.inval",
    ),
    _async(
        "mbarrier_wait_parity",
        "Waits until the phase of parity `parity` (0 or 1) of the barrier object is over; `ticks` is a hint for one sleep, in "
        "nanoseconds.",
        OperationTemplate("nvvm.mbarrier.try_wait.parity", ("barrier", "parity", "ticks")),
        (_BARRIER, value("parity", "u32"), Parameter("ticks", "u32", default=0x989680)),
        requirement=_HOPPER,
        section="mbarrier.try_wait",
    ),
    _async(
        "prefetch_tensor_map",
        "Brings a tensor map to the cache.",
        OperationTemplate("nvvm.prefetch", ("tensor_map",), MappingProxyType({"tensormap": "true"})),
        (place("tensor_map", "u64", "generic", only_read=True),),
        requirement=_HOPPER,
        section="prefetch",
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
