"""LLVM's linker, for the object files that our own loader does not know."""

from __future__ import annotations

import itertools
from typing import Any

from periclase.runtime.artifact import Artifact
from periclase.runtime.backends.cpu.image import RUNTIME_LIBRARIES
from periclase.runtime.backends.cpu.kernels import LinkedCode, refused
from periclase.runtime.backends.cpu.llvm_binding import binding, target_machine


class JitLinker:
    """LLVM's own linker, which knows every object file that LLVM makes. What it has linked stays for as long as it lives."""

    def __init__(self) -> None:
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
            raise refused(artifact, str(error).strip()) from None
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
