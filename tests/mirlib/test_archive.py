"""What is no library, a damaged one, or one of another version is told, whatever the file holds."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from periclase import MutSlice, f32, kernel, load_library
from periclase.diagnostics import DiagnosticError


def refused(path: Path) -> str:
    with pytest.raises(DiagnosticError) as caught:
        load_library(path)
    (diagnostic,) = caught.value.diagnostics
    return f"{diagnostic.code} {diagnostic.message.replace(str(path), 'FILE')}"


def archive(path: Path, **header: Any) -> Path:
    facts: dict[str, Any] = {
        "format": 1, "package": "p", "version": "", "periclase": "0.1.0.dev0", "modules": {}, "symbols": {},
    }  # fmt: skip
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("library.json", json.dumps({**facts, **header}))
    return path


def test_no_file(tmp_path: Path) -> None:
    assert (
        refused(tmp_path / "x") == "PC0830 the device library FILE can not be read: No such file or directory"
    )
    assert refused(tmp_path) == "PC0830 the device library FILE can not be read: Is a directory"


def test_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"text")
    assert refused(path) == "PC0830 FILE is not a device library, or it is damaged: File is not a zip file"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("library.json", "[1]")
    assert refused(path).endswith("damaged: it does not say which format it has")
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("library.json", "{")
    assert "`library.json` is not JSON" in refused(path)
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("other", "")
    assert "There is no item named 'library.json' in the archive" in refused(path)


def test_versions(tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert refused(archive(path, format=2)) == (
        "PC0831 FILE has format 2 of device libraries; this version of Periclase reads format 1"
    )
    assert "PC0831 FILE was built by Periclase 9.0, and this is" in refused(archive(path, periclase="9.0"))
    assert "PC0830" in refused(archive(path, symbols=[1]))
    assert "PC0830" in refused(archive(path, modules=None))


def test_what_a_library_needs_and_is_not_here(tmp_path: Path) -> None:
    path = archive(tmp_path / "x", modules={"p": ["f"]})
    tree = {"node": "Constant", "at": [1, 0, 1, 1], "value": ["int", "0x1"]}
    with zipfile.ZipFile(path, "a") as made:
        names = {"g": ["object", "a_package_of_others", "g"]}
        made.writestr("modules/p.json", json.dumps({"f": {"future": False, "names": names, "tree": tree}}))
    with pytest.raises(DiagnosticError, match=r"PC0831\]: the library needs `a_package_of_others.g`"):
        _ = load_library(path).f


def test_a_file_that_goes_away(library_path: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.mirlib"
    path.write_bytes(library_path.read_bytes())
    area = load_library(path).area
    path.unlink()

    @kernel
    def use(y: MutSlice[f32]):
        y[0] = area(y[0])

    with pytest.raises(DiagnosticError, match="PC0830"):
        use.mir()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damage_is_told(data: st.DataObject, library_path: Path, tmp_path: Path) -> None:
    """Bytes are changed, or cut off: either nothing comes of it, or it is said."""
    content = bytearray(library_path.read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        for _ in range(data.draw(st.integers(1, 8))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged.mirlib"
    path.write_bytes(content)
    codes: set[str] = set()
    try:
        library = load_library(path).__library__
        list(library.contents())
        for symbol in library.calls:
            library.mir(symbol)
    except DiagnosticError as error:
        codes = {error.diagnostics[0].code}
    assert codes <= {"PC0830", "PC0831"}
