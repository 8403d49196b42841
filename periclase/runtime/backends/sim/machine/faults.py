"""What stops a launch: a thread did what a GPU stops for, or what no program may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.backends.sim.ptx.syntax import Instruction

TRAP = "trap"
"""`trap` was executed."""
ADDRESS = "address"
"""An access outside of all memory that it may touch."""
ALIGNMENT = "alignment"
"""An address that is no multiple of the access's size."""
DEADLOCK = "deadlock"
"""Threads wait for what can not come."""
UNDEFINED = "undefined"
"""What the PTX ISA leaves undefined, such as a warp instruction whose member mask lacks the thread itself."""
STACK = "stack"
"""Calls that go deeper than the stack."""
DIVERGENCE = "divergence"
"""Threads of one warp at different barriers, where all have to come to the same one."""
RACE = "race"
"""Two threads touch the same bytes, one of them writes, and nothing orders them."""
UNINITIALISED = "uninitialised"
"""A read of bytes that nobody has written."""


class Fault(Exception):
    """A thread can not go on.

    Attributes:
        kind: one of the constants of this module.
        reason: a sentence without its subject: `reads 4 bytes at 0x10, where there is no memory`.
        thread: the number in the wave of the first thread that did it; None where it is not one.
        instruction: what it did it by; the machine fills it in.
        others: further instructions that explain it, each with what to say of it.
    """

    def __init__(
        self,
        kind: str,
        reason: str,
        thread: int | None = None,
        instruction: Instruction | None = None,
        others: Sequence[tuple[Instruction, str]] = (),
    ):
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.thread = thread
        self.instruction = instruction
        self.others = tuple(others)
