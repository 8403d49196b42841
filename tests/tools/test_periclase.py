"""The command line of `periclase`: what it accepts, what it prints, how it refuses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from periclase.codegen.assembler import available_assemblers, find_tool
from periclase.diagnostic_codes import CODES, FAMILIES
from periclase.tools.command import OK, REFUSED, USAGE
from periclase.tools.periclase import FORMS, main, target_for

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
SAXPY = str(EXAMPLES / "saxpy.py")
REDUCTION = str(EXAMPLES / "reduction.py")


needs_assembler = pytest.mark.skipif(not available_assemblers(), reason="no assembler is installed")
needs_disassembler = pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler and disassembler"
)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as exit_request:
        code = exit_request.code if isinstance(exit_request.code, int) else 1
    streams = capsys.readouterr()
    return code, streams.out, streams.err


class TestUsage:
    @pytest.mark.parametrize(
        "arguments",
        [(), ("compose",), ("compile",), ("compile", SAXPY, "--emit", "elf"), ("compile", SAXPY, "--fast")],
    )
    def test_bad_usage(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (USAGE, "")
        assert err.startswith("usage: periclase")

    def test_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        import periclase

        code, out, _ = run(capsys, "--version")
        assert code == OK
        assert out.startswith(f"periclase {periclase.__version__} (xdsl 0.75")

    def test_help_imports_no_compiler(self) -> None:
        code = (
            "import sys\nfrom periclase.tools.periclase import main\n"
            "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
            "assert not {'xdsl', 'llvmlite', 'numpy', 'rich'} & set(sys.modules), sorted(sys.modules)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr


class TestCompile:
    @pytest.mark.parametrize(
        "form", [name for name, form in FORMS.items() if form.comment and name != "sass"]
    )
    def test_every_text_form(self, capsys: pytest.CaptureFixture[str], form: str) -> None:
        code, out, err = run(capsys, "compile", SAXPY, "--emit", form)
        assert (code, err) == (OK, "")
        assert "saxpy" in out

    def test_forms_differ(self, capsys: pytest.CaptureFixture[str]) -> None:
        texts = {
            run(capsys, "compile", SAXPY, "--emit", form)[1]
            for form in ("mir", "mir-opt", "llvm", "ll", "ptx")
        }
        assert len(texts) == 5

    def test_the_architecture_is_followed(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arch in ("sm_80", "sm_120"):
            assert f".target {arch}" in run(capsys, "compile", SAXPY, "--arch", arch)[1]

    def test_object_code_goes_to_a_file(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "saxpy.o"
        assert run(capsys, "compile", SAXPY, "--emit", "obj", "-o", str(path)) == (OK, "", "")
        assert path.read_bytes()[:4] in (b"\x7fELF", b"\xcf\xfa\xed\xfe") or path.stat().st_size > 100

    @needs_assembler
    def test_machine_code_of_a_gpu(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "saxpy.cubin"
        arguments = ("compile", SAXPY, "--arch", "sm_90", "--emit", "cubin", "-o", str(path))
        assert run(capsys, *arguments) == (OK, "", "")
        assert path.read_bytes().startswith(b"\x7fELF")
        assert b"saxpy" in path.read_bytes()

    @needs_disassembler
    def test_its_instructions(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "compile", SAXPY, "--arch", "sm_90", "--emit", "sass")
        assert (code, err) == (OK, "")
        assert ".text.saxpy" in out
        assert "FFMA" in out

    def test_binary_code_is_not_shown_on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        assert main(("compile", SAXPY, "--emit", "obj")) == REFUSED

    def test_locations_on_request(self, capsys: pytest.CaptureFixture[str]) -> None:
        plain = run(capsys, "compile", SAXPY, "--emit", "mir")[1]
        located = run(capsys, "compile", SAXPY, "--emit", "mir", "--print-debuginfo")[1]
        assert "loc(" not in plain
        assert f'loc("{SAXPY}":' in located

    def test_text_goes_to_a_file(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "saxpy.ptx"
        assert run(capsys, "compile", SAXPY, "-o", str(path)) == (OK, "", "")
        assert ".entry saxpy" in path.read_text()

    def test_every_kernel_of_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "compile", REDUCTION, "--emit", "mir")
        assert code == OK
        assert out.index("// kernel reduce_shared") < out.index("// kernel reduce_shuffle")

    def test_one_unit_needs_one_kernel(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "compile", REDUCTION, "--emit", "ptx")
        assert (code, out) == (REFUSED, "")
        assert "reduction.py:reduce_shared" in err
        assert run(capsys, "compile", f"{REDUCTION}:reduce_shared", "--emit", "ptx")[0] == OK

    def test_passes_by_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "compile", SAXPY, "--emit", "mir", "-p", "mem2reg")
        assert code == OK
        assert "mir.func" in out

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (("compile", SAXPY + ":saxpi"), "did you mean `saxpy`"),
            (("compile", "absent.py"), "PC0801"),
            (("compile", SAXPY, "--arch", "sm_1"), "sm_1"),
            (("compile", SAXPY, "--arch", "cpu", "--emit", "ptx"), "PC0811"),
            (("compile", SAXPY, "--arch", "sm_90", "--emit", "asm"), "PC0811"),
            (("compile", SAXPY, "-p", "no-such-pass"), "no-such-pass"),
            (("compile", SAXPY, "-p", "mem2reg{"), "PC06"),
            (("compile", SAXPY, "--emit", "mir", "-p", "no-such-pass"), "no-such-pass"),
            (("compile", SAXPY, "--emit", "mir", "-p", "mem2reg{no=1}"), "PC0609"),
            (("compile", SAXPY, "-o", "absent/saxpy.ptx"), "PC0801"),
        ],
    )
    def test_refusals(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str
    ) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (REFUSED, "")
        assert err.startswith("error[PC")
        assert expected in err
        assert "Traceback" not in err

    def test_an_error_in_the_kernel_is_shown_at_its_line(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "wrong.py"
        path.write_text(
            "from periclase import MutSlice, f32, kernel\n\n\n"
            "@kernel\ndef wrong(y: MutSlice[f32]):\n    y[0] = undefined_name\n"
        )
        code, _, err = run(capsys, "compile", str(path))
        assert code == REFUSED
        assert f"{path}:6:12" in err
        assert "    y[0] = undefined_name" in err
        assert "^^^^" in err


def read_terminal(descriptor: int) -> bytes:
    """What is shown next, or nothing at the end."""
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # Linux says so when the other side has closed
        return b""


class TestTargets:
    def test_forms_choose_the_machine(self) -> None:
        assert target_for("asm", None) == "cpu"
        assert target_for("ptx", "sm_90") == "sm_90"
        assert target_for("ll", None) is None
        assert target_for("ll", "cpu") == "cpu"


class TestPipeline:
    def test_every_stage_under_a_header(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "pipeline", SAXPY, "--arch", "sm_90")
        assert code == OK
        headers = [line.split(":")[0].split()[-1] for line in out.splitlines() if line.startswith("// ====")]
        assert headers[:5] == ["mir", "mir-opt", "llvm", "ll", "ptx"]
        assert "\x1b" not in out

    def test_for_the_processor(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "pipeline", SAXPY, "--arch", "cpu")
        assert code == OK
        headers = [line.split(":")[0].split()[-1] for line in out.splitlines() if line.startswith("// ====")]
        assert headers == ["mir", "mir-opt", "llvm", "ll", "obj", "asm"]

    @pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
    def test_highlighted_on_a_real_terminal(self) -> None:
        import pty

        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        tool = [sys.executable, "-m", "periclase.tools.periclase", "pipeline", SAXPY, "--arch", "cpu"]
        ours, theirs = pty.openpty()
        with subprocess.Popen(tool, stdout=theirs, env={**environment, "TERM": "xterm"}) as process:
            os.close(theirs)
            shown = b""
            while chunk := read_terminal(ours):
                shown += chunk
            os.close(ours)
        assert process.returncode == 0
        assert b"\x1b[1;36m// ==== mir: " in shown
        # Numbers, types and names of the code have colours too.
        assert len(set(re.findall(rb"\x1b\[[\d;]+m", shown))) > 4

    def test_colour_on_a_terminal(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("periclase.tools.command.wants_colour", lambda stream: True)
        monkeypatch.setattr("periclase.tools.highlight.wants_colour", lambda stream: True)
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.delenv("NO_COLOR", raising=False)
        code, out, _ = run(capsys, "compile", SAXPY, "--emit", "mir")
        assert code == OK
        assert "\x1b[" in out


class TestExplain:
    def test_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "explain")
        assert code == OK
        assert len(out.splitlines()) == len(CODES)

    @pytest.mark.parametrize("spelling", ["PC0804", "pc0804", "0804", "804", "error[PC0804]:"])
    def test_one(self, capsys: pytest.CaptureFixture[str], spelling: str) -> None:
        code, out, _ = run(capsys, "explain", spelling)
        assert code == OK
        assert out.startswith(f"# PC0804: {CODES['PC0804']}\n")

    def test_a_family(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "explain", "PC02")
        assert code == OK
        assert out.splitlines()[0] == FAMILIES["02"]
        assert {line[:4] for line in out.splitlines()[2:]} == {"PC02"}

    def test_a_list(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(capsys, "explain", "--list") == run(capsys, "explain")

    def test_a_word(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _ = run(capsys, "explain", "recursive")
        assert code == OK
        assert out == f"PC0308  {CODES['PC0308']}\n"

    @pytest.mark.parametrize(
        ("asked", "help"),
        [("PC0299", "did you mean"), ("PCO203", "`PC0203`"), ("wrongness", "`periclase explain --list`")],
    )
    def test_a_misspelt_code(self, capsys: pytest.CaptureFixture[str], asked: str, help: str) -> None:
        code, _, err = run(capsys, "explain", asked)
        assert code == REFUSED
        assert err.startswith("error[PC0809]: there is no diagnostic")
        assert help in err

    def test_rich_text_on_a_terminal(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("periclase.tools.explain.wants_colour", lambda stream: True)
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.delenv("NO_COLOR", raising=False)
        code, out, _ = run(capsys, "explain", "PC0101")
        assert code == OK
        assert "\x1b[" in out
        assert "```" not in out

    def test_none(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(capsys, "explain", "PC9999")[0] == REFUSED

    def test_every_family_is_explained(self) -> None:
        assert {code[2:4] for code in CODES} <= set(FAMILIES)


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "doctor")
    assert code == OK
    assert os.environ["PERICLASE_CACHE_DIR"] in out
    for word in ("versions", "LLVM", "processor", "GPU assemblers", "rustc", "artifact cache", "plugins"):
        assert any(line.startswith(word) for line in out.splitlines()), word
