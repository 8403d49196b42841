"""Dialects and passes by name, from the entry points of every installed package; each is imported when it
is first asked for.

    [project.entry-points."periclase.passes"]
    my-pass = "my_package.my_pass:MyPass"

Ours are entry points as well, which is how they are listed. They are loaded by their name alone, though, since pass, module and
class share one: reading the metadata of every installed package would take half as long as compiling a small kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.ir import Dialect
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_T = TypeVar("_T")


class Registry(Generic[_T]):
    """The objects that installed packages name in one group of entry points.

    Where two packages give the same name, ours has it, else the one whose distribution comes first in the alphabet.
    """

    def __init__(self, group: str, what: str, own: Callable[[str], _T | None] = lambda name: None):
        """
        Args:
            group: of entry points.
            what: `pass`, `dialect`, for messages.
            own: finds an object of this package by its name.
        """
        self.group = group
        self.what = what
        self._own = own
        self._entries: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, _T] = {}

    @property
    def entries(self) -> dict[str, EntryPoint]:
        """The entry points by name."""
        if self._entries is None:
            from importlib.metadata import entry_points

            found = sorted(
                entry_points(group=self.group),
                key=lambda e: (e.name, e.dist.name if e.dist is not None else ""),
            )
            self._entries = {}
            for entry in found:
                self._entries.setdefault(entry.name, entry)
        return self._entries

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted({*self.entries, *self._loaded})

    def __contains__(self, name: str) -> bool:
        return name in self._loaded or name in self.entries

    def register(self, name: str, value: _T) -> None:
        """Let `name` stand for `value` in this process, as for a pass defined in a notebook."""
        self._loaded[name] = value

    def load(self, name: str) -> _T:
        """What `name` stands for.

        Raises:
            CompileError: there is no such name (PC0603), or its module can not be imported (PC0604).
        """
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded
        own = self._own(name)
        if own is not None:
            self._loaded[name] = own
            return own
        entry = self.entries.get(name)
        if entry is None:
            import difflib

            near = difflib.get_close_matches(name, self.names(), 1)
            raise CompileError(
                Diagnostic(
                    "PC0603",
                    f"there is no {self.what} '{name}'",
                    help=f"did you mean '{near[0]}'?"
                    if near
                    else f"an installed package names it in '{self.group}'",
                )
            )
        try:
            value: _T = entry.load()
        except (ImportError, AttributeError) as error:
            raise CompileError(
                Diagnostic("PC0604", f"the {self.what} '{name}' ({entry.value}) can not be loaded: {error}")
            ) from error
        self._loaded[name] = value
        return value


def _own_module(package: str, name: str) -> ModuleType | None:
    """The module `name` of one of our packages, or None if there is no such module."""
    module = f"{package}.{name}"
    try:
        return import_module(module) if name.isidentifier() else None
    except ModuleNotFoundError as error:
        if error.name == module:
            return None
        raise


def _own_pass(name: str) -> type[ModulePass] | None:
    """The class called `ConvertMirToLLVM` of the pass `convert-mir-to-llvm`, in the module `convert_mir_to_llvm`."""
    module = _own_module("periclase.passes", name.replace("-", "_"))
    for value in () if module is None else vars(module).values():
        if getattr(value, "name", None) == name and isinstance(value, type) and issubclass(value, ModulePass):
            return value
    return None


def _own_dialect(name: str) -> Dialect | None:
    """The dialect object `MIR` of the package `mir`."""
    found = getattr(_own_module("periclase.dialects", name), name.upper(), None)
    return found if isinstance(found, Dialect) else None


passes: Registry[type[ModulePass]] = Registry("periclase.passes", "pass", _own_pass)
dialects: Registry[Dialect] = Registry("periclase.dialects", "dialect", _own_dialect)


def register_dialects(context: Context) -> None:
    """Let `context` know `builtin` and all dialects here; each is imported when its first op or type is
    met."""
    known = context.registered_dialect_names
    if "builtin" not in known:
        context.load_dialect(Builtin)
    for name in dialects.names():
        if name not in known:
            context.register_dialect(name, lambda name=name: dialects.load(name))


@cache
def shared_context() -> Context:
    """One context with all dialects, for those who only run passes."""
    context = Context()
    register_dialects(context)
    return context
