"""Calls of `periclase.bits`, and the methods of numbers: `x.bit_count()`, `x.bit_length()`, `x.is_integer()`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from periclase import bits
from periclase.importer.python.bit_tree import BitOperation
from periclase.importer.python.conversions import coerce, is_floating, is_integer, strong
from periclase.importer.python.math_functions import Handler, library_call, numbers
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import (
    PENDING,
    Binary,
    Compare,
    Constant,
    Convert,
    Expr,
    Logical,
    MathCall,
    Pending,
    Unary,
)
from periclase.types import ScalarType, bool_, i32, i64, u8, u16, u32, u64

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping
    from periclase.importer.python.typing_loops import LoopTyping

_UNSIGNED = {8: u8, 16: u16, 32: u32, 64: u64}


def _integer(typing: LoopTyping, node: ast.Call, value: Expr) -> Expr:
    """An integer in a type of its own.

    Raises:
        Problem: it is none.
    """
    value = typing.as_number(value)
    if not is_integer(value.type):
        help = (
            f"look at its bits: `bit_cast({ast.unparse(value.node)}, u32)`"
            if is_floating(value.type)
            else None
        )
        raise Problem(
            "PC0205", f"`{ast.unparse(node.func)}` works on integers, not on {value.type}", value.node, help
        )
    return value if value.type in PENDING else strong(value)


def _as_count(node: ast.AST, value: BitOperation, most: int) -> Expr:
    return Convert(node, i32, value, (0, most))


def _counted(op: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        value = _integer(typing, node, *typing.plain_arguments(node, 1))
        if not isinstance(value.type, ScalarType):
            return Pending(node, i32)
        return _as_count(node, BitOperation(node, u32, op, [value]), value.type.bits)

    return typed


def _permuted(op: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        value = _integer(typing, node, *typing.plain_arguments(node, 1))
        return BitOperation(node, value.type, op, [value]) if isinstance(value.type, ScalarType) else value

    return typed


def _rotated(op: str) -> Handler:
    def typed(typing: LoopTyping, node: ast.Call) -> Expr:
        value, count = (_integer(typing, node, part) for part in typing.plain_arguments(node, 2))
        if not isinstance(value.type, ScalarType) or not isinstance(count.type, ScalarType):
            return value
        return BitOperation(node, value.type, op, [value, count])

    return typed


def _byte_permute(typing: LoopTyping, node: ast.Call) -> Expr:
    from periclase.library import integers

    parts = [_integer(typing, node, part) for part in typing.plain_arguments(node, 3)]
    if any(part.type in PENDING for part in parts):
        return Pending(node, u32)
    values: list[Expr] = []
    for part in parts:
        assert isinstance(part.type, ScalarType)
        if part.type.bits > 32 and not isinstance(part, Constant):
            raise Problem(
                "PC0205",
                f"`byte_permute` takes 32 bits, not {part.type}",
                part.node,
                f"write `u32({ast.unparse(part.node)})`",
            )
        values.append(typing.cast(node, part, u32))
    return library_call(typing, node, integers.byte_permute, values)


def _bit_cast(typing: LoopTyping, node: ast.Call) -> Expr:
    if len(node.args) != 2 or node.keywords:
        raise Problem("PC0207", "`bit_cast` takes a value and a type", node, "write `bit_cast(x, u32)`")
    target = typing.annotated_type(node.args[1])
    if not isinstance(target, ScalarType) or target is bool_:
        raise Problem("PC0201", f"`{ast.unparse(node.args[1])}` is not a type of numbers", node.args[1])
    (value,) = numbers(typing, node, [typing.value(node.args[0])])
    if value.type in PENDING:
        return Pending(node, target)
    value = strong(value)
    assert isinstance(value.type, ScalarType)
    if value.type.bits != target.bits:
        raise Problem(
            "PC0205",
            f"`bit_cast` from {value.type} to {target}: they have {value.type.bits} and {target.bits} bits",
            node,
            f"cast it to a type of {target.bits} bits before",
        )
    return BitOperation(node, target, "cast", [value])


HANDLERS: dict[Any, Handler] = {
    bits.bit_cast: _bit_cast,
    bits.bit_reverse: _permuted("bit_reverse"),
    bits.byte_permute: _byte_permute,
    bits.byte_swap: _permuted("byte_swap"),
    bits.count_leading_zeros: _counted("count_leading_zeros"),
    bits.count_trailing_zeros: _counted("count_trailing_zeros"),
    bits.popcount: _counted("popcount"),
    bits.rotate_left: _rotated("rotate_left"),
    bits.rotate_right: _rotated("rotate_right"),
}
"""Each function of `periclase.bits` with the function that types a call of it."""


# Methods of numbers


def _magnitude(value: Expr, node: ast.AST) -> tuple[Expr, ScalarType]:
    """The bits of the magnitude of an integer, also of the least one."""
    type = value.type
    assert isinstance(type, ScalarType)
    if not type.is_signed:
        return value, type
    unsigned = _UNSIGNED[type.bits]
    return Convert(node, unsigned, Unary(node, type, None, "abs", value)), unsigned


def bits_up_to_highest(node: ast.AST, value: Expr) -> Expr:
    """All bits up to the highest that an integer, which is not negative, has set; the lowest one in any case."""
    type = value.type
    assert isinstance(type, ScalarType)
    unsigned = _UNSIGNED[type.bits]
    some = Binary(node, type, None, "or", value, Constant(node, type, 1))
    zeros = BitOperation(node, u32, "count_leading_zeros", [Convert(node, unsigned, some)])
    return Convert(
        node, type, Binary(node, unsigned, None, "shr", Constant(node, unsigned, int(unsigned.high)), zeros)
    )


def method(typing: ExpressionTyping, node: ast.Call, value: Expr, name: str) -> Expr | None:
    """`value.name()` of a number, or None where numbers have no such method."""
    if name not in ("bit_count", "bit_length", "is_integer", "conjugate"):
        return None
    if node.args or node.keywords:
        raise Problem("PC0207", f"`{ast.unparse(node.func)}` takes no arguments", node)
    if name == "conjugate":
        return typing.positive(node, value)
    result = bool_ if name == "is_integer" else i64
    if value.type in PENDING:
        return Pending(node, result)
    if isinstance(value, Constant) and not isinstance(value.value, bool):
        return Constant(node, bool_ if name == "is_integer" else value.type, getattr(value.value, name)())
    value = strong(coerce(value, i64) if value.type is bool_ else value)
    type = value.type
    assert isinstance(type, ScalarType)
    if name == "is_integer":
        if not type.is_float:
            return typing.after(value, Constant(node, bool_, True))
        value = typing.once(value)
        finite = Compare(
            node, "lt", Unary(node, type, None, "abs", value), Constant(node, type, float("inf"))
        )
        whole = Compare(node, "eq", MathCall(node, type, "trunc", (value,)), value)
        return Logical(node, True, [finite, whole])
    if type.is_float:
        return None
    magnitude, unsigned = _magnitude(value, node)
    if name == "bit_count":
        return _as_count(node, BitOperation(node, u32, "popcount", [magnitude]), type.bits)
    zeros = _as_count(node, BitOperation(node, u32, "count_leading_zeros", [magnitude]), type.bits)
    return Binary(node, i32, (0, type.bits), "sub", Constant(node, i32, unsigned.bits), zeros)


def attribute(typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr | None:
    """`value.real` and `value.imag` of a number."""
    if node.attr == "real":
        return typing.positive(node, value)
    if node.attr == "imag":
        zero = 0.0 if is_floating(value.type) else 0
        type = value.type if value.type is not bool_ else i64
        return typing.after(value, Constant(node, type, zero))
    return None
