"""Functions of floats. On f16 and bf16 they are computed as for f32 and rounded.

`mir.sqrt`, `mir.fma` and the roundings are exact to the last bit; the others are as good as the device's library (libdevice,
libm) and so fold only where the result is exact by mathematics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from xdsl.ir import Attribute, SSAValue

from periclase.dialects.mir.base import FLOAT, PURE, BinaryOperation, TernaryOperation, UnaryOperation
from periclase.dialects.mir.folding import is_float_value
from periclase.dialects.mir.rational import rounded
from periclase.ir.operations import operation


class FloatUnaryOperation(UnaryOperation):
    """`mir.sqrt %x : f32`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (FLOAT,)


class FloatBinaryOperation(BinaryOperation):
    """`mir.pow %x, %y : f32`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (FLOAT,)

    traits = PURE


class RoundingOperation(FloatUnaryOperation):
    """A float rounded to an integral one: exact, idempotent, with the sign of the operand also for a zero."""

    @staticmethod
    def round_finite(value: float) -> int:
        """The integer for a finite float."""
        raise AssertionError(value)

    def make_constant(self, value: float, type: Attribute) -> Attribute | None:
        if math.isfinite(value):
            value = math.copysign(float(self.round_finite(value)), value)
        return super().make_constant(value, type)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return values[0]

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.operand if isinstance(self.operand.owner, RoundingOperation) else None


class LibraryOperation(FloatUnaryOperation):
    """A function that the device's library computes; `EXACT` lists arguments for which the result is exact."""

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ()

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        for argument, value in self.EXACT:
            if is_float_value(operands[0], argument):
                return self.make_constant(value, self.result.type)
        return None


ZERO_TO_ZERO = ((0.0, 0.0), (-0.0, -0.0))
ZERO_TO_ONE = ((0.0, 1.0), (-0.0, 1.0))
ONE_TO_ZERO = ((1.0, 0.0),)


@operation
class SqrtOp(FloatUnaryOperation):
    """The square root, rounded correctly; NaN for a negative operand, -0 for -0.

    Example:
        ```mlir
        %root = mir.sqrt %x : f32
        ```
    """

    name = "mir.sqrt"

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        return math.nan if values[0] < 0 or math.isnan(values[0]) else math.sqrt(values[0])


@operation
class RsqrtOp(LibraryOperation):
    """The reciprocal of the square root.

    Example:
        ```mlir
        %inverse_root = mir.rsqrt %x : f32
        ```
    """

    name = "mir.rsqrt"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = (
        (1.0, 1.0),
        (4.0, 0.5),
        (0.0, math.inf),
        (math.inf, 0.0),
    )


@operation
class FloorOp(RoundingOperation):
    """The greatest integral float not above the operand.

    Example:
        ```mlir
        %whole = mir.floor %x : f32
        ```
    """

    name = "mir.floor"

    @staticmethod
    def round_finite(value: float) -> int:
        return math.floor(value)


@operation
class CeilOp(RoundingOperation):
    """The least integral float not below the operand.

    Example:
        ```mlir
        %whole = mir.ceil %x : f32
        ```
    """

    name = "mir.ceil"

    @staticmethod
    def round_finite(value: float) -> int:
        return math.ceil(value)


@operation
class TruncOp(RoundingOperation):
    """The operand without its fraction.

    Example:
        ```mlir
        %whole = mir.trunc %x : f64
        ```
    """

    name = "mir.trunc"

    @staticmethod
    def round_finite(value: float) -> int:
        return math.trunc(value)


@operation
class RoundOp(RoundingOperation):
    """The nearest integral float, halves away from zero (C's `round`).

    Example:
        ```mlir
        %nearest = mir.round %x : f32
        ```
    """

    name = "mir.round"

    @staticmethod
    def round_finite(value: float) -> int:
        whole = math.trunc(value)
        return whole + (1 if value > 0 else -1) if abs(value - whole) >= 0.5 else whole


@operation
class RoundEvenOp(RoundingOperation):
    """The nearest integral float, halves to the even one (Python's `round`).

    Example:
        ```mlir
        %nearest = mir.round_even %x : f32
        ```
    """

    name = "mir.round_even"

    @staticmethod
    def round_finite(value: float) -> int:
        return round(value)


@operation
class CopySignOp(FloatBinaryOperation):
    """The first operand with the sign of the second.

    Example:
        ```mlir
        %signed = mir.copysign %magnitude, %sign : f32
        ```
    """

    name = "mir.copysign"

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        # The sign of a NaN constant is not kept.
        return None if math.isnan(values[0]) or math.isnan(values[1]) else math.copysign(*values)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        return self.lhs if self.lhs is self.rhs else None


@operation
class FmaOp(TernaryOperation):
    """`a * b + c`, rounded once.

    Example:
        ```mlir
        %fused = mir.fma %a, %b, %c : f32
        ```
    """

    name = "mir.fma"

    ACCEPTS: ClassVar[tuple[str, ...]] = (FLOAT,)

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        a, b, c = values
        if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
            # With an operand that is not finite nothing is rounded; the product of finite ones must not overflow.
            return (
                math.copysign(1.0, a) * math.copysign(1.0, b) + c
                if math.isfinite(a) and math.isfinite(b)
                else a * b + c
            )
        product = math.copysign(0.0, math.copysign(1.0, a) * math.copysign(1.0, b))
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        zero = product + math.copysign(0.0, c) if a == 0 or b == 0 else 0.0
        return rounded(exact, type, zero)


@operation
class SinOp(LibraryOperation):
    """The sine, of radians.

    Example:
        ```mlir
        %y = mir.sin %x : f32
        ```
    """

    name = "mir.sin"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class CosOp(LibraryOperation):
    """The cosine, of radians.

    Example:
        ```mlir
        %y = mir.cos %x : f32
        ```
    """

    name = "mir.cos"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ONE


@operation
class TanOp(LibraryOperation):
    """The tangent, of radians.

    Example:
        ```mlir
        %y = mir.tan %x : f32
        ```
    """

    name = "mir.tan"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class AsinOp(LibraryOperation):
    """The arc sine in radians; NaN beyond -1 to 1.

    Example:
        ```mlir
        %y = mir.asin %x : f32
        ```
    """

    name = "mir.asin"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class AcosOp(LibraryOperation):
    """The arc cosine in radians; NaN beyond -1 to 1.

    Example:
        ```mlir
        %y = mir.acos %x : f32
        ```
    """

    name = "mir.acos"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ONE_TO_ZERO


@operation
class AtanOp(LibraryOperation):
    """The arc tangent in radians.

    Example:
        ```mlir
        %y = mir.atan %x : f32
        ```
    """

    name = "mir.atan"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class Atan2Op(FloatBinaryOperation):
    """The angle, in radians from -pi to pi, of the point whose y is the first operand and whose x is the second.

    Example:
        ```mlir
        %angle = mir.atan2 %y, %x : f32
        ```
    """

    name = "mir.atan2"


@operation
class SinhOp(LibraryOperation):
    """The hyperbolic sine.

    Example:
        ```mlir
        %y = mir.sinh %x : f32
        ```
    """

    name = "mir.sinh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class CoshOp(LibraryOperation):
    """The hyperbolic cosine.

    Example:
        ```mlir
        %y = mir.cosh %x : f32
        ```
    """

    name = "mir.cosh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ONE


@operation
class TanhOp(LibraryOperation):
    """The hyperbolic tangent.

    Example:
        ```mlir
        %y = mir.tanh %x : f32
        ```
    """

    name = "mir.tanh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class AsinhOp(LibraryOperation):
    """The inverse of the hyperbolic sine.

    Example:
        ```mlir
        %y = mir.asinh %x : f32
        ```
    """

    name = "mir.asinh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class AcoshOp(LibraryOperation):
    """The inverse of the hyperbolic cosine; NaN below 1.

    Example:
        ```mlir
        %y = mir.acosh %x : f32
        ```
    """

    name = "mir.acosh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ONE_TO_ZERO


@operation
class AtanhOp(LibraryOperation):
    """The inverse of the hyperbolic tangent; NaN beyond -1 to 1.

    Example:
        ```mlir
        %y = mir.atanh %x : f32
        ```
    """

    name = "mir.atanh"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class ExpOp(LibraryOperation):
    """The exponential.

    Example:
        ```mlir
        %y = mir.exp %x : f32
        ```
    """

    name = "mir.exp"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ONE


@operation
class Exp2Op(LibraryOperation):
    """Two to the operand.

    Example:
        ```mlir
        %y = mir.exp2 %x : f32
        ```
    """

    name = "mir.exp2"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = (*ZERO_TO_ONE, (1.0, 2.0), (-1.0, 0.5))


@operation
class Exp10Op(LibraryOperation):
    """Ten to the operand.

    Example:
        ```mlir
        %y = mir.exp10 %x : f32
        ```
    """

    name = "mir.exp10"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ONE


@operation
class Expm1Op(LibraryOperation):
    """The exponential less one, exact also near 0.

    Example:
        ```mlir
        %y = mir.expm1 %x : f32
        ```
    """

    name = "mir.expm1"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class LogOp(LibraryOperation):
    """The natural logarithm; minus infinity for 0, NaN below.

    Example:
        ```mlir
        %y = mir.log %x : f32
        ```
    """

    name = "mir.log"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ONE_TO_ZERO


@operation
class Log2Op(LibraryOperation):
    """The logarithm to base 2.

    Example:
        ```mlir
        %y = mir.log2 %x : f32
        ```
    """

    name = "mir.log2"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = (*ONE_TO_ZERO, (2.0, 1.0))


@operation
class Log10Op(LibraryOperation):
    """The logarithm to base 10.

    Example:
        ```mlir
        %y = mir.log10 %x : f32
        ```
    """

    name = "mir.log10"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ONE_TO_ZERO


@operation
class Log1pOp(LibraryOperation):
    """The natural logarithm of one more than the operand, exact also near 0.

    Example:
        ```mlir
        %y = mir.log1p %x : f32
        ```
    """

    name = "mir.log1p"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class PowOp(FloatBinaryOperation):
    """The first operand to the power of the second, C's `pow`: 1 for an exponent 0, whatever the base.

    Example:
        ```mlir
        %power = mir.pow %x, %y : f32
        ```
    """

    name = "mir.pow"

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        if is_float_value(operands[1], 0.0) or is_float_value(operands[1], -0.0):
            return self.make_constant(1.0, self.result.type)
        return self.lhs if is_float_value(operands[1], 1.0) else None


@operation
class CbrtOp(LibraryOperation):
    """The cube root, also of negative operands.

    Example:
        ```mlir
        %y = mir.cbrt %x : f32
        ```
    """

    name = "mir.cbrt"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class HypotOp(FloatBinaryOperation):
    """The length of a vector with these coordinates, without overflow on the way.

    Example:
        ```mlir
        %length = mir.hypot %x, %y : f32
        ```
    """

    name = "mir.hypot"


@operation
class ErfOp(LibraryOperation):
    """The error function.

    Example:
        ```mlir
        %y = mir.erf %x : f32
        ```
    """

    name = "mir.erf"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ZERO


@operation
class ErfcOp(LibraryOperation):
    """One less the error function, exact also where that is near 1.

    Example:
        ```mlir
        %y = mir.erfc %x : f32
        ```
    """

    name = "mir.erfc"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ZERO_TO_ONE


@operation
class GammaOp(LibraryOperation):
    """The gamma function: the factorial of one less, for numbers that are no integers too.

    Example:
        ```mlir
        %y = mir.gamma %x : f32
        ```
    """

    name = "mir.gamma"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ((1.0, 1.0), (2.0, 1.0))


@operation
class LgammaOp(LibraryOperation):
    """The logarithm of the magnitude of the gamma function.

    Example:
        ```mlir
        %y = mir.lgamma %x : f32
        ```
    """

    name = "mir.lgamma"

    EXACT: ClassVar[tuple[tuple[float, float], ...]] = ((1.0, 0.0), (2.0, 0.0))


__all__ = [
    "AcosOp",
    "AcoshOp",
    "AsinOp",
    "AsinhOp",
    "Atan2Op",
    "AtanOp",
    "AtanhOp",
    "CbrtOp",
    "CeilOp",
    "CopySignOp",
    "CosOp",
    "CoshOp",
    "ErfOp",
    "ErfcOp",
    "Exp2Op",
    "Exp10Op",
    "ExpOp",
    "Expm1Op",
    "FloorOp",
    "FmaOp",
    "GammaOp",
    "HypotOp",
    "LgammaOp",
    "Log1pOp",
    "Log2Op",
    "Log10Op",
    "LogOp",
    "PowOp",
    "RoundEvenOp",
    "RoundOp",
    "RsqrtOp",
    "SinOp",
    "SinhOp",
    "SqrtOp",
    "TanOp",
    "TanhOp",
    "TruncOp",
]
