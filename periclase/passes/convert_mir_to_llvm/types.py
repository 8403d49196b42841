"""How `mir` values look in LLVM: every value is a row of scalars, its *leaves*.

A scalar has one leaf, a slice two (pointer and length), a tuple, struct or array those of its elements in order, `()` none.
LLVM never sees a value of aggregate type but at a call's result: fields are picked and replaced for free, and a block
argument of aggregate type is one phi a leaf (LLVM's optimiser can not split an aggregate phi).

An enum or a union, whose bytes mean different things at different times, has its bytes as leaves: integers as wide as its
alignment. Its parts are reached through a stack slot, which LLVM's SROA turns into shifts.

In memory, every leaf lies at its offset in the layout that the `mir` type states; `i1` takes a whole byte there.
"""

from __future__ import annotations

from functools import lru_cache

from xdsl.dialects.builtin import AnyFloat, FunctionType
from xdsl.ir import Attribute

from periclase.dialects.llvm.attributes import integer_type, pointer
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.types import LLVMArrayType, LLVMStructType
from periclase.dialects.mir.enum_type import EnumType
from periclase.dialects.mir.layout import AggregateType, align_of, size_of
from periclase.dialects.mir.types import ArrayType, PtrType, UnionType, is_float, is_signed
from periclase.record import Record

I1 = integer_type(1)
I8 = integer_type(8)
I32 = integer_type(32)
I64 = integer_type(64)


class Leaf(Record):
    """One scalar of a value.

    Attributes:
        type: its LLVM type as an SSA value.
        offset: its byte offset in memory.
        memory_type: its LLVM type in memory: `i8` for a boolean, else `type`.
        size: its bytes in memory.
    """

    type: Attribute
    offset: int
    memory_type: Attribute
    size: int


@lru_cache(maxsize=4096)
def scalar_type(type: Attribute) -> Attribute | None:
    """The LLVM type of a `mir` scalar; None for an aggregate, or a type of another dialect."""
    width = integer_width(type)
    if width is not None:
        return integer_type(width)
    if isinstance(type, AnyFloat):
        return type
    if isinstance(type, PtrType):
        return pointer(int(type.space))
    if isinstance(type, FunctionType):
        return pointer(0)
    return None


MOST_LEAVES = 1 << 16
"""What a value may consist of; more belongs into memory, for LLVM would take minutes over it."""


class TooManyLeavesError(Exception):
    """A value of this type is not to be held in registers."""


@lru_cache(maxsize=4096)
def leaves_of(type: Attribute) -> tuple[Leaf, ...]:
    """The leaves of a value of `type`, in order. A type of another dialect is one leaf of that type, and has no size.

    Raises:
        TooManyLeavesError: there are more than `MOST_LEAVES`.
    """
    scalar = scalar_type(type)
    if scalar is not None:
        return (Leaf(scalar, 0, I8 if scalar == I1 else scalar, size_of(type)),)
    if isinstance(type, EnumType | UnionType):
        chunk = min(align_of(type), 8)
        word = integer_type(chunk * 8)
        _check_count(type, size_of(type) // chunk)
        return tuple(Leaf(word, offset, word, chunk) for offset in range(0, size_of(type), chunk))
    if isinstance(type, ArrayType):
        element, stride = leaves_of(type.element_type), size_of(type.element_type)
        _check_count(type, len(element) * type.length)
        if not element:
            return ()
        return tuple(
            Leaf(leaf.type, index * stride + leaf.offset, leaf.memory_type, leaf.size)
            for index in range(type.length)
            for leaf in element
        )
    if isinstance(type, AggregateType):
        return tuple(
            Leaf(leaf.type, offset + leaf.offset, leaf.memory_type, leaf.size)
            for field, offset in zip(type.field_types(), type.field_offsets(), strict=True)
            for leaf in leaves_of(field)
        )
    return (Leaf(type, 0, type, 0),)


def _check_count(type: Attribute, count: int) -> None:
    if count > MOST_LEAVES:
        raise TooManyLeavesError(f"a {type} is {count} scalars, of which a value may have {MOST_LEAVES}")


@lru_cache(maxsize=4096)
def field_slice(type: Attribute, index: int) -> slice:
    """Which leaves of a tuple, struct or slice are those of field `index`."""
    assert isinstance(type, AggregateType)
    fields = type.field_types()
    start = sum(len(leaves_of(field)) for field in fields[:index])
    return slice(start, start + len(leaves_of(fields[index])))


@lru_cache(maxsize=4096)
def element_slice(type: Attribute, index: int) -> slice:
    """Which leaves of an array are those of element `index`."""
    assert isinstance(type, ArrayType)
    width = len(leaves_of(type.element_type))
    return slice(index * width, (index + 1) * width)


@lru_cache(maxsize=4096)
def memory_type(type: Attribute) -> Attribute:
    """An LLVM type of the same size as `type` in memory, to allocate it and to step over it.

    Arrays of scalars keep their shape, so that globals and address computations read well; aggregates are bytes.
    """
    scalar = scalar_type(type)
    if scalar is not None:
        return I8 if scalar == I1 else scalar
    if isinstance(type, ArrayType):
        return LLVMArrayType(type.length, memory_type(type.element_type))
    if isinstance(type, AggregateType | EnumType):
        return LLVMArrayType(size_of(type), I8)
    return type


@lru_cache(maxsize=4096)
def result_type(types: tuple[Attribute, ...]) -> Attribute | None:
    """What an LLVM function returns whose `mir` results have `types`: None, the only leaf, or a struct of the leaves."""
    leaves = [leaf.type for type in types for leaf in leaves_of(type)]
    if not leaves:
        return None
    return leaves[0] if len(leaves) == 1 else LLVMStructType.from_type_list(leaves)


__all__ = [
    "I1",
    "I8",
    "I32",
    "I64",
    "Leaf",
    "element_slice",
    "field_slice",
    "integer_width",
    "is_float",
    "is_signed",
    "leaves_of",
    "memory_type",
    "result_type",
    "scalar_type",
]
