"""Emission of functions as values. In `mir` such a value is the tuple of what it captures."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.closures import ClosureType, PythonFloat
from periclase.dialects import mir
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.closure_tree import MakeClosure, Retyped, Static
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, mir_type
from periclase.types import f64


def _closure(type: ClosureType) -> Attribute:
    return MirTupleType.natural([mir_type(held) for _, held in type.parts()])


def _make_closure(emitter: ExpressionEmitter, value: MakeClosure) -> SSAValue:
    type = value.type
    assert isinstance(type, ClosureType)
    held = [emitter.expression(value.captures[index]) for index in type.dynamic]
    return _construct(emitter, type, held, emitter.location(value.node))


def _construct(
    emitter: ExpressionEmitter, type: ClosureType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    return emitter.add(mir.ConstructTupleOp.make(parts, mir_type(type), location=location))


def _static(emitter: ExpressionEmitter, value: Static) -> SSAValue:
    return emitter.nothing(value.node)


def _retyped(emitter: ExpressionEmitter, value: Retyped) -> SSAValue:
    return emitter.expression(value.value)


def _python_float(
    _emitter: ExpressionEmitter, _type: PythonFloat, parts: Sequence[SSAValue], _location: LocationAttr
) -> SSAValue:
    return parts[0]


CONSTRUCT[PythonFloat] = _python_float
MIR_TYPES[PythonFloat] = lambda _: mir_type(f64)
EXPRESSIONS[Retyped] = _retyped
CONSTRUCT[ClosureType] = _construct
MIR_TYPES[ClosureType] = _closure
EXPRESSIONS[MakeClosure] = _make_closure
EXPRESSIONS[Static] = _static
