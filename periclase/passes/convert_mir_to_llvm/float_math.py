"""Float mathematics: LLVM's intrinsics where the target computes them itself, else calls of its mathematics library.

| function                      | on PTX                                      | on the CPU                         |
| ----------------------------- | ------------------------------------------- | ---------------------------------- |
| sqrt, floor, round, fma, …    | LLVM's intrinsic, an instruction or a few   | LLVM's intrinsic                   |
| exp2 (f32), rsqrt (f32)       | `ex2.approx`, `rsqrt.approx` (2 ulp)        | LLVM's intrinsic; 1 / sqrt         |
| sin, exp, pow … with `afn`    | approximations of the hardware (f32)        | LLVM's intrinsic                   |
| sin, exp, pow …               | libdevice: `__nv_sinf`, `__nv_sin`          | LLVM's intrinsic, which calls libm |
| expm1, cbrt, erf, asinh …     | libdevice                                   | libm                               |
| erfc, lgamma … (f32)          | libdevice in f64, but with `afn`            | libm                               |
| tan (f32), tgamma (f64) …     | `periclase.library.exact_functions`, the same | libm                             |

`tanh.approx` is left alone: it needs PTX 7.0, which the oldest target does not have.

f16 and bf16 go through f32 where there is no intrinsic. NVPTX ends the process on an intrinsic that it has no instruction
for: that is why the choice is made here and not left to LLVM.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.passes.convert_mir_to_llvm.function import FunctionLowering, Lowerings

_ON_CPU = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "exp2",
        "exp10",
        "log",
        "log2",
        "log10",
        "pow",
    ]
)
"""What LLVM has an intrinsic for that x86 and Arm lower to a call of libm."""

COARSE = frozenset(["atanh", "erfc", "tgamma", "lgamma"])
"""What libdevice computes worse than to two units in the last place in f32, to thousands of them near a root of `lgamma`, and is
slow anyhow: it is computed in f64, but where approximations are allowed."""

EXACT: dict[Attribute, frozenset[str]] = {
    f32: frozenset(["tan", "sinh", "cosh", "acosh", "log10"]),
    f64: frozenset(["asinh", "acosh", "atanh", "erfc", "tgamma", "lgamma"]),
}
"""What libdevice computes worse than that and we have better, by type: `periclase.library.exact_functions`."""

_LOG2_E = math.log2(math.e)
_LOG2_10 = math.log2(10.0)
_LN_2 = math.log(2.0)
_LOG10_2 = math.log10(2.0)


def call_math(lo: FunctionLowering, op: Operation, name: str, arguments: Sequence[SSAValue]) -> SSAValue:
    """The function `name` (as libm calls it in double precision) of `arguments`, which have one float type."""
    type = arguments[0].type
    if type != f32 and type != f64:
        wide = [lo.emit(llvm.FPExtOp.make(a, f32, location=lo.location)) for a in arguments]
        narrow = call_math(lo, op, name, wide)
        return lo.emit(llvm.FPTruncOp.make(narrow, type, location=lo.location))
    flags = lo.float_flags(op)
    if lo.module.target == "cpu":
        return _on_cpu(lo, name, arguments, type, flags)
    if type == f32:
        fast = _approximation(lo, name, arguments, flags)
        if fast is not None:
            return fast
        if name in COARSE and not _approximate(flags):
            wide = [lo.emit(llvm.FPExtOp.make(a, f64, location=lo.location)) for a in arguments]
            exact = lo.call_external(f"__nv_{name}", wide, f64)
            return lo.emit(llvm.FPTruncOp.make(exact, f32, location=lo.location))
    if name in EXACT[type] and not _approximate(flags):
        return lo.call_external(f"__periclase_exact_{name}_{type}", arguments, type)
    return lo.call_external(f"__nv_{name}{'f' if type == f32 else ''}", arguments, type)


def _on_cpu(
    lo: FunctionLowering,
    name: str,
    arguments: Sequence[SSAValue],
    type: Attribute,
    flags: FastMathAttr | None,
) -> SSAValue:
    if name in _ON_CPU:
        return lo.intrinsic(f"llvm.{name}", type, *arguments, fastmath=flags)
    if name == "fmod":
        return lo.emit(llvm.FRemOp.make(arguments[0], arguments[1], location=lo.location))
    if name == "rsqrt":
        root = lo.intrinsic("llvm.sqrt", type, arguments[0], fastmath=flags)
        return lo.emit(llvm.FDivOp.make(lo.constant(type, 1.0), root, fastmath=flags, location=lo.location))
    return lo.call_external(f"{name}{'f' if type == f32 else ''}", arguments, type)


def _approximation(
    lo: FunctionLowering, name: str, arguments: Sequence[SSAValue], flags: FastMathAttr | None
) -> SSAValue | None:
    """What a GPU computes in one or two instructions in f32; None where it has none or the op's flags forbid it."""
    x = arguments[0]
    if name == "exp2":
        return lo.intrinsic("llvm.exp2", f32, x, fastmath=flags)
    if name == "rsqrt":
        return lo.intrinsic("llvm.nvvm.rsqrt.approx.f", f32, x)
    if not _approximate(flags):
        return None
    match name:
        case "sin" | "cos":
            return lo.intrinsic(f"llvm.{name}", f32, x, fastmath=flags)
        case "tan":
            sine, cosine = (lo.intrinsic(f"llvm.{part}", f32, x, fastmath=flags) for part in ("sin", "cos"))
            return lo.emit(llvm.FDivOp.make(sine, cosine, fastmath=flags, location=lo.location))
        case "exp" | "exp10":
            factor = lo.constant(f32, _LOG2_E if name == "exp" else _LOG2_10)
            return lo.intrinsic("llvm.exp2", f32, _product(lo, x, factor, flags), fastmath=flags)
        case "log2":
            return lo.intrinsic("llvm.nvvm.lg2.approx.f", f32, x)
        case "log" | "log10":
            factor = lo.constant(f32, _LN_2 if name == "log" else _LOG10_2)
            return _product(lo, lo.intrinsic("llvm.nvvm.lg2.approx.f", f32, x), factor, flags)
        case "pow":
            power = _product(lo, arguments[1], lo.intrinsic("llvm.nvvm.lg2.approx.f", f32, x), flags)
            return lo.intrinsic("llvm.exp2", f32, power, fastmath=flags)
        case _:
            return None


def _approximate(flags: FastMathAttr | None) -> bool:
    return flags is not None and any(flag.value == "afn" for flag in flags.data)


def _product(lo: FunctionLowering, a: SSAValue, b: SSAValue, flags: FastMathAttr | None) -> SSAValue:
    return lo.emit(llvm.FMulOp.make(a, b, fastmath=flags, location=lo.location))


def _native(intrinsic: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        arguments = [lo.scalar(operand) for operand in op.operands]
        lo.bind(
            op.results[0],
            lo.intrinsic(intrinsic, arguments[0].type, *arguments, fastmath=lo.float_flags(op)),
        )

    return lower


def _called(name: str):
    def lower(lo: FunctionLowering, op: Operation) -> None:
        lo.bind(op.results[0], call_math(lo, op, name, [lo.scalar(operand) for operand in op.operands]))

    return lower


_FUNCTIONS: dict[type[Operation], str] = {
    mir.RsqrtOp: "rsqrt",
    mir.SinOp: "sin",
    mir.CosOp: "cos",
    mir.TanOp: "tan",
    mir.AsinOp: "asin",
    mir.AcosOp: "acos",
    mir.AtanOp: "atan",
    mir.Atan2Op: "atan2",
    mir.SinhOp: "sinh",
    mir.CoshOp: "cosh",
    mir.TanhOp: "tanh",
    mir.AsinhOp: "asinh",
    mir.AcoshOp: "acosh",
    mir.AtanhOp: "atanh",
    mir.ExpOp: "exp",
    mir.Exp2Op: "exp2",
    mir.Exp10Op: "exp10",
    mir.Expm1Op: "expm1",
    mir.LogOp: "log",
    mir.Log2Op: "log2",
    mir.Log10Op: "log10",
    mir.Log1pOp: "log1p",
    mir.PowOp: "pow",
    mir.CbrtOp: "cbrt",
    mir.HypotOp: "hypot",
    mir.ErfOp: "erf",
    mir.ErfcOp: "erfc",
    mir.GammaOp: "tgamma",
    mir.LgammaOp: "lgamma",
}

LOWERINGS: Lowerings = {
    mir.SqrtOp: _native("llvm.sqrt"),
    mir.FloorOp: _native("llvm.floor"),
    mir.CeilOp: _native("llvm.ceil"),
    mir.TruncOp: _native("llvm.trunc"),
    mir.RoundOp: _native("llvm.round"),
    mir.RoundEvenOp: _native("llvm.roundeven"),
    mir.CopySignOp: _native("llvm.copysign"),
    mir.FmaOp: _native("llvm.fma"),
} | {op_class: _called(name) for op_class, name in _FUNCTIONS.items()}
