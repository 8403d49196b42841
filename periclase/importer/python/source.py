"""The source of a function as a syntax tree, with lines and columns of the file it stands in.

The whole file is parsed once and its functions are indexed by first line and name, so that lines and columns are right
without shifting, also for methods, decorated functions and notebook cells (whose text `linecache` keeps).
"""

from __future__ import annotations

import ast
import linecache
import warnings
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, cast

from periclase.diagnostics import Span
from periclase.importer.python.given_sources import given
from periclase.kernel import unchanged_since_loaded
from periclase.record import Record


class SourceUnavailable(Exception):
    """The source of a function can not be had, or is none of a function for a device. Its text says why.

    Attributes:
        span: where the function claims to be.
        code: of the diagnostic.
    """

    def __init__(self, message: str, span: Span, help: str, code: str = "PC0107"):
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help


Functions = dict[tuple[int, str], ast.FunctionDef | ast.AsyncFunctionDef]
Lambdas = dict[int, list[ast.Lambda]]


class SourceFile(Record):
    """A parsed file; `lambdas` holds those of each line. What a device library brings has no `lines`."""

    name: str
    lines: tuple[str, ...]
    functions: Functions
    lambdas: Lambdas
    ascii: bool

    def column(self, line: int, offset: int) -> int:
        """The 0-based column in characters for `offset`, which `ast` counts in UTF-8 bytes."""
        if self.ascii or not 0 < line <= len(self.lines):
            return offset
        return len(self.lines[line - 1].encode()[:offset].decode(errors="ignore"))

    def span(self, node: ast.AST) -> Span:
        """The place of `node`, which has a position."""
        line: int = cast(Any, node).lineno
        end_line: int = cast(Any, node).end_lineno
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else None
        return Span(
            self.name,
            line,
            self.column(line, cast(Any, node).col_offset),
            end_line,
            self.column(end_line, cast(Any, node).end_col_offset),
            text,
        )


class FunctionSource(Record):
    """A function's syntax tree and the file it is in."""

    file: SourceFile
    tree: ast.FunctionDef

    def span(self, node: ast.AST) -> Span:
        """The place of `node`."""
        return self.file.span(node)

    def nested(self, node: ast.FunctionDef | ast.Lambda) -> FunctionSource:
        """The source of a function that is written in this one."""
        return FunctionSource(self.file, node if isinstance(node, ast.FunctionDef) else as_def(node))

    def name_span(self) -> Span:
        """The place of the function's name in its `def` line; of a lambda all of it."""
        if self.tree.name == LAMBDA:
            return self.span(self.tree)
        line = self.tree.lineno
        if not self.file.lines:
            return self.span(self.tree)
        text = self.file.lines[line - 1]
        column = text.find(self.tree.name, self.file.column(line, self.tree.col_offset) + 3)
        return Span(self.file.name, line, column, line, column + len(self.tree.name), text)

    def parameter_span(self, parameter: str) -> Span:
        """The place of the annotation of `parameter` (or of the result, for `return`), else of the parameter itself."""
        arguments = self.tree.args
        if parameter == "return":
            return self.span(self.tree.returns) if self.tree.returns is not None else self.name_span()
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
        for argument in every:
            if argument.arg == parameter:
                return self.span(argument.annotation if argument.annotation is not None else argument)
        return self.name_span()


LAMBDA = "<lambda>"
"""What Python calls a function without a name."""


@lru_cache(maxsize=4096)
def as_def(node: ast.Lambda) -> ast.FunctionDef:
    """A lambda as the `def` that does the same."""
    returned = ast.copy_location(ast.Return(value=node.body), node.body)
    fields: dict[str, Any] = {"decorator_list": [], "returns": None, "type_comment": None, "type_params": []}
    made = ast.FunctionDef(name=LAMBDA, args=node.args, body=[returned], **fields)
    return ast.copy_location(made, node)


def lambda_of(file: SourceFile, code: CodeType) -> ast.Lambda | None:
    """The lambda in `file` that `code` was compiled from: of several on a line that whose body starts where the code does."""
    found = file.lambdas.get(code.co_firstlineno, [])
    if len(found) < 2:
        return found[0] if found else None
    starts = [
        (line, column)
        for line, _, column, end in code.co_positions()
        if line is not None and column is not None and end
    ]
    if not starts:  # Python 3.12 does not say where a mere constant is
        value = repr(code.co_consts[-1]) if code.co_consts else None
        constants = [node for node in found if isinstance(node.body, ast.Constant)]
        fitting = [node for node in constants if repr(cast(ast.Constant, node.body).value) == value]
        return fitting[0] if fitting else None
    start = min(starts)
    fitting = [node for node in found if (node.body.lineno, node.body.col_offset) == start]
    return fitting[0] if fitting else None


_parsed: dict[str, tuple[tuple[str, ...] | None, SourceFile | SyntaxError]] = {}
_MOST_FILES = 256


def _file_lines(name: str, names: dict[str, Any] | None) -> list[str]:
    linecache.checkcache(name)
    return linecache.getlines(name, names)


def parse_file(name: str, names: dict[str, Any] | None = None) -> SourceFile | None:
    """The file `name` parsed, from memory where its text is as before; None if it can not be read.

    Args:
        names: the globals of the module that was made of it: its loader has the text where the file is in an archive.

    Raises:
        SyntaxError: the text is not Python (any more).
    """
    lines = _file_lines(name, names)
    if not lines:
        return None
    cached = _parsed.get(name)
    # `linecache` gives the same list while the file is unchanged, so that the comparison mostly is one of identities.
    if (
        cached is not None
        and cached[0] is not None
        and len(cached[0]) == len(lines)
        and all(map(str.__eq__, cached[0], lines))
    ):
        if isinstance(cached[1], SyntaxError):
            raise cached[1]
        return cached[1]
    if len(_parsed) >= _MOST_FILES:
        _parsed.clear()
    text = "".join(lines)
    key = tuple(lines)
    try:
        tree = ast.parse(text, name)
    except SyntaxError as error:
        _parsed[name] = (key, error)
        raise
    functions, lambdas = definitions(tree)
    parsed = SourceFile(name, key, functions, lambdas, text.isascii())
    _parsed[name] = (key, parsed)
    return parsed


_compiled: dict[tuple[str, int], tuple[SourceFile, frozenset[CodeType]]] = {}


def definitions(tree: ast.AST) -> tuple[Functions, Lambdas]:
    """The functions in a tree by first line and name, and the lambdas of each line."""
    functions: Functions = {}
    lambdas: Lambdas = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            functions[first, node.name] = node
        elif isinstance(node, ast.Lambda):
            lambdas.setdefault(node.lineno, []).append(node)
    return functions, lambdas


def _defines(file: SourceFile, code: CodeType) -> bool:
    """Whether the text of `file`, compiled anew, has `code` in it."""
    import __future__

    # Those of a notebook, or of a prompt, hold for what is typed later too.
    flags = code.co_flags & sum(
        getattr(__future__, name).compiler_flag for name in __future__.all_feature_names
    )
    known = _compiled.get((file.name, flags))
    if known is None or known[0] is not file:
        if len(_compiled) >= _MOST_FILES:
            _compiled.clear()
        codes: set[CodeType] = set()
        with warnings.catch_warnings():  # Python has said what it thinks of the text when it was loaded
            warnings.simplefilter("ignore")
            pending = [compile("".join(file.lines), file.name, "exec", flags, dont_inherit=True)]
        while pending:
            found = pending.pop()
            codes.add(found)
            pending.extend(constant for constant in found.co_consts if isinstance(constant, CodeType))
        known = _compiled[file.name, flags] = file, frozenset(codes)
    return code in known[1]


_PLAIN_LOADERS = ("_frozen_importlib", "_frozen_importlib_external", "zipimport")


def _is_rewritten(function: FunctionType) -> bool:
    """Whether the loader of the function's module may have compiled something else than its text, as pytest's does."""
    loader: Any = function.__globals__.get("__loader__")
    if loader is None or _is_no_file(function.__code__.co_filename):
        return False
    return (loader if isinstance(loader, type) else type(loader)).__module__ not in _PLAIN_LOADERS


def _is_no_file(name: str) -> bool:
    return name.startswith("<") and name.endswith(">")


_NO_TEXT = {
    "<stdin>": "Python keeps what is typed at its prompt, or piped into it, from 3.13 on",
    "<string>": "Python keeps no text of what is given to exec(), and of `python -c` from 3.13 on",
}


def _unavailable(code: CodeType, place: Span) -> SourceUnavailable:
    file = code.co_filename
    return SourceUnavailable(
        f"the source of `{code.co_name}` is not available: "
        + (
            _NO_TEXT.get(file, f"there is no text for {file!r}")
            if _is_no_file(file)
            else f"the file {file} can not be read"
        ),
        place,
        "define it in a file or a notebook cell; a program that makes kernels can leave their text in `linecache`",
    )


def function_source(function: FunctionType) -> FunctionSource:
    """The syntax tree of `function`.

    Raises:
        SourceUnavailable: there is no text (`exec`, an interactive prompt), it has changed since, or the function is async.
    """
    code: CodeType = function.__code__
    place = Span(code.co_filename, code.co_firstlineno)
    name = code.co_name
    brought = given(code.co_filename)
    try:
        file = brought or parse_file(code.co_filename, function.__globals__)
    except SyntaxError as error:
        raise SourceUnavailable(
            f"the source of `{name}` has changed since it was loaded: {error.msg} (line {error.lineno})",
            place,
            "run the program again",
        ) from None
    if file is None:
        raise _unavailable(code, place)
    node = lambda_of(file, code) if name == LAMBDA else file.functions.get((code.co_firstlineno, name))
    is_it = node is not None and (
        brought is not None
        or unchanged_since_loaded(code.co_filename)
        or _defines(file, code)
        or _is_rewritten(function)
    )
    if node is None or not is_it:
        if code.co_filename in _NO_TEXT:  # the text that Python has under this name is another one
            raise _unavailable(code, place)
        raise SourceUnavailable(
            f"the source of `{name}` has changed since it was loaded: what is at line {code.co_firstlineno} now is not it",
            place,
            "run the program again",
        )
    if isinstance(node, ast.AsyncFunctionDef):
        raise SourceUnavailable(
            f"`{name}` is an async function, which a device can not run",
            FunctionSource(file, cast(Any, node)).name_span(),
            "write `def`",
            "PC0105",
        )
    return FunctionSource(file, as_def(node) if isinstance(node, ast.Lambda) else node)


def parameter_span(function: FunctionType, parameter: str) -> Span:
    """The place of a parameter's annotation, or of the whole function where its source is not available."""
    try:
        return function_source(function).parameter_span(parameter)
    except SourceUnavailable as error:
        return error.span


def returns_values(tree: ast.FunctionDef) -> bool:
    """Whether a function has a `return` of something that is not written as `None`."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                return True
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))
    return False
