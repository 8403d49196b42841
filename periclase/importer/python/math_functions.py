"""Calls of functions of `math` and numpy, and of powers and roundings: what each means on a device.

A function that is an operation of `mir` becomes that. Others are written in the language itself, in `periclase.library`, and
compiled along where they are called.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.importer.python import reductions
from periclase.importer.python.conversions import (
    coerce,
    common_type,
    is_floating,
    is_integer,
    is_numeric,
    is_weak,
    strong,
)
from periclase.importer.python.mathematics import FLOAT_FUNCTIONS, ROUNDING_FUNCTIONS
from periclase.importer.python.names import make_tuple
from periclase.importer.python.problems import Problem, index_help, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    WEAK_FLOAT,
    WEAK_INT,
    Binary,
    Checked,
    Compare,
    Constant,
    Expr,
    MathCall,
    Pending,
    RoundToInteger,
    Select,
    Unary,
)
from periclase.library import floats
from periclase.types import ScalarType, bool_, f64, i64, u64

if TYPE_CHECKING:
    from periclase.importer.python.typing_loops import LoopTyping

Handler = Callable[["LoopTyping", ast.Call], Expr]

MOST_OPERANDS = 64
"""Of a function that takes any number of arguments."""

MOST_DIGITS = 22
"""The powers of ten up to this one are floats."""


def numbers(typing: LoopTyping, node: ast.AST, values: Sequence[Expr]) -> list[Expr]:
    """Arguments that have to be numbers.

    Raises:
        Problem: one is none.
    """
    found = [typing.as_number(value) for value in values]
    for value in found:
        if not is_numeric(value.type):
            raise Problem(
                "PC0205",
                f"`{ast.unparse(node)}`: the argument is {with_article(value.type)}, not a number",
                value.node,
                index_help(value.type),
            )
    return found


def float_operation(typing: LoopTyping, node: ast.Call, op: str, arguments: Sequence[Expr]) -> Expr:
    """A float operation of `mir` in the common type of the arguments."""
    arguments = numbers(typing, node, arguments)
    shown = ast.unparse(node.func)
    type: Any = arguments[0].type
    for index, argument in enumerate(arguments[1:]):
        joined = common_type(Pending(node, type, arguments[index].range), argument)
        if joined is None:
            raise typing.no_common_type_of(node, shown, arguments[index], argument)
        type = joined
    if type in PENDING:
        return Pending(node, type)
    if not (isinstance(type, ScalarType) and type.is_float):
        type = f64
    operands = [coerce(a, type, None, f"passed to `{shown}` as {type}") for a in arguments]
    if op == "fabs":
        return Unary(node, type, None, "abs", operands[0])
    if op == "fmod":
        return Binary(node, type, None, "rem", operands[0], operands[1])
    return MathCall(node, type, op, operands)


def rounded(typing: LoopTyping, node: ast.AST, op: str, value: Expr) -> Expr:
    """The integer that `floor`, `ceil`, `trunc` or `roundeven` makes of a number."""
    if isinstance(value, Constant) and is_weak(value.type):
        rounding: dict[str, Callable[[Any], int]] = {
            "ceil": math.ceil, "floor": math.floor, "trunc": math.trunc, "roundeven": round,
        }  # fmt: skip
        try:
            return Constant(node, WEAK_INT, rounding[op](value.value))
        except (ValueError, OverflowError) as error:
            raise Problem("PC0206", f"`{ast.unparse(node)}` can not be computed: {error}", node) from None
    value = typing.as_number(value)
    if value.type in PENDING:
        return Pending(node, i64)
    if not is_numeric(value.type):
        raise Problem("PC0205", f"{with_article(value.type)} can not be rounded", node)
    if not is_floating(value.type):
        return coerce(value, i64) if value.type is bool_ else value
    value = strong(value)
    return RoundToInteger(node, i64, MathCall(node, value.type, op, (value,)))


def rounded_to_digits(typing: LoopTyping, node: ast.Call, value: Expr, digits: Expr) -> Expr:
    """`round(value, digits)`, which keeps the type of `value`."""
    from periclase.library import integers

    (value,) = numbers(typing, node, [value])
    if not (isinstance(digits, Constant) and is_integer(digits.type)) or abs(digits.value) > MOST_DIGITS:
        raise Problem(
            "PC0210",
            f"the digits of `round` must be an integer from -{MOST_DIGITS} to {MOST_DIGITS} that is known at import",
            node.args[1],
            f"scale, round and scale back: `round({ast.unparse(value.node)} * scale) / scale`",
        )
    if value.type in PENDING:
        return Pending(node, value.type)
    if isinstance(value, Constant) and is_weak(value.type):
        return Constant(node, value.type, round(value.value, digits.value))
    value = strong(value)
    assert isinstance(value.type, ScalarType)
    if value.type.is_float:
        function = floats.round_to_digits if digits.value >= 0 else floats.round_to_tens
        power = Constant(node, f64, 10.0 ** abs(digits.value))
        result = library_call(typing, node, function, [coerce(value, f64), power])
        return typing.cast(node, result, value.type)
    if digits.value >= 0:
        return value
    if digits.value < -18:
        return typing.after(value, Constant(node, value.type, 0))
    unit = Constant(node, i64, 10**-digits.value)
    return typing.cast(
        node, library_call(typing, node, integers.round_to, [coerce(value, i64), unit]), value.type
    )


def classified(typing: LoopTyping, node: ast.AST, name: str, value: Expr) -> Expr:
    """`isnan`, `isinf` or `isfinite` of a float."""
    if isinstance(value, Constant):
        return Constant(node, bool_, getattr(math, name)(value.value))
    if not is_numeric(value.type):
        raise Problem("PC0205", f"`{name}` of {with_article(value.type)}", node)
    if value.type in PENDING:
        return Pending(node, bool_)
    if not is_floating(value.type):
        raise Problem("PC0205", f"`{name}` asks about floats, and {value.type} is none", node)
    value = typing.once(strong(value))
    assert isinstance(value.type, ScalarType)
    if name == "isnan":
        return Compare(node, "ne", value, value)
    infinity = Constant(node, value.type, math.inf)
    magnitude = Unary(node, value.type, None, "abs", value)
    return Compare(node, "eq" if name == "isinf" else "lt", magnitude, infinity)


def library_call(typing: LoopTyping, node: ast.Call, function: Any, values: Sequence[Expr]) -> Expr:
    """A call of a function of `periclase.library`."""
    return typing.call_function(node, function, ast.unparse(node.func), list(values), None)


def integers_together(typing: LoopTyping, node: ast.Call, values: Sequence[Expr]) -> list[Expr]:
    """Integers in their common type.

    Raises:
        Problem: one is no integer, or no type holds all.
    """
    shown = ast.unparse(node.func)
    values = numbers(typing, node, values)
    for value in values:
        if not is_integer(value.type) and value.type is not bool_:
            raise Problem("PC0205", f"`{shown}` works on integers, not on {value.type}", value.node)
    type: Any = values[0].type
    for value in values[1:]:
        joined = common_type(Pending(node, type, values[0].range), value)
        if joined is None:
            raise typing.no_common_type_of(node, shown, values[0], value)
        type = joined
    if not isinstance(type, ScalarType) or type is bool_:
        type = i64
    return [Pending(node, type) if value.type in PENDING else coerce(value, type) for value in values]


# Powers


def integer_power(typing: LoopTyping, node: ast.AST, left: Expr, right: Expr) -> Expr:
    """`left ** right` of integers, where the exponent is known at run time only: a product, which wraps around."""
    from periclase.library import integers

    base = strong(coerce(left, i64) if left.type is bool_ else left)
    type = common_type(left, right)
    if isinstance(type, ScalarType) and type is not bool_ and is_weak(left.type):
        base = coerce(left, type)
    exponent = strong(coerce(right, i64) if right.type is bool_ else right)
    return typing.call_function(node, getattr(integers, "power"), "**", [base, exponent], None)  # noqa: B009 (has no types)


def power_modulo(typing: LoopTyping, node: ast.Call, values: Sequence[Expr]) -> Expr:
    """`pow(base, exponent, modulus)`."""
    from periclase.library import integers

    base, exponent, modulus = integers_together(typing, node, values)
    type = modulus.type
    assert isinstance(type, ScalarType)
    if type.bits == 64 and not type.is_signed:
        raise Problem(
            "PC0205",
            f"`pow` modulo a {type}",
            node,
            "cast the arguments to i64, which has room for the result",
        )
    parts = [coerce(value, i64) for value in (base, exponent, modulus)]
    return typing.cast(node, library_call(typing, node, integers.power_modulo, parts), type)


# math


def _float(op: str, count: int) -> Handler:
    return lambda typing, node: float_operation(typing, node, op, typing.plain_arguments(node, count))


def _lesser(op: str) -> Handler:
    return lambda typing, node: typing.lesser(node, op, *typing.plain_arguments(node, 2))


def _rounding(op: str) -> Handler:
    return lambda typing, node: rounded(typing, node, op, typing.plain_arguments(node, 1)[0])


def _classified(name: str) -> Handler:
    return lambda typing, node: classified(typing, node, name, typing.plain_arguments(node, 1)[0])


def scaled(typing: LoopTyping, node: ast.Call, name: str, value: Expr) -> Expr:
    """`degrees` or `radians`: a product, as in Python."""
    (value,) = numbers(typing, node, [value])
    if not is_floating(value.type) and value.type not in PENDING:
        value = coerce(strong(value), f64)
    factor = math.pi / 180.0 if name == "radians" else 180.0 / math.pi
    return typing.arithmetic(node, "mul", f"{name}()", value, Constant(node, WEAK_FLOAT, factor))


def _scaled(name: str) -> Handler:
    return lambda typing, node: scaled(typing, node, name, typing.plain_arguments(node, 1)[0])


def _divisors(name: str) -> Handler:
    """`gcd` and `lcm`, of any number of integers."""

    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.library import integers

        values = integers_together(typing, node, typing.plain_arguments(node, 1, MOST_OPERANDS))
        if len(values) == 1:
            return typing.absolute(node, values[0])
        result, *others = values
        for value in others:
            result = library_call(typing, node, getattr(integers, name), [result, value])
        return result

    return typed


def _counted(name: str, count: int) -> Handler:
    """`factorial`, `comb` and `perm`."""

    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        from periclase.library import integers

        values = integers_together(
            typing, node, typing.plain_arguments(node, 1 if name == "perm" else count, count)
        )
        if name == "perm" and len(values) == 1:
            name_of_function = "factorial"
        else:
            name_of_function = name
        shown = f"passed to `{ast.unparse(node.func)}`, which computes in i64"
        parts = [coerce(value, i64, None, shown) for value in values]
        return library_call(typing, node, getattr(integers, name_of_function), parts)

    return typed


def _root(typing: LoopTyping, node: ast.Call) -> Expr:
    """`isqrt`."""
    from periclase.library import integers

    (value,) = integers_together(typing, node, typing.plain_arguments(node, 1))
    type = value.type
    assert isinstance(type, ScalarType)
    if type.is_signed and value.range is not None and value.range[0] < 0:
        value = typing.once(value)
        positive = typing.compare(node, "ge", ">=", value, Constant(node, type, 0))
        value = Checked(value, positive, "isqrt() argument must be nonnegative", "user")
    return typing.cast(
        node, library_call(typing, node, integers.isqrt, [typing.cast(node, value, u64)]), type
    )


def _logarithm(typing: LoopTyping, node: ast.Call) -> Expr:
    """`log(x)`, and `log(x, base)`, which Python computes as a quotient."""
    values = typing.plain_arguments(node, 1, 2)
    logarithms = [float_operation(typing, node, "log", [value]) for value in values]
    if len(values) == 1:
        return logarithms[0]
    return typing.arithmetic(node, "div", "/", *logarithms)


def _length(typing: LoopTyping, node: ast.Call) -> Expr:
    """`hypot` of any number of coordinates: two are an operation, more go by their greatest, so that nothing overflows."""
    values = typing.plain_arguments(node, 1, MOST_OPERANDS)
    if len(values) == 1:
        return float_operation(typing, node, "fabs", values)
    result, *others = values
    for value in others:
        result = float_operation(typing, node, "hypot", [result, value])
    return result


def _distance(typing: LoopTyping, node: ast.Call) -> Expr:
    """`dist` of two points, which are tuples."""
    left, right = (typing.once(value) for value in typing.plain_arguments(node, 2))
    parts = [rules_of(value).unpacked(typing, value) for value in (left, right)]
    if parts[0] is None or parts[1] is None or len(parts[0]) != len(parts[1]) or not parts[0]:
        raise Problem("PC0205", "`dist` takes two points, tuples of as many numbers", node)
    pairs = zip(typing.parts(node, left, parts[0]), typing.parts(node, right, parts[1]), strict=True)
    differences = [typing.arithmetic(node, "sub", "-", a, b) for a, b in pairs]
    result, *others = differences
    if not others:
        result = float_operation(typing, node, "fabs", [result])
    for value in others:
        result = float_operation(typing, node, "hypot", [result, value])
    return typing.evaluated_first([left, right], result)


def _product(typing: LoopTyping, node: ast.Call) -> Expr:
    start = reductions.start_value(typing, node, "math.prod", 1)
    return reductions.folded(
        typing, node, node.args[0], "prod", start, lambda a, b: typing.arithmetic(node, "mul", "*", a, b)
    )


def _parts(typing: LoopTyping, node: ast.Call) -> Expr:
    """`modf`: the fraction and the whole part, both floats with the sign of the number."""
    (value,) = numbers(typing, node, typing.plain_arguments(node, 1))
    if value.type in PENDING:
        return make_tuple(node, [Pending(node, f64), Pending(node, f64)])
    value = typing.once(coerce(strong(value), f64) if not is_floating(value.type) else strong(value))
    whole = typing.once(float_operation(typing, node, "trunc", [value]))
    assert isinstance(value.type, ScalarType)
    infinite = classified(typing, node, "isinf", value)
    fraction = Binary(node, value.type, None, "sub", value, whole)
    rest = Select(node, value.type, None, infinite, Constant(node, value.type, 0.0), fraction)
    signed = float_operation(typing, node, "copysign", [rest, value])
    return typing.evaluated_first([value, whole], make_tuple(node, [signed, whole]))


def _remainder(typing: LoopTyping, node: ast.Call) -> Expr:
    values = numbers(typing, node, typing.plain_arguments(node, 2))
    if any(value.type in PENDING for value in values):
        return Pending(node, f64)
    values = [
        coerce(strong(value), f64) if not is_floating(value.type) else strong(value) for value in values
    ]
    type = common_type(*values)
    assert isinstance(type, ScalarType)
    result = library_call(typing, node, floats.remainder, [coerce(value, f64) for value in values])
    return typing.cast(node, result, type)  # exact: it is a multiple of the least place of both


def _in_doubles(name: str, count: int, *, whole: int | None = None) -> Handler:
    """A function of the library on `f64`, as all of `math` are; argument `whole` is an integer."""

    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        values = numbers(typing, node, typing.plain_arguments(node, count))
        if any(value.type in PENDING for value in values):
            return Pending(node, f64)
        shown = ast.unparse(node.func)
        wanted = [i64 if index == whole else f64 for index in range(count)]
        parts = [
            coerce(value, type, None, f"passed to `{shown}`, which takes {with_article(type)}")
            for value, type in zip(values, wanted, strict=True)
        ]
        return library_call(typing, node, getattr(floats, name), parts)

    return typed


def _fraction(typing: LoopTyping, node: ast.Call) -> Expr:
    """`frexp`."""
    (value,) = numbers(typing, node, typing.plain_arguments(node, 1))
    if value.type in PENDING:
        return make_tuple(node, [Pending(node, f64), Pending(node, i64)])
    return library_call(typing, node, floats.frexp, [coerce(value, f64)])


def _is_close(typing: LoopTyping, node: ast.Call) -> Expr:
    return typing.call_function(node, floats.isclose, ast.unparse(node.func), (), node)


def _sum_refused(typing: LoopTyping, node: ast.Call) -> Expr:
    raise Problem(
        "PC0304",
        "`fsum` keeps partial sums in a list that grows, and nothing allocates on a device",
        node,
        "write `sum(…)` of f64 values, or a loop that keeps the error of each sum",
    )


HANDLERS: dict[Any, Handler] = {
    **{
        getattr(math, name): _float(op, count)
        for name, (op, count) in FLOAT_FUNCTIONS.items()
        if hasattr(math, name)
    },
    **{getattr(math, name): _rounding(op) for name, op in ROUNDING_FUNCTIONS.items()},
    **{getattr(math, name): _classified(name) for name in ("isnan", "isinf", "isfinite")},
    math.comb: _counted("comb", 2),
    math.degrees: _scaled("degrees"),
    math.dist: _distance,
    math.factorial: _counted("factorial", 1),
    math.fmod: _float("fmod", 2),
    math.fsum: _sum_refused,
    math.frexp: _fraction,
    math.gamma: _float("gamma", 1),
    math.gcd: _divisors("gcd"),
    math.hypot: _length,
    math.isclose: _is_close,
    math.isqrt: _root,
    math.lcm: _divisors("lcm"),
    math.ldexp: _in_doubles("ldexp", 2, whole=1),
    math.lgamma: _float("lgamma", 1),
    math.log: _logarithm,
    math.modf: _parts,
    math.nextafter: _in_doubles("nextafter", 2),
    math.perm: _counted("perm", 2),
    math.prod: _product,
    math.radians: _scaled("radians"),
    math.remainder: _remainder,
    math.ulp: _in_doubles("ulp", 1),
    floats.fmax: _lesser("max"),
    floats.fmin: _lesser("min"),
    floats.fmod: _float("fmod", 2),
    floats.fused: _float("fma", 3),
}
"""Each function of `math`, and those of the library that are operations, with the function that types a call of it."""
