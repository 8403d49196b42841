"""`isinstance` for xDSL's generic attributes: it leaves their type arguments unknown, which these do not.

They compare the class itself: nothing derives from these, and `isinstance` of a class made by ABCMeta is slow.
"""

from __future__ import annotations

from typing_extensions import TypeIs
from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute


def is_integer_type(type: Attribute) -> TypeIs[IntegerType]:
    """Whether it is a builtin integer type, `i1` included; narrows better than `isinstance` does."""
    return type.__class__ is IntegerType


def is_int_constant(attr: Attribute | None) -> TypeIs[IntegerAttr]:
    """Whether it is an integer or a boolean constant."""
    return attr.__class__ is IntegerAttr


def is_float_constant(attr: Attribute | None) -> TypeIs[FloatAttr]:
    """Whether it is a float constant."""
    return attr.__class__ is FloatAttr


def is_array_constant(attr: Attribute | None) -> TypeIs[ArrayAttr[Attribute]]:
    """Whether it is a list of attributes: the constant of an aggregate."""
    return attr.__class__ is ArrayAttr


def is_number(attr: Attribute | None) -> TypeIs[IntegerAttr | FloatAttr]:
    """Whether it is a scalar constant."""
    return attr.__class__ is IntegerAttr or attr.__class__ is FloatAttr
