"""`mir.cast`: one lowering a kind.

Float → integer saturates and gives 0 for a NaN. Between two named address spaces the way leads through the generic one; an
address as an integer is always the generic one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import IntegerType, f16, f32
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.mir.layout import align_of, size_of
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, LoweringError, Lowerings
from periclase.passes.convert_mir_to_llvm.memory import load_leaves, store_leaves
from periclase.passes.convert_mir_to_llvm.types import I1, I64, is_signed, leaves_of, memory_type, scalar_type
from periclase.passes.convert_mir_to_llvm.wide_integers import float_to_wide_integer, wide_integer_to_float


def to_address_space(lo: FunctionLowering, value: SSAValue, target: LLVMPointerType) -> SSAValue:
    """A pointer in the address space of `target`."""
    if value.type == target:
        return value
    if value.type != pointer(0) and target != pointer(0):
        value = lo.emit(llvm.AddrSpaceCastOp.make(value, pointer(0), location=lo.location))
    return lo.emit(llvm.AddrSpaceCastOp.make(value, target, location=lo.location))


def _int_to_int(lo: FunctionLowering, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    target = cast(IntegerType, scalar_type(result.type))
    lo.bind(result, lo.resize(lo.scalar(source), target, is_signed(source.type)))


def _int_to_float(lo: FunctionLowering, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    value, signed = lo.scalar(source), is_signed(source.type)
    if cast(IntegerType, value.type).width.data == 128:
        lo.bind(result, wide_integer_to_float(lo, value, result.type, signed))
        return
    convert = llvm.SIToFPOp if signed else llvm.UIToFPOp
    lo.bind(result, lo.emit(convert.make(value, result.type, location=lo.location)))


def _float_to_int(lo: FunctionLowering, op: Operation) -> None:
    result = op.results[0]
    value, target = lo.scalar(op.operands[0]), cast(IntegerType, scalar_type(result.type))
    signed = is_signed(result.type)
    if target.width.data == 128:
        lo.bind(result, float_to_wide_integer(lo, value, signed))
    else:
        if value.type == f16:
            # Exact; and LLVM 22 for x86 with AVX512-FP16 forgets the NaN in `llvm.fptosi.sat.i16.f16`.
            value = lo.emit(llvm.FPExtOp.make(value, f32, location=lo.location))
        lo.bind(result, lo.intrinsic(f"llvm.fpto{'s' if signed else 'u'}i.sat", target, value))


def _float_to_float(lo: FunctionLowering, op: Operation) -> None:
    result = op.results[0]
    value, target = lo.scalar(op.operands[0]), result.type
    old, new = size_of(value.type), size_of(target)
    if value.type == target:
        lo.bind(result, value)
    elif new > old:
        lo.bind(result, lo.emit(llvm.FPExtOp.make(value, target, location=lo.location)))
    else:
        if new == old:  # f16 ↔ bf16: neither holds the other, f32 holds both
            value = lo.emit(llvm.FPExtOp.make(value, f32, location=lo.location))
        lo.bind(result, lo.emit(llvm.FPTruncOp.make(value, target, location=lo.location)))


def _ptr_to_ptr(lo: FunctionLowering, op: Operation) -> None:
    """Thin pointers, or fat ones (whose length stays)."""
    values, targets = lo.leaves(op.operands[0]), leaves_of(op.results[0].type)
    lo.bind(
        op.results[0],
        *(
            to_address_space(lo, value, leaf.type) if isinstance(leaf.type, LLVMPointerType) else value
            for value, leaf in zip(values, targets, strict=False)
        ),
    )


def _ptr_to_int(lo: FunctionLowering, op: Operation) -> None:
    result = op.results[0]
    generic = to_address_space(lo, lo.scalar(op.operands[0]), pointer(0))
    address = lo.emit(llvm.PtrToIntOp.make(generic, I64, location=lo.location))
    lo.bind(result, lo.resize(address, cast(IntegerType, scalar_type(result.type)), signed=False))


def _int_to_ptr(lo: FunctionLowering, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    address = lo.resize(lo.scalar(source), I64, is_signed(source.type))
    generic = lo.emit(llvm.IntToPtrOp.make(address, pointer(0), location=lo.location))
    lo.bind(result, to_address_space(lo, generic, cast(LLVMPointerType, scalar_type(result.type))))


def _transmute_scalar(lo: FunctionLowering, value: SSAValue, target: Attribute) -> SSAValue | None:
    """The same bits as another scalar type; None where that goes through memory."""
    from_pointer, to_pointer = isinstance(value.type, LLVMPointerType), isinstance(target, LLVMPointerType)
    if from_pointer and to_pointer:
        return value if value.type == target else None
    if from_pointer:
        return lo.bitcast(lo.emit(llvm.PtrToIntOp.make(value, I64, location=lo.location)), target)
    if to_pointer:
        return lo.emit(llvm.IntToPtrOp.make(lo.bitcast(value, I64), target, location=lo.location))
    return lo.bitcast(value, target)


def _transmute(lo: FunctionLowering, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    size = size_of(source.type)
    if size != size_of(result.type):
        raise LoweringError(op, f"a transmute from {size} to {size_of(result.type)} bytes")
    old, new = leaves_of(source.type), leaves_of(result.type)
    same_places = [(leaf.offset, leaf.size) for leaf in old] == [(leaf.offset, leaf.size) for leaf in new]
    if same_places and all(
        I1 not in (a.type, b.type) or a.type == b.type for a, b in zip(old, new, strict=True)
    ):
        bits = [_transmute_scalar(lo, v, leaf.type) for v, leaf in zip(lo.leaves(source), new, strict=True)]
        if None not in bits:
            lo.bind(result, *cast(list[SSAValue], bits))
            return
    align = max(align_of(source.type), align_of(result.type))
    slot = lo.stack_slot(memory_type(source.type), align)
    store_leaves(lo, lo.leaves(source), old, slot, align)
    lo.bind(result, *load_leaves(lo, new, slot, align))


def _unsize(lo: FunctionLowering, op: Operation) -> None:
    """A pointer to an array → a slice of all its elements."""
    source, result = op.operands[0], op.results[0]
    array = cast(mir.PtrType, source.type).pointee
    if not isinstance(array, mir.ArrayType):
        raise LoweringError(op, f"an unsizing of {source.type}")
    base = leaves_of(result.type)[0].type
    address = to_address_space(lo, lo.scalar(source), cast(LLVMPointerType, base))
    lo.bind(result, address, lo.constant(I64, array.length))


def _reify_fn(lo: FunctionLowering, op: Operation) -> None:
    if not lo.leaves(op.operands[0]):
        raise LoweringError(op, "the function item does not say which function it is")
    _same_value(lo, op)


def _same_value(lo: FunctionLowering, op: Operation) -> None:
    lo.bind(op.results[0], *lo.leaves(op.operands[0]))


_KINDS: dict[mir.CastKind, Callable[[FunctionLowering, Operation], None]] = {
    mir.CastKind.INT_TO_INT: _int_to_int,
    mir.CastKind.INT_TO_FLOAT: _int_to_float,
    mir.CastKind.FLOAT_TO_INT: _float_to_int,
    mir.CastKind.FLOAT_TO_FLOAT: _float_to_float,
    mir.CastKind.PTR_TO_PTR: _ptr_to_ptr,
    mir.CastKind.PTR_TO_INT: _ptr_to_int,
    mir.CastKind.INT_TO_PTR: _int_to_ptr,
    mir.CastKind.TRANSMUTE: _transmute,
    mir.CastKind.UNSIZE: _unsize,
    mir.CastKind.MUT_TO_CONST: _same_value,
    mir.CastKind.ARRAY_TO_PTR: _ptr_to_ptr,
    mir.CastKind.REIFY_FN: _reify_fn,
}


def _lower_cast(lo: FunctionLowering, op: Operation) -> None:
    _KINDS[cast(mir.CastOp, op).kind](lo, op)


LOWERINGS: Lowerings = {mir.CastOp: _lower_cast}
