"""Conversions between 128-bit integers and floats, in 64-bit steps.

LLVM turns them into calls of its runtime library (`__floatuntidf`, …), which neither a GPU nor a JIT-compiled kernel has; on
NVPTX it ends the process. The steps here are exact, with one correct rounding.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import integer_type
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering
from periclase.passes.convert_mir_to_llvm.types import I64

_I128 = integer_type(128)


def wide_integer_to_float(lo: FunctionLowering, value: SSAValue, type: Attribute, signed: bool) -> SSAValue:
    """A 128-bit integer as a float of `type`, rounded to nearest, ties to even; beyond the type's range infinite."""
    location = lo.location
    zero = lo.constant(_I128, 0)
    negative = lo.icmp("slt", value, zero) if signed else None
    magnitude = value if negative is None else lo.select(negative, lo.sub(zero, value), value)
    # The highest set bit goes to the top: the upper half then holds 64 significant bits.
    shift = lo.and_(lo.leading_zeros(magnitude), lo.constant(_I128, 127))
    normal = lo.shl(magnitude, shift)
    upper = lo.trunc(lo.lshr(normal, lo.constant(_I128, 64)), I64)
    lower = lo.trunc(normal, I64)
    # What stands below is kept as one sticky bit; the whole has 53 bits at most where it goes through f64 (to f16, bf16),
    # so that only one step rounds.
    direct = type in (f32, f64)
    if direct:
        rest = lower
    else:
        rest = lo.or_(lower, lo.and_(upper, lo.constant(I64, 0x7FF)))
        upper = lo.and_(upper, lo.constant(I64, ~0x7FF))
    sticky = lo.zext(lo.icmp("ne", rest, lo.constant(I64, 0)), I64)
    if not direct:
        sticky = lo.shl(sticky, lo.constant(I64, 11))
    significand = lo.or_(upper, sticky)
    wide = f32 if type == f32 else f64
    scaled = lo.emit(llvm.UIToFPOp.make(significand, wide, location=location))
    # times 2^(64 - shift), a power of two made from its bits
    bias, digits, word = (127, 23, integer_type(32)) if wide == f32 else (1023, 52, I64)
    exponent = lo.sub(lo.constant(word, bias + 64), lo.trunc(shift, word))
    power = lo.bitcast(lo.shl(exponent, lo.constant(word, digits)), wide)
    result = lo.emit(llvm.FMulOp.make(scaled, power, location=location))
    if negative is not None:
        result = lo.select(negative, lo.emit(llvm.FNegOp.make(result, location=location)), result)
    return result if direct else lo.emit(llvm.FPTruncOp.make(result, type, location=location))


def float_to_wide_integer(lo: FunctionLowering, value: SSAValue, signed: bool) -> SSAValue:
    """A float as a 128-bit integer: towards zero, saturating, 0 for a NaN."""
    location = lo.location
    x = value if value.type == f64 else lo.emit(llvm.FPExtOp.make(value, f64, location=location))
    magnitude = lo.intrinsic("llvm.fabs", f64, x) if signed else x
    high_part = lo.intrinsic(
        "llvm.trunc", f64, lo.emit(llvm.FMulOp.make(magnitude, lo.constant(f64, 2.0**-64), location=location))
    )
    # Exact: what is subtracted is `magnitude` without its digits below 2^64.
    covered = lo.emit(llvm.FMulOp.make(high_part, lo.constant(f64, 2.0**64), location=location))
    low_part = lo.emit(llvm.FSubOp.make(magnitude, covered, location=location))
    high = lo.intrinsic("llvm.fptoui.sat", I64, high_part)
    low = lo.intrinsic("llvm.fptoui.sat", I64, low_part)
    joined = lo.or_(lo.shl(lo.zext(high, _I128), lo.constant(_I128, 64)), lo.zext(low, _I128))
    if not signed:
        return lo.select(lo.fcmp("oge", x, lo.constant(f64, 2.0**128)), lo.constant(_I128, -1), joined)
    zero = lo.constant(_I128, 0)
    result = lo.select(lo.fcmp("olt", x, lo.constant(f64, 0.0)), lo.sub(zero, joined), joined)
    result = lo.select(
        lo.fcmp("oge", x, lo.constant(f64, 2.0**127)), lo.constant(_I128, (1 << 127) - 1), result
    )
    return lo.select(lo.fcmp("ole", x, lo.constant(f64, -(2.0**127))), lo.constant(_I128, 1 << 127), result)
