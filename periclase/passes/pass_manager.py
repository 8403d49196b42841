"""Running a pipeline, and looking on while it runs.

An `Instrumentation` is told before and after each pass. Here are those that the tools use: printing the
module, timing, counting ops, verifying, a reproducer for a pass that fails, and taking the module at marked
stages.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from io import StringIO
from typing import TYPE_CHECKING, TextIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError
from periclase.garbage import paused_collector
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.pipelines import MARK_STAGE, PassSpec, Pipeline
from periclase.record import MutableRecord, Record, field

if TYPE_CHECKING:
    from pathlib import Path


class Instrumentation:
    """Looks on while a pipeline runs; by default at nothing. It must not change the module."""

    def before_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
        """Called once, before the first pass."""

    def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
        """Called before each pass."""

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Called after each pass that did not fail, with the time that it took."""

    def pass_failed(self, spec: PassSpec, module: ModuleOp, error: Exception) -> None:
        """Called when a pass has raised; `module` is in an unknown state."""

    def after_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
        """Called once, after the last pass, unless one failed."""


def _text(module: ModuleOp) -> str:
    from xdsl.printer import Printer  # only instrumentation prints

    stream = StringIO()
    Printer(stream=stream, print_debuginfo=True).print_op(module)
    return stream.getvalue()


def _with_pass(error: DiagnosticError, spec: PassSpec) -> CompileError:
    note = f"in pass '{spec}'"
    return CompileError(
        diagnostic if any(n.message == note for n in diagnostic.notes) else diagnostic.with_note(note)
        for diagnostic in error.diagnostics
    )


def run_pipeline(
    pipeline: Pipeline, context: Context, module: ModuleOp, instrumentation: Sequence[Instrumentation] = ()
) -> None:
    """Run `pipeline` on `module`, in place.

    All passes are loaded before the first one runs, so that a misspelt name is told before any work.

    Raises:
        CompileError: a pass can not be had (PC0603, PC0604, PC0609), or failed: its own diagnostics with a
            note that names it, or PC0605 for any other exception.
    """
    loaded = [(spec, spec.load()) for spec in pipeline]
    with paused_collector():
        for observer in instrumentation:
            observer.before_pipeline(pipeline, module)
        for spec, module_pass in loaded:
            for observer in instrumentation:
                observer.before_pass(spec, module)
            start = time.perf_counter()
            try:
                module_pass.apply(context, module)
            except Exception as error:
                for observer in instrumentation:
                    observer.pass_failed(spec, module, error)
                if isinstance(error, DiagnosticError):
                    raise _with_pass(error, spec) from error
                raise CompileError(
                    Diagnostic("PC0605", f"pass '{spec}' failed: {_summary(error)}")
                ) from error
            seconds = time.perf_counter() - start
            for observer in reversed(instrumentation):
                try:
                    observer.after_pass(spec, module, seconds)
                except DiagnosticError as error:
                    raise CompileError(
                        diagnostic.with_note(f"after pass '{spec}'") for diagnostic in error.diagnostics
                    ) from error
        for observer in instrumentation:
            observer.after_pipeline(pipeline, module)


def _summary(error: Exception) -> str:
    """The type and the first line of an exception: xDSL's carry the whole module behind it."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


class PrintIR(Instrumentation, MutableRecord):
    """Prints the module around passes.

    Attributes:
        stream: where to.
        before: the passes before which to print.
        after: the passes after which to print; None for all.
        only_changes: whether to print after a pass only if the text differs from the last time.
    """

    stream: TextIO
    before: Collection[str] = ()
    after: Collection[str] | None = None
    only_changes: bool = False
    _last: str = ""

    def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
        """Print if asked to."""
        if spec.name in self.before:
            self._print(f"before {spec}", module)

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Print if asked to."""
        if (self.after is None and spec.name != MARK_STAGE) or (
            self.after is not None and spec.name in self.after
        ):
            self._print(f"after {spec}", module)

    def _print(self, title: str, module: ModuleOp) -> None:
        text = _text(module)
        if self.only_changes and text == self._last:
            text = "// unchanged"
        else:
            self._last = text
        self.stream.write(f"// ----- {title} -----\n{text}\n\n")


class PassRecord(Record):
    """What was measured of one pass: the text of its spec, its time in seconds, and the ops there were
    after it."""

    spec: PassSpec
    seconds: float
    ops: int | None = None


class Timing(Instrumentation, MutableRecord):
    """Times the passes.

    Attributes:
        records: one a pass that ran, in order.
    """

    records: list[PassRecord] = field(default_factory=list[PassRecord])

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Note the time."""
        if spec.name != MARK_STAGE:
            self.records.append(PassRecord(spec, seconds))

    @property
    def seconds(self) -> float:
        """The time of all passes."""
        return sum(record.seconds for record in self.records)

    def __str__(self) -> str:
        lines = [f"{record.seconds * 1e3:9.3f} ms  {record.spec}" for record in self.records]
        return "\n".join([*lines, f"{self.seconds * 1e3:9.3f} ms  in all"])


class CountOps(Instrumentation, MutableRecord):
    """Counts the ops of the module, the module itself not among them.

    Attributes:
        initial: the number before the first pass.
        records: one a pass that ran, in order.
    """

    initial: int = 0
    records: list[PassRecord] = field(default_factory=list[PassRecord])

    def before_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
        """Count."""
        self.initial = _count(module)

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Count."""
        if spec.name != MARK_STAGE:
            self.records.append(PassRecord(spec, seconds, _count(module)))


def _count(module: ModuleOp) -> int:
    return sum(1 for _ in module.walk()) - 1


class VerifyEach(Instrumentation, MutableRecord):
    """Verifies the module after every pass: xDSL's verifiers and SSA form.

    Attributes:
        operations: whether to run xDSL's verifiers too, which take fifty times as long.
    """

    operations: bool = True

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Verify.

        Raises:
            CompileError: something is wrong (PC0601).
        """
        if spec.name == MARK_STAGE:
            return
        found = verify_ssa(module)
        if found:
            raise CompileError(found)
        if self.operations:
            try:
                module.verify()
            except VerifyException as error:
                raise CompileError(Diagnostic("PC0601", _summary(error))) from None


class CrashReproducer(Instrumentation, MutableRecord):
    """Writes a file that makes a failure happen again: the pipeline, and the module as it was before the
    first pass.

    `periclase-opt FILE -p '…'`, with the pipeline that stands in the first lines, repeats it.

    Attributes:
        path: the file; written only when a pass fails.
    """

    path: Path
    _pipeline: Pipeline = field(default_factory=Pipeline)
    _module: str = ""
    _position: int = 0

    def before_pipeline(self, pipeline: Pipeline, module: ModuleOp) -> None:
        """Keep the module's text: passes change it in place."""
        self._pipeline = pipeline
        self._module = _text(module)
        self._position = 0

    def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
        """Count how far the pipeline is."""
        self._position += 1

    def pass_failed(self, spec: PassSpec, module: ModuleOp, error: Exception) -> None:
        """Write the file."""
        ran = Pipeline(self._pipeline.specs[: self._position])
        self.path.write_text(
            f"// {_summary(error)}\n// in pass '{spec}'; to repeat it:\n// periclase-opt {self.path.name} -p '{ran}'\n"
            f"{self._module}\n",
            encoding="utf-8",
        )


class StageObserver(Instrumentation, MutableRecord):
    """Hands on the module at the points that the pipeline marks.

    Attributes:
        callback: called with the name of the stage and the module, which it must not change.
    """

    callback: Callable[[str, ModuleOp], None]

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        """Hand on."""
        if spec.name == MARK_STAGE:
            for option, values in spec.options:
                if option == "stage":
                    self.callback(str(values[0]), module)
