"""The change of one function: the loop that goes before a counted loop. See the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType, LocationAttr, Signedness, UnitAttr
from xdsl.ir import Block, Operation, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import NO_WRAP
from periclase.ir.builder import OpBuilder
from periclase.ir.cloning import clone_op
from periclase.ir.debug_markers import is_for_debuggers
from periclase.ir.dominance import DominatorTree
from periclase.ir.effects import ALLOC, effects_of, is_terminator
from periclase.ir.interfaces import BranchOpInterface, CallOpInterface, ConvergentOp, DebugMarker
from periclase.ir.natural_loops import innermost_loops
from periclase.passes.inductive_range_check_elimination.conditions import Check, Conditions, Guard
from periclase.passes.inductive_range_check_elimination.counted_loops import (
    OP_OF,
    CountedLoop,
    counted_loop,
    is_signed,
)

ROUNDS = 4
"""So many are written out."""
LARGEST_UNROLLED = 48
"""So many operations a loop may have of which several rounds are written out."""
LARGEST = 160
"""So many a loop may have at all."""
FEW = 32
"""Rounds that LLVM writes out by itself, where it knows that there are no more."""


def _is_fit(op: Operation) -> bool:
    """Whether it may be in a loop that is written twice."""
    return not (op.regions or isinstance(op, ConvergentOp | CallOpInterface) or effects_of(op) & ALLOC)


def _leaves_midway(loop: CountedLoop) -> bool:
    """Whether something leaves the loop by other ways than the header."""
    return any(target not in loop.members for block in loop.blocks[1:] for target in _successors(block))


def _uses_outside(loop: CountedLoop) -> Iterator[Operation]:
    """The operations outside of the loop that use what is computed in it."""
    for block in loop.blocks:
        for value in (*block.args, *(result for op in block.ops for result in op.results)):
            for use in value.uses:
                if use.operation.parent not in loop.members:
                    yield use.operation


def _values_stay(loop: CountedLoop) -> bool:
    """Whether all that leaves the loop leaves it by the header, or nothing of it is used outside, but for debuggers."""
    return not _leaves_midway(loop) or all(isinstance(op, DebugMarker) for op in _uses_outside(loop))


def _successors(block: Block) -> Sequence[Block]:
    last = block.last_op
    return () if last is None else last.successors


class _Split:
    """The change for one loop."""

    def __init__(self, loop: CountedLoop, conditions: Conditions, checks: Sequence[Check], rounds: int):
        self.loop = loop
        self.conditions = conditions
        self.checks = checks
        self.rounds = rounds
        self.gone = self._gone()

    def _gone(self) -> set[Operation]:
        """What the new loop does without: the checks, and what only they use."""
        gone: set[Operation] = {check.op for check in self.checks}
        last = cast(Operation, self.loop.header.last_op)
        gone.add(last)
        pending = [operand for op in gone for operand in op.operands]
        while pending:
            value = pending.pop()
            if (
                not isinstance(value, OpResult)
                or value.op in gone
                or value.op.parent not in self.loop.members
            ):
                continue
            op = value.op
            if effects_of(op) or is_terminator(op) or len(op.results) != 1:
                continue
            if all(use.operation in gone for use in value.uses):
                gone.add(op)
                pending += op.operands
        # Only these, not the branch, which others take the place of.
        gone.discard(last)
        return gone

    def run(self) -> None:
        """Put the new loop before the old one."""
        loop = self.loop
        if _leaves_midway(loop):
            # Behind the loop nobody knows which of the two it was.
            for op in tuple(_uses_outside(loop)):
                cast(DebugMarker, op).lose_value()
        header = loop.header
        region = header.parent
        branch, edge = loop.entry
        assert region is not None and isinstance(branch, BranchOpInterface)
        comparison = cast(OpResult, cast(Operation, header.last_op).operands[0]).op
        handed = tuple(branch.successor_operands(edge))
        guard_block, main = Block(), Block(arg_types=[argument.type for argument in header.args])
        values: dict[SSAValue, SSAValue] = {}
        for old, new in zip(header.args, main.args, strict=True):
            new.name_hint, new.location = old.name_hint, old.location
            values[old] = new
        region.insert_block_before((guard_block, main), header)
        builder = OpBuilder.at_end(guard_block, comparison.location)
        limit, safe = self._guard(builder)
        builder.location = comparison.location
        builder.insert(mir.CondBranchOp.make(safe, main, handed, header, handed))
        branch.set_successor_operands(edge, ())
        branch.successors = [
            guard_block if number == edge else target for number, target in enumerate(branch.successors)
        ]

        blocks = self._rounds(values, main)
        for block in blocks:
            region.insert_block_before(block, header)
        builder = OpBuilder.at_end(main, comparison.location)
        relation = "<=" if loop.step > 0 else ">="
        counter = main.args[loop.counter.index]
        goes_on = OP_OF[relation].make(counter, limit, location=comparison.location)
        builder.insert(goes_on)
        builder.insert(mir.CondBranchOp.make(goes_on.results[0], blocks[0], (), header, main.args))

    def _guard(self, builder: OpBuilder) -> tuple[SSAValue, SSAValue]:
        """The greatest counter from which a round of the new loop may begin, and whether it may be entered."""
        loop, type = self.loop, self.loop.type
        width = type.width.data
        unsigned = IntegerType(width, Signedness.UNSIGNED)
        guard = Guard(self.conditions, builder)
        first, bound = loop.first, guard.copy(loop.bound)
        up, size = loop.step > 0, abs(loop.step)
        back = mir.SubOp if up else mir.AddOp
        guard.ask(loop.relation, first, bound)
        last = guard.compute(back, bound, guard.constant(1, type)) if loop.strict else bound
        span = guard.convert(guard.compute(mir.SubOp, *((last, first) if up else (first, last))), unsigned)
        if size > 1:
            beyond = guard.compute(mir.RemOp, span, guard.constant(size, unsigned))
            span = guard.compute(mir.SubOp, span, beyond)
            last = guard.compute(back, last, guard.convert(beyond, type))
        guard.begin(first, last, span)
        if loop.wraps:
            low = -(1 << (width - 1)) if is_signed(type) else 0
            most = low + size if not up else low + (1 << width) - 1 - size
            guard.ask("<=" if up else ">=", last, guard.constant(most, type))
        ahead = (self.rounds - 1) * size
        if ahead:
            guard.ask("<=", guard.constant(ahead, unsigned), span)
        for check in self.checks:
            guard.ask_of(check)
        builder.location = cast(Operation, loop.header.last_op).location
        limit = guard.compute(back, last, guard.constant(ahead, type)) if ahead else last
        return limit, guard.outcome()

    def _rounds(self, values: dict[SSAValue, SSAValue], main: Block) -> list[Block]:
        """The blocks of the rounds in a row, of which the last one goes back to `main`."""
        loop = self.loop
        made: list[Block] = []
        open_end: Operation | None = None
        latch = cast(mir.GotoOp, loop.latch.last_op)
        for _ in range(self.rounds):
            copies = {block: Block(arg_types=block.arg_types) for block in loop.blocks[1:]}
            copies = {loop.header: Block(), **copies}
            for block, copy in copies.items():
                if block is not loop.header:
                    for old, new in zip(block.args, copy.args, strict=True):
                        new.name_hint, new.location = old.name_hint, old.location
                        values[old] = new
            for block, copy in copies.items():
                for op in block.ops:
                    if op in self.gone:
                        continue
                    if op is latch or op is loop.header.last_op:
                        break
                    self._note(op, clone := clone_op(op, values, copies, _same))
                    copy.add_op(clone)
            self._go_inside(values, copies)
            if open_end is not None:
                open_end.successors = [copies[loop.header]]
            following: dict[SSAValue, SSAValue] = {
                argument: values.get(value, value)
                for argument, value in zip(loop.header.args, latch.successor_operands(0), strict=True)
            }
            values.update(following)
            open_end = mir.GotoOp.make(main, (), location=latch.location)
            copies[loop.latch].add_op(open_end)
            made += copies.values()
        assert isinstance(open_end, mir.GotoOp)
        open_end.set_successor_operands(0, [values[argument] for argument in loop.header.args])
        return made

    def _go_inside(self, values: dict[SSAValue, SSAValue], copies: dict[Block, Block]) -> None:
        """End the copy of the header, whose comparison holds."""
        loop = self.loop
        last = cast(mir.CondBranchOp, loop.header.last_op)
        target = last.successors[loop.inside]
        handed = [values.get(value, value) for value in last.successor_operands(loop.inside)]
        copies[loop.header].add_op(mir.GotoOp.make(copies[target], handed, location=last.location))

    def _note(self, op: Operation, clone: Operation) -> None:
        """The counter does not wrap in the new loop."""
        following = self.loop.following(self.loop.counter)
        if is_signed(self.loop.type) and cast(OpResult, following).op is op:
            clone.attributes = {**clone.attributes, NO_WRAP: UnitAttr()}


def _same(location: LocationAttr) -> LocationAttr:
    return location


def _look_at(loop: CountedLoop) -> _Split | None:
    """How a loop is changed, if it is."""
    ops = [op for block in loop.blocks for op in block.ops if not is_for_debuggers(op)]
    asserts = [op for op in ops if type(op) is mir.AssertOp]
    if not asserts or len(ops) > LARGEST or not all(map(_is_fit, ops)):
        return None
    known = loop.known_rounds()
    if known is not None and known <= FEW:
        return None
    conditions = Conditions(loop)
    if not conditions.is_same(loop.bound) or all(conditions.is_same(op.operands[0]) for op in asserts):
        return None
    if not _values_stay(loop):
        return None
    checks = [check for check in map(conditions.check, asserts) if check is not None]
    small = len(ops) <= LARGEST_UNROLLED and not any(isinstance(op, mir.UnrollHintOp) for op in ops)
    rounds = ROUNDS if small and any(isinstance(op, mir.LoadOp) for op in ops) else 1
    if (rounds - 1) * abs(loop.step) >= 1 << (loop.type.width.data - 1):
        rounds = 1
    if rounds == 1 and all(check.value is None for check in checks):
        return None
    return _Split(loop, conditions, checks, rounds)


def split_loops(function: mir.FuncOp) -> None:
    """Put a loop without checks before each loop of `function` that is fit for it."""
    tree = DominatorTree(function.body_region())
    found = [counted_loop(tree, header, numbers) for header, numbers in innermost_loops(tree).items()]
    for loop in found:
        split = None if loop is None else _look_at(loop)
        if split is not None:
            split.run()
