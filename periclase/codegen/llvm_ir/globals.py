"""Global variables → LLVM IR, with initialisers given as literals or as regions of constant operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Attribute, Operation, SSAValue

from periclase.codegen.llvm_ir.attributes import INERT_PREFIX
from periclase.codegen.llvm_ir.errors import refuse, refuse_attribute, refuse_operation
from periclase.codegen.llvm_ir.instructions import gep_flags, number
from periclase.codegen.llvm_ir.literals import literal_text
from periclase.codegen.llvm_ir.names import identifier, quoted
from periclase.codegen.llvm_ir.values import CONSTANTS
from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMArrayType, LLVMStructType

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.module import ModulePrinter

_VISIBILITY = ("", "hidden ", "protected ")
_UNNAMED_ADDR = ("", "local_unnamed_addr ", "unnamed_addr ")
_CASTS = {
    llvm.AddrSpaceCastOp: "addrspacecast",
    llvm.BitcastOp: "bitcast",
    llvm.PtrToIntOp: "ptrtoint",
    llvm.IntToPtrOp: "inttoptr",
}


def global_text(module: ModulePrinter, op: llvm.GlobalOp) -> str:
    """The line that defines or declares a global.

    Raises:
        CompileError: its type, its value or an attribute has no form in LLVM IR.
    """
    for name in op.attributes:
        if not name.startswith(INERT_PREFIX):
            refuse_attribute(name, op)
    type = module.types.text(op.global_type)
    linkage = op.linkage.linkage.data
    value = _initial_value(module, op)
    external = linkage in ("external", "extern_weak") and value is None
    if value is None and not external:
        value = "undef"
    words = "external " if external and linkage == "external" else ""
    if linkage != "external":
        words = linkage + " "
    if op.dso_local is not None:
        words += "dso_local "
    words += _VISIBILITY[number(op, "visibility_")]
    if op.thread_local_ is not None:
        words += "thread_local "
    words += _UNNAMED_ADDR[number(op, "unnamed_addr")]
    space = op.addr_space.value.data
    if space:
        words += f"addrspace({space}) "
    if op.externally_initialized is not None:
        words += "externally_initialized "
    words += "constant" if op.constant is not None else "global"
    text = f"@{identifier(op.sym_name.data)} = {words} {type}"
    if value is not None:
        text += " " + value
    if op.section is not None:
        text += f", section {quoted(op.section.data)}"
    if op.alignment is not None:
        text += f", align {op.alignment.value.data}"
    return text


def _initial_value(module: ModulePrinter, op: llvm.GlobalOp) -> str | None:
    if op.value is not None:
        return literal_text(op.value, op.global_type, module.types)
    region = op.regions[0]
    block = region.first_block
    if block is None:
        return None
    terminator = block.last_op
    if not isinstance(terminator, llvm.ReturnOp) or not terminator.operands or block is not region.last_block:
        refuse("PC0534", f"the initializer of @{op.sym_name.data} must be one block that returns a value", op)
    result = terminator.operands[0]
    if result.type != op.global_type:
        refuse(
            "PC0534",
            f"the initializer of @{op.sym_name.data} gives {result.type}, expected {op.global_type}",
            op,
        )
    return _constant_value(module, result)


def _constant_value(module: ModulePrinter, value: SSAValue) -> str:
    """The constant expression for a value of an initializer region."""
    op = value.owner
    if not isinstance(op, Operation):
        refuse("PC0534", "an initializer can not use a block argument", None)
    handler = CONSTANTS.get(op.__class__)
    if handler is not None:
        return handler(module, op)
    if op.__class__ in _CASTS:
        source = f"{module.types.text(op.operands[0].type)} {_constant_value(module, op.operands[0])}"
        return f"{_CASTS[op.__class__]} ({source} to {module.types.text(op.results[0].type)})"
    if isinstance(op, llvm.GEPOp):
        words = gep_flags(op)
        parts = [
            module.types.text(op.elem_type),
            f"{module.types.text(op.ptr.type)} {_constant_value(module, op.ptr)}",
        ]
        for index in op.indices():
            if isinstance(index, int):
                parts.append(f"i32 {index}")
            else:
                parts.append(f"{module.types.text(index.type)} {_constant_value(module, index)}")
        return f"getelementptr {words}({', '.join(parts)})"
    if isinstance(op, llvm.InsertValueOp):
        return _aggregate(module, op)
    refuse_operation(op)


def _aggregate(module: ModulePrinter, op: llvm.InsertValueOp) -> str:
    """A chain of `llvm.insertvalue` as one aggregate constant; what is not inserted stays undefined."""
    inserted: dict[tuple[int, ...], SSAValue] = {}
    current: Operation = op
    while isinstance(current, llvm.InsertValueOp):
        position = tuple(map(int, current.position.iter_values()))
        if not any(position[: len(known)] == known for known in inserted):
            inserted[position] = current.operands[1]
        owner = current.operands[0].owner
        if not isinstance(owner, Operation):
            refuse("PC0534", "an initializer can not use a block argument", None)
        current = owner
    base: str
    if isinstance(current, llvm.UndefOp):
        base = "undef"
    elif isinstance(current, llvm.PoisonOp):
        base = "poison"
    elif isinstance(current, llvm.ZeroOp):
        base = "zeroinitializer"
    else:
        refuse("PC0534", "an initializer inserts into an undefined or zero aggregate only", current)
    return _members(module, op.results[0].type, (), inserted, base)


def _members(
    module: ModulePrinter,
    type: Attribute,
    position: tuple[int, ...],
    inserted: dict[tuple[int, ...], SSAValue],
    base: str,
) -> str:
    if position in inserted:
        return _constant_value(module, inserted[position])
    if not any(known[: len(position)] == position for known in inserted):
        return "null" if base == "zeroinitializer" and module.types.text(type).startswith("ptr") else base
    if isinstance(type, LLVMStructType):
        fields, opening, closing = list(type.types.data), "{ ", " }"
    else:
        assert isinstance(type, LLVMArrayType)
        fields, opening, closing = [type.type] * type.size.data, "[", "]"
    parts = [
        f"{module.types.text(field)} {_members(module, field, (*position, index), inserted, base)}"
        for index, field in enumerate(fields)
    ]
    return f"{opening}{', '.join(parts)}{closing}"
