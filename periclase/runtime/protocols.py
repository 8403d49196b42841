"""What the runtime asks of others: a kernel object, and a compiler. (`periclase.runtime.execution` has the backend.)

The runtime imports no dialect and no pass. It names what it needs here, and finds the compiler by name when a launch misses
the artifact cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from periclase.record import Record

if TYPE_CHECKING:
    from periclase.diagnostics import Span
    from periclase.runtime.artifact import Artifact, Parameter


class KernelLike(Protocol):
    """What a launch asks of a kernel: `periclase.kernel.Kernel`, or a test's own."""

    @property
    def name(self) -> str:
        """The user's name of the kernel."""
        ...

    @property
    def span(self) -> Span | None:
        """Where it is defined."""
        ...

    @property
    def parameters(self) -> Sequence[Parameter]:
        """Names, kinds, dtypes and declared accesses, from the annotations alone: no compiler is asked."""
        ...

    def fingerprint(self) -> str:
        """A hash of everything in the user's source that the compiled code depends on.

        It covers the kernel, the device functions it reaches and the constants it reads. Imports no compiler.
        """
        ...


class CompileRequest(Record):
    """A kernel to compile.

    Attributes:
        kernel: the kernel object; only the compiler looks inside.
        signature: the parameters as this launch specialises them, in order.
        target: `cpu`, or a GPU target such as `sm_90`.
    """

    kernel: Any
    signature: tuple[Parameter, ...]
    target: str


class Compiler(Protocol):
    """Makes artifacts. `periclase.codegen.service` has ours."""

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile `request.kernel`.

        Raises:
            DiagnosticError: the kernel can not be compiled.
        """
        ...

    def runtime_object(self, name: str) -> bytes:
        """The object file, for this machine's processor, of a part of a backend that is written in LLVM IR.

        Args:
            name: such as `block_driver`.
        """
        ...

    def first_spill(self, artifact: Artifact, target: str) -> Span | None:
        """Where the machine code of a kernel of PTX spills a register for the first time, as far as that can be found out.

        Args:
            artifact: the kernel.
            target: the GPU architecture to make code for, such as `sm_90a`.

        Raises:
            DiagnosticError: there is no such code.
        """
        ...
