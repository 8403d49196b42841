"""A kernel's way through the compiler, stage by stage, as text with counts and times: what the tools show."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from periclase.tools.command import did_you_mean, refuse

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.passes.pipelines import Pipeline
    from periclase.tools.kernel_files import AnyKernel


@dataclass(frozen=True, slots=True)
class StageOutput:
    """A kernel after one stage.

    Attributes:
        name: the stage's name, as `--emit` takes it.
        text: what it looks like; of binary code, how long it is.
        code: the bytes of binary code, else empty.
        operations: how many operations a module of IR holds, or None.
        milliseconds: how long the stage took.
    """

    name: str
    text: str
    code: bytes
    operations: int | None
    milliseconds: float


def module_text(module: ModuleOp, *, locations: bool = False) -> str:
    """`module` in its custom syntax, ending in a newline; with `loc(…)` on every operation if `locations`."""
    from xdsl.printer import Printer

    stream = StringIO()
    Printer(stream=stream, print_debuginfo=locations).print_op(module)
    return stream.getvalue() + "\n"


def parse_pipeline(text: str | None) -> Pipeline | None:
    """The pipeline that `text` names, or None for the standard one.

    Raises:
        DiagnosticError: it can not be read, or names a pass or an option that does not exist.
    """
    if text is None:
        return None
    from periclase.passes.pipelines import Pipeline

    pipeline = Pipeline.parse(text)
    for spec in pipeline:
        spec.load()
    return pipeline


def stages(
    kernel: AnyKernel,
    target: str | None,
    passes: str | None = None,
    *,
    last: str | None = None,
    locations: bool = False,
) -> Iterator[StageOutput]:
    """The stages of `kernel` for `target` (`cpu` or a GPU's, None for the default), in order, up to that named `last`.

    The compiler works as far as the iterator is advanced, and no further. With `locations`, modules are printed with theirs.

    Raises:
        DiagnosticError: the kernel can not be compiled.
    """
    from periclase.compiling import compiling

    with compiling():
        from periclase.codegen import compiler

    start = time.perf_counter()
    for name, content in compiler.stages(kernel, kernel.signature, target, pipeline=parse_pipeline(passes)):
        milliseconds = (time.perf_counter() - start) * 1e3
        if isinstance(content, str):
            yield StageOutput(name, content, b"", None, milliseconds)
        elif isinstance(content, bytes):
            yield StageOutput(name, f"{len(content)} bytes", content, None, milliseconds)
        else:
            # The module itself, not counted; the compiler goes on with this very object, so its text is taken now.
            operations = sum(1 for _ in content.walk()) - 1
            yield StageOutput(name, module_text(content, locations=locations), b"", operations, milliseconds)
        if name == last:
            return
        start = time.perf_counter()


def stage(
    kernel: AnyKernel, name: str, target: str | None, passes: str | None = None, *, locations: bool = False
) -> StageOutput:
    """`kernel` after the stage `name`.

    Raises:
        DiagnosticError: the kernel can not be compiled, or `target` has no such stage.
    """
    seen: list[str] = []
    for output in stages(kernel, target, passes, last=name, locations=locations):
        if output.name == name:
            return output
        seen.append(output.name)
    raise refuse(
        "PC0811", f"{target or 'the default target'} has no stage `{name}`", did_you_mean(name, seen)
    )
