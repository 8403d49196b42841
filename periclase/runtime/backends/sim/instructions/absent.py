"""Instructions that the simulator does not have, each with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.runtime.backends.sim.machine.instruction_set import instruction

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction


@instruction("tcgen05")
def refuse_tensor_memory(current: Instruction, decoder: Decoder) -> Step:
    """`tcgen05` (PTX ISA, 9.7.16)."""
    decoder.refuse("it has no tensor memory")


@instruction("wmma")
def refuse_opaque_fragments(current: Instruction, decoder: Decoder) -> Step:
    """`wmma` (PTX ISA, 9.7.14.4), whose fragments the document leaves to each GPU."""
    decoder.refuse("it has the products of `mma` only, whose fragments are laid out by the document")
