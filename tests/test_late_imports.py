"""Modules whose own imports are answered by stand-ins, and what stands in for what."""

from __future__ import annotations

import importlib
import importlib.resources
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

from periclase.late_imports import LateModule, light_dialect_loader, light_resources, own_imports

NAMES = """
import importlib.resources as late
import importlib.resources
from importlib.resources import files
from json import dumps
parent = importlib
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes modules that can be imported, and forgets them."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made: list[str] = []

    def write(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        made.append(name)
        return name

    yield write
    for name in made:
        sys.modules.pop(name, None)


def stand_in() -> ModuleType:
    module = LateModule("importlib.resources")
    module.__dict__["files"] = "the stand-in's"
    return module


def test_only_the_module_that_is_named_gets_the_stand_in(package) -> None:
    named, other = package("late_named", NAMES), package("late_other", NAMES)
    with own_imports(named, {"importlib.resources": stand_in()}):
        found, ordinary = importlib.import_module(named), importlib.import_module(other)
    assert found.files == found.late.files == found.parent.resources.files == "the stand-in's"
    assert found.parent.import_module is importlib.import_module  # what the stand-in's parent has not
    assert found.late.as_file is importlib.resources.as_file
    assert found.dumps({}) == "{}"
    assert ordinary.late is sys.modules["importlib.resources"] is importlib.resources
    assert ordinary.files is importlib.resources.files


def test_another_thread_imports_what_it_names_meanwhile(package) -> None:
    named, other = package("late_here", "import json as late\n"), package("late_there", NAMES)
    late, found = LateModule("json"), list[ModuleType]()
    with own_imports(named, {"json": late, "importlib.resources": stand_in()}):
        thread = threading.Thread(target=lambda: found.append(importlib.import_module(other)))
        thread.start()
        thread.join(30)
        assert importlib.import_module(named).late is late
    assert found[0].files is importlib.resources.files


def test_it_ends_with_the_block(package) -> None:
    named = package("late_after", NAMES)
    with pytest.raises(ZeroDivisionError), own_imports(named, {"importlib.resources": stand_in()}):
        raise ZeroDivisionError
    finders = list(sys.meta_path)
    with own_imports(named, {}):
        assert sys.meta_path == finders
    assert importlib.import_module(named).files is importlib.resources.files


@pytest.mark.parametrize("begins", [False, True], ids=["ends", "begins and ends"])
def test_an_import_that_is_on_its_way_through_the_finders_misses_none(
    package, monkeypatch: pytest.MonkeyPatch, begins: bool
) -> None:
    other = package("late_on_its_way", "found = True")
    block = own_imports("late_nowhere", {})

    class Meanwhile:
        """Stands before the finder of files, for what another thread does while this one asks the finders."""

        @staticmethod
        def find_spec(name: str, path: object, target: object = None) -> None:
            if name == other:
                if begins:
                    block.__enter__()
                block.__exit__(None, None, None)

    if not begins:
        block.__enter__()
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path[:-1], Meanwhile, sys.meta_path[-1]])
    assert importlib.import_module(other).found


def test_relative_imports_and_missing_modules_are_as_ever(package) -> None:
    named = package("late_missing", "from . import json")
    with own_imports(named, {"json": LateModule("json")}), pytest.raises(ImportError):
        importlib.import_module(named)
    with own_imports("late_nowhere", {}), pytest.raises(ModuleNotFoundError):
        importlib.import_module("late_nowhere")


def test_resources_of_a_folder_are_where_python_has_them() -> None:
    resources = light_resources()
    assert str(resources.files("json")) == str(importlib.resources.files("json"))
    path, real = resources.files("json") / "__init__.py", importlib.resources.files("json") / "__init__.py"
    assert isinstance(resources.as_file(path), nullcontext)
    with resources.as_file(path) as file, importlib.resources.as_file(real) as real_file:
        assert str(file) == str(real_file)
    assert path.read_text() == real.read_text()
    assert path.parent.joinpath("decoder.py") == real.parent / "decoder.py"
    with resources.as_file(Path(real)) as file:
        assert file == real
    assert resources.Package is importlib.resources.Package


def test_resources_of_an_archive_are_asked_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
        archive.writestr("late_packed/__init__.py", "")
        archive.writestr("late_packed/data.txt", "there")
    monkeypatch.syspath_prepend(str(tmp_path / "packed.zip"))
    try:
        importlib.import_module("late_packed")
        resources = light_resources()
        with resources.as_file(resources.files("late_packed") / "data.txt") as file:
            assert file.read_text() == "there"
    finally:
        sys.modules.pop("late_packed", None)


def test_a_module_in_an_archive_shares_nothing_with_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "neighbours.zip", "w") as archive:
        archive.writestr("late_inside.py", NAMES)
        archive.writestr("late_beside.py", NAMES)
    monkeypatch.syspath_prepend(str(tmp_path / "neighbours.zip"))
    try:
        with own_imports("late_inside", {"importlib.resources": stand_in()}):
            found = importlib.import_module("late_inside")
        assert found.files == "the stand-in's"
        # They have one loader.
        assert importlib.import_module("late_beside").files is importlib.resources.files
    finally:
        sys.modules.pop("late_inside", None)
        sys.modules.pop("late_beside", None)


IRDL = """
builtin.module {
  irdl.dialect @late_dialect {
    irdl.operation @thing {
    }
  }
}
"""

COMPILED = """
import sys
from saxpy import saxpy
saxpy.ptx()
assert "xdsl.utils.dialect_loader" not in sys.modules
try:
    import late_nothing
except ImportError:
    pass
assert "xdsl.utils.dialect_loader" not in sys.modules
import late_dialect
print(late_dialect.ThingOp.name)
import xdsl.utils.dialect_loader as real
assert real.IRDLDialectFinder.__module__ == real.__name__
"""


def test_dialects_in_files_are_found_after_a_compile(tmp_path: Path) -> None:
    (tmp_path / "late_dialect.irdl").write_text(IRDL)
    examples = Path(__file__).resolve().parents[1] / "examples"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path.append({str(examples)!r})\n{COMPILED}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["late_dialect.thing"]


def test_the_dialect_loader_is_imported_when_it_is_asked_for() -> None:
    loader = light_dialect_loader()
    assert loader.IRDLDialectLoader.__module__ == "xdsl.utils.dialect_loader"
    finder = loader.IRDLDialectFinder(dict)
    assert finder.find_spec("periclase.no_such_dialect", ["."]) is None
