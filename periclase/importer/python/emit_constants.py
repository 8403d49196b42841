"""Emission of constant arrays: an immutable variable of the module, whose key tells its contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.importer.python.constant_tree import TableOf
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import scalar_type, storage_type
from periclase.structs import StructType
from periclase.types import ArrayType, ScalarType, Type


def _table(emitter: ExpressionEmitter, value: TableOf) -> SSAValue:
    array = value.array
    return emitter.add(
        mir.GlobalAllocOp.make(
            storage_type(array.type),
            f"periclase.constant.{array.digest}",
            immutable=True,
            initializer=_rows(array.numpy(), array.type.element),
            location=emitter.location(value.node),
        )
    )


def _rows(values: Any, element: Type) -> Attribute:
    return ArrayAttr(
        [
            _rows(row, element) if getattr(row, "ndim", 0) else constant_attribute(row, element)
            for row in values
        ]
    )


def constant_attribute(value: Any, type: Type) -> Attribute:
    """An element of a numpy array, or an array, as a constant of `mir`."""
    if isinstance(type, ScalarType):
        if type.is_float:
            number = _bfloat16(int(value)) if type.numpy_name is None else float(value)
            return FloatAttr(number, cast(Any, scalar_type(type)))
        return IntegerAttr(int(value), cast(Any, scalar_type(type)))
    if isinstance(type, ArrayType):
        return _rows(value, type.element)
    parts: Sequence[tuple[str, Type]] = type.parts() or ()
    if value.dtype.kind == "c":
        return ArrayAttr(
            [
                constant_attribute(part, t)
                for part, (_, t) in zip((value.real, value.imag), parts, strict=True)
            ]
        )
    names = (
        [name for name, _ in type.fields]
        if isinstance(type, StructType)
        else [f"f{n}" for n in range(len(parts))]
    )
    return ArrayAttr(
        [constant_attribute(value[name], part) for name, (_, part) in zip(names, parts, strict=True)]
    )


def _bfloat16(bits: int) -> float:
    import struct

    return struct.unpack("<f", (bits << 16).to_bytes(4, "little"))[0]


EXPRESSIONS[TableOf] = _table
