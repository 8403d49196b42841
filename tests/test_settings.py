"""What the environment variables mean, and that they are read once."""

import dataclasses
from pathlib import Path

import pytest

import periclase
from periclase.settings import Settings, reload_settings, settings


def test_an_empty_environment_is_quiet():
    assert Settings.from_environment({}) == Settings()
    quiet = Settings()
    assert not (quiet.verbose or quiet.dump_mir or quiet.dump_llvm)
    assert quiet.ptx_dir is quiet.target is quiet.cache_dir is None
    assert quiet.cache_enabled


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
    assert got.cache_dir == Path("/var/tmp/c")
    assert got.libdevice == Path("/opt/libdevice.10.bc")
    assert got.cache_enabled


def test_the_cache_can_be_turned_off():
    got = Settings.from_environment({"PERICLASE_CACHE_DIR": "OFF"})
    assert got.cache_dir is None
    assert not got.cache_enabled


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


def test_reports_only_when_verbose(capsys: pytest.CaptureFixture[str]):
    Settings().report("nothing")
    assert capsys.readouterr().err == ""
    Settings(verbose=True).report("compiling saxpy")
    assert capsys.readouterr().err == "periclase: compiling saxpy\n"


def test_a_tilde_of_nobody_is_a_folder_name():
    assert Settings.from_environment({"PERICLASE_CACHE_DIR": "~no-such-user/x"}).cache_dir == Path(
        "~no-such-user/x"
    )


def test_every_setting_is_obeyed_somewhere():
    package = Path(periclase.__file__).parent
    code = "".join(path.read_text() for path in package.rglob("*.py") if path.name != "settings.py")
    assert not [field.name for field in dataclasses.fields(Settings) if f".{field.name}" not in code]
