"""The standard CPU pipeline at two levels: everything that optimises left out, and at its utmost.

`OptimisationLevels`, a `periclase.runtime.protocols.Compiler`, stands in for the standard one: it compiles a kernel at the level
that its name ends in, `k_o0` or `k_o3`. Both keep `a * b + c` at two roundings, as the interpreter has them.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING
from unittest import mock

from periclase.codegen import native
from periclase.codegen.compiler import compile_kernel
from periclase.codegen.cpu.support import support_object
from periclase.passes import pipelines
from periclase.passes.pipelines import Pipeline

if TYPE_CHECKING:
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import CompileRequest

LEVELS = (0, 3)
_OPTIMISING = frozenset({"sroa", "mem2reg", "canonicalize", "sccp", "simplify-cfg", "cse", "dce"})


def pipeline(level: int) -> Pipeline:
    """The passes of a level: inlining is of both, since a barrier has to be seen from the kernel's body."""
    found = pipelines.cpu().with_options("convert-mir-to-llvm", contract=False)
    return found if level else Pipeline(tuple(s for s in found.specs if s.name not in _OPTIMISING))


class OptimisationLevels:
    """Compiles each kernel at the level that its name ends in."""

    runtime_object = staticmethod(support_object)

    def compile(self, request: CompileRequest) -> Artifact:
        """See `Compiler`."""
        level = int(request.kernel.name[-1])
        emit = functools.partial(native.emit_object, speed=level)
        with mock.patch.object(native, "emit_object", emit):
            return compile_kernel(request.kernel, None, request.target, pipeline(level))


__all__ = ["LEVELS", "OptimisationLevels", "pipeline"]
