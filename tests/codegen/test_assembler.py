"""Assembling and disassembling PTX; the complaints of ptxas become diagnostics at the user's line."""

from pathlib import Path

import pytest

from periclase.codegen import assembler
from periclase.diagnostics import CompileError, Span

GOOD = """\
.version 7.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<2>;
	.loc 1 7 5
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r1, 42;
	.loc 1 8 9
	st.global.u32 [%rd2], %r1;
	ret;
}
	.file 1 "/src/kern.py"
"""
BAD = GOOD.replace("st.global.u32", "st.nowhere.u32")

needs_nvdisasm = pytest.mark.skipif(
    assembler.find_tool("nvdisasm") is None, reason="nvdisasm is not installed"
)
INSTALLED = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            name not in assembler.available_assemblers(), reason=f"{name} is not installed"
        ),
    )
    for name in ("nvjitlink", "ptxas")
]


@pytest.fixture
def empty_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A machine without NVIDIA's tools."""
    monkeypatch.setattr(assembler, "find_tool", lambda name: None)
    monkeypatch.setattr(assembler, "find_nvjitlink", lambda: None)


@pytest.mark.parametrize("name", INSTALLED)
@pytest.mark.parametrize("target", ["sm_75", "sm_90", "sm_120"])
def test_a_good_module_gives_a_cubin(name: str, target: str):
    cubin = assembler.assemble(GOOD, target, assembler=name)
    assert cubin.startswith(b"\x7fELF")
    assert b"kern.py" in cubin


@pytest.mark.parametrize("name", INSTALLED)
def test_complaints_point_at_the_users_line(name: str):
    with pytest.raises(CompileError) as caught:
        assembler.assemble(BAD, "sm_80", assembler=name)
    first = caught.value.diagnostic
    assert first.code == "PC0520"
    assert ".nowhere" in first.message
    assert first.span == Span("/src/kern.py", 8, 8)
    assert any("line 13 of the PTX: st.nowhere.u32" in note.message for note in first.notes)


@pytest.mark.parametrize("name", INSTALLED)
def test_an_unknown_target_is_a_diagnostic(name: str):
    with pytest.raises(CompileError) as caught:
        assembler.assemble(GOOD, "sm_12", assembler=name)
    assert caught.value.diagnostic.code == "PC0520"
    assert "sm_12" in caught.value.diagnostic.message


def test_a_log_without_known_words_is_kept_whole():
    (only,) = assembler.assembler_diagnostics(GOOD, "Segmentation fault", "sm_90")
    assert only.notes[0].message == "Segmentation fault"


def test_lines_before_any_loc_have_no_span():
    log = "ptxas kernel.ptx, line 6; error   : Duplicate definition"
    (only,) = assembler.assembler_diagnostics(GOOD, log, "sm_90")
    assert only.span is None


@pytest.mark.usefixtures("empty_machine")
def test_a_missing_assembler_says_how_to_get_one():
    with pytest.raises(CompileError) as caught:
        assembler.assemble(GOOD, "sm_90")
    assert caught.value.diagnostic.code == "PC0521"
    assert "periclase[ptx]" in (caught.value.diagnostic.help or "")


@pytest.mark.usefixtures("empty_machine")
def test_a_missing_disassembler_says_how_to_get_one():
    with pytest.raises(CompileError) as caught:
        assembler.disassemble(b"")
    assert caught.value.diagnostic.code == "PC0522"
    assert "periclase[ptx]" in (caught.value.diagnostic.help or "")


def test_the_wheels_come_before_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    program = tmp_path / "nvidia" / "cu13" / "bin" / ("ptxas.exe" if assembler.os.name == "nt" else "ptxas")
    program.parent.mkdir(parents=True)
    program.write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assembler.find_tool.cache_clear()
    try:
        assert assembler.find_tool("ptxas") == program
    finally:
        assembler.find_tool.cache_clear()


@needs_nvdisasm
@pytest.mark.skipif(not assembler.available_assemblers(), reason="no assembler is installed")
def test_disassembly_shows_instructions_and_lines():
    sass = assembler.disassemble(assembler.assemble(GOOD, "sm_90"), line_info=True)
    assert "STG" in sass
    assert '"/src/kern.py", line 8' in sass


@needs_nvdisasm
def test_disassembling_rubbish_is_a_diagnostic():
    with pytest.raises(CompileError) as caught:
        assembler.disassemble(b"not an ELF file")
    assert caught.value.diagnostic.code == "PC0522"


@pytest.mark.skipif(assembler.find_tool("ptxas") is None, reason="no ptxas: the 'ptx' extra is not installed")
@pytest.mark.parametrize(("target", "version"), [("sm_80", "7.0"), ("sm_89", "7.8"), ("sm_90", "7.8")])
def test_what_the_assembler_crashes_on_does_not_end_this_process(target: str, version: str) -> None:
    """ptxas 13 does before sm_90: on the wait for a phase that comes from elsewhere than an arrival."""
    ptx = f"""
.version {version}
.target {target}
.address_size 64
.visible .entry k(.param .u64 barrier, .param .u64 state, .param .u64 out)
{{
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [barrier];
  ld.param.u64 %rd2, [state];
  ld.param.u64 %rd3, [out];
  mbarrier.test_wait.shared.b64 %p1, [%rd1], %rd2;
  selp.b32 %r1, 1, 0, %p1;
  st.global.u32 [%rd3], %r1;
  ret;
}}
"""
    outcome = "assembled"
    try:
        assembler.assemble(ptx, target)
    except CompileError as error:
        outcome = error.diagnostic.code
    assert outcome in ("assembled", "PC0520")
