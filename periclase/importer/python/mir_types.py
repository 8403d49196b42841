"""Types of annotations as types of `mir`, interned."""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type, i1
from xdsl.ir import Attribute

from periclase.dialects.mir.attributes import AddressSpace
from periclase.dialects.mir.types import ArrayType as MirArrayType
from periclase.dialects.mir.types import PtrType, int_type
from periclase.dialects.mir.types import SliceType as MirSliceType
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.types import (
    Access,
    ArrayType,
    ScalarKind,
    ScalarType,
    SliceType,
    Space,
    TupleType,
    Type,
    bf16,
    f16,
    f32,
    f64,
)

_FLOATS: dict[ScalarType, Attribute] = {
    f16: Float16Type(),
    bf16: BFloat16Type(),
    f32: Float32Type(),
    f64: Float64Type(),
}


@cache
def scalar_type(type: ScalarType) -> Attribute:
    """The `mir` type of a scalar: `si32`, `ui8`, `i1`, `f32`, …"""
    if type.kind is ScalarKind.BOOL:
        return i1
    if type.kind is ScalarKind.FLOAT:
        return _FLOATS[type]
    return int_type(type.bits, type.is_signed)


@cache
def array_type(type: ArrayType) -> Attribute:
    """The `mir` type of the storage of a fixed array; two dimensions nest, rows outermost."""
    found = scalar_type(type.element)
    for extent in reversed(type.shape):
        found = MirArrayType.get(extent, found)
    return found


@cache
def mir_type(type: Type) -> Attribute:
    """The `mir` type of a value: of a fixed array a pointer to its storage, of a slice a fat pointer to global memory."""
    if isinstance(type, ScalarType):
        return scalar_type(type)
    if isinstance(type, SliceType):
        return MirSliceType.get(
            scalar_type(type.element), type.access is not Access.READ, AddressSpace.GLOBAL
        )
    if isinstance(type, TupleType):
        return MirTupleType.natural([mir_type(t) for t in type.elements])
    space = AddressSpace.SHARED if type.space is Space.SHARED else AddressSpace.GENERIC
    return PtrType.get(array_type(type), True, space)


def result_types(type: Type | None) -> tuple[Attribute, ...]:
    """The results of a function that returns `type`: none for the unit type."""
    if type is None or (isinstance(type, TupleType) and not type.elements):
        return ()
    return (mir_type(type),)
