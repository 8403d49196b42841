"""`FILE[:KERNEL]`: running a user's file and finding its kernels, whatever is wrong with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from periclase.diagnostics import DiagnosticError
from periclase.tools.command import ToolError
from periclase.tools.kernel_files import find_kernel, find_kernels, load_file, split_reference

TWO_KERNELS = """
from periclase import MutSlice, f32, kernel
from periclase.gpu import thread_idx_x

@kernel
def second(y: MutSlice[f32]):
    y[thread_idx_x()] = 2.0

@kernel
def first(y: MutSlice[f32]):
    y[thread_idx_x()] = 1.0

not_a_kernel = 3

if __name__ == "__main__":
    raise SystemExit("run as a program")
"""


def write(folder: Path, text: str, name: str = "kernels.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def refused(reference: str) -> DiagnosticError:
    with pytest.raises(ToolError) as caught:
        find_kernels(reference)
    return caught.value


class TestReference:
    @pytest.mark.parametrize(
        ("reference", "path", "kernel"),
        [
            ("a.py", "a.py", None),
            ("a.py:k", "a.py", "k"),
            ("dir/a.py:_k2", "dir/a.py", "_k2"),
            ("C:\\dir\\a.py", "C:\\dir\\a.py", None),
            ("C:\\dir\\a.py:k", "C:\\dir\\a.py", "k"),
            ("", "", None),
        ],
    )
    def test_split(self, reference: str, path: str, kernel: str | None) -> None:
        assert split_reference(reference) == (path, kernel)

    @pytest.mark.skipif(os.name == "nt", reason="no colons in file names there")
    def test_an_existing_file_with_a_colon_in_its_name(self, tmp_path: Path) -> None:
        path = write(tmp_path, TWO_KERNELS, "odd:name")
        assert split_reference(path) == (path, None)


class TestFinding:
    def test_all_in_order_of_definition(self, tmp_path: Path) -> None:
        assert [kernel.name for kernel in find_kernels(write(tmp_path, TWO_KERNELS))] == ["second", "first"]

    def test_one_by_name(self, tmp_path: Path) -> None:
        path = write(tmp_path, TWO_KERNELS)
        assert find_kernel(f"{path}:first").name == "first"

    def test_several_need_a_name(self, tmp_path: Path) -> None:
        path = write(tmp_path, TWO_KERNELS)
        with pytest.raises(ToolError) as caught:
            find_kernel(path)
        assert caught.value.diagnostic.help == f"name one: `{path}:second` or `{path}:first`"

    def test_a_misspelt_name(self, tmp_path: Path) -> None:
        diagnostic = refused(write(tmp_path, TWO_KERNELS) + ":frist").diagnostic
        assert (diagnostic.code, diagnostic.help) == ("PC0804", "did you mean `first`?")

    def test_something_that_is_no_kernel(self, tmp_path: Path) -> None:
        diagnostic = refused(write(tmp_path, TWO_KERNELS) + ":not_a_kernel").diagnostic
        assert diagnostic.notes[0].message == "`not_a_kernel` is a int"

    def test_a_file_without_kernels(self, tmp_path: Path) -> None:
        diagnostic = refused(write(tmp_path, "x = 1\n")).diagnostic
        assert diagnostic.code == "PC0804"
        assert "@periclase.kernel" in (diagnostic.help or "")

    def test_imported_kernels_count_only_where_there_are_no_others(self, tmp_path: Path) -> None:
        write(tmp_path, TWO_KERNELS, "library.py")
        both = "from library import first\n" + TWO_KERNELS.replace("def first", "def third")
        assert [k.name for k in find_kernels(write(tmp_path, both, "own.py"))] == ["second", "third"]
        assert [k.name for k in find_kernels(write(tmp_path, "from library import first\n", "face.py"))] == [
            "first"
        ]


class TestFilesThatFail:
    def test_no_such_file(self, tmp_path: Path) -> None:
        assert refused(str(tmp_path / "absent.py")).diagnostic.code == "PC0801"
        assert "folder" in refused(str(tmp_path)).diagnostic.message

    def test_not_python(self, tmp_path: Path) -> None:
        diagnostic = refused(write(tmp_path, "def f(:\n")).diagnostic
        assert diagnostic.code == "PC0808"
        assert diagnostic.span is not None
        assert (diagnostic.span.line, diagnostic.span.column) == (1, 6)

    def test_raises_while_it_runs(self, tmp_path: Path) -> None:
        path = write(tmp_path, "x = 1\ny = x / 0\n")
        diagnostic = refused(path).diagnostic
        assert diagnostic.span is not None
        assert (diagnostic.code, diagnostic.span.file, diagnostic.span.line) == ("PC0808", path, 2)
        assert "ZeroDivisionError" in diagnostic.message

    def test_exits(self, tmp_path: Path) -> None:
        assert "SystemExit" in refused(write(tmp_path, "import sys\nsys.exit(3)\n")).diagnostic.message

    def test_a_module_that_is_not_installed(self, tmp_path: Path) -> None:
        diagnostic = refused(write(tmp_path, "import no_such_module_at_all\n")).diagnostic
        assert "no_such_module_at_all" in (diagnostic.help or "")

    def test_the_search_path_is_as_before(self, tmp_path: Path) -> None:
        before = list(sys.path)
        refused(write(tmp_path, "raise RuntimeError\n"))
        load_file(write(tmp_path, TWO_KERNELS))
        assert sys.path == before
