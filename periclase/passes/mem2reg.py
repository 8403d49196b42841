"""mem2reg: stack slots that only loads and stores touch become SSA values and block arguments.

    %p = mir.alloca : !mir.ptr<mut si32>              mir.goto ^loop(%a)
    mir.store %a, %p                          →     ^loop(%p : si32):
    mir.goto ^loop                                    … uses of %p …
    ^loop:
    %v = mir.load %p

Pruned SSA: a block gets an argument only where the slot is live and several definitions meet (iterated
dominance frontier). A read before any write gives the slot's default value (undef). All slots of a region
are promoted in one walk.

A marker that says for debuggers which variable the slot is says so of every value that was stored, and of every block argument.

Left alone: slots whose pointer is used by anything but loads and stores of the slot's own type and markers,
volatile accesses, uses inside nested regions, and slots that would need a block argument behind a
terminator without `BranchOpInterface`.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import append_successor_operands, edges_into, erase_ops
from periclase.ir.dominance import DominatorTree
from periclase.ir.interfaces import (
    BranchOpInterface,
    PromotableAllocation,
    PromotableMemoryAccess,
    SlotMarker,
)
from periclase.record import MutableRecord, field


class _Slot(MutableRecord, eq=False):
    """A slot that is to go."""

    op: Operation
    allocation: PromotableAllocation
    pointer: SSAValue
    type: Attribute
    # The last value on the path at hand; None where the slot holds its default.
    current: SSAValue | None = None
    default: SSAValue | None = None
    markers: list[SlotMarker] = field(default_factory=list[SlotMarker])
    defining_blocks: set[int] = field(default_factory=set[int])
    reading_blocks: set[int] = field(default_factory=set[int])

    def value(self) -> SSAValue:
        """What a read gives here; makes the default, at the allocation, when it is first needed."""
        if self.current is not None:
            return self.current
        if self.default is None:
            self.default = self.allocation.default_value(OpBuilder.before_op(self.op))
        return self.default


def _promotable(op: Operation, region: Region) -> _Slot | None:
    assert isinstance(op, PromotableAllocation)
    pointer = op.slot_pointer()
    type = op.slot_type()
    slot = _Slot(op, op, pointer, type)
    if any(result is not pointer and result.first_use is not None for result in op.results):
        return None
    for use in pointer.uses:
        user = use.operation
        block = user.parent
        if block is None or block.parent is not region:
            return None
        if isinstance(user, PromotableMemoryAccess):
            if user.is_volatile() or user.promotable_slot() is not pointer:
                return None
            stored = user.stored_value()
            loaded = user.loaded_value()
            accessed = loaded if stored is None else stored
            # Storing the pointer itself lets it escape, even into its own slot.
            if accessed is None or stored is pointer or accessed.type != type or (stored and loaded):
                return None
        elif isinstance(user, SlotMarker) and user.marked_slot() is pointer and not user.results:
            slot.markers.append(user)
        else:
            return None
    return slot


class _Promotion:
    """Promotes the slots of one region."""

    def __init__(self, region: Region, slots: list[_Slot]):
        self.region = region
        self.tree = DominatorTree(region)
        self.slots = slots
        self.by_allocation: dict[Operation, _Slot] = {slot.op: slot for slot in slots}
        # Allocations, loads and stores of each block, in order.
        self.accesses: dict[Block, list[Operation]] = {}
        self.slot_of: dict[Operation, _Slot] = {}
        # The new arguments of each block, in order.
        self.arguments: dict[Block, list[tuple[_Slot, SSAValue]]] = {}
        self.dead: list[Operation] = []

    def run(self) -> int:
        self.collect_accesses()
        for slot in self.slots:
            if not self.place_arguments(slot):
                self.forget(slot)
        self.slots = [slot for slot in self.slots if slot.op in self.by_allocation]
        self.rename()
        self.hand_over_from_unreachable()
        for slot in self.slots:
            self.dead.extend(marker for marker in slot.markers if isinstance(marker, Operation))
        erase_ops(self.dead)
        erase_ops(slot.op for slot in self.slots)
        return len(self.slots)

    def collect_accesses(self) -> None:
        slot_of = self.slot_of
        for slot in self.slots:
            slot_of[slot.op] = slot
            for use in slot.pointer.uses:
                if isinstance(use.operation, PromotableMemoryAccess):
                    slot_of[use.operation] = slot
        touched = {op.parent for op in slot_of}
        number = self.tree.number
        for block in self.region.blocks:
            if block not in touched:
                continue
            accesses = [op for op in block.ops if op in slot_of]
            self.accesses[block] = accesses
            i = number.get(block)
            if i is None:
                continue
            for op in accesses:
                slot = slot_of[op]
                if isinstance(op, PromotableMemoryAccess) and op.loaded_value() is not None:
                    if i not in slot.defining_blocks:
                        slot.reading_blocks.add(i)
                else:
                    # The allocation defines the slot too: nothing older is live across it.
                    slot.defining_blocks.add(i)

    def place_arguments(self, slot: _Slot) -> bool:
        live = set(slot.reading_blocks)
        pending = sorted(live)
        predecessors = self.tree.predecessors
        while pending:
            for predecessor in predecessors[pending.pop()]:
                if predecessor not in slot.defining_blocks and predecessor not in live:
                    live.add(predecessor)
                    pending.append(predecessor)
        # One definition and no loop back over it: nothing can meet.
        meeting = self.tree.iterated_frontier(slot.defining_blocks, live) if live else []
        blocks = [self.tree.blocks[i] for i in meeting]
        for block in blocks:
            if block is self.region.first_block:
                return False
            if any(not isinstance(terminator, BranchOpInterface) for terminator, _ in edges_into(block)):
                return False
        for block in blocks:
            argument = block.insert_arg(slot.type, len(block.args), slot.op.location)
            argument.name_hint = slot.pointer.name_hint
            self.arguments.setdefault(block, []).append((slot, argument))
        return True

    def forget(self, slot: _Slot) -> None:
        del self.by_allocation[slot.op]
        for op in [op for op, owner in self.slot_of.items() if owner is slot]:
            del self.slot_of[op]

    def rename(self) -> None:
        """Walk down the dominator tree; each slot knows the value that holds on the path, and gets it back
        on leaving."""
        tree = self.tree
        restore: list[tuple[_Slot, SSAValue | None]] = []
        # (block, 0) to enter it; (-1, height) to undo what was set since the height.
        stack: list[tuple[int, int]] = [(0, 0)]
        while stack:
            number, height = stack.pop()
            if number < 0:
                while len(restore) > height:
                    slot, value = restore.pop()
                    slot.current = value
                continue
            block = tree.blocks[number]
            stack.append((-1, len(restore)))
            for slot, argument in self.arguments.get(block, ()):
                restore.append((slot, slot.current))
                slot.current = argument
                self.note(slot, block.first_op, argument)
            self.rewrite_block(block, restore)
            self.hand_over(block)
            stack.extend((child, 0) for child in reversed(tree.children[number]))

    def rewrite_block(self, block: Block, restore: list[tuple[_Slot, SSAValue | None]]) -> None:
        for op in self.accesses.get(block, ()):
            slot = self.slot_of.get(op)
            if slot is None:
                continue
            if not isinstance(op, PromotableMemoryAccess):
                restore.append((slot, slot.current))
                slot.current = None
                continue
            stored = op.stored_value()
            if stored is not None:
                restore.append((slot, slot.current))
                slot.current = stored
                self.note(slot, op, stored)
                if stored.name_hint is None:
                    stored.name_hint = slot.pointer.name_hint
            else:
                loaded = op.loaded_value()
                assert loaded is not None
                loaded.replace_all_uses_with(slot.value())
            self.dead.append(op)

    @staticmethod
    def note(slot: _Slot, before: Operation | None, value: SSAValue) -> None:
        """Let the markers of the slot say that `value` is in it now: those for debuggers keep the variable."""
        if slot.markers and before is not None:
            for marker in slot.markers:
                marker.note_value(OpBuilder.before_op(before), value)

    def hand_over(self, block: Block) -> None:
        terminator = block.last_op
        if terminator is None:
            return
        additions: dict[int, list[SSAValue]] = {}
        for index, successor in enumerate(terminator.successors):
            arguments = self.arguments.get(successor)
            if arguments:
                additions[index] = [slot.value() for slot, _ in arguments]
        if additions:
            append_successor_operands(terminator, additions)

    def hand_over_from_unreachable(self) -> None:
        reachable = self.tree.number
        for block in self.region.blocks:
            if block not in reachable:
                undo: list[tuple[_Slot, SSAValue | None]] = []
                self.rewrite_block(block, undo)
                self.hand_over(block)
                for slot, value in reversed(undo):
                    slot.current = value


def promote_region(region: Region) -> int:
    """Promote what can be promoted among the slots allocated directly in `region`; gives the number of
    slots gone."""
    slots: list[_Slot] = []
    for block in region.blocks:
        for op in block.ops:
            if isinstance(op, PromotableAllocation):
                slot = _promotable(op, region)
                if slot is not None:
                    slots.append(slot)
    return _Promotion(region, slots).run() if slots else 0


class Mem2Reg(ModulePass):
    """Promotes stack slots to SSA values."""

    name = "mem2reg"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Promote in every region of the module."""
        pending = list(op.regions)
        while pending:
            region = pending.pop()
            if region.first_block is None:
                continue
            promote_region(region)
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions:
                        pending.extend(inner.regions)
