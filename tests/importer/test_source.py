"""Getting at the source of functions: files, notebook cells, closures, decorators, wide characters."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.importer.python.source import function_source, parse_file


def test_notebook_cells_are_read_from_linecache() -> None:
    text = "from periclase import *\n@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = nowhere\n"
    name = "<ipython-input-7-0123456789ab>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    try:
        names: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), names)
        with pytest.raises(CompileError) as caught:
            import_kernels([names["k"]])
    finally:
        del linecache.cache[name]
    span = caught.value.diagnostic.span
    assert span is not None
    assert (span.file, span.line, span.column) == (name, 4, 11)
    assert "y[0] = nowhere" in str(caught.value)


def test_same_names_are_told_apart_by_their_lines(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        def make(first):
            if first:
                @kernel
                def k(n: MutSlice[i32]):
                    n[0] = 111
            else:
                @kernel(debug=True)
                def k(n: MutSlice[i32]):
                    n[0] = 222
            return k
        one, two = make(True), make(False)
        """
    )
    assert "mir.constant 111" in str(import_kernels([module.one]))
    assert "mir.constant 222" in str(import_kernels([module.two]))


def test_columns_count_characters(load: Callable[..., ModuleType]) -> None:
    module = load('@kernel\ndef k(y: MutSlice[f32]):\n    "é€𝄞"; y[0] = nowhere\n')
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    span = caught.value.diagnostic.span
    assert span is not None
    assert span.source_line is not None
    assert span.source_line[span.column : span.end_column] == "nowhere"


def test_a_file_is_parsed_again_only_when_it_changes(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = 1\n")
    assert module.__file__ is not None
    assert parse_file(module.__file__) is parse_file(module.__file__)


def test_name_and_parameter_spans(load: Callable[..., ModuleType]) -> None:
    module = load("@device\ndef defined(p: f32, q) -> f32:\n    return p\n")
    source = function_source(module.defined.function)
    line = source.file.lines[source.tree.lineno - 1]

    def text(span: Any) -> str:
        return line[span.column : span.end_column]

    assert text(source.name_span()) == "defined"
    assert text(source.parameter_span("p")) == "f32"
    assert text(source.parameter_span("q")) == "q"
    assert text(source.parameter_span("return")) == "f32"


def test_lambdas_are_told_apart_by_where_their_bodies_start(load: Callable[..., ModuleType]) -> None:
    module = load(
        "functions = (lambda v: (v + 1) * 2), lambda v=3: v, lambda: 5, (lambda u, v: u if v else u)\n"
    )
    for function, text in zip(module.functions, ("(v + 1) * 2", "v", "5", "u if v else u"), strict=True):
        source = function_source(function)
        assert ast.unparse(source.tree.body[0]) == f"return {text}"
        assert source.name_span().column == source.tree.col_offset


def test_files_that_are_not_python_any_more(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = 1\n")
    assert module.__file__ is not None
    with open(module.__file__, "w") as file:
        file.write("def (:\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert "run the program again" in str(caught.value)


def test_a_file_edited_after_import_is_not_compiled_for_what_was_loaded(
    load: Callable[..., ModuleType],
) -> None:
    module = load(
        "@kernel\ndef k(n: MutSlice[i32]):\n    n[0] = 111\n@kernel\ndef j(n: MutSlice[i32]):\n    n[0] = 2\n"
    )
    assert module.__file__ is not None
    path = Path(module.__file__)
    path.write_text(path.read_text().replace("111", "3333") + "# a comment\n")
    with pytest.raises(CompileError, match="has changed since it was loaded"):
        import_kernels([module.k])
    assert "mir.constant 2" in str(import_kernels([module.j]))


def test_the_fingerprint_follows_constants_of_nested_modules(
    load: Callable[..., ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    package, inner = ModuleType("some_package"), ModuleType("some_package.inner")
    package.inner, inner.SIZE, inner.package = inner, 5, package  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "some_package", package)
    module = load(
        """
        import some_package
        class Other:
            SIZE = 1
        @kernel
        def k(n: MutSlice[i32]):
            n[0] = Other.SIZE + some_package.inner.SIZE
        """
    )
    before = module.k.fingerprint()
    assert module.k.fingerprint() == before
    inner.SIZE = 6  # type: ignore[attr-defined]
    assert module.k.fingerprint() != before


@pytest.mark.parametrize(
    ("first", "second", "parameter"),
    [
        ("T = TypeVar('T')", "T = TypeVar('T', f32, f64)", "x: Slice[T]"),
        ("T = TypeVar('T', f32, f64)", "T = TypeVar('T', f16, f64)", "x: Slice[T]"),
        ("T = TypeVar('T')", "T = TypeVar('T', bound=Array)", "x: T"),
        ("T = f32", "T = f64", "*x: T"),
        ("T = f32", "T = f64", "x: Slice[T]"),
    ],
)
def test_the_fingerprint_follows_what_annotations_stand_for(
    first: str, second: str, parameter: str, load: Callable[..., ModuleType]
) -> None:
    def fingerprint(line: str) -> str:
        source = f"""
        from typing import TypeVar
        {line}
        @device
        def f({parameter}):
            return len(x)
        @kernel
        def k(y: MutSlice[f32]):
            y[0] = f32(f(y))
        """
        return load(source, name="same_module").k.fingerprint()

    assert fingerprint(first) == fingerprint(first)
    assert fingerprint(first) != fingerprint(second)
