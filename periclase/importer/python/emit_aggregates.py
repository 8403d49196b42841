"""Emission of tuples and structs as values, of copies, and of the parameters of a kernel, which travel in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.importer.python.conversions import coerce
from periclase.importer.python.emit_expressions import EXPRESSIONS, ExpressionEmitter
from periclase.importer.python.mir_types import mir_type, storage_type
from periclase.importer.python.typed_tree import (
    Constant,
    ConstantStruct,
    Copy,
    Expr,
    Item,
    MakeStruct,
    MakeTuple,
    Variable,
)
from periclase.keyword_arguments import KeywordsType
from periclase.structs import StructType
from periclase.types import ArrayType, DeviceType, ScalarType, TupleType, Type, is_static


def _make_tuple(emitter: ExpressionEmitter, value: MakeTuple) -> SSAValue:
    assert isinstance(value.type, TupleType)
    elements = [
        _tuple_element(emitter, e, t) for e, t in zip(value.elements, value.element_types(), strict=True)
    ]
    return construct(emitter, value.type, elements, emitter.location(value.node))


def _tuple_element(emitter: ExpressionEmitter, element: Expr, target: Type) -> SSAValue:
    if isinstance(element, Constant) and isinstance(target, ScalarType):
        return emitter.constant(element.value, target, emitter.location(element.node))
    if element.type != target:
        element = coerce(element, target)
    return emitter.expression(element)


def _make_struct(emitter: ExpressionEmitter, value: MakeStruct) -> SSAValue:
    assert isinstance(value.type, StructType)
    elements = [emitter.expression(element) for element in value.elements]
    return construct(emitter, value.type, elements, emitter.location(value.node))


def _item(emitter: ExpressionEmitter, value: Item) -> SSAValue:
    whole = emitter.expression(value.value)
    if is_static(value.type):
        return emitter.nothing(value.node)
    return emitter.add(mir.ExtractFieldOp.make(whole, value.index, location=emitter.location(value.node)))


def _copy(emitter: ExpressionEmitter, value: Copy) -> SSAValue:
    found = emitter.expression(value.value)
    return copy_array(emitter, value, found) if isinstance(value.type, ArrayType) else found


def copy_array(emitter: ExpressionEmitter, value: Copy, source: SSAValue) -> SSAValue:
    """A new array with the elements of the one at `source`."""
    assert isinstance(value.type, ArrayType)
    location = emitter.location(value.node)
    target = emitter.slot(storage_type(value.type), "copy", location)
    whole = emitter.add(mir.LoadOp.make(source, location=location))
    emitter.effect(mir.StoreOp.make(whole, target, location=location))
    return target


# Making a value of its parts

_CONSTRUCT: dict[type[DeviceType], Callable[..., Any]] = {
    ArrayType: mir.ConstructArrayOp.make,
    KeywordsType: mir.ConstructTupleOp.make,
    StructType: mir.ConstructStructOp.make,
    TupleType: mir.ConstructTupleOp.make,
}
"""The op that makes a value of each class of types of its parts (`DeviceType.parts`)."""

CONSTRUCT: dict[
    type[DeviceType], Callable[[ExpressionEmitter, Any, Sequence[SSAValue], LocationAttr], SSAValue]
] = {}
"""The same, for classes of types that take more than one op."""


def construct(
    emitter: ExpressionEmitter, type: DeviceType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    """A value of `type`, as it lies in memory, from the values of its parts."""
    made_as = storage_type(type)
    special = CONSTRUCT.get(type.__class__)
    if special is not None:
        return special(emitter, type, parts, location)
    return emitter.add(_CONSTRUCT[type.__class__](parts, made_as, location=location))


def leaf_types(type: Type) -> Iterator[tuple[str, Type]]:
    """What a parameter of a kernel travels as: each leaf with what to write behind the parameter's name for it."""
    parts = None if isinstance(type, ScalarType) else type.parts()
    if parts is None:
        yield "", type
        return
    for suffix, part in parts:
        for rest, leaf in leaf_types(part):
            yield suffix + rest, leaf


def leaf_attributes(type: Type) -> list[Attribute]:
    """The `mir` types of the leaves of a parameter."""
    return [mir_type(leaf) for _, leaf in leaf_types(type)]


def from_leaves(
    emitter: ExpressionEmitter, type: Type, leaves: Iterator[SSAValue], location: LocationAttr
) -> SSAValue:
    """The value of a parameter, made of its leaves in order."""
    parts = None if isinstance(type, ScalarType) else type.parts()
    if parts is None:
        return next(leaves)
    assert isinstance(type, DeviceType)
    values = [from_leaves(emitter, part, leaves, location) for _, part in parts]
    return construct(emitter, type, values, location)


def in_memory(
    emitter: ExpressionEmitter, variable: Variable, value: SSAValue, location: LocationAttr
) -> SSAValue:
    """The pointer to the storage of a parameter that is a fixed array, which its kernel has a copy of."""
    assert isinstance(variable.type, ArrayType)
    slot = emitter.slot(value.type, variable.name, location)
    emitter.effect(mir.StoreOp.make(value, slot, location=location))
    return emitter.add(
        mir.CastOp.make(slot, mir_type(variable.type), CastKind.MUT_TO_CONST, location=location)
    )


EXPRESSIONS.update(
    {ConstantStruct: _make_struct, Copy: _copy, Item: _item, MakeStruct: _make_struct, MakeTuple: _make_tuple}
)
