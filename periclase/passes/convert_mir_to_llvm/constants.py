"""Constants and undefined values, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import AnyFloat, ArrayAttr, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm, mir
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.types import leaves_of


def _scalar_constant(lo: FunctionLowering, value: Attribute) -> SSAValue:
    if isinstance(value, FloatAttr):
        number = cast("FloatAttr[AnyFloat]", value)
        return lo.constant(number.type, number.value.data)
    integer = cast("IntegerAttr[IntegerType]", value)
    return lo.constant(integer.type, integer.value.data)


def _flattened(value: Attribute) -> Iterator[Attribute]:
    if isinstance(value, ArrayAttr):
        for element in cast("ArrayAttr[Attribute]", value).data:
            yield from _flattened(element)
    else:
        yield value


def _lower_constant(lo: FunctionLowering, op: Operation) -> None:
    lo.bind(op.results[0], _scalar_constant(lo, cast(mir.ConstantOp, op).value))


def _lower_constant_aggregate(lo: FunctionLowering, op: Operation) -> None:
    elements = _flattened(cast(mir.ConstantAggregateOp, op).value)
    lo.bind(op.results[0], *(_scalar_constant(lo, element) for element in elements))


def _lower_undef(lo: FunctionLowering, op: Operation) -> None:
    result = op.results[0]
    leaves = (lo.emit(llvm.UndefOp.make(leaf.type, location=lo.location)) for leaf in leaves_of(result.type))
    lo.bind(result, *leaves)


LOWERINGS: Lowerings = {
    mir.ConstantOp: _lower_constant,
    mir.ConstantAggregateOp: _lower_constant_aggregate,
    mir.UndefOp: _lower_undef,
}
