"""Tuples, structs, arrays, slices and unions: picking, replacing and joining leaves.

Nothing of it leaves an instruction behind, but where an array is indexed at run time, or a union is looked into: these go
through a stack slot.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.mir.layout import align_of, field_offset
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.memory import index_operand, load_leaves, spill, store_leaves
from periclase.passes.convert_mir_to_llvm.types import (
    element_slice,
    field_slice,
    leaves_of,
    memory_type,
)


def known_align(base_align: int, offset: int) -> int:
    """The alignment of the address `offset` bytes behind one aligned to `base_align`."""
    return base_align if offset == 0 else min(base_align, offset & -offset)


def read_part(lo: FunctionLowering, whole: SSAValue, type: Attribute, offset: int) -> list[SSAValue]:
    """The leaves of a part of type `type` at byte `offset` of the `mir` value `whole`, read through memory."""
    slot = spill(lo, whole)
    align = known_align(align_of(whole.type), offset)
    return load_leaves(lo, leaves_of(type), lo.byte_offset(slot, offset), align)


def write_part(lo: FunctionLowering, whole: SSAValue, part: SSAValue, offset: int) -> list[SSAValue]:
    """The leaves of `whole` after its bytes from `offset` on have been replaced by those of `part`."""
    slot, whole_align = spill(lo, whole), align_of(whole.type)
    align = known_align(whole_align, offset)
    store_leaves(lo, lo.leaves(part), leaves_of(part.type), lo.byte_offset(slot, offset), align)
    return load_leaves(lo, leaves_of(whole.type), slot, whole_align)


def _lower_extract_field(lo: FunctionLowering, op: Operation) -> None:
    aggregate, index = op.operands[0], cast(mir.ExtractFieldOp, op).index
    if isinstance(aggregate.type, mir.UnionType):
        part = read_part(lo, aggregate, op.results[0].type, field_offset(aggregate.type, index))
        lo.bind(op.results[0], *part)
    else:
        lo.bind(op.results[0], *lo.leaves(aggregate)[field_slice(aggregate.type, index)])


def _lower_insert_field(lo: FunctionLowering, op: Operation) -> None:
    aggregate, value = op.operands
    index = cast(mir.InsertFieldOp, op).index
    if isinstance(aggregate.type, mir.UnionType):
        lo.bind(op.results[0], *write_part(lo, aggregate, value, field_offset(aggregate.type, index)))
        return
    leaves = list(lo.leaves(aggregate))
    leaves[field_slice(aggregate.type, index)] = lo.leaves(value)
    lo.bind(op.results[0], *leaves)


def _lower_construct(lo: FunctionLowering, op: Operation) -> None:
    """Tuple, struct, array, slice, disjoint slice: the leaves of the parts, one part after another."""
    lo.bind(op.results[0], *(leaf for part in op.operands for leaf in lo.leaves(part)))


def _constant_index(index: SSAValue, length: int) -> int | None:
    """The index where it is a constant within the array."""
    if isinstance(index, OpResult) and isinstance(index.op, mir.ConstantOp):
        attribute = index.op.value
        if isinstance(attribute, IntegerAttr) and 0 <= attribute.value.data < length:
            return attribute.value.data
    return None


def _element_address(lo: FunctionLowering, slot: SSAValue, array: mir.ArrayType, index: SSAValue) -> SSAValue:
    return lo.emit(
        llvm.GEPOp.make(
            slot,
            (index_operand(lo, index),),
            memory_type(array.element_type),
            inbounds=True,
            location=lo.location,
        )
    )


def _in_memory(lo: FunctionLowering, array: SSAValue) -> SSAValue:
    """The address of an array by value: of a table if it is constant, else of a stack slot that it is written to."""
    if isinstance(array, OpResult) and isinstance(array.op, mir.ConstantAggregateOp):
        symbol, space = lo.module.globals.table(array.op)
        return lo.emit(llvm.AddressOfOp.make(symbol, pointer(space), location=lo.location))
    return spill(lo, array)


def _lower_extract_element(lo: FunctionLowering, op: Operation) -> None:
    aggregate, index = op.operands
    array = cast(mir.ArrayType, aggregate.type)
    constant = _constant_index(index, array.length)
    if constant is not None:
        lo.bind(op.results[0], *lo.leaves(aggregate)[element_slice(array, constant)])
        return
    address = _element_address(lo, _in_memory(lo, aggregate), array, index)
    element = array.element_type
    lo.bind(op.results[0], *load_leaves(lo, leaves_of(element), address, align_of(element)))


def _lower_insert_element(lo: FunctionLowering, op: Operation) -> None:
    aggregate, value, index = op.operands
    array = cast(mir.ArrayType, aggregate.type)
    constant = _constant_index(index, array.length)
    if constant is not None:
        leaves = list(lo.leaves(aggregate))
        leaves[element_slice(array, constant)] = lo.leaves(value)
        lo.bind(op.results[0], *leaves)
        return
    slot, element = spill(lo, aggregate), array.element_type
    address = _element_address(lo, slot, array, index)
    store_leaves(lo, lo.leaves(value), leaves_of(element), address, align_of(element))
    lo.bind(op.results[0], *load_leaves(lo, leaves_of(array), slot, align_of(array)))


LOWERINGS: Lowerings = {
    mir.ExtractFieldOp: _lower_extract_field,
    mir.InsertFieldOp: _lower_insert_field,
    mir.ConstructTupleOp: _lower_construct,
    mir.ConstructStructOp: _lower_construct,
    mir.ConstructArrayOp: _lower_construct,
    mir.ConstructSliceOp: _lower_construct,
    mir.ConstructDisjointSliceOp: _lower_construct,
    mir.ExtractElementOp: _lower_extract_element,
    mir.InsertElementOp: _lower_insert_element,
}
