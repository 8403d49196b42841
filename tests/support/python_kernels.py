"""Kernels made of Python functions, and the compiler that "compiles" them, for the `python_backend`.

```python
double = python_kernel("x: in float32, y: out float32")(lambda x, y: np.multiply(x, 2, out=y))
double[1, 1](x, y)
```

The declaration of a parameter is `name: dtype` for a scalar, and `name: access dtype` for a slice, where the access is `in`
(`Slice`), `inout` (`MutSlice`) or `out` (`OutSlice`). A kernel that is `broken` can not be compiled; what the compiled code's
analysis would say is given by `effects`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from python_backend import FUNCTIONS

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.kernel import LaunchConfiguration, dimensions
from periclase.runtime.artifact import Access, Artifact, ArtifactKind, Parameter, ParameterKind
from periclase.runtime.protocols import CompileRequest

_ACCESSES = {"in": Access.READ, "inout": Access.READ_WRITE, "out": Access.WRITE}

_numbers = itertools.count()


def parse_parameters(declaration: str) -> tuple[Parameter, ...]:
    """The parameters that `declaration` lists; see the module."""
    parameters: list[Parameter] = []
    for part in filter(None, map(str.strip, declaration.split(","))):
        name, _, kind = part.partition(":")
        words = kind.split()
        if len(words) == 2:
            parameters.append(Parameter(name, ParameterKind.SLICE, words[1], _ACCESSES[words[0]]))
        else:
            parameters.append(Parameter(name, ParameterKind.SCALAR, words[0]))
    return tuple(parameters)


class PythonKernel:
    """A kernel as the runtime sees one (`periclase.runtime.protocols.KernelLike`).

    Attributes:
        broken: whether the compiler refuses it. A test may mend it: it is another kernel then, with another fingerprint.
        effects: what the compiled artifact says of each parameter, or None.
        effects_complete: whether that covers every access.
        ordered: whether launches of one stream run one after another.
    """

    def __init__(
        self,
        function: Callable[..., object],
        declaration: str,
        *,
        name: str | None = None,
        broken: bool = False,
        effects: Sequence[Access] | None = None,
        effects_complete: bool = True,
        ordered: bool = False,
        static_shared_bytes: int = 0,
        max_threads: int | None = None,
        required_block: tuple[int, int, int] | None = None,
    ):
        self.name = function.__name__ if name is None else name
        self.parameters = parse_parameters(declaration)
        self.span: Span | None = Span("kernels.py", 10)
        self.broken = broken
        self.effects = None if effects is None else tuple(effects)
        self.effects_complete = effects_complete
        self.ordered = ordered
        self.static_shared_bytes = static_shared_bytes
        self.max_threads = max_threads
        self.required_block = required_block
        self.symbol = f"{self.name}.{next(_numbers)}"
        FUNCTIONS[self.symbol] = function

    def fingerprint(self) -> str:
        """See `KernelLike`."""
        return hashlib.blake2b(f"{self.symbol} {self.broken}".encode(), digest_size=16).hexdigest()

    def __getitem__(self, shape: tuple[Any, ...]) -> LaunchConfiguration:
        return configuration(self, *shape)

    def __repr__(self) -> str:
        return f"<python kernel {self.name}>"


def configuration(kernel: Any, grid: Any, block: Any, shared_bytes: int = 0) -> LaunchConfiguration:
    """What `periclase.kernel.Kernel` makes of `[grid, block, shared_bytes]`, for a kernel of tests."""
    from periclase.runtime.buffer import Buffer

    blocks = grid if isinstance(grid, Buffer) else dimensions(grid, "grid")
    return LaunchConfiguration(kernel, blocks, dimensions(block, "block"), shared_bytes)


def python_kernel(declaration: str, **options: Any) -> Callable[[Callable[..., object]], PythonKernel]:
    """A decorator that makes a `PythonKernel`; `options` are those of its constructor."""
    return lambda function: PythonKernel(function, declaration, **options)


class PythonCompiler:
    """`periclase.runtime.protocols.Compiler` for `PythonKernel`s. It counts.

    Attributes:
        compiled: how often each kernel, by name, was asked for.
        hooks: called with the request before anything else: to raise, or to wait.
    """

    def __init__(self) -> None:
        self.compiled: Counter[str] = Counter()
        self.hooks: list[Callable[[CompileRequest], object]] = []

    def compile(self, request: CompileRequest) -> Artifact:
        """See `Compiler`."""
        kernel: PythonKernel = request.kernel
        self.compiled[kernel.name] += 1
        for hook in self.hooks:
            hook(request)
        if kernel.broken:
            raise CompileError(Diagnostic("PC0201", f"`{kernel.name}` can not be compiled", kernel.span))
        return Artifact(
            kind=ArtifactKind.CPU_OBJECT,
            target=request.target,
            kernel=kernel.name,
            entry="entry",
            code=kernel.symbol.encode(),
            parameters=request.signature,
            effects=kernel.effects,
            effects_complete=kernel.effects_complete,
            static_shared_bytes=kernel.static_shared_bytes,
            max_threads_per_block=kernel.max_threads,
            required_block=kernel.required_block,
            ordered=kernel.ordered,
            span=kernel.span,
        )
