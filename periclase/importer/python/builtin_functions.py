"""The builtins of Python that a device has: what a call of each means."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.conversions import strong
from periclase.importer.python.names import make_tuple
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import WEAK_FLOAT, Constant, Expr
from periclase.importer.python.typing_calls import written_float
from periclase.signature import UNIT
from periclase.types import f64, i64, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping

MOST_OPERANDS = 64
"""Of `min` and `max`."""


def _len(typing: LoopTyping, node: ast.Call) -> Expr:
    if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name | ast.Attribute):
        host: Any = typing.static_value(node.args[0])
        if isinstance(host, type) and hasattr(host, "__members__"):
            return Constant(node, isize, len(cast(Any, host)))
    (value,) = typing.plain_arguments(node, 1)
    return typing.length(node, value)


def _is_empty(typing: LoopTyping, node: ast.expr) -> bool:
    """Whether something has no items, whenever it is asked: `()`, and `*args` of a call without further arguments."""
    if isinstance(node, ast.Tuple | ast.List):
        return not node.elts
    if isinstance(node, ast.Call):  # `named.values()`: any other call is looked at once
        if not (isinstance(node.func, ast.Attribute) and node.func.attr == "values" and not node.args):
            return False
        named = typing.value(node.func.value)
        return named.type.__class__.__name__ == "KeywordsType" and typing.value(node).type == UNIT
    if not isinstance(node, ast.Name | ast.Attribute) or typing.device_global(node) is not None:
        return False
    return not hasattr(typing.static_value(node), "__members__") and typing.value(node).type == UNIT


def _extreme(op: str) -> Callable[[LoopTyping, ast.Call], Expr]:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.importer.python import reductions

        named = {keyword.arg: keyword.value for keyword in node.keywords}
        for keyword in node.keywords:
            if keyword.arg not in ("default", "key"):
                raise Problem("PC0207", f"`{op}` has no parameter `{keyword.arg}`", keyword)
        key = named.get("key")
        if isinstance(key, ast.Constant) and key.value is None:
            key = None
        if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            default = typing.value(named["default"]) if "default" in named else None
            if _is_empty(typing, node.args[0]):
                if default is None:
                    raise Problem("PC0206", f"`{op}` of nothing", node, "give it a `default=`")
                return default
            if key is not None:
                return reductions.extreme_by_key(typing, node, node.args[0], op, default, key)
            return reductions.extreme(typing, node, node.args[0], op, default)
        if "default" in named:
            raise Problem(
                "PC0207", f"`{op}` of several values has no `default`", named["default"], "leave it out"
            )
        if key is not None and node.args:
            items = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
            return reductions.extreme_by_key(typing, node, items, op, None, key)
        if node.keywords:
            node = ast.copy_location(ast.Call(node.func, node.args, []), node)
        result, *others = typing.plain_arguments(node, 2, MOST_OPERANDS)
        for value in others:
            result = typing.minimum(node, op, result, value)
        return result

    return typed


def _abs(typing: LoopTyping, node: ast.Call) -> Expr:
    (value,) = typing.plain_arguments(node, 1)
    return typing.absolute(node, value)


def _int(typing: LoopTyping, node: ast.Call) -> Expr:
    return typing.cast_call(node, i64)


def _float(typing: LoopTyping, node: ast.Call) -> Expr:
    number = written_float(node)
    if number is not None:
        return Constant(node, WEAK_FLOAT, number)
    return typing.cast_call(node, f64)


def _bool(typing: LoopTyping, node: ast.Call) -> Expr:
    (value,) = typing.plain_arguments(node, 1)
    return typing.truth(value)


def _round(typing: LoopTyping, node: ast.Call) -> Expr:
    from periclase.importer.python import math_functions

    values = typing.plain_arguments(node, 1, 2)
    if len(values) == 2:
        return math_functions.rounded_to_digits(typing, node, values[0], values[1])
    return math_functions.rounded(typing, node, "roundeven", values[0])


def _pow(typing: LoopTyping, node: ast.Call) -> Expr:
    from periclase.importer.python import math_functions

    values = typing.plain_arguments(node, 2, 3)
    if len(values) == 3:
        return math_functions.power_modulo(typing, node, values)
    return typing.arithmetic(node, "pow", "**", *values)


def _divmod(typing: LoopTyping, node: ast.Call) -> Expr:
    left, right = (typing.once(strong(value)) for value in typing.plain_arguments(node, 2))
    quotient = typing.arithmetic(node, "floordiv", "//", left, right)
    return make_tuple(node, [quotient, typing.arithmetic(node, "floormod", "%", left, right)])


def _sum(typing: LoopTyping, node: ast.Call) -> Expr:
    from periclase.importer.python import reductions

    start = reductions.start_value(typing, node, "sum", 0)
    if _is_empty(typing, node.args[0]):
        return start
    return reductions.folded(
        typing, node, node.args[0], "sum", start, lambda a, b: typing.arithmetic(node, "add", "+", a, b)
    )


def _decided(name: str, first: bool) -> Callable[[LoopTyping, ast.Call], Expr]:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.importer.python import reductions

        if len(node.args) != 1 or node.keywords:
            raise Problem(
                "PC0207", f"`{name}` takes one argument, not {len(node.args) + len(node.keywords)}", node
            )
        return reductions.decided(typing, node, node.args[0], name, lambda item: item, first)

    return typed


HANDLERS: dict[Any, Callable[[LoopTyping, ast.Call], Expr]] = {
    builtins.abs: _abs,
    builtins.all: _decided("all", False),
    builtins.any: _decided("any", True),
    builtins.bool: _bool,
    builtins.divmod: _divmod,
    builtins.float: _float,
    builtins.int: _int,
    builtins.len: _len,
    builtins.max: _extreme("max"),
    builtins.min: _extreme("min"),
    builtins.pow: _pow,
    builtins.round: _round,
    builtins.sum: _sum,
}
"""Each builtin with the function that types a call of it."""
