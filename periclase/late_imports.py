"""What a library imports and a compile has no use for: put off until somebody has.

`import xdsl.dialects` imports what reads dialects out of `.irdl` files, and `llvmlite.binding` asks `importlib.resources` for the
folder it is in itself. Both bring a good part of the standard library along (archives, compression, temporary files): some 14 ms
of a cold start. So these two modules, and no others, get something else from their own `import` statements.
"""

from __future__ import annotations

import builtins
import importlib
import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

Import = Callable[..., Any]

_DIALECT_LOADER = "xdsl.utils.dialect_loader"


class LateModule(ModuleType):
    """Stands for a module that is imported when anything is asked for that this does not have."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


class _Place(str):
    """A file or folder. It is a `pathlib.Path` as soon as it is asked for more than what is in it, and where it is: that module
    brings `urllib` along."""

    __slots__ = ()

    def __truediv__(self, name: str) -> _Place:
        return _Place(os.path.join(self, name))

    def __getattr__(self, name: str) -> Any:
        from pathlib import Path

        return getattr(Path(self), name)


class _Resources(LateModule):
    """`importlib.resources` as far as it is about packages that are folders, of which it says where they are."""

    @staticmethod
    def files(package: str) -> Any:
        """The folder of a package that is imported."""
        file = sys.modules[package].__file__
        folder = None if file is None else os.path.dirname(file)
        if folder is None or not os.path.isdir(folder):  # in an archive
            return importlib.import_module("importlib.resources").files(package)
        return _Place(folder)

    @staticmethod
    def as_file(path: Any) -> Any:
        """A context in which `path` is a file on disk."""
        if isinstance(path, _Place):
            return nullcontext(path)
        return importlib.import_module("importlib.resources").as_file(path)


class _DialectFinder:
    """xDSL's finder of dialects in `.irdl` files, imported when there is such a file."""

    def __init__(self, *arguments: Any):
        self._arguments = arguments
        self._finder: Any = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """See `importlib.abc.MetaPathFinder`."""
        if self._finder is None:
            file = f"{name.rpartition('.')[2]}.irdl"
            if not any(os.path.isfile(os.path.join(folder, file)) for folder in path or (".",)):
                return None
            loader = importlib.import_module(_DIALECT_LOADER)
            self._finder = loader.IRDLDialectFinder(*self._arguments)
        return self._finder.find_spec(name, path, target)


def light_resources() -> ModuleType:
    """For a module that imports `importlib.resources` to find files of a package."""
    return _Resources("importlib.resources")


def light_dialect_loader() -> ModuleType:
    """For a module that imports `IRDLDialectFinder` of `xdsl.utils.dialect_loader`."""
    module = LateModule(_DIALECT_LOADER)
    module.__dict__["IRDLDialectFinder"] = _DialectFinder
    return module


class _Finder:
    """Finds certain modules as ever, and has the `import` statements of each answered by a function of its own.

    It stays where it is put. `import` walks through the list `sys.meta_path` itself: to take a finder out would have another
    thread that is on its way pass over the one that comes next, and not find a module that is there.
    """

    def __init__(self) -> None:
        self.imports: dict[str, Import] = {}
        """The functions, by the names of the modules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        import_ = self.imports.get(name)
        if import_ is None:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            # Its own: modules of one archive share a loader.
            spec.loader = copy(spec.loader)
            execute, own = spec.loader.exec_module, {**vars(builtins), "__import__": import_}

            def exec_module(module: ModuleType) -> None:
                module.__dict__["__builtins__"] = own
                execute(module)

            spec.loader.exec_module = exec_module
        return spec


_FINDER: Any = _Finder()


@contextmanager
def own_imports(module: str, instead: Mapping[str, ModuleType]) -> Generator[None]:
    """In here, if `module` is imported, its statements `import a.b as c` and `from a.b import c` find `a.b` in `instead`.

    Other modules, in other threads above all, import what they name.
    """

    def import_(
        name: str, globals: Any = None, locals: Any = None, names: Sequence[str] | None = (), level: int = 0
    ) -> Any:
        found = instead.get(name) if level == 0 else None
        if found is None:
            return __import__(name, globals, locals, names or (), level)
        parent, _, last = name.rpartition(".")
        if names or not parent:
            return found
        holder = LateModule(parent)
        holder.__dict__[last] = found
        return holder

    _FINDER.imports[module] = import_
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    try:
        yield
    finally:
        _FINDER.imports.pop(module, None)
