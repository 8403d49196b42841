"""Barriers of blocks and of clusters (PTX ISA, 9.7.13.1, 9.7.13.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.barriers import NUMBER
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_U32 = np.dtype(np.uint32)


def _members(current: Instruction) -> str | int | None:
    """`bar.warp.sync` is a collective instruction; the barriers of blocks count for themselves."""
    if current.modifiers[:2] == ("warp", "sync"):
        return 0
    return None


@instruction("bar", "barrier", members=_members, flow=True)
def decode_barrier(current: Instruction, decoder: Decoder) -> Step:
    """`bar.*` and `barrier.*` of blocks, `barrier.cluster.*`, `bar.warp.sync`.

    Threads that have ended count as arrived, where no number of threads is given (what sm_70 and later do).
    """
    modifiers = [modifier for modifier in current.modifiers if modifier not in ("aligned", "cta")]
    # `bar` is short for `barrier` with `.aligned` (9.7.13.1).
    aligned = current.opcode == "bar" or "aligned" in current.modifiers
    match modifiers:
        case ["warp", "sync"]:
            return _nothing
        case ["cluster", "arrive", *orders] if set(orders) <= {"release", "relaxed"}:
            return _arrive_at_cluster(decoder)
        case ["cluster", "wait", *orders] if set(orders) <= {"acquire"}:
            return _wait_for_cluster(decoder)
        case ["sync"]:
            return _sync(current, decoder, aligned)
        case ["arrive"]:
            return _arrive(current, decoder)
        case ["red", "popc", "u32"]:
            return _reduce(current, decoder, None, aligned)
        case ["red", ("and" | "or") as operator, "pred"]:
            return _reduce(current, decoder, operator, aligned)
        case _:
            return decoder.refuse("it does not know this kind of barrier")


def _nothing(group: Group) -> None:
    """All have come: that was all."""


def _arrive_at_cluster(decoder: Decoder) -> Step:
    behind = decoder.pc + 1

    def step(group: Group) -> None:
        group.wave.scheduler.go(group.activation, behind, group.threads)
        group.wave.scheduler.barriers.arrive_at_cluster(group)

    return step


def _wait_for_cluster(decoder: Decoder) -> Step:
    pc = decoder.pc

    def step(group: Group) -> None:
        group.wave.scheduler.barriers.wait_for_cluster(group, pc)

    return step


def _number_and_count(
    operands: tuple[Operand, ...], decoder: Decoder
) -> tuple[Callable[[Group], Array], Callable[[Group], Array | None]]:
    if not 1 <= len(operands) <= 2:
        decoder.refuse("it has not one or two operands")
    number = decoder.read(operands[0], _U32)

    def numbers(group: Group) -> Array:
        found = number(group).astype(np.int64)
        beyond = found >= NUMBER
        if beyond.any():
            first = int(np.argmax(beyond))
            raise Fault(
                UNDEFINED,
                f"names barrier {int(found[first])}, and a block has {NUMBER}",
                int(group.threads[first]),
            )
        return found

    if len(operands) == 1:
        return numbers, lambda group: None
    count = decoder.read(operands[1], _U32)

    def counts(group: Group) -> Array | None:
        found = count(group).astype(np.int64)
        bad = (found == 0) | (found % 32 != 0)
        if bad.any():
            first = int(np.argmax(bad))
            raise Fault(
                UNDEFINED,
                f"waits for {int(found[first])} threads, which is no multiple of a warp's 32",
                int(group.threads[first]),
            )
        return np.broadcast_to(found, group.size)

    return numbers, counts


def _sync(current: Instruction, decoder: Decoder, aligned: bool) -> Step:
    numbers, counts = _number_and_count(current.operands, decoder)
    pc = decoder.pc

    def step(group: Group) -> None:
        group.wave.scheduler.barriers.wait(group, pc, numbers(group), counts(group), aligned=aligned)

    return step


def _arrive(current: Instruction, decoder: Decoder) -> Step:
    if len(current.operands) != 2:
        decoder.refuse("it does not say how many threads are waited for")
    numbers, counts = _number_and_count(current.operands, decoder)
    behind = decoder.pc + 1

    def step(group: Group) -> None:
        scheduler = group.wave.scheduler
        scheduler.go(group.activation, behind, group.threads)
        barriers = np.broadcast_to(numbers(group), group.size)
        scheduler.barriers.arrive(group, barriers, counts(group), None)
        scheduler.barriers.settle()

    return step


def _reduce(current: Instruction, decoder: Decoder, operator: str | None, aligned: bool) -> Step:
    target, *middle, predicate = current.operands
    numbers, counts = _number_and_count(tuple(middle), decoder)
    holds = decoder.read_predicate(predicate)
    write = decoder.write(target, DTYPES["u32" if operator is None else "pred"])
    pc = decoder.pc

    def finish(group: Group, true: Array, all_: Array) -> None:
        if operator is None:
            write(group, true.astype(np.uint32))
        else:
            write(group, true == all_ if operator == "and" else true > 0)

    def step(group: Group) -> None:
        mask = np.broadcast_to(holds(group), group.size)
        group.wave.scheduler.barriers.wait(group, pc, numbers(group), counts(group), mask, finish, aligned)

    return step
