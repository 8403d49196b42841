"""The standard CPU pipeline at two levels: everything that optimises left out, and at its utmost.

`OptimisationLevels`, a `periclase.runtime.protocols.Compiler`, stands in for the standard one: it compiles a kernel at the level
that its name ends in, `k_o0` or `k_o3`, and an `ImportedKernel` at the level that it says. Both levels keep `a * b + c` at two
roundings, as the interpreter has them.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any
from unittest import mock

from python_kernels import configuration

from periclase.codegen import native
from periclase.codegen.artifacts import cpu_artifact
from periclase.codegen.compiler import compile_kernel, context, diagnosed, lowered_llvm_ir
from periclase.codegen.cpu.support import support_object
from periclase.garbage import paused_collector
from periclase.passes import pipelines
from periclase.passes.pipelines import Pipeline

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.kernel import LaunchConfiguration
    from periclase.runtime.artifact import Artifact
    from periclase.runtime.protocols import CompileRequest

LEVELS = (0, 3)
_OPTIMISING = frozenset({"sroa", "mem2reg", "canonicalize", "sccp", "simplify-cfg", "cse", "dce"})
_numbers = itertools.count()


@functools.cache
def pipeline(level: int) -> Pipeline:
    """The passes of a level: inlining is of both, since a barrier has to be seen from the kernel's body."""
    found = pipelines.cpu().with_options("convert-mir-to-llvm", contract=False)
    return found if level else Pipeline(tuple(s for s in found.specs if s.name not in _OPTIMISING))


@functools.cache
def _parts(level: int) -> tuple[Pipeline, Pipeline]:
    """The passes that all levels begin with, and those that are left for this one."""
    lists = [pipeline(each).specs for each in LEVELS]
    common = next(k for k, specs in enumerate(zip(*lists, strict=False)) if len(set(specs)) > 1)
    specs = pipeline(level).specs
    return Pipeline(specs[:common]), Pipeline(specs[common:])


class ImportedKernel:
    """A kernel whose module is imported already, to be launched as compiled at one level.

    Attributes:
        kernel: the kernel, of which a launch takes name, parameters and place.
        module: its own copy of the module, behind the passes that all levels begin with. It is compiled once.
        level: the level.
    """

    def __init__(self, kernel: Any, module: ModuleOp, level: int):
        self.kernel = kernel
        self.module = module
        self.level = level
        self.name: str = kernel.name
        self.span = kernel.span
        self.parameters = kernel.parameters
        self._number = next(_numbers)

    @classmethod
    def at_all_levels(cls, kernel: Any, module: ModuleOp) -> list[ImportedKernel]:
        """`kernel` at each of `LEVELS`, whose module as imported is `module`: it is used up."""
        with paused_collector(), diagnosed("pipeline"):
            _parts(0)[0].run(context(), module)
            modules = [*(module.clone() for _ in LEVELS[1:]), module]
        return [cls(kernel, own, level) for own, level in zip(modules, LEVELS, strict=True)]

    def fingerprint(self) -> str:
        """See `KernelLike`: no two are alike."""
        return f"imported {self._number}"

    def __getitem__(self, shape: tuple[Any, ...]) -> LaunchConfiguration:
        return configuration(self, *shape)

    def artifact(self) -> Artifact:
        """What it is compiled to, as `compile_kernel` does."""
        with paused_collector():
            with diagnosed("pipeline"):
                _parts(self.level)[1].run(context(), self.module)
            llvm_ir = lowered_llvm_ir(self.module, gpu=False)
            return cpu_artifact(self.kernel, self.module, llvm_ir, ordinary=True)


class OptimisationLevels:
    """Compiles each kernel at its level."""

    runtime_object = staticmethod(support_object)

    def compile(self, request: CompileRequest) -> Artifact:
        """See `Compiler`."""
        kernel = request.kernel
        imported = isinstance(kernel, ImportedKernel)
        level = kernel.level if imported else int(kernel.name[-1])
        emit = functools.partial(native.emit_object, speed=level)
        with mock.patch.object(native, "emit_object", emit):
            if imported:
                return kernel.artifact()
            return compile_kernel(kernel, None, request.target, pipeline(level))


__all__ = ["LEVELS", "ImportedKernel", "OptimisationLevels", "pipeline"]
