"""A kernel in this process, and how its traps are told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from periclase.diagnostics import Diagnostic, LaunchError, Note
from periclase.runtime.artifact import Artifact, Trap
from periclase.runtime.failures import TrapError
from periclase.runtime.limits import MAX_GRID


class CpuKernel:
    """What `CpuBackend.load` gives.

    Attributes:
        artifact: what it was made of.
        entry: the address of its entry (see `abi`).
        record: what the executor knows its machine code by.
    """

    __slots__ = ("__weakref__", "_drop", "artifact", "entry", "record")

    def __init__(self, artifact: Artifact, entry: int, record: int, drop: Callable[[int], None]):
        """
        Args:
            drop: what gives up `record`.
        """
        self.artifact = artifact
        self.entry = entry
        self.record = record
        self._drop = drop

    def __del__(self, process_ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not process_ends():  # then a thread may still run it, and what is needed here may be gone
            self._drop(self.record)

    def trap(self, number: int, thread: Sequence[int], block: Sequence[int]) -> TrapError:
        """The error of a launch whose first trap was `number` of the table, in that thread of that block."""
        from periclase.runtime.backends.cpu import abi

        name = self.artifact.kernel
        if number == abi.OUT_OF_MEMORY:
            return TrapError(Diagnostic("PC0703", f"there is no memory to run a block of `{name}`"))
        table = self.artifact.traps
        trap = table[number] if 0 <= number < len(table) else Trap("trap", "")
        where = Note(f"in thread {_index(thread)} of block {_index(block)}")
        reason = trap.message or "the kernel trapped"
        code = "PC0705" if trap.kind == "deadlock" else "PC0702"
        return TrapError(Diagnostic(code, f"kernel `{name}` failed: {reason}", trap.span, notes=(where,)))

    def bad_count(self, count: Sequence[int]) -> LaunchError:
        """The error of a launch whose dynamic count is beyond the limits of a grid."""
        x, y, z = MAX_GRID
        return LaunchError(
            Diagnostic(
                "PC0743",
                f"the dynamic count of `{self.artifact.kernel}` is {_index(count)}; a grid takes up to ({x}, {y}, {z}) blocks",
                help="look at the kernel that computes the count; a zero means that nothing is to be done",
            )
        )


def _index(triple: Sequence[int]) -> str:
    return f"({triple[0]}, {triple[1]}, {triple[2]})"
