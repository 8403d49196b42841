"""sccp: sparse conditional constant propagation (Wegman and Zadeck, 1991), through block arguments.

    mir.cond_br %true, ^a(%c1), ^b                 mir.goto ^a
    ^a(%x : si32):                           →     ^a:
      %y = mir.add %x, %x                            %y = mir.constant 2 : si32

Optimistic: a block counts as run, and a value as not constant, only when shown so, hence constants are
found through loops that a plain fold can not see. Ops say what they give through `FoldInterface`, branches
where they go through `BranchOpInterface`. Branches that can go one way only become jumps, and blocks that
can not run are removed.

A fold of an undefined operation is not made (the op's fold refuses it), so nothing is assumed of undefined
values.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass

from periclase.ir.cfg import erase_ops, erase_unreachable_blocks
from periclase.ir.constants import constant_of_op, materialize_constant
from periclase.ir.debug_markers import take_from_markers
from periclase.ir.effects import is_trivially_dead
from periclase.ir.interfaces import BranchOpInterface, FoldInterface
from periclase.passes.simplify_cfg import fold_branch


class _Varying:
    """The bottom of the lattice: the value differs, or nothing is known of it."""

    __slots__ = ()


_VARYING = _Varying()
# A value that is not in the table is at the top: no definition of it has run yet.
_State = Attribute | _Varying
# `isinstance` of these is a C call; of xDSL's `Attribute`, an ABC, it is not.
_NO_CONSTANT = (_Varying, type(None))


class _Solver:
    def __init__(self, region: Region):
        self.region = region
        self.states: dict[SSAValue, _State] = {}
        self.running: set[Block] = set()
        self.edges: set[tuple[Block, int]] = set()
        self.blocks: list[Block] = []
        # Values of which more has become known, whose users are to be visited again.
        self.values: list[SSAValue] = []
        # Blocks that were visited from start to end, the one that is being so, and what is found out meanwhile.
        self.swept: set[Block] = set()
        self.sweeping: Block | None = None
        self.found: list[SSAValue] = []

    def solve(self, entry: Block) -> None:
        for argument in entry.args:
            self.states[argument] = _VARYING
        self.running.add(entry)
        self.blocks.append(entry)
        while self.blocks or self.values:
            while self.values:
                for use in self.values.pop().uses:
                    user = use.operation
                    if user.parent in self.swept:
                        self.visit(user)
            if self.blocks:
                self.sweep(self.blocks.pop())

    def sweep(self, block: Block) -> None:
        """Visit the ops of a block that runs for the first time, in order.

        What the sweep finds out of a value is there before its users in this block are visited: only those in other
        blocks have to be visited again.
        """
        self.sweeping = block
        for op in block.ops:
            self.visit(op)
        self.sweeping = None
        found, self.found = self.found, []
        swept = self.swept
        for value in found:
            for use in value.uses:
                user = use.operation
                if user.parent in swept:
                    self.visit(user)
        swept.add(block)

    def lower(self, value: SSAValue, state: _State) -> None:
        """Meet what is known of `value` with `state`."""
        old = self.states.get(value)
        if old is _VARYING or old is state:
            return
        if old is not None:
            if state is not _VARYING and old == state:
                return
            state = _VARYING
        self.states[value] = state
        if self.sweeping is not None and type(value) is OpResult:
            self.found.append(value)
        else:
            self.values.append(value)

    def visit(self, op: Operation) -> None:
        results = op.results
        if not results:
            if op.successors:
                self.terminator(op)
            return
        if op.successors:
            self.terminator(op)
        states = self.states
        for result in results:
            if states.get(result) is not _VARYING:
                break
        else:
            return
        constant = constant_of_op(op)
        if constant is not None:
            self.lower(results[0], constant)
            return
        if isinstance(op, FoldInterface):
            values = op.operands
            operands: list[Attribute | None] = []
            varying = 0
            for operand in values:
                state = states.get(operand) or self.state(operand)
                if state is None:
                    return
                if isinstance(state, _Varying):
                    varying += 1
                    operands.append(None)
                else:
                    operands.append(state)
            # What holds of any operands, as x - x = 0, is canonicalize's.
            folded = None if varying and varying == len(operands) else op.fold(operands)
            if folded is not None:
                own = set(values)
                for result, value in zip(results, folded, strict=True):
                    if isinstance(value, Attribute):
                        self.lower(result, value)
                    elif value in own:
                        state = self.state(value)
                        self.lower(result, _VARYING if state is None else state)
                    else:
                        # Not looked at again when that value changes.
                        self.lower(result, _VARYING)
                return
        for result in results:
            self.lower(result, _VARYING)

    def state(self, value: SSAValue) -> _State | None:
        """What is known of `value`; a value from outside the region is what its definition says."""
        state = self.states.get(value)
        if state is None:
            home = value.owner.parent if isinstance(value.owner, Block) else value.owner.parent_region()
            if home is not self.region:
                constant = constant_of_op(value.op) if isinstance(value, OpResult) else None
                state = self.states[value] = _VARYING if constant is None else constant
        return state

    def terminator(self, op: Operation) -> None:
        block = op.parent
        assert block is not None
        if not isinstance(op, BranchOpInterface):
            for index, successor in enumerate(op.successors):
                for argument in successor.args:
                    self.lower(argument, _VARYING)
                self.edge(block, index, successor)
            return
        taken = range(len(op.successors))
        condition = op.condition_operand()
        if condition is not None:
            state = self.state(condition)
            if state is None:
                return
            if not isinstance(state, _Varying):
                index = op.successor_for_constant(state)
                if index is not None:
                    taken = range(index, index + 1)
        for index in taken:
            self.edge(block, index, op.successors[index])
        # An edge once taken stays so; its operands may have come down since.
        for index, operands in enumerate(op.all_successor_operands()):
            if operands and (block, index) in self.edges:
                for argument, operand in zip(op.successors[index].args, operands, strict=True):
                    state = self.state(operand)
                    if state is not None:
                        self.lower(argument, state)

    def edge(self, block: Block, index: int, successor: Block) -> None:
        self.edges.add((block, index))
        if successor not in self.running:
            self.running.add(successor)
            self.blocks.append(successor)


def _replace(
    value: SSAValue,
    constant: Attribute,
    before: Operation | None,
    location: LocationAttr,
    dialects: Sequence[str],
) -> bool:
    """Let a new constant op, made by the first dialect that can, stand for `value`; whether one could."""
    if before is None or before.parent is None:
        return False
    for dialect in dialects:
        op = materialize_constant(dialect, constant, value.type, location)
        if op is not None:
            if op.results[0].type != value.type:
                continue
            before.parent.insert_op_before(op, before)
            value.replace_all_uses_with(op.results[0])
            return True
    return False


def propagate_constants(region: Region) -> bool:
    """Propagate constants within `region`; whether anything changed."""
    entry = region.first_block
    if entry is None:
        return False
    solver = _Solver(region)
    solver.solve(entry)
    states = solver.states
    changed = False
    parent = region.parent
    home = [] if parent is None else [parent.name.partition(".")[0]]
    for block in region.blocks:
        if block not in solver.running:
            continue
        last = block.last_op
        for argument in block.args:
            state = states.get(argument)
            if not isinstance(state, _NO_CONSTANT) and argument.first_use is not None:
                near = home if last is None else [last.name.partition(".")[0], *home]
                changed |= _replace(argument, state, block.first_op, argument.location, near)
        dead: list[Operation] = []
        for op in block.ops:
            if not op.results:
                continue
            constants = [(r, s) for r in op.results if not isinstance(s := states.get(r), _NO_CONSTANT)]
            if not constants or constant_of_op(op) is not None:
                continue
            near = [op.name.partition(".")[0], *home]
            for result, state in constants:
                if result.first_use is not None:
                    changed |= _replace(result, state, op, op.location, near)
            if is_trivially_dead(op):
                take_from_markers(op)
                dead.append(op)
        if dead:
            erase_ops(dead)
            changed = True
        if isinstance(last, BranchOpInterface) and last.condition_operand() is not None:
            taken = [i for i in range(len(last.successors)) if (block, i) in solver.edges]
            if len(taken) == 1:
                changed |= fold_branch(last, taken[0]) is not None
    changed |= erase_unreachable_blocks(region) > 0
    return changed


class Sccp(ModulePass):
    """Propagates constants through the control-flow graph."""

    name = "sccp"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Propagate in every region of the module."""
        pending = list(op.regions)
        while pending:
            region = pending.pop()
            propagate_constants(region)
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions:
                        pending.extend(inner.regions)
