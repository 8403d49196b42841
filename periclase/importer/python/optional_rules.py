"""The rules of values that may be `None`: they can be compared, and used where a test has shown that they are not."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn, cast

from periclase.importer.python.conversions import coerce, common_type, default_type, is_numeric, lossless
from periclase.importer.python.optional_tree import MakeOptional
from periclase.importer.python.places import part_of
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.type_rules import TypeRules, rules_of, rules_of_type
from periclase.importer.python.typed_tree import (
    PENDING,
    Constant,
    Expr,
    ExprType,
    Item,
    Logical,
    Once,
    Pending,
    Unary,
)
from periclase.optionals import NONE, OptionalType
from periclase.types import ArrayType, DeviceType, Type, bool_

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


def held_by(value: Expr) -> Expr:
    """The value that one that may be `None` holds, where it is known to."""
    return part_of(value.node, value, 0, cast(OptionalType, value.type).element)


def is_present(value: Expr, node: ast.AST) -> Expr:
    """Whether a value that may be `None` is there."""
    return Item(node, bool_, value, 1)


def _refuse(node: ast.AST, value: Expr) -> NoReturn:
    text = ast.unparse(value.node)
    if value.type == NONE:
        raise Problem("PC0205", f"`{text}` is None here, which has no value to compute with", node)
    name = text if isinstance(value.node, ast.Name) else "value"
    first = "" if isinstance(value.node, ast.Name) else f"give it a name (`{name} = {text}`), and "
    raise Problem(
        "PC0205",
        f"`{text}` may be None here: it is {value.type}",
        node,
        f"{first}test it before: `if {name} is not None:`",
    )


class _MaybeRules(TypeRules):
    """What is refused of `None`, and of what may be it."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        _refuse(node, value)

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        _refuse(node, value)

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        _refuse(node, value)

    def call(self, typing: ExpressionTyping, node: ast.Call, value: Expr) -> Expr | None:
        _refuse(node, value)

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr | None:
        _refuse(node, value)

    def unary(self, typing: ExpressionTyping, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        _refuse(node, value)

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        _refuse(node, left if isinstance(left.type, OptionalType) or left.type == NONE else right)

    def unpacked(self, typing: ExpressionTyping, value: Expr) -> list[Type] | None:
        _refuse(value.node, value)


class NoneRules(_MaybeRules):
    """`None`."""

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        return typing.after(value, Constant(value.node, bool_, False))

    def identical(self, typing: ExpressionTyping, node: ast.AST, left: Expr, right: Expr) -> Expr | None:
        if isinstance(right.type, OptionalType):
            return Unary(node, bool_, None, "not", is_present(right, node))
        if right.type in PENDING:
            return Constant(node, bool_, False)
        return typing.after(right, Constant(node, bool_, right.type == NONE))

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        none, other = (left, right) if left.type == NONE else (right, left)
        if op not in ("eq", "ne"):
            _refuse(node, none)
        same = self.identical(typing, node, none, other)
        assert same is not None
        return same if op == "eq" else typing.negated(node, same)

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        return _joined(type, value)


class OptionalRules(_MaybeRules):
    """A value that may be `None`."""

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        """It is there, and true."""
        value = typing.once(value)
        return Logical(value.node, True, [is_present(value, value.node), typing.truth(held_by(value))])

    def identical(self, typing: ExpressionTyping, node: ast.AST, left: Expr, right: Expr) -> Expr | None:
        """It is there, and that object; whether it is `None` itself is asked of that."""
        left = typing.once(left)
        inner = held_by(left)
        found = rules_of(inner).identical(typing, node, inner, right)
        return None if found is None else Logical(node, True, [is_present(left, node), found])

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        """It is there, and equal; two are equal as well where none of them is there."""
        if left.type == NONE or right.type == NONE:
            return NoneRules().compare(typing, node, op, left, right)
        if op not in ("eq", "ne"):
            _refuse(node, left if isinstance(left.type, OptionalType) else right)
        left, right = typing.once(left), typing.once(right)
        maybe = [side for side in (left, right) if isinstance(side.type, OptionalType)]
        inner = [held_by(side) if side in maybe else side for side in (left, right)]
        equal = typing.compare(node, "eq", "==", inner[0], inner[1])
        present = [is_present(side, node) for side in maybe]
        if len(maybe) == 1:
            found: Expr = Logical(node, True, [present[0], equal])
        else:
            both = typing.choice(node, present[0], equal, Constant(node, bool_, True))
            found = Logical(node, True, [typing.compare(node, "eq", "==", *present), both])
        found = typing.evaluated_first([left, right], found)
        return found if op == "eq" else typing.negated(node, found)

    def takes(self, value: Expr, target: DeviceType) -> bool:
        wanted = cast(OptionalType, target).element
        if value.type == NONE:
            return True
        if isinstance(value.type, OptionalType):
            return lossless(Pending(value.node, value.type.element), wanted)
        return lossless(value, wanted)

    def taken(self, value: Expr, target: DeviceType) -> Expr:
        type = cast(OptionalType, target)
        if value.type == NONE:
            return MakeOptional(value.node, type, None)
        if isinstance(value.type, OptionalType):
            once = Once(value)
            return MakeOptional(
                value.node, type, coerce(held_by(once), type.element), is_present(once, value.node)
            )
        return MakeOptional(value.node, type, coerce(value, type.element))

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        return _joined(type, value)


def _joined(type: ExprType, value: Expr) -> ExprType | None:
    """The type that holds both, of which one is, or may be, `None`."""
    sides: list[ExprType] = [
        side.element if isinstance(side, OptionalType) else side
        for side in (type, value.type)
        if side != NONE
    ]
    if not sides:
        return NONE
    if any(side in PENDING for side in sides):
        raise Unready
    found = default_type(sides[0], None if sides[0] is not value.type else value.range)
    if len(sides) == 2 and sides[0] != sides[1]:
        right = value if sides[1] is value.type else Pending(value.node, sides[1])
        if is_numeric(sides[0]) and is_numeric(sides[1]):
            common = common_type(Pending(value.node, sides[0]), right)
            found = None if common is None else default_type(common, None)
        else:
            found = rules_of_type(sides[0]).joined(sides[0], right)
    if found is None or isinstance(found, ArrayType) or found in PENDING:
        return None
    return OptionalType(cast(Type, found))
