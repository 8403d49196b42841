"""Instructions on barrier objects: `mbarrier` (PTX ISA, 9.7.13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.barrier_objects import (
    PHASE_BIT,
    BarrierObjects,
    pending_count,
)
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import ATOMIC, READ, WRITE
from periclase.runtime.backends.sim.machine.modifiers import SCOPES, Modifiers
from periclase.runtime.backends.sim.machine.rows import run_of
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Sink

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_U32: Final = DTYPES["u32"]
_U64: Final = DTYPES["b64"]
_ORDERS: Final = frozenset(("release", "acquire", "relaxed"))
_ONE: Final = np.ones(1, np.uint32)


def object_numbers(group: Group, space: str, addresses: Array, access: str) -> Array:
    """The numbers of the barrier objects at addresses, one a thread of the group.

    Raises:
        Fault: one of them is not in shared memory, or no multiple of eight.
    """
    numbers = np.empty(group.size, np.int64)
    for cells in group.wave.memory.cells(group, space, addresses, _U64, access):
        if cells.region.space != "shared":
            raise Fault(
                UNDEFINED,
                "takes something for a barrier object that is not in shared memory",
                int(group.threads[cells.positions][0]),
            )
        numbers[cells.positions] = cells.index
    return numbers


def object_number(group: Group, position: int, space: str, addresses: Array) -> int:
    """The number of the barrier object that a thread of the group counts bytes with. Whoever observes accesses is told of it
    here, so what is copied is told first: the object orders it before what other threads do when they have waited.

    Raises:
        Fault: it is not in shared memory, or no multiple of eight.
    """
    place = np.broadcast_to(addresses, group.size)[position : position + 1]
    return int(object_numbers(run_of(group, position, 1), space, place, ATOMIC)[0])


def _everywhere(read: Callable[[Group], Array], group: Group) -> Array:
    return np.broadcast_to(read(group), group.size)


@instruction("mbarrier")
def decode_mbarrier(instruction: Instruction, decoder: Decoder) -> Step:
    """All of them; the second word says which."""
    words = Modifiers(instruction, decoder)
    which = words.need(_DECODERS, "action")
    return _DECODERS[which](instruction, words, decoder)


def _end(words: Modifiers, decoder: Decoder) -> str:
    """Take the words that nearly all have, and give the space."""
    space = words.space()
    words.drop(_ORDERS | SCOPES)
    words.need(("b64",), "type")
    words.end()
    if space not in ("generic", "shared", "shared::cluster"):
        decoder.refuse("barrier objects are in shared memory")
    return space


def _place(operand: Operand, decoder: Decoder) -> Callable[[Group], Array]:
    if not isinstance(operand, Address):
        decoder.refuse("its address is not in brackets")
    return decoder.address(operand)


def _decode_init(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.init` (PTX ISA, 9.7.13.15.9)."""
    space = _end(words, decoder)
    place, count = instruction.operands
    address, counts = _place(place, decoder), decoder.read(count, _U32)

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), WRITE)
        group.wave.part(BarrierObjects).make(numbers, _everywhere(counts, group), group.threads)

    return step


def _decode_inval(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.inval` (PTX ISA, 9.7.13.15.10)."""
    space = _end(words, decoder)
    address = _place(instruction.operands[0], decoder)

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), WRITE)
        group.wave.part(BarrierObjects).end(numbers, group.threads)

    return step


def _decode_bytes(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.expect_tx`, `mbarrier.complete_tx` (PTX ISA, 9.7.13.15.11, 9.7.13.15.12)."""
    space = _end(words, decoder)
    completes = "complete_tx" in instruction.modifiers
    place, size = instruction.operands
    address, sizes = _place(place, decoder), decoder.read(size, _U32)

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), ATOMIC)
        objects = group.wave.part(BarrierObjects)
        if not completes:
            objects.expect(numbers, _everywhere(sizes, group), group.threads)
            return
        for number, nbytes, thread in zip(
            numbers.tolist(), _everywhere(sizes, group).tolist(), group.threads.tolist(), strict=True
        ):
            objects.complete(number, nbytes, thread)

    return step


def _decode_arrive(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.arrive`, `mbarrier.arrive_drop` (PTX ISA, 9.7.13.15.13, 9.7.13.15.14)."""
    drop = "arrive_drop" in instruction.modifiers
    expects = words.has("expect_tx")
    whole = not words.has("noComplete")
    space = _end(words, decoder)
    operands = list(instruction.operands)
    target = Sink() if isinstance(operands[0], Address) else operands.pop(0)
    place, *rest = operands
    if len(rest) > 1 or (expects and not rest):
        decoder.refuse("it has another number of operands than it takes")
    address = _place(place, decoder)
    number_of = decoder.read(rest[0], _U32) if rest else None
    write = decoder.write(target, _U64)

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), ATOMIC)
        objects = group.wave.part(BarrierObjects)
        counts = np.broadcast_to(_ONE if number_of is None else number_of(group), group.size)
        if not expects:
            write(group, objects.arrive(numbers, counts, group.threads, drop=drop, whole=whole))
            return
        # Both are one operation of a thread: the bytes of the second thread may be those of the next phase.
        found = np.empty(group.size, _U64)
        for k in range(group.size):
            one = slice(k, k + 1)
            objects.expect(numbers[one], counts[one], group.threads[one])
            found[one] = objects.arrive(numbers[one], _ONE, group.threads[one], drop=drop)
        write(group, found)

    return step


def _decode_wait(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.test_wait`, `mbarrier.try_wait` (PTX ISA, 9.7.13.15.16): neither waits, whatever time it is given; others have
    their turn in between."""
    by_parity = words.has("parity")
    space = _end(words, decoder)
    target, place, state, *hint = instruction.operands
    if len(hint) > ("try_wait" in instruction.modifiers):
        decoder.refuse("it has another number of operands than it takes")
    address = _place(place, decoder)
    states = decoder.read(state, _U32 if by_parity else _U64)
    write = decoder.write(target, DTYPES["pred"])

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), READ)
        given = _everywhere(states, group)
        parities = given.astype(np.uint64) if by_parity else given >> np.uint64(PHASE_BIT)
        if by_parity and (parities > 1).any():
            first = int(np.argmax(parities > 1))
            raise Fault(
                UNDEFINED,
                f"asks for a phase of parity {int(parities[first])}: it is 0 or 1",
                int(group.threads[first]),
            )
        write(group, group.wave.part(BarrierObjects).is_over(numbers, parities, group.threads))

    return step


def _decode_pending_count(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`mbarrier.pending_count` (PTX ISA, 9.7.13.15.17): how many arrivals were missing when that state was given."""
    words.need(("b64",), "type")
    words.end()
    target, state = instruction.operands
    write, states = decoder.write(target, _U32), decoder.read(state, _U64)

    def step(group: Group) -> None:
        write(group, pending_count(states(group)).astype(_U32))

    return step


_DECODERS: Final = {
    "init": _decode_init,
    "inval": _decode_inval,
    "expect_tx": _decode_bytes,
    "complete_tx": _decode_bytes,
    "arrive": _decode_arrive,
    "arrive_drop": _decode_arrive,
    "test_wait": _decode_wait,
    "try_wait": _decode_wait,
    "pending_count": _decode_pending_count,
}
