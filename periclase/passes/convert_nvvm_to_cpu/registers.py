"""Special registers: who the thread is, from the hidden parameters; what time it is, from the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMArrayType
from periclase.passes.convert_nvvm_to_cpu.clusters import CLUSTER_REGISTERS
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion

PREFIX: Final = "nvvm.read.ptx.sreg."
_CLOCK_REALTIME = 0
_TIMESPEC = LLVMArrayType(2, i64)


def _lane(f: FunctionConversion) -> SSAValue:
    thread = f.linear_thread()
    return f.once("lane", lambda: f.emit(llvm.AndOp.make(thread, f.constant(31), location=f.location)))


def _shifted_right(f: FunctionConversion, value: SSAValue, by: int) -> SSAValue:
    return f.emit(llvm.LShrOp.make(value, f.constant(by), location=f.location))


def _warp(f: FunctionConversion) -> SSAValue:
    return _shifted_right(f, f.linear_thread(), 5)


def _warps(f: FunctionConversion) -> SSAValue:
    threads = f.mul(f.block_extent(0), f.mul(f.block_extent(1), f.block_extent(2)))
    return _shifted_right(f, f.add(threads, f.constant(31)), 5)


def _own_bit(f: FunctionConversion) -> SSAValue:
    return f.emit(llvm.ShlOp.make(f.constant(1), _lane(f), location=f.location))


def _below(f: FunctionConversion) -> SSAValue:
    return f.add(_own_bit(f), f.constant(-1))


def _up_to(f: FunctionConversion) -> SSAValue:
    return f.emit(llvm.OrOp.make(_below(f), _own_bit(f), location=f.location))


def _complement(f: FunctionConversion, mask: SSAValue) -> SSAValue:
    return f.emit(llvm.XOrOp.make(mask, f.constant(-1), location=f.location))


def _cycles(f: FunctionConversion) -> SSAValue:
    return f.emit(llvm.CallIntrinsicOp.make("llvm.readcyclecounter", (), i64, location=f.location))


def _low_cycles(f: FunctionConversion) -> SSAValue:
    return f.emit(llvm.TruncOp.make(_cycles(f), i32, location=f.location))


def _nanoseconds(f: FunctionConversion) -> SSAValue:
    time = f.once(
        "timespec",
        lambda: f.emit(llvm.AllocaOp.make(f.constant(1), _TIMESPEC, alignment=8, location=f.location)),
    )
    f.call("clock_gettime", (f.constant(_CLOCK_REALTIME), time), i32)
    seconds = f.load(time, i64)
    rest = f.load(f.emit(llvm.GEPOp.make(time, (0, 1), _TIMESPEC, location=f.location)), i64)
    return f.add(f.mul(seconds, f.constant(1_000_000_000, i64)), rest)


def _constant(value: int) -> Callable[[FunctionConversion], SSAValue]:
    return lambda f: f.constant(value)


_AXES = "xyz"

REGISTERS: Final[dict[str, Callable[[FunctionConversion], SSAValue]]] = {
    **{f"tid.{a}": (lambda f, i=i: f.thread_index[i]) for i, a in enumerate(_AXES)},
    **{f"ctaid.{a}": (lambda f, i=i: f.block_index[i]) for i, a in enumerate(_AXES)},
    **{f"ntid.{a}": (lambda f, i=i: f.block_extent(i)) for i, a in enumerate(_AXES)},
    **{f"nctaid.{a}": (lambda f, i=i: f.grid_extent(i)) for i, a in enumerate(_AXES)},
    **CLUSTER_REGISTERS,
    "laneid": _lane,
    "warpsize": _constant(32),
    "warpid": _warp,
    "nwarpid": _warps,
    "smid": _constant(0),
    "nsmid": _constant(1),
    "gridid": _constant(0),
    "dynamic.smem.size": lambda f: f.dynamic_shared_size(),
    "lanemask.eq": _own_bit,
    "lanemask.lt": _below,
    "lanemask.le": _up_to,
    "lanemask.gt": lambda f: _complement(f, _up_to(f)),
    "lanemask.ge": lambda f: _complement(f, _below(f)),
    "clock": _low_cycles,
    "clock64": _cycles,
    "globaltimer": _nanoseconds,
}
"""What a register holds, by its name after `PREFIX`."""

HOST_ONLY: Final = frozenset({"clock", "clock64", "globaltimer", "warpsize", "smid", "nsmid", "gridid"})
"""Registers that a function can read without knowing which thread it runs in."""
