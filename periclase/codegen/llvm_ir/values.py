"""Operations that are constants in LLVM IR: they have no instruction, their text stands where the value is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from xdsl.ir import Operation

from periclase.codegen.llvm_ir.errors import refuse
from periclase.codegen.llvm_ir.literals import literal_text
from periclase.codegen.llvm_ir.names import identifier
from periclase.dialects import llvm

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.module import ModulePrinter

ConstantHandler: TypeAlias = "Callable[[ModulePrinter, Operation], str]"


def _constant(m: ModulePrinter, op: Operation) -> str:
    return literal_text(op.properties["value"], op.results[0].type, m.types)


def _address_of(m: ModulePrinter, op: Operation) -> str:
    assert isinstance(op, llvm.AddressOfOp)
    name = op.global_name.string_value()
    if name not in m.globals and name not in m.functions:
        refuse("PC0534", f"takes the address of @{name}, which the module does not have", op)
    return f"@{identifier(name)}"


def _zero(m: ModulePrinter, op: Operation) -> str:
    type = m.types.text(op.results[0].type)
    return "null" if type.startswith("ptr") else "zeroinitializer"


CONSTANTS: dict[type[Operation], ConstantHandler] = {
    llvm.ConstantOp: _constant,
    llvm.AddressOfOp: _address_of,
    llvm.ZeroOp: _zero,
    llvm.UndefOp: lambda m, op: "undef",
    llvm.PoisonOp: lambda m, op: "poison",
    llvm.NoneTokenOp: lambda m, op: "none",
}
"""The text of each constant operation, without its type, by its class."""
