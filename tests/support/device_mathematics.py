"""How exact the mathematics of a GPU is, seen on this processor: the optimised LLVM IR of libdevice's functions, as kernels have
it, compiled natively, against libm in 80 bits.

What is left of NVPTX's intrinsics in it is replaced by what it means: the instructions that PTX rounds in a direction,
conversions, halves of words. The approximations of the hardware (`ex2.approx`, `lg2.approx`, …) are taken to be exact, which they are to two
units in the last place at most (PTX ISA, "Floating Point Instructions"); the crude reciprocal of doubles is crude.

    python tests/support/device_mathematics.py  # a table of the worst errors found
"""

# ruff: noqa: E501
from __future__ import annotations

import ctypes
import functools
import re
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from lowered_mir import parse
from numpy.typing import NDArray

from periclase.codegen.compiler import context
from periclase.codegen.llvm_ir import print_module
from periclase.codegen.ptx import optimised_llvm_ir
from periclase.passes import pipelines
from periclase.runtime.backends.cpu.llvm_binding import binding, target_machine

UNARY = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *(
        "exp",
        "exp2",
        "exp10",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "cbrt",
        "erf",
        "erfc",
        "tgamma",
        "lgamma",
        "rsqrt",
    ),
)
BINARY = ("atan2", "pow", "hypot", "fmod")
FUNCTIONS = (*UNARY, *BINARY)
"""What `mir` calls in libdevice, by the names of libm."""

TYPES = {"f32": ("float", np.float32), "f64": ("double", np.float64)}

BOUND = 2.0
"""Units in the last place that a function may be off."""

EDGES = (
    ("tan", "f32", 0.5, 4.0),
    ("tan", "f32", 40000.0, 90000.0),
    ("tan", "f32", 65000.0, 3e38),
    ("tan", "f64", 2e137, 3e137),
    ("sinh", "f32", 0.9, 1.2),
    ("sinh", "f32", 88.0, 90.0),
    ("cosh", "f32", 1e-5, 1.0),
    ("cosh", "f32", 88.0, 90.0),
    ("tanh", "f32", 0.4, 0.6),
    ("exp", "f32", 88.0, 88.8),
    ("exp", "f32", -104.0, -87.0),
    ("log10", "f32", 0.3, 3.0),
    ("log10", "f32", 1e-45, 1e-37),
    ("acosh", "f32", 1.0, 1.1),
    ("acosh", "f32", 1.0, 3e38),
    ("acosh", "f64", 1.0, 1.3),
    ("acosh", "f64", 1e8, 1e9),
    ("asin", "f64", 0.5, 0.65),
    ("asinh", "f64", 0.2, 1.0),
    ("asinh", "f64", 1e-9, 1e-7),
    ("atanh", "f64", 0.1, 0.9),
    ("atanh", "f64", 0.99999, 1.0),
    ("erfc", "f64", -1.0, -1e-3),
    ("erfc", "f64", 0.4, 0.6),
    ("erfc", "f64", 26.0, 28.0),
    ("tgamma", "f64", -184.0, -160.0),
    ("tgamma", "f64", 171.0, 172.0),
    ("tgamma", "f64", 1e-300, 1e-10),
    ("tgamma", "f64", 2.0, 12.5),
    ("lgamma", "f64", 0.9, 1.1),
    ("lgamma", "f64", 1.9, 2.6),
    ("lgamma", "f64", 1e15, 1e308),
    ("lgamma", "f64", -3.2, -2.4),
    ("lgamma", "f64", -4.05, -3.9),
)
"""Where errors are greatest, or where another formula begins: function, type, and from where to where."""

_MEANINGS = """
define internal float @nvvm.add.rn.f(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
define internal double @nvvm.add.rn.d(double %a, double %b) {
  %r = fadd double %a, %b
  ret double %r
}
define internal float @nvvm.mul.rn.f(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}
define internal double @nvvm.mul.rn.d(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
define internal float @nvvm.div.rn.f(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
define internal float @nvvm.div.approx.f(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
define internal float @flushed(float %a) {
  %m = call float @llvm.fabs.f32(float %a)
  %s = fcmp olt float %m, 0x3810000000000000
  %z = call float @llvm.copysign.f32(float 0.0, float %a)
  %r = select i1 %s, float %z, float %a
  ret float %r
}
define internal float @nvvm.div.approx.ftz.f(float %a, float %b) {
  %x = call float @flushed(float %a)
  %y = call float @flushed(float %b)
  %q = fdiv float %x, %y
  %r = call float @flushed(float %q)
  ret float %r
}
define internal double @directed(double %p, double %c, i1 %down) {
  %s = fadd double %p, %c
  %bb = fsub double %s, %p
  %sb = fsub double %s, %bb
  %e1 = fsub double %p, %sb
  %e2 = fsub double %c, %bb
  %e = fadd double %e1, %e2
  %t = fptrunc double %s to float
  %d = fpext float %t to double
  %diff = fsub double %s, %d
  %exact = fcmp oeq double %diff, 0.0
  %left = select i1 %exact, double %e, double %diff
  %low = fcmp olt double %left, 0.0
  %high = fcmp ogt double %left, 0.0
  %negative = fcmp olt double %d, 0.0
  %positive = fcmp ogt double %d, 0.0
  %in1 = and i1 %low, %positive
  %in2 = and i1 %high, %negative
  %inwards = or i1 %in1, %in2
  %out = and i1 %low, %negative
  %outdown = and i1 %out, %down
  %in2z = xor i1 %down, true
  %in2zero = and i1 %in2, %in2z
  %inboth = or i1 %in1, %in2zero
  %bits = bitcast float %t to i32
  %less = sub i32 %bits, 1
  %more = add i32 %bits, 1
  %k1 = select i1 %inboth, i32 %less, i32 %bits
  %k2 = select i1 %outdown, i32 %more, i32 %k1
  %f = bitcast i32 %k2 to float
  %r = fpext float %f to double
  ret double %r
}
define internal float @nvvm.add.rz.f(float %a, float %b) {
  %x = fpext float %a to double
  %y = fpext float %b to double
  %d = call double @directed(double %x, double %y, i1 false)
  %r = fptrunc double %d to float
  ret float %r
}
define internal float @nvvm.fma.rz.f(float %a, float %b, float %c) {
  %x = fpext float %a to double
  %y = fpext float %b to double
  %z = fpext float %c to double
  %p = fmul double %x, %y
  %d = call double @directed(double %p, double %z, i1 false)
  %r = fptrunc double %d to float
  ret float %r
}
define internal float @nvvm.fma.rm.f(float %a, float %b, float %c) {
  %x = fpext float %a to double
  %y = fpext float %b to double
  %z = fpext float %c to double
  %p = fmul double %x, %y
  %d = call double @directed(double %p, double %z, i1 true)
  %r = fptrunc double %d to float
  ret float %r
}
define internal i32 @nvvm.d2i.hi(double %a) {
  %b = bitcast double %a to i64
  %h = lshr i64 %b, 32
  %r = trunc i64 %h to i32
  ret i32 %r
}
define internal i32 @nvvm.d2i.lo(double %a) {
  %b = bitcast double %a to i64
  %r = trunc i64 %b to i32
  ret i32 %r
}
define internal double @nvvm.lohi.i2d(i32 %l, i32 %h) {
  %a = zext i32 %l to i64
  %b = zext i32 %h to i64
  %c = shl i64 %b, 32
  %d = or i64 %a, %c
  %r = bitcast i64 %d to double
  ret double %r
}
define internal i32 @nvvm.d2i.rn(double %a) {
  %n = call double @llvm.roundeven.f64(double %a)
  %i = call i32 @llvm.fptosi.sat.i32.f64(double %n)
  %u = fcmp uno double %a, %a
  %r = select i1 %u, i32 -2147483648, i32 %i
  ret i32 %r
}
define internal i64 @nvvm.d2ll.rz(double %a) {
  %i = call i64 @llvm.fptosi.sat.i64.f64(double %a)
  %u = fcmp uno double %a, %a
  %r = select i1 %u, i64 -9223372036854775808, i64 %i
  ret i64 %r
}
define internal i32 @nvvm.f2i.rn(float %a) {
  %n = call float @llvm.roundeven.f32(float %a)
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %n)
  ret i32 %r
}
define internal i32 @nvvm.f2i.rz(float %a) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  ret i32 %r
}
define internal i32 @nvvm.f2ui.rz(float %a) {
  %r = call i32 @llvm.fptoui.sat.i32.f32(float %a)
  ret i32 %r
}
define internal float @nvvm.ex2.approx.f32(float %a) {
  %x = fpext float %a to double
  %y = call double @exp2(double %x)
  %r = fptrunc double %y to float
  ret float %r
}
define internal float @nvvm.ex2.approx.ftz.f32(float %a) {
  %x = call float @flushed(float %a)
  %y = call float @nvvm.ex2.approx.f32(float %x)
  %r = call float @flushed(float %y)
  ret float %r
}
define internal float @nvvm.lg2.approx.f(float %a) {
  %x = fpext float %a to double
  %y = call double @log2(double %x)
  %r = fptrunc double %y to float
  ret float %r
}
define internal float @nvvm.lg2.approx.ftz.f(float %a) {
  %x = call float @flushed(float %a)
  %y = call float @nvvm.lg2.approx.f(float %x)
  %r = call float @flushed(float %y)
  ret float %r
}
define internal float @nvvm.fabs.f32(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
define internal double @nvvm.fabs.f64(double %a) {
  %r = call double @llvm.fabs.f64(double %a)
  ret double %r
}
define internal double @upper(double %a) {
  %b = bitcast double %a to i64
  %c = and i64 %b, -4294967296
  %r = bitcast i64 %c to double
  ret double %r
}
define internal double @nvvm.rcp.approx.ftz.d(double %a) {
  %x = call double @upper(double %a)
  %m = call double @llvm.fabs.f64(double %x)
  %s = fcmp olt double %m, 0x0010000000000000
  %z = call double @llvm.copysign.f64(double 0.0, double %x)
  %f = select i1 %s, double %z, double %x
  %q = fdiv double 1.0, %f
  %u = call double @upper(double %q)
  %n = call double @llvm.fabs.f64(double %u)
  %t = fcmp olt double %n, 0x0010000000000000
  %y = call double @llvm.copysign.f64(double 0.0, double %u)
  %r = select i1 %t, double %y, double %u
  ret double %r
}
define internal double @nvvm.rsqrt.approx.d(double %a) {
  %s = call double @llvm.sqrt.f64(double %a)
  %r = fdiv double 1.0, %s
  ret double %r
}
define internal float @nvvm.rsqrt.approx.f(float %a) {
  %x = fpext float %a to double
  %s = call double @llvm.sqrt.f64(double %x)
  %q = fdiv double 1.0, %s
  %r = fptrunc double %q to float
  ret float %r
}
define internal float @nvvm.rsqrt.approx.ftz.f(float %a) {
  %x = call float @flushed(float %a)
  %r = call float @nvvm.rsqrt.approx.f(float %x)
  ret float %r
}
define internal double @nvvm.round.d(double %a) {
  %r = call double @llvm.roundeven.f64(double %a)
  ret double %r
}
define internal float @nvvm.round.f(float %a) {
  %r = call float @llvm.roundeven.f32(float %a)
  ret float %r
}
define internal float @nvvm.saturate.f(float %a) {
  %p = fcmp ogt float %a, 0.0
  %x = select i1 %p, float %a, float 0.0
  %q = fcmp olt float %x, 1.0
  %r = select i1 %q, float %x, float 1.0
  ret float %r
}
define internal float @nvvm.sqrt.approx.f(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
declare double @exp2(double)
declare double @log2(double)
"""

_WIDE = """
define internal {{ i{n}, i{n} }} @{name}({parameters}) {{
{body}
  %l = trunc i{w} %v to i{n}
  %s = lshr i{w} %v, {n}
  %h = trunc i{w} %s to i{n}
  %t = insertvalue {{ i{n}, i{n} }} poison, i{n} %l, 0
  %r = insertvalue {{ i{n}, i{n} }} %t, i{n} %h, 1
  ret {{ i{n}, i{n} }} %r
}}
"""


def _wide(name: str, bits: int, operands: str, body: str) -> str:
    """A function of integers whose result is twice as wide; in `body` they are `%ax`, `%bx`, …, already wide."""
    parameters = ", ".join(f"i{bits} %{letter}" for letter in operands)
    widened = "\n".join(f"  %{letter}x = zext i{bits} %{letter} to i{2 * bits}" for letter in operands)
    return _WIDE.format(n=bits, w=2 * bits, name=name, parameters=parameters, body=f"{widened}\n{body}")


def _sums(name: str, op: str) -> str:
    parts = "  %a1 = shl i128 %bx, 64\n  %p = or i128 %a1, %ax\n  %b1 = shl i128 %dx, 64\n  %q = or i128 %b1, %cx\n"
    return _wide(name, 64, "abcd", f"{parts}  %v = {op} i128 %p, %q")


# Of the assembly in libdevice: words by which a piece is known, what takes its place, and what that does.
_ASSEMBLY = (
    (
        "rcp.approx.ftz.f32",
        "ptx.rcp.ftz",
        """define internal float @ptx.rcp.ftz(float %a) {
  %r = call float @nvvm.div.approx.ftz.f(float 1.0, float %a)
  ret float %r
}""",
    ),
    (
        "rsqrt.approx.ftz.f64",
        "ptx.rsqrt.ftz",
        """define internal double @ptx.rsqrt.ftz(double %a) {
  %x = call double @upper(double %a)
  %q = call double @nvvm.rsqrt.approx.d(double %x)
  %r = call double @upper(double %q)
  ret double %r
}""",
    ),
    (
        "sub.rn.f32",
        "ptx.sub",
        """define internal float @ptx.sub(float %a, float %b) {
  %r = fsub float %a, %b
  ret float %r
}""",
    ),
    (
        "setp.equ.f64",
        "ptx.equal",
        """define internal double @ptx.equal(double %a, double %b, double %c, double %d) {
  %p = fcmp ueq double %a, %b
  %r = select i1 %p, double %c, double %d
  ret double %r
}""",
    ),
    ("add.cc.u32      r0, a0, b0", "ptx.add128", _sums("ptx.add128", "add")),
    ("sub.cc.u32      r0, a0, b0", "ptx.sub128", _sums("ptx.sub128", "sub")),
    (
        "mad.lo.cc.u32   r0, alo, blo, clo",
        "ptx.mad128",
        _wide("ptx.mad128", 64, "abc", "  %p = mul i128 %ax, %bx\n  %v = add i128 %p, %cx"),
    ),
    ("mul.lo.u32      r0, alo, blo", "ptx.mul128", _wide("ptx.mul128", 64, "ab", "  %v = mul i128 %ax, %bx")),
    (
        "mad.lo.cc.u32   $0, $2, $3, $4",
        "ptx.mad64",
        _wide("ptx.mad64", 32, "abc", "  %p = mul i64 %ax, %bx\n  %v = add i64 %p, %cx"),
    ),
)
_PIECE = re.compile(r'asm (?:sideeffect )?"([^"]*)", "[^"]*"\(')


_SHIFT = re.compile(r"= (shl|lshr)(?: nuw| nsw| exact)* (i32|i64) ([^,\s]+), (%[^\s,]+)")


def _shifts() -> Iterator[str]:
    """Of all bits and more a shift on a GPU leaves nothing (PTX ISA, "shl"), which libdevice knows."""
    for op in ("shl", "lshr"):
        for type, bits in (("i32", 32), ("i64", 64)):
            yield (
                f"define internal {type} @ptx.{op}.{type}({type} %a, {type} %n) {{\n"
                f"  %far = icmp uge {type} %n, {bits}\n  %m = and {type} %n, {bits - 1}\n  %s = {op} {type} %a, %m\n"
                f"  %r = select i1 %far, {type} 0, {type} %s\n  ret {type} %r\n}}\n"
            )


def _without_assembly(text: str) -> str:
    def meaning(match: re.Match[str]) -> str:
        (name,) = {name for words, name, _ in _ASSEMBLY if words in match[1]}
        return f"@{name}("

    return (
        _PIECE.sub(meaning, _SHIFT.sub(r"= call \2 @ptx.\1.\2(\2 \3, \2 \4)", text))
        + "\n".join(_shifts())
        + "\n".join(body for _, _, body in _ASSEMBLY)
    )


_GENERIC = {
    **{f"llvm.{name}.f{bits}": f"declare {type} @llvm.{name}.f{bits}({type})" for name in ("fabs", "sqrt", "roundeven") for bits, type in ((32, "float"), (64, "double"))},
    **{f"llvm.copysign.f{bits}": f"declare {type} @llvm.copysign.f{bits}({type}, {type})" for bits, type in ((32, "float"), (64, "double"))},
    "llvm.fptosi.sat.i32.f64": "declare i32 @llvm.fptosi.sat.i32.f64(double)",
    "llvm.fptosi.sat.i64.f64": "declare i64 @llvm.fptosi.sat.i64.f64(double)",
    "llvm.fptosi.sat.i32.f32": "declare i32 @llvm.fptosi.sat.i32.f32(float)",
    "llvm.fptoui.sat.i32.f32": "declare i32 @llvm.fptoui.sat.i32.f32(float)",
}  # fmt: skip


def _operands(name: str) -> int:
    return 2 if name in BINARY else 1


# The operations whose names are not those of libm.
_OPERATIONS = {"tgamma": "gamma"}


def device_module() -> str:
    """The optimised LLVM IR of all functions as the code of a GPU has them: `@on_device_f32_sin` is the sine of `mir` for one."""
    functions = [
        (name, short, ", ".join(f"%{letter}" for letter in "ab"[: _operands(name)]))
        for name in FUNCTIONS
        for short in TYPES
    ]
    module = parse(
        "\n".join(
            f"mir.func @on_device_{short}_{name}({', '.join(f'{each} : {short}' for each in operands.split(', '))}) -> {short} {{\n"
            f"  %r = {'mir.rem' if name == 'fmod' else 'mir.' + _OPERATIONS.get(name, name)} {operands} : {short}\n"
            f"  mir.return %r : {short}\n}}"
            for name, short, operands in functions
        )
    )
    pipelines.ptx().run(context(), module, [])
    return optimised_llvm_ir(print_module(module, target="nvptx64", debug=False), "sm_90", ordinary=True)


def _loop(name: str, operands: int, type: str, call: list[str], result: str) -> str:
    """A function that fills an array with what `call` gives for the elements of others."""
    pointers = "".join(f", ptr %p{index}" for index in range(operands))
    loads = [
        f"  %q{index} = getelementptr {type}, ptr %p{index}, i64 %i\n  %x{index} = load {type}, ptr %q{index}"
        for index in range(operands)
    ]
    return "\n".join(
        (
            f"define void @{name}(i64 %n, ptr %out{pointers}) {{",
            "entry:",
            "  br label %loop",
            "loop:",
            "  %i = phi i64 [ 0, %entry ], [ %j, %loop ]",
            *loads,
            *call,
            f"  %o = getelementptr {result}, ptr %out, i64 %i",
            f"  store {result} %y, ptr %o",
            "  %j = add i64 %i, 1",
            "  %c = icmp ult i64 %j, %n",
            "  br i1 %c, label %loop, label %end",
            "end:",
            "  ret void",
            "}",
        )
    )


def native_module(device: str) -> str:
    """LLVM IR for this processor: loops over the device's functions, and over those of libm in 80 bits."""
    text = re.sub(r"^(?:target|source_filename) [^\n]*\n", "", device, flags=re.MULTILINE)
    text = re.sub(r"^declare [^\n]*@llvm\.nvvm\.[^\n]*\n", "", text, flags=re.MULTILINE).replace(
        "@llvm.nvvm.", "@nvvm."
    )
    text = re.sub(r"^(attributes #\d+ = \{)[^\n]*\}", r"\1 nounwind }", text, flags=re.MULTILINE)
    text = re.sub(r"^!(?:llvm\.(?!loop)|nvvm)[^\n]*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r" addrspace\(\d+\)| section \"[^\"]*\"|\bptx_device ", "", text)
    parts = [_without_assembly(text), _MEANINGS]
    parts += [
        line
        for name, line in _GENERIC.items()
        if re.search(rf"^declare [^\n]*@{re.escape(name)}\(", text, re.MULTILINE) is None
    ]
    for name in FUNCTIONS:
        count = _operands(name)
        for short, (type, _) in TYPES.items():
            given = ", ".join(f"{type} %x{index}" for index in range(count))
            parts.append(
                _loop(
                    f"device_{short}_{name}",
                    count,
                    type,
                    [f"  %y = call {type} @on_device_{short}_{name}({given})"],
                    type,
                )
            )
            wide = [f"  %w{index} = fpext {type} %x{index} to x86_fp80" for index in range(count)]
            given = ", ".join(f"x86_fp80 %w{index}" for index in range(count))
            if name == "rsqrt":
                wide += [
                    "  %s = call x86_fp80 @llvm.sqrt.f80(x86_fp80 %w0)",
                    "  %y = fdiv x86_fp80 0xK3FFF8000000000000000, %s",
                ]
            else:
                wide.append(f"  %y = call x86_fp80 @{name}l({given})")
            parts.append(_loop(f"exact_{short}_{name}", count, type, wide, "x86_fp80"))
        if name != "rsqrt":
            parts.append(f"declare x86_fp80 @{name}l({', '.join(['x86_fp80'] * count)})")
    parts.append("declare x86_fp80 @llvm.sqrt.f80(x86_fp80)")
    return "\n".join(parts) + "\n"


@functools.cache
def _library() -> tuple[Any, Any]:
    llvm = binding()
    machine = target_machine(2)
    ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
    llvm.load_library_permanently("libm.so.6")
    with (
        llvm.create_context() as context,
        llvm.parse_assembly(native_module(device_module()), context) as module,
    ):
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        module.verify()
        code = bytes(machine.emit_object(module))
    jit = llvm.create_lljit_compiler(target_machine(2), use_jit_link=False, suppress_errors=False)
    builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
    for name in FUNCTIONS:
        for short in TYPES:
            builder = builder.export_symbol(f"device_{short}_{name}").export_symbol(f"exact_{short}_{name}")
    return builder.link(jit, "device mathematics"), jit


def _call(symbol: str, result: Any, arguments: tuple[NDArray[Any], ...]) -> NDArray[Any]:
    tracker, _ = _library()
    out = np.zeros(len(arguments[0]), result)
    function = ctypes.CFUNCTYPE(None, ctypes.c_uint64, *[ctypes.c_void_p] * (len(arguments) + 1))(
        tracker[symbol]
    )
    function(len(out), out.ctypes.data, *(argument.ctypes.data for argument in arguments))
    return out


def on_device(name: str, short: str, *arguments: NDArray[Any]) -> NDArray[Any]:
    """What libdevice's function gives."""
    return _call(f"device_{short}_{name}", TYPES[short][1], arguments)


def exactly(name: str, short: str, *arguments: NDArray[Any]) -> NDArray[Any]:
    """The same by libm, in 80 bits."""
    return _call(f"exact_{short}_{name}", np.longdouble, arguments)


SPECIAL = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    np.inf,
    -np.inf,
    np.nan,
    3.0,
    -2.0,
    -3.0,
    1.5,
    np.pi,
    np.pi / 2,
    1e22,
    1e-30,
)


def inputs(short: str, count: int, seed: int) -> NDArray[Any]:
    """Specials, borders, and random numbers: of any magnitude, of small ones, and near where functions overflow."""
    r = np.random.default_rng(seed)
    float_ = TYPES[short][1]
    bits = np.uint32 if short == "f32" else np.uint64
    limits = np.finfo(float_)
    edges = [
        limits.max,
        limits.tiny,
        limits.smallest_subnormal,
        limits.eps,
        1 + limits.eps,
        1 - limits.epsneg,
    ]
    fixed = np.array([*SPECIAL, *edges, *(-edge for edge in edges)], float_)
    any_ = r.integers(0, 1 << (32 if short == "f32" else 64), count, bits, endpoint=False).view(float_)
    top = 89.0 if short == "f32" else 710.0
    parts = [
        any_,
        r.uniform(-1, 1, count),
        r.uniform(-10, 10, count),
        r.uniform(-top, top, count),
        r.uniform(-180, 180, count),
    ]
    near = r.choice((0.0, 1.0, -1.0, np.pi, -np.pi / 2), count) + r.normal(0, 1, count) * 10.0 ** r.uniform(
        -8, 0, count
    )
    return np.concatenate([fixed, *(part.astype(float_) for part in parts), near.astype(float_)])


def between(short: str, low: float, high: float, count: int) -> NDArray[Any]:
    """Floats from `low` to `high` that are equally many apart."""
    float_ = TYPES[short][1]
    bits = np.uint32 if short == "f32" else np.uint64
    first, last = sorted(int(np.array(end, float_).view(bits)) for end in (low, high))
    step = max(1, (last - first) // count)
    return np.arange(first, last + 1, step, dtype=bits).view(float_)


def errors(name: str, short: str, count: int, seed: int = 0) -> tuple[NDArray[Any], tuple[NDArray[Any], ...]]:
    """The errors in units in the last place, infinite where one is a NaN and the other is not, and the arguments."""
    arguments = [inputs(short, count, seed)]
    if _operands(name) == 2:
        other = inputs(short, count, seed + 1)
        arguments.append(np.random.default_rng(seed).permutation(other))
        # A power or angle of moderate numbers, too.
        half = len(other) // 2
        arguments[0][-half:] = np.abs(arguments[0][-half:])
    return errors_of(name, short, tuple(arguments))


def errors_of(
    name: str, short: str, arguments: tuple[NDArray[Any], ...]
) -> tuple[NDArray[Any], tuple[NDArray[Any], ...]]:
    """The same for given arguments."""
    with np.errstate(all="ignore"):
        got = on_device(name, short, *arguments)
        exact = exactly(name, short, *arguments)
        float_ = TYPES[short][1]
        rounded = exact.astype(float_)
        limits = np.finfo(float_)
        # The greatest number has no neighbour above, by which its unit would be known.
        finite = np.minimum(
            np.where(np.isfinite(rounded), np.abs(rounded), limits.max), limits.max / 2 + limits.max / 4
        )
        unit = np.abs(np.spacing(finite.astype(float_))).astype(np.longdouble)
        # What is just too great is as far from the greatest number as that number's unit.
        beyond = np.ldexp(np.longdouble(1), limits.maxexp)
        near = np.isinf(got) & (np.abs(exact) >= limits.max / 2) & (np.sign(got) == np.sign(exact))
        found = np.abs(np.where(near, np.copysign(beyond, exact), got.astype(np.longdouble)) - exact) / unit
        found = np.where(got == rounded, np.minimum(np.nan_to_num(found, nan=0.0, posinf=0.0), 0.5), found)
        found = np.where(np.isnan(got) & np.isnan(exact), 0.0, found)
        found = np.where(np.isnan(got) != np.isnan(exact), np.inf, found)
    return found.astype(np.float64), arguments


def worst(short: str, count: int, seed: int = 0) -> Iterator[tuple[str, float, tuple[float, ...]]]:
    """Of each function the worst error found, and where."""
    for name in FUNCTIONS:
        found, arguments = errors(name, short, count, seed)
        place = int(np.argmax(found))
        yield name, float(found[place]), tuple(float(argument[place]) for argument in arguments)


if __name__ == "__main__":
    for short in TYPES:
        for name, error, where in worst(short, int(sys.argv[1]) if len(sys.argv) > 1 else 200_000):
            print(f"{name:8} {short} {error:12.3f} ulp at {', '.join(map(repr, where))}")
