"""Common types and lossless conversions: the rules by which two types meet.

The common type of two integers is the smallest that holds both their ranges; an integer meets a float where the float
holds every value it can have; two floats meet in the smallest that holds both. Elsewhere a cast says what is meant.
"""

from __future__ import annotations

import ast
import math
from functools import lru_cache

from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import rules_of_type
from periclase.importer.python.typed_tree import (
    PENDING,
    PENDING_FLOAT,
    PENDING_INT,
    WEAK_FLOAT,
    WEAK_INT,
    WEAK_LIKE_FLOAT,
    WEAK_LIKE_INT,
    After,
    Binary,
    Constant,
    Convert,
    Expr,
    ExprType,
    Item,
    MakeTuple,
    Once,
    Pending,
    Range,
    Read,
    Select,
    Unary,
    WeakOnce,
    WeakType,
)
from periclase.importer.python.value_ranges import fits, of_type
from periclase.keyword_arguments import same_names
from periclase.record import replace
from periclase.types import (
    Access,
    ArrayType,
    DeviceType,
    ScalarKind,
    ScalarType,
    SliceType,
    TupleType,
    bf16,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    isize,
    u8,
    u16,
    u32,
    u64,
    usize,
)

_INTEGERS_BY_SIZE = (u8, i8, u16, i16, u32, i32, u64, i64)
_FLOATS_BY_SIZE = (f16, bf16, f32, f64)
DEFAULT_INT, DEFAULT_FLOAT = i64, f64
"""What a literal is where nothing says otherwise."""

MOST_SHOWN_BITS = 256
"""Longer integers are described in messages, not written out (and Python refuses to write very long ones)."""


def is_weak(type: ExprType) -> bool:
    """Whether `type` is that of a literal, or pending."""
    return isinstance(type, WeakType)


def is_numeric(type: ExprType) -> bool:
    """Whether `type` is a scalar or a literal's."""
    return isinstance(type, ScalarType | WeakType)


def is_integer(type: ExprType) -> bool:
    """Whether `type` is an integer type or an int literal's (`bool_` is not)."""
    return (
        type in WEAK_LIKE_INT
        if isinstance(type, WeakType)
        else isinstance(type, ScalarType) and type.is_integer
    )


def is_floating(type: ExprType) -> bool:
    """Whether `type` is a float type or a float literal's."""
    return (
        type in WEAK_LIKE_FLOAT
        if isinstance(type, WeakType)
        else isinstance(type, ScalarType) and type.is_float
    )


def float_holds(target: ScalarType, values: Range) -> bool:
    """Whether the float type `target` holds every integer of `values` exactly."""
    most = 1 << target.precision
    if target.largest < most:
        most = int(target.largest)
    return -most <= values[0] and values[1] <= most


@lru_cache(maxsize=4096)
def common_scalar(a: ScalarType, b: ScalarType) -> ScalarType | None:
    """The common type of two scalar types by their whole ranges, or None."""
    if a is b:
        return a
    if a.is_float and b.is_float:
        return next(
            t
            for t in _FLOATS_BY_SIZE
            if t.precision >= max(a.precision, b.precision) and t.largest >= max(a.largest, b.largest)
        )
    if a.is_float or b.is_float:
        number, floating = (b, a) if a.is_float else (a, b)
        return floating if float_holds(floating, of_type(number)) else None
    if a.kind is ScalarKind.BOOL or b.kind is ScalarKind.BOOL:
        return b if a.kind is ScalarKind.BOOL else a
    wanted = (min(int(a.low), int(b.low)), max(int(a.high), int(b.high)))
    for preferred in (isize, usize):
        if preferred in (a, b) and fits(wanted, of_type(preferred)):
            return preferred
    for t in (a, b):
        if fits(wanted, of_type(t)):
            return t
    return next((t for t in _INTEGERS_BY_SIZE if fits(wanted, of_type(t))), None)


@lru_cache(maxsize=4096)
def smallest_integer(wanted: Range) -> ScalarType | None:
    """The smallest integer type that holds `wanted`."""
    return next((t for t in _INTEGERS_BY_SIZE if fits(wanted, of_type(t))), None)


def common_type(a: Expr, b: Expr) -> ExprType | None:
    """The type in which two numbers meet, or None. Weak and pending types give way to the other's."""
    left, right = a.type, b.type
    if isinstance(left, WeakType):
        return _common_weak(left, a, right, b)
    if isinstance(right, WeakType):
        return _common_weak(right, b, left, a)
    if not isinstance(left, ScalarType) or not isinstance(right, ScalarType):
        return None
    found = common_scalar(left, right)
    if found is None and a.range is not None and b.range is not None:
        # No type holds both types' ranges; one may hold both operands' (an index, which is never negative, and a u64).
        found = next(
            (t for t in (left, right) if fits(a.range, of_type(t)) and fits(b.range, of_type(t))), None
        )
    if found is None:
        for number, floating in ((a, right), (b, left)):
            if number.range is not None and floating.is_float:
                return floating if float_holds(floating, number.range) else None
    return found


def _common_weak(weak: WeakType, literal: Expr, other: ExprType, operand: Expr) -> ExprType | None:
    if isinstance(other, WeakType):
        floating = weak in WEAK_LIKE_FLOAT or other in WEAK_LIKE_FLOAT
        if weak in PENDING or other in PENDING:
            return PENDING_FLOAT if floating else PENDING_INT
        return WEAK_FLOAT if floating else WEAK_INT
    if not isinstance(other, ScalarType):
        return None
    if weak in WEAK_LIKE_FLOAT:
        if other.is_float:
            return next(
                (t for t in (other, f32, f64) if common_scalar(other, t) is t and not overflows(literal, t)),
                f64,
            )
        return f64 if operand.range is not None and float_holds(f64, operand.range) else None
    if weak is PENDING_INT or literal.range is None:
        return other if other is not bool_ else i64
    if other.is_float:
        exact = isinstance(literal, Constant) and other.convert(literal.value) == literal.value
        return other if exact or float_holds(other, literal.range) else None
    if other is bool_:
        return i64
    if fits(literal.range, of_type(other)):
        return other
    whole = of_type(other)
    return smallest_integer((min(whole[0], literal.range[0]), max(whole[1], literal.range[1])))


def overflows(literal: Expr, target: ScalarType) -> bool:
    """Whether a finite number in a float literal, or in an expression of such, is beyond `target`."""
    if isinstance(literal, Constant):
        return math.isinf(target.convert(literal.value)) and not (
            isinstance(literal.value, float) and math.isinf(literal.value)
        )
    if isinstance(literal, Once):
        return overflows(literal.value, target)
    if isinstance(literal, Select):
        return overflows(literal.then, target) or overflows(literal.otherwise, target)
    return False


def as_number(value: Expr) -> Expr:
    """The number that `value` is, where it is one of a class that says so; else itself."""
    found = rules_of_type(value.type).number(value) if isinstance(value.type, DeviceType) else None
    return value if found is None else found


def lossless(value: Expr, target: ExprType) -> bool:
    """Whether `coerce(value, target)` succeeds."""
    if isinstance(target, ScalarType):
        value = as_number(value)
    source = value.type
    if source == target or source in PENDING:
        return True
    if isinstance(source, SliceType) and isinstance(target, SliceType):
        return source.element == target.element and source.access is Access.READ_WRITE
    if isinstance(source, ArrayType) and isinstance(target, ArrayType):
        return source.mutable and source == replace(target, mutable=True)
    if isinstance(source, TupleType) and isinstance(target, TupleType):
        return (len(source.elements) == len(target.elements) and same_names(source, target)) and all(
            lossless(Pending(value.node, a), b) for a, b in zip(source.elements, target.elements, strict=True)
        )
    if isinstance(target, DeviceType):
        return rules_of_type(target).takes(value, target)
    if not isinstance(target, ScalarType) or not is_numeric(source):
        return False
    if source is WEAK_FLOAT:
        return target.is_float and not overflows(value, target)
    if isinstance(source, ScalarType) and source.is_float:
        if isinstance(value, Constant) and target.is_float:
            return target.convert(value.value) == value.value or math.isnan(value.value)
        return target.is_float and common_scalar(source, target) is target
    if value.range is None:
        return target is not bool_
    if target.is_float:
        if isinstance(value, Constant):
            return target.convert(value.value) == value.value
        return float_holds(target, value.range)
    if target is bool_:
        return source is bool_
    return fits(value.range, of_type(target))


def coerce(value: Expr, target: ExprType, node: ast.AST | None = None, what: str = "") -> Expr:
    """`value` as a `target`, where nothing is lost.

    Args:
        value: any expression.
        target: the type it shall have.
        node: where to report; by default the expression.
        what: what it is for, such as ``stored in an element of MutSlice[f32]``.

    Raises:
        Problem: something would be lost.
    """
    if value.type == target:
        return value
    if isinstance(target, ScalarType):
        value = as_number(value)
    if (
        isinstance(value, MakeTuple)
        and isinstance(target, TupleType)
        and len(value.elements) == len(target.elements)
        and same_names(value.type, target)
    ):
        parts = [coerce(e, t, None, what) for e, t in zip(value.elements, target.elements, strict=True)]
        return MakeTuple(value.node, target, parts)
    if not lossless(value, target):
        raise _loss(value, target, node, what)
    if isinstance(value.type, TupleType) and isinstance(target, TupleType):
        once = Once(value)
        parts = [
            coerce(Item(value.node, t, once, index), wanted, node, what)
            for index, (t, wanted) in enumerate(zip(value.type.elements, target.elements, strict=True))
        ]
        return MakeTuple(value.node, target, parts)
    if isinstance(value.type, WeakType) and isinstance(target, ScalarType):
        return adopt(value, target)
    if isinstance(target, DeviceType) and rules_of_type(target).takes(value, target):
        return rules_of_type(target).taken(value, target)
    return converted(value, target)


def converted(value: Expr, target: ExprType) -> Expr:
    """`value` as a `target`, folded where it is a constant."""
    if isinstance(target, ScalarType):
        if isinstance(value, Constant):
            return Constant(value.node, target, target.convert(value.value))
        kept = (
            value.range
            if value.range is not None and not target.is_float and fits(value.range, of_type(target))
            else None
        )
        return Convert(value.node, target, value, kept)
    return Convert(value.node, target, value)


def adopt(value: Expr, target: ScalarType) -> Expr:
    """A weak expression in the type that its context asks for; the caller knows that nothing is lost."""
    if isinstance(value, Constant):
        return Constant(value.node, target, target.convert(value.value))
    if isinstance(value, WeakOnce):
        return converted(value.value, target) if value.value.type is not target else value.value
    if isinstance(value, After) and isinstance(value.type, WeakType):
        return After(adopt(value.value, target), value.evaluated)
    if isinstance(value, Select) and isinstance(value.type, WeakType):
        return Select(
            value.node,
            target,
            value.range,
            value.test,
            adopt(value.then, target),
            adopt(value.otherwise, target),
        )
    if isinstance(value, Unary) and isinstance(value.type, WeakType):
        return Unary(value.node, target, value.range, value.op, adopt(value.value, target))
    if isinstance(value, Binary) and isinstance(value.type, WeakType):
        left, right = adopt(value.left, target), adopt(value.right, target)
        return Binary(value.node, target, value.range, value.op, left, right, value.checked)
    if isinstance(value.type, ScalarType):
        return value if value.type is target else converted(value, target)
    return Pending(value.node, target)


def default_type(type: ExprType, range: Range | None) -> ExprType:
    """The type of a weak expression where no context asks for one."""
    if type in WEAK_LIKE_INT:
        return u64 if range is not None and range[0] >= 0 and not fits(range, of_type(i64)) else DEFAULT_INT
    return DEFAULT_FLOAT if type in WEAK_LIKE_FLOAT else type


def strong(value: Expr) -> Expr:
    """`value` with a literal given its default type: `i64` (`u64` where only that holds it) or `f64`.

    Raises:
        Problem: an int literal that no type holds.
    """
    if not isinstance(value.type, WeakType):
        return value
    if value.type in PENDING:
        return Pending(value.node, value.type)
    return coerce(value, default_type(value.type, value.range))


def _described(value: Expr) -> str:
    if isinstance(value, Constant):
        if isinstance(value.value, int) and value.value.bit_length() > MOST_SHOWN_BITS:
            return f"an integer of {value.value.bit_length()} bits"
        return f"{value.value!r}"
    if value.type is WEAK_INT or value.type is WEAK_FLOAT:
        return "a literal"
    return str(value.type)


def cast_hint(value: Expr, target: ExprType) -> str:
    """The help text that proposes a cast to `target`."""
    text = ast.unparse(value.node)
    shown = text if len(text) <= 40 else "…"
    return f"write `{target}({shown})` where the loss is meant"


def _loss(value: Expr, target: ExprType, node: ast.AST | None, what: str) -> Problem:
    source = value.type
    where = node or value.node
    purpose = f" {what}" if what else f" used as {target}"
    if not isinstance(target, ScalarType) or not is_numeric(source):
        help = None
        if isinstance(source, SliceType) and isinstance(target, ScalarType):
            help = "index the slice to get one element: `x[i]`"
        elif source.__class__.__name__ == "ClosureType" and isinstance(target, ScalarType):
            shown = ast.unparse(value.node)
            help = f"call it: write `{shown}()`" if shown.replace(".", "_").isidentifier() else "call it"
        elif isinstance(source, TupleType) and isinstance(target, ScalarType):
            help = "take one of its items, `t[0]`, or set as many elements: `y[0], y[1] = t`"
        elif isinstance(target, SliceType) and isinstance(source, SliceType):
            help = f"annotate the parameter that is passed as `MutSlice[{target.element}]`"
        elif "Pointer[" in str(target) or source.__class__.__name__ == "PointerType":
            from periclase.importer.python.pointer_rules import conversion_help

            help = conversion_help(value, target)
        return Problem("PC0203", f"{_a(_described(value))} can not be{purpose}", where, help)
    if target is bool_:
        return Problem(
            "PC0203",
            f"{_a(_described(value))} can not be{purpose}: it is no truth value",
            where,
            f"compare it (`{ast.unparse(value.node)} != 0`) or write `bool_({ast.unparse(value.node)})`",
        )
    if is_floating(source) and not target.is_float:
        loss = "the fraction would be lost"
    elif source is WEAK_FLOAT:
        loss = f"{target} has no number that large"
    elif is_floating(source):
        loss = "digits would be lost"
    elif target.is_float:
        loss = f"{target} does not hold every such integer"
    else:
        loss = (
            f"{target} does not hold every such value"
            if not isinstance(value, Constant)
            else f"{target} does not hold it"
        )
    return Problem(
        "PC0203",
        f"{_a(_described(value))} can not be{purpose}: {loss}",
        where,
        _annotation_hint(value, target) or cast_hint(value, target),
    )


def _annotation_hint(value: Expr, target: ScalarType) -> str | None:
    """What to write where a variable has the type that the literals in it have of themselves, and another one is meant."""
    if not isinstance(value, Read) or not value.variable.by_default or value.variable.declared is not None:
        return None
    if is_integer(value.type) == target.is_float:
        return None
    name = value.variable.name
    if not name.isidentifier():  # made up
        return None
    return f"write `{name}: {target} = …` where it is first assigned: of numbers in the source it is an {value.type}"


def _a(text: str) -> str:
    return text if text.startswith(("a ", "an ", "-")) or text[0].isdigit() else with_article(text)


def type_names(*values: Expr) -> str:
    """The types of expressions, for a message: `i32 and f32`."""
    return " and ".join(_described(v) for v in values)
