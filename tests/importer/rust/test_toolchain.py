"""Finding rustc, and asking it as seldom as can be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from played_rustc import PlayedRustc

from periclase.diagnostics import CompileError
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import find_toolchain, has_rustc


@pytest.fixture(autouse=True)
def _no_rustc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUSTC", raising=False)
    monkeypatch.setenv("PATH", "")


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "store"))


def test_none_is_one_diagnostic(kept: Store, tmp_path: Path) -> None:
    assert not has_rustc()
    with pytest.raises(CompileError, match="there is no rustc on PATH") as caught:
        find_toolchain(str(tmp_path), kept)
    assert caught.value.diagnostic.code == "PC0342"
    assert "rustup.rs" in str(caught.value.diagnostic.help)


def test_named_one_that_is_not_there(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSTC", str(tmp_path / "rustc"))
    with pytest.raises(CompileError, match="which can not be run"):
        find_toolchain(str(tmp_path), kept)


def test_found_on_path_and_asked_once(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rustc = PlayedRustc(tmp_path, "1.96.2")
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path / "nothing"), str(tmp_path))))
    first = find_toolchain(str(tmp_path), kept)
    assert (first.program, first.release) == (str(rustc.program), "1.96.2")
    assert first.warning() is None
    assert find_toolchain(str(tmp_path), kept) == first
    assert rustc.calls == ["-vV"]


def test_variable_comes_before_path(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    monkeypatch.setenv("PATH", str(PlayedRustc(tmp_path / "a").program.parent))
    named = PlayedRustc(tmp_path / "b", "1.96.0")
    monkeypatch.setenv("RUSTC", str(named.program))
    assert find_toolchain(str(tmp_path), kept).release == "1.96.0"


def test_named_relative_to_the_folder_of_the_process(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    rustc = PlayedRustc(tmp_path / "bin")
    (tmp_path / "kernels").mkdir()
    monkeypatch.chdir(tmp_path / "bin")
    monkeypatch.setenv("RUSTC", "./rustc")
    assert find_toolchain(str(tmp_path / "kernels"), kept).program == str(rustc.program)


def test_a_change_is_seen(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSTC", str(PlayedRustc(tmp_path, "1.95.0").program))
    before = find_toolchain(str(tmp_path), kept)
    PlayedRustc(tmp_path, "1.95.10")
    after = find_toolchain(str(tmp_path), kept)
    assert after.release == "1.95.10"
    assert after.key != before.key


def test_toolchain_file_of_the_folder_has_a_say(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rustc = PlayedRustc(tmp_path)
    monkeypatch.setenv("RUSTC", str(rustc.program))
    folder = tmp_path / "project" / "src"
    folder.mkdir(parents=True)
    find_toolchain(str(folder), kept)
    (tmp_path / "project" / "rust-toolchain.toml").write_text('[toolchain]\nchannel = "1.96.0"\n')
    find_toolchain(str(folder), kept)
    assert rustc.calls == ["-vV", "-vV"]


def test_what_is_no_rustc_is_told(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "rustc"
    program.write_text("#!/bin/sh\necho gcc 12\n")
    program.chmod(0o755)
    monkeypatch.setenv("RUSTC", str(program))
    with pytest.raises(CompileError, match="does not say which rustc it is: it says `gcc 12`"):
        find_toolchain(str(tmp_path), kept)


@pytest.mark.parametrize("release", ["1.70.0", "1.97.0-nightly", "2.0.0"])
def test_untested_version_is_a_warning(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, release: str
) -> None:
    monkeypatch.setenv("RUSTC", str(PlayedRustc(tmp_path, release).program))
    warning = find_toolchain(str(tmp_path), kept).warning()
    assert warning is not None
    assert warning.code == "PC0341"
    assert release in warning.message


def test_one_that_can_not_run(kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "rustc"
    program.write_text("#!/bin/sh\necho 'no default toolchain' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("RUSTC", str(program))
    with pytest.raises(CompileError, match="no default toolchain"):
        find_toolchain(str(tmp_path), kept)
