"""Lowering a module: its functions in place, the globals and external functions that they turn out to need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from xdsl.dialects.builtin import UNKNOWN_LOC, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import fast_math
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.passes.convert_mir_to_llvm.function import Lowerings
from periclase.passes.convert_mir_to_llvm.globals import Globals
from periclase.passes.convert_mir_to_llvm.signature import lower_function

LoweringTarget = Literal["ptx", "cpu"]


@cache
def lowerings() -> Lowerings:
    """The lowering of every op of `mir` that stands in a function."""
    from periclase.passes.convert_mir_to_llvm import (
        aggregates,
        arithmetic,
        bits,
        casts,
        compare,
        constants,
        control,
        enums,
        float_math,
        memory,
    )

    table: dict[type[Operation], object] = {}
    for part in (aggregates, arithmetic, bits, casts, compare, constants, control, enums, float_math, memory):
        table.update(part.LOWERINGS)
    return table  # type: ignore[return-value]


class ModuleLowering:
    """What the functions of a module share while they are lowered.

    Attributes:
        target: decides how mathematics is called.
        default_flags: the fast-math flags of a float op that names none.
        functions: every function's name, and whether it is a kernel.
        globals: the globals made so far.
    """

    def __init__(self, module: ModuleOp, target: LoweringTarget, contract: bool):
        self.target: LoweringTarget = target
        self.default_flags: FastMathAttr | None = fast_math("contract") if contract else None
        self.functions: dict[str, bool] = {}
        self._module = module
        symbols: set[str] = set()
        for op in module.body.block.ops:
            symbol = op.properties.get("sym_name")
            if isinstance(symbol, StringAttr):
                symbols.add(symbol.data)
            if isinstance(op, mir.FuncOp | llvm.FuncOp):
                self.functions[op.function_name()] = op.is_entry_point()
        self.globals = Globals(symbols)
        self._externals: dict[str, llvm.FuncOp] = {}

    def declare_external(self, symbol: str, inputs: Sequence[Attribute], output: Attribute) -> None:
        """Declare a C function, unless the module has it already."""
        if symbol not in self._externals and symbol not in self.functions:
            self._externals[symbol] = llvm.FuncOp.make(symbol, inputs, output, None, location=UNKNOWN_LOC)

    def run(self) -> None:
        """Lower the module in place."""
        block = self._module.body.block
        table: Mapping[type[Operation], object] = lowerings()
        for op in list(block.ops):
            if isinstance(op, mir.FuncOp):
                block.insert_op_before(lower_function(self, op, table), op)  # type: ignore[arg-type]
                block.detach_op(op)
                op.drop_all_references()
        first = block.first_op
        for made in self.globals.ops():
            if first is None:
                block.add_op(made)
            else:
                block.insert_op_before(made, first)
        block.add_ops(self._externals.values())
