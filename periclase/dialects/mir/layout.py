"""Where the bytes of a `mir` type lie: sizes, alignments, field offsets.

The data layout is that of 64-bit targets (NVPTX64 and x86-64 agree on all of it): a pointer has 8 bytes in every address
space, a 128-bit integer is 16-byte aligned, `i1` takes one byte. Everything here counts bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FunctionType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.narrowing import is_integer_type
from periclase.record import Record

POINTER_SIZE = 8
"""Bytes of a pointer, in every address space."""

INTEGER_WIDTHS = frozenset((8, 16, 32, 64, 128))
"""The widths of `mir` integers; `i1` is the boolean."""


class LayoutError(VerifyException):
    """A type has no layout in memory."""


class Layout(Record):
    """The explicit layout of an aggregate: one byte offset a field, the size with tail padding, the alignment."""

    offsets: tuple[int, ...]
    size: int
    align: int


class SizedType:
    """Mixin of the types of this dialect: they know their own size and alignment."""

    __slots__ = ()

    def byte_size(self) -> int:
        """The bytes a value takes in an array, tail padding included."""
        raise LayoutError(f"{self} has no size")

    def byte_align(self) -> int:
        """The alignment in bytes, a power of two."""
        raise LayoutError(f"{self} has no alignment")


class AggregateType(SizedType):
    """Mixin of the types with numbered fields: tuple, struct, union, slice, disjoint slice."""

    __slots__ = ()

    def field_types(self) -> Sequence[Attribute]:
        """The types of the fields, in declaration order."""
        raise LayoutError(f"{self} has no fields")

    def field_offsets(self) -> Sequence[int]:
        """The byte offset of every field."""
        raise LayoutError(f"{self} has no fields")


def round_up(value: int, align: int) -> int:
    """The least multiple of `align` (a power of two) that is not below `value`."""
    return (value + align - 1) & -align


def size_of(type: Attribute) -> int:
    """The size of a value of `type` in bytes, tail padding included; 0 for the empty tuple.

    Raises:
        LayoutError: the type has no layout (an odd integer width, another dialect's type).
    """
    if is_integer_type(type):
        width = type.width.data
        if width in INTEGER_WIDTHS:
            return width >> 3
        if width == 1:
            return 1
    elif isinstance(type, SizedType):
        return type.byte_size()
    elif isinstance(type, Float32Type):
        return 4
    elif isinstance(type, Float64Type):
        return 8
    elif isinstance(type, Float16Type | BFloat16Type):
        return 2
    elif isinstance(type, FunctionType):
        return POINTER_SIZE
    raise LayoutError(f"{type} has no layout in memory")


def align_of(type: Attribute) -> int:
    """The alignment of `type` in bytes, a power of two.

    Raises:
        LayoutError: the type has no layout.
    """
    return type.byte_align() if isinstance(type, SizedType) else size_of(type)


def field_offset(type: Attribute, index: int) -> int:
    """The byte offset of field `index` of a tuple, struct, union or slice.

    Raises:
        LayoutError: the type has no fields, or not that many.
    """
    if not isinstance(type, AggregateType):
        raise LayoutError(f"{type} has no fields")
    offsets = type.field_offsets()
    if not 0 <= index < len(offsets):
        raise LayoutError(f"{type} has {len(offsets)} fields, there is no field {index}")
    return offsets[index]


def natural_layout(types: Sequence[Attribute]) -> Layout:
    """The C layout: fields in order, each at the next multiple of its alignment; the size a multiple of the alignment."""
    offsets: list[int] = []
    end, align = 0, 1
    for type in types:
        field_align = align_of(type)
        end = round_up(end, field_align)
        offsets.append(end)
        end += size_of(type)
        align = max(align, field_align)
    return Layout(tuple(offsets), round_up(end, align), align)


def union_layout(types: Sequence[Attribute]) -> Layout:
    """The C layout of a union: every field at 0, as large and as aligned as the largest."""
    align = max((align_of(t) for t in types), default=1)
    size = max((size_of(t) for t in types), default=0)
    return Layout((0,) * len(types), round_up(size, align), align)


def verify_layout(
    what: str, types: Sequence[Attribute], layout: Layout, *, overlapping: bool = False
) -> None:
    """Check an explicit layout against the types of the fields.

    Raises:
        VerifyException: wrong number of offsets, a field outside or misaligned, two fields that overlap, an alignment
            that is no power of two, a size that is no multiple of it.
    """
    if len(layout.offsets) != len(types):
        raise VerifyException(f"{what} has {len(types)} fields but {len(layout.offsets)} offsets")
    if layout.align < 1 or layout.align & (layout.align - 1):
        raise VerifyException(f"the alignment of {what} must be a power of two, not {layout.align}")
    if layout.size < 0 or layout.size % layout.align:
        raise VerifyException(
            f"the size of {what} must be a multiple of its alignment {layout.align}, not {layout.size}"
        )
    taken: list[tuple[int, int, int]] = []
    for index, (type, offset) in enumerate(zip(types, layout.offsets, strict=True)):
        size = size_of(type)
        if offset < 0 or offset + size > layout.size:
            raise VerifyException(
                f"field {index} of {what} lies at bytes {offset} to {offset + size}, outside its size {layout.size}"
            )
        if size:
            taken.append((offset, offset + size, index))
    if overlapping:
        return
    taken.sort()
    for (_, end, first), (start, _, second) in pairwise(taken):
        if start < end:
            raise VerifyException(f"fields {first} and {second} of {what} overlap")
