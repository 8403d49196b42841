"""Builtins and functions of `math` that numba types in another way than the language does."""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from periclase.compat.numba_cuda import device_functions
from periclase.compat.numba_cuda.common_types import plain
from periclase.importer.python.conversions import as_number
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Expr, MathCall
from periclase.importer.python.typing_operators import BINARY_NAMES, COMPARISON_NAMES
from periclase.types import ScalarType, bool_, f32, f64, i64

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping

Handler = Callable[["NumbaTyping", ast.Call], Expr]


def _argument(typing: NumbaTyping, node: ast.Call) -> tuple[Expr, ScalarType | None]:
    (value,) = typing.plain_arguments(node, 1)
    value = as_number(value)
    return value, plain(value.type) if isinstance(value.type, ScalarType) else None


def _int(typing: NumbaTyping, node: ast.Call) -> Expr:
    """`int(x)`: an integer stays what it is."""
    value, type = _argument(typing, node)
    return typing.cast(node, value, i64 if type is None or type.is_float or type is bool_ else type)


def _float(typing: NumbaTyping, node: ast.Call) -> Expr:
    """`float(x)`: a float stays what it is."""
    value, type = _argument(typing, node)
    return typing.cast(node, value, type if type is not None and type.is_float else f64)


def _print(typing: NumbaTyping, node: ast.Call) -> Expr:
    from periclase.compat.numba_cuda.printing import printed

    return printed(typing, node)


def _rounded(op: str) -> Handler:
    """`math.floor(x)` and its like give a float, as in C."""

    def typed(typing: NumbaTyping, node: ast.Call) -> Expr:
        value, type = _argument(typing, node)
        if type is None:
            return typing.cast(node, value, f64)
        return MathCall(node, type, op, (value,))

    return typed


def _binary(function: Any) -> Handler:
    """A function of `operator` with two operands."""
    name = function.__name__.strip("_")
    sign = next(sign for op, sign in BINARY_NAMES.values() if op == _OPERATORS[name])

    def typed(typing: NumbaTyping, node: ast.Call) -> Expr:
        left, right = typing.plain_arguments(node, 2)
        return typing.arithmetic(node, _OPERATORS[name], sign, left, right)

    return typed


def _comparison(function: Any) -> Handler:
    name = function.__name__
    sign = next(sign for op, sign in COMPARISON_NAMES.values() if op == name)

    def typed(typing: NumbaTyping, node: ast.Call) -> Expr:
        left, right = typing.plain_arguments(node, 2)
        return typing.compare(node, name, sign, left, right)

    return typed


def _fused(typing: NumbaTyping, node: ast.Call) -> Expr:
    """`cuda.fma(a, b, c)`: of float32 in these, of anything else in float64."""
    values = [as_number(value) for value in typing.plain_arguments(node, 3)]
    for value in values:
        if not isinstance(value.type, ScalarType):
            raise Problem("PC0205", f"`{ast.unparse(value.node)}` is no number", value.node)
    type = f32 if all(value.type is f32 for value in values) else f64
    return MathCall(node, type, "fma", tuple(typing.held(value, type, "") for value in values))


def _selected(typing: NumbaTyping, node: ast.Call) -> Expr:
    """`cuda.selp(condition, a, b)`: both are there before one is taken."""
    condition, first, second = (typing.once(value) for value in typing.plain_arguments(node, 3))
    for value in (condition, first, second):
        if not isinstance(as_number(value).type, ScalarType):
            raise Problem("PC0205", f"`{ast.unparse(value.node)}` is no number", value.node)
    chosen = typing.choice(node, typing.truth(condition), as_number(first), as_number(second))
    return typing.evaluated_first([condition, first, second], chosen)


_OPERATORS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floordiv", "mod": "floormod", "pow": "pow",
    "lshift": "shl", "rshift": "shr", "and": "and", "or": "or", "xor": "xor",
}  # fmt: skip
"""What each function of `operator` is called in the typed tree."""

_OURS: Any = device_functions

_HANDLERS: dict[Any, Handler] = {
    **{getattr(operator, f"__{name}__"): _binary(getattr(operator, f"__{name}__")) for name in _OPERATORS},
    **{
        getattr(operator, name): _comparison(getattr(operator, name))
        for name in ("eq", "ne", "lt", "le", "gt", "ge")
    },
    builtins.int: _int,
    builtins.print: _print,
    builtins.float: _float,
    math.floor: _rounded("floor"),
    math.ceil: _rounded("ceil"),
    math.trunc: _rounded("trunc"),
    _OURS.fma: _fused,
    _OURS.selp: _selected,
}


def handler_of(callee: Any) -> Handler | None:
    """What types a call of `callee`, where numba's way is another one."""
    try:
        return _HANDLERS.get(callee)
    except TypeError:  # not hashable, so no function
        return None
