"""Bulk copies by the copy engine: `cp.async.bulk`, `cp.reduce.async.bulk` (PTX ISA, 9.7.9.25.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.mbarrier import object_number
from periclase.runtime.backends.sim.instructions.tensor_copies import decode_tensor
from periclase.runtime.backends.sim.machine.atomic_operations import ELEMENTS, operation
from periclase.runtime.backends.sim.machine.copies_in_flight import BulkCopy, BulkGroups
from periclase.runtime.backends.sim.machine.deliveries import deliver
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.in_flight import InFlight
from periclase.runtime.backends.sim.machine.memory import ATOMIC, READ, WRITE
from periclase.runtime.backends.sim.machine.modifiers import Modifiers
from periclase.runtime.backends.sim.machine.rows import misaligned
from periclase.runtime.backends.sim.machine.spans import Span, pieces
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Immediate, Operand

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.read_modify_write import Operation
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_COMPLETIONS: Final = ("mbarrier::complete_tx::bytes", "bulk_group")
_OPERATIONS: Final = ("and", "or", "xor", "add", "inc", "dec", "min", "max")
_TYPES: Final = ("f16", "bf16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64")
_UNIT: Final = 16
"""Bytes of which all copies and addresses are multiples."""

_WAYS: Final = {
    ("shared::cluster", "global"): True,
    ("shared", "global"): True,
    ("shared::cluster", "shared"): True,
    ("global", "shared"): False,
}
"""Where copies go to and come from, to whether a barrier object counts them; else they belong to a group."""


def decode_bulk(instruction: Instruction, words: Modifiers, decoder: Decoder, *, reduces: bool) -> Step:
    """`cp.async.bulk…`, `cp.reduce.async.bulk…`; the words in front of that are taken."""
    if words.has("commit_group"):
        words.end()
        return lambda group: group.wave.part(BulkGroups).close(group.threads)
    if words.has("wait_group"):
        return _decode_wait(instruction, words, decoder)
    prefetches = words.has("prefetch")
    if words.has("tensor"):
        return decode_tensor(instruction, words, decoder, reduces=reduces, prefetches=prefetches)
    if prefetches:
        return _decode_prefetch(instruction, words, decoder)
    return _decode_copy(instruction, words, decoder, reduces=reduces)


def pending_groups(instruction: Instruction, decoder: Decoder) -> int:
    """How many groups a wait leaves alone."""
    operand = instruction.operands[0]
    if not isinstance(operand, Immediate):
        decoder.refuse("the number of groups is a constant")
    return operand.value


def _decode_wait(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`cp.async.bulk.wait_group` (PTX ISA, 9.7.9.25.5.2)."""
    only_reads = words.has("read")
    words.end()
    pending = pending_groups(instruction, decoder)
    return lambda group: group.wave.part(BulkGroups).wait(group.threads, pending, only_reads=only_reads)


def _decode_prefetch(instruction: Instruction, words: Modifiers, decoder: Decoder) -> Step:
    """`cp.async.bulk.prefetch`: there is no cache, but the size is looked at."""
    words.need(("L2",), "level")
    if words.space() != "global":
        decoder.refuse("global memory is brought to the cache")
    words.has("L2::cache_hint")
    words.end()
    sizes = decoder.read(instruction.operands[1], DTYPES["u32"])

    def step(group: Group) -> None:
        for position in range(group.size):
            _size(group, position, sizes(group))

    return step


def _size(group: Group, position: int, sizes: Array) -> int:
    nbytes = int(np.broadcast_to(sizes, group.size)[position])
    if nbytes % _UNIT:
        raise Fault(
            UNDEFINED,
            f"copies {nbytes} bytes, which is no multiple of {_UNIT}",
            int(group.threads[position]),
        )
    return nbytes


def _address(operand: Operand, decoder: Decoder) -> Callable[[Group], Array]:
    if not isinstance(operand, Address):
        decoder.refuse("its address is not in brackets")
    return decoder.address(operand)


def _decode_copy(instruction: Instruction, words: Modifiers, decoder: Decoder, *, reduces: bool) -> Step:
    to, whence = words.space(), words.space()
    counted = words.need(_COMPLETIONS, "way to be completed") == _COMPLETIONS[0]
    has_mask = words.has("multicast::cluster")
    has_policy = words.has("L2::cache_hint")
    has_bytes = words.has("cp_mask")
    element, combined = B128, None
    if reduces:
        element, combined = _reduction(words, decoder, flush=to == "global")
    words.end()
    if _WAYS.get((to, whence)) is not counted or (has_mask and whence != "global") or (has_bytes and counted):
        decoder.refuse(f"it does not copy from {whence} to {to} memory in this way")
    operands = list(instruction.operands)
    if len(operands) != 3 + counted + has_mask + has_policy + has_bytes:
        decoder.refuse("it has another number of operands than it takes")
    targets, sources = _address(operands[0], decoder), _address(operands[1], decoder)
    sizes = decoder.read(operands[2], DTYPES["u32"])
    barriers = _address(operands[3], decoder) if counted else None
    masks = decoder.read(operands[4], DTYPES["u16"]) if has_mask else None
    byte_masks = decoder.read(operands[-1], DTYPES["u16"]) if has_bytes else None

    def write(span: Span, values: Array) -> None:
        if combined is None:
            span.write(values)
        else:
            span.combine(combined, values.view(element))

    def step(group: Group) -> None:
        starts, origins = (np.broadcast_to(read(group), group.size) for read in (targets, sources))
        odd = starts & np.uint64(_UNIT - 1) != 0
        if odd.any():
            misaligned(group, starts, odd, f"copies pieces of {_UNIT} bytes")
        for position in range(group.size):
            nbytes = _size(group, position, sizes(group))
            source = Span(group, position, whence, pieces(origins[position], nbytes, _UNIT), B128, READ)
            if byte_masks is not None:
                put = _masked(group, position, starts[position], nbytes, byte_masks(group))
                copy = BulkCopy(group.wave.part(InFlight), source, put)
                group.wave.part(BulkGroups).start(int(group.threads[position]), copy)
                continue
            places = pieces(starts[position], nbytes, element.itemsize)
            target = Span(group, position, to, places, element, WRITE if combined is None else ATOMIC)
            if barriers is None:
                copy = BulkCopy(
                    group.wave.part(InFlight),
                    source,
                    _writer(write, target),
                    target if combined is None else None,
                )
                group.wave.part(BulkGroups).start(int(group.threads[position]), copy)
                continue
            if not nbytes:
                continue
            deliver(
                group,
                position,
                target,
                object_number(group, position, to, barriers(group)),
                source.read,
                nbytes,
                blocks=None if masks is None else int(np.broadcast_to(masks(group), group.size)[position]),
                write=write,
                combines=combined is not None,
            )

    return step


def _reduction(words: Modifiers, decoder: Decoder, *, flush: bool) -> tuple[np.dtype[Any], Operation]:
    """The elements of a reduction, and what is done to each."""
    name = words.need(_OPERATIONS, "operation")
    words.take(("noftz",))
    type = words.need(_TYPES, "type")
    kind, dtype, _ = ELEMENTS[type]
    found = operation(name, kind, flush=flush)
    if found is None:
        decoder.refuse(f"`.{name}` has no type `.{type}`")
    return dtype, found


def _writer(write: Callable[[Span, Array], None], span: Span) -> Callable[[Array], None]:
    return lambda values: write(span, values)


def _masked(group: Group, position: int, start: Any, nbytes: int, masks: Array) -> Callable[[Array], None]:
    """What writes those bytes of each sixteen whose bit is set (`.cp_mask`)."""
    mask = int(np.broadcast_to(masks, group.size)[position])
    chosen = np.flatnonzero([mask >> byte % _UNIT & 1 for byte in range(nbytes)])
    span = Span(
        group, position, "global", np.uint64(start) + chosen.astype(np.uint64), np.dtype(np.uint8), WRITE
    )

    def write(values: Array) -> None:
        span.write(values.view(np.uint8)[chosen])

    return write
