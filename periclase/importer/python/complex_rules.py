"""The rules of complex numbers: arithmetic as numpy does it, part by part.

A real operand becomes a complex number with an imaginary part of 0.0, as in numpy. Quotients are by Smith's method, in
`periclase.library.complex_functions`, where the functions of `cmath` are, too: they are device functions like any other.
"""

from __future__ import annotations

import ast
import cmath
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from periclase.complex_numbers import ComplexType, is_representable
from periclase.importer.python.complex_tree import ComplexLiteral, MakeComplex, complex_constants
from periclase.importer.python.conversions import (
    coerce,
    common_type,
    is_floating,
    is_numeric,
    is_weak,
    lossless,
    strong,
)
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.type_rules import TypeRules
from periclase.importer.python.typed_tree import (
    PENDING,
    After,
    Binary,
    Compare,
    Constant,
    Expr,
    ExprType,
    Item,
    Logical,
    MathCall,
    Once,
    Pending,
    Unary,
)
from periclase.types import DeviceType, ScalarType, TupleType, f32, f64

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping

MOST_POWER = 16
"""Constant whole exponents up to these become multiplications."""

_FOLD: dict[str, Callable[[complex, complex], complex]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
}

_MAPS = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log", "log10", "sin", "sinh", "sqrt", "tan", "tanh",
)  # fmt: skip
"""Functions of `cmath` and of the device library from complex numbers to such."""

FUNCTIONS = frozenset({*_MAPS, "isfinite", "isinf", "isnan", "phase", "polar", "rect"})
"""The functions of `cmath` that a device has; they are called so in the device library."""

_COMPLEX_RESULTS = frozenset({*_MAPS, "power", "quotient", "rect"})
"""Functions of the device library whose result is a complex number."""

_NUMPY_FUNCTIONS = {
    "angle": "phase",
    **{name: name for name in (*_MAPS, "isfinite", "isinf", "isnan")},
}
"""Functions of numpy, by the names that typing has for them, in the device library."""


def _parts(value: Expr) -> tuple[Expr, Expr]:
    """The parts of a value that may be evaluated in several places: a `Once` or a literal."""
    if isinstance(value, MakeComplex):
        return value.elements[0], value.elements[1]
    component = cast(ComplexType, value.type).component
    return Item(value.node, component, value, 0), Item(value.node, component, value, 1)


def _once(typing: ExpressionTyping, value: Expr) -> Expr:
    if isinstance(value, MakeComplex) and all(isinstance(part, Constant | Once) for part in value.elements):
        return value
    return typing.once(value)


def as_complex(value: Expr, type: ComplexType) -> Expr:
    """`value`, for which `ComplexRules.takes` holds, as a `type`."""
    if value.type == type:
        return value
    if isinstance(value, ComplexLiteral):
        return MakeComplex(value.node, type, complex_constants(value.node, value.value, type))
    component = type.component
    if isinstance(value.type, ComplexType):
        once = Once(value)
        return MakeComplex(value.node, type, [coerce(part, component) for part in _parts(once)])
    return MakeComplex(value.node, type, [coerce(value, component), Constant(value.node, component, 0.0)])


def _component(value: Expr, other: Expr) -> ExprType | None:
    """The component of the type in which a complex number and another number meet; None where there is none."""
    own = cast(ComplexType, value.type).component
    if isinstance(value, ComplexLiteral):
        if isinstance(other, ComplexLiteral):
            return f64
        wanted = other.type.component if isinstance(other.type, ComplexType) else other.type
        if wanted is f32 or (isinstance(wanted, ScalarType) and wanted.is_float and wanted.bits < 32):
            return f32 if is_representable(value.value, f32) else f64
    if isinstance(other, ComplexLiteral):
        return _component(other, value)
    if isinstance(other.type, ComplexType):
        return f64 if f64 in (own, other.type.component) else f32
    if not is_numeric(other.type):
        return None
    return common_type(Pending(value.node, own), other)


class ComplexRules(TypeRules):
    """A complex number."""

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        component = cast(ComplexType, value.type).component
        if node.attr in ("real", "imag"):
            from periclase.importer.python.places import part_of

            index = int(node.attr == "imag")
            if isinstance(value, ComplexLiteral):
                part = value.value.imag if index else value.value.real
                return Constant(node, _parts(value)[index].type, part)
            return part_of(node, value, index, component)
        help = "a complex number has `real`, `imag` and `conjugate()`"
        raise Problem("PC0102", f"{with_article(value.type)} has no attribute `{node.attr}`", node, help)

    def method(self, typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
        if name not in ("conjugate", "conj"):
            return None
        if node.args or node.keywords:
            raise Problem("PC0207", f"`{name}` takes no arguments", node)
        return self.conjugate(typing, node, value)

    @staticmethod
    def conjugate(typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
        """`value` with its imaginary part negated."""
        if isinstance(value, ComplexLiteral):
            return ComplexLiteral(node, value.value.conjugate())
        type = cast(ComplexType, value.type)
        real, imag = _parts(_once(typing, value))
        return MakeComplex(node, type, [real, Unary(node, type.component, None, "neg", imag)])

    def constant_part(self, value: Expr) -> str | None:
        return "the parts of a complex number can not be set"

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        component = cast(ComplexType, value.type).component
        zero = Constant(value.node, component, 0.0)
        value = _once(typing, value)
        set_ = [Compare(value.node, "ne", part, zero) for part in _parts(value)]
        return Logical(value.node, False, set_)

    def unary(self, typing: ExpressionTyping, node: ast.AST, sign: str, value: Expr) -> Expr | None:
        type = cast(ComplexType, value.type)
        if sign == "+":
            return value
        if sign == "-":
            if isinstance(value, ComplexLiteral):
                return ComplexLiteral(node, -value.value)
            parts = _parts(_once(typing, value))
            return MakeComplex(node, type, [Unary(node, type.component, None, "neg", part) for part in parts])
        if sign == "abs()":
            return MathCall(node, type.component, "hypot", _parts(_once(typing, value)))
        return None

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        if op not in ("eq", "ne"):
            raise Problem(
                "PC0205",
                "complex numbers have no order",
                node,
                "compare their magnitudes: `abs(a) < abs(b)`",
            )
        sides = self._met(node, {"eq": "==", "ne": "!="}[op], left, right)
        if sides is None:
            return None
        once = [_once(typing, side) for side in sides]
        pairs = zip(*map(_parts, once), strict=True)
        parts = [Compare(node, op, a, b) for a, b in pairs]
        return typing.evaluated_first(once, Logical(node, op == "eq", parts))

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        if op == "pow":
            return self._power(typing, node, left, right)
        if op not in _FOLD:
            raise Problem("PC0205", f"`{sign}` does not work on complex numbers", node)
        folded = _folded(node, op, left, right)
        if folded is not None:
            return folded
        if any(side.type in PENDING for side in (left, right)):
            return self._pending(node, left, right)
        sides = self._met(node, sign, left, right)
        if sides is None:
            return None
        return self._computed(typing, node, op, *sides)

    def _pending(self, node: ast.AST, left: Expr, right: Expr) -> Expr:
        known = left if isinstance(left.type, ComplexType) else right
        return Pending(node, known.type)

    def _met(self, node: ast.AST, sign: str, left: Expr, right: Expr) -> tuple[Expr, Expr] | None:
        """Both sides in the complex type that holds both; None where one is no number at all.

        Raises:
            Problem: they are numbers, but there is no such type.
        """
        known, other = (left, right) if isinstance(left.type, ComplexType) else (right, left)
        if not isinstance(other.type, ComplexType) and not is_numeric(other.type):
            return None
        component = _component(known, other)
        if component is None:
            own = cast(ComplexType, known.type).component
            raise Problem(
                "PC0202",
                f"`{sign}` of {left.type} and {right.type}: {own} does not hold every {other.type}",
                node,
                f"write `{own}({ast.unparse(other.node)})` where the loss is meant",
            )
        wanted = component if isinstance(component, ScalarType) and component.is_float else f64
        type = ComplexType(f32 if wanted.bits <= 32 else f64)
        return as_complex(left, type), as_complex(right, type)

    def _computed(self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr) -> Expr:
        type = cast(ComplexType, left.type)
        component = type.component
        if op == "div":
            return library_call(typing, node, "quotient", [left, right])
        once = [_once(typing, left), _once(typing, right)]
        (a, b), (c, d) = map(_parts, once)

        def of(sign: str, x: Expr, y: Expr) -> Expr:
            return Binary(node, component, None, sign, x, y)

        if op == "mul":
            parts = [of("sub", of("mul", a, c), of("mul", b, d)), of("add", of("mul", a, d), of("mul", b, c))]
        else:
            parts = [of(op, a, c), of(op, b, d)]
        return typing.evaluated_first(once, MakeComplex(node, type, parts))

    def _power(self, typing: ExpressionTyping, node: ast.AST, left: Expr, right: Expr) -> Expr | None:
        exponent = right.value if isinstance(right, Constant) else None
        if (
            not isinstance(left.type, ComplexType)
            or not isinstance(exponent, int)
            or is_floating(right.type)
            or not -MOST_POWER <= exponent <= MOST_POWER
        ):
            if any(side.type in PENDING for side in (left, right)):
                return self._pending(node, left, right)
            sides = self._met(node, "**", left, right)
            return None if sides is None else library_call(typing, node, "power", [*sides])
        type = left.type
        one = MakeComplex(node, type, complex_constants(node, 1 + 0j, type))
        if exponent == 0:
            return typing.after(left, one)
        factor = typing.once(left)
        first = factor
        result: Expr | None = None
        rest = abs(exponent)
        while True:
            if rest & 1:
                result = factor if result is None else self._computed(typing, node, "mul", result, factor)
            rest >>= 1
            if not rest:
                break
            factor = Once(self._computed(typing, node, "mul", factor, factor))
        assert result is not None
        if exponent < 0:
            result = self._computed(typing, node, "div", one, result)
        return After(result, [first]) if isinstance(first, Once) else result

    def takes(self, value: Expr, target: DeviceType) -> bool:
        component = cast(ComplexType, target).component
        if isinstance(value, ComplexLiteral):
            return is_representable(value.value, component)
        if isinstance(value.type, ComplexType):
            return component is f64
        return is_numeric(value.type) and lossless(value, component)

    def taken(self, value: Expr, target: DeviceType) -> Expr:
        return as_complex(value, cast(ComplexType, target))

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        known, other = (Pending(value.node, type), value)
        if not isinstance(type, ComplexType):
            known, other = other, known
        component = _component(known, other)
        if component in PENDING:
            return known.type
        if not isinstance(component, ScalarType) or not component.is_float:
            return None
        return ComplexType(f32 if component.bits <= 32 else f64)

    def cast(self, typing: ExpressionTyping, node: ast.Call, target: DeviceType) -> Expr:
        """`complex64(z)`, `complex128(x, y)`: each part is cast."""
        type = cast(ComplexType, target)
        if node.keywords or len(node.args) > 2 or any(isinstance(a, ast.Starred) for a in node.args):
            raise Problem("PC0207", f"`{type}` takes a number, or a real and an imaginary part", node)
        values = [typing.value(argument) for argument in node.args]
        if not values:
            return MakeComplex(node, type, complex_constants(node, 0j, type))
        for value in values:
            complex_part = isinstance(value.type, ComplexType)
            if not (complex_part or is_numeric(value.type)) or (complex_part and len(values) > 1):
                raise Problem(
                    "PC0205", f"{with_article(value.type)} can not be cast to {type} here", value.node
                )
        if isinstance(values[0].type, ComplexType):
            (value,) = values
            if isinstance(value, ComplexLiteral):
                return MakeComplex(node, type, complex_constants(node, value.value, type))
            once = _once(typing, value)
            parts = [typing.cast(node, part, type.component) for part in _parts(once)]
            return typing.evaluated_first([once], MakeComplex(node, type, parts))
        parts = [typing.cast(node, value, type.component) for value in values]
        if len(parts) == 1:
            parts.append(Constant(node, type.component, 0.0))
        return MakeComplex(node, type, parts)

    def numpy_function(
        self, typing: ExpressionTyping, node: ast.Call, name: str, values: Sequence[Expr]
    ) -> Expr | None:
        if name in ("absolute", "abs") and len(values) == 1:
            return self.unary(typing, node, "abs()", values[0])
        if name in ("real", "imag"):
            return _parts(_once(typing, values[0]))[int(name == "imag")]
        if name in ("conjugate", "conj") and len(values) == 1:
            return self.conjugate(typing, node, values[0])
        found = _NUMPY_FUNCTIONS.get(name)
        return None if found is None else library_call(typing, node, found, list(values))


def _folded(node: ast.AST, op: str, left: Expr, right: Expr) -> Expr | None:
    """The result for two literals, of which one may be real."""
    values: list[complex] = []
    for side in (left, right):
        if isinstance(side, ComplexLiteral):
            values.append(side.value)
        elif isinstance(side, Constant) and is_weak(side.type):
            values.append(complex(side.value))
        else:
            return None
    try:
        return ComplexLiteral(node, _FOLD[op](*values))
    except (ZeroDivisionError, OverflowError) as error:
        raise Problem("PC0206", f"`{ast.unparse(node)}` can not be computed: {error}", node) from None


def library_call(typing: ExpressionTyping, node: ast.AST, name: str, values: list[Expr]) -> Expr:
    """A call of a function of the device library, which takes and gives the parts of complex numbers."""
    from periclase.library import complex_functions

    once = [_once(typing, value) for value in values if isinstance(value.type, ComplexType)]
    parts = [part for value in once for part in _parts(value)] or values
    result = typing.call_function(node, getattr(complex_functions, name), name, parts, None)
    if name in _COMPLEX_RESULTS and isinstance(result.type, TupleType):
        pair = Once(result)
        component = cast(ScalarType, result.type.elements[0])
        made = [Item(node, component, pair, index) for index in range(2)]
        result = typing.evaluated_first([pair], MakeComplex(node, ComplexType(component), made))
    return typing.evaluated_first(once, result)


def cmath_call(typing: ExpressionTyping, node: ast.Call, callee: Any) -> Expr | None:
    """A call of a function of `cmath`; None of one that a device does not have."""
    found = callee.__name__
    if found not in FUNCTIONS or getattr(cmath, found, None) is not callee:
        return None
    if found == "log" and len(node.args) == 2 and not node.keywords:
        value, base = (_as_argument(node, typing.value(argument)) for argument in node.args)
        if isinstance(value.type, ComplexType) and node.args[1].__class__ is ast.Constant:
            base = as_complex(typing.value(node.args[1]), value.type)
        logarithms = [library_call(typing, node, found, [each]) for each in (value, base)]
        return typing.arithmetic(node, "div", "/", *logarithms)
    count = 2 if found == "rect" else 1
    if node.keywords or len(node.args) != count or any(isinstance(a, ast.Starred) for a in node.args):
        plural = "" if count == 1 else "s"
        raise Problem("PC0207", f"`{ast.unparse(node.func)}` takes {count} argument{plural}", node)
    values = [typing.value(argument) for argument in node.args]
    if found == "rect":
        return library_call(typing, node, found, _real_arguments(node, values))
    return library_call(typing, node, found, [_as_argument(node, *values)])


def _as_argument(node: ast.Call, value: Expr) -> Expr:
    """An argument of a function of `cmath`, which may be real, as a complex number."""
    if isinstance(value.type, ComplexType):
        return value
    if not is_numeric(value.type):
        raise Problem("PC0205", f"{with_article(value.type)} is no number", value.node)
    if value.type in PENDING:
        raise Unready
    component = value.type if isinstance(value.type, ScalarType) and value.type.is_float else f64
    kind = ComplexType(f32 if component.bits <= 32 else f64)
    return coerce(strong(value), kind, None, f"passed to `{ast.unparse(node.func)}` as {kind}")


def _real_arguments(node: ast.Call, values: list[Expr]) -> list[Expr]:
    for value in values:
        if not is_numeric(value.type):
            raise Problem("PC0205", f"{with_article(value.type)} is no real number", value.node)
    type = common_type(*values)
    component = type if isinstance(type, ScalarType) and type.is_float else f64
    if component.bits < 32:
        component = f32
    return [coerce(value, component, None, f"passed to `{ast.unparse(node.func)}`") for value in values]
