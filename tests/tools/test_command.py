"""What all tools share: exit codes, output, suggestions, and errors that are never tracebacks."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from periclase.diagnostics import CompileError, Diagnostic, Severity, Span
from periclase.tools import command
from periclase.tools.command import (
    INTERNAL,
    INTERRUPTED,
    OK,
    REFUSED,
    ToolError,
    coloured,
    did_you_mean,
    refuse,
    run_command,
    write_output,
)


def raising(error: BaseException):
    def body() -> int:
        raise error

    return body


class TestRunCommand:
    def test_gives_the_code_of_the_body(self) -> None:
        assert run_command(lambda: OK) == OK
        assert run_command(lambda: 7) == 7

    def test_a_diagnostic_is_shown_and_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        error = CompileError(
            Diagnostic("PC0203", "no", Span("k.py", 3, 4, source_line="    y = x"), help="yes")
        )
        assert run_command(raising(error)) == REFUSED
        shown = capsys.readouterr().err
        assert "error[PC0203]: no" in shown
        assert "--> k.py:3:5" in shown
        assert "help: yes" in shown

    def test_a_terminal_is_told_where_there_is_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = Terminal()
        monkeypatch.setattr("sys.stderr", shown)
        monkeypatch.setenv("NO_COLOR", "1")
        warning = Diagnostic("PC0308", "recursive", severity=Severity.WARNING)
        assert run_command(raising(CompileError([Diagnostic("PC0203", "no"), warning]))) == REFUSED
        assert shown.getvalue() == (
            "error[PC0203]: no\n\nwarning[PC0308]: recursive\n\n`periclase explain PC0203` says more\n"
        )

    def test_a_fault_of_our_own_is_no_traceback(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run_command(raising(ZeroDivisionError("division by zero"))) == INTERNAL
        shown = capsys.readouterr().err
        assert "error[PC0807]: internal error: ZeroDivisionError: division by zero" in shown
        assert "Traceback" not in shown

    def test_verbose_shows_where(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from periclase.settings import reload_settings

        monkeypatch.setenv("PERICLASE_VERBOSE", "1")
        reload_settings()
        assert run_command(raising(ZeroDivisionError("division by zero"))) == INTERNAL
        assert "Traceback" in capsys.readouterr().err

    def test_interrupted(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run_command(raising(KeyboardInterrupt())) == INTERRUPTED
        assert capsys.readouterr().err == "interrupted\n"

    def test_a_reader_that_has_gone_is_no_error(self) -> None:
        # `yes` keeps writing: the program must end quietly once `head` has gone.
        code = (
            "import sys; from periclase.tools.command import *\n"
            "sys.exit(run_command(lambda: [write_output('x' * 4096, None) for _ in range(1000)] and 0))"
        )
        shell = f'"{sys.executable}" -c "{code}" | head -c 10; echo "${{PIPESTATUS[0]}}"'
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60)
        assert done.stdout == "x" * 10 + "0\n"
        assert done.stderr == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class TestOutput:
    def test_text_ends_in_one_newline(self, capsys: pytest.CaptureFixture[str]) -> None:
        write_output("a", None)
        write_output("b\n", "-")
        assert capsys.readouterr().out == "a\nb\n"

    def test_files(self, tmp_path: Path) -> None:
        write_output("text", str(tmp_path / "a"))
        write_output(b"\0\1", str(tmp_path / "b"))
        assert (tmp_path / "a").read_text() == "text"
        assert (tmp_path / "b").read_bytes() == b"\0\1"

    def test_a_file_that_can_not_be_written(self, tmp_path: Path) -> None:
        with pytest.raises(ToolError, match="PC0801"):
            write_output("text", str(tmp_path / "no" / "such" / "folder"))

    def test_no_binary_code_on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdout", Terminal())
        with pytest.raises(ToolError, match=r"PC0805.*terminal"):
            write_output(b"\x7fELF", None)

    def test_binary_code_into_a_pipe(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        write_output(b"\x7fELF\xff", None)
        assert capfdbinary.readouterr().out == b"\x7fELF\xff"


class TestColours:
    def test_headline_and_caret(self) -> None:
        text = str(Diagnostic("PC0203", "no", Span("k.py", 1, 0, 1, 1, source_line="x")))
        assert coloured(text) != text
        assert "\x1b[1;31merror[PC0203]" in coloured(text)
        assert "\x1b[1;31m^\x1b[0m" in coloured(text)

    def test_only_on_a_terminal_and_if_wanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        assert command.wants_colour(Terminal())
        assert not command.wants_colour(io.StringIO())
        monkeypatch.setenv("NO_COLOR", "1")
        assert not command.wants_colour(Terminal())


class TestSuggestions:
    def test_close_names(self) -> None:
        assert did_you_mean("saxpi", ["saxpy", "matmul"]) == "did you mean `saxpy`?"

    def test_nothing_close_lists_what_there_is(self) -> None:
        assert did_you_mean("xyz", ["b", "a"]) == "known are `a`, `b`"
        assert did_you_mean("xyz", []) is None

    def test_long_lists_are_cut(self) -> None:
        shown = did_you_mean("?", [f"name{i:02}" for i in range(20)])
        assert shown is not None
        assert shown.endswith("`name11` and 8 more")

    def test_refuse(self) -> None:
        error = refuse("PC0804", "no such kernel", "did you mean `a`?")
        assert (error.diagnostic.code, error.diagnostic.help) == ("PC0804", "did you mean `a`?")
