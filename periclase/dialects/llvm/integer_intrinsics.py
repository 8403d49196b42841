"""Integer intrinsics: minima and maxima, saturation, overflow checks, bit counting, funnel shifts.

`llvm.intr.x` is the intrinsic `llvm.x`; the printer adds the suffixes of the overloaded types. All of them
work lane by lane on vectors too.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    I1,
    BoolAttr,
    IntegerAttr,
    LocationAttr,
)
from xdsl.ir import Attribute, SSAValue
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

from periclase.dialects.llvm.attributes import condition_type
from periclase.dialects.llvm.casts import FloatLike, IntegerLike, check_shapes
from periclase.dialects.llvm.intrinsic import IntrinsicInterface
from periclase.dialects.llvm.narrowing import element_or_self, is_integer
from periclase.dialects.llvm.syntax import FunctionalSyntax
from periclase.dialects.llvm.types import LLVMStructType
from periclase.ir.operations import operation


class _Unary(FunctionalSyntax, IntrinsicInterface):
    T: ClassVar = VarConstraint("T", IntegerLike)
    value = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, *, location: LocationAttr | None) -> Self:
        """The op on an integer, or a vector of integers."""
        return cls.create(operands=(value,), result_types=(value.type,), location=location)


class _Binary(FunctionalSyntax, IntrinsicInterface):
    T: ClassVar = VarConstraint("T", IntegerLike)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr | None) -> Self:
        """The op on two integers, or vectors of them, of one type."""
        return cls.create(operands=(lhs, rhs), result_types=(lhs.type,), location=location)


class _FunnelShift(FunctionalSyntax, IntrinsicInterface):
    T: ClassVar = VarConstraint("T", IntegerLike)
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, a: SSAValue, b: SSAValue, c: SSAValue, *, location: LocationAttr | None) -> Self:
        """The op; the count `c` is taken modulo the width."""
        return cls.create(operands=(a, b, c), result_types=(a.type,), location=location)


@operation
class SMaxOp(_Binary):
    """The larger of two signed integers.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.smax"


@operation
class SMinOp(_Binary):
    """The smaller of two signed integers.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.smin(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.smin"


@operation
class UMaxOp(_Binary):
    """The larger of two unsigned integers.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.umax(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.umax"


@operation
class UMinOp(_Binary):
    """The smaller of two unsigned integers.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.umin"


@operation
class SAddSatOp(_Binary):
    """Signed addition, clamped to the type's range.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.sadd.sat(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.sadd.sat"


@operation
class UAddSatOp(_Binary):
    """Unsigned addition, clamped to the type's range.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.uadd.sat(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.uadd.sat"


@operation
class SSubSatOp(_Binary):
    """Signed subtraction, clamped to the type's range.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.ssub.sat(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.ssub.sat"


@operation
class USubSatOp(_Binary):
    """Unsigned subtraction, clamped at zero.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.intr.usub.sat(%a, %b) : (i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.usub.sat"


@operation
class CtPopOp(_Unary):
    """The number of set bits.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = llvm.intr.ctpop(%a) : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.ctpop"


@operation
class BitReverseOp(_Unary):
    """The bits in reverse order.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = llvm.intr.bitreverse(%a) : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.bitreverse"


@operation
class ByteSwapOp(_Unary):
    """The bytes in reverse order; the width is a multiple of 16.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = llvm.intr.bswap(%a) : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.bswap"

    def verify_(self) -> None:
        lane = element_or_self(self.value.type)
        if not is_integer(lane) or lane.width.data % 16:
            raise VerifyException(f"{self.value.type} has no even number of bytes to swap")


@operation
class FshlOp(_FunnelShift):
    """Funnel shift left: the high half of `(a:b) << (c mod n)`. With `a` = `b` a rotation.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32, %c: i32) -> i32 {
      %r = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.fshl"


@operation
class FshrOp(_FunnelShift):
    """Funnel shift right: the low half of `(a:b) >> (c mod n)`. With `a` = `b` a rotation.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32, %c: i32) -> i32 {
      %r = llvm.intr.fshr(%a, %b, %c) : (i32, i32, i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.fshr"


class _WithImmediate(IRDLOperation, IntrinsicInterface):
    """A unary intrinsic whose second argument is an immediate `i1`; MLIR prints these in generic syntax."""

    T: ClassVar = VarConstraint("T", IntegerLike)
    value = operand_def(T)
    res = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, *, poison: bool = False, location: LocationAttr | None) -> Self:
        """The op; `poison` makes the one hard case (zero, or the smallest integer) poison instead of defined."""
        (immediate,) = cls.IMMEDIATES
        return cls.create(
            operands=(value,),
            result_types=(value.type,),
            properties={immediate: BoolAttr.from_bool(poison)},
            location=location,
        )


@operation
class CountLeadingZerosOp(_WithImmediate):
    """The number of zero bits above the highest set bit; the width for zero.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.ctlz"
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("is_zero_poison",)
    is_zero_poison = prop_def(IntegerAttr[I1])


@operation
class CountTrailingZerosOp(_WithImmediate):
    """The number of zero bits below the lowest set bit; the width for zero.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = "llvm.intr.cttz"(%a) <{is_zero_poison = false}> : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.cttz"
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("is_zero_poison",)
    is_zero_poison = prop_def(IntegerAttr[I1])


@operation
class AbsOp(_WithImmediate):
    """The absolute value; MIN stays MIN.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      %r = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.abs"
    IMMEDIATES: ClassVar[tuple[str, ...]] = ("is_int_min_poison",)
    is_int_min_poison = prop_def(IntegerAttr[I1])


class _WithOverflow(IRDLOperation, IntrinsicInterface):
    """Arithmetic that also tells whether it wrapped; MLIR prints these in generic syntax."""

    T: ClassVar = VarConstraint("T", IntegerLike)
    OVERLOADS: ClassVar[tuple[int, ...]] = (0,)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(LLVMStructType)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr | None) -> Self:
        """The op; gives `!llvm.struct<(T, i1)>`."""
        return cls.create(operands=(lhs, rhs), result_types=(_checked_type(lhs.type),), location=location)

    def verify_(self) -> None:
        if self.res.type != _checked_type(self.lhs.type):
            raise VerifyException(f"result has type {self.res.type}, expected {_checked_type(self.lhs.type)}")


def _checked_type(type: Attribute) -> Attribute:
    return LLVMStructType.from_type_list((type, condition_type(type)))


@operation
class SAddWithOverflowOp(_WithOverflow):
    """Signed addition, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.sadd.with.overflow"


@operation
class UAddWithOverflowOp(_WithOverflow):
    """Unsigned addition, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.uadd.with.overflow"


@operation
class SSubWithOverflowOp(_WithOverflow):
    """Signed subtraction, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.ssub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.ssub.with.overflow"


@operation
class USubWithOverflowOp(_WithOverflow):
    """Unsigned subtraction, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.usub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.usub.with.overflow"


@operation
class SMulWithOverflowOp(_WithOverflow):
    """Signed multiplication, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.smul.with.overflow"


@operation
class UMulWithOverflowOp(_WithOverflow):
    """Unsigned multiplication, modulo 2^n, with whether the true result did not fit.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
      %r = "llvm.intr.umul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
      llvm.return %r : !llvm.struct<(i32, i1)>
    }
    ```
    """

    name = "llvm.intr.umul.with.overflow"


@operation
class FPToSISatOp(IRDLOperation, IntrinsicInterface):
    """Float to signed integer, towards zero, clamped to the type's range; NaN gives 0.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i32 {
      %r = "llvm.intr.fptosi.sat"(%a) : (f32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.fptosi.sat"
    OVERLOADS: ClassVar[tuple[int, ...]] = (-1, 0)
    value = operand_def(FloatLike)
    res = result_def(IntegerLike)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The conversion of a float `value`, or a vector of them, to the integer `type`."""
        return cls.create(operands=(value,), result_types=(type,), location=location)

    def verify_(self) -> None:
        check_shapes(self)


@operation
class FPToUISatOp(IRDLOperation, IntrinsicInterface):
    """Float to unsigned integer, towards zero, clamped to the type's range; NaN gives 0.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i32 {
      %r = "llvm.intr.fptoui.sat"(%a) : (f32) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.fptoui.sat"
    OVERLOADS: ClassVar[tuple[int, ...]] = (-1, 0)
    value = operand_def(FloatLike)
    res = result_def(IntegerLike)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, value: SSAValue, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The conversion of a float `value`, or a vector of them, to the integer `type`."""
        return cls.create(operands=(value,), result_types=(type,), location=location)

    def verify_(self) -> None:
        check_shapes(self)
