"""simplify-cfg: fewer blocks, fewer branches, fewer block arguments.

- a conditional branch on a constant, or with all edges alike, becomes a jump;
- unreachable blocks go;
- a block with one predecessor that only jumps to it is joined to it;
- an empty block that only jumps on is skipped, what it says for debuggers with it;
- a block argument that is the same value on every edge becomes that value.

    mir.cond_br %true, ^a, ^b                  … ops of ^a …
    ^a:                                   →    mir.return
      … ops of ^a …
      mir.return

No op is moved past a branch, duplicated, or made to depend on another condition: convergent ops keep the
threads they have. Loops stay in the form that loop passes want: no second back edge, no second way into a
header is made by skipping a block.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from periclase.ir.branches import make_branch
from periclase.ir.cfg import edges_into, erase_ops, erase_unreachable_blocks, loop_headers, move_ops_to_end
from periclase.ir.constants import constant_of
from periclase.ir.debug_markers import is_for_debuggers
from periclase.ir.interfaces import BranchOpInterface, DebugMarker


def _jump_target(block: Block) -> Block | None:
    """Where `block` always goes on, None when its terminator does more than jump."""
    last = block.last_op
    if isinstance(last, BranchOpInterface) and len(last.successors) == 1 and not last.results:
        if last.condition_operand() is None:
            return last.successors[0]
    return None


def _only_for_debuggers(block: Block) -> list[Operation] | None:
    """The ops of a block before its last, if all are there for debuggers alone; None if there are others."""
    ops: list[Operation] = []
    op = block.first_op
    while op is not None and op is not block.last_op:
        if not is_for_debuggers(op):
            return None
        ops.append(op)
        op = op.next_op
    return ops


def _same_values(left: Sequence[SSAValue], right: Sequence[SSAValue]) -> bool:
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))


def known_successor(branch: BranchOpInterface) -> int | None:
    """The number of the only successor that `branch` can take; None when it really chooses, or does not."""
    assert isinstance(branch, Operation)
    successors = branch.successors
    condition = branch.condition_operand()
    if condition is None or not successors:
        return None
    constant = constant_of(condition)
    if constant is not None:
        index = branch.successor_for_constant(constant)
        if index is not None:
            return index
    first = successors[0]
    operands = branch.successor_operands(0)
    for index in range(1, len(successors)):
        if successors[index] is not first or not _same_values(operands, branch.successor_operands(index)):
            return None
    return 0


def fold_branch(branch: Operation, index: int) -> Operation | None:
    """Put a jump to successor `index` in the place of `branch`; None, with nothing changed, when its
    dialect has no jump."""
    assert isinstance(branch, BranchOpInterface)
    block = branch.parent
    assert block is not None
    jump = make_branch(
        branch.name.partition(".")[0],
        branch.successors[index],
        tuple(branch.successor_operands(index)),
        branch.location,
    )
    if jump is None:
        return None
    erase_ops((branch,))
    block.add_op(jump)
    return jump


class _Simplifier:
    def __init__(self, region: Region):
        self.region = region
        self.entry = region.first_block
        self.headers: set[Block] = set()
        self.pending: list[Block] = []
        self.queued: set[Block] = set()
        # Whether an edge was taken away, which may have cut off blocks.
        self.cut = False

    def enqueue(self, block: Block) -> None:
        if block not in self.queued:
            self.queued.add(block)
            self.pending.append(block)

    def run(self) -> bool:
        if self.entry is None:
            return False
        changed = False
        for block in self.region.blocks:
            changed |= self.fold_terminator(block)
        again = True
        while again:
            changed |= erase_unreachable_blocks(self.region) > 0
            self.headers = loop_headers(self.entry)
            self.cut = False
            for block in self.region.blocks:
                self.enqueue(block)
            self.pending.reverse()
            while self.pending:
                block = self.pending.pop()
                self.queued.discard(block)
                if block.parent is self.region:
                    changed |= self.simplify(block)
            # Every round takes a branch away, so there are not many.
            again = self.cut
        return changed

    def fold_terminator(self, block: Block) -> bool:
        last = block.last_op
        if not isinstance(last, BranchOpInterface):
            return False
        index = known_successor(last)
        if index is None or fold_branch(last, index) is None:
            return False
        self.cut = True
        return True

    def simplify(self, block: Block) -> bool:
        changed = False
        if block is not self.entry:
            changed |= self.drop_uniform_arguments(block)
            if self.skip(block):
                return True
        while self.join_successor(block):
            changed = True
        if self.fold_terminator(block):
            # An argument that became uniform, or a skipped block, may have made the edges alike.
            for successor in [s for last in (block.last_op,) if last is not None for s in last.successors]:
                self.enqueue(successor)
            self.enqueue(block)
            changed = True
        return changed

    def drop_uniform_arguments(self, block: Block) -> bool:
        if not block.args:
            return False
        edges = edges_into(block)
        branches: list[tuple[BranchOpInterface, int]] = []
        for terminator, index in edges:
            if not isinstance(terminator, BranchOpInterface):
                return False
            branches.append((terminator, index))
        incoming = [list(branch.successor_operands(index)) for branch, index in branches]
        keep: list[int] = []
        replacements: list[tuple[int, SSAValue]] = []
        for position, argument in enumerate(block.args):
            uniform: SSAValue | None = None
            for operands in incoming:
                operand = operands[position]
                if operand is argument or operand is uniform:
                    continue
                if uniform is not None:
                    uniform = None
                    break
                uniform = operand
            else:
                if uniform is not None:
                    replacements.append((position, uniform))
                    continue
            keep.append(position)
        if not replacements:
            return False
        by_argument: dict[SSAValue, SSAValue] = {block.args[p]: value for p, value in replacements}
        for position, value in replacements:
            # One argument of the block may stand for another: ^b(%x, %y) entered with (%v, %x) only from
            # inside.
            seen: set[SSAValue] = set()
            while value in by_argument and value not in seen:
                seen.add(value)
                value = by_argument[value]
            if value in seen:
                keep.append(position)
                continue
            argument = block.args[position]
            for use in argument.uses:
                user = use.operation.parent
                if user is not None and user.last_op is use.operation:
                    for successor in use.operation.successors:
                        self.enqueue(successor)
            argument.replace_all_uses_with(value)
        keep.sort()
        if len(keep) == len(block.args):
            return False
        for branch, index in branches:
            current = list(branch.successor_operands(index))
            branch.set_successor_operands(index, [current[p] for p in keep])
        for position in range(len(block.args) - 1, -1, -1):
            if position not in keep:
                block.erase_arg(block.args[position])
        return True

    def join_successor(self, block: Block) -> bool:
        target = _jump_target(block)
        if target is None or target is block or target is self.entry:
            return False
        first_use = target.first_use
        if first_use is None or not target.has_one_use():
            return False
        jump = block.last_op
        assert isinstance(jump, BranchOpInterface)
        for argument, value in zip(target.args, tuple(jump.successor_operands(0)), strict=True):
            argument.replace_all_uses_with(value)
        erase_ops((jump,))
        move_ops_to_end(target, block)
        if target in self.headers:
            self.headers.discard(target)
            self.headers.add(block)
        self.region.detach_block(target)
        target.drop_all_references()
        return True

    def skip(self, block: Block) -> bool:
        """Lead the edges into an empty block on to where it jumps."""
        going = _only_for_debuggers(block)
        if going is None:
            return False
        target = _jump_target(block)
        if target is None or target is block:
            return False
        jump = block.last_op
        assert isinstance(jump, BranchOpInterface)
        edges = edges_into(block)
        if target in self.headers and len(edges) != 1:
            return False
        held = (*block.args, *(result for op in going for result in op.results))
        users = {use.operation for value in held for use in value.uses} - {jump}
        if not all(isinstance(user, DebugMarker) for user in users):
            return False
        forwarded = tuple(jump.successor_operands(0))
        position: dict[SSAValue, int] = {argument: i for i, argument in enumerate(block.args)}
        plans: list[tuple[Operation, int, list[SSAValue]]] = []
        for terminator, index in edges:
            if not isinstance(terminator, BranchOpInterface) or terminator.parent is None:
                return False
            given = terminator.successor_operands(index)
            values = [given[position[v]] if v in position else v for v in forwarded]
            for other, successor in enumerate(terminator.successors):
                # Two edges to one block with different values have no phi: such a block is there for a
                # reason.
                if successor is target and not _same_values(values, terminator.successor_operands(other)):
                    return False
                if successor is block and other != index and target.args:
                    if not _same_values(given, terminator.successor_operands(other)):
                        return False
            plans.append((terminator, index, values))
        if block in self.headers:
            self.headers.add(target)
        erase_ops(users | set(going))
        for terminator, index, values in plans:
            assert isinstance(terminator, BranchOpInterface)
            terminator.set_successor_operands(index, values)
            terminator.successors[index] = target
            if terminator.parent is not None:
                self.enqueue(terminator.parent)
        erase_ops((jump,))
        self.region.detach_block(block)
        block.drop_all_references()
        self.enqueue(target)
        return True


def simplify_region(region: Region) -> bool:
    """Simplify the graph of `region`; whether anything changed."""
    return _Simplifier(region).run()


class SimplifyCfg(ModulePass):
    """Simplifies control-flow graphs."""

    name = "simplify-cfg"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Simplify every region of the module."""
        pending = list(op.regions)
        while pending:
            region = pending.pop()
            simplify_region(region)
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions:
                        pending.extend(inner.regions)
