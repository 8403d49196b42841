"""Arithmetic, bitwise, comparison and selection instructions.

Integers are signless and wrap. `make` is a constructor that costs a few microseconds (IRDL's own costs ten times that).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import (
    I1,
    I32,
    I64,
    AnyFloatConstr,
    IntegerAttr,
    LocationAttr,
    SignlessIntegerConstraint,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import (
    NO_FAST_MATH,
    UNIT,
    condition_type,
    i32_attr,
    i64_attr,
)
from periclase.dialects.llvm.flags import FCMP_PREDICATES, ICMP_PREDICATES, FastMathAttr, OverflowAttr
from periclase.dialects.llvm.narrowing import is_vector
from periclase.dialects.llvm.syntax import BinarySyntax, print_attributes, split_properties
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

NO_PROPERTIES: Mapping[str, Attribute] = {}
_EXACT: Mapping[str, Attribute] = {"isExact": UNIT}
_DISJOINT: Mapping[str, Attribute] = {"isDisjoint": UNIT}
_STRICT: Mapping[str, Attribute] = {"fastmathFlags": NO_FAST_MATH}
_OVERFLOW: tuple[Mapping[str, Attribute], ...] = tuple(
    {"overflowFlags": i32_attr(flags)} for flags in range(4)
)


def fast_math_properties(fastmath: FastMathAttr | None) -> Mapping[str, Attribute]:
    """The property dictionary of a floating-point op with these flags (None: strict)."""
    return _STRICT if fastmath is None else {"fastmathFlags": fastmath}


class _Integer(BinarySyntax):
    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint))
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    traits = traits_def(NoMemoryEffect())


class _Plain(_Integer):
    """A binary instruction without flags."""

    @classmethod
    def make(cls, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr | None) -> Self:
        """The op on two operands of the same type, which is the result's too."""
        return cls.create(operands=(lhs, rhs), result_types=(lhs.type,), location=location)


class _Wrapping(_Integer):
    """A binary instruction with overflow flags."""

    overflowFlags = opt_prop_def(IntegerAttr[I32])

    @classmethod
    def make(
        cls,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        nsw: bool = False,
        nuw: bool = False,
        location: LocationAttr | None,
    ) -> Self:
        """The op; `nsw`/`nuw` promise that it wraps neither as signed nor as unsigned (poison if it does)."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(lhs.type,),
            properties=_OVERFLOW[nsw + 2 * nuw],
            location=location,
        )

    def verify_(self) -> None:
        if self.overflowFlags is not None and self.overflowFlags.value.data not in range(4):
            raise VerifyException(f"{self.overflowFlags.value.data} is no set of overflow flags")

    @classmethod
    def parse_properties(cls, parser: Parser) -> Mapping[str, Attribute]:
        return _OVERFLOW[OverflowAttr.parse_optional(parser).bits()]

    def print_properties(self, printer: Printer) -> Iterable[str]:
        if self.overflowFlags is not None:
            OverflowAttr.of_bits(self.overflowFlags.value.data).print_optional(printer)
        return ("overflowFlags",)


class _Exact(_Integer):
    """A binary instruction with the `exact` flag."""

    FLAGS: ClassVar[Mapping[str, str]] = {"exact": "isExact"}
    isExact = opt_prop_def(UnitAttr)

    @classmethod
    def make(
        cls, lhs: SSAValue, rhs: SSAValue, *, exact: bool = False, location: LocationAttr | None
    ) -> Self:
        """The op; `exact` promises that no set bit, or remainder, is lost (poison if one is)."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(lhs.type,),
            properties=_EXACT if exact else NO_PROPERTIES,
            location=location,
        )


class _Float(BinarySyntax):
    """A floating-point binary instruction."""

    T: ClassVar = VarConstraint("T", AnyFloatConstr | VectorType.constr(AnyFloatConstr))
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The op on two floats, or vectors of them; `fastmath` None is strict IEEE-754."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(lhs.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )

    @classmethod
    def parse_properties(cls, parser: Parser) -> Mapping[str, Attribute]:
        return _STRICT


@operation
class AddOp(_Wrapping):
    """Integer addition, modulo 2^n.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.add %a, %b overflow<nsw> : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.add"


@operation
class SubOp(_Wrapping):
    """Integer subtraction, modulo 2^n.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.sub %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.sub"


@operation
class MulOp(_Wrapping):
    """Integer multiplication, the low n bits.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.mul %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.mul"


@operation
class ShlOp(_Wrapping):
    """Shift left. Poison if the count is not less than the width: mask it before.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.shl %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.shl"


@operation
class UDivOp(_Exact):
    """Unsigned division. Undefined for a zero divisor.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.udiv %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.udiv"


@operation
class SDivOp(_Exact):
    """Signed division, towards zero. Undefined for a zero divisor and for MIN / -1.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.sdiv %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.sdiv"


@operation
class LShrOp(_Exact):
    """Logical shift right. Poison if the count is not less than the width.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.lshr exact %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.lshr"


@operation
class AShrOp(_Exact):
    """Arithmetic shift right. Poison if the count is not less than the width.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.ashr %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.ashr"


@operation
class URemOp(_Plain):
    """Unsigned remainder. Undefined for a zero divisor.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.urem %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.urem"


@operation
class SRemOp(_Plain):
    """Signed remainder, with the dividend's sign. Undefined for a zero divisor and for MIN % -1.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.srem %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.srem"


@operation
class AndOp(_Plain):
    """Bitwise and.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.and %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.and"


@operation
class XOrOp(_Plain):
    """Bitwise exclusive or.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.xor %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.xor"


@operation
class OrOp(_Integer):
    """Bitwise or. `disjoint` promises that no bit is set in both operands (poison if one is).

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i32 {
      %r = llvm.or disjoint %a, %b : i32
      llvm.return %r : i32
    }
    ```
    """

    name = "llvm.or"
    FLAGS: ClassVar[Mapping[str, str]] = {"disjoint": "isDisjoint"}
    isDisjoint = opt_prop_def(UnitAttr)

    @classmethod
    def make(
        cls, lhs: SSAValue, rhs: SSAValue, *, disjoint: bool = False, location: LocationAttr | None
    ) -> Self:
        """The op on two operands of the same type."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(lhs.type,),
            properties=_DISJOINT if disjoint else NO_PROPERTIES,
            location=location,
        )


@functools.cache
def _icmp_predicate(name: str) -> Mapping[str, Attribute]:
    return {"predicate": i64_attr(ICMP_PREDICATES.index(name))}


def _parse_comparison(
    parser: Parser, words: Sequence[str]
) -> tuple[str, Sequence[SSAValue], dict[str, Attribute], Attribute]:
    """Parse `"word" %a, %b {attributes} : T`; gives the word, the operands, the attributes and their type."""
    word = parser.parse_str_literal()
    if word not in words:
        parser.raise_error(f"unknown comparison '{word}'")
    lhs = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    rhs = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type = parser.parse_type()
    return word, (parser.resolve_operand(lhs, type), parser.resolve_operand(rhs, type)), attributes, type


def _print_comparison(printer: Printer, op: Operation, word: str) -> None:
    """Print what `_parse_comparison` parses."""
    printer.print_string(f' "{word}" ')
    printer.print_list(op.operands, printer.print_ssa_value)
    print_attributes(printer, op, ("predicate",))
    printer.print_string(" : ")
    printer.print_attribute(op.operands[0].type)


@operation
class ICmpOp(IRDLOperation):
    """Compare two integers: `eq ne slt sle sgt sge ult ule ugt uge`. Pointers are compared as integers.

    Example:
    ```mlir
    llvm.func @example(%a: i32, %b: i32) -> i1 {
      %r = llvm.icmp "slt" %a, %b : i32
      llvm.return %r : i1
    }
    ```
    """

    name = "llvm.icmp"
    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint))
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(I1 | VectorType[I1])
    predicate = prop_def(IntegerAttr[I64])
    traits = traits_def(NoMemoryEffect())

    @classmethod
    def make(cls, predicate: str, lhs: SSAValue, rhs: SSAValue, *, location: LocationAttr | None) -> Self:
        """The comparison named `predicate`; gives `i1`, or a vector of it for vector operands."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(condition_type(lhs.type),),
            properties=_icmp_predicate(predicate),
            location=location,
        )

    def verify_(self) -> None:
        if self.res.type != condition_type(self.lhs.type):
            raise VerifyException(
                f"result type {self.res.type} does not fit operands of type {self.lhs.type}"
            )
        if not 0 <= self.predicate.value.data < len(ICMP_PREDICATES):
            raise VerifyException(f"no comparison has the number {self.predicate.value.data}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        word, operands, attributes, type = _parse_comparison(parser, ICMP_PREDICATES)
        return cls.create(
            operands=operands,
            result_types=(condition_type(type),),
            properties=_icmp_predicate(word),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        _print_comparison(printer, self, ICMP_PREDICATES[self.predicate.value.data])


@operation
class FAddOp(_Float):
    """Floating-point addition.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fadd"


@operation
class FSubOp(_Float):
    """Floating-point subtraction.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.fsub %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fsub"


@operation
class FMulOp(_Float):
    """Floating-point multiplication. Fused with an addition only if both carry `contract`.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fmul"


@operation
class FDivOp(_Float):
    """Floating-point division, correctly rounded unless `afn` or `arcp` allow less.

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.fdiv %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fdiv"


@operation
class FRemOp(_Float):
    """Floating-point remainder with the dividend's sign (C's `fmod`).

    Example:
    ```mlir
    llvm.func @example(%a: f32, %b: f32) -> f32 {
      %r = llvm.frem %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.frem"


@operation
class FNegOp(IRDLOperation):
    """Flip the sign bit, of a NaN too.

    Example:
    ```mlir
    llvm.func @example(%a: f32) -> f32 {
      %r = llvm.fneg %a : f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.fneg"
    T: ClassVar = VarConstraint("T", AnyFloatConstr | VectorType.constr(AnyFloatConstr))
    arg = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    @classmethod
    def make(
        cls, value: SSAValue, *, fastmath: FastMathAttr | None = None, location: LocationAttr | None
    ) -> Self:
        """The op on a float or a vector of floats."""
        return cls.create(
            operands=(value,),
            result_types=(value.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(value, type),),
            result_types=(type,),
            properties={**_STRICT, **own},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.arg)
        print_attributes(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.arg.type)


@functools.cache
def _fcmp_predicate(name: str) -> IntegerAttr:
    return i64_attr(FCMP_PREDICATES.index(name))


@operation
class FCmpOp(IRDLOperation):
    """Compare two floats, or two vectors of them lane by lane.

    The predicate is `_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true`; `o…` is false and `u…` true
    if an operand is a NaN.

    Example:
    ```mlir
    llvm.func @example(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xi1> {
      %r = llvm.fcmp "olt" %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
      llvm.return %r : vector<4xi1>
    }
    ```
    """

    name = "llvm.fcmp"
    T: ClassVar = VarConstraint("T", AnyFloatConstr | VectorType.constr(AnyFloatConstr))

    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(I1 | VectorType[I1])
    predicate = prop_def(IntegerAttr[I64])
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        predicate: str,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The comparison named `predicate`; gives `i1`, or a vector of it for vector operands."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(condition_type(lhs.type),),
            properties={"predicate": _fcmp_predicate(predicate), "fastmathFlags": fastmath or NO_FAST_MATH},
            location=location,
        )

    def verify_(self) -> None:
        if self.res.type != condition_type(self.lhs.type):
            raise VerifyException(
                f"result type {self.res.type} does not fit operands of type {self.lhs.type}"
            )
        if not 0 <= self.predicate.value.data < len(FCMP_PREDICATES):
            raise VerifyException(f"no comparison has the number {self.predicate.value.data}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        word, operands, attributes, type = _parse_comparison(parser, FCMP_PREDICATES)
        own, attributes = split_properties(cls, attributes)
        return cls.create(
            operands=operands,
            result_types=(condition_type(type),),
            properties={**_STRICT, **own, "predicate": _fcmp_predicate(word)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        _print_comparison(printer, self, FCMP_PREDICATES[self.predicate.value.data])


@operation
class SelectOp(IRDLOperation):
    """`cond ? lhs : rhs`, lane by lane when the condition is a vector; the operand not chosen may be poison.

    Example:
    ```mlir
    llvm.func @example(%c: i1, %a: f32, %b: f32) -> f32 {
      %r = llvm.select %c, %a, %b : i1, f32
      llvm.return %r : f32
    }
    ```
    """

    name = "llvm.select"
    T: ClassVar = VarConstraint("T", AnyAttr())

    cond = operand_def(I1 | VectorType[I1])
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        cond: SSAValue,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """The op; `lhs` and `rhs` have one type."""
        return cls.create(
            operands=(cond, lhs, rhs),
            result_types=(lhs.type,),
            properties=fast_math_properties(fastmath),
            location=location,
        )

    def verify_(self) -> None:
        condition, value = self.cond.type, self.lhs.type
        if is_vector(condition) and not (is_vector(value) and value.shape == condition.shape):
            raise VerifyException(
                f"a condition of type {condition} can not choose between values of type {value}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        condition = parser.parse_type()
        parser.parse_punctuation(",")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(names, (condition, type, type), position),
            result_types=(type,),
            properties={"fastmathFlags": NO_FAST_MATH, **properties},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        print_attributes(printer, self)
        printer.print_string(" : ")
        printer.print_list((self.cond.type, self.res.type), printer.print_attribute)
