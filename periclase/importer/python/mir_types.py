"""Types of annotations as types of `mir`, interned."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type, i1
from xdsl.ir import Attribute

from periclase.dialects.mir.attributes import AddressSpace
from periclase.dialects.mir.types import ArrayType as MirArrayType
from periclase.dialects.mir.types import NominalType, PtrType, int_type, nested_types
from periclase.dialects.mir.types import SliceType as MirSliceType
from periclase.dialects.mir.types import StructType as MirStructType
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.typed_tree import ReferenceType
from periclase.keyword_arguments import KeywordsType
from periclase.structs import StructType
from periclase.types import (
    Access,
    ArrayType,
    DeviceType,
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
    is_static,
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


@lru_cache(maxsize=4096)
def storage_type(type: Type) -> Attribute:
    """The `mir` type of what lies in memory; dimensions of an array nest, rows outermost."""
    if not isinstance(type, ArrayType):
        return mir_type(type)
    found = storage_type(type.element)
    for extent in reversed(type.shape):
        found = MirArrayType.get(extent, found)
    return found


def _slice(type: SliceType) -> Attribute:
    return MirSliceType.get(storage_type(type.element), type.access is not Access.READ, AddressSpace.GLOBAL)


def _tuple(type: TupleType) -> Attribute:
    return MirTupleType.natural([storage_type(t) for t in type.elements])


def _struct(type: StructType) -> Attribute:
    fields = tuple((name, storage_type(field)) for name, field in type.fields)
    name = type.host.__qualname__
    taken = {
        t.nominal_name() for _, field in fields for t in nested_types(field) if isinstance(t, NominalType)
    }
    if name in taken:
        name = f"{type.host.__module__}.{name}"
    while name in taken:
        name += "'"
    return MirStructType.get(name, fields)


def _array(type: ArrayType) -> Attribute:
    return PtrType.get(storage_type(type), type.mutable, SPACES[type.space])


def _reference(type: ReferenceType) -> Attribute:
    return PtrType.get(storage_type(type.target), True, SPACES[type.space])


SPACES = {
    Space.LOCAL: AddressSpace.GENERIC,
    Space.SHARED: AddressSpace.SHARED,
    Space.GLOBAL: AddressSpace.GLOBAL,
    Space.CONSTANT: AddressSpace.CONSTANT,
    Space.GENERIC: AddressSpace.GENERIC,
}
"""Where pointers point to, in `mir`. Memory of a thread is had by generic pointers."""

_HOMES = {
    "ClosureType": "periclase.importer.python.emit_closures",
    "PythonFloat": "periclase.importer.python.emit_closures",
    "ComplexType": "periclase.importer.python.emit_complex",
    "DynamicArrayType": "periclase.importer.python.emit_dynamic_shared",
    "EnumType": "periclase.importer.python.emit_enums",
    "GridConstantType": "periclase.importer.python.grid_constants",
    "NoneType": "periclase.importer.python.emit_optionals",
    "OptionalType": "periclase.importer.python.emit_optionals",
    "PointerType": "periclase.importer.python.emit_pointers",
    "ViewType": "periclase.importer.python.emit_views",
}
"""The modules that enter further classes of types, so that what a program does not use is not imported."""


class _MirTypes(dict[type[DeviceType], Callable[[Any], Attribute]]):
    def __missing__(self, kind: type[DeviceType]) -> Callable[[Any], Attribute]:
        import_module(_HOMES[kind.__name__])
        return self[kind]


MIR_TYPES: dict[type[DeviceType], Callable[[Any], Attribute]] = _MirTypes()
"""How the values of each class of types look in `mir`."""

MIR_TYPES.update(
    {
        ArrayType: _array,
        KeywordsType: _tuple,
        ReferenceType: _reference,
        SliceType: _slice,
        StructType: _struct,
        TupleType: _tuple,
    }
)


@lru_cache(maxsize=4096)
def mir_type(type: Type) -> Attribute:
    """The `mir` type of a value: of a fixed array a pointer to its storage, of a slice a fat pointer to global memory."""
    return scalar_type(type) if isinstance(type, ScalarType) else MIR_TYPES[type.__class__](type)


def result_types(type: Type | None) -> tuple[Attribute, ...]:
    """The results of a function that returns `type`: none for the unit type."""
    if type is None or is_static(type) or (isinstance(type, TupleType) and not type.elements):
        return ()
    return (mir_type(type),)
