"""Emission of complex numbers. In `mir` one is a tuple of its real and its imaginary part."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.complex_numbers import ComplexType
from periclase.dialects import mir
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.complex_tree import ComplexLiteral, MakeComplex
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, mir_type, scalar_type


def _complex(type: ComplexType) -> Attribute:
    return MirTupleType.natural([scalar_type(type.component)] * 2)


def construct(
    emitter: ExpressionEmitter, type: ComplexType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    """A complex number of its parts."""
    return emitter.add(mir.ConstructTupleOp.make(parts, mir_type(type), location=location))


def _make_complex(emitter: ExpressionEmitter, value: MakeComplex) -> SSAValue:
    assert isinstance(value.type, ComplexType)
    parts = [emitter.expression(element) for element in value.elements]
    return construct(emitter, value.type, parts, emitter.location(value.node))


MIR_TYPES[ComplexType] = _complex
CONSTRUCT[ComplexType] = construct
EXPRESSIONS.update({ComplexLiteral: _make_complex, MakeComplex: _make_complex})
