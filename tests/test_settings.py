"""What environment and configuration files mean, what they are refused for, and that they are read once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import periclase
import periclase.settings as settings_module
from periclase.diagnostics import ConfigurationError
from periclase.settings import (
    KNOWN,
    SECTIONS,
    VARIABLES,
    CacheSettings,
    RuntimeSettings,
    Settings,
    reload_settings,
    resolve,
    settings,
)
from periclase.settings_file import has_table


def test_an_empty_environment_is_quiet():
    assert Settings.from_environment({}) == Settings()
    quiet = Settings()
    assert not (quiet.verbose or quiet.dump_mir or quiet.dump_llvm)
    assert quiet.ptx_dir is quiet.target is quiet.cache.folder is quiet.trace.file is None
    assert quiet.cache.enabled
    assert not quiet.runtime.verify_effects


@pytest.mark.parametrize(
    "text, on",
    [("1", True), ("yes", True), ("TRUE", True), ("0", False), ("Off", False), ("", False), (" no ", False)],
)
@pytest.mark.parametrize(
    "variable, field",
    [
        ("PERICLASE_VERBOSE", "verbose"),
        ("PERICLASE_DUMP_MIR", "dump_mir"),
        ("PERICLASE_DUMP_LLVM", "dump_llvm"),
    ],
)
def test_switches(variable: str, field: str, text: str, on: bool):
    assert getattr(Settings.from_environment({variable: text}), field) is on


def test_paths_and_target():
    got = Settings.from_environment(
        {
            "PERICLASE_PTX_DIR": "~/ptx",
            "PERICLASE_TARGET": " sm_90 ",
            "PERICLASE_CACHE_DIR": "/var/tmp/c",
            "PERICLASE_LIBDEVICE": "/opt/libdevice.10.bc",
        }
    )
    assert got.ptx_dir == Path.home() / "ptx"
    assert got.target == "sm_90"
    assert got.cache.folder == Path("/var/tmp/c")
    assert got.libdevice == Path("/opt/libdevice.10.bc")
    assert got.cache.enabled


def test_the_cache_can_be_turned_off():
    got = Settings.from_environment({"PERICLASE_CACHE_DIR": "OFF"})
    assert got.cache.folder is None
    assert not got.cache.enabled


def test_sections_from_the_environment():
    got = Settings.from_environment(
        {
            "PERICLASE_CACHE_MAX_BYTES": "1.5 GiB",
            "PERICLASE_RUNTIME_WORKERS": "3",
            "PERICLASE_RUNTIME_SHUTDOWN_SECONDS": "0.5",
            "PERICLASE_RUNTIME_MAX_MEMORY_BYTES": "4096",
            "PERICLASE_AUTOTUNE_LEVEL": "Full",
            "PERICLASE_TRACE_FILE": "t.json",
        }
    )
    assert got.cache.max_bytes == 3 << 29
    assert (got.runtime.workers, got.runtime.shutdown_seconds, got.runtime.max_memory_bytes) == (3, 0.5, 4096)
    assert got.autotune.level == "full"
    assert got.trace.file == Path("t.json")


def test_an_empty_variable_is_none():
    assert Settings.from_environment(dict.fromkeys(VARIABLES, " ")) == Settings()


@pytest.mark.parametrize(
    "variable, text, wanted",
    [
        ("PERICLASE_VERBOSE", "2", "true or false"),
        ("PERICLASE_RUNTIME_WORKERS", "0", "a whole number of at least 1"),
        ("PERICLASE_RUNTIME_WORKERS", "two", "a whole number of at least 1"),
        ("PERICLASE_RUNTIME_SHUTDOWN_SECONDS", "-1", "a number of seconds"),
        ("PERICLASE_RUNTIME_SHUTDOWN_SECONDS", "nan", "a number of seconds"),
        ("PERICLASE_RUNTIME_SHUTDOWN_SECONDS", "inf", "a number of seconds"),
        ("PERICLASE_CACHE_MAX_BYTES", "-1", "a number of bytes, such as 1048576 or '512 MiB'"),
        ("PERICLASE_CACHE_MAX_BYTES", "1 MiBi", "a number of bytes, such as 1048576 or '512 MiB'"),
        ("PERICLASE_CACHE_MAX_BYTES", "9" * 400 + ".5", "a number of bytes, such as 1048576 or '512 MiB'"),
        ("PERICLASE_CACHE_MAX_BYTES", "1.2.3", "a number of bytes, such as 1048576 or '512 MiB'"),
        (
            "PERICLASE_CACHE_MAX_BYTES",
            "\N{SUPERSCRIPT TWO}",
            "a number of bytes, such as 1048576 or '512 MiB'",
        ),
        ("PERICLASE_AUTOTUNE_LEVEL", "some", "'off', 'minimal', 'balanced', 'extensive' or 'full'"),
        ("PERICLASE_CACHE_DIR", "a\0b", "the path of a folder, or 'off'"),
    ],
)
def test_a_variable_that_means_nothing(variable: str, text: str, wanted: str):
    with pytest.raises(ConfigurationError) as caught:
        Settings.from_environment({variable: text})
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0815"
    assert diagnostic.message == f"the environment variable {variable} must be {wanted}, not {text!r}"


@pytest.mark.parametrize(
    "variable, meant",
    [
        ("PERICLASE_CACHEDIR", "PERICLASE_CACHE_DIR"),
        ("PERICLASE_VERBOS", "PERICLASE_VERBOSE"),
        ("PERICLASE_AUTOTUNE_MAXSAMPLES", "PERICLASE_AUTOTUNE_MAX_SAMPLES"),
        ("PERICLASE_CONFIGS", "PERICLASE_CONFIG"),
    ],
)
def test_a_misspelt_variable(variable: str, meant: str):
    with pytest.raises(ConfigurationError) as caught:
        Settings.from_environment({variable: "1"})
    assert caught.value.diagnostic.code == "PC0814"
    assert f"did you mean {meant}?" in str(caught.value)


def test_a_variable_of_somebody_else():
    assert Settings.from_environment({"PERICLASE_MLIR_BIN": "x", "OTHER": "y"}) == Settings()


def test_all_problems_are_told_at_once():
    with pytest.raises(ConfigurationError) as caught:
        Settings.from_environment({"PERICLASE_VERBOSE": "maybe", "PERICLASE_CACHEDIR": "x"})
    assert len(caught.value.diagnostics) == 2


def test_the_environment_is_read_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERICLASE_TARGET", "sm_75")
    try:
        assert reload_settings().target == "sm_75"
        monkeypatch.setenv("PERICLASE_TARGET", "sm_80")
        assert settings().target == "sm_75"
        assert reload_settings().target == "sm_80"
    finally:
        monkeypatch.undo()
        reload_settings()


def test_what_is_wrong_stays_wrong_until_it_is_mended(monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setenv("PERICLASE_VERBOSE", "maybe")
        for read in (reload_settings, settings, settings):
            with pytest.raises(ConfigurationError):
                read()
        patch.setenv("PERICLASE_VERBOSE", "0")
        assert not settings().verbose


def test_reports_only_when_verbose(capsys: pytest.CaptureFixture[str]):
    Settings().report("nothing")
    assert capsys.readouterr().err == ""
    Settings(verbose=True).report("compiling saxpy")
    assert capsys.readouterr().err == "periclase: compiling saxpy\n"


def test_a_tilde_of_nobody_is_a_folder_name():
    got = Settings.from_environment({"PERICLASE_CACHE_DIR": "~no-such-user/x"})
    assert got.cache.folder == Path("~no-such-user/x")


# ---------------------------------------------------------------------------------------------------------------------
# Files


@pytest.mark.parametrize("name, table", [("periclase.toml", ""), ("pyproject.toml", "tool.periclase")])
def test_a_file_above_the_working_directory(tmp_path: Path, name: str, table: str):
    file = tmp_path / name
    dotted = f"{table}." if table else ""
    lines = [
        f"[{table}]" if table else "# no header",
        "verbose = true",
        'ptx_dir = "out"',
        f"[{dotted}cache]",
        'dir = "~/c"',
        'max_bytes = "2 MB"',
        f"[{dotted}runtime]",
        "shutdown_seconds = 3",
    ]
    file.write_text("\n".join(lines) + "\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    got = resolve({"PERICLASE_CACHE_MAX_BYTES": "7"}, below)
    assert got.file == file
    assert got.settings == Settings(
        verbose=True,
        ptx_dir=tmp_path / "out",
        cache=CacheSettings(dir=str(Path.home() / "c"), max_bytes=7),
        runtime=RuntimeSettings(shutdown_seconds=3.0),
    )
    assert {name: origin.place for name, origin in got.origins.items() if origin.place != "default"} == {
        "verbose": f"{file}:2",
        "ptx_dir": f"{file}:3",
        "cache.dir": f"{file}:5",
        "cache.max_bytes": "PERICLASE_CACHE_MAX_BYTES",
        "runtime.shutdown_seconds": f"{file}:8",
    }


def test_the_nearest_file_is_the_only_one(tmp_path: Path):
    (tmp_path / "periclase.toml").write_text("verbose = true\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    assert resolve({}, inner).settings.verbose
    project = inner / "pyproject.toml"
    for text in (
        "[project]\nname = 'x'\n",
        "[project]\nname = 'periclase-user'\n",
        "[[tool]]\n# periclase\n",
        "?",
    ):
        project.write_text(text)
        assert resolve({}, inner).settings.verbose
    project.write_text("[tool.periclase]\ntarget = 'sm_90'\n")
    got = resolve({}, inner)
    assert (got.settings.verbose, got.settings.target) == (False, "sm_90")
    (inner / "periclase.toml").write_text("")
    assert resolve({}, inner).settings == Settings()


def test_a_file_by_name_and_none(tmp_path: Path):
    (tmp_path / "periclase.toml").write_text("verbose = true\n")
    other = tmp_path / "other.toml"
    other.write_text("dump_mir = true\n")
    assert resolve({"PERICLASE_CONFIG": str(other)}, tmp_path).settings == Settings(dump_mir=True)
    assert resolve({"PERICLASE_CONFIG": "Off"}, tmp_path).settings == Settings()
    with pytest.raises(ConfigurationError) as caught:
        resolve({"PERICLASE_CONFIG": str(tmp_path / "none.toml")}, tmp_path)
    assert caught.value.diagnostic.code == "PC0801"
    assert "can not be read: No such file or directory" in str(caught.value)


def refused(tmp_path: Path, text: str, name: str = "periclase.toml") -> ConfigurationError:
    (tmp_path / name).write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        resolve({}, tmp_path)
    return caught.value


@pytest.mark.parametrize(
    "text, code, pointed, line, help",
    [
        ("verbos = true\n", "PC0814", "verbos", 1, "did you mean `verbose`?"),
        ("\n[cache]\nmax_byte = 1\n", "PC0814", "max_byte", 3, "did you mean `cache.max_bytes`?"),
        ("level = 'full'\n", "PC0814", "level", 1, "did you mean `autotune.level`?"),
        ("[autotunes]\nlevel = 'full'\n", "PC0814", "autotunes", 1, "did you mean `[autotune]`?"),
        ("[zzz]\n", "PC0814", "zzz", 1, "there are `cache`, `runtime`, `autotune`, `trace`"),
        ("[cache]\nzzz = 1\n", "PC0814", "zzz", 2, "there are `cache.dir`, `cache.max_bytes`"),
        ("zzz = 1\n", "PC0814", "zzz", 1, "`periclase config` lists all of them"),
        ('"cache.dir" = "x"\n', "PC0814", '"cache.dir"', 1, "did you mean `cache.dir`?"),
        ("verbose = 'yes'  # on\n", "PC0815", "'yes'  # on", 1, "it means: say on stderr"),
        ("verbose = 1  # on\n", "PC0815", "1", 1, "it means: say on stderr"),
        ("[runtime]\nworkers = 0\n", "PC0815", "0", 2, "it means: threads"),
        ("[runtime]\nworkers = true\n", "PC0815", "true", 2, "it means: threads"),
        ("runtime.workers = 1.0\n", "PC0815", "1.0", 1, "it means: threads"),
        ("runtime = { workers = [] }\n", "PC0815", "workers", 1, "it means: threads"),
        ("[runtime]\nshutdown_seconds = nan\n", "PC0815", "nan", 2, "it means: how long"),
        (
            "[runtime]\nshutdown_seconds = 1" + "0" * 400 + "\n",
            "PC0815",
            "1" + "0" * 400,
            2,
            "it means: how long",
        ),
        ("[cache]\nmax_bytes = -1\n", "PC0815", "-1", 2, "it means: the bytes"),
        ("[cache]\nmax_bytes = 'lots'\n", "PC0815", "'lots'", 2, "it means: the bytes"),
        ("[cache.dir]\n", "PC0815", "cache.dir", 1, "it means: the folder"),
        ("target = ''\n", "PC0815", "''", 1, "it means: the GPU target"),
        ("[autotune]\nlevel = 3\n", "PC0815", "3", 2, "it means: how many candidates"),
        ("cache = 'off'\n", "PC0815", "'off'", 1, "write `[cache]`"),
        ("[[cache]]\n", "PC0815", None, 1, "write `[cache]`"),
    ],
)
def test_a_file_that_means_nothing(
    tmp_path: Path, text: str, code: str, pointed: str | None, line: int, help: str
):
    diagnostic = refused(tmp_path, text).diagnostic
    assert diagnostic.code == code
    assert diagnostic.help is not None
    assert help in diagnostic.help
    span = diagnostic.span
    assert span is not None
    assert (span.file, span.line) == (str(tmp_path / "periclase.toml"), line)
    if pointed is not None:
        assert text.splitlines()[line - 1][span.column : span.end_column] == pointed


def test_the_text_of_an_error_shows_the_line(tmp_path: Path):
    assert str(refused(tmp_path, "[cache]\nmax_byte = 1\n")).splitlines()[1:] == [
        f"  --> {tmp_path / 'periclase.toml'}:2:1",
        "   |",
        " 2 | max_byte = 1",
        "   | ^^^^^^^^",
        "   = help: did you mean `cache.max_bytes`?",
    ]


def test_a_project_whose_tools_are_no_table_says_nothing(tmp_path: Path):
    project = tmp_path / "pyproject.toml"
    project.write_text("tool = 3\n")
    assert resolve({"PERICLASE_CONFIG": str(project)}, tmp_path).settings == Settings()


def test_a_table_of_a_project_that_is_none(tmp_path: Path):
    diagnostic = refused(tmp_path, "[tool]\npericlase = 3\n", "pyproject.toml").diagnostic
    assert diagnostic.message == "`tool.periclase` is a table of settings, not 3"
    assert diagnostic.span is not None
    assert diagnostic.span.line == 2


@pytest.mark.parametrize(
    "text, line, column",
    [("verbose = \n", 1, 10), ("a = 1\na = 2\n", 2, 5), ("[cache\n", 1, 6), ("x = [\n1,\n", 2, None)],
)
def test_a_file_that_is_no_toml(tmp_path: Path, text: str, line: int, column: int | None):
    diagnostic = refused(tmp_path, text).diagnostic
    assert diagnostic.code == "PC0816"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (line, column)
    assert "at line" not in diagnostic.message


def test_a_file_that_is_no_text(tmp_path: Path):
    (tmp_path / "periclase.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigurationError, match="it is not UTF-8"):
        resolve({}, tmp_path)
    (tmp_path / "periclase.toml").unlink()
    (tmp_path / "pyproject.toml").write_bytes(b"\xff periclase")
    assert resolve({}, tmp_path).file is None


def test_a_working_directory_that_is_gone(tmp_path: Path):
    gone = tmp_path / "gone"
    gone.mkdir()
    program = f"import os; os.rmdir({str(gone)!r}); from periclase.settings import *; print(settings() == Settings())"
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=gone,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )
    assert result.stdout == "True\n", result.stderr


def test_without_a_file_nothing_is_imported_for_one(tmp_path: Path):
    program = (
        "import sys; import periclase.settings as s; s.settings(); "
        "print({'tomllib', 'difflib', 'periclase.settings_file'} & set(sys.modules))"
    )
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )
    assert result.stdout == "set()\n", result.stderr


# ---------------------------------------------------------------------------------------------------------------------
# The settings as a whole


def test_every_field_is_a_known_setting():
    names = set(Settings._fields) - set(SECTIONS)
    names |= {f"{section}.{field}" for section, owner in SECTIONS.items() for field in owner._fields}
    assert names == set(KNOWN)
    assert len(VARIABLES) == len(KNOWN)
    for section, owner in SECTIONS.items():
        assert getattr(Settings(), section) == owner()
    for known in KNOWN.values():
        assert known.meaning[0].islower() or known.meaning.startswith(("NVIDIA", "`"))


def test_every_setting_is_obeyed_somewhere():
    package = Path(periclase.__file__).parent
    code = "".join(path.read_text() for path in package.rglob("*.py") if path.name != "settings.py")
    assert not [known for known in KNOWN if f".{known.rpartition('.')[2]}" not in code]


@pytest.mark.parametrize(
    "text",
    [
        "[tool.periclase]\nverbose = true\n",
        "[tool.periclase.cpu]\n",
        '[ tool . "periclase" ]\n',
        "  ['tool'.'periclase']\n",
        "[tool]\npericlase.verbose = true\n",
        "[tool]\nother = 1\n'periclase' = {verbose = true}\n",
        '[ "tool" ] # ours\npericlase = {}\n',
        "tool.periclase.verbose = true\n",
        'tool . "periclase" = {}\n',
        "tool = {other = 1, periclase = {}}\n",
        "tool = {other = [\n1], periclase = {}}\n",
        '[project]\ndependencies = ["periclase"]\n[tool.periclase]\n',
    ],
)
def test_our_table_is_seen_in_every_spelling(text: str, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(text)
    assert has_table(project)
    assert settings_module._mentions_us(str(project))


@pytest.mark.parametrize(
    "text",
    [
        "[project]\ndependencies = ['periclase>=1', \"periclase.extra\"]\n",
        "[project]\nname = 'periclase'\n[project.scripts]\npericlase = 'periclase.tools:main'\n",
        "[tool.other]\n# see tool.periclase\npackages = ['periclase']\n",
        "# [tool.periclase]\n",
    ],
)
def test_who_only_names_us_costs_no_reader(text: str, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(text)
    assert not has_table(project)
    assert not settings_module._mentions_us(str(project))
