"""`periclase config`: every setting, and where it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from periclase.settings import KNOWN, reload_settings
from periclase.tools.command import OK, REFUSED
from periclase.tools.configuration import shown
from periclase.tools.periclase import main


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def config(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["config", *arguments])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def test_every_setting_and_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "periclase.toml"
    file.write_text("verbose = true\n[autotune]\nlevel = 'full'\n")
    monkeypatch.setenv("PERICLASE_AUTOTUNE_LEVEL", "off")
    monkeypatch.setenv("PERICLASE_CACHE_DIR", "/c")
    reload_settings()
    code, out, _ = config(capsys)
    assert code == OK
    rows = {line.split()[0]: line.split()[1:] for line in out.split("\n\n")[0].splitlines()}
    assert list(rows) == list(KNOWN)
    assert rows["verbose"] == ["true", f"{file}:1"]
    assert rows["autotune.level"] == ['"off"', "PERICLASE_AUTOTUNE_LEVEL"]
    assert rows["cache.dir"] == ['"/c"', "PERICLASE_CACHE_DIR"]
    assert rows["target"] == ["unset", "default"]
    assert out.endswith(f"\nconfiguration file: {file}\n")


def test_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    reload_settings()
    assert config(capsys)[1].endswith("\nconfiguration file: none\n")


@pytest.mark.parametrize("name", ["cache.max_bytes", "PERICLASE_CACHE_MAX_BYTES"])
def test_one_explained(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    reload_settings()
    code, out, _ = config(capsys, name)
    assert code == OK
    assert out.splitlines() == [
        "cache.max_bytes",
        "  value      536870912 (default)",
        "  default    536870912",
        "  meaning    the bytes that compiled kernels may take there",
        "  takes      a number of bytes, such as 1048576 or '512 MiB'",
        "  variable   PERICLASE_CACHE_MAX_BYTES",
        "  in a file  [cache] max_bytes = …",
    ]


def test_every_setting_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    reload_settings()
    for known in KNOWN.values():
        code, out, _ = config(capsys, known.name)
        assert code == OK
        assert known.meaning in out


def test_one_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    reload_settings()
    code, out, err = config(capsys, "cache.max_byte")
    assert (code, out) == (REFUSED, "")
    assert err.startswith("error[PC0814]: there is no setting cache.max_byte\n")
    assert "did you mean `cache.max_bytes`" in err


def test_settings_that_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PERICLASE_CACHEDIR", "x")
        (tmp_path / "periclase.toml").write_text("[runtime]\nworkers = 0\n")
        import periclase.settings

        patch.setattr(periclase.settings, "_current", None)
        code, out, err = config(capsys)
    assert (code, out) == (REFUSED, "")
    assert f"--> {tmp_path / 'periclase.toml'}:2:11" in err
    assert "did you mean PERICLASE_CACHE_DIR?" in err
    (tmp_path / "periclase.toml").unlink()


def test_values_as_a_file_says_them() -> None:
    shown_values = [None, True, False, 7, 0.5, Path("/a b"), 'quo"te']
    assert [shown(value) for value in shown_values] == [
        "unset",
        "true",
        "false",
        "7",
        "0.5",
        '"/a b"',
        '"quo\\"te"',
    ]
