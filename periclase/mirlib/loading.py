"""Device libraries as they are used: `load_library("shapes.mirlib").area`, an attribute of a module."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, ModuleType
from typing import Any, cast

from periclase.importer.python.given_sources import give
from periclase.importer.python.linked_functions import LinkedFunction, link
from periclase.kernel import DeviceFunction
from periclase.mirlib.archive import Archive
from periclase.mirlib.meanings import resolve
from periclase.mirlib.tree_format import decode_tree, unknown_syntax
from periclase.structs import NotAStruct, is_struct, struct_type

Json = Any
FUTURE_ANNOTATIONS = 0x100_0000
"""`__future__.annotations.compiler_flag`: the name is taken in every module that has the statement."""
_states: dict[str, list[tuple[int, int]]] = {}
"""In which states, size and time, libraries were loaded from a path: in each their definitions have a file name of their own."""


def _state_number(path: str) -> int:
    try:
        status = os.stat(path)
    except OSError:
        return 0
    states, state = _states.setdefault(os.path.abspath(path), []), (status.st_size, status.st_mtime_ns)
    if state not in states:
        states.append(state)
    return states.index(state)


class LibraryModule(ModuleType):
    """A module of a library: device functions, kernels and structs, each made when it is first asked for."""

    def __init__(self, library: Library, name: str):
        super().__init__(name)
        self.__file__ = f"{library.folder}/{name.replace('.', '/')}.py"
        self.__library__ = library

    def __getattr__(self, name: str) -> Any:
        library = self.__library__
        found = library.find(self.__name__, name)
        if found is None:
            from difflib import get_close_matches

            known = dir(self)
            close = get_close_matches(name, known, 1)
            hint = (
                f"; did you mean `{close[0]}`?" if close else f"; it has {', '.join(known)}" if known else ""
            )
            raise AttributeError(f"{library.path}: module `{self.__name__}` has no `{name}`{hint}")
        return found[0]

    def __dir__(self) -> list[str]:
        return self.__library__.names(self.__name__)

    def __repr__(self) -> str:
        return f"<module {self.__name__!r} of {self.__library__!r}>"


class Library:
    """A device library.

    Attributes:
        path: of its file.
        package, version: of the package that it was built from.
        built_by: the version of Periclase that built it.
        folder: where its definitions are said to be in the places that diagnostics name.
        calls: of each compiled function the symbols of those that it calls.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self._archive = Archive(path)
        self.path = self._archive.path
        header = self._archive.header
        self.package, self.version, self.calls = header.package, header.version, header.symbols
        self.built_by = header.periclase
        number = _state_number(self.path)
        self.folder = f"{self.path}#{number + 1}" if number else self.path
        self._modules: dict[str, LibraryModule] = {}
        self._definitions: dict[str, dict[str, Json]] = {}
        self._made: set[tuple[str, str]] = set()
        self._waiting: list[tuple[LibraryModule, str, str, str]] = []

    def __repr__(self) -> str:
        return f"<device library {self.package} {self.version} {self.path}>".replace("  ", " ")

    def module(self, name: str) -> LibraryModule:
        """A module of the package, or the package, by its full name.

        Raises:
            AttributeError: the library has none of that name.
        """
        modules = self._archive.header.modules
        if name not in modules and not any(other.startswith(name + ".") for other in modules):
            raise AttributeError(
                f"{self.path} has no module `{name}`; it has {', '.join(map(repr, sorted(modules)))}"
            )
        found = self._modules.get(name)
        if found is None:
            found = self._modules[name] = LibraryModule(self, name)
        return found

    def names(self, module: str) -> list[str]:
        """What a module of the library has: its definitions and the modules in it."""
        modules = self._archive.header.modules
        inner = {
            other[len(module) + 1 :].partition(".")[0] for other in modules if other.startswith(module + ".")
        }
        return sorted({*modules.get(module, ()), *inner})

    def contents(self) -> Iterator[tuple[str, str, str]]:
        """Module, name and form of each definition: `compiled` or `template`, or what it is another name of."""
        for module in self._archive.header.modules:
            for name, definition in self._archive.module(module).items():
                form = "compiled" if "symbol" in definition else "template"
                if "alias" in definition:
                    form = f"is {'.'.join(definition['alias'])}"
                yield module, name, form

    def mir(self, symbol: str) -> str:
        """The `mir` of a compiled function.

        Raises:
            LibraryError: the file can not be read any more.
        """
        return self._archive.mir(symbol)

    def find(self, module: str, name: str) -> tuple[Any] | None:
        """What a module has by a name, in a tuple; None if there is no such thing.

        Raises:
            LibraryError: its definition can not be read, or needs what is not here.
        """
        if name not in self.names(module):
            return None
        if name not in self._archive.header.modules.get(module, ()):
            return (self.module(f"{module}.{name}"),)
        return (self._own(module, name),)

    def _own(self, module: str, name: str | None) -> Any:
        home = self.module(module)
        if name is None:
            return home
        if (module, name) not in self._made:
            self._make(home, name)
            if (module, name) in self._made and name in vars(home):
                self._settle()
        return vars(home).get(name)

    def _settle(self) -> None:
        """Bind names to what was still being made when they were met."""
        self._waiting = [waiting for waiting in self._waiting if not self._bound(*waiting)]

    def _bound(self, home: LibraryModule, name: str, module: str, other: str) -> bool:
        found = vars(self.module(module))
        if other not in found:
            return False
        vars(home)[name] = found[other]
        return True

    def _make(self, home: LibraryModule, name: str) -> None:
        self._made.add((home.__name__, name))
        definitions = self._definitions.get(home.__name__)
        if definitions is None:
            definitions = self._definitions[home.__name__] = self._archive.module(home.__name__)
        definition = definitions[name]
        space = vars(home)
        if "alias" in definition:
            space[name] = self._own(*definition["alias"])
            return
        for used, meaning in definition["names"].items():
            value = resolve(meaning, self._own)
            if value is None and meaning[0] == "own":
                self._waiting.append((home, used, meaning[1], meaning[2]))
            else:
                space[used] = value
        space[name] = self._run(home, name, definition)

    def _run(self, home: LibraryModule, name: str, definition: dict[str, Json]) -> Any:
        tree = decode_tree(definition["tree"])
        file = str(home.__file__)
        give(file, tree)
        flags = FUTURE_ANNOTATIONS if definition["future"] else 0
        whole: ast.Module | ast.Expression = (
            ast.Expression(tree) if isinstance(tree, ast.expr) else ast.Module([cast("ast.stmt", tree)], [])
        )
        mode = "eval" if isinstance(whole, ast.Expression) else "exec"
        try:
            code = cast(CodeType, compile(cast(Any, whole), file, mode, flags, dont_inherit=True))
        except (TypeError, ValueError, SyntaxError) as error:
            raise unknown_syntax(f"{type(error).__name__}: {error}") from None
        space = vars(home)
        symbol = definition.get("symbol")
        if symbol is not None:
            space[COMPILED] = compiled_only
        with _findable(home):
            value = eval(code, space)
            if mode == "exec":
                value = space[name]
            if isinstance(value, type) and is_struct(cast("type[Any]", value)):
                with suppress(NotAStruct):  # which is told where it is used
                    struct_type(cast("type[Any]", value))
        if symbol is not None:
            function = cast("DeviceFunction[..., Any]", value).function
            link(function, LinkedFunction(self, symbol, definition["freshness"]))
        return value


@contextmanager
def _findable(module: ModuleType) -> Generator[None]:
    """Let the module be found by its name, as `dataclasses` does, unless another one is."""
    name = module.__name__
    added = sys.modules.setdefault(name, module) is module
    try:
        yield
    finally:
        if added:
            sys.modules.pop(name, None)


COMPILED = "__compiled__"
"""What the body of a compiled function calls on the host."""


def compiled_only(function: str, digest: str) -> Any:
    """The body, on the host, of a function that a library has compiled.

    Args:
        function: its name.
        digest: of its `mir`: it stands here so that the code, and with it what is cached for it, differs where the `mir` does.

    Raises:
        LaunchError: always: it can be called from kernels only.
    """
    from periclase.diagnostics import Diagnostic, LaunchError

    raise LaunchError(
        Diagnostic(
            "PC0420",
            f"`{function}` is compiled for devices: it can be called from kernels only",
            help="call it from a kernel, and launch that",
        )
    )


def load_library(path: str | os.PathLike[str]) -> LibraryModule:
    """The package whose device library is the file `path`, as a module.

    Functions, kernels and structs are its attributes, as they were of the package: `load_library("geo.mirlib").shapes.area`. They
    are read when they are first asked for, and compiled into the kernels that call them. `__library__` says more of the library.

    Raises:
        LibraryError: it is no library (PC0830), or one of another version (PC0831).
    """
    library = Library(path)
    return library.module(library.package)


__all__ = ["Library", "LibraryModule", "load_library"]
