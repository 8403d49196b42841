"""Small matrices between shared memory and the registers of a warp, and their transposes: `ldmatrix`, `stmatrix`, `movmatrix`
(PTX ISA, 9.7.14.5.15 to 9.7.14.5.17).

In shared memory a row is 16 bytes, and a lane says where it is. In registers a lane has four bytes of a row of eight lanes' rows:
those of place `lane % 4` in row `lane // 4`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.matrix_product import elements_of
from periclase.runtime.backends.sim.instructions.warp_rows import LANES, WarpRows
from periclase.runtime.backends.sim.machine.instruction_set import WARP, instruction
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_B32: Final = DTYPES["b32"]
_ROW: Final = 16
"""Bytes of a row."""

_COUNTS: Final = {"x1": 1, "x2": 2, "x4": 4}

_SPACES: Final[dict[tuple[str, ...], str]] = {
    (): "generic",
    ("shared",): "shared",
    ("shared::cta",): "shared",
}

Shape = Callable[[Array], Array]
"""Makes words by warp, register and lane of bytes by warp, matrix, row and place in the row, or the other way round."""


# ------------------------------------------------------------------------------------------------------------- layouts ----


def _words(data: Array) -> Array:
    """Rows of 8, as they stand: a word a lane."""
    return np.ascontiguousarray(data).view(np.uint32).reshape(len(data), -1, LANES)


def _turned_halves(data: Array) -> Array:
    """Transposes of 8×8 elements of 16 bits."""
    halves = np.ascontiguousarray(data).view(np.uint16)
    return _words(np.ascontiguousarray(halves.swapaxes(2, 3)).view(np.uint8))


def _turned_bytes(data: Array) -> Array:
    """Transposes of 16×16 bytes, of each the upper and then the lower half."""
    return _words(np.ascontiguousarray(data.swapaxes(2, 3)))


def _of_words(words: Array) -> Array:
    return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), -1, 8, _ROW)


def _of_turned_halves(words: Array) -> Array:
    halves = _of_words(words).view(np.uint16)
    return np.ascontiguousarray(halves.swapaxes(2, 3)).view(np.uint8)


def _of_turned_bytes(words: Array) -> Array:
    """Transposes of 16×8 bytes: a lane has two neighbours of row `lane // 4`, and below them two of the row eight further on."""
    data = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), -1, 8, 4, 2, 2)
    # warp, matrix, row of eight, lane of four, upper or lower row, neighbour
    return np.ascontiguousarray(data.transpose(0, 1, 3, 5, 4, 2)).reshape(len(words), -1, 8, _ROW)


def _spread_bits(bits: int) -> Shape:
    """What gives each element of a row, 16 of so many bits at its beginning, a byte of its own."""

    def spread(data: Array) -> Array:
        single = np.unpackbits(data[..., : 2 * bits], axis=-1, bitorder="little")
        single = single.reshape(*data.shape[:-1], _ROW, bits)
        return np.packbits(single, axis=-1, bitorder="little").reshape(data.shape)

    return spread


_LOADS: Final[dict[tuple[str, ...], tuple[Shape, int]]] = {
    # shape, `trans` and format: the registers' contents, and how many rows a matrix has
    ("m8n8", "b16"): (_words, 8),
    ("m8n8", "trans", "b16"): (_turned_halves, 8),
    ("m16n16", "trans", "b8"): (_turned_bytes, 16),
    ("m16n16", "trans", "b8x16", "b6x16_p32"): (lambda data: _turned_bytes(_spread_bits(6)(data)), 16),
    ("m16n16", "trans", "b8x16", "b4x16_p64"): (lambda data: _turned_bytes(_spread_bits(4)(data)), 16),
    ("m8n16", "b8x16", "b6x16_p32"): (lambda data: _words(_spread_bits(6)(data)), 8),
    ("m8n16", "b8x16", "b4x16_p64"): (lambda data: _words(_spread_bits(4)(data)), 8),
}

_STORES: Final[dict[tuple[str, ...], Shape]] = {
    ("m8n8", "b16"): _of_words,
    ("m8n8", "trans", "b16"): _of_turned_halves,
    ("m16n8", "trans", "b8"): _of_turned_bytes,
}


# -------------------------------------------------------------------------------------------------------- instructions ----


def _parse(current: Instruction, decoder: Decoder) -> tuple[tuple[str, ...], int, str]:
    """The shape with its format, how many matrices, and the state space."""
    modifiers = current.modifiers
    if modifiers[:2] != ("sync", "aligned"):
        decoder.refuse("it does not know this form")
    words = [word for word in modifiers[2:] if word not in _COUNTS and not word.startswith("shared")]
    space = _SPACES.get(tuple(word for word in modifiers if word.startswith("shared")))
    count = [_COUNTS[word] for word in modifiers if word in _COUNTS]
    if space is None or len(count) != 1:
        decoder.refuse("it does not know this form")
    return tuple(words), count[0], space


@instruction("ldmatrix", members=lambda current: WARP)
def decode_matrix_load(current: Instruction, decoder: Decoder) -> Step:
    """`ldmatrix`: matrices from shared memory (9.7.14.5.15)."""
    form, count, space = _parse(current, decoder)
    if form not in _LOADS or (form[0] == "m16n16" and count == 4):
        decoder.refuse("it does not know this form")
    shape, height = _LOADS[form]
    target, place = current.operands
    writes = [decoder.write(element, _B32) for element in elements_of(target)]
    if len(writes) != count * height // 8:
        decoder.refuse(f"it has {len(writes)} registers and not {count * height // 8}")
    address = decoder.address(place)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        rows.need_all()
        where, some = _row_addresses(group, address(group), count * height)
        data = group.wave.memory.load(some, space, where, B128)
        data = np.ascontiguousarray(data).view(np.uint8).reshape(rows.number, count, height, _ROW)
        words = shape(data)
        for number, write in enumerate(writes):
            write(group, rows.gather(words[:, number]))

    return step


@instruction("stmatrix", members=lambda current: WARP)
def decode_matrix_store(current: Instruction, decoder: Decoder) -> Step:
    """`stmatrix`: matrices to shared memory (9.7.14.5.16)."""
    form, count, space = _parse(current, decoder)
    if form not in _STORES:
        decoder.refuse("it does not know this form")
    shape = _STORES[form]
    place, source = current.operands
    reads = [decoder.read(element, _B32) for element in elements_of(source)]
    if len(reads) != count:
        decoder.refuse(f"it has {len(reads)} registers and not {count}")
    address = decoder.address(place)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        rows.need_all()
        where, some = _row_addresses(group, address(group), count * 8)
        words = np.stack([rows.spread(read(group)) for read in reads], axis=1)
        group.wave.memory.store(some, space, where, shape(words).reshape(-1, _ROW).view(B128)[:, 0])

    return step


def _row_addresses(group: Group, addresses: Array, number: int) -> tuple[Array, Group]:
    """Where the rows are: what the first `number` lanes say; and those lanes."""
    first = group.lanes < number
    return np.broadcast_to(addresses, group.size)[first], group.narrow(first)


@instruction("movmatrix", members=lambda current: WARP)
def decode_transpose(current: Instruction, decoder: Decoder) -> Step:
    """`movmatrix`: the transpose of 8×8 elements of 16 bits (9.7.14.5.17)."""
    if current.modifiers != ("sync", "aligned", "m8n8", "trans", "b16"):
        decoder.refuse("it does not know this form")
    target, source = current.operands
    write, read = decoder.write(target, _B32), decoder.read(source, _B32)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        rows.need_all()
        words = rows.spread(read(group))[:, None, :]
        write(group, rows.gather(_turned_halves(_of_words(words))[:, 0]))

    return step
