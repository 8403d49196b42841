"""Emission of values that may be `None`. In `mir` one is a tuple of the value and whether it is there."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr, i1
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, mir_type, storage_type
from periclase.importer.python.optional_tree import MakeOptional, NoneLiteral
from periclase.optionals import NoneType, OptionalType
from periclase.types import ScalarType, bool_


def _type(type: OptionalType) -> Attribute:
    return MirTupleType.natural([storage_type(type.element), i1])


def _construct(
    emitter: ExpressionEmitter,
    type: NoneType | OptionalType,
    parts: Sequence[SSAValue],
    location: LocationAttr,
) -> SSAValue:
    return emitter.add(mir.ConstructTupleOp.make(parts, mir_type(type), location=location))


def _make(emitter: ExpressionEmitter, value: MakeOptional) -> SSAValue:
    type = value.type
    assert isinstance(type, OptionalType)
    location = emitter.location(value.node)
    if value.value is not None:
        held = emitter.expression(value.value)
    elif isinstance(type.element, ScalarType):
        held = emitter.constant(0, type.element, location)
    else:
        held = emitter.add(mir.UndefOp.make(mir_type(type.element), location=location))
    if value.present is not None:
        present = emitter.expression(value.present)
    else:
        present = emitter.constant(value.value is not None, bool_, location)
    return _construct(emitter, type, (held, present), location)


def _none(emitter: ExpressionEmitter, value: NoneLiteral) -> SSAValue:
    return emitter.nothing(value.node)


MIR_TYPES[NoneType] = lambda _: MirTupleType.natural([])
MIR_TYPES[OptionalType] = _type
CONSTRUCT[NoneType] = _construct
CONSTRUCT[OptionalType] = _construct
EXPRESSIONS.update({MakeOptional: _make, NoneLiteral: _none})
