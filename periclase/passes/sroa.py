"""sroa: a stack slot of a small aggregate becomes one slot an element (scalar replacement of aggregates).

    %t = mir.alloca : !mir.ptr<mut !mir.tuple<si32, f32>>       %t0 = mir.alloca : !mir.ptr<mut si32>
    %a = mir.field_addr %t[0]                               →   %t1 = mir.alloca : !mir.ptr<mut f32>
    mir.store %x, %a                                            mir.store %x, %t0

A slot is split when its pointer is used only by address computations of one element with a constant index,
by loads and stores of the whole aggregate that can be done element by element (`AggregateAccess`), and by
markers; and when the elements' addresses in turn are used only by accesses and further address
computations. Elements nobody addresses get no slot. What says for debuggers which
variable the slot is says so of each part. Aggregates within aggregates are split from the outside
in. Run mem2reg before (whole slots) and after (the new ones).

Left alone: volatile accesses, aggregates with more than `max_elements` elements, overlapping fields,
variable indices, escapes.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, Region, SSAValue
from xdsl.passes import ModulePass

from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import erase_ops
from periclase.ir.interfaces import (
    AggregateAccess,
    DestructurableAccess,
    DestructurableAllocation,
    PromotableMemoryAccess,
    SlotMarker,
)
from periclase.record import MutableRecord


def _stays_within_element(pointer: SSAValue, region: Region) -> bool:
    """Whether all uses of an element's address are accesses to that element or to a part of it."""
    pending = [pointer]
    while pending:
        current = pending.pop()
        for use in current.uses:
            user = use.operation
            if user.parent is None or user.parent.parent is not region:
                return False
            if isinstance(user, PromotableMemoryAccess):
                if user.promotable_slot() is not current or user.stored_value() is current:
                    return False
            elif isinstance(user, DestructurableAccess):
                accessed = user.accessed_subslot()
                if accessed is None or accessed[0] is not current:
                    return False
                pending.extend(user.results)
            elif not (isinstance(user, SlotMarker) and user.marked_slot() is current):
                return False
    return True


class _Plan(MutableRecord, eq=False):
    """How the uses of one aggregate's pointer are to be rewritten."""

    addresses: list[tuple[Operation, Hashable]]
    whole: list[Operation]
    markers: list[SlotMarker]


def _plan(allocation: DestructurableAllocation, region: Region, max_elements: int) -> _Plan | None:
    elements = allocation.subslots()
    if not elements or len(elements) > max_elements:
        return None
    pointer = allocation.slot_pointer()
    plan = _Plan([], [], [])
    for use in pointer.uses:
        user = use.operation
        if user.parent is None or user.parent.parent is not region:
            return None
        if isinstance(user, DestructurableAccess):
            accessed = user.accessed_subslot()
            if accessed is None or accessed[0] is not pointer or accessed[1] not in elements:
                return None
            if len(user.results) != 1 or not _stays_within_element(user.results[0], region):
                return None
            plan.addresses.append((user, accessed[1]))
        elif isinstance(user, AggregateAccess) and isinstance(user, PromotableMemoryAccess):
            if user.is_volatile() or user.promotable_slot() is not pointer or user.stored_value() is pointer:
                return None
            plan.whole.append(user)
        elif isinstance(user, SlotMarker) and user.marked_slot() is pointer and not user.results:
            plan.markers.append(user)
        else:
            return None
    # Without an address of an element there is nothing that mem2reg could not do on the whole slot.
    return plan if plan.addresses else None


def _split(op: Operation, plan: _Plan) -> list[Operation] | None:
    """Carry out `plan`; gives the new allocations, or None, with nothing changed, when an access does not
    fit its slot."""
    assert isinstance(op, DestructurableAllocation)
    builder = OpBuilder.before_op(op)
    elements = op.subslots()
    used = {index for _, index in plan.addresses}
    wanted = [index for index in elements if plan.whole or index in used]
    made: list[Operation] = []
    pointers: dict[Hashable, SSAValue] = {}
    for index in wanted:
        pointer = op.make_subslot(builder, index)
        owner = pointer.owner
        assert isinstance(owner, Operation)
        made.append(owner)
        pointers[index] = pointer
        if pointer.name_hint is None and op.slot_pointer().name_hint is not None:
            pointer.name_hint = f"{op.slot_pointer().name_hint}.{index}"
    if any(address.results[0].type != pointers[index].type for address, index in plan.addresses):
        erase_ops(made)
        return None
    for address, index in plan.addresses:
        address.results[0].replace_all_uses_with(pointers[index])
    for access in plan.whole:
        assert isinstance(access, AggregateAccess)
        value = access.split_access(OpBuilder.before_op(access), pointers)
        if value is not None:
            access.results[0].replace_all_uses_with(value)
    erase_ops(address for address, _ in plan.addresses)
    erase_ops(plan.whole)
    for marker in plan.markers:
        marker.split_marker(pointers)
    erase_ops(marker for marker in plan.markers if isinstance(marker, Operation))
    erase_ops((op,))
    return made


def split_region(region: Region, max_elements: int) -> int:
    """Split what can be split among the slots allocated directly in `region`; gives the number of slots
    gone."""
    pending: list[Operation] = [
        op for block in region.blocks for op in block.ops if isinstance(op, DestructurableAllocation)
    ]
    pending.reverse()
    count = 0
    while pending:
        op = pending.pop()
        if not isinstance(op, DestructurableAllocation):
            continue
        plan = _plan(op, region, max_elements)
        made = None if plan is None else _split(op, plan)
        if made is not None:
            count += 1
            pending.extend(reversed(made))
    return count


@dataclass(frozen=True)
class Sroa(ModulePass):
    """Splits stack slots of aggregates.

    Attributes:
        max_elements: aggregates with more elements stay whole.
    """

    name = "sroa"

    max_elements: int = 32

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Split in every region of the module."""
        pending = list(op.regions)
        while pending:
            region = pending.pop()
            split_region(region, self.max_elements)
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions:
                        pending.extend(inner.regions)
