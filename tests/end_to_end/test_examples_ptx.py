"""Every example kernel on its way to every generation of GPU: NVIDIA's assemblers take the PTX, and no pass loses a line."""

from __future__ import annotations

import functools
import inspect
import re
from pathlib import Path

import pytest
from example_kernels import EXAMPLES, example
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation

from periclase.codegen.assembler import assemble, available_assemblers, disassemble, find_tool
from periclase.codegen.compiler import stages
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.ir import registry
from periclase.ir.interfaces import FunctionOpInterface
from periclase.passes import pipelines
from periclase.passes.pass_manager import Instrumentation
from periclase.tools.kernel_files import AnyKernel, kernels_of

TARGETS = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"]

KERNELS: dict[str, AnyKernel] = {
    f"{path.stem}:{name}": kernel
    for path in sorted(EXAMPLES.glob("*.py"))
    for name, kernel in kernels_of(example(path.stem)).items()
}


RUNS_ON = {"gemm_mma:gemm": TARGETS[1:], "gemm_wgmma:gemm": ["sm_90a"]}
"""The targets of those examples that do not run on every one."""


def runs_on(kernel: AnyKernel) -> list[str]:
    """The targets that a kernel is for."""
    return next(
        (RUNS_ON[name] for name, each in KERNELS.items() if each is kernel and name in RUNS_ON), TARGETS
    )


def hopper(kernel: AnyKernel) -> str:
    """The target of generation 9.0 that a kernel is for."""
    return next(target for target in runs_on(kernel) if target.startswith("sm_90"))


@functools.cache
def ptx_of(kernel: AnyKernel, target: str) -> str:
    return kernel.ptx(arch=target)


by_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS.keys())


def test_all_examples_are_here() -> None:
    assert len(KERNELS) >= 7
    assert {name.partition(":")[0] for name in KERNELS} == {path.stem for path in EXAMPLES.glob("*.py")}


def by_kernel_and_target(pairs: list[tuple[str, str]]) -> pytest.MarkDecorator:
    """For each of these names of a kernel with a target."""
    return pytest.mark.parametrize(
        ("kernel", "target"),
        [(KERNELS[name], target) for name, target in pairs],
        ids=[f"{name}-{target}" for name, target in pairs],
    )


@pytest.mark.parametrize("assembler", ["nvjitlink", "ptxas"])
@by_kernel_and_target([(name, target) for name in KERNELS for target in RUNS_ON.get(name, TARGETS)])
def test_assemblers_take_it(kernel: AnyKernel, target: str, assembler: str) -> None:
    if assembler not in available_assemblers():
        pytest.skip(f"{assembler} is not installed")
    text = ptx_of(kernel, target)
    assert f".target {target}" in text
    cubin = assemble(text, target, assembler=assembler)
    assert cubin.startswith(b"\x7fELF")
    assert kernel.name.encode() in cubin


@by_kernel_and_target(
    [(name, target) for name, some in RUNS_ON.items() for target in TARGETS if target not in some]
)
def test_targets_that_lack_something_are_refused(kernel: AnyKernel, target: str) -> None:
    with pytest.raises(CompileError, match="PC0502"):
        kernel.ptx(arch=target)


@pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler and disassembler"
)
@by_kernel
def test_machine_code_is_disassembled(kernel: AnyKernel) -> None:
    sass = disassemble(assemble(ptx_of(kernel, hopper(kernel)), hopper(kernel)))
    assert f".text.{kernel.name}" in sass
    assert "EXIT" in sass


def is_declaration(op: Operation) -> bool:
    return isinstance(op, FunctionOpInterface) and op.is_declaration()


class Lost(Instrumentation):
    """Collects, pass by pass, the operations that have no location. Declarations of the runtime's functions stand nowhere."""

    def __init__(self) -> None:
        self.passes: list[str] = []
        self.found: list[str] = []

    def after_pass(self, spec: pipelines.PassSpec, module: ModuleOp, seconds: float) -> None:
        self.passes.append(spec.name)
        self.found += [
            f"{op.name} after {spec.name}"
            for op in module.walk()
            if isinstance(op.location, UnknownLoc) and not (op is module or is_declaration(op))
        ]


@pytest.mark.parametrize("pipeline", [pipelines.ptx("sm_90"), pipelines.cpu()], ids=["ptx", "cpu"])
@by_kernel
def test_no_pass_loses_a_location(kernel: AnyKernel, pipeline: pipelines.Pipeline) -> None:
    if str(pipeline) == str(pipelines.cpu()) and hopper(kernel) == "sm_90a":
        pytest.skip("the CPU has no wgmma")
    lost = Lost()
    pipeline.run(registry.shared_context(), import_kernels([kernel]), [lost])
    assert lost.passes == list(pipeline.names)
    assert not lost.found


def lines_with_effects(kernel: AnyKernel) -> set[int]:
    """The lines of the kernel's source that store into a parameter or a shared array, or wait at a barrier."""
    lines, first = inspect.getsourcelines(kernel.function)
    effect = re.compile(r"^\s+(?:\w+\[.+\] = |sync_threads\(\)|atomic_add\()")
    # What is computed by functions of tensor cores has their lines.
    return {
        first + number for number, line in enumerate(lines) if effect.match(line) and "PRODUCT." not in line
    }


@by_kernel
def test_lines_reach_the_ptx(kernel: AnyKernel) -> None:
    ptx = ptx_of(kernel, hopper(kernel))
    files = dict(re.findall(r'\.file\s+(\d+) "([^"]*)"', ptx))
    places = {(Path(files[file]).name, int(line)) for file, line in re.findall(r"\.loc\s+(\d+) (\d+)", ptx)}
    name = Path(inspect.getfile(kernel.function)).name
    expected = lines_with_effects(kernel)
    assert expected
    missing = expected - {line for file, line in places if file == name}
    assert not missing, f"{name} has effects in lines {sorted(missing)}, of which the PTX names none"


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
@by_kernel
def test_the_text_form_of_the_pipeline_gives_the_same(kernel: AnyKernel, target: str) -> None:
    if target == "cpu" and runs_on(kernel) is not TARGETS:
        pytest.skip("the CPU has no wgmma, and what it does in place of mma is long")
    target = hopper(kernel) if target == "sm_90" else target
    standard = pipelines.cpu() if target == "cpu" else pipelines.ptx(target)
    again = pipelines.Pipeline.parse(str(standard))

    def llvm_ir(pipeline: pipelines.Pipeline | None) -> object:
        return next(text for name, text in stages(kernel, None, target, pipeline=pipeline) if name == "ll")

    assert llvm_ir(again) == llvm_ir(None)
