"""Reductions of a vector's lanes to a scalar."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import AnyFloatConstr, LocationAttr, SignlessIntegerConstraint, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.arith import fast_math_properties
from periclase.dialects.llvm.attributes import NO_FAST_MATH
from periclase.dialects.llvm.flags import FastMathAttr
from periclase.dialects.llvm.intrinsic import IntrinsicInterface
from periclase.dialects.llvm.narrowing import is_vector
from periclase.dialects.llvm.syntax import FunctionalSyntax
from periclase.ir.operations import operation


def _lane_type(type: Attribute) -> Attribute:
    assert is_vector(type)
    return type.element_type


def _check_lane(vector: Attribute, result: Attribute) -> None:
    if _lane_type(vector) != result:
        raise VerifyException(f"result has type {result}, the vector is {vector}")


class _IntegerReduction(IRDLOperation, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = (0,)
    vector = operand_def(VectorType.constr(SignlessIntegerConstraint))
    res = result_def(SignlessIntegerConstraint)
    traits = traits_def(Pure())

    @classmethod
    def make(cls, vector: SSAValue, *, location: LocationAttr | None) -> Self:
        """The reduction of a vector of integers."""
        return cls.create(operands=(vector,), result_types=(_lane_type(vector.type),), location=location)

    def verify_(self) -> None:
        _check_lane(self.vector.type, self.res.type)


class _FloatReduction(FunctionalSyntax, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = (0,)
    vector = operand_def(VectorType.constr(AnyFloatConstr))
    res = result_def(AnyFloatConstr)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    @classmethod
    def make(
        cls, vector: SSAValue, *, fastmath: FastMathAttr | None = None, location: LocationAttr | None
    ) -> Self:
        """The reduction of a vector of floats."""
        return cls.create(
            operands=(vector,),
            result_types=(_lane_type(vector.type),),
            properties=fast_math_properties(fastmath),
            location=location,
        )

    def verify_(self) -> None:
        _check_lane(self.vector.type, self.res.type)


class _OrderedReduction(IRDLOperation, IntrinsicInterface):
    OVERLOADS: ClassVar[tuple[int, ...]] = (1,)
    start_value = operand_def(AnyFloatConstr)
    vector = operand_def(VectorType.constr(AnyFloatConstr))
    res = result_def(AnyFloatConstr)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        start: SSAValue,
        vector: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The reduction from `start` on; in lane order unless `fastmath` has `reassoc`."""
        return cls.create(
            operands=(start, vector),
            result_types=(start.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )

    def verify_(self) -> None:
        _check_lane(self.vector.type, self.res.type)
        if self.start_value.type != self.res.type:
            raise VerifyException(f"starts from {self.start_value.type} and gives {self.res.type}")


@operation
class VectorReduceAddOp(_IntegerReduction):
    """The sum, modulo 2^n.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.add"


@operation
class VectorReduceMulOp(_IntegerReduction):
    """The product, modulo 2^n.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.mul"


@operation
class VectorReduceAndOp(_IntegerReduction):
    """Bitwise and of all lanes: on `i1`, whether all are set.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.and"


@operation
class VectorReduceOrOp(_IntegerReduction):
    """Bitwise or of all lanes: on `i1`, whether any is set.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.or"


@operation
class VectorReduceXorOp(_IntegerReduction):
    """Bitwise exclusive or of all lanes.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.xor"


@operation
class VectorReduceSMaxOp(_IntegerReduction):
    """The largest signed lane.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.smax"


@operation
class VectorReduceSMinOp(_IntegerReduction):
    """The smallest signed lane.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.smin"


@operation
class VectorReduceUMaxOp(_IntegerReduction):
    """The largest unsigned lane.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.umax"


@operation
class VectorReduceUMinOp(_IntegerReduction):
    """The smallest unsigned lane.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xi32>) -> i32 {
      %r = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi32>) -> i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.umin"


@operation
class VectorReduceFMaxOp(_FloatReduction):
    """The largest lane that is no NaN.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>) -> f32 {
      %r = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fmax"


@operation
class VectorReduceFMinOp(_FloatReduction):
    """The smallest lane that is no NaN.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>) -> f32 {
      %r = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fmin"


@operation
class VectorReduceFMaximumOp(_FloatReduction):
    """The largest lane; NaN if one is.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>) -> f32 {
      %r = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fmaximum"


@operation
class VectorReduceFMinimumOp(_FloatReduction):
    """The smallest lane; NaN if one is.

    Example:
    ```mlir
    llvm.func @example(%v: vector<4xf32>) -> f32 {
      %r = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fminimum"


@operation
class VectorReduceFAddOp(_OrderedReduction):
    """The sum of a start value and all lanes.

    Example:
    ```mlir
    llvm.func @example(%s: f32, %v: vector<4xf32>) -> f32 {
      %r = "llvm.intr.vector.reduce.fadd"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fadd"


@operation
class VectorReduceFMulOp(_OrderedReduction):
    """The product of a start value and all lanes.

    Example:
    ```mlir
    llvm.func @example(%s: f32, %v: vector<4xf32>) -> f32 {
      %r = "llvm.intr.vector.reduce.fmul"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.intr.vector.reduce.fmul"
