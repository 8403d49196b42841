"""Typing of shuffles: of a number that the hardware moves, of narrower ones, and of what is made of numbers, part by part."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.conversions import coerce, converted, is_integer, strong
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.typed_tree import (
    PENDING,
    Constant,
    Expr,
    Item,
    MakeStruct,
    MakeTuple,
    Once,
    Place,
)
from periclase.intrinsics.model import Intrinsic
from periclase.structs import StructType
from periclase.types import DeviceType, ScalarType, TupleType, Type, f32, i32, u32

if TYPE_CHECKING:
    from periclase.importer.python.typing_intrinsics import IntrinsicTyping


def shuffled(
    typing: IntrinsicTyping, node: ast.Call, row: Intrinsic, operands: dict[str, Expr | Place]
) -> Expr:
    """A call of a shuffle: the result has the type of the value.

    Raises:
        Problem: the value is not made of numbers.
        Unready: its type is still being found.
    """
    value = strong(cast(Expr, operands["value"]))
    operands = {
        name: _lane(cast(Expr, operand)) if name in _LANES else operand for name, operand in operands.items()
    }
    if value.type in PENDING:
        raise Unready
    if isinstance(value.type, ScalarType):
        return _number(typing, node, row, value, operands)
    _check(value.type, row, value.node)
    others: dict[str, Expr | Place] = {}
    for name, operand in operands.items():
        if name != "value":
            others[name] = operand if isinstance(operand, Constant) else Once(strong(cast(Expr, operand)))
    whole = Once(value)
    made = _parts(typing, node, row, whole, others)
    return typing.evaluated_first([whole, *(o for o in others.values() if isinstance(o, Once))], made)


_LANES = ("lane", "delta", "lane_mask")


def _lane(operand: Expr) -> Expr:
    """A lane or a distance, of which the instruction looks at the low bits: an integer of any type will do."""
    if isinstance(operand, Constant) or operand.type in PENDING or not is_integer(operand.type):
        return operand
    value = strong(operand)
    return value if value.type is u32 else converted(value, u32)


def _check(type: Any, row: Intrinsic, node: ast.AST) -> None:
    """See that a type is made of numbers, and of nothing that lies elsewhere."""
    kind = type.__class__.__name__
    if isinstance(type, ScalarType):
        return
    if kind not in ("StructType", "TupleType", "ComplexType"):
        raise Problem(
            "PC0210",
            f"`{row.name}` does not work on {with_article(type)}",
            node,
            "it moves numbers, and tuples and structs of numbers",
        )
    for _, part in cast(DeviceType, type).parts() or ():
        _check(part, row, node)


def _parts(
    typing: IntrinsicTyping, node: ast.Call, row: Intrinsic, value: Expr, others: dict[str, Expr | Place]
) -> Expr:
    type = cast(DeviceType, value.type)
    moved: list[Expr] = []
    for index, (_, part) in enumerate(type.parts() or ()):
        item = Once(Item(node, part, value, index))
        if isinstance(part, ScalarType):
            moved.append(_number(typing, node, row, item, others))
        else:
            moved.append(_parts(typing, node, row, item, others))
    if isinstance(type, TupleType):
        return MakeTuple(node, type, moved)
    if isinstance(type, StructType):
        return MakeStruct(node, type, moved)
    from periclase.complex_numbers import ComplexType
    from periclase.importer.python.complex_tree import MakeComplex

    return MakeComplex(node, cast(ComplexType, type), moved)


def _number(
    typing: IntrinsicTyping,
    node: ast.Call,
    row: Intrinsic,
    value: Expr,
    operands: dict[str, Expr | Place],
) -> Expr:
    from periclase.importer.python.typing_intrinsics import row_name_of_type

    type = cast(ScalarType, value.type)
    overload = row.overload(row_name_of_type(type))
    carrier: Type = type
    if overload is None:  # a narrower one travels in 32 bits, which hold it exactly
        carrier = f32 if type.is_float else i32 if type.is_signed else u32
        overload = row.overload(row_name_of_type(carrier))
        value = coerce(value, carrier)
    assert overload is not None
    call = typing.stub_result(node, row, overload, {**operands, "value": value}, {}, {}, [])
    whole: Any = typing
    return call if call.type is type else whole.cast(node, call, type)
