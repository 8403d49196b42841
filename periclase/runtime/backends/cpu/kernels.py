"""Kernels in this process: linked by our own loader, else by LLVM's linker; and how their traps are told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError, LaunchError, Note
from periclase.record import NamedTuple
from periclase.runtime.artifact import Artifact, Trap
from periclase.runtime.backends.cpu.image import (
    DamagedObject,
    MappedObject,
    MissingSymbol,
    UnsupportedObject,
    map_object,
)
from periclase.runtime.failures import TrapError
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.backends.cpu.jit_linker import JitLinker


class CpuKernel:
    """What `CpuBackend.load` gives.

    Attributes:
        artifact: what it was made of.
        entry: the address of its entry (see `abi`).
        record: what the executor knows its machine code by; native code asks for this.
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

    def trap(self, number: int, thread: Sequence[int], block: Sequence[int]) -> DiagnosticError:
        """The error of a launch whose first trap was `number` of the table, or of `abi`, in that thread of that block."""
        from periclase.runtime.backends.cpu import abi

        name = self.artifact.kernel
        if number == abi.OUT_OF_MEMORY:
            return TrapError(Diagnostic("PC0703", f"there is no memory to run a block of `{name}`"))
        if number == abi.PARTIAL_CLUSTERS:
            return LaunchError(
                Diagnostic(
                    "PC0403",
                    f"`{name}` is launched in clusters of {self.artifact.cluster} blocks, which a grid of {_index(block)} "
                    "is no multiple of",
                )
            )
        table = self.artifact.traps
        trap = table[number] if 0 <= number < len(table) else Trap("trap", "")
        where = Note(f"in thread {_index(thread)} of block {_index(block)}")
        reason = trap.message or "the kernel trapped"
        code = "PC0705" if trap.kind == "deadlock" else "PC0702"
        return TrapError(
            Diagnostic(code, f"kernel `{name}` failed: {reason}", trap.span, notes=(*trap.notes, where))
        )

    def bad_count(self, count: Sequence[int]) -> LaunchError:
        """The error of a launch whose dynamic count is beyond the limits of a grid."""
        from periclase.runtime.backends.task_executor import bad_count

        return bad_count(self.artifact.kernel, count)


def _index(triple: Sequence[int]) -> str:
    return f"({triple[0]}, {triple[1]}, {triple[2]})"


class LinkedCode(NamedTuple):
    """Machine code of a kernel.

    Attributes:
        entry: the address of its entry.
        mapping: where it is, to be unmapped by whoever drops it; None if LLVM keeps it.
    """

    entry: int
    mapping: MappedObject | None


_libraries: dict[tuple[bytes, ...], MappedObject] = {}
"""What kernels share, by the code of the library behind that of those before it. Mapped once a process, and stays."""


class Linker:
    """Links kernels."""

    def __init__(self) -> None:
        self._jit: JitLinker | None = None

    def link(self, artifact: Artifact) -> LinkedCode:
        """Link `artifact`.

        Raises:
            CompileError: an object file is damaged, or calls a function that is nowhere in the process.
        """
        try:
            return self._map(artifact)
        except (DamagedObject, MissingSymbol) as error:
            raise refused(artifact, str(error)) from None
        except UnsupportedObject as error:
            settings().report(f"{artifact.kernel}: linked by LLVM, since {error}")
        if self._jit is None:
            from periclase.runtime.backends.cpu.jit_linker import JitLinker

            self._jit = JitLinker()
        return self._jit.link(artifact)

    def _map(self, artifact: Artifact) -> LinkedCode:
        libraries: list[MappedObject] = []
        for index, code in enumerate(artifact.libraries):
            key = artifact.libraries[: index + 1]
            library = _libraries.get(key)
            if library is None:
                library = _libraries[key] = map_object(code, libraries)
            libraries.append(library)
        mapping = map_object(artifact.code, libraries)
        entry = mapping.symbols.get(artifact.entry)
        if entry is None:
            mapping.unmap()
            raise UnsupportedObject(f"it has no `{artifact.entry}`")
        if _WITH_VARIABLES in artifact.code:
            _tell_debuggers(artifact, mapping)
            return LinkedCode(entry, None)  # it stays: a debugger may look
        return LinkedCode(entry, mapping)


_WITH_VARIABLES: Final = b".debug_pubtypes\0"
"""The name of a section that only objects with full debug information have."""


def _tell_debuggers(artifact: Artifact, mapping: MappedObject) -> None:
    """List a kernel whose debug information has variables for debuggers; a machine where that can not be done goes without."""
    from periclase.runtime.backends.cpu import debugger

    try:
        debugger.tell(artifact.code, mapping.address)
    except OSError as error:
        settings().report(f"{artifact.kernel}: debuggers are not told of it, since {error}")


def refused(artifact: Artifact, reason: str) -> CompileError:
    """The error of an artifact whose code can not be loaded."""
    return CompileError(Diagnostic("PC0704", f"the code of `{artifact.kernel}` can not be loaded: {reason}"))
