"""The compiler as the runtime finds it, light to import: xDSL, LLVM and all that stands on them come with the first kernel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from periclase.codegen.cpu.ahead import begin_support

if TYPE_CHECKING:
    from periclase.diagnostics import Span
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import CompileRequest


class PericlaseCompiler:
    """The runtime's `Compiler`."""

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile `request.kernel` for `request.target`.

        Raises:
            DiagnosticError: it can not be compiled, or not for this target.
        """
        if request.target == "cpu":
            begin_support()
        from periclase.codegen.compiler import compile_kernel

        return compile_kernel(request.kernel, None, request.target)

    def runtime_object(self, name: str) -> bytes:
        """The object file of `codegen/cpu/<name>.ll` for this machine's processor.

        Raises:
            FileNotFoundError: there is no such part.
            CompileError: LLVM does not take it.
        """
        from periclase.codegen.cpu.support import support_object

        return support_object(name)

    def first_spill(self, artifact: Artifact, target: str) -> Span | None:
        """The line of the first register that a kernel of PTX spills, by the assembler and `nvdisasm` on this machine.

        Returns:
            None where it does not spill, or they are not installed.

        Raises:
            CompileError: the assembler does not take it.
        """
        from periclase.codegen.local_memory import first_spill

        return first_spill(artifact.code.decode(), artifact.entry, target)


@functools.cache
def compiler() -> PericlaseCompiler:
    """The compiler, as the runtime finds it."""
    return PericlaseCompiler()
