"""Enums by their exact byte layout: direct tags, niches, single and empty.

An enum's leaves are its bytes. A variant is written into a stack slot: the payload's fields at their offsets, then
the tag, unless the variant is told by its payload alone (the untagged variant of a niche, the only variant). Reading
goes the same way back. LLVM turns the slot into registers.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import integer_type
from periclase.dialects.mir.layout import align_of, size_of
from periclase.passes.convert_mir_to_llvm.aggregates import known_align, read_part
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.memory import load_leaves, store_leaves
from periclase.passes.convert_mir_to_llvm.types import Leaf, leaves_of, memory_type, scalar_type


def _tag_leaf(tag: Attribute) -> Leaf:
    """The tag as an integer, also where it is a pointer in the payload."""
    word, size = integer_type(8 * size_of(tag)), size_of(tag)
    return Leaf(word, 0, word, size)


def _store_tag(lo: FunctionLowering, enum: mir.EnumType, variant: int, slot: SSAValue) -> None:
    value = enum.tag_value(variant)
    if value is None or enum.tag_type is None:
        return
    leaf, offset = _tag_leaf(enum.tag_type), enum.layout.tag_offset
    align = known_align(align_of(enum), offset)
    store_leaves(lo, [lo.constant(leaf.type, value)], [leaf], lo.byte_offset(slot, offset), align)


def _lower_construct_enum(lo: FunctionLowering, op: Operation) -> None:
    enum = cast(mir.EnumType, op.results[0].type)
    variant = cast(mir.ConstructEnumOp, op).variant
    align = align_of(enum)
    slot = lo.stack_slot(memory_type(enum), align)
    for value, offset in zip(op.operands, enum.variants[variant].offsets, strict=True):
        address = lo.byte_offset(slot, offset)
        store_leaves(lo, lo.leaves(value), leaves_of(value.type), address, known_align(align, offset))
    _store_tag(lo, enum, variant, slot)
    lo.bind(op.results[0], *load_leaves(lo, leaves_of(enum), slot, align))


def _discriminant_of_tag(
    lo: FunctionLowering, enum: mir.EnumType, tag: SSAValue, type: IntegerType
) -> SSAValue:
    """The declared discriminant of the variant that `tag` says, as an LLVM integer `type`."""
    layout = enum.layout
    signed = mir.is_signed(enum.discriminant_type)
    if layout.kind is mir.EnumKind.DIRECT:
        return lo.resize(tag, type, signed)
    # The distance from the first niche value, wrapping, names the variant; any other tag is a payload.
    word = cast(IntegerType, tag.type)
    distance = lo.sub(tag, lo.constant(word, layout.niche_start))
    count = layout.niche_last - layout.niche_first + 1
    in_niche = lo.icmp("ult", distance, lo.constant(word, count))
    discriminants = [variant.discriminant for variant in enum.variants]
    first = discriminants[layout.niche_first]
    relative = lo.resize(distance, type, signed=False)
    covered = discriminants[layout.niche_first : layout.niche_last + 1]
    if covered == list(range(first, first + count)):
        told = lo.add(relative, lo.constant(type, first))
    else:
        told = lo.constant(type, covered[-1])
        for index, discriminant in enumerate(covered[:-1]):
            is_it = lo.icmp("eq", relative, lo.constant(type, index))
            told = lo.select(is_it, lo.constant(type, discriminant), told)
    return lo.select(in_niche, told, lo.constant(type, discriminants[layout.variant]))


def _lower_get_discriminant(lo: FunctionLowering, op: Operation) -> None:
    """Of an enum by value."""
    value, result = op.operands[0], op.results[0]
    enum, type = cast(mir.EnumType, value.type), cast(IntegerType, scalar_type(result.type))
    layout, tag_type = enum.layout, enum.tag_type
    if layout.kind is mir.EnumKind.EMPTY:
        lo.bind(result, lo.emit(llvm.PoisonOp.make(type, location=lo.location)))
    elif tag_type is None:
        lo.bind(result, lo.constant(type, enum.variants[layout.variant].discriminant))
    else:
        word = mir.int_type(8 * size_of(tag_type), False)
        (tag,) = read_part(lo, value, word, layout.tag_offset)
        lo.bind(result, _discriminant_of_tag(lo, enum, tag, type))


def _lower_set_discriminant(lo: FunctionLowering, op: Operation) -> None:
    """Through a pointer to the enum."""
    address = op.operands[0]
    enum = cast(mir.EnumType, cast(mir.PtrType, address.type).pointee)
    _store_tag(lo, enum, cast(mir.SetDiscriminantOp, op).variant, lo.scalar(address))


def _payload_place(op: mir.EnumPayloadOp | mir.EnumPayloadAddrOp, enum: mir.EnumType) -> int:
    return enum.variants[op.variant].offsets[op.index]


def _lower_enum_payload(lo: FunctionLowering, op: Operation) -> None:
    value = op.operands[0]
    offset = _payload_place(cast(mir.EnumPayloadOp, op), cast(mir.EnumType, value.type))
    lo.bind(op.results[0], *read_part(lo, value, op.results[0].type, offset))


def _lower_enum_payload_addr(lo: FunctionLowering, op: Operation) -> None:
    address = op.operands[0]
    enum = cast(mir.EnumType, cast(mir.PtrType, address.type).pointee)
    offset = _payload_place(cast(mir.EnumPayloadAddrOp, op), enum)
    lo.bind(op.results[0], lo.byte_offset(lo.scalar(address), offset))


LOWERINGS: Lowerings = {
    mir.ConstructEnumOp: _lower_construct_enum,
    mir.GetDiscriminantOp: _lower_get_discriminant,
    mir.SetDiscriminantOp: _lower_set_discriminant,
    mir.EnumPayloadOp: _lower_enum_payload,
    mir.EnumPayloadAddrOp: _lower_enum_payload_addr,
}
