"""Instructions that no result depends on: `nanosleep`, `pmevent`, `setmaxnreg`, `brkpt` (PTX ISA, 9.7.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.runtime.backends.sim.machine.instruction_set import WARP, instruction

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction


def _nothing(group: Group) -> None:
    """No thread can tell."""


@instruction("nanosleep")
def decode_sleep(current: Instruction, decoder: Decoder) -> Step:
    """`nanosleep`: any time from none to twice the duration is right (9.7.19.2); here none, and the others run on meanwhile."""
    if current.modifiers != ("u32",):
        decoder.refuse("it does not know this form")
    return _nothing


@instruction("pmevent")
def decode_event(current: Instruction, decoder: Decoder) -> Step:
    """`pmevent`: counts for a profiler (9.7.19.3), and there is none."""
    if current.modifiers not in ((), ("mask",)):
        decoder.refuse("it does not know this form")
    return _nothing


@instruction("setmaxnreg", members=lambda current: WARP)
def decode_register_count(current: Instruction, decoder: Decoder) -> Step:
    """`setmaxnreg`: how many registers a thread may have from here on (9.7.19.5). Here they have what functions declare."""
    if current.modifiers not in (("inc", "sync", "aligned", "u32"), ("dec", "sync", "aligned", "u32")):
        decoder.refuse("it does not know this form")
    return _nothing


@instruction("brkpt")
def decode_breakpoint(current: Instruction, decoder: Decoder) -> Step:
    """`brkpt`: stops for a debugger (9.7.19.1), and there is none."""
    if current.modifiers:
        decoder.refuse("it does not know this form")
    return _nothing
