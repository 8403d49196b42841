"""Branches, assertions, panics, calls and returns.

An assertion branches to a block of its own at the end of the function that traps; the trap carries the message, the kind and
the location, so that a backend which can say more than "it stopped" does. Nothing behind a failed assertion runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType, StringAttr
from xdsl.ir import Block, Operation, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.dialects.llvm.types import LLVMStructType
from periclase.dialects.nvvm.debug import TrapOp
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, LoweringError, Lowerings
from periclase.passes.convert_mir_to_llvm.types import leaves_of, result_type

_PANIC = StringAttr("panic")
_LARGEST_FACTOR = 0x7FFF_FFFF
_KINDS = {kind: StringAttr(str(kind)) for kind in mir.AssertKind}


def _flat(lo: FunctionLowering, values: Sequence[SSAValue]) -> list[SSAValue]:
    return [leaf for value in values for leaf in lo.leaves(value)]


def _trap(lo: FunctionLowering, message: StringAttr, kind: StringAttr) -> None:
    """End the current block with a trap that says why."""
    trap = TrapOp.make(location=lo.location)
    trap.attributes["message"] = message
    trap.attributes["kind"] = kind
    lo.insert(trap)
    lo.insert(llvm.UnreachableOp.make(location=lo.location))


def _lower_goto(lo: FunctionLowering, op: Operation) -> None:
    goto = cast(mir.GotoOp, op)
    target = lo.blocks[op.successors[0]]
    lo.insert(llvm.BrOp.make(target, _flat(lo, goto.successor_operands(0)), location=lo.location))


def _lower_cond_branch(lo: FunctionLowering, op: Operation) -> None:
    branch = cast(mir.CondBranchOp, op)
    then_block, else_block = op.successors
    lo.insert(
        llvm.CondBrOp.make(
            lo.scalar(op.operands[0]),
            lo.blocks[then_block],
            _flat(lo, branch.successor_operands(0)),
            lo.blocks[else_block],
            _flat(lo, branch.successor_operands(1)),
            location=lo.location,
        )
    )


def _lower_switch(lo: FunctionLowering, op: Operation) -> None:
    switch = cast(mir.SwitchOp, op)
    targets = [
        (lo.blocks[block], _flat(lo, switch.successor_operands(index)))
        for index, block in enumerate(op.successors)
    ]
    cases = [(value, *target) for value, target in zip(switch.case_values, targets[1:], strict=True)]
    value = lo.scalar(op.operands[0])
    if cast(IntegerType, value.type).width.data > 64:
        _compare_in_turn(lo, value, targets[0], cases)
        return
    lo.insert(llvm.SwitchOp.make(value, *targets[0], cases, location=lo.location))


def _compare_in_turn(
    lo: FunctionLowering,
    value: SSAValue,
    default: tuple[Block, list[SSAValue]],
    cases: Sequence[tuple[int, Block, list[SSAValue]]],
) -> None:
    """A switch on a 128-bit integer, for which MLIR's list of cases has no form here."""
    for case, block, arguments in cases:
        is_it = lo.icmp("eq", value, lo.constant(value.type, case))
        behind = lo.new_block()
        lo.insert(llvm.CondBrOp.make(is_it, block, arguments, behind, (), location=lo.location))
        lo.block = behind
    lo.insert(llvm.BrOp.make(*default, location=lo.location))


def _lower_assert(lo: FunctionLowering, op: Operation) -> None:
    check = cast(mir.AssertOp, op)
    behind, trap = lo.new_block(), lo.trap_block()
    condition = lo.scalar(op.operands[0])
    lo.insert(llvm.CondBrOp.make(condition, behind, (), trap, (), location=lo.location))
    lo.block = trap
    _trap(lo, check.message, _KINDS[check.kind])
    lo.block = behind


def _lower_panic(lo: FunctionLowering, op: Operation) -> None:
    _trap(lo, cast(mir.PanicOp, op).message, _PANIC)


def _lower_unreachable(lo: FunctionLowering, op: Operation) -> None:
    lo.insert(llvm.UnreachableOp.make(location=lo.location))


def _lower_unroll_hint(lo: FunctionLowering, op: Operation) -> None:
    hint = cast(mir.UnrollHintOp, op)
    factor = hint.factor
    if factor > _LARGEST_FACTOR:
        raise LoweringError(op, f"the factor {factor} is above {_LARGEST_FACTOR}")
    annotation = LoopAnnotationAttr.unrolled(factor, further=hint.at_least is not None)
    lo.loop_annotations.setdefault(lo.block, annotation)


def _lower_return(lo: FunctionLowering, op: Operation) -> None:
    values = _flat(lo, op.operands)
    type = result_type(tuple(operand.type for operand in op.operands))
    if type is None:
        lo.insert(llvm.ReturnOp.make(location=lo.location))
        return
    if len(values) == 1:
        lo.insert(llvm.ReturnOp.make(values[0], location=lo.location))
        return
    joined = lo.emit(llvm.PoisonOp.make(type, location=lo.location))
    for index, value in enumerate(values):
        joined = lo.emit(llvm.InsertValueOp.make(joined, value, (index,), location=lo.location))
    lo.insert(llvm.ReturnOp.make(joined, location=lo.location))


def _lower_call(lo: FunctionLowering, op: Operation) -> None:
    call = cast(mir.CallOp, op)
    name = call.callee_name()
    if name is None or name not in lo.module.functions:
        raise LoweringError(op, f"the module has no function `{name}`")
    if lo.module.functions[name]:
        raise LoweringError(op, f"`{name}` is a kernel, which is launched and not called")
    type = result_type(tuple(result.type for result in op.results))
    made = llvm.CallOp.make(
        name,
        _flat(lo, call.call_arguments()),
        type,
        convergent=lo.module.target == "ptx",
        location=lo.location,
    )
    lo.insert(made)
    if type is None:
        values: list[SSAValue] = []
    elif isinstance(type, LLVMStructType):
        values = [lo.extract(made.results[0], index) for index in range(len(type.types))]
    else:
        values = [made.results[0]]
    for result in op.results:
        width = len(leaves_of(result.type))
        lo.bind(result, *values[:width])
        values = values[width:]


LOWERINGS: Lowerings = {
    mir.GotoOp: _lower_goto,
    mir.CondBranchOp: _lower_cond_branch,
    mir.SwitchOp: _lower_switch,
    mir.AssertOp: _lower_assert,
    mir.PanicOp: _lower_panic,
    mir.UnreachableOp: _lower_unreachable,
    mir.UnrollHintOp: _lower_unroll_hint,
    mir.CallOp: _lower_call,
    mir.ReturnOp: _lower_return,
}
