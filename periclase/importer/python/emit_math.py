"""The operations of mathematics, by what functions of floats are called. Loaded by the first call of one."""

from __future__ import annotations

from typing import Any

from periclase.dialects import mir

OPERATIONS: dict[str, Any] = {
    "acos": mir.AcosOp,
    "acosh": mir.AcoshOp,
    "asin": mir.AsinOp,
    "asinh": mir.AsinhOp,
    "atan": mir.AtanOp,
    "atan2": mir.Atan2Op,
    "atanh": mir.AtanhOp,
    "cbrt": mir.CbrtOp,
    "ceil": mir.CeilOp,
    "copysign": mir.CopySignOp,
    "cos": mir.CosOp,
    "cosh": mir.CoshOp,
    "erf": mir.ErfOp,
    "erfc": mir.ErfcOp,
    "exp": mir.ExpOp,
    "exp2": mir.Exp2Op,
    "expm1": mir.Expm1Op,
    "floor": mir.FloorOp,
    "fma": mir.FmaOp,
    "gamma": mir.GammaOp,
    "hypot": mir.HypotOp,
    "lgamma": mir.LgammaOp,
    "log": mir.LogOp,
    "log10": mir.Log10Op,
    "log1p": mir.Log1pOp,
    "log2": mir.Log2Op,
    "pow": mir.PowOp,
    "roundeven": mir.RoundEvenOp,
    "sin": mir.SinOp,
    "sinh": mir.SinhOp,
    "sqrt": mir.SqrtOp,
    "tan": mir.TanOp,
    "tanh": mir.TanhOp,
    "trunc": mir.TruncOp,
}
