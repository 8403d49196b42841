"""symbol-dce: private functions and globals that nothing reachable refers to go.

    mir.func private @unused() { … }          (gone)
    mir.func @kernel() attributes {kernel}    →      mir.func @kernel() attributes {kernel}

Kept are entry points, symbols that are not private, ops of the module without a symbol, and all that these
refer to, directly or not; two functions that only call each other go.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from periclase.ir.cfg import erase_ops
from periclase.ir.interfaces import FunctionOpInterface
from periclase.ir.symbols import SymbolReferences, is_private, symbol_of, symbols_in


def eliminate_dead_symbols(module: Operation) -> bool:
    """Eliminate the dead symbols directly in `module`; whether there were any."""
    table = symbols_in(module)
    references = SymbolReferences()
    alive: set[str] = set()
    pending: list[Operation] = []
    for region in module.regions:
        for block in region.blocks:
            for op in block.ops:
                symbol = symbol_of(op)
                if symbol is None:
                    pending.append(op)
                elif not is_private(op) or (isinstance(op, FunctionOpInterface) and op.is_entry_point()):
                    alive.add(symbol)
                    pending.append(op)
    while pending:
        for symbol in references.under(pending.pop()):
            if symbol not in alive:
                alive.add(symbol)
                if symbol in table:
                    pending.append(table[symbol])
    dead = [op for symbol, op in table.items() if symbol not in alive]
    erase_ops(dead)
    return bool(dead)


class SymbolDce(ModulePass):
    """Eliminates dead symbols."""

    name = "symbol-dce"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Eliminate in the module, and in modules within it."""
        pending: list[Operation] = [op]
        while pending:
            module = pending.pop()
            eliminate_dead_symbols(module)
            for region in module.regions:
                for block in region.blocks:
                    pending.extend(
                        inner for inner in block.ops if inner.name in ("builtin.module", "gpu.module")
                    )
