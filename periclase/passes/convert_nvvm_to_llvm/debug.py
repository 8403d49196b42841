"""Traps, breakpoints, sleeping, printing: `vprintf` and `__assertfail` of the device's runtime library."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, i32, i64
from xdsl.ir import SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMStructType
from periclase.dialects.nvvm.debug import (
    AssertFailOp,
    BreakpointOp,
    ExitOp,
    NanosleepOp,
    PMEventOp,
    PrintfOp,
    TrapOp,
)
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter, lowers
from periclase.passes.convert_nvvm_to_llvm.trap_note import note_trap


@lowers(TrapOp)
def _trap(op: TrapOp, emit: Emitter) -> None:
    note_trap(emit, _text(op, "kind") or "trap", _text(op, "message"))
    emit.perform("llvm.trap")


def _text(op: TrapOp, name: str) -> str:
    value = op.attributes.get(name)
    return value.data if isinstance(value, StringAttr) else ""


@lowers(BreakpointOp)
def _breakpoint(op: BreakpointOp, emit: Emitter) -> None:
    emit.perform("llvm.debugtrap")


@lowers(ExitOp)
def _exit(op: ExitOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.exit")


@lowers(NanosleepOp)
def _nanosleep(op: NanosleepOp, emit: Emitter) -> None:
    emit.perform("llvm.nvvm.nanosleep", op.duration)


@lowers(PMEventOp)
def _pmevent(op: PMEventOp, emit: Emitter) -> None:
    # Text, since LLVM prints the mask of its intrinsic as a signed number, which the assembler refuses from 0x8000 on.
    if op.event_mask is not None:
        emit.assembly(f"pmevent.mask {op.event_mask.value.data & 0xFFFF};", ())
    else:
        assert op.event_id is not None
        emit.assembly(f"pmevent {op.event_id.value.data};", ())


@lowers(PrintfOp)
def _printf(op: PrintfOp, emit: Emitter) -> SSAValue:
    emit.texts.declare("vprintf", (pointer(), pointer()), i32, emit.location)
    format = emit.text(op.format.data)
    if op.values:
        arguments = _argument_buffer(op, emit)
    else:
        arguments = emit.insert(llvm.ZeroOp.make(pointer(), location=emit.location))
    return emit.insert(llvm.CallOp.make("vprintf", (format, arguments), i32, location=emit.location))


def _argument_buffer(op: PrintfOp, emit: Emitter) -> SSAValue:
    """A stack slot, made at the function's entry, with the arguments laid out as C lays out a struct of them."""
    type = LLVMStructType.from_type_list([value.type for value in op.values])
    entry = emit.entry_block_builder()
    one = entry.insert(llvm.ConstantOp.integer(1, i32, location=emit.location))
    slot = entry.insert(
        llvm.AllocaOp.make(one.results[0], type, alignment=8, location=emit.location)
    ).results[0]
    for index, value in enumerate(op.values):
        address = emit.insert(llvm.GEPOp.make(slot, (0, index), type, inbounds=True, location=emit.location))
        emit.effect(llvm.StoreOp.make(value, address, location=emit.location))
    return slot


@lowers(AssertFailOp)
def _assert_fail(op: AssertFailOp, emit: Emitter) -> None:
    note_trap(emit, "user", f"assertion failed: {op.message.data}" if op.message.data else "assertion failed")
    emit.texts.declare("__assertfail", (pointer(), pointer(), i32, pointer(), i64), None, emit.location)
    message, file = emit.text(op.message.data), emit.text(op.file.data)
    line = emit.constant(op.line.value.data)
    function = emit.text(op.function.data)
    arguments = (message, file, line, function, emit.constant(1, i64))
    emit.effect(llvm.CallOp.make("__assertfail", arguments, None, location=emit.location))
