"""Emission of bit operations."""

from __future__ import annotations

from typing import Any

from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.importer.python.bit_tree import BitOperation
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import scalar_type
from periclase.types import ScalarType

_OPERATIONS: dict[str, Any] = {
    "bit_reverse": mir.BitReverseOp,
    "byte_swap": mir.ByteSwapOp,
    "count_leading_zeros": mir.CountLeadingZerosOp,
    "count_trailing_zeros": mir.CountTrailingZerosOp,
    "popcount": mir.PopCountOp,
    "rotate_left": mir.RotateLeftOp,
    "rotate_right": mir.RotateRightOp,
}


def _operation(emitter: ExpressionEmitter, value: BitOperation) -> SSAValue:
    operands = [emitter.expression(argument) for argument in value.arguments]
    location = emitter.location(value.node)
    if value.op == "cast":
        assert isinstance(value.type, ScalarType)
        return emitter.add(
            mir.CastOp.make(operands[0], scalar_type(value.type), CastKind.TRANSMUTE, location=location)
        )
    return emitter.add(_OPERATIONS[value.op].make(*operands, location=location))


EXPRESSIONS[BitOperation] = _operation
