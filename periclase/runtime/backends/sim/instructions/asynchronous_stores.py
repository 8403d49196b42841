"""Stores and reductions that a barrier object counts: `st.async`, `red.async` (PTX ISA, 9.7.9.12, 9.7.13.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.mbarrier import object_number
from periclase.runtime.backends.sim.machine.atomic_operations import INTEGERS, operation
from periclase.runtime.backends.sim.machine.deliveries import deliver
from periclase.runtime.backends.sim.machine.memory import ATOMIC, WRITE
from periclase.runtime.backends.sim.machine.modifiers import Modifiers
from periclase.runtime.backends.sim.machine.rows import misaligned
from periclase.runtime.backends.sim.machine.spans import Span, pieces
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Operand, Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.read_modify_write import Operation
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_COMPLETION: Final = "mbarrier::complete_tx::bytes"
_COUNTS: Final = {"v2": 2, "v4": 4}
_STORED: Final = ("b32", "b64", "u32", "u64", "s32", "s64", "f32", "f64")
_REDUCED: Final = ("inc", "dec", "min", "max", "add", "and", "or", "xor")


def decode_st_async(instruction: Instruction, decoder: Decoder) -> Step:
    """`st.async` to the shared memory of the cluster."""
    words = Modifiers(instruction, decoder)
    words.has("async")
    words.drop(("weak",))
    _end_of_space(words, decoder)
    length = words.take(_COUNTS)
    dtype = DTYPES[words.need(_STORED, "type")]
    words.end()
    return _decode(instruction, decoder, dtype, 1 if length is None else _COUNTS[length], None)


def decode_red_async(instruction: Instruction, decoder: Decoder) -> Step:
    """`red.async` to the shared memory of the cluster."""
    words = Modifiers(instruction, decoder)
    words.has("async")
    words.need(("relaxed",), "order")
    words.need(("cluster",), "scope")
    _end_of_space(words, decoder)
    name = words.need(_REDUCED, "operation")
    type = words.need(INTEGERS, "type")
    words.end()
    found = operation(name, type, flush=False)
    if found is None:
        # `add` of u64 is the only one of 64 bits, which the table has.
        decoder.refuse(f"`.{name}` has no type `.{type}`")
    return _decode(instruction, decoder, INTEGERS[type], 1, found)


def _end_of_space(words: Modifiers, decoder: Decoder) -> None:
    if words.space("shared::cluster") != "shared::cluster":
        decoder.refuse("it stores to the shared memory of the cluster")
    words.need((_COMPLETION,), "way to be completed")


def _decode(
    instruction: Instruction,
    decoder: Decoder,
    dtype: np.dtype[Any],
    count: int,
    combined: Operation | None,
) -> Step:
    target, source, barrier = instruction.operands
    if not isinstance(target, Address) or not isinstance(barrier, Address):
        decoder.refuse("its addresses are not in brackets")
    to, counts = decoder.address(target), decoder.address(barrier)
    parts: tuple[Operand, ...] = source.elements if isinstance(source, Vector) else (source,)
    if len(parts) != count:
        decoder.refuse(f"a vector of {count} is expected")
    reads = [decoder.read(part, dtype) for part in parts]
    size = dtype.itemsize
    space, access = "shared::cluster", WRITE if combined is None else ATOMIC

    def write(span: Span, values: Array) -> None:
        if combined is None:
            span.write(values)
        else:
            span.combine(combined, values)

    def step(group: Group) -> None:
        values = np.stack([np.broadcast_to(read(group), group.size) for read in reads], 1)
        targets = np.broadcast_to(to(group), group.size)
        odd = targets & np.uint64(size * count - 1) != 0
        if odd.any():
            misaligned(group, targets, odd, f"stores {size * count} bytes")
        for position in range(group.size):
            span = Span(group, position, space, pieces(targets[position], size * count, size), dtype, access)
            mine = values[position]
            deliver(
                group,
                position,
                span,
                object_number(group, position, space, counts(group)),
                lambda mine=mine: mine,
                size * count,
                write=write,
                combines=combined is not None,
            )

    return step
