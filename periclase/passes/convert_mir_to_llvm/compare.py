"""Comparisons and selection. On floats `!=` is unordered (a NaN differs from everything, itself too), the others ordered."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation

from periclase.dialects import mir
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.types import is_float, is_signed, scalar_type


def _lower_comparison(integer: str, float_: str):
    """Lower to `icmp` with the predicate `integer`, in which `?` stands for `s` or `u`, or to `fcmp` with `float_`."""
    signed, unsigned = integer.replace("?", "s"), integer.replace("?", "u")

    def lower(lo: FunctionLowering, op: Operation) -> None:
        left, right = op.operands
        a, b = lo.scalar(left), lo.scalar(right)
        if is_float(a.type):
            result = lo.fcmp(float_, a, b)
        else:
            result = lo.icmp(signed if is_signed(left.type) else unsigned, a, b)
        lo.bind(op.results[0], result)

    return lower


def _lower_cmp(lo: FunctionLowering, op: Operation) -> None:
    """-1, 0 or 1: (a > b) - (a < b)."""
    left, right = op.operands
    a, b = lo.scalar(left), lo.scalar(right)
    type = cast(IntegerType, scalar_type(op.results[0].type))
    sign = "s" if is_signed(left.type) else "u"
    greater, less = lo.icmp(f"{sign}gt", a, b), lo.icmp(f"{sign}lt", a, b)
    lo.bind(op.results[0], lo.sub(lo.zext(greater, type), lo.zext(less, type)))


def _lower_select(lo: FunctionLowering, op: Operation) -> None:
    condition = lo.scalar(op.operands[0])
    left, right = lo.leaves(op.operands[1]), lo.leaves(op.operands[2])
    lo.bind(op.results[0], *(lo.select(condition, a, b) for a, b in zip(left, right, strict=True)))


LOWERINGS: Lowerings = {
    mir.EqOp: _lower_comparison("eq", "oeq"),
    mir.NeOp: _lower_comparison("ne", "une"),
    mir.LtOp: _lower_comparison("?lt", "olt"),
    mir.LeOp: _lower_comparison("?le", "ole"),
    mir.GtOp: _lower_comparison("?gt", "ogt"),
    mir.GeOp: _lower_comparison("?ge", "oge"),
    mir.CmpOp: _lower_cmp,
    mir.SelectOp: _lower_select,
}
