"""Loads and stores (PTX ISA, 9.7.9.8 to 9.7.9.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.asynchronous_stores import decode_st_async
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import READ, WRITE
from periclase.runtime.backends.sim.machine.modifiers import CACHING, ORDERS, SCOPES, Modifiers
from periclase.runtime.backends.sim.machine.rows import rows, run_of
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Operand, Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

_TYPES: Final = frozenset(
    (*(f"{kind}{bits}" for kind in "bus" for bits in (8, 16, 32, 64)), "f32", "f64", "b128")
)
_COUNTS: Final = {"v2": 2, "v4": 4, "v8": 8}
_NOT_WRITTEN: Final = ("const",)
_BULK_UNIT: Final = 8


def _access(instruction: Instruction, decoder: Decoder) -> tuple[str, np.dtype[Any], int]:
    """The space, the type of an element and how many there are."""
    words = Modifiers(instruction, decoder)
    space = words.space()
    length = words.take(_COUNTS)
    count = 1 if length is None else _COUNTS[length]
    dtype = DTYPES[words.need(_TYPES, "type")]
    words.drop(ORDERS | SCOPES | CACHING | {"unified"})
    words.end()
    if dtype.itemsize * count > 32:
        decoder.refuse("no access is of more than 32 bytes")
    return space, dtype, count


def _elements(operand: Operand, count: int, decoder: Decoder) -> tuple[Operand, ...]:
    """What a vector operand is made of; its length is that of the vector."""
    elements = operand.elements if isinstance(operand, Vector) else (operand,)
    if len(elements) != count:
        decoder.refuse(f"a vector of {len(elements)} stands where {count} are accessed")
    return elements


def _address_of(operand: Operand, decoder: Decoder) -> Any:
    if not isinstance(operand, Address):
        decoder.refuse("its address is not in brackets")
    return decoder.address(operand)


@instruction("ld", "ldu")
def decode_ld(instruction: Instruction, decoder: Decoder) -> Step:
    """`ld`, `ld.global.nc`, `ldu` (PTX ISA, 9.7.9.8 to 9.7.9.10): a register wider than the type gets it extended."""
    space, dtype, count = _access(instruction, decoder)
    target, source, *_ = instruction.operands
    address = _address_of(source, decoder)
    if count == 1:
        write = decoder.write(target, dtype)

        def load(group: Group) -> None:
            write(group, group.wave.memory.load(group, space, address(group), dtype))

        return load
    writes = [decoder.write(element, dtype) for element in _elements(target, count, decoder)]

    def load_row(group: Group) -> None:
        found = np.empty((count, group.size), dtype)
        for row in rows(group, space, address(group), dtype, count, READ):
            table = row.array.reshape(-1, row.count)
            found[row.first : row.first + row.count, row.positions] = table[row.index // row.count].T
        for write, values in zip(writes, found, strict=True):
            write(group, values)

    return load_row


@instruction("st")
def decode_st(instruction: Instruction, decoder: Decoder) -> Step:
    """`st`, `st.async`, `st.bulk` (PTX ISA, 9.7.9.11 to 9.7.9.13)."""
    match instruction.modifiers[:1]:
        case ("async",):
            return decode_st_async(instruction, decoder)
        case ("bulk",):
            return _decode_bulk(instruction, decoder)
        case _:
            pass
    space, dtype, count = _access(instruction, decoder)
    if space in _NOT_WRITTEN:
        decoder.refuse("constants are not written to")
    target, source, *_ = instruction.operands
    address = _address_of(target, decoder)
    if count == 1:
        read = decoder.read(source, dtype)

        def store(group: Group) -> None:
            group.wave.memory.store(group, space, address(group), read(group))

        return store
    reads = [decoder.read(element, dtype) for element in _elements(source, count, decoder)]

    def store_row(group: Group) -> None:
        values = np.empty((group.size, count), dtype)
        for column, read in enumerate(reads):
            values[:, column] = read(group)
        for row in rows(group, space, address(group), dtype, count, WRITE, values):
            table = row.array.reshape(-1, row.count)
            table[row.index // row.count] = values[row.positions, row.first : row.first + row.count]

    return store_row


def _decode_bulk(instruction: Instruction, decoder: Decoder) -> Step:
    """`st.bulk` (PTX ISA, 9.7.9.13): zeros in shared memory, eight bytes at a time."""
    words = Modifiers(instruction, decoder)
    words.has("bulk")
    space = words.space()
    words.drop(("weak",))
    words.end()
    target, size, initial = instruction.operands
    address, count = _address_of(target, decoder), decoder.read(size, DTYPES["u64"])
    value = decoder.read(initial, DTYPES["u64"])

    def step(group: Group) -> None:
        starts = np.broadcast_to(address(group), group.size)
        sizes = np.broadcast_to(count(group), group.size)
        for position in range(group.size):
            nbytes = int(sizes[position])
            thread = int(group.threads[position])
            if nbytes % _BULK_UNIT:
                raise Fault(UNDEFINED, f"fills {nbytes} bytes, which is no multiple of eight", thread)
            if int(np.broadcast_to(value(group), group.size)[position]):
                raise Fault(UNDEFINED, "fills memory with something else than zero", thread)
            if nbytes:
                run = run_of(group, position, nbytes // _BULK_UNIT)
                places = starts[position] + np.arange(0, nbytes, _BULK_UNIT, dtype=np.uint64)
                group.wave.memory.store(run, space, places, np.zeros(1, np.uint64))

    return step
