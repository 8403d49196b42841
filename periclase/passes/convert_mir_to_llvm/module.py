"""Lowering a module: its functions in place, the globals and external functions that they turn out to need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Final, Literal

from xdsl.dialects.builtin import UNKNOWN_LOC, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import fast_math
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.passes.convert_mir_to_llvm.function import Lowering, Lowerings
from periclase.passes.convert_mir_to_llvm.globals import Globals
from periclase.passes.convert_mir_to_llvm.signature import lower_function

LoweringTarget = Literal["ptx", "cpu"]


_RARE: Final = frozenset({"bits", "enums", "float_math"})
"""Families of `mir` that most kernels have nothing of. The module of that name here, loaded by the first op, lowers them."""


@cache
def lowering_of(op_class: type[Operation]) -> Lowering | None:
    """The lowering of an op of `mir` that stands in a function; None for other dialects' ops, which have none here."""
    dialect, _, family = op_class.__module__.rpartition(".")
    if dialect == mir.__name__ and family in _RARE:
        return import_module(f"{__package__}.{family}").LOWERINGS.get(op_class)
    return _frequent_lowerings().get(op_class)


@cache
def _frequent_lowerings() -> Lowerings:
    from periclase.passes.convert_mir_to_llvm import (
        aggregates,
        arithmetic,
        casts,
        compare,
        constants,
        control,
        memory,
    )

    parts = (aggregates, arithmetic, casts, compare, constants, control, memory)
    return {op_class: lower for part in parts for op_class, lower in part.LOWERINGS.items()}


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
        for op in list(block.ops):
            if isinstance(op, mir.FuncOp):
                block.insert_op_before(lower_function(self, op, lowering_of), op)
                block.detach_op(op)
                op.drop_all_references()
        first = block.first_op
        for made in self.globals.ops():
            if first is None:
                block.add_op(made)
            else:
                block.insert_op_before(made, first)
        block.add_ops(self._externals.values())
