"""Links the object files of an artifact into this process: by our own loader, else by LLVM's linker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import NamedTuple
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cpu.image import DamagedObject, MissingSymbol, UnsupportedObject
from periclase.runtime.backends.cpu.object_loader import MappedObject, map_object
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.backends.cpu.jit_linker import JitLinker


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
        return LinkedCode(entry, mapping)


def refused(artifact: Artifact, reason: str) -> CompileError:
    """The error of an artifact whose code can not be loaded."""
    return CompileError(Diagnostic("PC0704", f"the code of `{artifact.kernel}` can not be loaded: {reason}"))
