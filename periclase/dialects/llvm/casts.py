"""Conversions between types.

A conversion has as many lanes on both sides; only `bitcast` may divide the same bits otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    AnyFloat,
    AnyFloatConstr,
    LocationAttr,
    SignlessIntegerConstraint,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import NO_FAST_MATH, UNIT
from periclase.dialects.llvm.flags import FastMathAttr, OverflowAttr
from periclase.dialects.llvm.narrowing import element_or_self, is_integer, is_vector
from periclase.dialects.llvm.syntax import CastSyntax
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

IntegerLike = SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint)
FloatLike = AnyFloatConstr | VectorType.constr(AnyFloatConstr)
PointerLike = LLVMPointerType | VectorType[LLVMPointerType]

_OVERFLOW: tuple[Mapping[str, Attribute], ...] = tuple(
    {"overflowFlags": OverflowAttr.of_bits(bits)} for bits in range(4)
)
_NON_NEGATIVE: Mapping[str, Attribute] = {"nonNeg": UNIT}
_STRICT: Mapping[str, Attribute] = {"fastmathFlags": NO_FAST_MATH}
_NO_PROPERTIES: Mapping[str, Attribute] = {}


def check_shapes(op: Operation) -> None:
    """Refuse a conversion that changes the number of lanes."""
    source, target = op.operands[0].type, op.results[0].type
    if is_vector(source) != is_vector(target) or (
        is_vector(source) and is_vector(target) and source.shape != target.shape
    ):
        raise VerifyException(f"can not convert {source} to {target}: not the same number of lanes")


def _check_integer_width(op: Operation, *, widens: bool) -> None:
    source, target = op.operands[0].type, op.results[0].type
    check_shapes(op)
    narrow, wide = map(element_or_self, (source, target) if widens else (target, source))
    if not (is_integer(narrow) and is_integer(wide) and narrow.width.data < wide.width.data):
        raise VerifyException(f"{op.name} can not convert {source} to {target}")


def _bit_size(type: Attribute) -> int | None:
    """The size of what bitcast takes besides pointers, None of anything else."""
    if is_vector(type):
        lane = _bit_size(type.element_type)
        return None if lane is None else lane * math.prod(type.get_shape())
    if is_integer(type):
        return type.width.data
    return type.bitwidth if isinstance(type, AnyFloat) else None


class _Cast(Operation):
    """`make` of a conversion without flags."""

    @classmethod
    def make(cls, value: SSAValue, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The conversion of `value` to `type`."""
        return cls.create(operands=(value,), result_types=(type,), location=location)


@operation
class TruncOp(CastSyntax):
    """Keep the low bits of an integer. `overflow<nsw, nuw>` promises that the value survives (poison if not).

    Example:
    ```mlir
    llvm.func @example(%a: i64) -> i32 {
      %r = llvm.trunc %a : i64 to i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.trunc"
    arg = operand_def(IntegerLike)
    res = result_def(IntegerLike)
    overflowFlags = opt_prop_def(OverflowAttr)
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def parse_properties(cls, parser: Parser) -> Mapping[str, Attribute]:
        return {"overflowFlags": OverflowAttr.parse_optional(parser)}

    def print_properties(self, printer: Printer) -> Iterable[str]:
        if self.overflowFlags is not None:
            self.overflowFlags.print_optional(printer)
        return ("overflowFlags",)

    @classmethod
    def make(
        cls,
        value: SSAValue,
        type: Attribute,
        *,
        nsw: bool = False,
        nuw: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The conversion of `value` to a narrower integer type."""
        return cls.create(
            operands=(value,), result_types=(type,), properties=_OVERFLOW[nsw + 2 * nuw], location=location
        )

    def verify_(self) -> None:
        _check_integer_width(self, widens=False)


@operation
class ZExtOp(CastSyntax):
    """Widen an integer with zeros. `nneg` promises that the operand is not negative (poison if it is).

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i64 {
      %r = llvm.zext nneg %a : i32 to i64
      llvm.return %r : i64
    }
    ```
    """

    name = "llvm.zext"
    FLAGS: ClassVar[Mapping[str, str]] = {"nneg": "nonNeg"}
    arg = operand_def(IntegerLike)
    res = result_def(IntegerLike)
    nonNeg = opt_prop_def(UnitAttr)
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(
        cls, value: SSAValue, type: Attribute, *, nneg: bool = False, location: LocationAttr | None
    ) -> Self:
        """The conversion of `value` to a wider integer type."""
        return cls.create(
            operands=(value,),
            result_types=(type,),
            properties=_NON_NEGATIVE if nneg else _NO_PROPERTIES,
            location=location,
        )

    def verify_(self) -> None:
        _check_integer_width(self, widens=True)


@operation
class SExtOp(CastSyntax, _Cast):
    """Widen an integer with copies of its sign bit.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i64 {
      %r = llvm.sext %a : i32 to i64
      llvm.return %r : i64
    }
    ```
    """

    name = "llvm.sext"
    arg = operand_def(IntegerLike)
    res = result_def(IntegerLike)
    traits = traits_def(NoMemoryEffect())

    def verify_(self) -> None:
        _check_integer_width(self, widens=True)


@operation
class BitcastOp(CastSyntax, _Cast):
    """Read the same bits as another type of the same size; no pointers to integers or back.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i32 {
      %r = llvm.bitcast %a : f32 to i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.bitcast"
    arg = operand_def()
    result = result_def()
    traits = traits_def(NoMemoryEffect())

    def verify_(self) -> None:
        source, target = self.arg.type, self.result.type
        if all(isinstance(element_or_self(type), LLVMPointerType) for type in (source, target)):
            check_shapes(self)
            fits = element_or_self(source) == element_or_self(target)
        else:
            fits = (size := _bit_size(source)) is not None and size == _bit_size(target)
        if not fits:
            raise VerifyException(f"llvm.bitcast can not convert {source} to {target}")


@operation
class SIToFPOp(CastSyntax, _Cast):
    """Signed integer to float, rounded to nearest even.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> f32 {
      %r = llvm.sitofp %a : i32 to f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.sitofp"
    arg = operand_def(IntegerLike)
    result = result_def(FloatLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)


@operation
class UIToFPOp(CastSyntax):
    """Unsigned integer to float, rounded to nearest even. `nneg` promises that the sign bit is clear.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> f32 {
      %r = llvm.uitofp nneg %a : i32 to f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.uitofp"
    FLAGS: ClassVar[Mapping[str, str]] = {"nneg": "nonNeg"}
    arg = operand_def(IntegerLike)
    result = result_def(FloatLike)
    nonNeg = opt_prop_def(UnitAttr)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)

    @classmethod
    def make(
        cls, value: SSAValue, type: Attribute, *, nneg: bool = False, location: LocationAttr | None
    ) -> Self:
        """The conversion of `value` to the float type `type`."""
        return cls.create(
            operands=(value,),
            result_types=(type,),
            properties=_NON_NEGATIVE if nneg else _NO_PROPERTIES,
            location=location,
        )


@operation
class FPToSIOp(CastSyntax, _Cast):
    """Float to signed integer, towards zero. Poison if the value does not fit: see `FPToSISatOp`.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i32 {
      %r = llvm.fptosi %a : f32 to i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.fptosi"
    arg = operand_def(FloatLike)
    result = result_def(IntegerLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)


@operation
class FPToUIOp(CastSyntax, _Cast):
    """Float to unsigned integer, towards zero. Poison if the value does not fit: see `FPToUISatOp`.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> i32 {
      %r = llvm.fptoui %a : f32 to i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.fptoui"
    arg = operand_def(FloatLike)
    result = result_def(IntegerLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)


@operation
class FPExtOp(CastSyntax):
    """Widen a float, exactly.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f64 {
      %r = llvm.fpext %a : f32 to f64
      llvm.return %r : f64
    }
    ```
    """

    name = "llvm.fpext"
    arg = operand_def(FloatLike)
    result = result_def(FloatLike)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)
        if not _float_width(self.arg.type) < _float_width(self.result.type):
            raise VerifyException(f"llvm.fpext can not convert {self.arg.type} to {self.result.type}")

    @classmethod
    def make(cls, value: SSAValue, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The conversion of `value` to `type`."""
        return cls.create(operands=(value,), result_types=(type,), properties=_STRICT, location=location)


@operation
class FPTruncOp(CastSyntax):
    """Narrow a float, rounded to nearest even.

    Example:
    ```mlir
    llvm.func @example(%a: f64) -> f32 {
      %r = llvm.fptrunc %a : f64 to f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fptrunc"
    arg = operand_def(FloatLike)
    result = result_def(FloatLike)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)
        if not _float_width(self.arg.type) > _float_width(self.result.type):
            raise VerifyException(f"llvm.fptrunc can not convert {self.arg.type} to {self.result.type}")

    @classmethod
    def make(cls, value: SSAValue, type: Attribute, *, location: LocationAttr | None) -> Self:
        """The conversion of `value` to `type`."""
        return cls.create(operands=(value,), result_types=(type,), properties=_STRICT, location=location)


@operation
class PtrToIntOp(CastSyntax, _Cast):
    """The address a pointer holds, within its address space, cut or zero-extended to the integer's width.

    Example:
    ```mlir
    llvm.func @example(%a: !llvm.ptr) -> i64 {
      %r = llvm.ptrtoint %a : !llvm.ptr to i64
      llvm.return %r : i64
    }
    ```
    """

    name = "llvm.ptrtoint"
    arg = operand_def(PointerLike)
    result = result_def(IntegerLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)


@operation
class IntToPtrOp(CastSyntax, _Cast):
    """A pointer to the address an integer holds.

    Example:
    ```mlir
    llvm.func @example(%a: i64) -> !llvm.ptr {
      %r = llvm.inttoptr %a : i64 to !llvm.ptr
      llvm.return %r : !llvm.ptr
    }
    ```
    """

    name = "llvm.inttoptr"
    arg = operand_def(IntegerLike)
    result = result_def(PointerLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)


@operation
class AddrSpaceCastOp(CastSyntax, _Cast):
    """The same memory through a pointer of another address space.

    From a specific space to generic (0) it always works; the way back is undefined unless the pointer points there.

    Example:
    ```mlir
    llvm.func @example(%a: !llvm.ptr<3>) -> !llvm.ptr {
      %r = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr
      llvm.return %r : !llvm.ptr
    }
    ```
    """

    name = "llvm.addrspacecast"
    arg = operand_def(PointerLike)
    result = result_def(PointerLike)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        check_shapes(self)
        if self.arg.type == self.result.type:
            raise VerifyException(f"llvm.addrspacecast needs two address spaces, got {self.arg.type} twice")


def _float_width(type: Attribute) -> int:
    from xdsl.dialects.builtin import AnyFloat

    element: Attribute = element_or_self(type)
    assert isinstance(element, AnyFloat)
    return element.bitwidth


def integer_width(type: Attribute) -> int | None:
    """The width in bits of an integer type, or of a vector's elements; None for other types."""
    element: Attribute = element_or_self(type)
    return element.width.data if is_integer(element) else None
