"""Atomic operations on memory: `atom`, `red` (PTX ISA, 9.7.13.5, 9.7.13.6).

The threads of a group come in order of their numbers. Sums of floats are rounded one after another, so they are the same each
time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.asynchronous_stores import decode_red_async
from periclase.runtime.backends.sim.machine.atomic_operations import ELEMENTS, SWAPS, operation
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import ATOMIC
from periclase.runtime.backends.sim.machine.modifiers import SCOPES, Modifiers
from periclase.runtime.backends.sim.machine.read_modify_write import apply
from periclase.runtime.backends.sim.machine.rows import rows
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address, Sink, Vector

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_NAMES: Final = frozenset(("add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"))
_ORDERS: Final = frozenset(("relaxed", "acquire", "release", "acq_rel"))
_COUNTS: Final = {"v2": 2, "v4": 4, "v8": 8}
_SPACES: Final = ("generic", "global", "shared", "shared::cluster")
_LONGEST_ROW: Final = 16


class _Form:
    """What an instruction does: the operation's name, the elements' type, how many there are of it, where."""

    def __init__(self, instruction: Instruction, decoder: Decoder):
        words = Modifiers(instruction, decoder)
        self.space = words.space()
        self.has_policy = words.has("L2::cache_hint")
        words.drop(_ORDERS | SCOPES)
        self.name = words.need(_NAMES, "operation")
        length = words.take(_COUNTS)
        self.is_vector = length is not None
        self.count = 1 if length is None else _COUNTS[length]
        words.take(("noftz",))
        self.type = words.need((*ELEMENTS, "b128"), "type")
        words.end()
        if self.space not in _SPACES:
            decoder.refuse(f"there are no atomic operations on {self.space} memory")
        if self.is_vector and self.space not in ("generic", "global"):
            decoder.refuse("several elements are changed in global memory only")
        self.operands = 2 if self.name == "cas" else 1


@instruction("atom")
def decode_atom(instruction: Instruction, decoder: Decoder) -> Step:
    """`atom` (PTX ISA, 9.7.13.5): gives what was there before."""
    form = _Form(instruction, decoder)
    target, place, *rest = instruction.operands
    return _decode(form, target, place, rest, decoder)


@instruction("red")
def decode_red(instruction: Instruction, decoder: Decoder) -> Step:
    """`red`, `red.async` (PTX ISA, 9.7.13.6, 9.7.13.7)."""
    if "async" in instruction.modifiers:
        return decode_red_async(instruction, decoder)
    form = _Form(instruction, decoder)
    if form.name in ("exch", "cas"):
        decoder.refuse("there is no such reduction")
    place, *rest = instruction.operands
    return _decode(form, Sink(), place, rest, decoder)


def _decode(form: _Form, target: Operand, place: Operand, rest: list[Operand], decoder: Decoder) -> Step:
    if not isinstance(place, Address):
        decoder.refuse("its address is not in brackets")
    if len(rest) != form.operands + form.has_policy:
        decoder.refuse(f"it takes {form.operands} operands")
    address = decoder.address(place)
    sources = rest[: form.operands]
    if form.type == "b128":
        return _decode_wide(form, target, address, sources, decoder)
    element, dtype, packed = ELEMENTS[form.type]
    own = operation(form.name, element, flush=False)
    flushing = operation(form.name, element, flush=True)
    if own is None or flushing is None:
        decoder.refuse(f"`.{form.name}` has no type `.{form.type}`")
    count = form.count * packed
    if dtype.itemsize * count > _LONGEST_ROW:
        decoder.refuse("several elements are 16 bytes at most")
    register = DTYPES[form.type]
    reads = [[decoder.read(part, register) for part in _parts(source, form, decoder)] for source in sources]
    wanted = not isinstance(target, Sink)
    writes = [decoder.write(part, register) for part in _parts(target, form, decoder)] if wanted else []

    def step(group: Group) -> None:
        values = [
            np.stack([np.broadcast_to(read(group), group.size) for read in parts], 1)
            .view(dtype)
            .reshape(group.size, count)
            for parts in reads
        ]
        before = np.empty((group.size, count), dtype)
        changes = group.wave.memory.changes
        for row in rows(group, form.space, address(group), dtype, count, ATOMIC):
            chosen = own if row.region.space == "shared" else flushing
            for column in range(count):
                old = apply(
                    chosen,
                    row.array,
                    row.index + column if column else row.index,
                    tuple(operand[row.positions, column] for operand in values),
                    wanted=wanted,
                )
                if old is not None:
                    before[row.positions, column] = old
        if form.name == "cas" and wanted and not _swapped(before, *values):
            group.wave.memory.changes = changes  # who spins for a lock changes nothing
        if wanted:
            for write, part in zip(writes, before.view(register).reshape(group.size, -1).T, strict=True):
                write(group, np.ascontiguousarray(part))

    return step


def _swapped(before: Array, expected: Array, new: Array) -> bool:
    """Whether a compare-and-swap has changed an element."""
    return bool(((before == expected) & (expected != new)).any())


def _parts(operand: Operand, form: _Form, decoder: Decoder) -> tuple[Operand, ...]:
    if not form.is_vector:
        return (operand,)
    if isinstance(operand, Sink):
        return (operand,) * form.count
    if not isinstance(operand, Vector) or len(operand.elements) != form.count:
        decoder.refuse(f"a vector of {form.count} is expected")
    return operand.elements


def _decode_wide(
    form: _Form,
    target: Operand,
    address: Callable[[Group], Array],
    sources: list[Operand],
    decoder: Decoder,
) -> Step:
    """`atom.exch.b128`, `atom.cas.b128`."""
    if form.name not in SWAPS or form.is_vector:
        decoder.refuse(f"`.{form.name}` has no type `.b128`")
    chosen = SWAPS[form.name]
    reads = [decoder.read(source, B128) for source in sources]
    write = decoder.write(target, B128)

    def step(group: Group) -> None:
        values = [np.broadcast_to(read(group), group.size) for read in reads]
        before = np.empty(group.size, B128)
        for cells in group.wave.memory.cells(group, form.space, address(group), B128, ATOMIC):
            operands = tuple(operand[cells.positions] for operand in values)
            before[cells.positions] = apply(chosen, cells.array, cells.index, operands)
        write(group, before)

    return step
