"""Emission of arrays in dynamic shared memory: slices of shared memory, checked against what the launch gives."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import AddressSpace, CastKind
from periclase.dialects.mir.types import PtrType, int_type, ui64
from periclase.dialects.mir.types import SliceType as MirSliceType
from periclase.dynamic_shared import DynamicArrayType
from periclase.importer.python.dynamic_shared import MOST_ALIGNMENT, MakeDynamicArray
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, storage_type
from periclase.intrinsics.symbols import symbol_for
from periclase.intrinsics.table import INTRINSICS
from periclase.types import align_of

_BYTE, _U32 = int_type(8, False), int_type(32, False)


def _slice(type: DynamicArrayType) -> Attribute:
    return MirSliceType.get(storage_type(type.element), True, AddressSpace.SHARED)


def _size(emitter: ExpressionEmitter, location: LocationAttr) -> SSAValue:
    """The bytes that the launch gives."""
    symbol = symbol_for(INTRINSICS["dynamic_shared_size"], [])
    emitter.declarations.declare(symbol, [], (_U32,), location)
    size = emitter.add(mir.CallOp.make(symbol, (), (_U32,), location=location))
    return emitter.add(mir.CastOp.make(size, ui64, CastKind.INT_TO_INT, location=location))


def _offset(
    emitter: ExpressionEmitter, base: SSAValue, after: SSAValue, align: int, location: LocationAttr
) -> SSAValue:
    """Where the array `after` ends, in bytes from `base` on, rounded up to a multiple of `align`."""
    pointer = emitter.add(mir.ExtractFieldOp.make(after, 0, location=location))
    length = emitter.add(mir.ExtractFieldOp.make(after, 1, location=location))
    end = emitter.add(mir.PtrOffsetOp.make(pointer, length, location=location))
    end = emitter.add(mir.CastOp.make(end, base.type, CastKind.PTR_TO_PTR, location=location))
    taken = emitter.add(mir.PtrDiffOp.make(end, base, location=location))
    offset = emitter.add(mir.CastOp.make(taken, ui64, CastKind.INT_TO_INT, location=location))
    if align > 1:
        offset = emitter.add(
            mir.AddOp.make(offset, emitter.unsigned_constant(align - 1, location), location=location)
        )
        mask = emitter.unsigned_constant((1 << 64) - align, location)
        offset = emitter.add(mir.BitAndOp.make(offset, mask, location=location))
    return offset


def _make(emitter: ExpressionEmitter, value: MakeDynamicArray) -> SSAValue:
    location = emitter.location(value.node)
    element = cast(DynamicArrayType, value.type).element
    length = emitter.expression(value.length)
    after = None if value.after is None else emitter.expression(value.after)
    whole = max(MOST_ALIGNMENT, value.align)
    base = emitter.add(mir.DynamicSharedOp.make(_BYTE, 0, whole, location=location))
    room, pointer = _size(emitter, location), base
    if after is not None:
        offset = _offset(emitter, base, after, value.align or align_of(element), location)
        # The array before ends in the memory; only the rounding can go beyond it.
        offset = emitter.add(mir.MinOp.make(offset, room, location=location))
        pointer = emitter.add(mir.PtrOffsetOp.make(base, offset, location=location))
        room = emitter.add(mir.SubOp.make(room, offset, location=location))
    size = emitter.unsigned_constant(element.size, location)
    most = emitter.add(mir.DivOp.make(room, size, location=location))
    count = emitter.add(mir.CastOp.make(length, ui64, CastKind.INT_TO_INT, location=location))
    fits = emitter.add(mir.LeOp.make(count, most, location=location))
    message = f"the launch gives too little dynamic shared memory for this array of {element}"
    emitter.effect(mir.AssertOp.make(fits, message, "bounds", location=location))
    target = PtrType.get(storage_type(element), True, AddressSpace.SHARED)
    if pointer.type != target:
        pointer = emitter.add(mir.CastOp.make(pointer, target, CastKind.PTR_TO_PTR, location=location))
    return emitter.add(mir.ConstructSliceOp.make(pointer, count, location=location))


MIR_TYPES[DynamicArrayType] = _slice
EXPRESSIONS[MakeDynamicArray] = _make
