"""LLVM IR text to PTX: what stays, what is dropped, how faults are told, and that ptxas takes it for every target."""

import pytest

from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.ptx import emit_ptx, optimised_llvm_ir, target_machine
from periclase.codegen.targets import parse_target
from periclase.diagnostics import CompileError
from periclase.settings import reload_settings

SAXPY = """\
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal float @scale(float %a, float %x) {
  %r = fmul contract float %a, %x
  ret float %r
}

define internal void @unused() {
  ret void
}

define ptx_kernel void @saxpy(float %a, ptr addrspace(1) align 4 %x, ptr addrspace(1) align 4 %y) !dbg !4 {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  %px = getelementptr float, ptr addrspace(1) %x, i32 %i, !dbg !7
  %py = getelementptr float, ptr addrspace(1) %y, i32 %i, !dbg !7
  %vx = load float, ptr addrspace(1) %px, !dbg !7
  %vy = load float, ptr addrspace(1) %py, !dbg !7
  %m = call float @scale(float %a, float %vx), !dbg !8
  %s = fadd contract float %m, %vy, !dbg !8
  store float %s, ptr addrspace(1) %py, !dbg !8
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Python, file: !1, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kern.py", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "saxpy", file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 6, column: 9, scope: !4)
!8 = !DILocation(line: 8, column: 5, scope: !4)
"""

TARGETS = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"]
needs_assembler = pytest.mark.skipif(not available_assemblers(), reason="no assembler is installed")


def test_the_kernel_is_an_entry_and_helpers_are_gone():
    ptx = emit_ptx(SAXPY, "sm_90")
    assert ".visible .entry saxpy(" in ptx
    assert "scale" not in ptx
    assert "unused" not in ptx
    assert "fma.rn.f32" in ptx


def test_lines_point_to_the_users_file():
    ptx = emit_ptx(SAXPY, "sm_90")
    assert '"/src/kern.py"' in ptx
    assert ".loc\t1 6 9" in ptx
    assert ".loc\t1 8 5" in ptx


@pytest.mark.parametrize("target", TARGETS)
def test_the_header_names_target_and_version(target: str):
    lines = emit_ptx(SAXPY, target).splitlines()
    version = parse_target(target).ptx_isa
    assert f".version {version // 10}.{version % 10}" in lines
    assert any(line.startswith(f".target {target}") for line in lines)


@needs_assembler
@pytest.mark.parametrize("target", TARGETS)
def test_the_assembler_takes_it(target: str):
    assert assemble(emit_ptx(SAXPY, target), target).startswith(b"\x7fELF")


def test_text_that_is_no_llvm_ir_is_a_diagnostic():
    with pytest.raises(CompileError) as caught:
        emit_ptx("define void @k() { ret i32 0 }", "sm_90")
    assert caught.value.diagnostic.code == "PC0523"
    assert any(
        "value doesn't match function result type" in note.message for note in caught.value.diagnostic.notes
    )


def test_a_module_that_does_not_verify_is_a_diagnostic():
    text = """\
define void @k(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  %y = add i32 %x, 1
  ret void
}
"""
    with pytest.raises(CompileError) as caught:
        emit_ptx(text, "sm_90")
    assert caught.value.diagnostic.code == "PC0523"
    assert any("does not dominate" in note.message for note in caught.value.diagnostic.notes)


def test_an_unknown_target_never_reaches_llvm():
    with pytest.raises(CompileError) as caught:
        emit_ptx(SAXPY, "sm_42")
    assert caught.value.diagnostic.code == "PC0501"


def test_target_machines_are_made_once():
    target = parse_target("sm_90")
    assert target_machine(target) is target_machine(target)
    assert target_machine(target) is not target_machine(parse_target("sm_80"))


def test_the_optimised_text_has_the_helper_inlined():
    text = optimised_llvm_ir(SAXPY, "sm_90")
    assert "call float @scale" not in text
    assert "define ptx_kernel void @saxpy" in text


def test_llvm_dumps_are_printed_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PERICLASE_DUMP_LLVM", "1")
    reload_settings()
    try:
        emit_ptx(SAXPY, "sm_90")
    finally:
        monkeypatch.undo()
        reload_settings()
    err = capsys.readouterr().err
    assert "; LLVM IR before optimisation" in err
    assert "; LLVM IR after optimisation" in err
