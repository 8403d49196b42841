"""Tests of attribute classes that keep the type parameters: plain `isinstance` leaves xDSL's generic ones unknown."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypeIs
from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, IntegerType, VectorType
from xdsl.ir import Attribute


def is_vector(type: Any) -> TypeIs[VectorType[Attribute]]:
    """Whether it is a vector type."""
    return isinstance(type, VectorType)


def is_integer(type: Any) -> TypeIs[IntegerType]:
    """Whether it is an integer type."""
    return isinstance(type, IntegerType)


def is_integer_value(value: Any) -> TypeIs[IntegerAttr[IntegerType]]:
    """Whether it is an integer attribute; no attribute of the dialect has one of type `index`."""
    return isinstance(value, IntegerAttr)


def is_float_value(value: Any) -> TypeIs[FloatAttr]:
    """Whether it is a floating-point attribute."""
    return isinstance(value, FloatAttr)


def is_array(value: Any) -> TypeIs[ArrayAttr[Attribute]]:
    """Whether it is an array attribute."""
    return isinstance(value, ArrayAttr)


def element_or_self(type: Attribute) -> Attribute:
    """The element type of a vector, any other type itself."""
    return type.element_type if is_vector(type) else type
