"""Memory effects, read fast: xDSL's effect traits are looked at once an op class, not once an op.

`effects_of` gives a small set of bits. `UNKNOWN` is the answer for an op that says nothing, and for a
volatile access: such an op is neither moved nor merged nor removed, and nothing that touches memory is
moved over it.
"""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.traits import (
    Commutative,
    DefaultResource,
    IsTerminator,
    MemoryAllocEffect,
    MemoryEffect,
    MemoryEffectKind,
    MemoryFreeEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    Pure,
    get_effects,
)

from periclase.ir.debug_markers import costs_nothing, only_markers_use
from periclase.ir.interfaces import BranchOpInterface, DebugMarker, PromotableMemoryAccess

NONE = 0
READ = 1
WRITE = 2
ALLOC = 4
FREE = 8
UNKNOWN = 16
OTHER = 32
"""A write to a resource that is no memory, such as whether the kernel goes on (a trap): seen, but no load
depends on it."""

# Traits whose answer does not depend on the op; any other is asked for every op.
_STATIC: dict[type[MemoryEffect], int] = {
    Pure: NONE,
    NoMemoryEffect: NONE,
    MemoryReadEffect: READ,
    MemoryWriteEffect: WRITE,
    MemoryAllocEffect: ALLOC,
    MemoryFreeEffect: FREE,
}
_BITS = {
    MemoryEffectKind.READ: READ,
    MemoryEffectKind.WRITE: WRITE,
    MemoryEffectKind.ALLOC: ALLOC,
    MemoryEffectKind.FREE: FREE,
}
MEMORY = DefaultResource()
"""The resource of effects on memory."""
_DYNAMIC = -1

_effects_of_class: dict[type[Operation], int] = {}
_terminator_class: dict[type[Operation], bool] = {}
_commutative_class: dict[type[Operation], bool] = {}


def _classify(op_class: type[Operation]) -> int:
    if issubclass(op_class, PromotableMemoryAccess):
        return _DYNAMIC
    traits = op_class.get_traits_of_type(MemoryEffect)
    if not traits:
        # A branch only hands on values; a dialect need not say so.
        return NONE if issubclass(op_class, BranchOpInterface) else UNKNOWN
    effects = NONE
    for trait in traits:
        bits = _STATIC.get(type(trait))
        if bits is None:
            return _DYNAMIC
        effects |= bits
    return effects


def effects_of(op: Operation) -> int:
    """The effects of executing `op` on memory, those of its regions included, as bits."""
    op_class = type(op)
    effects = _effects_of_class.get(op_class)
    if effects is None:
        effects = _effects_of_class[op_class] = _classify(op_class)
    if effects != _DYNAMIC:
        return effects
    if isinstance(op, PromotableMemoryAccess) and op.is_volatile():
        return UNKNOWN
    instances = get_effects(op)
    if instances is None:
        return UNKNOWN
    effects = NONE
    for instance in instances:
        effects |= _BITS[instance.kind] if instance.resource == MEMORY else OTHER
    return effects


def never_touches_memory(op_class: type[Operation]) -> bool:
    """Whether all ops of this class have no effect at all."""
    effects = _effects_of_class.get(op_class)
    if effects is None:
        effects = _effects_of_class[op_class] = _classify(op_class)
    return effects == NONE


def is_terminator(op: Operation) -> bool:
    """Whether `op` ends a block."""
    op_class = type(op)
    answer = _terminator_class.get(op_class)
    if answer is None:
        answer = _terminator_class[op_class] = op_class.has_trait(IsTerminator, value_if_unregistered=False)
    return answer


def is_commutative(op: Operation) -> bool:
    """Whether the operands of `op` may change places."""
    op_class = type(op)
    answer = _commutative_class.get(op_class)
    if answer is None:
        answer = _commutative_class[op_class] = op_class.has_trait(Commutative, value_if_unregistered=False)
    return answer


def is_removable_if_unused(op: Operation) -> bool:
    """Whether nobody can tell that `op` is gone, provided no result of it is used."""
    return not effects_of(op) & ~(READ | ALLOC) and not is_terminator(op)


def is_trivially_dead(op: Operation) -> bool:
    """Whether no result of `op` is used, but by markers for debuggers, and nobody can tell that it is gone.

    Before it is erased it has to be taken from the markers (`ir.debug_markers`).
    """
    for result in op.results:
        use = result.first_use
        if use is not None and (
            not isinstance(use.operation, DebugMarker) or costs_nothing(op) or not only_markers_use(op)
        ):
            return False
    return is_removable_if_unused(op)
