"""Addresses of one space as those of another (PTX ISA, 9.7.9.19 to 9.7.9.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import (
    LOCAL_BASE,
    PARAM_BASE,
    RANK_SHIFT,
    SHARED_BASE,
    WINDOW_SHIFT,
)
from periclase.runtime.backends.sim.machine.modifiers import Modifiers
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Register

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

_BASES: Final = {
    "global": 0,
    "const": 0,
    "shared": SHARED_BASE,
    "shared::cluster": SHARED_BASE,
    "local": LOCAL_BASE,
    "param": PARAM_BASE,
}
_SIZES: Final = ("u32", "u64")
_OFFSETS: Final = np.uint64((1 << RANK_SHIFT) - 1)
_RANKS: Final = np.uint64(0xFF)


def _rank_field(addresses: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The rank and one more of addresses in the shared memory of the cluster; 0 for those of the thread's own block."""
    return addresses >> np.uint64(RANK_SHIFT) & _RANKS


def own_ranks(group: Group) -> np.ndarray[Any, Any]:
    """The rank of each thread's block in its cluster."""
    wave = group.wave
    return (np.uint64(wave.first_block) + group.blocks.astype(np.uint64)) % np.uint64(
        wave.launch.cluster_blocks
    )


@instruction("cvta")
def decode_cvta(instruction: Instruction, decoder: Decoder) -> Step:
    """`cvta` (PTX ISA, 9.7.9.20): to a generic address, or with `.to` from one."""
    words = Modifiers(instruction, decoder)
    backwards = words.has("to")
    space = words.space("")
    dtype = DTYPES[words.need(_SIZES, "size")]
    words.end()
    if space not in _BASES:
        decoder.refuse("it has no state space")
    if dtype.itemsize != 8:
        decoder.refuse("generic addresses have 64 bits here")
    base = np.uint64(_BASES[space])
    target, operand = instruction.operands
    write, read = decoder.write(target, dtype), decoder.address(operand)

    def step(group: Group) -> None:
        write(group, read(group) - base if backwards else read(group) + base)

    return step


@instruction("isspacep")
def decode_isspacep(instruction: Instruction, decoder: Decoder) -> Step:
    """`isspacep` (PTX ISA, 9.7.9.19)."""
    words = Modifiers(instruction, decoder)
    cluster = any(word == "shared::cluster" for word in instruction.modifiers)
    space = words.space("")
    words.end()
    if space not in _BASES or space == "const":
        decoder.refuse("it is not told from other spaces here")
    window = np.uint64(_BASES[space] >> WINDOW_SHIFT)
    target, operand = instruction.operands
    write, read = decoder.write(target, DTYPES["pred"]), decoder.address(operand)

    def step(group: Group) -> None:
        addresses = read(group)
        inside = addresses >> np.uint64(WINDOW_SHIFT) == window
        if space == "shared" and not cluster:
            ranks = _rank_field(addresses)
            inside = inside & ((ranks == 0) | (ranks == own_ranks(group) + np.uint64(1)))
        write(group, inside)

    return step


@instruction("mapa")
def decode_mapa(instruction: Instruction, decoder: Decoder) -> Step:
    """`mapa` (PTX ISA, 9.7.9.22): the address that lies as far into the shared memory of another block of the cluster."""
    words = Modifiers(instruction, decoder)
    space = words.space()
    dtype = DTYPES[words.need(_SIZES, "size")]
    words.end()
    if space not in ("generic", "shared::cluster"):
        decoder.refuse("only shared memory is mapped")
    target, operand, rank = instruction.operands
    write, read, ranks = (
        decoder.write(target, dtype),
        decoder.address(operand),
        decoder.read(rank, DTYPES["u32"]),
    )
    window = np.uint64(SHARED_BASE if space == "generic" else 0)

    def step(group: Group) -> None:
        field = (ranks(group).astype(np.uint64) + np.uint64(1)) << np.uint64(RANK_SHIFT)
        write(group, (read(group) & _OFFSETS | field | window).astype(dtype))

    return step


@instruction("getctarank")
def decode_getctarank(instruction: Instruction, decoder: Decoder) -> Step:
    """`getctarank` (PTX ISA, 9.7.9.23): the rank of the block whose shared memory an address names."""
    words = Modifiers(instruction, decoder)
    space = words.space()
    words.need(_SIZES, "size")
    words.end()
    if space not in ("generic", "shared::cluster"):
        decoder.refuse("only shared memory belongs to a block")
    target, operand = instruction.operands
    write, read = decoder.write(target, DTYPES["u32"]), decoder.address(operand)

    def step(group: Group) -> None:
        fields = _rank_field(read(group))
        ranks = np.where(fields == 0, own_ranks(group), fields - np.uint64(1))
        write(group, ranks.astype(np.uint32))

    return step


def is_register_of(operand: Operand, type: str, decoder: Decoder) -> bool:
    """Whether an operand is a register that was declared with this type."""
    return isinstance(operand, Register) and decoder.register_type(operand) == type
