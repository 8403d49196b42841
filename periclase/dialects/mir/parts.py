"""What the ops on aggregates share: the types of parts, and checks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import traits_def
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.base import (
    CanonicalizedTrait,
    FoldTrait,
    SpeculatableByOp,
)
from periclase.dialects.mir.enum_type import EnumType
from periclase.dialects.mir.folding import int_attr
from periclase.dialects.mir.layout import AggregateType
from periclase.dialects.mir.types import (
    ArrayType,
    PtrType,
)

if TYPE_CHECKING:
    from xdsl.parser import Parser


INDEXED = traits_def(NoMemoryEffect(), SpeculatableByOp(), FoldTrait(), CanonicalizedTrait())
"""No effects, undefined for an index that is out of range."""


ADDRESS = traits_def(Pure(), CanonicalizedTrait())
"""Address arithmetic: no effects, and no access."""


def index_attr(index: int) -> IntegerAttr:
    """The property for a field, variant or element index."""
    return int_attr(index, i64)


def field_type(type: Attribute, index: int) -> Attribute:
    """The type of field `index` of a tuple, struct, union or slice.

    Raises:
        VerifyException: the type has no numbered fields, or not that many.
    """
    if isinstance(type, EnumType) or not isinstance(type, AggregateType):
        raise VerifyException(f"{type} has no numbered fields: expected a tuple, struct, union or slice")
    types = type.field_types()
    if not 0 <= index < len(types):
        raise VerifyException(f"{type} has {len(types)} fields, there is no field {index}")
    return types[index]


def payload_type(type: Attribute, variant: int, field: int) -> Attribute:
    """The type of field `field` of variant `variant` of an enum.

    Raises:
        VerifyException: no enum, no such variant, no such field.
    """
    variants = variant_of(type, variant)
    if not 0 <= field < len(variants):
        raise VerifyException(
            f"variant {variant} of {type} has {len(variants)} fields, there is no field {field}"
        )
    return variants[field]


def variant_of(type: Attribute, variant: int) -> Sequence[Attribute]:
    """The payload's types of variant `variant` of an enum.

    Raises:
        VerifyException: no enum, no such variant.
    """
    if not isinstance(type, EnumType):
        raise VerifyException(f"expected an enum, not {type}")
    if not 0 <= variant < len(type.variants):
        raise VerifyException(f"{type} has {len(type.variants)} variants, there is no variant {variant}")
    return type.variants[variant].types


def element_type(type: Attribute) -> Attribute:
    """The type of an array's elements.

    Raises:
        VerifyException: it is no array.
    """
    if not isinstance(type, ArrayType):
        raise VerifyException(f"expected an array, not {type}")
    return type.element_type


def pointee(type: Attribute) -> Attribute:
    """What a thin pointer points to.

    Raises:
        VerifyException: it is no thin pointer.
    """
    if not isinstance(type, PtrType):
        raise VerifyException(f"expected a pointer, not {type}")
    return type.pointee


def address_of_part(pointer: Attribute, part: Attribute) -> PtrType:
    """The type of a pointer to a part of what `pointer` points to: same mutability, same address space."""
    assert isinstance(pointer, PtrType)
    return PtrType.get(part, pointer.mutable, pointer.space)


def parse_index(parser: Parser) -> int:
    with parser.in_square_brackets():
        return parser.parse_integer()


def verify_result(actual: Attribute, expected: Attribute) -> None:
    if actual != expected:
        raise VerifyException(f"the result must be of type {expected}, not {actual}")


def verify_values(what: str, values: Sequence[SSAValue], types: Sequence[Attribute]) -> None:
    """Check the number and the types of values that make up an aggregate.

    Raises:
        VerifyException: they do not fit.
    """
    if len(values) != len(types):
        raise VerifyException(f"{what} has {len(types)} fields, but {len(values)} values are given")
    for index, (value, type) in enumerate(zip(values, types, strict=True)):
        if value.type != type:
            raise VerifyException(f"field {index} of {what} is of type {type}, not {value.type}")


__all__ = []
