"""Integer and float arithmetic, bitwise operations, shifts.

Integers wrap: no `nuw`, and `nsw` only where `NO_WRAP` says so. Signedness comes from the `mir` type, LLVM's integers have none.
A shift count is masked to the width, so that no shift is poison. Division truncates; Python's `//` and `%` round down, and
there the one overflow, MIN // -1, wraps without ever reaching the divider (x86's raises a signal for it). Floats may be
contracted (`a * b + c` in one rounding, as nvcc does) unless the op names other flags.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, OpResult, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import integer_type
from periclase.dialects.mir.attributes import NO_WRAP
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings
from periclase.passes.convert_mir_to_llvm.types import I1, is_float, is_signed


def _operands(lo: FunctionLowering, op: Operation) -> tuple[SSAValue, SSAValue]:
    a, b = op.operands
    return lo.scalar(a), lo.scalar(b)


def _lower_add(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    if is_float(a.type):
        lo.bind(
            op.results[0], lo.emit(llvm.FAddOp.make(a, b, fastmath=lo.float_flags(op), location=lo.location))
        )
    else:
        lo.bind(op.results[0], lo.add(a, b, nsw=NO_WRAP in op.attributes))


def _lower_sub(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    if is_float(a.type):
        lo.bind(
            op.results[0], lo.emit(llvm.FSubOp.make(a, b, fastmath=lo.float_flags(op), location=lo.location))
        )
    else:
        lo.bind(op.results[0], lo.sub(a, b, nsw=NO_WRAP in op.attributes))


def _lower_mul(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    if is_float(a.type):
        lo.bind(
            op.results[0], lo.emit(llvm.FMulOp.make(a, b, fastmath=lo.float_flags(op), location=lo.location))
        )
    else:
        lo.bind(op.results[0], lo.mul(a, b, nsw=NO_WRAP in op.attributes))


def _lower_div(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    if is_float(a.type):
        lo.bind(
            op.results[0], lo.emit(llvm.FDivOp.make(a, b, fastmath=lo.float_flags(op), location=lo.location))
        )
    else:
        divide = llvm.SDivOp if is_signed(op.results[0].type) else llvm.UDivOp
        lo.bind(op.results[0], lo.emit(divide.make(a, b, location=lo.location)))


def _lower_exact_div(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    divide = llvm.SDivOp if is_signed(op.results[0].type) else llvm.UDivOp
    lo.bind(op.results[0], lo.emit(divide.make(a, b, exact=True, location=lo.location)))


def _remainder(lo: FunctionLowering, op: Operation, a: SSAValue, b: SSAValue) -> SSAValue:
    """The float remainder with the sign of the dividend, exact."""
    from periclase.passes.convert_mir_to_llvm.float_math import call_math

    # NVPTX lowers `frem` to a - trunc(a / b) * b, which is wrong once a / b has more digits than the type holds.
    return call_math(lo, op, "fmod", (a, b))


def _lower_rem(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    if is_float(a.type):
        lo.bind(op.results[0], _remainder(lo, op, a, b))
    else:
        rest = llvm.SRemOp if is_signed(op.results[0].type) else llvm.URemOp
        lo.bind(op.results[0], lo.emit(rest.make(a, b, location=lo.location)))


# ---------------------------------------------------------------------------------------------------------------------
# Python's division


def _constant_integer(value: SSAValue) -> int | None:
    if isinstance(value, OpResult) and isinstance(value.op, mir.ConstantOp):
        attribute = value.op.value
        return int(attribute.value.data)
    return None


def _safe_divisor(lo: FunctionLowering, op: Operation, b: SSAValue) -> tuple[SSAValue, SSAValue | None]:
    """A divisor that never is -1, and the condition under which it stands for -1 (None: never)."""
    constant = _constant_integer(op.operands[1])
    if constant is not None and constant != -1:
        return b, None
    minus_one = lo.constant(b.type, -1)
    is_minus_one = lo.icmp("eq", b, minus_one)
    return lo.select(is_minus_one, lo.constant(b.type, 1), b), is_minus_one


def _lower_floor_div(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    result = op.results[0]
    if is_float(a.type):
        lo.bind(result, _float_floor_div(lo, op, a, b))
        return
    if not is_signed(result.type):
        lo.bind(result, lo.emit(llvm.UDivOp.make(a, b, location=lo.location)))
        return
    divisor, is_minus_one = _safe_divisor(lo, op, b)
    zero = lo.constant(a.type, 0)
    quotient = lo.emit(llvm.SDivOp.make(a, divisor, location=lo.location))
    rest = lo.sub(a, lo.mul(quotient, divisor))
    # Rounded towards zero, the quotient is one too high where the remainder and the divisor have different signs.
    inexact = lo.icmp("ne", rest, zero)
    opposite = lo.icmp("slt", lo.xor(rest, divisor), zero)
    floored = lo.sub(quotient, lo.zext(lo.and_(inexact, opposite), a.type))
    lo.bind(result, floored if is_minus_one is None else lo.select(is_minus_one, lo.sub(zero, a), floored))


def _lower_floor_mod(lo: FunctionLowering, op: Operation) -> None:
    a, b = _operands(lo, op)
    result = op.results[0]
    if is_float(a.type):
        lo.bind(result, _float_floor_mod(lo, op, a, b))
        return
    if not is_signed(result.type):
        lo.bind(result, lo.emit(llvm.URemOp.make(a, b, location=lo.location)))
        return
    # Modulo -1 the remainder is 0, as it is modulo 1.
    divisor, _ = _safe_divisor(lo, op, b)
    zero = lo.constant(a.type, 0)
    rest = lo.emit(llvm.SRemOp.make(a, divisor, location=lo.location))
    inexact = lo.icmp("ne", rest, zero)
    opposite = lo.icmp("slt", lo.xor(rest, divisor), zero)
    correction = lo.select(lo.and_(inexact, opposite), divisor, zero)
    lo.bind(result, lo.add(rest, correction))


def _float_floor_mod(lo: FunctionLowering, op: Operation, a: SSAValue, b: SSAValue) -> SSAValue:
    """Python's `%`: the exact remainder with the sign of the divisor; a zero has that sign too."""
    zero = lo.constant(a.type, 0.0)
    rest = _remainder(lo, op, a, b)
    # `rest * b < 0` could underflow to zero; the two signs can not.
    opposite = lo.signs_differ(rest, b)
    nonzero = lo.fcmp("one", rest, zero)
    moved = lo.select(
        lo.and_(nonzero, opposite), lo.emit(llvm.FAddOp.make(rest, b, location=lo.location)), rest
    )
    signed_zero = lo.intrinsic("llvm.copysign", a.type, zero, b)
    return lo.select(lo.fcmp("oeq", rest, zero), signed_zero, moved)


def _float_floor_div(lo: FunctionLowering, op: Operation, a: SSAValue, b: SSAValue) -> SSAValue:
    """Python's `//`: (a - a % b) / b, whole but for rounding, which the last steps undo (CPython's `float_divmod`)."""
    location = lo.location
    zero, one, half = (lo.constant(a.type, value) for value in (0.0, 1.0, 0.5))
    rest = _remainder(lo, op, a, b)
    ratio = lo.emit(
        llvm.FDivOp.make(lo.emit(llvm.FSubOp.make(a, rest, location=location)), b, location=location)
    )
    moved = lo.and_(lo.fcmp("one", rest, zero), lo.signs_differ(rest, b))
    ratio = lo.select(moved, lo.emit(llvm.FSubOp.make(ratio, one, location=location)), ratio)
    floored = lo.intrinsic("llvm.floor", a.type, ratio)
    gap = lo.emit(llvm.FSubOp.make(ratio, floored, location=location))
    up = lo.emit(llvm.FAddOp.make(floored, one, location=location))
    rounded = lo.select(lo.fcmp("ogt", gap, half), up, floored)
    signed_zero = lo.intrinsic(
        "llvm.copysign", a.type, zero, lo.emit(llvm.FDivOp.make(a, b, location=location))
    )
    return lo.select(lo.fcmp("oeq", ratio, zero), signed_zero, rounded)


# ---------------------------------------------------------------------------------------------------------------------
# Checked, saturating, wide


def _lower_checked(name: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        a, b = _operands(lo, op)
        sign = "s" if is_signed(op.operands[0].type) else "u"
        lo.bind(op.results[0], *lo.intrinsic_pair(f"llvm.{sign}{name}.with.overflow", (a.type, I1), a, b))

    return lower


def _lower_saturating(name: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        a, b = _operands(lo, op)
        sign = "s" if is_signed(op.results[0].type) else "u"
        lo.bind(op.results[0], lo.intrinsic(f"llvm.{sign}{name}.sat", a.type, a, b))

    return lower


def _lower_carrying_mul_add(lo: FunctionLowering, op: Operation) -> None:
    """`a * b + c + d` in twice the width, which always holds it."""
    operands = [lo.scalar(operand) for operand in op.operands]
    narrow = cast(IntegerType, operands[0].type)
    width = narrow.width.data
    wide = integer_type(2 * width)
    a, b, c, d = (lo.resize(x, wide, is_signed(o.type)) for x, o in zip(operands, op.operands, strict=True))
    total = lo.add(lo.add(lo.mul(a, b), c), d)
    high = lo.lshr(total, lo.constant(wide, width))
    lo.bind(op.results[0], lo.trunc(total, narrow), lo.trunc(high, narrow))


# ---------------------------------------------------------------------------------------------------------------------
# Signs, bits, shifts


def _lower_neg(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    if is_float(a.type):
        lo.bind(op.results[0], lo.emit(llvm.FNegOp.make(a, location=lo.location)))
    else:
        lo.bind(op.results[0], lo.sub(lo.constant(a.type, 0), a))


def _lower_abs(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    if is_float(a.type):
        lo.bind(op.results[0], lo.intrinsic("llvm.fabs", a.type, a))
    elif is_signed(op.results[0].type):
        negated = lo.sub(lo.constant(a.type, 0), a)
        lo.bind(op.results[0], lo.select(lo.icmp("slt", a, lo.constant(a.type, 0)), negated, a))
    else:
        lo.bind(op.results[0], a)


def _lower_not(lo: FunctionLowering, op: Operation) -> None:
    a = lo.scalar(op.operands[0])
    lo.bind(op.results[0], lo.xor(a, lo.constant(a.type, -1)))


def _lower_and(lo: FunctionLowering, op: Operation) -> None:
    lo.bind(op.results[0], lo.and_(*_operands(lo, op)))


def _lower_or(lo: FunctionLowering, op: Operation) -> None:
    lo.bind(op.results[0], lo.or_(*_operands(lo, op)))


def _lower_xor(lo: FunctionLowering, op: Operation) -> None:
    lo.bind(op.results[0], lo.xor(*_operands(lo, op)))


def masked_count(lo: FunctionLowering, count: SSAValue, type: IntegerType) -> SSAValue:
    """`count`, of any integer type, as one of `type` modulo its width (a power of two)."""
    # Extended by zeros: only the low bits count, and they are the same either way.
    return lo.and_(lo.resize(count, type, signed=False), lo.constant(type, type.width.data - 1))


def _lower_shl(lo: FunctionLowering, op: Operation) -> None:
    a, count = _operands(lo, op)
    lo.bind(op.results[0], lo.shl(a, masked_count(lo, count, cast(IntegerType, a.type))))


def _lower_shr(lo: FunctionLowering, op: Operation) -> None:
    a, count = _operands(lo, op)
    shift = llvm.AShrOp if is_signed(op.results[0].type) else llvm.LShrOp
    masked = masked_count(lo, count, cast(IntegerType, a.type))
    lo.bind(op.results[0], lo.emit(shift.make(a, masked, location=lo.location)))


def _lower_min_max(name: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        a, b = _operands(lo, op)
        if is_float(a.type):
            # Not minnum and maxnum, which may give either of two zeros.
            lo.bind(op.results[0], lo.intrinsic(f"llvm.{name}imumnum.{a.type}", a.type, a, b))
        else:
            sign = "s" if is_signed(op.results[0].type) else "u"
            lo.bind(op.results[0], lo.intrinsic(f"llvm.{sign}{name}", a.type, a, b))

    return lower


LOWERINGS: Lowerings = {
    mir.AddOp: _lower_add,
    mir.SubOp: _lower_sub,
    mir.MulOp: _lower_mul,
    mir.DivOp: _lower_div,
    mir.ExactDivOp: _lower_exact_div,
    mir.RemOp: _lower_rem,
    mir.FloorDivOp: _lower_floor_div,
    mir.FloorModOp: _lower_floor_mod,
    mir.CheckedAddOp: _lower_checked("add"),
    mir.CheckedSubOp: _lower_checked("sub"),
    mir.CheckedMulOp: _lower_checked("mul"),
    mir.SaturatingAddOp: _lower_saturating("add"),
    mir.SaturatingSubOp: _lower_saturating("sub"),
    mir.CarryingMulAddOp: _lower_carrying_mul_add,
    mir.NegOp: _lower_neg,
    mir.AbsOp: _lower_abs,
    mir.NotOp: _lower_not,
    mir.BitAndOp: _lower_and,
    mir.BitOrOp: _lower_or,
    mir.BitXorOp: _lower_xor,
    mir.ShlOp: _lower_shl,
    mir.ShrOp: _lower_shr,
    mir.MinOp: _lower_min_max("min"),
    mir.MaxOp: _lower_min_max("max"),
}
