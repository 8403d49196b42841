"""What the operations on enums do, by the layout that the type states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.ir import Attribute, Operation

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.interpreter.failure import Undefined
from periclase.interpreter.values import Bytes, Value, from_bytes, known, to_bytes, truncate

if TYPE_CHECKING:
    from periclase.interpreter.operations import Operations


def _tag(type: mir.EnumType, variant: int) -> tuple[int, Bytes]:
    """Where the tag of a variant lies and its bytes; none where nothing is to be written for it."""
    value, tag = type.tag_value(variant), type.tag_type
    if value is None or tag is None:
        return 0, ()
    return type.layout.tag_offset, tuple(value.to_bytes(size_of(tag), "little"))


def _enum(type: Attribute) -> mir.EnumType:
    assert isinstance(type, mir.EnumType)
    return type


def _pointed(type: Attribute) -> mir.EnumType:
    assert isinstance(type, mir.PtrType)
    return _enum(type.pointee)


def discriminant_of(type: mir.EnumType, data: Bytes) -> int:
    """The declared discriminant of the variant that the bytes of an enum are.

    Raises:
        Undefined: they are no variant, or the tag is not initialised.
    """
    layout, tag = type.layout, type.tag_type
    if tag is None:
        if layout.kind is mir.EnumKind.EMPTY:
            raise Undefined(f"a value of {type.nominal_name()}, which has none")
        return type.variants[layout.variant].discriminant
    held = data[layout.tag_offset : layout.tag_offset + size_of(tag)]
    if None in held:
        raise Undefined(f"the tag of {type.nominal_name()} is not initialised")
    bits = int.from_bytes(bytes(byte for byte in held if byte is not None), "little")
    for index, variant in enumerate(type.variants):
        if type.tag_value(index) == bits:
            return variant.discriminant
    if layout.kind is mir.EnumKind.NICHE:
        return type.variants[layout.variant].discriminant
    raise Undefined(f"the tag {bits} names no variant of {type.nominal_name()}")


def construct_enum(of: Operations, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
    """An enum of one variant."""
    assert isinstance(op, mir.ConstructEnumOp)
    type = _enum(op.result.type)
    variant = type.variants[op.variant]
    data: list[int | None] = [None] * size_of(type)
    for value, part, offset in zip(values, variant.types, variant.offsets, strict=True):
        data[offset : offset + size_of(part)] = to_bytes(value, part)
    offset, tag = _tag(type, op.variant)
    data[offset : offset + len(tag)] = tag
    return (tuple(data),)


def get_discriminant(of: Operations, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
    """Which variant an enum is."""
    assert isinstance(op, mir.GetDiscriminantOp)
    assert isinstance(values[0], tuple)
    return (truncate(discriminant_of(_enum(op.value.type), values[0]), op.result.type),)


def set_discriminant(of: Operations, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
    """Write the tag of an enum in memory."""
    assert isinstance(op, mir.SetDiscriminantOp)
    offset, tag = _tag(_pointed(op.pointer.type), op.variant)
    of.memory.store(known(values[0], "a pointer") + offset, tag)
    return ()


def enum_payload(of: Operations, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
    """A field of a variant."""
    assert isinstance(op, mir.EnumPayloadOp)
    assert isinstance(values[0], tuple)
    start = _enum(op.value.type).variants[op.variant].offsets[op.index]
    return (from_bytes(values[0][start : start + size_of(op.result.type)], op.result.type),)


def enum_payload_addr(of: Operations, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
    """The address of a field of a variant."""
    assert isinstance(op, mir.EnumPayloadAddrOp)
    start = _pointed(op.pointer.type).variants[op.variant].offsets[op.index]
    return (known(values[0], "a pointer") + start,)


__all__ = [
    "construct_enum",
    "discriminant_of",
    "enum_payload",
    "enum_payload_addr",
    "get_discriminant",
    "set_discriminant",
]
