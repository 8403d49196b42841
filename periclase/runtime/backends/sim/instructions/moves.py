"""`mov`: values, addresses, and what is packed of several registers (PTX ISA, 9.7.9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.decoder import constant
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES, bits_of
from periclase.runtime.backends.sim.ptx.syntax import Immediate, Sink, Vector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_U64: Final = np.dtype(np.uint64)


@instruction("mov")
def decode_move(current: Instruction, decoder: Decoder) -> Step:
    """`mov`: a register, a constant, a special register, an address; or some registers in one, or one in some."""
    if len(current.modifiers) != 1 or current.modifiers[0] not in DTYPES or len(current.operands) != 2:
        decoder.refuse("it does not know this form")
    target, source = current.operands
    dtype = bits_of(current.modifiers[0])
    if isinstance(source, Vector):
        return _pack(target, source.elements, dtype, decoder)
    if isinstance(target, Vector):
        return _unpack(target.elements, source, dtype, decoder)
    write = decoder.write(target, dtype)
    if isinstance(source, Immediate) and source.floating:
        value = constant(source, DTYPES[current.modifiers[0]]).view(dtype)
        return lambda group: write(group, value)
    read = decoder.read_predicate(source) if dtype.kind == "b" else decoder.read(source, dtype)
    return lambda group: write(group, read(group))


def _part(dtype: np.dtype[Any], count: int, decoder: Decoder) -> np.dtype[Any]:
    if count not in (2, 4, 8) or dtype.itemsize % count:
        decoder.refuse("it has a number of parts that it does not divide into")
    return np.dtype(f"<u{dtype.itemsize // count}")


def _pack(target: Operand, elements: Sequence[Operand], dtype: np.dtype[Any], decoder: Decoder) -> Step:
    part = _part(dtype, len(elements), decoder)
    reads = [decoder.read(element, part) for element in elements]
    write = decoder.write(target, dtype)

    def step(group: Group) -> None:
        parts = np.empty((group.size, len(reads)), part)
        for place, read in enumerate(reads):
            parts[:, place] = read(group)
        write(group, parts.view(dtype).reshape(-1))

    return step


def _unpack(elements: Sequence[Operand], source: Operand, dtype: np.dtype[Any], decoder: Decoder) -> Step:
    part = _part(dtype, len(elements), decoder)
    writes = [
        (place, decoder.write(element, part))
        for place, element in enumerate(elements)
        if not isinstance(element, Sink)
    ]
    read = decoder.read(source, dtype)

    def step(group: Group) -> None:
        values = np.ascontiguousarray(read(group))
        if dtype == B128:
            parts = values.view(_U64 if part.itemsize == 8 else part).reshape(len(values), -1)
        else:
            parts = values.view(part).reshape(len(values), -1)
        for place, write in writes:
            write(group, np.ascontiguousarray(parts[:, place]))

    return step
