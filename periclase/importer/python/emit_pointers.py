"""Emission of pointers, which in `mir` are thin pointers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.types import PtrType, int_type
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, PLACES, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, SPACES, mir_type, storage_type
from periclase.importer.python.pointer_tree import AsPointer, Distance, Moved, PointeePlace, PointerTo
from periclase.importer.python.typed_tree import Constant, Expr
from periclase.pointers import PointerType
from periclase.types import Access, isize

_SIGNED = int_type(64, True)


def _type(type: PointerType) -> Attribute:
    return PtrType.get(storage_type(type.element), type.access is not Access.READ, SPACES[type.space])


def _as(emitter: ExpressionEmitter, value: SSAValue, type: PointerType, location: LocationAttr) -> SSAValue:
    """A pointer as one of a `type`."""
    wanted, given = mir_type(type), value.type
    if given == wanted:
        return value
    assert isinstance(given, PtrType)
    constant = wanted == PtrType.get(given.pointee, False, given.space)
    kind = CastKind.MUT_TO_CONST if constant else CastKind.PTR_TO_PTR
    return emitter.add(mir.CastOp.make(value, wanted, kind, location=location))


def _construct(
    emitter: ExpressionEmitter, type: PointerType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    """The pointer that a parameter of a kernel is, from the buffer that it travels as."""
    (whole,) = parts
    return _as(emitter, emitter.add(mir.ExtractFieldOp.make(whole, 0, location=location)), type, location)


def _pointer_to(emitter: ExpressionEmitter, value: PointerTo) -> SSAValue:
    address = emitter.address(value.place)
    return _as(emitter, address, cast(PointerType, value.type), emitter.location(value.node))


def _as_pointer(emitter: ExpressionEmitter, value: AsPointer) -> SSAValue:
    given = emitter.expression(value.value)
    return _as(emitter, given, cast(PointerType, value.type), emitter.location(value.node))


def _count(emitter: ExpressionEmitter, count: Expr, *, back: bool) -> SSAValue:
    """A number of elements; one to go back is taken as `si64`, of which each other integer type has the bits or the value."""
    location = emitter.location(count.node)
    if isinstance(count, Constant):
        return emitter.constant(-count.value if back else count.value, isize, location)
    value = emitter.expression(count)
    if not back:
        return value
    if value.type != _SIGNED:
        value = emitter.add(mir.CastOp.make(value, _SIGNED, CastKind.INT_TO_INT, location=location))
    return emitter.add(mir.NegOp.make(value, location=location))


def _moved(emitter: ExpressionEmitter, value: Moved) -> SSAValue:
    if value.first:
        count = _count(emitter, value.count, back=value.back)
        pointer = emitter.expression(value.pointer)
    else:
        pointer = emitter.expression(value.pointer)
        count = _count(emitter, value.count, back=value.back)
    return emitter.add(mir.PtrOffsetOp.make(pointer, count, location=emitter.location(value.node)))


def _distance(emitter: ExpressionEmitter, value: Distance) -> SSAValue:
    left = emitter.expression(value.left)
    right = emitter.expression(value.right)
    return emitter.add(mir.PtrDiffOp.make(left, right, location=emitter.location(value.node)))


def _pointee(emitter: ExpressionEmitter, place: PointeePlace) -> SSAValue:
    pointer = emitter.expression(cast(Expr, place.base))
    (index,) = place.indices
    if isinstance(index, Constant) and index.value == 0:
        return pointer
    count = _count(emitter, index, back=False)
    return emitter.add(mir.PtrOffsetOp.make(pointer, count, location=emitter.location(place.node)))


MIR_TYPES[PointerType] = _type
CONSTRUCT[PointerType] = _construct
PLACES[PointeePlace] = _pointee
EXPRESSIONS.update({AsPointer: _as_pointer, Distance: _distance, Moved: _moved, PointerTo: _pointer_to})
