"""The driver: a kernel through all its stages, to PTX or to native code.

| stage     | content                                       | target |
| --------- | --------------------------------------------- | ------ |
| `mir`     | the module as imported                        | both   |
| `mir-opt` | the same before `convert-mir-to-llvm`         | both   |
| `llvm`    | the module after the whole pipeline           | both   |
| `ll`      | LLVM IR text                                  | both   |
| `ptx`     | PTX text                                      | GPU    |
| `cubin`   | the assembled PTX                             | GPU    |
| `sass`    | its disassembly                               | GPU    |
| `obj`     | a relocatable object file                     | CPU    |
| `asm`     | its assembly text                             | CPU    |

`stages` walks along them as far as its user asks; `compile_kernel` makes what a launch needs. Whatever goes wrong on
the way is a `DiagnosticError`. Python's cyclic garbage collector rests while modules are built and rewritten: every
generation of it would walk the whole IR, which is one big cycle.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException, VerifyException

from periclase.codegen.artifacts import check_shared_memory, cpu_artifact, gpu_artifact
from periclase.codegen.targets import GpuTarget, parse_target, resolve_target
from periclase.diagnostics import CompileError, Diagnostic, Note
from periclase.garbage import paused_collector
from periclase.passes import pipelines
from periclase.passes.pass_manager import Instrumentation
from periclase.passes.pipelines import MARK_STAGE, PassSpec, Pipeline
from periclase.settings import settings

if TYPE_CHECKING:
    from pathlib import Path

    from xdsl.context import Context

    from periclase.kernel import DeviceFunction, Kernel
    from periclase.runtime.artifact import Artifact
    from periclase.signature import Signature

    AnyKernel = Kernel[..., Any] | DeviceFunction[..., Any]

CPU = "cpu"
"""The target that is this machine's processor."""


@contextlib.contextmanager
def diagnosed(stage: str) -> Generator[None]:
    """Turn what xDSL raises for invalid IR or a failed pass into diagnostics."""
    try:
        yield
    except VerifyException as error:
        message, notes = "the module is not valid", str(error)
    except PassFailedException as error:
        message, notes = "a pass failed", str(error)
    else:
        return
    # Outside the handlers, so that the traceback of the user's error does not drag the module's text along.
    lines = tuple(Note(line) for line in notes.splitlines() if line.strip())
    raise CompileError(
        Diagnostic(
            "PC0622",
            f"{message} ({stage})",
            notes=lines,
            help="if no pass of your own is in the pipeline, this is a fault of the compiler: please report the kernel",
        )
    )


@functools.cache
def context() -> Context:
    """The xDSL context that compiling uses, one a process. A dialect is looked through when an operation is asked for by name."""
    from xdsl.context import Context

    from periclase.ir.registry import dialects

    made = Context()
    for name in ("mir", "nvvm", "llvm"):
        made.register_dialect(name, functools.partial(dialects.load, name))
    return made


def import_module(kernel: AnyKernel, *, for_cpu: bool = True) -> ModuleOp:
    """The `mir` module of a kernel, or device function, and all it calls.

    Args:
        for_cpu: whether it has what the CPU runs in place of instructions of a GPU.

    Raises:
        CompileError: it is outside the subset that can be compiled.
    """
    from periclase.importer.python.import_kernels import import_kernels

    settings().report(f"importing {kernel.name}")
    # A kernel that is not written in Python knows how it is imported.
    own: Callable[..., ModuleOp] | None = getattr(kernel, "import_module", None)
    with paused_collector(), diagnosed("import"):
        module = import_kernels([kernel], for_cpu=for_cpu) if own is None else own(for_cpu=for_cpu)
    if settings().dump_mir:
        _dump("mir as imported", module)
    return module


def _dump(title: str, module: ModuleOp) -> None:
    print(f"// {title}\n{module}", file=sys.stderr)


class _DumpAfterMem2reg(Instrumentation):
    """`PERICLASE_DUMP_MIR`."""

    def after_pass(self, spec: PassSpec, module: ModuleOp, seconds: float) -> None:
        if spec.name == "mem2reg":
            _dump("mir after mem2reg", module)


class _TargetChoice(Instrumentation):
    """Chooses the GPU target when the module's `nvvm` ops are about to go: they say what it has to have."""

    def __init__(self, wanted: GpuTarget | str | None, launched: bool):
        self.wanted = wanted
        self.launched = launched
        self.target: GpuTarget | None = None

    def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
        if spec.name == "convert-nvvm-to-llvm":
            self.choose(module)

    def choose(self, module: ModuleOp) -> GpuTarget:
        """The target, chosen now unless it is already."""
        if self.target is None:
            self.target = resolve_target(self.wanted, module, launched=self.launched)
        return self.target


def _segments(pipeline: Pipeline) -> Iterator[tuple[str | None, Pipeline]]:
    """The pipeline cut behind each point that it marks: the name of the point (None: the rest), and the passes up to it."""
    start = 0
    for position, spec in enumerate(pipeline.specs):
        if spec.name == MARK_STAGE:
            name = next((str(values[0]) for option, values in spec.options if option == "stage"), None)
            yield name, Pipeline(pipeline.specs[start : position + 1])
            start = position + 1
    if start < len(pipeline.specs):
        yield None, Pipeline(pipeline.specs[start:])


def lowered_llvm_ir(module: ModuleOp, *, gpu: bool) -> str:
    """The LLVM IR text of a module that holds nothing but the `llvm` dialect any more.

    Raises:
        CompileError: something in it is not of that dialect, or can not be printed.
    """
    from periclase.codegen.llvm_ir import print_module

    with diagnosed("LLVM IR"):
        return print_module(module, target="nvptx64" if gpu else "host")


class _Compilation:
    """One kernel on its way for one target.

    Attributes:
        kernel: what is compiled.
        module: the module as far as it has come.
    """

    def __init__(
        self,
        kernel: AnyKernel,
        target: GpuTarget | str | None,
        pipeline: Pipeline | str | None,
        *,
        launched: bool = False,
    ):
        """
        Args:
            launched: whether the runtime is to launch it, and so wants to know which trap has stopped it.
        """
        self.kernel = kernel
        self._cpu = target == CPU
        wanted = None if target == CPU else target
        if isinstance(wanted, str):
            parse_target(wanted)  # a misspelt name is told before any work
        self._choice = _TargetChoice(wanted, launched)
        self.ordinary = True if pipeline is None else None
        """Whether the LLVM IR is such as ours is: with passes of the user's own it is looked at."""
        if pipeline is None:
            pipeline = pipelines.cpu() if self._cpu else pipelines.ptx(note_traps=launched)
        self._pipeline = Pipeline.parse(pipeline) if isinstance(pipeline, str) else pipeline
        self._observers: list[Instrumentation] = [] if self._cpu else [self._choice]
        if settings().dump_mir:
            self._observers.append(_DumpAfterMem2reg())
        self.module = import_module(kernel, for_cpu=self._cpu)

    @property
    def gpu(self) -> GpuTarget:
        """The GPU target, once the pipeline has run."""
        return self._choice.choose(self.module)

    def module_stages(self) -> Iterator[tuple[str, ModuleOp]]:
        """The module at each point that the pipeline marks; as imported and at the end in any case."""
        marked = self._pipeline.stages()
        if "mir" not in marked:
            yield "mir", self.module
        for name, passes in _segments(self._pipeline):
            with diagnosed("pipeline"):
                passes.run(context(), self.module, self._observers)
            if name is not None:
                yield name, self.module
        if "llvm" not in marked:
            yield "llvm", self.module

    def run_pipeline(self) -> None:
        """Run all passes at once."""
        with diagnosed("pipeline"):
            self._pipeline.run(context(), self.module, self._observers)

    def llvm_ir(self) -> str:
        """The LLVM IR text of the lowered module."""
        if not self._cpu:
            check_shared_memory(self.module)
        return lowered_llvm_ir(self.module, gpu=not self._cpu)

    def ptx(self, llvm_ir: str) -> str:
        """The PTX of `llvm_ir`, also written to `PERICLASE_PTX_DIR`."""
        from periclase.codegen.ptx import emit_ptx

        kept: list[str] = []
        try:
            text = emit_ptx(llvm_ir, self.gpu, ordinary=self.ordinary, kept=kept)
        except CompileError as error:
            if not hasattr(error, "function"):
                raise
            raise CompileError(_at_declaration(self.module, error)) from None
        if kept:
            from periclase.codegen.local_memory import local_memory_warnings

            _print_warnings(local_memory_warnings(self.module, kept))
        folder = settings().ptx_dir
        if folder is not None:
            name: str = getattr(
                self.kernel, "exported_name", self.kernel.name
            )  # device functions have no such
            _write_ptx(folder, f"{name}.{self.gpu.cpu}.ptx", text)
        return text


def _at_declaration(module: ModuleOp, error: CompileError) -> Diagnostic:
    """The diagnostic about a function, at the line that declares it."""
    from periclase.dialects.llvm import FuncOp
    from periclase.ir.locations import span_of
    from periclase.record import replace

    name: str = getattr(error, "function", "")
    for op in module.ops:
        if isinstance(op, FuncOp) and op.sym_name.data == name:
            return replace(error.diagnostic, span=span_of(op.location))
    return error.diagnostic


def _print_warnings(warnings: Iterable[Diagnostic]) -> None:
    for warning in warnings:
        print(warning, file=sys.stderr)


def _write_ptx(folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CompileError(
            Diagnostic(
                "PC0525",
                f"the PTX can not be written to {folder}, which PERICLASE_PTX_DIR names: {error.strerror}",
            )
        ) from None


def stages(
    kernel: AnyKernel,
    signature: Signature | None = None,
    target: GpuTarget | str | None = None,
    *,
    pipeline: Pipeline | str | None = None,
) -> Iterator[tuple[str, ModuleOp | str | bytes]]:
    """Every stage of `kernel` by name, in order, made as the iterator is advanced.

    A module that is handed out is the very one that the next stage changes: look at it, or print it, before going on.

    Args:
        kernel: a kernel or device function.
        signature: must be the kernel's own: parameters without annotation are not specialised yet.
        target: `cpu`, a GPU target, or None for the default (`targets.resolve_target`).
        pipeline: in place of the standard one of the target, or its textual form.

    Raises:
        DiagnosticError: the stage can not be made.
    """
    compilation = _Compilation(kernel, target, pipeline)
    yield from compilation.module_stages()
    llvm_ir = compilation.llvm_ir()
    yield "ll", llvm_ir
    if target == CPU:
        from periclase.codegen import native

        yield "obj", native.emit_object(llvm_ir)
        yield "asm", native.emit_assembly(llvm_ir)
        return
    from periclase.codegen.assembler import assemble, disassemble, find_tool
    from periclase.codegen.local_memory import has_frame, spill_warnings

    ptx = compilation.ptx(llvm_ir)
    yield "ptx", ptx
    cubin = assemble(ptx, compilation.gpu.cpu)
    sass = None
    if has_frame(cubin) and find_tool("nvdisasm") is not None:
        sass = disassemble(cubin, line_info=True)
        _print_warnings(spill_warnings(sass, ptx))
    yield "cubin", cubin
    yield "sass", disassemble(cubin, line_info=True) if sass is None else sass


def kernel_ptx(
    kernel: AnyKernel, target: GpuTarget | str | None = None, *, pipeline: Pipeline | str | None = None
) -> str:
    """The PTX of `kernel` for `target` (None: the default). Needs no GPU.

    Raises:
        DiagnosticError: it can not be compiled, or not for this target.
    """
    if target == CPU:
        raise CompileError(
            Diagnostic(
                "PC0526",
                "the CPU has no PTX",
                help="name a GPU target such as 'sm_90', or none for the default",
            )
        )
    with paused_collector():
        compilation = _Compilation(kernel, target, pipeline)
        compilation.run_pipeline()
        return compilation.ptx(compilation.llvm_ir())


def compile_kernel(
    kernel: Kernel[..., Any],
    signature: Signature | None = None,
    target: GpuTarget | str | None = None,
    pipeline: Pipeline | str | None = None,
) -> Artifact:
    """Compile `kernel` to what a launch needs.

    Args:
        kernel: the kernel.
        signature: must be the kernel's own.
        target: `cpu`, a GPU target, or None for the default.
        pipeline: in place of the standard one of the target, or its textual form.

    Raises:
        DiagnosticError: it can not be compiled, or not for this target.
    """
    with paused_collector():
        compilation = _Compilation(kernel, target, pipeline, launched=True)
        compilation.run_pipeline()
        llvm_ir = compilation.llvm_ir()
        if target != CPU:
            ptx = compilation.ptx(llvm_ir)
            return gpu_artifact(kernel, compilation.module, compilation.gpu, ptx)
        return cpu_artifact(kernel, compilation.module, llvm_ir, ordinary=compilation.ordinary)
