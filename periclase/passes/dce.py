"""dce: what nothing depends on goes: ops, block arguments, and cycles of the two.

    ^loop(%i : si32, %unused : si32):            ^loop(%i : si32):
      %n = mir.add %unused, %one             →     …
      mir.goto ^loop(%j, %n)                       mir.goto ^loop(%j)

Mark and sweep: an op is alive when it writes, frees, has unknown effects (so all convergent ops with
effects), ends a block, or when something alive uses it; a block argument is alive when something alive uses
it, and then what branches hand to it is. A marker for debuggers stays, and keeps nothing alive: of what is
gone it says that it is no longer known. Blocks stay: unreachable ones are simplify-cfg's.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass

from periclase.ir.cfg import edges_into, erase_ops
from periclase.ir.debug_markers import costs_nothing
from periclase.ir.effects import is_removable_if_unused
from periclase.ir.interfaces import BranchOpInterface, DebugMarker


class _Liveness:
    def __init__(self) -> None:
        self.ops: set[Operation] = set()
        self.arguments: set[BlockArgument] = set()
        self.pending: list[SSAValue] = []

    def mark_op(self, op: Operation) -> None:
        if op in self.ops:
            return
        self.ops.add(op)
        if isinstance(op, BranchOpInterface):
            self.mark_branch(op, op)
        else:
            self.pending.extend(op.operands)
            for successor in op.successors:
                self.pending.extend(successor.args)
        # What is inside a region lives only as long as the op around it.
        parent = op.parent_op()
        while parent is not None and parent not in self.ops:
            self.ops.add(parent)
            self.pending.extend(parent.operands)
            parent = parent.parent_op()

    def mark_branch(self, op: Operation, branch: BranchOpInterface) -> None:
        """Operands that go to block arguments live only if those do; all others decide where it goes."""
        handed: dict[SSAValue, int] = {}
        by_successor = branch.all_successor_operands()
        for values in by_successor:
            for value in values:
                handed[value] = handed.get(value, 0) + 1
        for value in op.operands:
            count = handed.get(value, 0)
            if count == 0:
                self.pending.append(value)
            else:
                handed[value] = count - 1
        # Arguments that were alive before the branch was.
        for successor, values in zip(op.successors, by_successor, strict=True):
            for argument, value in zip(successor.args, values, strict=True):
                if argument in self.arguments:
                    self.pending.append(value)

    def is_alive(self, value: SSAValue) -> bool:
        if isinstance(value, OpResult):
            return value.op in self.ops
        return value in self.arguments

    def run(self) -> None:
        pending = self.pending
        while pending:
            value = pending.pop()
            if isinstance(value, OpResult):
                self.mark_op(value.op)
            elif isinstance(value, BlockArgument) and value not in self.arguments:
                self.arguments.add(value)
                for terminator, index in edges_into(value.block):
                    if isinstance(terminator, BranchOpInterface) and terminator in self.ops:
                        pending.append(terminator.successor_operands(index)[value.index])


def _drop_arguments(block: Block, alive: set[BlockArgument]) -> bool:
    keep = [i for i, argument in enumerate(block.args) if argument in alive]
    if len(keep) == len(block.args):
        return False
    edges = edges_into(block)
    for terminator, index in edges:
        if isinstance(terminator, BranchOpInterface):
            operands = terminator.successor_operands(index)
            terminator.set_successor_operands(index, [operands[i] for i in keep])
    return True


def eliminate_dead_code(root: Operation) -> bool:
    """Eliminate in all regions under `root`; whether anything changed."""
    liveness = _Liveness()
    ops: list[Operation] = []
    markers: list[DebugMarker] = []
    blocks: list[Block] = []
    pending = list(root.regions)
    while pending:
        region = pending.pop()
        entry = region.first_block
        for block in region.blocks:
            if block is not entry:
                if block.args:
                    blocks.append(block)
            else:
                # The arguments of an entry belong to the op around it.
                liveness.arguments.update(block.args)
            for op in block.ops:
                ops.append(op)
                if isinstance(op, DebugMarker):
                    markers.append(op)
                elif not is_removable_if_unused(op):
                    liveness.mark_op(op)
                if op.regions:
                    pending.extend(op.regions)
    for marker in markers:
        # A constant costs nothing, and a debugger may well show it.
        assert isinstance(marker, Operation)
        liveness.pending.extend(
            v for v in marker.operands if isinstance(v.owner, Operation) and costs_nothing(v.owner)
        )
    liveness.run()
    alive = liveness.ops
    changed = False
    for marker in markers:
        assert isinstance(marker, Operation)
        alive.add(marker)
        if not all(map(liveness.is_alive, marker.operands)):
            marker.lose_value()
            changed = True
    dead = [op for op in ops if op not in alive]
    dying: list[tuple[Block, list[BlockArgument]]] = []
    for block in blocks:
        if _drop_arguments(block, liveness.arguments):
            dying.append((block, [a for a in block.args if a not in liveness.arguments]))
    erase_ops(dead)
    for block, arguments in dying:
        for argument in reversed(arguments):
            block.erase_arg(argument)
    return changed or bool(dead) or bool(dying)


class Dce(ModulePass):
    """Eliminates dead ops and block arguments."""

    name = "dce"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Eliminate in the whole module."""
        eliminate_dead_code(op)
