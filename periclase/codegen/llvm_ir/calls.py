"""Calls of functions and intrinsics, and inline assembly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from periclase.codegen.llvm_ir.attributes import call_text, convention_text, fast_math_text, parameter_text
from periclase.codegen.llvm_ir.errors import refuse
from periclase.codegen.llvm_ir.instructions import HANDLERS, Handler, number
from periclase.codegen.llvm_ir.literals import integer_text
from periclase.codegen.llvm_ir.names import identifier, quoted
from periclase.codegen.llvm_ir.types import overload_suffix
from periclase.dialects import llvm
from periclase.dialects.llvm.flags import TailCallKind, TailCallKindAttr
from periclase.dialects.llvm.narrowing import is_integer, is_integer_value
from periclase.dialects.llvm.types import LLVMFunctionType

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.functions import FunctionPrinter


def _tail(op: Operation, name: str) -> str:
    kind = op.properties.get(name)
    if not isinstance(kind, TailCallKindAttr) or kind.data is TailCallKind.NONE:
        return ""
    return f"{kind.data.value} "


def _result_type(p: FunctionPrinter, op: Operation) -> str:
    return p.type(op.results[0].type) if op.results else "void"


def _call(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.CallOp)
    convention = convention_text(op.CConv.cconv_name)
    lead = f"{_tail(op, 'TailCallKind')}call {fast_math_text(op)}{convention + ' ' if convention else ''}"
    name = op.callee_name()
    arguments = op.call_arguments()
    signature: LLVMFunctionType | None = op.var_callee_type
    if name is not None:
        callee = p.module.functions.get(name)
        if callee is None:
            refuse("PC0534", f"calls @{name}, which the module does not have", op)
        if "nvvm.kernel" in callee.attributes:
            refuse("PC0534", f"calls @{name}, a kernel, which is launched and not called", op)
        if callee.function_type.is_variadic:
            signature = callee.function_type
        target = f"@{identifier(name)}"
    else:
        target = p.value(op.operands[0])
    type = _result_type(p, op) if signature is None else p.module.types.function(signature)
    return f"{lead}{type} {target}({', '.join(map(p.typed, arguments))}){call_text(op)}"


def _call_intrinsic(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.CallIntrinsicOp)
    result = _result_type(p, op)
    name = op.intrin.data
    p.module.declare(name, result, [p.type(value.type) for value in op.operands], op)
    arguments = ", ".join(map(p.typed, op.operands))
    if op.res_attrs is not None:
        result = f"{parameter_text(op.res_attrs.data[0].data, op, p.module.types)} {result}".lstrip()
    return f"call {fast_math_text(op)}{result} @{identifier(name)}({arguments})"


def _inline_asm(p: FunctionPrinter, op: Operation) -> str:
    assert isinstance(op, llvm.InlineAsmOp)
    words = "".join(
        word
        for name, word in (("has_side_effects", "sideeffect "), ("is_align_stack", "alignstack "))
        if name in op.properties
    )
    if number(op, "asm_dialect") == 1:
        words += "inteldialect "
    convergent = " convergent" if "convergent" in op.attributes else ""
    return (
        f"{_tail(op, 'tail_call_kind')}call {_result_type(p, op)} asm {words}{quoted(op.asm_string.data)}, "
        f"{quoted(op.constraints.data)}({', '.join(map(p.typed, op.operands))}){convergent}"
    )


def _intrinsic(op_class: type[Operation], overloads: tuple[int, ...], immediates: tuple[str, ...]) -> Handler:
    stem = "llvm." + op_class.name.removeprefix("llvm.intr.")

    def text(p: FunctionPrinter, op: Operation) -> str:
        result = _result_type(p, op)
        types = [p.type(value.type) for value in op.operands]
        arguments = [f"{type} {p.value(value)}" for type, value in zip(types, op.operands, strict=True)]
        name = stem
        for index in overloads:
            overloaded = op.results[0].type if index < 0 else op.operands[index].type
            name += "." + overload_suffix(overloaded)
        for immediate in immediates:
            value = op.properties[immediate]
            assert is_integer_value(value)
            assert is_integer(value.type)
            width = value.type.width.data
            types.append(f"i{width}")
            arguments.append(f"i{width} {integer_text(value.value.data, width)}")
        p.module.declare(name, result, types, op)
        return f"call {fast_math_text(op)}{result} @{name}({', '.join(arguments)})"

    return text


def _masked(pointer: int, overloads: tuple[int, ...]) -> Handler:
    """A masked access, whose alignment stands on the pointer argument."""

    def text(p: FunctionPrinter, op: Operation) -> str:
        result = _result_type(p, op)
        arguments = [p.typed(value) for value in op.operands]
        type = p.type(op.operands[pointer].type)
        arguments[pointer] = f"{type} align {number(op, 'alignment')} {p.value(op.operands[pointer])}"
        name = "llvm." + op.name.removeprefix("llvm.intr.")
        for index in overloads:
            name += "." + overload_suffix(op.results[0].type if index < 0 else op.operands[index].type)
        p.module.declare(name, result, [p.type(value.type) for value in op.operands], op)
        return f"call {result} @{name}({', '.join(arguments)})"

    return text


HANDLERS.update(
    {
        llvm.CallOp: _call,
        llvm.CallIntrinsicOp: _call_intrinsic,
        llvm.InlineAsmOp: _inline_asm,
        llvm.MaskedLoadOp: _masked(0, (-1, 0)),
        llvm.MaskedGatherOp: _masked(0, (-1, 0)),
        llvm.MaskedStoreOp: _masked(1, (0, 1)),
        llvm.MaskedScatterOp: _masked(1, (0, 1)),
    }
)


def handler_of(op_class: type[Operation]) -> Handler | None:
    """What prints operations of this class; None if nothing does."""
    handler = HANDLERS.get(op_class)
    if handler is None and issubclass(op_class, llvm.IntrinsicInterface):
        handler = HANDLERS[op_class] = _intrinsic(op_class, op_class.OVERLOADS, op_class.IMMEDIATES)
    return handler
