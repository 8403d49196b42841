"""A function at work: where its threads keep registers and local memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.program import Code


class Activation:
    """A call of a function, by all threads that have come to it by the same calls.

    Attributes:
        code: the function.
        caller: who called; None for the kernel.
        resume: where the caller goes on.
        depth: how many calls deep it is.
        stack_bytes: what its callers take of the stack.
        local_base: where in each thread's local memory its variables begin.
        registers: by number, one value a thread of the wave; None before the first write. The arrays are never written to: a
            register gets a new one, so that whoever has read it keeps what was there.
        callees: what has been called from here, by where it is called and its name.
        returns: gives the caller the results, for threads that are still here; None for a kernel.
    """

    __slots__ = (
        "callees",
        "caller",
        "code",
        "depth",
        "local_base",
        "number",
        "registers",
        "resume",
        "returns",
        "stack_bytes",
    )

    def __init__(self, code: Code, caller: Activation | None, resume: int, number: int):
        self.code = code
        self.caller = caller
        self.resume = resume
        self.number = number
        self.depth = 0 if caller is None else caller.depth + 1
        self.stack_bytes = 0 if caller is None else caller.stack_bytes + caller.code.frame_bytes
        self.local_base = 0 if caller is None else caller.local_base + caller.code.local_bytes
        self.registers: list[np.ndarray[Any, Any] | None] = [None] * len(code.register_types)
        self.returns: Callable[[Group], None] | None = None
        self.callees: dict[tuple[int, str], Activation] = {}
