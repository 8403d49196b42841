"""Symbols of a module without xDSL's linear look-up: who defines one, who refers to one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

SYMBOL_NAME = "sym_name"
SYMBOL_VISIBILITY = "sym_visibility"

_NO_SYMBOLS: tuple[str, ...] = ()
# The commonest attributes, which need no look at their parts.
_WITHOUT_SYMBOLS = frozenset((IntegerAttr, FloatAttr, StringAttr, UnitAttr, IntegerType, DenseArrayBase))


def symbol_of(op: Operation) -> str | None:
    """The symbol that `op` defines, None when it defines none."""
    name = op.properties.get(SYMBOL_NAME)
    if name is None:
        name = op.attributes.get(SYMBOL_NAME)
    return name.data if isinstance(name, StringAttr) else None


def is_private(op: Operation) -> bool:
    """Whether nothing outside the module can refer to the symbol of `op`."""
    visibility = op.properties.get(SYMBOL_VISIBILITY)
    if visibility is None:
        visibility = op.attributes.get(SYMBOL_VISIBILITY)
    return isinstance(visibility, StringAttr) and visibility.data == "private"


class SymbolReferences:
    """Finds the symbols that attributes refer to; an attribute object is searched once."""

    def __init__(self) -> None:
        # The object is kept, so that its id is not given to another one.
        self._known: dict[int, tuple[tuple[str, ...], Attribute]] = {}

    def of_attribute(self, attribute: Attribute) -> tuple[str, ...]:
        """The root symbols that `attribute` refers to anywhere inside, in order."""
        known = self._known.get(id(attribute))
        if known is not None:
            return known[0]
        found = self._search(attribute)
        self._known[id(attribute)] = (found, attribute)
        return found

    def _search(self, attribute: Attribute) -> tuple[str, ...]:
        if attribute.__class__ in _WITHOUT_SYMBOLS:
            return _NO_SYMBOLS
        if isinstance(attribute, SymbolRefAttr):
            return (attribute.root_reference.data,)
        if isinstance(attribute, DictionaryAttr):
            parts: Iterator[Attribute] = iter(attribute.data.values())
        elif isinstance(attribute, ArrayAttr):
            parts = iter(cast(ArrayAttr[Attribute], attribute).data)
        elif isinstance(attribute, ParametrizedAttribute):
            parts = iter(attribute.parameters)
        else:
            return _NO_SYMBOLS
        return tuple(symbol for part in parts for symbol in self.of_attribute(part))

    def of_op(self, op: Operation) -> list[str]:
        """The symbols that `op` itself, not the ops in its regions, refers to."""
        found: list[str] = []
        for attributes in (op.properties, op.attributes):
            self._collect(attributes, found)
        return found

    def _collect(self, attributes: Mapping[str, Attribute], found: list[str]) -> None:
        for attribute in attributes.values():
            symbols = self.of_attribute(attribute)
            if symbols:
                found.extend(symbols)

    def under(self, op: Operation) -> list[str]:
        """The symbols that `op` and everything in its regions refer to, one a reference."""
        return [symbol for inner in op.walk() for symbol in self.of_op(inner)]


def symbols_in(module: Operation) -> dict[str, Operation]:
    """The ops directly in `module` that define a symbol, by symbol, in order."""
    table: dict[str, Operation] = {}
    for region in module.regions:
        for block in region.blocks:
            for op in block.ops:
                symbol = symbol_of(op)
                if symbol is not None:
                    table[symbol] = op
    return table
