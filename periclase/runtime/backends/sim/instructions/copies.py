"""Copies that go on by themselves: `cp.async` (PTX ISA, 9.7.9.25.3); `cp.async.bulk` and `cp.reduce.async.bulk` are handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.address_spaces import is_register_of
from periclase.runtime.backends.sim.instructions.bulk_copies import decode_bulk, pending_groups
from periclase.runtime.backends.sim.instructions.mbarrier import object_numbers
from periclase.runtime.backends.sim.machine.barrier_objects import BarrierObjects
from periclase.runtime.backends.sim.machine.copies_in_flight import Arrivals, Copies, Move
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import ATOMIC, READ, WRITE
from periclase.runtime.backends.sim.machine.modifiers import CACHING, Modifiers
from periclase.runtime.backends.sim.machine.rows import WHOLE, misaligned
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Immediate, Operand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_SIZES: Final = (4, 8, 16)
_PAST_L1: Final = 16
"""Bytes that `.cg` takes."""


@instruction("cp")
def decode_cp(instruction: Instruction, decoder: Decoder) -> Step:
    """All instructions that begin with `cp`."""
    words = Modifiers(instruction, decoder)
    reduces = words.has("reduce")
    if not words.has("async"):
        decoder.refuse("it is not known here")
    if words.has("bulk"):
        return decode_bulk(instruction, words, decoder, reduces=reduces)
    if words.has("commit_group"):
        words.end()
        return lambda group: group.wave.part(Copies).close(group.threads)
    if words.has("wait_all"):
        words.end()
        return lambda group: group.wave.part(Copies).wait_all(group.threads)
    if words.has("wait_group"):
        words.end()
        pending = pending_groups(instruction, decoder)
        return lambda group: group.wave.part(Copies).wait(group.threads, pending)
    if words.has("mbarrier"):
        return _decode_arrive(instruction, words, decoder)
    return _decode_copy(instruction, words, decoder)


def _decode_arrive(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`cp.async.mbarrier.arrive` (PTX ISA, 9.7.13.15.15): the phase waits for one arrival more, if not `.noinc`."""
    words.need(("arrive",), "action")
    counted = words.has("noinc")
    space = words.space()
    words.need(("b64",), "type")
    words.end()
    place = instruction.operands[0]
    if not isinstance(place, Address):
        decoder.refuse("its address is not in brackets")
    address = decoder.address(place)

    def step(group: Group) -> None:
        numbers = object_numbers(group, space, address(group), ATOMIC)
        objects, copies = group.wave.part(BarrierObjects), group.wave.part(Copies)
        objects.check(numbers, group.threads)
        for number in np.unique(numbers).tolist():
            threads = group.threads[numbers == number]
            if not counted:
                objects.expect_arrivals(number, len(threads), int(threads[0]))
            objects.later(number, Arrivals(copies, threads))

    return step


def _decode_copy(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`cp.async` of 4, 8 or 16 bytes; what is not read of the source becomes zero."""
    level = words.need(("ca", "cg"), "cache operator")
    spaces = (words.space(), words.space())
    has_policy = words.has("L2::cache_hint")
    words.drop(CACHING)
    words.end()
    if spaces != ("shared", "global"):
        decoder.refuse("it copies from global to shared memory")
    target, source, size, *rest = instruction.operands
    if has_policy:
        rest.pop()
    if not isinstance(size, Immediate) or size.value not in _SIZES or len(rest) > 1:
        decoder.refuse("it copies 4, 8 or 16 bytes")
    nbytes = size.value
    if level == "cg" and nbytes != _PAST_L1:
        decoder.refuse("`.cg` copies 16 bytes")
    if not isinstance(target, Address) or not isinstance(source, Address):
        decoder.refuse("its addresses are not in brackets")
    to, whence = decoder.address(target), decoder.address(source)
    read_bytes = _bytes_read(rest[0], nbytes, decoder) if rest else None

    def step(group: Group) -> None:
        targets, sources = (np.broadcast_to(read(group), group.size) for read in (to, whence))
        if read_bytes is None:
            moves = list(_moves(group, targets, sources, WHOLE[nbytes]))
        else:
            moves = list(_part_moves(group, targets, sources, read_bytes(group), nbytes))
        group.wave.part(Copies).start(moves)

    return step


def _bytes_read(operand: Operand, nbytes: int, decoder: Decoder) -> Callable[[Group], Array]:
    """How many bytes of the source each thread reads: `src-size`, or by the predicate `ignore-src`, none."""
    if is_register_of(operand, "pred", decoder):
        ignores = decoder.read_predicate(operand)
        return lambda group: np.where(ignores(group), 0, nbytes)
    sizes = decoder.read(operand, DTYPES["u32"])

    def read(group: Group) -> Array:
        found = np.broadcast_to(sizes(group), group.size)
        if (found > nbytes).any():
            first = int(np.argmax(found > nbytes))
            raise Fault(
                UNDEFINED,
                f"copies {nbytes} bytes, and reads {int(found[first])} for them",
                int(group.threads[first]),
            )
        return found

    return read


def _moves(group: Group, targets: Array, sources: Array | None, dtype: np.dtype[Any]) -> Iterator[Move]:
    """The moves of an element a thread; of zeros where there are no sources."""
    memory = group.wave.memory
    (target,) = memory.cells(group, "shared", targets, dtype, WRITE)
    if sources is None:
        yield Move(group.threads, target.region, target.array, target.index, None, target.index)
        return
    for source in memory.cells(group, "global", sources, dtype, READ):
        those = source.positions
        yield Move(
            group.threads[those],
            target.region,
            target.array,
            target.index[those],
            source.array,
            source.index,
        )


def _part_moves(
    group: Group, targets: Array, sources: Array, read_bytes: Array, nbytes: int
) -> Iterator[Move]:
    """The moves of threads that read fewer bytes than they write. What is not read may be no memory at all."""
    read_bytes = np.broadcast_to(read_bytes, group.size)
    odd = (sources & np.uint64(nbytes - 1)) != 0
    odd &= read_bytes > 0
    if odd.any():
        misaligned(group, sources, odd, f"copies {nbytes} bytes")
    for mask, whole in ((read_bytes == nbytes, True), (read_bytes == 0, False)):
        if mask.any():
            yield from _moves(
                group.narrow(mask), targets[mask], sources[mask] if whole else None, WHOLE[nbytes]
            )
    part = (read_bytes > 0) & (read_bytes < nbytes)
    if not part.any():
        return
    # The target is looked at as a whole, the source as far as it is read.
    some = group.narrow(part)
    group.wave.memory.cells(some, "shared", targets[part], WHOLE[nbytes], WRITE)
    for offset in range(nbytes):
        for reads in (True, False):
            mask = part & ((read_bytes > offset) == reads)
            if mask.any():
                yield from _moves(
                    group.narrow(mask),
                    targets[mask] + np.uint64(offset),
                    sources[mask] + np.uint64(offset) if reads else None,
                    WHOLE[1],
                )
