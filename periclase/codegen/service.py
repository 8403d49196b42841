"""The compiler as the runtime finds it, light to import: xDSL, LLVM and all that stands on them come with the first kernel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from periclase.codegen.cpu.ahead import begin_support

if TYPE_CHECKING:
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


@functools.cache
def compiler() -> PericlaseCompiler:
    """The compiler, as the runtime finds it."""
    return PericlaseCompiler()
