"""Counting, reversing and rotating bits. A count of leading or trailing zeros of 0 is the width: never poison."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from periclase.dialects import mir
from periclase.passes.convert_mir_to_llvm.arithmetic import masked_count
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.types import scalar_type


def _bind_count(lo: FunctionLowering, op: Operation, count: SSAValue) -> None:
    result = op.results[0]
    lo.bind(result, lo.resize(count, cast(IntegerType, scalar_type(result.type)), signed=False))


def _lower_pop_count(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    _bind_count(lo, op, lo.intrinsic("llvm.ctpop", a.type, a))


def _lower_count_leading_zeros(lo: FunctionLowering, op: Operation) -> None:
    _bind_count(lo, op, lo.leading_zeros(lo.scalar(op.operands[0])))


def _lower_count_trailing_zeros(lo: FunctionLowering, op: Operation) -> None:
    _bind_count(lo, op, lo.trailing_zeros(lo.scalar(op.operands[0])))


def _lower_byte_swap(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    one_byte = cast(IntegerType, a.type).width.data == 8  # which LLVM's intrinsic does not take
    lo.bind(op.results[0], a if one_byte else lo.intrinsic("llvm.bswap", a.type, a))


def _lower_bit_reverse(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    lo.bind(op.results[0], lo.intrinsic("llvm.bitreverse", a.type, a))


def _lower_rotate(name: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        a = lo.scalar(op.operands[0])
        count = masked_count(lo, lo.scalar(op.operands[1]), cast(IntegerType, a.type))
        lo.bind(op.results[0], lo.intrinsic(name, a.type, a, a, count))

    return lower


LOWERINGS: Lowerings = {
    mir.PopCountOp: _lower_pop_count,
    mir.CountLeadingZerosOp: _lower_count_leading_zeros,
    mir.CountTrailingZerosOp: _lower_count_trailing_zeros,
    mir.ByteSwapOp: _lower_byte_swap,
    mir.BitReverseOp: _lower_bit_reverse,
    mir.RotateLeftOp: _lower_rotate("llvm.fshl"),
    mir.RotateRightOp: _lower_rotate("llvm.fshr"),
}
