"""What concerns caches, of which the machine has none (PTX ISA, 9.7.9.14 to 9.7.9.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import JUNK
from periclase.runtime.backends.sim.machine.modifiers import Modifiers
from periclase.runtime.backends.sim.machine.rows import misaligned, run_of
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Address

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

_LEVELS: Final = frozenset(("L1", "L2", "L2::evict_last", "L2::evict_normal"))
_LINE: Final = 128
"""Bytes that `discard` takes."""

_PRIORITIES: Final = ("evict_last", "evict_normal", "evict_first", "evict_unchanged")
_POLICY_WORDS: Final = frozenset(f"L2::{priority}" for priority in _PRIORITIES)


def _nothing(group: Group) -> None:
    """There is no cache."""


@instruction("prefetch", "prefetchu")
def decode_prefetch(instruction: Instruction, decoder: Decoder) -> Step:
    """`prefetch`, `prefetchu` (PTX ISA, 9.7.9.14): of an address that is nowhere, too, it changes nothing."""
    words = Modifiers(instruction, decoder)
    space = words.space()
    if words.has("tensormap"):
        if space not in ("generic", "const", "param"):
            decoder.refuse(f"no tensor map is brought from {space} memory")
    else:
        words.need(_LEVELS, "level")
        if space not in ("generic", "global", "local"):
            decoder.refuse(f"nothing is brought from {space} memory")
    words.end()
    return _nothing


@instruction("applypriority")
def decode_applypriority(instruction: Instruction, decoder: Decoder) -> Step:
    """`applypriority` (PTX ISA, 9.7.9.15)."""
    words = Modifiers(instruction, decoder)
    words.space()
    words.need(("L2::evict_normal",), "priority")
    words.end()
    return _nothing


@instruction("discard")
def decode_discard(instruction: Instruction, decoder: Decoder) -> Step:
    """`discard` (PTX ISA, 9.7.9.16): what is there can be anything afterwards, and here it is."""
    words = Modifiers(instruction, decoder)
    space = words.space()
    words.need(("L2",), "level")
    words.end()
    target = instruction.operands[0]
    if not isinstance(target, Address) or space not in ("generic", "global"):
        decoder.refuse("only global memory is discarded")
    address = decoder.address(target)
    junk = np.full(DTYPES["u64"].itemsize, JUNK, np.uint8).view(DTYPES["u64"])

    def step(group: Group) -> None:
        starts = np.broadcast_to(address(group), group.size)
        odd = starts & np.uint64(_LINE - 1)
        if odd.any():
            misaligned(group, starts, odd != 0, f"discards {_LINE} bytes")
        places = np.arange(0, _LINE, junk.itemsize, dtype=np.uint64)
        for position in range(group.size):
            run = run_of(group, position, len(places))
            group.wave.memory.store(run, space, starts[position] + places, junk)

    return step


@instruction("createpolicy")
def decode_createpolicy(instruction: Instruction, decoder: Decoder) -> Step:
    """`createpolicy` (PTX ISA, 9.7.9.18): a policy is a number, which nobody asks."""
    words = Modifiers(instruction, decoder)
    kind = words.need(("fractional", "range", "cvt"), "kind")
    policy = 1
    if kind == "cvt":
        words.need(("L2",), "level")
    else:
        words.take(("global",))
        primary = words.need(_POLICY_WORDS, "priority")
        policy += _PRIORITIES.index(primary.removeprefix("L2::"))
        words.take(_POLICY_WORDS)
    words.need(("b64",), "type")
    words.end()
    write = decoder.write(instruction.operands[0], DTYPES["b64"])
    value = np.array([policy], DTYPES["b64"])

    def step(group: Group) -> None:
        write(group, value)

    return step
