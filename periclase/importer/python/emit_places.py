"""Emission of places: addresses of elements and fields, what is loaded from them, and storage for arrays."""

from __future__ import annotations

import ast
from typing import Any, cast

from xdsl.ir import SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.types import ui64
from periclase.importer.python.emit_expressions import EXPRESSIONS, PLACES, ExpressionEmitter
from periclase.importer.python.mir_types import mir_type, storage_type
from periclase.importer.python.typed_tree import (
    AddressOf,
    ArrayOfItems,
    ArrayValue,
    Constant,
    ElementPlace,
    Expr,
    FieldPlace,
    Load,
    LoadAgain,
    MakeArray,
    Place,
    TemporaryPlace,
    VariablePlace,
)
from periclase.types import ArrayType, Space, Type, is_static


def _variable(emitter: ExpressionEmitter, place: VariablePlace) -> SSAValue:
    variable = place.variable
    slot = emitter.slots.get(variable)
    if slot is not None:
        return slot
    value = emitter.direct[variable]
    if isinstance(variable.type, ArrayType):
        return value
    return emitter.spill(variable, ())


def _temporary(emitter: ExpressionEmitter, place: TemporaryPlace) -> SSAValue:
    value = emitter.expression(place.value)
    if isinstance(place.type, ArrayType):
        return value
    location = emitter.location(place.node)
    slot = emitter.slot(value.type, "temporary", location)
    emitter.effect(mir.StoreOp.make(value, slot, location=location))
    return slot


def _field(emitter: ExpressionEmitter, place: FieldPlace) -> SSAValue:
    path: list[int] = []
    inner: Place = place
    while isinstance(inner, FieldPlace):
        path.append(inner.index)
        inner = inner.base
    if isinstance(inner, VariablePlace) and _is_direct(emitter, inner):
        return emitter.spill(inner.variable, tuple(reversed(path)))  # no more of it than is asked for
    base = emitter.address(place.base)
    return emitter.add(mir.FieldAddrOp.make(base, place.index, location=emitter.location(place.node)))


def _is_direct(emitter: ExpressionEmitter, place: VariablePlace) -> bool:
    """Whether a variable is a value that lies nowhere."""
    return place.variable in emitter.direct and not isinstance(place.variable.type, ArrayType)


def _element(emitter: ExpressionEmitter, place: ElementPlace) -> SSAValue:
    base = emitter.address(place.base) if isinstance(place.base, Place) else emitter.expression(place.base)
    location = emitter.location(place.node)
    indices = [_index(emitter, index) for index in place.indices]
    for index, extent, check in zip(indices, place.extents, place.check, strict=True):
        if check:
            if extent is None:
                length = emitter.add(mir.ExtractFieldOp.make(base, 1, location=location))
            else:
                length = emitter.unsigned_constant(extent, location)
            inside = emitter.add(mir.LtOp.make(index, length, location=location))
            message = f"index out of bounds of `{ast.unparse(place.base.node)}`"
            emitter.effect(mir.AssertOp.make(inside, message, "bounds", location=location))
    if isinstance(place.base, Expr):
        pointer = emitter.add(mir.ExtractFieldOp.make(base, 0, location=location))
        return emitter.add(mir.PtrOffsetOp.make(pointer, indices[0], location=location))
    pointer = base
    for index in indices:
        pointer = emitter.add(mir.ElementAddrOp.make(pointer, index, location=location))
    return pointer


def _index(emitter: ExpressionEmitter, index: Expr) -> SSAValue:
    """An index as `ui64`: a negative one becomes larger than any length."""
    location = emitter.location(index.node)
    if isinstance(index, Constant):
        return emitter.unsigned_constant(int(index.value), location)
    value = emitter.expression(index)
    if value.type == ui64:
        return value
    return emitter.add(mir.CastOp.make(value, ui64, CastKind.INT_TO_INT, location=location))


def remembered_address(emitter: ExpressionEmitter, place: Place) -> SSAValue:
    """The address of a place that the statement reads and sets: computed once."""
    found = emitter.addresses.get(id(place))
    if found is None:
        found = emitter.addresses[id(place)] = emitter.address(place)
    return found


def _value_at(emitter: ExpressionEmitter, place: Place) -> SSAValue | None:
    """What lies at a place that is no memory: a parameter, a field of it."""
    if isinstance(place, VariablePlace):
        return emitter.direct[place.variable] if _is_direct(emitter, place) else None
    if isinstance(place, FieldPlace):
        whole = _value_at(emitter, place.base)
        if whole is None:
            return None
        return emitter.add(mir.ExtractFieldOp.make(whole, place.index, location=emitter.location(place.node)))
    return None


def _root(place: Place) -> Place:
    """What a place is a field of, or a field of a field."""
    while isinstance(place, FieldPlace):
        place = place.base
    return place


def _load(emitter: ExpressionEmitter, value: Load) -> SSAValue:
    if isinstance(value.type, ArrayType):
        return _array(emitter, value.type, emitter.address(value.place), value.node)
    if is_static(value.type) and isinstance(_root(value.place), VariablePlace):
        return emitter.nothing(value.node)
    found = _value_at(emitter, value.place)
    if found is not None:
        return found
    return emitter.add(mir.LoadOp.make(emitter.address(value.place), location=emitter.location(value.node)))


def _array(emitter: ExpressionEmitter, type: ArrayType, pointer: SSAValue, node: ast.AST) -> SSAValue:
    """The pointer to an array, of the type that its value has."""
    wanted = mir_type(type)
    if pointer.type == wanted:
        return pointer
    return emitter.add(
        mir.CastOp.make(pointer, wanted, CastKind.MUT_TO_CONST, location=emitter.location(node))
    )


def _load_again(emitter: ExpressionEmitter, value: LoadAgain) -> SSAValue:
    pointer = remembered_address(emitter, value.place)
    if isinstance(value.type, ArrayType):
        return pointer
    return emitter.add(mir.LoadOp.make(pointer, location=emitter.location(value.node)))


def _address_of(emitter: ExpressionEmitter, value: AddressOf) -> SSAValue:
    return emitter.address(value.place)


def _array_value(emitter: ExpressionEmitter, value: ArrayValue) -> SSAValue:
    return emitter.add(
        mir.LoadOp.make(emitter.expression(value.value), location=emitter.location(value.node))
    )


def _array_of_items(emitter: ExpressionEmitter, value: ArrayOfItems) -> SSAValue:
    items = [emitter.expression(item) for item in value.items]
    storage = storage_type(cast(Type, value.type))
    return emitter.add(mir.ConstructArrayOp.make(items, storage, location=emitter.location(value.node)))


def make_array(emitter: ExpressionEmitter, value: MakeArray, name: str) -> SSAValue:
    """The pointer to the storage of a fixed array, called `name`."""
    type = value.type
    assert isinstance(type, ArrayType)
    location = emitter.location(value.node)
    storage = storage_type(type)
    if type.space is Space.SHARED:
        key = f"{emitter.instance.export_name}.{name}"
        return emitter.add(
            mir.SharedAllocOp.make(storage, key, name, alignment=value.alignment, location=location)
        )
    found = emitter.arrays.get(value.node)
    if found is None:
        found = emitter.arrays[value.node] = emitter.slot(storage, name, location)
    return found


def _make_array(emitter: ExpressionEmitter, value: MakeArray) -> SSAValue:
    placed = cast(Any, value.node)
    return make_array(emitter, value, f"array.{placed.lineno}.{placed.col_offset}")


PLACES.update(
    {
        ElementPlace: _element,
        FieldPlace: _field,
        TemporaryPlace: _temporary,
        VariablePlace: _variable,
    }
)
EXPRESSIONS.update(
    {
        AddressOf: _address_of,
        ArrayOfItems: _array_of_items,
        ArrayValue: _array_value,
        Load: _load,
        LoadAgain: _load_again,
        MakeArray: _make_array,
    }
)
