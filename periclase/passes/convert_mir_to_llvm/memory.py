"""Loads, stores, addresses, bulk memory, and what is allocated.

A value is loaded and stored leaf by leaf, each at its offset. A boolean takes a byte in memory: written as 0 or 1, read as
"not 0". Allocations live in the entry block. Shared and global allocations become globals of the module, one a key: several
`mir.shared_alloc` of one key are one tile. Shared memory starts undefined; dynamic shared memory is one external array that
every function sees, aligned as the strictest use asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.mir.attributes import MAY_LEAVE
from periclase.dialects.mir.layout import align_of, field_offset, size_of
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.types import (
    I1,
    I8,
    I64,
    Leaf,
    is_signed,
    leaves_of,
    memory_type,
    scalar_type,
)

_MOST_LEAVES_BY_REGISTER = 16
"""A swap of larger values goes through memory."""


def _alignment(leaf: Leaf, align: int) -> int | None:
    """The alignment of a leaf in memory aligned to `align`; None where it is what LLVM takes anyway."""
    known = align if leaf.offset == 0 else min(align, leaf.offset & -leaf.offset)
    return None if known == leaf.size else known


def load_leaves(
    lo: FunctionLowering, leaves: Sequence[Leaf], base: SSAValue, align: int, *, volatile: bool = False
) -> list[SSAValue]:
    """Read a value whose leaves lie behind `base`, an address aligned to `align`."""
    values: list[SSAValue] = []
    for leaf in leaves:
        value = lo.emit(
            llvm.LoadOp.make(
                lo.byte_offset(base, leaf.offset),
                leaf.memory_type,
                alignment=_alignment(leaf, align),
                volatile=volatile,
                location=lo.location,
            )
        )
        values.append(lo.icmp("ne", value, lo.constant(I8, 0)) if leaf.type == I1 else value)
    return values


def store_leaves(
    lo: FunctionLowering,
    values: Sequence[SSAValue],
    leaves: Sequence[Leaf],
    base: SSAValue,
    align: int,
    *,
    volatile: bool = False,
) -> None:
    """Write a value whose leaves go behind `base`, an address aligned to `align`."""
    for value, leaf in zip(values, leaves, strict=True):
        if leaf.type == I1:
            value = lo.zext(value, I8)
        lo.insert(
            llvm.StoreOp.make(
                value,
                lo.byte_offset(base, leaf.offset),
                alignment=_alignment(leaf, align),
                volatile=volatile,
                location=lo.location,
            )
        )


def spill(lo: FunctionLowering, value: SSAValue) -> SSAValue:
    """Write the `mir` value `value` to a fresh stack slot; gives its address."""
    align = align_of(value.type)
    slot = lo.stack_slot(memory_type(value.type), align)
    store_leaves(lo, lo.leaves(value), leaves_of(value.type), slot, align)
    return slot


def index_operand(lo: FunctionLowering, index: SSAValue) -> SSAValue:
    """A `mir` integer as an operand of address computation, which takes narrow integers for signed."""
    value = lo.scalar(index)
    width = cast(IntegerType, value.type).width.data
    if width > 64 or (width < 64 and not is_signed(index.type)):
        return lo.resize(value, I64, signed=False)
    return value


def _pointee(pointer_: SSAValue) -> Attribute:
    return cast(mir.PtrType, pointer_.type).pointee


def _stated_alignment(stated: IntegerAttr | None, type: Attribute) -> int:
    """The alignment an op states, else that of the type; bytes."""
    return align_of(type) if stated is None else stated.value.data


def _lower_load(lo: FunctionLowering, op: Operation) -> None:
    load = cast(mir.LoadOp, op)
    type = op.results[0].type
    align = _stated_alignment(load.alignment, type)
    lo.bind(
        op.results[0],
        *load_leaves(lo, leaves_of(type), lo.scalar(op.operands[0]), align, volatile=load.is_volatile()),
    )


def _lower_store(lo: FunctionLowering, op: Operation) -> None:
    store = cast(mir.StoreOp, op)
    value, address = op.operands
    align = _stated_alignment(store.alignment, value.type)
    store_leaves(
        lo, lo.leaves(value), leaves_of(value.type), lo.scalar(address), align, volatile=store.is_volatile()
    )


def _bind_slot(lo: FunctionLowering, result: SSAValue, slot: SSAValue) -> None:
    """Bind a pointer to stack memory, which LLVM makes in the generic space, to a result of any space."""
    target = cast(LLVMPointerType, scalar_type(result.type))
    if slot.type != target:
        slot = lo.emit(llvm.AddrSpaceCastOp.make(slot, target, location=lo.location))
    lo.bind(result, slot)


def _lower_alloca(lo: FunctionLowering, op: Operation) -> None:
    alloca = cast(mir.AllocaOp, op)
    type = alloca.allocated_type
    align = max(align_of(type), _stated_alignment(alloca.alignment, type))
    _bind_slot(lo, op.results[0], lo.stack_slot(memory_type(type), align))


def _lower_ref(lo: FunctionLowering, op: Operation) -> None:
    _bind_slot(lo, op.results[0], spill(lo, op.operands[0]))


def _lower_field_addr(lo: FunctionLowering, op: Operation) -> None:
    base = op.operands[0]
    offset = field_offset(_pointee(base), cast(mir.FieldAddrOp, op).index)
    lo.bind(op.results[0], lo.byte_offset(lo.scalar(base), offset))


def _lower_element_addr(lo: FunctionLowering, op: Operation) -> None:
    base, index = op.operands
    array = cast(mir.ArrayType, _pointee(base))
    address = llvm.GEPOp.make(
        lo.scalar(base),
        (index_operand(lo, index),),
        memory_type(array.element_type),
        inbounds=True,
        location=lo.location,
    )
    lo.bind(op.results[0], lo.emit(address))


def _lower_ptr_offset(lo: FunctionLowering, op: Operation) -> None:
    base, index = op.operands
    place = index_operand(lo, index)
    if lo.module.target == "ptx" and isinstance(index, OpResult) and type(index.op) is mir.LoadOp:
        # LLVM would extend it to 64 bits where it was loaded, which may be before a check, for the sake of a load that extends.
        # Then that is no part of a `mul.wide` here, and the address takes three instructions in place of one.
        place = lo.emit(llvm.FreezeOp.make(place, location=lo.location))
    address = llvm.GEPOp.make(
        lo.scalar(base),
        (place,),
        memory_type(_pointee(base)),
        inbounds=MAY_LEAVE not in op.attributes,
        location=lo.location,
    )
    lo.bind(op.results[0], lo.emit(address))


def _lower_ptr_diff(lo: FunctionLowering, op: Operation) -> None:
    a, b = op.operands
    first, second = (lo.emit(llvm.PtrToIntOp.make(lo.scalar(p), I64, location=lo.location)) for p in (a, b))
    distance = lo.sub(first, second)
    size = size_of(_pointee(a))
    if size > 1:
        divisor = lo.constant(I64, size)
        distance = lo.emit(llvm.SDivOp.make(distance, divisor, exact=True, location=lo.location))
    lo.bind(op.results[0], distance)


def _lower_is_aligned(lo: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, mir.IsAlignedOp)
    address = lo.emit(llvm.PtrToIntOp.make(lo.scalar(op.pointer), I64, location=lo.location))
    mask = lo.constant(I64, op.alignment.value.data - 1)
    rest = lo.and_(address, mask)
    lo.bind(op.result, lo.icmp("eq", rest, lo.constant(I64, 0)))


# ---------------------------------------------------------------------------------------------------------------------
# Bulk memory


def _byte_count(lo: FunctionLowering, count: SSAValue, size: int) -> SSAValue:
    elements = lo.resize(lo.scalar(count), I64, is_signed(count.type))
    return elements if size == 1 else lo.mul(elements, lo.constant(I64, size))


def _lower_copy(copy: type[llvm.MemcpyOp | llvm.MemmoveOp]):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        target, source, count = op.operands
        size = _byte_count(lo, count, size_of(_pointee(target)))
        lo.insert(copy.make(lo.scalar(target), lo.scalar(source), size, location=lo.location))

    return lower


def _lower_mem_set(lo: FunctionLowering, op: Operation) -> None:
    target, byte, count = op.operands
    size = _byte_count(lo, count, size_of(_pointee(target)))
    value = lo.scalar(byte)
    if value.type == I1:
        value = lo.zext(value, I8)
    lo.insert(llvm.MemsetOp.make(lo.scalar(target), value, size, location=lo.location))


def _lower_swap(lo: FunctionLowering, op: Operation) -> None:
    """Both values are read before either is written, so that a swap of a place with itself leaves it alone."""
    first, second = op.operands
    type = _pointee(first)
    leaves, align = leaves_of(type), align_of(type)
    a, b = lo.scalar(first), lo.scalar(second)
    if len(leaves) <= _MOST_LEAVES_BY_REGISTER:
        # As bytes in memory: a boolean is moved, not looked at.
        raw = [Leaf(leaf.memory_type, leaf.offset, leaf.memory_type, leaf.size) for leaf in leaves]
        from_a, from_b = load_leaves(lo, raw, a, align), load_leaves(lo, raw, b, align)
        store_leaves(lo, from_b, raw, a, align)
        store_leaves(lo, from_a, raw, b, align)
        return
    slot = lo.stack_slot(memory_type(type), align)
    size = lo.constant(I64, size_of(type))
    for target, source, copy in ((slot, a, llvm.MemcpyOp), (a, b, llvm.MemmoveOp), (b, slot, llvm.MemcpyOp)):
        lo.insert(copy.make(target, source, size, location=lo.location))


# ---------------------------------------------------------------------------------------------------------------------
# Globals


def _bind_global(lo: FunctionLowering, result: SSAValue, symbol: str, space: int) -> None:
    """Bind the address of a global in address space `space` to a result that may be in another space."""
    address = lo.emit(llvm.AddressOfOp.make(symbol, pointer(space), location=lo.location))
    target = cast(LLVMPointerType, scalar_type(result.type))
    if address.type != target:
        address = lo.emit(llvm.AddrSpaceCastOp.make(address, target, location=lo.location))
    lo.bind(result, address)


def _lower_shared_alloc(lo: FunctionLowering, op: Operation) -> None:
    symbol = lo.module.globals.shared(cast(mir.SharedAllocOp, op))
    _bind_global(lo, op.results[0], symbol, int(mir.AddressSpace.SHARED))


def _lower_dynamic_shared(lo: FunctionLowering, op: Operation) -> None:
    dynamic = cast(mir.DynamicSharedOp, op)
    symbol = lo.module.globals.dynamic_shared(dynamic)
    address = lo.emit(
        llvm.AddressOfOp.make(symbol, pointer(int(mir.AddressSpace.SHARED)), location=lo.location)
    )
    lo.bind(op.results[0], lo.byte_offset(address, dynamic.byte_offset))


def _lower_global_alloc(lo: FunctionLowering, op: Operation) -> None:
    symbol, space = lo.module.globals.device(cast(mir.GlobalAllocOp, op))
    _bind_global(lo, op.results[0], symbol, space)


def _drop(lo: FunctionLowering, op: Operation) -> None:
    """Markers of lifetimes mean nothing below."""


def _lower_dbg_value(lo: FunctionLowering, op: Operation) -> None:
    """The same of every leaf of the value."""
    marker = cast(mir.DbgValueOp, op)
    held = lo.leaves(marker.value)
    if marker.in_slot is not None:
        lo.insert(marker.part(held[0], in_slot=True))
        return
    for leaf, value in zip(leaves_of(marker.value.type), held, strict=True):
        lo.insert(marker.part(value, in_slot=False, offset=leaf.offset))


LOWERINGS: Lowerings = {
    mir.LoadOp: _lower_load,
    mir.StoreOp: _lower_store,
    mir.AllocaOp: _lower_alloca,
    mir.RefOp: _lower_ref,
    mir.FieldAddrOp: _lower_field_addr,
    mir.ElementAddrOp: _lower_element_addr,
    mir.PtrOffsetOp: _lower_ptr_offset,
    mir.PtrDiffOp: _lower_ptr_diff,
    mir.IsAlignedOp: _lower_is_aligned,
    mir.MemCpyOp: _lower_copy(llvm.MemcpyOp),
    mir.MemMoveOp: _lower_copy(llvm.MemmoveOp),
    mir.MemSetOp: _lower_mem_set,
    mir.SwapOp: _lower_swap,
    mir.SharedAllocOp: _lower_shared_alloc,
    mir.DynamicSharedOp: _lower_dynamic_shared,
    mir.GlobalAllocOp: _lower_global_alloc,
    mir.StorageLiveOp: _drop,
    mir.StorageDeadOp: _drop,
    mir.DbgValueOp: _lower_dbg_value,
}
