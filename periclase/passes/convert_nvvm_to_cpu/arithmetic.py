"""Arithmetic that a GPU has as single instructions: dot products of packed bytes, byte permutation, upper halves of products,
and approximations, which the host computes to full precision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, VectorType, f32, i32, i64
from xdsl.ir import Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import integer_type
from periclase.dialects.llvm.casts import integer_width
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion
from periclase.passes.convert_nvvm_to_cpu.words import word

_SMALLEST_NORMAL = 2.0**-126


# --------------------------------------------------------------------------------------------------------- products ----


def _extend(f: FunctionConversion, value: SSAValue, width: int, *, signed: bool) -> SSAValue:
    kind = llvm.SExtOp if signed else llvm.ZExtOp
    return f.emit(kind.make(value, integer_type(width), location=f.location))


def _high_product(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`mul.hi`."""
    type = op.results[0].type
    width = integer_width(type)
    assert width is not None
    signed = op.name.split(".")[-1].startswith("s")
    a, b = (_extend(f, operand, 2 * width, signed=signed) for operand in op.operands)
    by = f.constant(width, integer_type(2 * width))
    high = f.emit(llvm.LShrOp.make(f.mul(a, b), by, location=f.location))
    return (f.emit(llvm.TruncOp.make(high, type, location=f.location)),)


def _dot_product(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`dp4a`, and `dp2a` with the lower or upper two bytes of `b`."""
    a, b, total = op.operands
    count = cast("VectorType[IntegerType]", a.type).get_shape()[0]
    upper = op.properties.get("b_hi")
    first = count if isinstance(upper, IntegerAttr) and upper.value.data else 0

    def element(vector: SSAValue, index: int, sign: str) -> SSAValue:
        value = f.emit(llvm.ExtractElementOp.make(vector, f.constant(index), location=f.location))
        return _extend(f, value, 32, signed=word(op, sign) == "signed")

    for index in range(count):
        product = f.mul(element(a, index, "a_type"), element(b, first + index, "b_type"))
        total = f.add(total, product)
    return (total,)


# ---------------------------------------------------------------------------------------------------------- permute ----


def _permute(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`prmt`: byte `i` of the result is a byte of `hi:lo`, which one depends on the mode (PTX ISA, prmt, table)."""
    low, *high, selector = op.operands
    mode = word(op, "mode")
    source = _extend(f, low, 64, signed=False)
    if high:
        top = f.emit(
            llvm.ShlOp.make(_extend(f, high[0], 64, signed=False), f.constant(32, i64), location=f.location)
        )
        source = f.emit(llvm.OrOp.make(source, top, location=f.location))
    chosen = _extend(f, selector, 64, signed=False)

    def masked(value: SSAValue, mask: int) -> SSAValue:
        return f.emit(llvm.AndOp.make(value, f.constant(mask, i64), location=f.location))

    def number(value: int) -> SSAValue:
        return f.constant(value, i64)

    def extreme(name: str, value: SSAValue, other: int) -> SSAValue:
        return f.emit(
            llvm.CallIntrinsicOp.make(f"llvm.{name}.i64", (value, number(other)), i64, location=f.location)
        )

    result = number(0)
    step = masked(chosen, 3)
    for i in range(4):
        replicate: SSAValue | None = None
        if mode == "f4e":
            index = f.add(step, number(i))
        elif mode == "b4e":
            index = masked(f.add(step, number(-i)), 7)
        elif mode == "rc8":
            index = step
        elif mode == "ecl":
            index = extreme("umax", step, i)
        elif mode == "ecr":
            index = extreme("umin", step, i)
        elif mode == "rc16":
            half = masked(chosen, 1)
            index = f.add(f.add(half, half), number(i & 1))
        else:
            nibble = f.emit(llvm.LShrOp.make(chosen, number(4 * i), location=f.location))
            index, replicate = masked(nibble, 7), masked(nibble, 8)
        bits = f.mul(index, number(8))
        byte = masked(f.emit(llvm.LShrOp.make(source, bits, location=f.location)), 0xFF)
        if replicate is not None:
            sign = f.emit(llvm.LShrOp.make(byte, number(7), location=f.location))
            wanted = f.emit(llvm.ICmpOp.make("ne", replicate, number(0), location=f.location))
            byte = f.emit(llvm.SelectOp.make(wanted, f.mul(sign, number(0xFF)), byte, location=f.location))
        placed = f.emit(llvm.ShlOp.make(byte, number(8 * i), location=f.location))
        result = f.emit(llvm.OrOp.make(result, placed, location=f.location))
    return (f.emit(llvm.TruncOp.make(result, i32, location=f.location)),)


# --------------------------------------------------------------------------------------------------- approximations ----


def _float_constant(f: FunctionConversion, value: float) -> SSAValue:
    return f.emit(llvm.ConstantOp.floating(value, f32, location=f.location))


def _function(f: FunctionConversion, name: str, *values: SSAValue) -> SSAValue:
    return f.emit(llvm.CallIntrinsicOp.make(f"llvm.{name}.f32", values, f32, location=f.location))


def _flushed(f: FunctionConversion, value: SSAValue) -> SSAValue:
    """`value`, or zero of its sign if it is subnormal."""
    size = _function(f, "fabs", value)
    small = f.emit(llvm.FCmpOp.make("olt", size, _float_constant(f, _SMALLEST_NORMAL), location=f.location))
    zero = _function(f, "copysign", _float_constant(f, 0.0), value)
    return f.emit(llvm.SelectOp.make(small, zero, value, location=f.location))


def _quotient(f: FunctionConversion, x: SSAValue, y: SSAValue) -> SSAValue:
    return f.emit(llvm.FDivOp.make(x, y, location=f.location))


_FUNCTIONS: Final[dict[str, Callable[[FunctionConversion, Sequence[SSAValue]], SSAValue]]] = {
    "sin": lambda f, x: _function(f, "sin", *x),
    "cos": lambda f, x: _function(f, "cos", *x),
    "tanh": lambda f, x: _function(f, "tanh", *x),
    "sqrt": lambda f, x: _function(f, "sqrt", *x),
    "ex2": lambda f, x: _function(f, "exp2", *x),
    "lg2": lambda f, x: _function(f, "log2", *x),
    "rcp": lambda f, x: _quotient(f, _float_constant(f, 1.0), x[0]),
    "rsqrt": lambda f, x: _quotient(f, _float_constant(f, 1.0), _function(f, "sqrt", *x)),
    "div": lambda f, x: _quotient(f, *x),
}


def _approximation(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """An approximate function: precise here, with subnormals as zero where its name says `ftz`."""
    parts = op.name.split(".")
    flush = "ftz" in parts
    operands = [_flushed(f, operand) for operand in op.operands] if flush else op.operands
    value = _FUNCTIONS[parts[1]](f, operands)
    return (_flushed(f, value) if flush else value,)


_Lowering = Callable[[FunctionConversion, Operation], Sequence[SSAValue]]

ARITHMETIC: Final[dict[str, _Lowering]] = {
    **{f"nvvm.mul.hi.{type}": _high_product for type in ("s32", "u32", "s64", "u64")},
    **{
        f"nvvm.{name}.approx{ftz}.f": _approximation
        for name in ("sin", "cos", "sqrt", "rsqrt", "ex2", "lg2", "rcp")
        for ftz in ("", ".ftz")
    },
    "nvvm.tanh.approx.f": _approximation,
    "nvvm.div.approx.f": _approximation,
    "nvvm.div.full.f": _approximation,
    "nvvm.dot.accumulate.4way": _dot_product,
    "nvvm.dot.accumulate.2way": _dot_product,
    "nvvm.prmt": _permute,
}
"""The lowering of each operation that computes a value from values alone."""
