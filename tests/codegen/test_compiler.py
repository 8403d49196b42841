"""The driver: stages, PTX, artifacts, settings, and that what goes wrong is a diagnostic."""

from __future__ import annotations

import gc
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

from periclase import MutSlice, Slice, f32, i32, kernel, shared_array
from periclase.codegen.assembler import assemble, available_assemblers, find_tool
from periclase.codegen.compiler import compile_kernel, kernel_ptx, stages
from periclase.codegen.service import compiler
from periclase.diagnostics import CompileError, DiagnosticError
from periclase.gpu import block_dim_x, block_idx_x, sync_threads, thread_idx_x
from periclase.passes import pipelines
from periclase.runtime.artifact import Access, ArtifactKind, ParameterKind
from periclase.runtime.protocols import CompileRequest
from periclase.settings import reload_settings

TARGETS = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"]


@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]


STORE_LINE = saxpy.function.__code__.co_firstlineno + 4


@kernel(launch_bounds=64)
def reverse_in_block(x: MutSlice[i32]):
    tile = shared_array(64, i32)
    t = thread_idx_x()
    tile[t] = x[t]
    sync_threads()
    x[t] = tile[63 - t]


def test_gpu_stages_in_order():
    found = (
        {name: content for name, content in stages(saxpy, saxpy.signature, "sm_90") if name != "sass"}
        if (available_assemblers() and find_tool("nvdisasm"))
        else {}
    )
    if not found:
        names: list[str] = []
        with pytest.raises(CompileError) as caught:
            names.extend(name for name, _ in stages(saxpy, saxpy.signature, "sm_90"))
        assert caught.value.diagnostic.code in ("PC0521", "PC0522")
        return
    assert list(found) == ["mir", "mir-opt", "llvm", "ll", "ptx", "cubin"]
    assert isinstance(found["mir"], ModuleOp)
    assert "define ptx_kernel void @saxpy" in str(found["ll"])
    assert ".entry saxpy" in str(found["ptx"])
    assert bytes(found["cubin"]).startswith(b"\x7fELF")  # type: ignore[arg-type]


def test_the_module_is_handed_out_at_every_stage():
    seen = {}
    for name, content in stages(saxpy, None, "sm_90"):
        if isinstance(content, ModuleOp):
            seen[name] = str(content)
        else:
            break
    assert "mir.alloca" in seen["mir"]
    assert "mir.alloca" not in seen["mir-opt"]
    assert "mir." not in re.sub(r'"[^"]*"', "", seen["llvm"])


def test_cpu_stages_in_order():
    assert [name for name, _ in stages(saxpy, None, "cpu")] == ["mir", "mir-opt", "llvm", "ll", "obj", "asm"]


@pytest.mark.parametrize("target", TARGETS)
def test_ptx_for_every_target_assembles(target: str):
    for each in (saxpy, reverse_in_block):
        text = kernel_ptx(each, target)
        assert f".target {target}" in text
        if available_assemblers():
            assemble(text, target)


def test_ptx_names_the_users_line():
    text = kernel_ptx(saxpy, "sm_90")
    files = dict(re.findall(r'\.file\s+(\d+) "([^"]*)"', text))
    lines = {(files[file], int(line)) for file, line in re.findall(r"\.loc\s+(\d+) (\d+)", text)}
    assert (str(Path(__file__)), STORE_LINE) in lines


def test_multiply_and_add_are_one_instruction():
    assert "fma.rn.f32" in kernel_ptx(saxpy, "sm_90")


def test_one_barrier_stays_one_barrier():
    text = kernel_ptx(reverse_in_block, "sm_90")
    assert len(re.findall(r"\bbar(?:rier)?(?:\.cta)?\.sync", text)) == 1
    assert ".maxntid 64" in text


def test_the_target_comes_from_the_argument_then_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERICLASE_TARGET", "sm_100")
    reload_settings()
    assert ".target sm_100" in kernel_ptx(saxpy)
    assert ".target sm_75" in kernel_ptx(saxpy, "sm_75")
    monkeypatch.delenv("PERICLASE_TARGET")
    reload_settings()
    assert re.search(r"\.target sm_\d+", kernel_ptx(saxpy))


@pytest.mark.parametrize("target", ["sm_42", "cpu"])
def test_a_target_without_ptx_is_a_diagnostic(target: str):
    with pytest.raises(DiagnosticError) as caught:
        kernel_ptx(saxpy, target)
    assert caught.value.diagnostic.code == {"sm_42": "PC0501", "cpu": "PC0526"}[target]


def test_a_misspelt_target_is_told_before_any_work():
    iterator = stages(saxpy, None, "sm_9o")
    with pytest.raises(CompileError) as caught:
        next(iterator)
    assert caught.value.diagnostic.code == "PC0501"


# ---------------------------------------------------------------------------------------------------------------------
# Artifacts


def test_a_gpu_artifact_has_what_a_launch_needs():
    artifact = compile_kernel(reverse_in_block, None, "sm_90")
    assert artifact.kind is ArtifactKind.PTX
    assert (artifact.target, artifact.kernel, artifact.entry) == (
        "sm_90",
        "reverse_in_block",
        "reverse_in_block",
    )
    assert artifact.static_shared_bytes == 256
    assert artifact.max_threads_per_block == 64
    (parameter,) = artifact.parameters
    assert (parameter.name, parameter.kind, parameter.dtype) == ("x", ParameterKind.SLICE, "int32")
    assert parameter.access is Access.READ_WRITE
    assert b".entry reverse_in_block" in artifact.code


def test_a_cpu_artifact_has_traps_with_their_places():
    artifact = compiler().compile(CompileRequest(saxpy, tuple(saxpy.parameters), "cpu"))
    assert artifact.kind is ArtifactKind.CPU_OBJECT
    assert artifact.target.startswith("cpu:")
    assert artifact.libraries
    bounds = [trap for trap in artifact.traps if trap.kind == "bounds"]
    assert bounds
    assert all(trap.span is not None and trap.span.file == __file__ for trap in bounds)
    assert STORE_LINE in {trap.span.line for trap in bounds if trap.span is not None}


def test_compiling_twice_gives_the_same_bytes():
    assert kernel_ptx(saxpy, "sm_90") == kernel_ptx(saxpy, "sm_90")


def test_the_garbage_collector_runs_again_afterwards():
    assert gc.isenabled()
    kernel_ptx(saxpy, "sm_90")
    assert gc.isenabled()
    with pytest.raises(DiagnosticError):
        kernel_ptx(saxpy, "sm_42")
    assert gc.isenabled()


# ---------------------------------------------------------------------------------------------------------------------
# Pipelines and settings


@dataclass(frozen=True)
class Failing(ModulePass):
    """Raises what `how` says."""

    name = "failing"

    how: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise (
            VerifyException("ops are upside down") if self.how == "verify" else PassFailedException("no way")
        )


@pytest.mark.parametrize("how", ["verify", "fail"])
def test_a_failing_pass_is_a_diagnostic(how: str):
    pipeline = pipelines.ptx().insert_after("mem2reg", Failing(how))
    with pytest.raises(CompileError) as caught:
        kernel_ptx(saxpy, "sm_90", pipeline=pipeline)
    assert "failing" in str(caught.value)


def test_a_pipeline_without_marks_still_has_stages():
    text = "rewrite-intrinsic-stubs,mem2reg,convert-mir-to-llvm,convert-nvvm-to-llvm"
    names = []
    for name, _ in stages(saxpy, None, "sm_90", pipeline=pipelines.Pipeline.parse(text)):
        names.append(name)
        if name == "ptx":
            break
    assert names == ["mir", "llvm", "ll", "ptx"]


def test_a_pipeline_may_be_given_as_text():
    standard = pipelines.ptx("sm_90")
    assert saxpy.ptx(arch="sm_90", pipeline=str(standard)) == saxpy.ptx(arch="sm_90", pipeline=standard)
    with pytest.raises(CompileError) as caught:
        saxpy.ptx(arch="sm_90", pipeline="no-such-pass")
    assert caught.value.diagnostic.code == "PC0603"


@pytest.mark.parametrize("arch", [90, 9.0, b"sm_90", ("sm_90",)])
def test_a_target_that_is_no_name(arch: object):
    with pytest.raises(CompileError) as caught:
        saxpy.ptx(arch=arch)  # type: ignore[arg-type]
    assert caught.value.diagnostic.code == "PC0501"


def test_a_pipeline_that_lowers_nothing_is_a_diagnostic():
    with pytest.raises(CompileError) as caught:
        kernel_ptx(saxpy, "sm_90", pipeline=pipelines.Pipeline.parse("mem2reg"))
    assert caught.value.diagnostic.code.startswith("PC05")


def test_dumps_and_ptx_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PERICLASE_DUMP_MIR", "1")
    monkeypatch.setenv("PERICLASE_VERBOSE", "1")
    monkeypatch.setenv("PERICLASE_PTX_DIR", str(tmp_path / "ptx"))
    reload_settings()
    text = kernel_ptx(saxpy, "sm_90")
    err = capsys.readouterr().err
    assert "// mir as imported" in err
    assert "// mir after mem2reg" in err
    assert "periclase: importing saxpy" in err
    assert (tmp_path / "ptx" / "saxpy.sm_90.ptx").read_text() == text


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_llvm_ir_is_shown_around_llvms_optimiser(
    target: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    monkeypatch.setenv("PERICLASE_DUMP_LLVM", "1")
    monkeypatch.setenv("PERICLASE_CACHE_DIR", str(tmp_path))
    reload_settings()
    compile_kernel(saxpy, None, target)
    before, after = capsys.readouterr().err.split("; LLVM IR after optimisation\n")[:2]
    assert before.startswith("; LLVM IR before optimisation\n")
    assert "saxpy" in before
    assert "saxpy" in after


def test_a_ptx_folder_that_can_not_be_written_is_a_diagnostic(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("PERICLASE_PTX_DIR", str(file / "below"))
    reload_settings()
    with pytest.raises(CompileError) as caught:
        kernel_ptx(saxpy, "sm_90")
    assert caught.value.diagnostic.code == "PC0525"


def test_quiet_by_default(capfd: pytest.CaptureFixture[str]):
    # Of the file descriptors, for LLVM writes there.
    kernel_ptx(saxpy, "sm_90")
    compile_kernel(saxpy, None, "cpu")
    captured = capfd.readouterr()
    assert captured.out == captured.err == ""
