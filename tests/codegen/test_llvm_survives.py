"""No text ends the process: what is derived from our own LLVM IR by damage is refused, or compiled.

The corpus is the LLVM IR of the example kernels for both targets, and of every form of every intrinsic. Children made by `fork`
compile damaged pieces of it, many one after another; the child's end says whether one of them killed it, and which.
"""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import os
import re
import struct
from collections.abc import Callable

import pytest
from example_kernels import SMALL, example
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from intrinsic_variants import lowered, module_of, variants

from periclase.codegen import native
from periclase.codegen.compiler import stages
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import emit_ptx
from periclase.diagnostics import CompileError
from periclase.intrinsics.table import INTRINSICS
from periclase.kernel import Kernel
from periclase.runtime.backends.cpu.llvm_binding import binding

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

TARGETS = ("sm_75", "sm_80", "sm_90")


@functools.cache
def gpu_corpus() -> list[str]:
    rows = [
        row
        for row in INTRINSICS.values()
        if row.template is not None and row.expansion is None and not row.plain
    ]
    forms = [
        print_module(lowered(module_of([next(variants(row))])), target="nvptx64", debug=False) for row in rows
    ]
    return forms + stages_of_kernels("sm_90")


@functools.cache
def cpu_corpus() -> list[str]:
    return stages_of_kernels("cpu")


def stages_of_kernels(target: str) -> list[str]:
    texts: list[str] = []
    for kernel in kernels():
        # Some are for certain GPUs only.
        with contextlib.suppress(CompileError):
            texts.append(stage(kernel, target))
    return texts


def kernels() -> list[Kernel[..., object]]:
    return [
        value for path in SMALL for value in vars(example(path.stem)).values() if isinstance(value, Kernel)
    ]


def stage(kernel: Kernel[..., object], target: str) -> str:
    return next(str(text) for name, text in stages(kernel, None, target) if name == "ll")


def killed_by(compile: Callable[[str], object], texts: list[str]) -> str | None:
    """The text that ended the child that compiled them all; None if none did."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        faulthandler.disable()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = 1
        try:
            for index, text in enumerate(texts):
                os.write(writer, struct.pack("i", index))
                with contextlib.suppress(CompileError):
                    compile(text)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        progress = pipe.read()
    _, status = os.waitpid(child, 0)
    if status == 0:
        return None
    return texts[struct.unpack("i", progress[-4:])[0]] if progress else "the child itself"


WORDS = (
    *("i1", "i8", "i32", "i64", "i128", "float", "double", "half", "bfloat", "ptr", "void", "metadata"),
    *("<4 x i32>", "{ i32, i1 }", "ptr addrspace(1)", "ptr addrspace(3)", "ptr addrspace(7)"),
    *("0", "-1", "1", "32", "undef", "poison", "null", "zeroinitializer", "()", "\n", " ", "call", "declare"),
    *("volatile", "atomic", "seq_cst", 'syncscope("device")', "align 16", "noundef", "fast", "afn"),
    *("@llvm.nvvm.abs.i", "@llvm.nvvm.barrier0", "@llvm.ctlz.i32", "@llvm.memcpy.p0.p0.i64", "@llvm.exp.f32"),
    "@llvm.objectsize.i64.p0",
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, corpus: Callable[[], list[str]]) -> str:
    """A text of the corpus in which some words are dropped, doubled, exchanged, or replaced by others."""
    text = draw(st.sampled_from(corpus()))
    words = re.findall(r"@[\w.$]+|%[\w.$]+|[\w.]+|\s+|.", text)
    for _ in range(draw(st.integers(1, 3))):
        position = draw(st.integers(0, len(words) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                words[position] = ""
            case 1:
                words[position] *= 2
            case 2:
                other = draw(st.integers(0, len(words) - 1))
                words[position], words[other] = words[other], words[position]
            case 3:
                words[position] = draw(st.sampled_from(WORDS))
            case _:
                words[position] = draw(st.sampled_from(words))
    return "".join(words)


NOT_VALID = """
define i32 @f() !dbg !4 {
  %x = add i32 %y, 1, !dbg !6
  %y = add i32 %x, 1, !dbg !6
  ret i32 %x, !dbg !6
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!2}
!0 = !DIFile(filename: "k.py", directory: "/")
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !0, emissionKind: LineTablesOnly)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !0, file: !0, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !{}
!6 = !DILocation(line: 1, column: 1, scope: !4)
"""


def test_a_module_with_debug_information_that_is_not_valid() -> None:
    for compile in (native.emit_assembly, lambda text: emit_ptx(text, "sm_90")):
        with pytest.raises(CompileError):
            compile(NOT_VALID)


def test_what_is_not_valid_is_linked_with_nothing() -> None:
    calls = (
        NOT_VALID.replace("add i32 %x, 1,", "call i32 @__nv_abs(i32 %x),") + "declare i32 @__nv_abs(i32)\n"
    )
    for text in calls, calls.replace('"Debug Info Version"', '"No Version"'):
        with pytest.raises(CompileError) as caught:
            emit_ptx(text, "sm_90")
        assert "verify" in caught.value.diagnostic.message


def test_llvm_really_ends_the_process_for_it() -> None:
    def read(text: str) -> None:
        binding().parse_assembly(text, binding().create_context())

    assert killed_by(read, [NOT_VALID]) == NOT_VALID


def test_others_read_as_ever_after_us() -> None:
    def read(text: str) -> None:
        with pytest.raises(CompileError):
            native.emit_assembly(text)
        binding().parse_assembly(text, binding().create_context())

    assert killed_by(read, [NOT_VALID]) == NOT_VALID


BROKEN_DEBUG = NOT_VALID.replace("%y, 1", "1, 1").replace("scope: !4)", "scope: !0)")


def test_debug_information_that_is_not_valid_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CompileError, match="DILocation's scope must be a DILocalScope"):
        native.emit_assembly(BROKEN_DEBUG)
    assert not capfd.readouterr().err


few = settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@given(st.lists(damaged(gpu_corpus), min_size=8, max_size=8), st.sampled_from(TARGETS))
@few
def test_gpu(texts: list[str], target: str) -> None:
    assert killed_by(lambda text: emit_ptx(text, target, level=0), texts) is None


@given(st.lists(damaged(cpu_corpus), min_size=4, max_size=4))
@few
def test_cpu(texts: list[str]) -> None:
    assert killed_by(lambda text: native.emit_assembly(text, speed=0), texts) is None
