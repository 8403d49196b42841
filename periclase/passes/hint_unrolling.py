"""hint-unrolling: small counted loops that read memory are asked to do four rounds at a time.

    ^head(%i : si32):                                  ^head(%i : si32):
      %in = mir.lt %i, %n : si32                         %in = mir.lt %i, %n : si32
      mir.cond_br %in, ^body, ^exit                      mir.cond_br %in, ^body, ^exit
    ^body:                                        →    ^body:
      %p = mir.ptr_offset %x[%i] : …                     mir.unroll_hint at_least 4
      %v = mir.load %p : …                               %p = mir.ptr_offset %x[%i] : …
      …                                                  …
      %next = mir.add %i, %step {mir.no_wrap} : si32     %next = mir.add %i, %step {mir.no_wrap} : si32
      mir.goto ^head(%next : si32)                       mir.goto ^head(%next : si32)

A GPU waits for a load where its value is used: four loads that are under way together hide three of the waits, and three of four
comparisons and branches go. nvcc does the same; LLVM by itself does not. The assembler may take it further still.

A loop is taken if

- it is one block behind its condition, which compares a counter with what does not change in it;
- the counter's step is a constant and does not wrap, so that the number of rounds can be computed beforehand;
- it reads memory, and does nothing that other threads take part in, that is called, or that may trap in one round and not in
  another (LLVM moves a check that is always the same out of the loop);
- it is small, nobody has said how to unroll it, and its rounds are not known to be few, when LLVM writes all of them out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass

from periclase.dialects import mir
from periclase.dialects.mir.attributes import NO_WRAP
from periclase.ir.cfg import edges_into
from periclase.ir.debug_markers import is_for_debuggers
from periclase.ir.effects import NONE, READ, WRITE, effects_of
from periclase.ir.interfaces import CallOpInterface, ConvergentOp

FACTOR = 4
LARGEST = 48
"""So many operations a loop may have."""
FEW = 32
"""Rounds that LLVM writes out by itself."""

_COMPARISONS = (mir.LtOp, mir.LeOp, mir.GtOp, mir.GeOp)


def _constant(value: SSAValue) -> int | None:
    if isinstance(value, OpResult) and isinstance(value.op, mir.ConstantOp):
        return int(value.op.value.value.data)
    return None


def _looked_through(value: SSAValue) -> SSAValue:
    """What `value` was converted from."""
    while isinstance(value, OpResult) and isinstance(value.op, mir.CastOp):
        value = value.op.operands[0]
    return value


def _changing(ops: Iterable[Operation], head: Block, body: Block) -> Container[SSAValue]:
    """The values of a loop that may be others in each round: all but those that are computed from what comes from outside."""
    found: set[SSAValue] = {*head.args, *body.args}
    for op in ops:
        if effects_of(op) != NONE or not found.isdisjoint(op.operands):
            found.update(op.results)
    return found


def _is_fit(op: Operation, changing: Container[SSAValue]) -> bool:
    """Whether it may be in a loop that is unrolled, of which `changing` are the values that differ from round to round."""
    if isinstance(op, mir.AssertOp):
        return op.operands[0] not in changing
    if isinstance(op, mir.UnrollHintOp | CallOpInterface | ConvergentOp):
        return False
    return effects_of(op) & ~(NONE | READ | WRITE) == 0 and (
        op.name.startswith("mir.") or effects_of(op) == NONE
    )


def _counter(head: Block, body: Block, changing: Container[SSAValue]) -> tuple[BlockArgument, int] | None:
    """What the condition compares that grows by a constant, and that constant."""
    branch = cast(mir.CondBranchOp, head.last_op)
    condition = branch.operands[0]
    if not (isinstance(condition, OpResult) and isinstance(condition.op, _COMPARISONS)):
        return None
    goto = cast(mir.GotoOp, body.last_op)
    for counter, bound in (condition.op.operands, condition.op.operands[::-1]):
        counter, bound = _looked_through(counter), _looked_through(bound)
        if not (isinstance(counter, BlockArgument) and counter.block is head):
            continue
        if bound in changing:
            continue
        following = goto.successor_operands(0)[counter.index]
        if not (isinstance(following, OpResult) and isinstance(following.op, mir.AddOp)):
            continue
        first, step = following.op.operands
        number = _constant(step)
        if first is counter and number and NO_WRAP in following.op.attributes:
            return counter, number
    return None


def _rounds(head: Block, counter: BlockArgument, step: int, entry: tuple[Operation, int]) -> int | None:
    """How many there are at most, if it is known."""
    branch, edge = entry
    first = _constant(cast(mir.GotoOp, branch).successor_operands(edge)[counter.index])
    compared = cast(OpResult, cast(mir.CondBranchOp, head.last_op).operands[0]).op.operands
    last = next((number for number in map(_constant, compared) if number is not None), None)
    return None if first is None or last is None else abs(last - first) // abs(step) + 1


def _hint(head: Block) -> None:
    """Put a hint into the loop that `head` begins, if there is one, and it is taken."""
    if not isinstance(head.last_op, mir.CondBranchOp):
        return
    edges = edges_into(head)
    latches = [branch.parent for branch, _ in edges if branch.parent in head.last_op.successors]
    entries = [(branch, edge) for branch, edge in edges if branch.parent not in head.last_op.successors]
    if len(latches) != 1 or len(entries) != 1:
        return
    body = latches[0]
    if body is None or body is head or len(edges_into(body)) != 1 or not isinstance(body.last_op, mir.GotoOp):
        return
    ops = [op for op in [*head.ops, *body.ops][:-1] if not is_for_debuggers(op)]
    if len(ops) > LARGEST or not any(isinstance(op, mir.LoadOp) for op in ops):
        return
    changing = _changing(ops, head, body)
    if not all(_is_fit(op, changing) for op in ops):
        return
    counted = _counter(head, body, changing)
    if counted is None:
        return
    rounds = _rounds(head, *counted, entries[0])
    first = next((op for op in body.ops if not is_for_debuggers(op)), None)
    if first is not None and (rounds is None or rounds > FEW):
        hint = mir.UnrollHintOp.make(FACTOR, at_least=True, location=first.location)
        body.insert_op_before(hint, first)


class HintUnrolling(ModulePass):
    """Asks for small counted loops that read memory to be unrolled."""

    name = "hint-unrolling"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at all loops of the module."""
        for function in op.ops:
            if isinstance(function, mir.FuncOp):
                for block in function.body_region().blocks:
                    _hint(block)
