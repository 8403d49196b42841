"""Emission of members of enumerations. In `mir` one is its number."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.enums import EnumType
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.enum_tree import AsMember, NumberOf
from periclase.importer.python.mir_types import MIR_TYPES, scalar_type


def _number(type: EnumType) -> Attribute:
    return scalar_type(type.number)


def _construct(
    emitter: ExpressionEmitter, type: EnumType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    return parts[0]


def _same(emitter: ExpressionEmitter, value: AsMember | NumberOf) -> SSAValue:
    return emitter.expression(value.value)


MIR_TYPES[EnumType] = _number
CONSTRUCT[EnumType] = _construct
EXPRESSIONS.update({AsMember: _same, NumberOf: _same})
