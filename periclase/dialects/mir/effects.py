"""Effect traits of `mir` ops that xDSL's own traits do not say precisely: which memory, and what is no memory at all."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, Resource


class TrapResource(Resource):
    """The state that a trap changes: whether the kernel goes on. No memory aliases it."""

    def name(self) -> str:
        return "Trap"


class MarkerResource(Resource):
    """What a marker (a lifetime, a debug value, a hint) says to later stages. No memory aliases it."""

    def name(self) -> str:
        return "Marker"


TRAP = TrapResource()
MARKER = MarkerResource()


class TrapEffect(MemoryEffect):
    """The op may stop the kernel, and touches no memory."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.WRITE, resource=TRAP)}


class MarkerEffect(MemoryEffect):
    """The op only says something to later stages: it stays where it is, and touches no memory."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.WRITE, resource=MARKER)}


class AllocatesResult(MemoryEffect):
    """The op gives fresh memory of the thread, to which only its result points."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return {EffectInstance(MemoryEffectKind.ALLOC, op.results[0])}


@dataclass(frozen=True)
class OperandEffects(MemoryEffect):
    """The op reads and writes the memory that certain operands point to; all memory as well when it is volatile.

    A volatile access is an effect of its own: it is a write of the default resource, whatever it does.
    """

    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:  # type: ignore[override]
        operands = op._operands  # pyright: ignore[reportPrivateUsage]
        effects = {EffectInstance(MemoryEffectKind.READ, operands[i]) for i in self.reads}
        effects.update(EffectInstance(MemoryEffectKind.WRITE, operands[i]) for i in self.writes)
        if "volatile" in op.properties:
            effects.add(EffectInstance(MemoryEffectKind.WRITE))
        return effects
