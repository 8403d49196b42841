"""`**named` of functions: what is done with the arguments of other names, and how they are handed on."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from periclase.importer.python.call_arguments import EXTRA
from periclase.importer.python.names import make_tuple, suggestion
from periclase.importer.python.problems import Problem, Unready
from periclase.importer.python.sequence_rules import tuple_item
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import PENDING, Constant, Expr, MakeTuple
from periclase.keyword_arguments import KeywordsType
from periclase.types import bool_, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase
    from periclase.importer.python.typing_calls import CallTyping
    from periclase.importer.python.typing_expressions import ExpressionTyping

_WHAT_THERE_IS = 'known here: `{0}["name"]`, `{0}.get("name", 1.0)`, `"name" in {0}`, `len({0})`, `{0}.values()`, `f(**{0})`'


def keywords(typing: ExpressionTyping, node: ast.AST, extra: list[tuple[str, Expr]]) -> MakeTuple:
    """What is passed for `**named`: the arguments whose names begin with `EXTRA`, in the order in which they are written."""
    made = make_tuple(node, [typing.as_item(value) for _, value in extra])
    names = tuple(name.removeprefix(EXTRA) for name, _ in extra)
    made.type = KeywordsType(tuple(made.element_types()), names)
    return made


def written_text(typing: TypingBase, node: ast.expr) -> str | None:
    """The text that an expression is, written there or as a name of the module; None if it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.Name | ast.Attribute):
        return None
    value = typing.static_value(node)
    return value if isinstance(value, str) else None


def has_name(typing: ExpressionTyping, node: ast.Compare) -> Expr | None:
    """`"name" in named`, or `not in`; None where that is not what is asked."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.In | ast.NotIn):
        return None
    name = written_text(typing, node.left)
    if name is None:
        return None
    value = typing.value(node.comparators[0])
    if not isinstance(value.type, KeywordsType):
        return None
    found = name in value.type.names
    return typing.after(value, Constant(node, bool_, found == isinstance(node.ops[0], ast.In)))


def handed_on(typing: CallTyping, keyword: ast.keyword) -> list[ast.keyword]:
    """The arguments that `**named` in a call stands for.

    Raises:
        Problem: how many they are, and of which names, is not known.
        Unready: its type is not known yet.
    """
    named = keyword.value
    shown = ast.unparse(named)
    if isinstance(named, ast.Dict):
        names = [None if key is None else written_text(typing, key) for key in named.keys]
        if None in names:
            raise Problem(
                "PC0105",
                f"`**{shown}`: the names of arguments are written as strings",
                named,
                "write `name=value`",
            )
        pairs = zip(cast("list[str]", names), named.values, strict=True)
        return [ast.copy_location(ast.keyword(name, value), value) for name, value in pairs]
    type = typing.value(named).type if isinstance(named, ast.Name) else None
    if type in PENDING:
        raise Unready
    if not isinstance(type, KeywordsType):
        raise Problem(
            "PC0105",
            f"`**{shown}` is not the `**…` parameter of a function, and what it holds is not known",
            named,
            "write the arguments out: `name=value`",
        )
    made: list[ast.keyword] = []
    for name in type.names:
        key = ast.copy_location(ast.Constant(name), named)
        item = ast.copy_location(ast.Subscript(named, key, ast.Load()), named)
        made.append(ast.copy_location(ast.keyword(name, item), named))
    return made


class KeywordsRules(TypeRules):
    """`**named`: values by names that are written."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        shown = ast.unparse(node.value)
        name = written_text(typing, indices[0]) if len(indices) == 1 else None
        if name is None:
            raise Problem(
                "PC0208",
                f"an item of `{shown}` is named by a string that is known when the kernel is compiled",
                node,
                f'write `{shown}["name"]`',
            )
        type = cast(KeywordsType, value.type)
        if name not in type.names:
            given = ", ".join(f"`{each}`" for each in type.names) or "none"
            raise Problem(
                "PC0207",
                f"`{shown}` has no argument `{name}` in this call",
                node,
                suggestion(name, list(type.names))
                or f'write `{shown}.get("{name}", …)` where it may be left out',
                [(f"the names given are: {given}", None)],
            )
        return tuple_item(node, value, type.names.index(name))

    def length(self, typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        return typing.after(value, Constant(node, isize, len(cast(KeywordsType, value.type).names)))

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr:
        return typing.after(value, Constant(value.node, bool_, bool(cast(KeywordsType, value.type).names)))

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        type = cast(KeywordsType, value.type)
        shown = ast.unparse(cast(ast.Attribute, node.func).value)
        if name == "values" and not node.args and not node.keywords:
            once = typing.once(value)
            items = [tuple_item(node, once, index) for index in range(len(type.names))]
            return typing.evaluated_first([once], make_tuple(node, items))
        key = written_text(typing, node.args[0]) if node.args else None
        if name == "get" and key is not None and len(node.args) <= 2 and not node.keywords:
            default = typing.value(node.args[1] if len(node.args) == 2 else _none(node))
            if key not in type.names:
                return typing.after(value, default)
            found = tuple_item(node, value, type.names.index(key))
            return found if isinstance(default, Constant) else typing.after(default, found)
        raise Problem(
            "PC0105", f"`{shown}.{name}(…)` has no meaning on a device", node, _WHAT_THERE_IS.format(shown)
        )

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        shown = ast.unparse(node.value)
        raise Problem(
            "PC0102", f"`{shown}` has no attribute `{node.attr}`", node, f'write `{shown}["{node.attr}"]`'
        )

    def unpacked(self, typing: ExpressionTyping, value: Expr) -> None:
        shown = ast.unparse(value.node)
        raise Problem(
            "PC0106",
            f"the items of `{shown}` are, in Python, its names, which are no values on a device",
            value.node,
            f"go over `{shown}.values()`",
        )

    def constant_part(self, value: Expr) -> str | None:
        return "the arguments of a call can not be changed"


def _none(node: ast.AST) -> ast.Constant:
    return ast.copy_location(ast.Constant(None), node)
