"""Values that live across a suspension are kept in the coroutine's frame, not computed anew behind it.

LLVM's coroutine splitting keeps no arithmetic in the frame: behind each suspension it computes anew, from the loads and calls
at its root, whatever it needs, and keeps these roots instead (LLVM, "Coroutines in LLVM", rematerialisation). A sum over N
shuffles so becomes N sums of up to N terms, and the accumulator of an unrolled loop a frame full of its factors. Here, such a
value passes through `llvm.annotation`, which is nothing in the machine's code and a root to LLVM:

    %sum = llvm.fadd %before, %product : f32          // used behind the barrier
→
    %computed = llvm.fadd %before, %product : f32
    %bits = llvm.bitcast %computed : f32 to i32
    %kept = llvm.call_intrinsic "llvm.annotation.i32.p0"(%bits, %null, %null, %zero)
    %sum = llvm.bitcast %kept : i32 to f32
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from xdsl.dialects.builtin import AnyFloat, i32
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.traits import Pure

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import integer_type
from periclase.dialects.llvm.casts import integer_width
from periclase.ir.builder import OpBuilder
from periclase.ir.interfaces import BranchOpInterface, DebugMarker
from periclase.passes.convert_nvvm_to_cpu.layouts import POINTER

_CHEAP: Final = 1
"""Operations that may be repeated behind a suspension for one value: a place in the frame is about as dear."""
_WIDTHS: Final = (8, 16, 32, 64)
_FREE: Final = (llvm.ZExtOp, llvm.SExtOp, llvm.TruncOp, llvm.BitcastOp)
_ROOTS: Final = (llvm.ConstantOp, llvm.UndefOp, llvm.PoisonOp, llvm.ZeroOp, llvm.AddressOfOp)


def keep_in_frames(function: llvm.FuncOp, suspending: Container[str]) -> None:
    """Keep what lives across the operations of `function` whose names are in `suspending`."""
    blocks = list(function.body.blocks)
    crossing = _live_across(blocks, suspending)
    costs: dict[SSAValue, int] = {}
    for block in blocks:
        if block is not blocks[0]:
            for argument in list(block.args):
                if argument in crossing and not _is_counter(argument):
                    _keep(argument)
        for op in list(block.ops):
            for result in op.results:
                cost = _cost(op, costs)
                if cost > _CHEAP and result in crossing and _bits(result) is not None:
                    _keep(result)
                elif cost:
                    costs[result] = cost


def _cost(op: Operation, costs: dict[SSAValue, int]) -> int:
    """Operations that LLVM would repeat for a result of `op`; 0 for what it does not compute anew."""
    if isinstance(op, _ROOTS) or not op.has_trait(Pure):
        return 0
    return sum(costs.get(operand, 0) for operand in set(op.operands)) + (not isinstance(op, _FREE))


def _live_across(blocks: Sequence[Block], suspending: Container[str]) -> set[SSAValue]:
    """The values that are used behind a suspension that comes after their definition."""
    live_in: dict[Block, frozenset[SSAValue]] = {block: frozenset() for block in blocks}
    found: set[SSAValue] = set()
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            last = block.last_op
            live: set[SSAValue] = set()
            for successor in last.successors if last is not None else ():
                live |= live_in[successor]
            for op in reversed(block.ops):
                live.difference_update(op.results)
                if op.name in suspending:
                    found |= live
                if not isinstance(op, DebugMarker):
                    live.update(op.operands)
            live.difference_update(block.args)
            if len(live) != len(live_in[block]):
                live_in[block] = frozenset(live)
                changed = True
    return found


def _is_counter(argument: BlockArgument) -> bool:
    """Whether a loop adds a constant to `argument` each time round: LLVM should go on seeing that, to unroll it."""
    for block in argument.block.predecessors():
        branch = block.last_op
        assert isinstance(branch, Operation)
        assert isinstance(branch, BranchOpInterface)
        for index, successor in enumerate(branch.successors):
            if successor is not argument.block:
                continue
            step = branch.successor_operands(index)[argument.index].owner
            if isinstance(step, llvm.AddOp) and argument in step.operands:
                if any(isinstance(operand.owner, llvm.ConstantOp) for operand in step.operands):
                    return True
    return False


def _bits(value: SSAValue) -> int | None:
    """The width of a value that can be kept."""
    type = value.type
    width = type.bitwidth if isinstance(type, AnyFloat) else integer_width(type)
    return width if width in _WIDTHS else None


def _keep(value: SSAValue) -> None:
    width = _bits(value)
    if width is None:
        return
    if isinstance(value, BlockArgument):
        first = value.block.first_op
    else:
        first = value.owner.next_op if isinstance(value.owner, Operation) else None
    assert first is not None, "a value before no operation"
    uses = list(value.uses)
    builder = OpBuilder.before_op(first)
    location = value.owner.location if isinstance(value.owner, Operation) else first.location
    integer = integer_type(width)
    kept: SSAValue = value
    if value.type != integer:
        kept = builder.insert(llvm.BitcastOp.make(kept, integer, location=location)).results[0]
    null = builder.insert(llvm.ZeroOp.make(POINTER, location=location)).results[0]
    zero = builder.insert(llvm.ConstantOp.integer(0, i32, location=location)).results[0]
    annotation = llvm.CallIntrinsicOp.make(
        f"llvm.annotation.i{width}.p0", (kept, null, null, zero), integer, location=location
    )
    kept = builder.insert(annotation).results[0]
    if value.type != integer:
        kept = builder.insert(llvm.BitcastOp.make(kept, value.type, location=location)).results[0]
    kept.name_hint = value.name_hint
    for use in uses:
        use.operation.operands[use.index] = kept
