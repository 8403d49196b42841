"""What typing asks about values of types that are no scalars: one object of rules for each class of types.

A class of types says in its rules what indexing, attributes, methods, operators, comparisons, truth and `len` of its values
mean. What a class says nothing about is refused, in the words that stand here. To add a class of types: write its rules, and
enter them in `_HOMES`; a class from outside of the language names them itself, in its attribute `rules`.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.typed_tree import Expr, ExprType
from periclase.types import DeviceType, Type

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


class TypeRules:
    """The rules of a class of types whose values can do nothing. `typing` is the function's typing, in every method."""

    indexing_help = "index a slice, a fixed array or a tuple"

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        """`value[indices]`.

        Raises:
            Problem: it has no elements, or not this one.
        """
        raise Problem("PC0208", f"{with_article(value.type)} has no elements", node, self.indexing_help)

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        """`value.name`.

        Raises:
            Problem: it has no such attribute.
        """
        raise Problem("PC0102", f"{with_article(value.type)} has no attribute `{node.attr}`", node)

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        """`value.name(…)`, a call of a method; None where it has none of that name."""
        return None

    def call(self, typing: ExpressionTyping, node: ast.Call, value: Expr) -> Expr | None:
        """`value(…)`; None where it can not be called."""
        return None

    def item(self, typing: ExpressionTyping, node: ast.AST, value: Expr, position: Expr) -> Expr | None:
        """The item of `value` at a position (an `isize`) that is known to be below its `length`, or None."""
        return None

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr | None:
        """`len(value)`, or None."""
        return None

    def number(self, value: Expr) -> Expr | None:
        """The number that a value is as well, or None."""
        return None

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        """`value` as a condition, or None."""
        return None

    def unary(self, typing: ExpressionTyping, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        """`-value`, `+value`, `~value` or `abs(value)` (whose sign is `abs()`), or None."""
        return None

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        """`left op right`, where at least one of the two has a type of this class, or None."""
        return None

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        """`left op right` for `eq ne lt le gt ge`, where at least one of the two has a type of this class, or None."""
        return None

    def identical(self, typing: ExpressionTyping, node: ast.AST, left: Expr, right: Expr) -> Expr | None:
        """`left is right`, where `left` has a type of this class, or None where that says nothing of their values."""
        return None

    def contains(self, typing: ExpressionTyping, node: ast.AST, value: Expr, item: Expr) -> Expr | None:
        """`item in value`, or None where its items are looked at one by one."""
        return None

    def unpacked(self, typing: ExpressionTyping, value: Expr) -> list[Type] | None:
        """The types of what `a, b = value` unpacks, or None."""
        return None

    def takes(self, value: Expr, target: DeviceType) -> bool:
        """Whether a value of another type may be used where `target`, of this class, is asked for."""
        return False

    def taken(self, value: Expr, target: DeviceType) -> Expr:
        """A `value` that `takes` holds for as a `target`."""
        raise AssertionError(target)

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        """The type that holds what is of a `type` as well as `value`, where one of the two is of this class, or None."""
        return None

    def cast(self, typing: ExpressionTyping, node: ast.Call, target: DeviceType) -> Expr | None:
        """`target(…)`, a call of a type of this class, or None."""
        return None

    def numpy_function(
        self, typing: ExpressionTyping, node: ast.Call, name: str, values: Sequence[Expr]
    ) -> Expr | None:
        """A universal function of numpy for `values`, of which the first is of this class, or None."""
        return None

    def constant_part(self, value: Expr) -> str | None:
        """Why no item or field of a value can be set (`value[0] = …`, `value.x = …`), or None where one can."""
        return None


_HOMES = {
    "DynamicArrayType": "periclase.importer.python.dynamic_shared:DynamicArrayRules",
    "ComplexType": "periclase.importer.python.complex_rules:ComplexRules",
    "ArrayType": "periclase.importer.python.sequence_rules:ArrayRules",
    "ClosureType": "periclase.importer.python.closures:ClosureRules",
    "GlobalType": "periclase.importer.python.device_globals:GlobalRules",
    "EnumType": "periclase.importer.python.enum_rules:EnumRules",
    "KeywordsType": "periclase.importer.python.keyword_arguments:KeywordsRules",
    "NoneType": "periclase.importer.python.optional_rules:NoneRules",
    "OptionalType": "periclase.importer.python.optional_rules:OptionalRules",
    "PointerType": "periclase.importer.python.pointer_rules:PointerRules",
    "SliceType": "periclase.importer.python.sequence_rules:SliceRules",
    "StructType": "periclase.importer.python.struct_rules:StructRules",
    "TupleType": "periclase.importer.python.sequence_rules:TupleRules",
    "ViewType": "periclase.importer.python.view_rules:ViewRules",
}
"""Where the rules of each class of types are, so that what a program does not use is not imported."""


class _NumberRules(TypeRules):
    """The rules of scalars: what typing does not know itself, their methods and attributes."""

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        from periclase.importer.python.bit_functions import method

        return method(typing, node, value, name)

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        from periclase.importer.python.bit_functions import attribute

        found = attribute(typing, node, value)
        return super().attribute(typing, node, value) if found is None else found


_NONE, _NUMBER = TypeRules(), _NumberRules()


@cache
def _rules_of_class(kind: type) -> TypeRules:
    home = _HOMES.get(kind.__name__) or getattr(kind, "rules", None)
    if home is None:
        return _NONE
    module, _, name = home.partition(":")
    return getattr(importlib.import_module(module), name)()


def rules_of_type(type: ExprType) -> TypeRules:
    """The rules for values of a type; those of a scalar refuse most, since typing knows scalars itself."""
    return _rules_of_class(type.__class__) if isinstance(type, DeviceType) else _NUMBER


def rules_of(value: Expr) -> TypeRules:
    """The rules for a value; those of a scalar refuse most, since typing knows scalars itself."""
    return rules_of_type(value.type)
