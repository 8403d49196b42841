"""Traps, assertions, printing and copies: what a thread asks of the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from xdsl.dialects.builtin import AnyFloat, IntegerAttr, IntegerType, StringAttr, f64, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.casts import integer_width
from periclase.passes.convert_nvvm_to_cpu.function import FunctionConversion


def _text(op: Operation, name: str) -> str:
    attribute = op.properties.get(name) or op.attributes.get(name)
    return attribute.data if isinstance(attribute, StringAttr) else ""


def trap(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`trap`, with the message and kind it carries."""
    f.trap(_text(op, "kind") or "trap", _text(op, "message"))
    return ()


def assert_fail(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`__assertfail`."""
    message = _text(op, "message")
    f.trap("user", f"assertion failed: {message}" if message else "assertion failed")
    return ()


def printf(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`vprintf`: C's own `printf`, which locks its stream, so that lines of different threads don't mix."""
    arguments: list[SSAValue] = [f.text(_text(op, "format"))]
    for value in op.operands:
        type = value.type
        if isinstance(type, AnyFloat) and type.bitwidth < 64:
            value = f.emit(llvm.FPExtOp.make(value, f64, location=f.location))
        elif (width := integer_width(type)) is not None and width < 32:
            value = f.emit(llvm.ZExtOp.make(value, i32, location=f.location))
        arguments.append(value)
    count = f.call("printf", arguments, i32, variadic_from=1)
    assert count is not None
    return (count,) if op.results else ()


def copy_async(f: FunctionConversion, op: Operation) -> Sequence[SSAValue]:
    """`cp.async`: done at once. With a third operand, only that many bytes are read and the rest is zero."""
    size = op.properties["size"]
    assert isinstance(size, IntegerAttr)
    bytes = f.constant(size.value.data, i64)
    false = f.constant(0, i1)
    target, source, *given = op.operands
    if given:
        zero = f.constant(0, IntegerType(8))
        f.insert(
            llvm.CallIntrinsicOp.make(
                "llvm.memset.p0.i64", (target, zero, bytes, false), None, location=f.location
            )
        )
        bytes = f.emit(llvm.ZExtOp.make(given[0], i64, location=f.location))
    f.insert(
        llvm.CallIntrinsicOp.make(
            "llvm.memcpy.p0.p0.i64", (target, source, bytes, false), None, location=f.location
        )
    )
    return ()


_Lowering = Callable[[FunctionConversion, Operation], Sequence[SSAValue]]

HOST_CALLS: Final[dict[str, _Lowering]] = {
    "nvvm.trap": trap,
    "nvvm.assertfail": assert_fail,
    "nvvm.printf": printf,
    "nvvm.cp.async.shared.global": copy_async,
}
