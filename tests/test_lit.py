"""Runs the lit suite inside pytest, one test a file, with our own tools in this process.

`lit lit/` starts a Python interpreter and imports xDSL for every tool of every RUN line: most of a second each. Here a RUN
line of `periclase-opt`, `periclase-translate`, `periclase` and `filecheck` calls the tool's `main` instead, which takes
milliseconds; anything else is started as a process. An exception that escapes from a tool fails the test even where the line
begins with `not`: a refusal is expected there, a crash never.

Only what the suite needs of lit's shell is understood (pipes, `&&`, `;`, redirections, `not`, `env`); a line with anything
more fails here, so that the two runners can't drift apart.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from lit.BooleanExpression import BooleanExpression

from periclase.tools.command import INTERNAL

ROOT = Path(__file__).resolve().parent.parent
LIT = ROOT / "lit"


# ---------------------------------------------------------------------------------------------------------------------
# The suite's configuration, read from lit.cfg.py itself


@dataclass
class Configuration:
    """What lit.cfg.py sets on lit's `config` object."""

    name: str = ""
    test_format: object = None
    suffixes: list[str] = field(default_factory=list)
    excludes: list[str] = field(default_factory=list)
    test_source_root: str = ""
    test_exec_root: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    available_features: set[str] = field(default_factory=set)
    substitutions: list[tuple[str, str]] = field(default_factory=list)


def read_configuration() -> Configuration:
    configuration = Configuration()
    path = LIT / "lit.cfg.py"
    exec(compile(path.read_text(), str(path), "exec"), {"config": configuration, "__file__": str(path)})
    return configuration


CONFIGURATION = read_configuration()


def lit_files() -> list[Path]:
    return sorted(
        path
        for path in LIT.rglob("*")
        if path.suffix in CONFIGURATION.suffixes
        and path.name not in CONFIGURATION.excludes
        and not any(
            part in CONFIGURATION.excludes or part == "Output" for part in path.relative_to(LIT).parts
        )
    )


# ---------------------------------------------------------------------------------------------------------------------
# Keywords of a test file

_KEYWORD = re.compile(r"(?:^|[^\w-])(RUN|REQUIRES|UNSUPPORTED|XFAIL):[ \t]*(.*?)[ \t]*$", re.MULTILINE)


def keywords(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The RUN lines, continuations joined, and the conditions by keyword."""
    lines: list[str] = []
    conditions: dict[str, list[str]] = {}
    continued = False
    for keyword, rest in _KEYWORD.findall(text):
        if keyword != "RUN":
            conditions.setdefault(keyword, []).extend(
                part.strip() for part in rest.split(",") if part.strip()
            )
            continue
        body = rest.removesuffix("\\").rstrip()
        if continued:
            lines[-1] += " " + body
        else:
            lines.append(body)
        continued = rest.endswith("\\")
    return lines, conditions


# ---------------------------------------------------------------------------------------------------------------------
# A small shell


def tool_main(name: str) -> Callable[[list[str]], int | None] | None:
    """The `main(arguments)` of a tool that runs in this process."""
    if name == "filecheck":
        from filecheck.main import main as filecheck_main

        return lambda arguments: filecheck_main(["filecheck", *arguments])
    if name == "periclase-opt":
        from periclase.tools.periclase_opt import main as opt_main

        return opt_main
    if name == "periclase-translate":
        from periclase.tools.periclase_translate import main as translate_main

        return translate_main
    if name == "periclase":
        from periclase.tools.periclase import main as periclase_main

        return periclase_main
    return None


class ToolCrashed(Exception):
    """An exception escaped from one of our tools."""


def run_in_process(
    main: Callable[[list[str]], int | None], arguments: list[str], stdin: bytes, folder: Path, joined: bool
) -> tuple[int, bytes, bytes]:
    """Call `main` as the process would run it, and give back exit code, standard output and standard error.

    With `joined`, what is written on standard error goes to standard output.
    """
    saved = (sys.stdin, sys.stdout, sys.stderr, Path.cwd())
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = sys.stdout if joined else io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    os.chdir(folder)
    try:
        code: object = main(arguments)
    except SystemExit as exit_request:
        code = exit_request.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
            code = 1
    except Exception:
        code = ToolCrashed(traceback.format_exc())
    finally:
        streams = {sys.stdin, sys.stdout, sys.stderr}
        sys.stdin, sys.stdout, sys.stderr = saved[:3]
        os.chdir(saved[3])
        for stream in streams:
            stream.detach()
    if isinstance(code, ToolCrashed):
        raise code
    if code == INTERNAL:
        raise ToolCrashed((err.getvalue() or out.getvalue()).decode())
    return (code if isinstance(code, int) else 0), out.getvalue(), err.getvalue()


@dataclass
class Outcome:
    code: int
    stderr: str


def run_command(words: list[str], stdin: bytes, folder: Path, joined: bool) -> tuple[int, bytes, bytes]:
    inverted = False
    environment = CONFIGURATION.environment.copy()
    own_environment = False
    while words and words[0] in ("not", "env"):
        if words.pop(0) == "not":
            inverted = not inverted
            continue
        own_environment = True
        while words and re.match(r"[A-Za-z_]\w*=", words[0]):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value
    main = None if own_environment else tool_main(words[0])
    if main is not None:
        code, out, err = run_in_process(main, words[1:], stdin, folder, joined)
    else:
        program = shutil.which(words[0], path=environment.get("PATH"))
        if program is None:
            raise AssertionError(f"the RUN line names a program that is not there: {words[0]}")
        done = subprocess.run(
            [program, *words[1:]],
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if joined else subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **environment},
            timeout=120,
        )
        code, out, err = done.returncode, done.stdout, done.stderr or b""
    return (int(code == 0) if inverted else code), out, err


def split_words(line: str) -> Iterator[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    yield from lexer


def run_pipeline(words: Sequence[str], folder: Path) -> Outcome:
    """Run one pipeline; its code is that of the last stage that failed, as under lit's `pipefail`."""
    stages: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    data, errors, result = b"", "", 0
    for stage in stages:
        arguments: list[str] = []
        out_file: Path | None = None
        err_file: Path | None = None
        err_to_out = append = False
        pending = iter(stage)
        for word in pending:
            if word in (">", ">>", "<", ">&", "&>"):
                target = next(pending)
                # `2>` reaches us as the words "2" and ">".
                to_err = bool(arguments) and arguments[-1] == "2" and word in (">", ">&")
                if to_err:
                    arguments.pop()
                if word == ">&" and to_err and target == "1":
                    err_to_out = True
                elif word == "<":
                    data = (folder / target).read_bytes()
                elif to_err:
                    err_file = folder / target
                elif word in (">", ">>"):
                    out_file, append = folder / target, word == ">>"
                else:
                    raise AssertionError(f"redirection not understood in a RUN line: {word} {target}")
            elif set(word) <= set("|&;<>"):
                raise AssertionError(f"not understood in a RUN line: {word}")
            else:
                arguments.append(word)
        code, out, err = run_command(arguments, data, folder, err_to_out)
        if code != 0:
            result = code
        if err_file is not None:
            err_file.write_bytes(err)
        else:
            errors += err.decode(errors="replace")
        if out_file is not None:
            with out_file.open("ab" if append else "wb") as stream:
                stream.write(out)
            out = b""
        data = out
    return Outcome(result, errors + (data.decode(errors="replace") if result != 0 else ""))


def run_line(line: str, folder: Path) -> Outcome:
    pipelines: list[list[str]] = [[]]
    for word in split_words(line):
        if word in ("&&", ";"):
            pipelines.append([])
        else:
            pipelines[-1].append(word)
    for words in pipelines:
        outcome = run_pipeline(words, folder)
        if outcome.code != 0:
            return outcome
    return Outcome(0, "")


def substitute(line: str, path: Path, folder: Path) -> str:
    for name, text in CONFIGURATION.substitutions:
        line = line.replace(name, text)
    standard = {
        "%s": str(path),
        "%S": str(path.parent),
        "%t": str(folder / "out"),
        "%T": str(folder),
        "%%": "%",
    }
    return re.sub(r"%[sStT%]", lambda match: shlex.quote(standard[match[0]]), line)


# ---------------------------------------------------------------------------------------------------------------------
# The tests


def test_suite_is_not_empty() -> None:
    assert len(lit_files()) > 20, "lit/ holds next to nothing: the suite was not found"


@pytest.mark.parametrize("path", lit_files(), ids=lambda path: str(path.relative_to(LIT)))
def test_lit(path: Path, tmp_path: Path) -> None:
    lines, conditions = keywords(path.read_text(encoding="utf-8"))
    assert lines, f"{path} has no RUN line"
    features = CONFIGURATION.available_features
    for condition in conditions.get("REQUIRES", []):
        if not BooleanExpression.evaluate(condition, features):
            pytest.skip(f"needs {condition}")
    for condition in conditions.get("UNSUPPORTED", []):
        if BooleanExpression.evaluate(condition, features):
            pytest.skip(f"not supported with {condition}")
    assert "XFAIL" not in conditions, "a test that is expected to fail does not belong into the suite"
    for line in lines:
        command = substitute(line, path, tmp_path)
        try:
            outcome = run_line(command, tmp_path)
        except ToolCrashed as crash:
            pytest.fail(f"a tool crashed in: {command}\n{crash}", pytrace=False)
        if outcome.code != 0:
            pytest.fail(f"exit code {outcome.code} from: {command}\n{outcome.stderr}", pytrace=False)


def test_lit_itself_agrees() -> None:
    """lit runs the same files; here it runs one folder, so that the real shell has taken our configuration once."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from lit.main import main; main()",
            "-v",
            str(LIT / "tools" / "periclase-opt"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Passed\s*:\s*[1-9]", done.stdout), done.stdout


class TestTheSmallShell:
    """What `run_line` promises, on programs of this process and of others."""

    def test_not_inverts_and_errors_join_output(self, tmp_path: Path) -> None:
        (tmp_path / "checks").write_text("CHECK: absent\n")
        assert run_line("not cat absent 2>&1 | filecheck checks", tmp_path).code == 0
        assert run_line("true && false", tmp_path).code == 1
        assert run_line("not true", tmp_path).code == 1

    def test_files_are_read_and_written(self, tmp_path: Path) -> None:
        assert run_line("echo one > a && echo two >> a && cat < a > b", tmp_path).code == 0
        assert (tmp_path / "b").read_text() == "one\ntwo\n"

    def test_a_failing_stage_fails_the_pipeline(self, tmp_path: Path) -> None:
        assert run_line("false | cat", tmp_path).code != 0

    def test_a_crash_is_never_a_refusal(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def crash(arguments: list[str]) -> int:
            raise RuntimeError("boom")

        monkeypatch.setattr(
            sys.modules[__name__], "tool_main", lambda name: crash if name == "periclase-opt" else None
        )
        with pytest.raises(ToolCrashed):
            run_line("not periclase-opt", tmp_path)

    def test_continued_lines_and_conditions(self) -> None:
        text = "// RUN: a \\\n// RUN:   b\n// REQUIRES: mlir\n// RUN: c\n"
        assert keywords(text) == (["a b", "c"], {"REQUIRES": ["mlir"]})
