"""Kernels out of the ordinary places of Python: its prompt, `python -c`, exec, doctest, archives, edited files, odd texts."""

from __future__ import annotations

import importlib
import linecache
import os
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

KEEPS_WHAT_IS_TYPED = sys.version_info >= (3, 13)
"""Whether Python keeps the text of its prompt, and of `python -c`."""

KERNEL = """\
from periclase import MutSlice, f32, kernel
from periclase.diagnostics import DiagnosticError

@kernel
def k(y: MutSlice[f32]):
    y[0] = 1 + {value}

"""
SHOW = """\
try:
    text = k.mir()
    print("compiled", "mir.store" in text)
except DiagnosticError as error:
    print(error)
"""


def run(*arguments: str, folder: Path, typed: str | None = None) -> str:
    """What a Python of its own prints, on both streams."""
    environment = dict(os.environ, PYTHON_BASIC_REPL="1", PYTHONDONTWRITEBYTECODE="1")
    root = str(Path(__file__).parents[2])
    environment["PYTHONPATH"] = os.pathsep.join([root, *filter(None, [environment.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        cwd=folder,
        env=environment,
    )
    return done.stdout


def test_python_c(tmp_path: Path) -> None:
    printed = run("-c", KERNEL.format(value=1) + SHOW, folder=tmp_path)
    if KEEPS_WHAT_IS_TYPED:
        assert printed == "compiled True\n"
    else:
        assert printed == (
            "error[PC0107]: the source of `k` is not available: Python keeps no text of what is given to exec(), and of "
            "`python -c` from 3.13 on\n"
            "  --> <string>:4\n"
            "   = help: define it in a file or a notebook cell; a program that makes kernels can leave their text in "
            "`linecache`\n"
            "   = in: `k`\n"
        )


def test_the_prompt(tmp_path: Path) -> None:
    typed = KERNEL.format(value="nowhere") + SHOW + "\n"
    printed = run("-i", folder=tmp_path, typed=typed)
    if KEEPS_WHAT_IS_TYPED:
        assert "error[PC0101]: the name `nowhere` is not defined" in printed
        assert "    y[0] = 1 + nowhere" in printed
    else:
        assert (
            "error[PC0107]: the source of `k` is not available: Python keeps what is typed at its prompt"
            in printed
        )


def test_what_is_given_to_exec_is_not_taken_for_other_text(tmp_path: Path) -> None:
    """Both are called `<string>`, and have a function of this name at this line."""
    outer = KERNEL.format(value=1) + f"exec({KERNEL.format(value=2)!r})\n" + SHOW
    printed = run("-c", outer, folder=tmp_path)
    assert printed.startswith(
        "error[PC0107]: the source of `k` is not available: Python keeps no text of what is"
    )


def test_doctest(tmp_path: Path) -> None:
    example = KERNEL.format(value=1).rstrip().split("\n\n")
    lines = [*example[0].splitlines(), *example[1].splitlines()]
    session = "\n".join((">>> " if not line.startswith((" ", "def")) else "... ") + line for line in lines)
    session += '\n>>> "mir.store" in k.mir()\nTrue\n'
    (tmp_path / "documented.py").write_text(f'"""\n{session}"""\n')
    assert run("-m", "doctest", "documented.py", folder=tmp_path) == ""


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which modules can be imported; they are forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_an_archive(importable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = importable / "library.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zipped.py", KERNEL.format(value=1))
        file.writestr("wrongly_zipped.py", KERNEL.format(value="nowhere"))
    monkeypatch.syspath_prepend(str(archive))
    assert "mir.store" in str(import_kernels([importlib.import_module("zipped").k]))
    with pytest.raises(CompileError) as caught:
        import_kernels([importlib.import_module("wrongly_zipped").k])
    assert "    y[0] = 1 + nowhere" in str(caught.value)
    span = caught.value.diagnostic.span
    assert span is not None and span.file == str(archive / "wrongly_zipped.py")


HELPER = "def helper(v):\n    return v + {value}\n"
USER = """
import periclase
from periclase import MutSlice, f32, kernel
from plain_helper import helper

@kernel
def k(y: MutSlice[f32]):
    y[0] = helper(y[0])
"""


def test_a_module_without_kernels_that_was_edited_after_its_import(importable: Path) -> None:
    helper, user = importable / "plain_helper.py", importable / "user_of_helper.py"
    helper.write_text(HELPER.format(value=1))
    user.write_text(USER)
    module = importlib.import_module("user_of_helper")
    assert "mir.store" in str(import_kernels([module.k]))
    helper.write_text(HELPER.format(value=2000))
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert str(caught.value).startswith(
        "error[PC0107]: the source of `helper` has changed since it was loaded: what is at line 1 now is not it\n"
    )
    assert [frame.function for frame in caught.value.diagnostic.call_chain] == ["k", "helper"]
    helper.write_text(HELPER.format(value=1))
    assert "mir.store" in str(import_kernels([module.k]))


def test_a_loader_that_compiles_something_else_is_believed(importable: Path) -> None:
    """As pytest's does with `assert`: then nothing can be told from the code."""

    class Loader:
        pass

    path = importable / "rewritten.py"
    path.write_text(HELPER.format(value=1))
    module: dict[str, Any] = {"__name__": "rewritten", "__loader__": Loader()}
    exec(compile(HELPER.format(value=3), str(path), "exec"), module)
    (importable / "plain_helper.py").write_text("")
    user = importable / "user_of_helper.py"
    user.write_text(USER.replace("from plain_helper import helper\n", ""))
    k = importlib.import_module("user_of_helper").k
    k.function.__globals__["helper"] = module["helper"]
    assert "mir.store" in str(import_kernels([k]))
    del module["__loader__"]
    with pytest.raises(CompileError, match="has changed since it was loaded"):
        import_kernels([k])


def in_cell(text: str, flags: int = 0) -> dict[str, Any]:
    """The names of a notebook cell, made as IPython makes them."""
    name = "<ipython-input-8-89abcdef0123>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(text, name, "exec", flags), names)
    return names


def test_a_cell_after_one_with_an_import_from_the_future() -> None:
    import __future__

    names = in_cell(KERNEL.format(value=1), __future__.annotations.compiler_flag)
    assert "mir.store" in str(import_kernels([names["k"]]))


def test_a_cell_whose_name_has_another_text_by_now() -> None:
    old = in_cell(KERNEL.format(value=1))["k"]
    in_cell(KERNEL.format(value=2))
    with pytest.raises(CompileError, match="has changed since it was loaded"):
        import_kernels([old])


def load_bytes(data: bytes, folder: Path, name: str) -> ModuleType:
    (folder / f"{name}.py").write_bytes(data)
    return importlib.import_module(name)


def said(module: ModuleType) -> str:
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    return str(caught.value).replace(str(Path(module.__file__ or "").parent) + os.sep, "")


def test_an_encoding_that_a_cookie_declares(importable: Path) -> None:
    text = "# -*- coding: latin-1 -*-\n" + KERNEL.format(value="nowhere").replace("y[0]", "'é ü'; y[0]")
    module = load_bytes(text.encode("latin-1"), importable, "in_latin")
    assert "\n 7 |     'é ü'; y[0] = 1 + nowhere\n   |                       ^^^^^^^\n" in said(module)


def test_tabs_and_a_byte_order_mark(importable: Path) -> None:
    text = KERNEL.format(value="nowhere").replace("    y[0]", "\tif True:\n\t\ty[0]")
    module = load_bytes(b"\xef\xbb\xbf" + text.encode(), importable, "with_tabs")
    assert "\n 7 |         y[0] = 1 + nowhere\n   |                    ^^^^^^^\n" in said(module)


def test_a_statement_over_several_lines(importable: Path) -> None:
    text = KERNEL.format(value="\\\n        nowhere")
    module = load_bytes(text.encode(), importable, "continued")
    assert "  --> continued.py:7:9\n   |\n 7 |         nowhere\n   |         ^^^^^^^\n" in said(module)


def test_an_expression_over_several_lines_is_marked_on_its_first(importable: Path) -> None:
    text = KERNEL.format(value="[\n        1,\n    ]")
    module = load_bytes(text.encode(), importable, "over_lines")
    assert "\n 6 |     y[0] = 1 + [\n   |                ^\n" in said(module)


def test_deep_inside_classes_and_functions(importable: Path) -> None:
    text = "class Outer:\n    class Inner:\n        @staticmethod\n        def make():\n" + textwrap.indent(
        KERNEL.format(value="nowhere") + "return k\n", " " * 12
    )
    module = load_bytes((text + "k = Outer.Inner.make()\n").encode(), importable, "deep")
    assert "\n10 |                 y[0] = 1 + nowhere\n   |                            ^^^^^^^\n" in said(
        module
    )
    assert "= in: `Outer.Inner.make.<locals>.k`" in said(module)


def test_a_decorator_that_wraps(importable: Path) -> None:
    text = """\
import functools
from periclase import MutSlice, f32, kernel

def named(function):
    function.note = 1
    return function

def wrapped(function):
    @functools.wraps(function)
    def inner(y: MutSlice[f32]):
        y[0] = nowhere
    return inner

@kernel
@named
def passed(y: MutSlice[f32]):
    y[0] = 1

@kernel
@wrapped
def k(y: MutSlice[f32]):
    y[0] = 1
"""
    module = load_bytes(text.encode(), importable, "decorated")
    assert "mir.store" in str(import_kernels([module.passed]))
    assert "decorated.py:11:16" in said(module)
