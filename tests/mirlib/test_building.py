"""What can be built into a library, and what is said of the rest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from library_packages import PACKAGE, forget, write_package

from periclase import MutSlice, kernel, load_library, u32
from periclase.diagnostics import DiagnosticError
from periclase.mirlib.building import build_library
from periclase.tools.periclase import main


def build(folder: Path, text: str, name: str = "forms", **more: str) -> Path:
    write_package(
        folder,
        {"__init__.py": "from periclase import *\n" + text, **{f"{k}.py": v for k, v in more.items()}},
        name,
    )
    path = folder / f"{name}.mirlib"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr("sys.dont_write_bytecode", True)
        try:
            build_library(name, str(path))
        finally:
            forget(name)
    return path


def refused(folder: Path, text: str) -> str:
    with pytest.raises(DiagnosticError) as caught:
        build(folder, text)
    assert not list(folder.glob("*.mirlib*"))
    return str(caught.value).replace(str(folder), "")


def test_nothing_to_export(tmp_path: Path) -> None:
    assert "PC0832]: the package `forms` defines no device function, kernel or struct" in refused(
        tmp_path, ""
    )


def test_a_function_that_can_not_be_compiled(tmp_path: Path) -> None:
    shown = refused(tmp_path, "@device\ndef f(x: f32) -> f32:\n    return x + 'a'\n")
    assert shown.startswith("error[PC0105]") and "/forms/__init__.py:4" in shown


@pytest.mark.parametrize("value", ["[1, 2]", "{}", "object()", "(1, [2])"])
def test_values_that_can_not_be_held(tmp_path: Path, value: str) -> None:
    shown = refused(tmp_path, f"table = {value}\n@device\ndef f(x):\n    return x + table\n")
    assert "error[PC0832]: `table` is of type" in shown
    assert "/forms/__init__.py:5:16" in shown


def test_a_name_that_is_only_local_is_not_asked_for(tmp_path: Path) -> None:
    text = "table = [1]\n@device\ndef f(x):\n    table = x + 1\n    return table\n"
    assert dir(load_library(build(tmp_path, text))) == ["f"]


def test_enums_lambdas_and_numpy(tmp_path: Path) -> None:
    text = (
        "import enum\nimport numpy as np\n"
        "class Kind(enum.IntEnum):\n    A = 1\n    B = 5\n"
        "half = lambda x: x * f32(0.5)\n"
        "STEP = np.float32(0.25)\n"
        "@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = half(y[0]) + STEP + f32(Kind.B) + np.sqrt(y[1])\n"
    )
    import numpy as np

    from periclase import open_device

    y = open_device("cpu").array(np.array([1, 4], np.float32))
    load_library(build(tmp_path, text)).k[1, 1](y)
    assert y.read()[0] == 0.5 + 0.25 + 5 + 2


def test_a_package_that_can_not_be_imported(tmp_path: Path) -> None:
    assert "PC0808]: the package `forms` cannot be imported: ZeroDivisionError" in refused(
        tmp_path, "1 / 0\n"
    )
    with pytest.raises(DiagnosticError, match=r"PC0808.*No module named 'no_such_package'"):
        build_library("no_such_package", str(tmp_path / "x"))


def test_the_tool(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path, PACKAGE)
    monkeypatch.chdir(tmp_path)
    assert main(["library", "build", "geometry", "--path", "."]) == 0
    forget("geometry")
    assert capsys.readouterr().out.startswith("geometry.mirlib: ")
    assert main(["library", "show", "geometry.mirlib"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("geometry 1.2, built by Periclase ")
    assert "  geometry.area  is geometry.shapes.area" in shown
    assert "  geometry.shapes.area  compiled" in shown
    assert "  geometry.shapes.scale  template" in shown


def test_the_tool_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["library", "build", "some/folder"]) == 1
    assert "PC0813" in capsys.readouterr().err
    assert main(["library", "show", "x.mirlib"]) == 1
    assert "PC0830" in capsys.readouterr().err
    write_package(tmp_path, PACKAGE)
    assert main(["library", "build", "geometry", "-o", "no/such/folder/x.mirlib"]) == 1
    forget("geometry")
    assert "PC0801]: cannot write no/such/folder/x.mirlib" in capsys.readouterr().err


def test_what_names_a_device_global_is_kept_as_it_is_written(tmp_path: Path) -> None:
    """Compiled for itself it would have a variable of its own, apart from that of other functions."""
    text = (
        "counter = device_global(u32, 5)\n"
        "@device\ndef bump(n: u32) -> u32:\n    counter.value += n\n    return counter.value\n"
        "@device\ndef double(n: u32) -> u32:\n    return n * 2\n"
    )
    library = load_library(build(tmp_path, text))
    bump, double, counter = library.bump, library.double, library.counter

    @kernel
    def use(y: MutSlice[u32]):
        y[0] = bump(double(y[0]))
        counter.value += 1

    y = np.full(1, 3, np.uint32)
    use[1, 1](y)
    assert (y[0], counter.read()) == (11, 12)
    assert "call @forms__double" in use.mir()
