"""The bytecode of the compiler's modules in one file: found there, and never where Python would find anything else."""

from __future__ import annotations

import importlib
import inspect
import os
import py_compile
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from periclase import module_bytecode
from periclase.module_bytecode import kept_modules, modules_file

NAMES = ("kept_package", "kept_package.inner", "kept_package.inner.leaf", "kept_package.other")


class Package:
    """A package on `sys.path`, and the file that its modules are kept in."""

    def __init__(self, folder: Path):
        self.folder = folder / "kept_package"
        self.file = folder / "some.modules"
        (self.folder / "inner").mkdir(parents=True)
        (self.folder / "__init__.py").write_text("")
        (self.folder / "inner" / "__init__.py").write_text("from kept_package.inner import leaf\n")
        (self.folder / "inner" / "leaf.py").write_text("def value():\n    return 1\n")
        (self.folder / "other.py").write_text("from kept_package.inner.leaf import value\n")

    def load(self) -> int:
        """What a fresh import of all of it makes."""
        self.forget()
        with kept_modules(str(self.file), {"kept_package"}):
            return importlib.import_module("kept_package.other").value()

    def forget(self) -> None:
        for name in NAMES:
            sys.modules.pop(name, None)
        importlib.invalidate_caches()

    def from_file(self) -> set[str]:
        """The modules that were found in the file."""
        return {
            n
            for n in NAMES
            if n in sys.modules and type(sys.modules[n].__spec__.loader) is not SourceFileLoader
        }


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.syspath_prepend(str(tmp_path))
    made = Package(tmp_path)
    yield made
    made.forget()


def test_modules_are_found_in_the_file(package: Package) -> None:
    assert package.load() == 1
    assert package.from_file() == set()
    ordinary = {name: dict(vars(sys.modules[name])) for name in NAMES}
    written = package.file.read_bytes()
    for file in package.folder.rglob("*.pyc"):
        file.unlink()
    assert package.load() == 1
    assert package.from_file() == set(NAMES[1:])  # not the package itself, which is found through `sys.path`
    assert package.file.read_bytes() == written
    assert not [*package.folder.rglob("other*.pyc")]  # Python did not compile it
    for name in NAMES[1:]:
        module, before = sys.modules[name], ordinary[name]
        for attribute in ("__name__", "__file__", "__cached__", "__package__"):
            assert getattr(module, attribute) == before[attribute]
        assert getattr(module, "__path__", None) == before.get("__path__")
        assert module.__spec__.loader.get_source(name) == Path(module.__file__).read_text()
    leaf = sys.modules["kept_package.inner.leaf"]
    assert inspect.getsource(leaf.value) == "def value():\n    return 1\n"
    assert leaf.value.__code__.co_filename == leaf.__file__


def test_nothing_is_written_where_all_was_found(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    package.load()
    writes: list[str] = []
    monkeypatch.setattr(module_bytecode, "_write", lambda path, kept: writes.append(path))
    package.load()
    assert writes == []


def test_a_source_that_has_changed_is_read(package: Package) -> None:
    package.load()
    leaf = package.folder / "inner" / "leaf.py"
    leaf.write_text("def value():\n    return 22\n")
    assert package.load() == 22
    assert package.from_file() == {"kept_package.inner", "kept_package.other"}
    assert package.load() == 22
    assert package.from_file() == set(NAMES[1:])
    os.utime(leaf, (1, 1))  # of the same size
    leaf.write_text("def value():\n    return 33\n")
    os.utime(leaf, (2, 2))
    assert package.load() == 33


def test_what_came_to_the_folder_may_be_found_before(package: Package) -> None:
    package.load()
    (package.folder / "other").mkdir()
    (package.folder / "other" / "__init__.py").write_text("def value():\n    return 4\n")
    assert package.load() == 4


def test_a_source_that_has_gone_is_not_found(package: Package) -> None:
    package.load()
    folder = package.folder / "inner"
    before = folder.stat()
    (folder / "leaf.py").unlink()
    os.utime(folder, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(ImportError):
        package.load()


def test_a_package_of_two_folders_is_found_as_ever(package: Package, tmp_path: Path) -> None:
    package.load()
    more = tmp_path / "more"
    more.mkdir()
    (more / "other.py").write_text("def value():\n    return 5\n")
    package.forget()
    importlib.import_module("kept_package").__path__.insert(0, str(more))
    with kept_modules(str(package.file), {"kept_package"}):
        assert importlib.import_module("kept_package.other").value() == 5


def test_a_module_that_is_loaded_anew_is_read_anew(package: Package) -> None:
    package.load()
    package.load()
    leaf = sys.modules["kept_package.inner.leaf"]
    Path(leaf.__file__).write_text("def value():\n    return 66\n")
    importlib.invalidate_caches()
    assert importlib.reload(leaf).value() == 66
    assert leaf.__spec__.loader.get_code(leaf.__name__).co_filename == leaf.__file__


@pytest.mark.parametrize("part", [0.0, 0.001, 0.3, 0.99])
def test_a_damaged_file_is_replaced(package: Package, part: float) -> None:
    package.load()
    whole = package.file.read_bytes()
    package.file.write_bytes(whole[: int(part * len(whole))])
    assert package.load() == 1
    assert package.from_file() == set()
    assert package.load() == 1
    assert package.from_file() == set(NAMES[1:])


@pytest.mark.parametrize("damage", [bytes(8), b"\xff" * 8, b"N" + bytes(7)])
def test_damaged_code_is_not_run(package: Package, damage: bytes) -> None:
    package.load()
    whole = package.file.read_bytes()
    with open(sys.modules["kept_package.inner.leaf"].__cached__, "rb") as file:
        code = file.read()[16:]
    assert whole.count(code) == 1
    package.file.write_bytes(whole.replace(code, damage + code[8:]))
    assert package.load() == 1


def test_who_imports_in_another_way_comes_first(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those do that add checks of types, or measure what is covered."""

    class Loader(SourceFileLoader):
        def exec_module(self, module: ModuleType) -> None:
            super().exec_module(module)
            module.value = lambda: 7

    class Other:
        @staticmethod
        def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None):
            if name == "kept_package.other":
                return spec_from_file_location(name, loader=Loader(name, str(package.folder / "other.py")))
            return None

    package.load()
    monkeypatch.setattr(
        sys, "meta_path", [Other, *(f for f in sys.meta_path if f is not module_bytecode._FINDER)]
    )
    assert package.load() == 7
    assert package.from_file() == set(NAMES[1:])
    assert type(sys.modules["kept_package.other"].__spec__.loader) is Loader
    assert module_bytecode._FINDER in sys.meta_path


def test_what_can_not_be_written_is_not_left_behind(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(old: str, new: str) -> None:
        raise OSError("no space")

    package.load()
    package.file.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(module_bytecode.os, "replace", refuse)
        assert package.load() == 1
    assert not [*package.file.parent.glob("some.modules*")]
    assert package.load() == 1
    assert package.file.exists()


def test_the_file_of_another_python_is_replaced(package: Package) -> None:
    package.load()
    package.file.write_bytes(b"\0\0\0\0" + package.file.read_bytes()[4:])
    package.load()
    assert package.from_file() == set()
    package.load()
    assert package.from_file() == set(NAMES[1:])


def test_what_python_does_not_write_is_not_kept(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        package.load()
    assert not package.file.exists()
    other = package.folder / "other.py"
    py_compile.compile(str(other), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    package.load()
    package.load()
    assert package.from_file() == {"kept_package.inner", "kept_package.inner.leaf"}


def test_nowhere_to_write(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nobody looks for what could be written."""
    package.file = package.folder / "nowhere" / "some.modules"
    looked: list[str] = []
    monkeypatch.setattr(module_bytecode, "_found", looked.append)
    assert package.load() == package.load() == 1
    assert not package.file.parent.exists()
    assert looked == []


def test_other_packages_are_not_kept(package: Package) -> None:
    package.forget()
    with kept_modules(str(package.file), {"kept"}):
        importlib.import_module("kept_package.other")
    assert not package.file.exists()


def test_after_it_modules_are_found_as_ever(package: Package) -> None:
    package.load()
    package.forget()
    importlib.import_module("kept_package.other")
    assert package.from_file() == set()
    assert sum(finder is module_bytecode._FINDER for finder in sys.meta_path) == 1


COMPILES = """
import sys
from periclase import MutSlice, f32, kernel
from periclase.gpu import thread_idx_x

@kernel
def k(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0

assert ".visible .entry k" in k.ptx("sm_90")
modules = [m for m in list(sys.modules.values()) if m.__name__.startswith(("periclase.", "xdsl."))]
print(sum(type(m.__spec__.loader).__module__ == "periclase.module_bytecode" for m in modules))
"""


def test_the_first_compile_of_a_process_takes_its_modules_from_the_file(tmp_path: Path) -> None:
    file = modules_file()
    if file is None or not os.access(os.path.dirname(file), os.W_OK):
        pytest.skip("there is no place to keep bytecode in")
    program = tmp_path / "program.py"
    program.write_text(COMPILES)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run() -> int:
        done = subprocess.run(
            [sys.executable, str(program)],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    run()
    assert run() > 100
