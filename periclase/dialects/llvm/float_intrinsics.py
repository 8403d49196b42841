"""Floating-point intrinsics: rounding, minima and maxima, fused multiply-add, elementary functions.

`llvm.intr.x` is the intrinsic `llvm.x`; the printer adds the suffixes of the overloaded types.
NVPTX lowers few of the elementary ones: `periclase.codegen.llvm_checks` knows which.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import I1, I32, IntegerAttr, LocationAttr, VectorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.arith import fast_math_properties
from periclase.dialects.llvm.attributes import NO_FAST_MATH, condition_type, i32_attr
from periclase.dialects.llvm.casts import FloatLike
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.dialects.llvm.intrinsic import IntrinsicInterface
from periclase.dialects.llvm.syntax import FunctionalSyntax
from periclase.ir.operations import operation


class _MakeUnary(Operation, IntrinsicInterface):
    @classmethod
    def make(
        cls, value: SSAValue, *, fastmath: FastMathAttr | None = None, location: LocationAttr | None
    ) -> Self:
        """The op on a float, or a vector of floats."""
        return cls.create(
            operands=(value,),
            result_types=(value.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )


class _MakeBinary(Operation, IntrinsicInterface):
    @classmethod
    def make(
        cls,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The op on two floats, or vectors of them, of one type."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(lhs.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )


class _MakeTernary(Operation, IntrinsicInterface):
    @classmethod
    def make(
        cls,
        a: SSAValue,
        b: SSAValue,
        c: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The op on three floats, or vectors of them, of one type."""
        return cls.create(
            operands=(a, b, c),
            result_types=(a.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )


class _Unary(FunctionalSyntax, _MakeUnary):
    T: ClassVar = VarConstraint("T", FloatLike)
    value = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())


class _Binary(FunctionalSyntax, _MakeBinary):
    T: ClassVar = VarConstraint("T", FloatLike)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())


class _Ternary(FunctionalSyntax, _MakeTernary):
    T: ClassVar = VarConstraint("T", FloatLike)
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())


@operation
class FAbsOp(_Unary):
    """The value without its sign.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.fabs(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.fabs"


@operation
class FCeilOp(_Unary):
    """The least integral value not below.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.ceil(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.ceil"


@operation
class FFloorOp(_Unary):
    """The greatest integral value not above.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.floor(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.floor"


@operation
class FSqrtOp(_Unary):
    """The square root; NaN below −0.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.sqrt(%a) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.sqrt"


@operation
class FExpOp(_Unary):
    """e to the power of the operand.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.exp(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.exp"


@operation
class FExp2Op(_Unary):
    """2 to the power of the operand.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.exp2(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.exp2"


@operation
class FLogOp(_Unary):
    """The natural logarithm.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.log(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.log"


@operation
class FLog2Op(_Unary):
    """The logarithm to base 2.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.log2(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.log2"


@operation
class FSinOp(_Unary):
    """The sine of an angle in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.sin(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.sin"


@operation
class FCosOp(_Unary):
    """The cosine of an angle in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.cos(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.cos"


@operation
class FCopySignOp(_Binary):
    """The first operand's magnitude with the second one's sign.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.copysign(%a, %b) : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.copysign"


@operation
class FPowOp(_Binary):
    """The first operand to the power of the second.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.pow(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.pow"


@operation
class MaxNumOp(_Binary):
    """The larger of two values; if one is a NaN, the other (IEEE-754-2008 maxNum).

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.maxnum(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.maxnum"


@operation
class MinNumOp(_Binary):
    """The smaller of two values; if one is a NaN, the other (IEEE-754-2008 minNum).

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.minnum"


@operation
class FMAOp(_Ternary):
    """a × b + c, rounded once.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32, %c: f32) -> f32 {
      %r = llvm.intr.fma(%a, %b, %c) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.fma"


@operation
class RoundOp(_Unary):
    """The nearest integral value, ties away from zero.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.round(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.round"


@operation
class RoundEvenOp(_Unary):
    """The nearest integral value, ties to even.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.roundeven(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.roundeven"


@operation
class RintOp(_Unary):
    """The nearest integral value, ties to even in the default rounding mode.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.rint(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.rint"


@operation
class NearbyintOp(_Unary):
    """As `rint`, without a floating-point exception.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.nearbyint(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.nearbyint"


@operation
class FTruncOp(_Unary):
    """The integral part.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.trunc(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.trunc"


@operation
class FTanOp(_Unary):
    """The tangent of an angle in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.tan(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.tan"


@operation
class FAsinOp(_Unary):
    """The arc sine, in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.asin(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.asin"


@operation
class FAcosOp(_Unary):
    """The arc cosine, in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.acos(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.acos"


@operation
class FAtanOp(_Unary):
    """The arc tangent, in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.atan(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.atan"


@operation
class FSinhOp(_Unary):
    """The hyperbolic sine.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.sinh(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.sinh"


@operation
class FCoshOp(_Unary):
    """The hyperbolic cosine.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.cosh(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.cosh"


@operation
class FTanhOp(_Unary):
    """The hyperbolic tangent.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.tanh(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.tanh"


@operation
class FExp10Op(_Unary):
    """10 to the power of the operand.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.exp10(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.exp10"


@operation
class FLog10Op(_Unary):
    """The logarithm to base 10.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.intr.log10(%a) : (f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.log10"


@operation
class MaximumOp(_Binary):
    """The larger of two values; NaN if one is, and −0 < +0 (IEEE-754-2019 maximum).

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.maximum"


@operation
class MinimumOp(_Binary):
    """The smaller of two values; NaN if one is, and −0 < +0 (IEEE-754-2019 minimum).

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.minimum(%a, %b) : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.minimum"


@operation
class FAtan2Op(_Binary):
    """The angle of the point (second, first operand), in radians.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.intr.atan2(%a, %b) : (f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.atan2"


@operation
class FMulAddOp(FunctionalSyntax, _MakeTernary):
    """a × b + c, fused where that is no slower than two instructions.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32, %c: f32) -> f32 {
      %r = llvm.intr.fmuladd(%a, %b, %c) : (f32, f32, f32) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.fmuladd"
    T: ClassVar = VarConstraint("T", FloatLike)
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())


@operation
class IsFPClassOp(IRDLOperation, IntrinsicInterface):
    """Whether a float is in one of the classes of a bit mask (LLVM's: 1 signalling NaN, 2 quiet NaN, 4 −∞, …, 512 +∞).

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i1 {
      %r = "llvm.intr.is.fpclass"(%a) <{bit = 3 : i32}> : (f32) -> i1
      llvm.return %r : i1
    }
    ```
    """

    name = "llvm.intr.is.fpclass"
    OVERLOADS: ClassVar[tuple[int, ...]] = (0,)
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("bit",)
    value = operand_def(FloatLike)
    res = result_def(I1 | VectorType[I1])
    bit = prop_def(IntegerAttr[I32])
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, classes: int, *, location: LocationAttr | None) -> Self:
        """The test of `value` against the mask `classes`."""
        return cls.create(
            operands=(value,),
            result_types=(condition_type(value.type),),
            properties={"bit": i32_attr(classes)},
            location=location,
        )

    def verify_(self) -> None:
        if self.res.type != condition_type(self.value.type):
            raise VerifyException(f"result has type {self.res.type} for an operand of type {self.value.type}")
        if not 0 <= self.bit.value.data < 1 << 10:
            raise VerifyException(f"{self.bit.value.data} is no mask of the ten classes")
