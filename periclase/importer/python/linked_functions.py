"""Functions that come as `mir`: a device library has compiled them, and its package has no source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Protocol, cast

from periclase.record import Record

if TYPE_CHECKING:
    from xdsl.context import Context

    from periclase.dialects.mir import FuncOp


class CompiledLibrary(Protocol):
    """Where the `mir` is."""

    @property
    def calls(self) -> Mapping[str, Sequence[str]]:
        """Of each function the symbols of those that it calls."""
        ...

    def mir(self, symbol: str) -> str:
        """The text of a function, or of a declaration."""
        ...


class LinkedFunction(Record):
    """A function of a library.

    Attributes:
        library: which has it.
        symbol: its name there.
        freshness: of its result (see `one_name.freshness`).
    """

    library: CompiledLibrary
    symbol: str
    freshness: int


_linked: dict[CodeType, LinkedFunction] = {}


def link(function: FunctionType, linked: LinkedFunction) -> None:
    """Say that the body of `function`, of which only the signature counts, is in a library."""
    _linked[function.__code__] = linked


def linked_function(function: FunctionType) -> LinkedFunction | None:
    """Where the body of `function` is, if it is in a library."""
    return _linked.get(function.__code__) if _linked else None


@cache
def _context() -> Context:
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin

    from periclase.ir.registry import dialects

    made = Context()
    made.load_dialect(Builtin)
    for name in ("mir", "nvvm", "llvm"):
        made.load_dialect(dialects.load(name))
    return made


class Linker:
    """Brings the functions of libraries into a module, each once."""

    def __init__(self, taken: Iterable[str], declare: Callable[[FuncOp], None]):
        """
        Args:
            taken: the symbols that the module has for itself.
            declare: takes the declaration of a function that is outside of module and library.
        """
        self._taken = set(taken)
        self._declare = declare
        self._names: dict[tuple[CompiledLibrary, str], str] = {}
        self._pending: list[tuple[CompiledLibrary, str]] = []

    def add(self, linked: LinkedFunction, name: str) -> None:
        """Bring in a function under the name, one of the module's, that it is called by there."""
        self._names[linked.library, linked.symbol] = name
        self._pending.append((linked.library, linked.symbol))

    def functions(self) -> Iterator[FuncOp]:
        """All that were asked for, and what they call."""
        while self._pending:
            library, symbol = self._pending.pop(0)
            yield self._function(library, symbol)

    def _name(self, library: CompiledLibrary, symbol: str) -> str:
        name = self._names.get((library, symbol))
        if name is None:
            name, number = symbol, 1
            while name in self._taken:
                name, number = f"{symbol}__{number}", number + 1
            self._taken.add(name)
            self._names[library, symbol] = name
            self._pending.append((library, symbol))
        return name

    def _function(self, library: CompiledLibrary, symbol: str) -> FuncOp:
        from xdsl.dialects.builtin import StringAttr, SymbolRefAttr

        from periclase.dialects import mir
        from periclase.importer.python.library_frames import mark

        function = _parsed(library, symbol)
        function.properties["sym_name"] = StringAttr(self._name(library, symbol))
        function.properties["sym_visibility"] = StringAttr("private")
        mark(function, symbol.replace("__", "."))
        for op in function.walk():
            if not isinstance(op, mir.CallOp):
                continue
            callee = op.callee_name()
            assert callee is not None
            if callee in library.calls:
                op.properties["callee"] = SymbolRefAttr(self._name(library, callee))
            else:
                self._declare(_parsed(library, callee))
            instead = op.attributes.get("cpu")  # what the CPU calls in place of an intrinsic
            if isinstance(instead, SymbolRefAttr):
                op.attributes["cpu"] = SymbolRefAttr(self._name(library, instead.root_reference.data))
        return function


def _parsed(library: CompiledLibrary, symbol: str) -> FuncOp:
    from xdsl.parser import Parser

    return cast("FuncOp", Parser(_context(), library.mir(symbol)).parse_op())
