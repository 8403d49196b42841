"""What typing makes of members of enumerations, see `typed_tree`: they are their numbers, seen as another type."""

from __future__ import annotations

import ast
import enum

from periclase.enums import EnumType, enum_type
from periclase.importer.python.typed_tree import Constant, Expr

EMISSION = "periclase.importer.python.emit_enums"


class AsMember(Expr):
    """The member with a number, which is of the integer type of the enumeration."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: EnumType, value: Expr):
        super().__init__(node, type)
        self.value = value


class NumberOf(Expr):
    """The number of a member. Of one that was read from memory it may be any."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, node: ast.AST, value: Expr):
        assert isinstance(value.type, EnumType)
        super().__init__(node, value.type.number)
        self.value = value


def constant_member(value: enum.Enum, node: ast.AST) -> Expr | None:
    """A member as a constant, or None where its class is nothing on a device."""
    type = enum_type(value.__class__)
    return None if type is None else AsMember(node, type, Constant(node, type.number, int(value.value)))


def known_number(value: Expr) -> int | None:
    """The number of a member that is known at import, or None."""
    if isinstance(value, AsMember) and isinstance(value.value, Constant):
        return int(value.value.value)
    return None
