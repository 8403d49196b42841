"""Numpy's functions on scalars: what a call of each means on a device. Imported by programs that call one."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.importer.python.conversions import coerce, is_floating, is_integer, strong
from periclase.importer.python.math_functions import HANDLERS as MATH_HANDLERS
from periclase.importer.python.math_functions import (
    MOST_DIGITS,
    Handler,
    classified,
    float_operation,
    integers_together,
    library_call,
    numbers,
)
from periclase.importer.python.mathematics import NUMPY_FUNCTIONS
from periclase.importer.python.names import make_tuple
from periclase.importer.python.problems import Problem
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_FLOAT,
    Compare,
    Constant,
    Expr,
    Logical,
    Pending,
)
from periclase.importer.python.typing_operators import BINARY_NAMES, COMPARISON_NAMES
from periclase.library import floats
from periclase.types import DeviceType, ScalarType, bool_, f32, f64, i64

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping


def _of_others(typing: LoopTyping, node: ast.Call, name: str, arguments: Sequence[Expr]) -> Expr | None:
    """A function of values that are no scalars, such as complex numbers, or None."""
    for argument in arguments:
        if isinstance(argument.type, DeviceType):
            return rules_of(argument).numpy_function(typing, node, name, arguments)
    return None


def _float(op: str, count: int) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        arguments = typing.plain_arguments(node, count)
        return _of_others(typing, node, op, arguments) or float_operation(typing, node, op, arguments)

    return typed


def _arithmetic(op: type[ast.operator]) -> Handler:
    name, sign = BINARY_NAMES[op]
    return lambda typing, node: typing.arithmetic(node, name, sign, *typing.plain_arguments(node, 2))


def _comparison(op: type[ast.cmpop]) -> Handler:
    name, sign = COMPARISON_NAMES[op]
    return lambda typing, node: typing.compare(node, name, sign, *typing.plain_arguments(node, 2))


def _classified(name: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        (value,) = typing.plain_arguments(node, 1)
        return _of_others(typing, node, name, [value]) or classified(typing, node, name, value)

    return typed


def _of_complex(name: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        (value,) = typing.plain_arguments(node, 1)
        found = _of_others(typing, node, name, [value])
        if found is None:
            raise Problem("PC0205", f"`{ast.unparse(node.func)}` is for complex numbers here", node)
        return found

    return typed


def _conjugate(typing: LoopTyping, node: ast.Call) -> Expr:
    (value,) = typing.plain_arguments(node, 1)
    return _of_others(typing, node, "conjugate", [value]) or numbers(typing, node, [value])[0]


def _one(method: Callable[[LoopTyping, ast.Call, Expr], Expr]) -> Handler:
    return lambda typing, node: method(typing, node, *typing.plain_arguments(node, 1))


def _ignoring_nan(op: str) -> Handler:
    return lambda typing, node: typing.lesser(node, op, *typing.plain_arguments(node, 2))


def extreme(typing: LoopTyping, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
    """`minimum` or `maximum` of numpy: a NaN where one of the two is."""
    left, right = typing.once(left), typing.once(right)
    result = typing.lesser(node, op, left, right)
    if not is_floating(result.type) or result.type in PENDING or isinstance(result, Constant):
        return typing.evaluated_first([left, right], result)
    for side in (right, left):
        if isinstance(side, Constant) and side.value != side.value:
            result = Constant(node, result.type, math.nan)
        elif is_floating(side.type) and not isinstance(side, Constant):
            unordered = Compare(node, "ne", side, side)
            result = typing.choice(node, unordered, side, result)
    return typing.evaluated_first([left, right], result)


def _extreme(op: str) -> Handler:
    return lambda typing, node: extreme(typing, node, op, *typing.plain_arguments(node, 2))


def _clip(typing: LoopTyping, node: ast.Call) -> Expr:
    value, low, high = typing.plain_arguments(node, 3)
    return extreme(typing, node, "min", extreme(typing, node, "max", value, low), high)


def _where(typing: LoopTyping, node: ast.Call) -> Expr:
    test, then, otherwise = (typing.once(value) for value in typing.plain_arguments(node, 3))
    chosen = typing.choice(node, typing.truth(test), then, otherwise)
    return typing.evaluated_first([test, then, otherwise], chosen)


def _sign(typing: LoopTyping, node: ast.Call) -> Expr:
    from periclase.library import numpy_functions

    (value,) = numbers(typing, node, typing.plain_arguments(node, 1))
    name = "float_sign" if is_floating(value.type) else "sign"
    return library_call(typing, node, getattr(numpy_functions, name), [strong(value)])


def _library(name: str, count: int) -> Handler:
    """A function of the library, on floats."""

    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.library import numpy_functions

        values = numbers(typing, node, typing.plain_arguments(node, count))
        return library_call(typing, node, getattr(numpy_functions, name), [strong(value) for value in values])

    return typed


def _scaled(name: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.importer.python.math_functions import scaled

        return scaled(typing, node, name, *typing.plain_arguments(node, 1))

    return typed


def _square(typing: LoopTyping, node: ast.Call) -> Expr:
    value = typing.once(*typing.plain_arguments(node, 1))
    return typing.arithmetic(node, "mul", "*", value, value)


def _floored(typing: LoopTyping, node: ast.Call, left: Expr, right: Expr) -> Expr:
    """`floor_divide`: of floats a quotient by zero is infinite, where that of `//` is a NaN."""
    quotient = typing.arithmetic(node, "floordiv", "//", left, right)
    if not is_floating(quotient.type) or quotient.type in PENDING:
        return quotient
    by_zero = typing.compare(node, "eq", "==", right, Constant(node, WEAK_FLOAT, 0.0))
    return typing.choice(node, by_zero, typing.arithmetic(node, "div", "/", left, right), quotient)


def _floor_divide(typing: LoopTyping, node: ast.Call) -> Expr:
    left, right = (typing.once(strong(value)) for value in typing.plain_arguments(node, 2))
    return typing.evaluated_first([left, right], _floored(typing, node, left, right))


def _divmod(typing: LoopTyping, node: ast.Call) -> Expr:
    left, right = (typing.once(strong(value)) for value in typing.plain_arguments(node, 2))
    pair = [_floored(typing, node, left, right), typing.arithmetic(node, "floormod", "%", left, right)]
    return typing.evaluated_first([left, right], make_tuple(node, pair))


def _truth(is_and: bool) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        values = [typing.once(typing.truth(value)) for value in typing.plain_arguments(node, 2)]
        return typing.evaluated_first(values, Logical(node, is_and, values))

    return typed


def _exclusive(typing: LoopTyping, node: ast.Call) -> Expr:
    values = [typing.truth(value) for value in typing.plain_arguments(node, 2)]
    return typing.compare(node, "ne", "!=", *values)


def _integers(name: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.library import integers

        values = integers_together(typing, node, typing.plain_arguments(node, 2))
        return library_call(typing, node, getattr(integers, name), values)

    return typed


def _signbit(typing: LoopTyping, node: ast.Call) -> Expr:
    (value,) = numbers(typing, node, typing.plain_arguments(node, 1))
    if value.type in PENDING:
        return Pending(node, bool_)
    value = strong(value)
    assert isinstance(value.type, ScalarType)
    if not value.type.is_float:
        return typing.compare(node, "lt", "<", value, Constant(node, value.type, 0))
    one = Constant(node, value.type, 1.0)
    signed = float_operation(typing, node, "copysign", [one, value])
    return Compare(node, "lt", signed, Constant(node, value.type, 0.0))


def _next(typing: LoopTyping, node: ast.Call) -> Expr:
    """`nextafter`, in the common type of the arguments: f32 or f64."""
    left, right = numbers(typing, node, typing.plain_arguments(node, 2))
    if left.type in PENDING or right.type in PENDING:
        return Pending(node, f64)
    type = f32 if left.type is f32 and right.type is f32 else f64
    shown = f"passed to `{ast.unparse(node.func)}`, which takes f32 or f64"
    parts = [coerce(value, type, None, shown) for value in (left, right)]
    return library_call(typing, node, floats.nextafter32 if type is f32 else floats.nextafter, parts)


def _round(typing: LoopTyping, node: ast.Call) -> Expr:
    """`round`, in the type of the number: of a product with a power of ten, as numpy does."""
    value, *digits = typing.plain_arguments(node, 1, 2)
    (value,) = numbers(typing, node, [value])
    count = digits[0] if digits else Constant(node, i64, 0)
    if not (isinstance(count, Constant) and is_integer(count.type) and 0 <= count.value <= MOST_DIGITS):
        raise Problem(
            "PC0210",
            f"the decimals of `round` must be an integer from 0 to {MOST_DIGITS} that is known at import",
            node,
        )
    if not is_floating(value.type):
        return value if value.type in PENDING else strong(value)
    if not count.value:
        return float_operation(typing, node, "roundeven", [value])
    factor = Constant(node, WEAK_FLOAT, 10.0**count.value)
    product = typing.arithmetic(node, "mul", "*", value, factor)
    return typing.arithmetic(node, "div", "/", float_operation(typing, node, "roundeven", [product]), factor)


HANDLERS: dict[Any, Handler] = {
    **{getattr(np, name): _float(op, count) for name, (op, count) in NUMPY_FUNCTIONS.items()},
    np.absolute: _one(lambda typing, node, value: typing.absolute(node, value)),
    np.add: _arithmetic(ast.Add),
    np.angle: _of_complex("angle"),
    np.bitwise_and: _arithmetic(ast.BitAnd),
    np.bitwise_or: _arithmetic(ast.BitOr),
    np.bitwise_xor: _arithmetic(ast.BitXor),
    np.clip: _clip,
    np.conjugate: _conjugate,
    np.deg2rad: _scaled("radians"),
    np.degrees: _scaled("degrees"),
    np.divide: _arithmetic(ast.Div),
    np.divmod: _divmod,
    np.equal: _comparison(ast.Eq),
    np.floor_divide: _floor_divide,
    np.fmax: _ignoring_nan("max"),
    np.fmin: _ignoring_nan("min"),
    np.gcd: _integers("gcd"),
    np.greater: _comparison(ast.Gt),
    np.greater_equal: _comparison(ast.GtE),
    np.heaviside: _library("heaviside", 2),
    np.imag: _of_complex("imag"),
    np.invert: _one(lambda typing, node, value: typing.inverted(node, value)),
    np.isfinite: _classified("isfinite"),
    np.isinf: _classified("isinf"),
    np.isnan: _classified("isnan"),
    np.lcm: _integers("lcm"),
    np.less: _comparison(ast.Lt),
    np.less_equal: _comparison(ast.LtE),
    np.logaddexp: _library("logaddexp", 2),
    np.logical_and: _truth(True),
    np.logical_not: _one(lambda typing, node, value: typing.negated(node, value)),
    np.logical_or: _truth(False),
    np.logical_xor: _exclusive,
    np.maximum: _extreme("max"),
    np.minimum: _extreme("min"),
    np.multiply: _arithmetic(ast.Mult),
    np.nextafter: _next,
    np.around: _round,
    np.round: _round,
    np.frexp: MATH_HANDLERS[math.frexp],
    np.ldexp: MATH_HANDLERS[math.ldexp],
    np.modf: MATH_HANDLERS[math.modf],
    np.fmod: MATH_HANDLERS[math.fmod],
    np.negative: _one(lambda typing, node, value: typing.negative(node, value)),
    np.not_equal: _comparison(ast.NotEq),
    np.positive: _one(lambda typing, node, value: typing.positive(node, value)),
    np.power: _arithmetic(ast.Pow),
    np.rad2deg: _scaled("degrees"),
    np.radians: _scaled("radians"),
    np.real: _of_complex("real"),
    np.reciprocal: _library("reciprocal", 1),
    np.remainder: _arithmetic(ast.Mod),
    np.sign: _sign,
    np.signbit: _signbit,
    np.square: _square,
    np.subtract: _arithmetic(ast.Sub),
    np.where: _where,
}
"""Each function of numpy with the function that types a call of it."""
