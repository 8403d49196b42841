"""LLVM in a process of its own: what comes back, who dies, and that there is another one afterwards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from periclase.codegen import llvm_apart, native
from periclase.codegen.llvm_places import suspect
from periclase.codegen.ptx import emit_ptx
from periclase.diagnostics import CompileError, Span
from periclase.settings import reload_settings

ODD = """\
define ptx_kernel void @k(ptr addrspace(1) %p, i33 %a) {
  %b = add i33 %a, 1
  store i33 %b, ptr addrspace(1) %p
  ret void
}
"""
DIES = """\
define void @f(ptr %p, <4 x i8> %v) {
  store atomic <4 x i8> %v, ptr %p monotonic, align 4
  ret void
}
"""


LINES = """\
define void @g(i32 %a) !dbg !5 {
  %b = add i32 %a, 1, !dbg !6
  ret void
}
define void @f(ptr %p, <4 x i8> %v) !dbg !2 {
  %b = ptrtoint ptr %p to i64, !dbg !3
  store atomic <4 x i8> %v, ptr %p monotonic, align 4, !dbg !4
  ret void, !dbg !3
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.py", directory: "/there")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 7, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 8, column: 3, scope: !2)
!4 = !DILocation(line: 9, column: 5, scope: !2)
!5 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 5, scope: !5)
!7 = !{i32 2, !"Debug Info Version", i32 3}
"""


def process() -> int:
    found = llvm_apart._process  # pyright: ignore[reportPrivateUsage]
    assert found is not None
    return found.running.pid


def test_what_is_odd_is_compiled_as_it_would_be_here() -> None:
    assert emit_ptx(ODD, "sm_90") == emit_ptx(ODD, "sm_90", ordinary=True)


def test_one_process_serves_many_until_llvm_ends_it() -> None:
    emit_ptx(ODD, "sm_80")
    first = process()
    emit_ptx(ODD, "sm_90")
    assert process() == first
    with pytest.raises(CompileError) as caught:
        native.emit_assembly(DIES)
    assert caught.value.diagnostic.code == "PC0538"
    assert any("Do not know how to widen" in note.message for note in caught.value.diagnostic.notes)
    emit_ptx(ODD, "sm_90")
    assert process() != first


@pytest.mark.parametrize(
    ("text", "span"),
    [
        (LINES, Span("/there/k.py", 9, 4)),
        (LINES.replace("align 4, !dbg !4", "align 4"), Span("/there/k.py", 7)),
        (DIES, None),
    ],
)
def test_where_llvm_gave_up(text: str, span: Span | None) -> None:
    """At the line of what is unusual, or else of its function; and what it is."""
    with pytest.raises(CompileError) as caught:
        native.emit_assembly(text)
    assert caught.value.diagnostic.span == span
    note = caught.value.diagnostic.notes[-1].message
    assert note == "an atomic operation is unusual: `store atomic <4 x i8> %v, ptr %p monotonic, align 4`"


def test_the_function_that_llvm_names_is_looked_at_and_its_line_taken_where_nothing_is_unusual() -> None:
    plain = LINES.replace("store atomic", "store")
    assert suspect(plain, (), gpu=False) == (Span("/there/k.py", 2), None)
    assert suspect(plain, ("In function: f",), gpu=False) == (Span("/there/k.py", 7), None)


def test_diagnostics_come_through() -> None:
    with pytest.raises(CompileError) as caught:
        emit_ptx(ODD + "@g = addrspace(3) global i32 5\n", "sm_90")
    assert caught.value.diagnostic.code == "PC0537"
    with pytest.raises(CompileError) as caught:
        emit_ptx("define i33 @f( {\n", "sm_90")
    assert caught.value.diagnostic.code == "PC0523"


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm_apart, "_SECONDS", 0.001)
    llvm_apart._close()  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(CompileError) as caught:
        emit_ptx(ODD, "sm_90")
    assert caught.value.diagnostic.code == "PC0538"
    assert "did not come to an end" in caught.value.diagnostic.message


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    llvm_apart._close()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(CompileError) as caught:
        emit_ptx(ODD, "sm_90")
    assert "no process can be started" in caught.value.diagnostic.message
    monkeypatch.undo()
    assert ".entry k" in emit_ptx(ODD, "sm_90")


def test_an_answer_that_nobody_waited_for_is_not_that_of_the_next_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = ODD.replace("@k", "@another")
    expected = emit_ptx(other, "sm_90")

    def interrupted(stream: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(llvm_apart, "_read", interrupted)
    with pytest.raises(KeyboardInterrupt):
        emit_ptx(ODD, "sm_90")
    monkeypatch.undo()
    assert emit_ptx(other, "sm_90") == expected


def test_its_modules_are_not_those_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tempfile.py").write_text("raise SystemExit('not the one of the library')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [path for path in sys.path if path])
    llvm_apart._close()  # pyright: ignore[reportPrivateUsage]
    assert ".entry k" in emit_ptx(ODD, "sm_90")


def test_a_dump_that_was_asked_for_is_printed_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    emit_ptx(ODD, "sm_90")
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("PERICLASE_DUMP_LLVM", "1")
    reload_settings()
    try:
        emit_ptx(ODD, "sm_90")
        compiled = capsys.readouterr().err
        with pytest.raises(CompileError):
            native.emit_assembly(DIES)
    finally:
        monkeypatch.undo()
        reload_settings()
    assert "; LLVM IR before optimisation\ndefine ptx_kernel void @k(" in compiled
    assert "; LLVM IR after optimisation" in compiled
    assert "Do not know how to widen" in capsys.readouterr().err


CIRCLE = """define void @f() !dbg !3 {
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.py", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, scope: !3, inlinedAt: !6)
!6 = distinct !DILocation(line: 2, scope: !3, inlinedAt: !7)
!7 = distinct !DILocation(line: 3, scope: !3, inlinedAt: !6)
"""


@pytest.mark.parametrize("text", [CIRCLE, CIRCLE.replace("inlinedAt: !7", "inlinedAt: !6")])
def test_what_is_inlined_within_itself_is_told_without_asking_llvm(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llvm_apart, "_Process", None)
    with pytest.raises(CompileError, match="inlined within itself") as caught:
        native.emit_assembly(text)
    assert caught.value.diagnostic.code == "PC0538"
    assert "!6 = distinct !DILocation" in caught.value.diagnostic.notes[0].message


def test_a_chain_of_calls_that_ends_is_no_circle() -> None:
    found = llvm_apart._inlined_in_a_circle  # pyright: ignore[reportPrivateUsage]
    assert found(CIRCLE) is not None
    lines = [
        line.replace(", inlinedAt: !6)", ")") if line[:2] == "!7" else line for line in CIRCLE.split("\n")
    ]
    assert found("\n".join(lines)) is None
