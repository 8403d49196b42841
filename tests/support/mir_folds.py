"""Asking an op for its fold, for the tests: operands are constants or anything of a type."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import FoldInterface


def unknown(type: Attribute) -> SSAValue:
    """A value that is no constant."""
    return mir.UndefOp.make(type).result


def constant(value: float, type: Attribute) -> SSAValue:
    """A constant value."""
    return mir.ConstantOp.of(value, type).result


def fold(op: FoldInterface) -> Attribute | SSAValue | None:
    """What `op` folds to, having only one result; the op and a constant result are verified."""
    op.verify()  # type: ignore[attr-defined]
    operands: Sequence[SSAValue] = op.operands  # type: ignore[attr-defined]
    folded = op.fold([constant_of(operand) for operand in operands])
    if folded is None:
        return None
    (value,) = folded
    result_type = op.results[0].type  # type: ignore[attr-defined]
    if isinstance(value, Attribute):
        made = mir.materialize_constant(value, result_type, op.location)  # type: ignore[attr-defined]
        assert made is not None
        made.verify()
    else:
        assert value.type == result_type
    return value


def number(attr: object) -> int | float | None:
    """The Python number of a scalar constant (booleans are 0 and 1); None when nothing was folded."""
    if attr is None:
        return None
    assert isinstance(attr, IntegerAttr | FloatAttr), attr
    if isinstance(attr, FloatAttr):
        return attr.value.data
    return attr.value.data & 1 if str(attr.type) == "i1" else attr.value.data


def numbers(attr: object) -> tuple[int | float | None, ...] | None:
    """The numbers of an aggregate constant."""
    if attr is None:
        return None
    assert isinstance(attr, ArrayAttr)
    return tuple(number(element) for element in attr.data)
