"""Links the object files of an artifact into this process: by our own loader, else by LLVM's linker."""

from __future__ import annotations

import itertools
from typing import Any

from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import NamedTuple
from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cpu.image import DamagedObject, MissingSymbol, UnsupportedObject
from periclase.runtime.backends.cpu.object_loader import RUNTIME_LIBRARIES, MappedObject, map_object
from periclase.settings import settings


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
            raise _refused(artifact, str(error)) from None
        except UnsupportedObject as error:
            settings().report(f"{artifact.kernel}: linked by LLVM, since {error}")
        if self._jit is None:
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


class JitLinker:
    """LLVM's own linker, which knows every object file that LLVM makes. What it has linked stays for as long as it lives."""

    def __init__(self) -> None:
        from periclase.runtime.backends.cpu.llvm_binding import binding, target_machine

        self._llvm = binding()
        for library in RUNTIME_LIBRARIES:
            try:
                self._llvm.load_library_permanently(library)
            except (
                RuntimeError
            ):  # another system: the process has them under other names, or links reveal what lacks
                continue
        self._jit = self._llvm.create_lljit_compiler(target_machine(), use_jit_link=True)
        self._libraries: dict[bytes, tuple[str, Any]] = {}
        self._kernels: list[Any] = []  # a worker may run one when its last launch is forgotten
        self._names = itertools.count()

    def link(self, artifact: Artifact) -> LinkedCode:
        """Link `artifact`.

        Raises:
            CompileError: it can not be linked.
        """
        try:
            libraries: list[str] = []
            for code in artifact.libraries:
                libraries.append(self._library(code, libraries))
            tracker = self._link(f"kernel.{next(self._names)}", artifact.code, libraries, artifact.entry)
        except RuntimeError as error:
            raise _refused(artifact, str(error).strip()) from None
        self._kernels.append(tracker)
        return LinkedCode(tracker[artifact.entry], None)

    def _library(self, code: bytes, before: list[str]) -> str:
        """The name under which the object file `code` is linked: once, however many kernels use it."""
        found = self._libraries.get(code)
        if found is None:
            name = f"library.{next(self._names)}"
            found = self._libraries[code] = (name, self._link(name, code, before))
        return found[0]

    def _link(self, name: str, code: bytes, libraries: list[str], *exports: str) -> Any:
        builder = self._llvm.JITLibraryBuilder().add_object_img(code)
        for library in libraries:
            builder.add_jit_library(library)
        builder.add_current_process()
        for export in exports:
            builder.export_symbol(export)
        return builder.link(self._jit, name)


def _refused(artifact: Artifact, reason: str) -> CompileError:
    return CompileError(Diagnostic("PC0704", f"the code of `{artifact.kernel}` can not be loaded: {reason}"))
