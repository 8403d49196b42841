"""What the op classes of this dialect share: folding, and the syntax and checks of whole families.

Every family has its text form written by hand, once: `parse` and `print` in its base class. Checks stand in `verify_`, in
words of the dialect, rather than in IRDL constraints. `make` is the way to build an op in a hot path: it goes around
IRDL's argument checking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, ClassVar, ParamSpec, Self, TypeVar, cast

from xdsl.dialects.builtin import UNKNOWN_LOC, IntegerType, LocationAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation, operand_def, opt_prop_def, result_def, traits_def
from xdsl.traits import (
    Commutative,
    ConditionallySpeculatable,
    HasCanonicalizationPatternsTrait,
    HasFolder,
    NoMemoryEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import FastMathAttr
from periclase.dialects.mir.folding import bool_attr, float_attr, int_attr, int_of
from periclase.dialects.mir.narrowing import is_float_constant, is_int_constant, is_integer_type
from periclase.dialects.mir.types import PtrType, is_bool, is_float, is_int
from periclase.ir.constants import constant_of
from periclase.ir.interfaces import FoldInterface

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.pattern_rewriter import RewritePattern
    from xdsl.printer import Printer

INT = "an integer"
FLOAT = "a float"
BOOL = "i1"
POINTER = "a pointer"


def _is_pointer(type: Attribute) -> bool:
    return isinstance(type, PtrType)


_PREDICATES = {INT: is_int, FLOAT: is_float, BOOL: is_bool, POINTER: _is_pointer}


def accepts(type: Attribute, kinds: Sequence[str]) -> bool:
    """Whether `type` is of one of `kinds` (INT, FLOAT, BOOL)."""
    return any(_PREDICATES[kind](type) for kind in kinds)


def verify_kind(what: str, type: Attribute, kinds: Sequence[str]) -> None:
    """Refuse a type that is of none of `kinds`.

    Raises:
        VerifyException: it is not.
    """
    if not accepts(type, kinds):
        raise VerifyException(f"{what} must be {' or '.join(kinds)}, not {type}")


class FoldTrait(HasFolder):
    """Gives xDSL's `canonicalize` the folds that ops say by `FoldInterface`."""

    @classmethod
    def fold(cls, op: Operation) -> Sequence[SSAValue | Attribute] | None:
        assert isinstance(op, FoldInterface)
        return op.fold([constant_of(value) for value in op.operands])


class SpeculatableByOp(ConditionallySpeculatable):
    """The op itself says, by `is_speculatable`, whether it may run where it did not run before."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return op.is_speculatable()  # type: ignore[attr-defined]


class CanonicalizedTrait(HasCanonicalizationPatternsTrait):
    """The op has patterns in `periclase.dialects.mir.canonicalization`, which is imported when they are asked for."""

    def get_patterns(self, op: type[Operation]) -> tuple[RewritePattern, ...]:
        from periclase.dialects.mir.canonicalization import PATTERNS

        return PATTERNS.get(op, ())


CANONICAL = traits_def(CanonicalizedTrait())
"""Has canonicalisation patterns."""

PURE = traits_def(Pure(), FoldTrait())
"""No effects, never undefined, folds."""

PURE_CANONICAL = traits_def(Pure(), FoldTrait(), CanonicalizedTrait())
"""PURE, with canonicalisation patterns."""

COMMUTATIVE = traits_def(Pure(), FoldTrait(), Commutative(), CanonicalizedTrait())
"""PURE, and the operands may be swapped: canonically the constant is the second."""

GUARDED = traits_def(NoMemoryEffect(), SpeculatableByOp(), FoldTrait(), CanonicalizedTrait())
"""No effects, but undefined for some operands: not moved to where it would not have run."""


class MirOperation(IRDLOperation):
    """Base of the ops: the attribute dictionary in text."""

    def __post_init__(self) -> None:
        # IRDL fills in default properties here, a quarter of the time it takes to make an op. No op here has any.
        pass

    def print_attributes(self, printer: Printer) -> None:
        """Print the discardable attributes, if there are any."""
        if self.attributes:
            printer.print_op_attributes(self.attributes)


_P = ParamSpec("_P")
_Op = TypeVar("_Op", bound=Operation)


def reports_refusals(parse: Callable[_P, _Op]) -> Callable[_P, _Op]:
    """For a `parse` that derives types: what they are refused for becomes an error at the op's place in the text."""

    @wraps(parse)
    def reporting(*args: _P.args, **kwargs: _P.kwargs) -> _Op:
        parser = cast("Parser", args[1])
        start = parser.pos
        try:
            return parse(*args, **kwargs)
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)

    return reporting


def parse_operands(parser: Parser, count: int) -> list[UnresolvedOperand]:
    """Parse `count` operands with commas between."""
    operands = [parser.parse_unresolved_operand()]
    while len(operands) < count:
        parser.parse_punctuation(",")
        operands.append(parser.parse_unresolved_operand())
    return operands


def parse_colon_type(parser: Parser) -> Attribute:
    """Parse `: type`."""
    parser.parse_punctuation(":")
    return parser.parse_type()


def parse_comma_type(parser: Parser) -> Attribute:
    """Parse `, type`."""
    parser.parse_punctuation(",")
    return parser.parse_type()


def print_operands(printer: Printer, operands: Sequence[SSAValue]) -> None:
    """Print a blank and the operands with commas between."""
    printer.print_string(" ")
    printer.print_list(operands, printer.print_operand)


def print_type(printer: Printer, type: Attribute) -> None:
    """Print ` : type`."""
    printer.print_string(" : ")
    printer.print_attribute(type)


def parse_fastmath(parser: Parser) -> dict[str, Attribute]:
    """Parse `fastmath<…>` where it stands; gives the properties for it."""
    if parser.parse_optional_keyword("fastmath") is None:
        return {}
    return {"fastmath": FastMathAttr(FastMathAttr.parse_parameter(parser))}


def print_fastmath(printer: Printer, op: Operation) -> None:
    """Print ` fastmath<…>` if the op has it."""
    fastmath = op.properties.get("fastmath")
    if fastmath is not None:
        assert isinstance(fastmath, FastMathAttr)
        printer.print_string(" fastmath")
        fastmath.print_parameter(printer)


def verify_fastmath(op: Operation, type: Attribute) -> None:
    """Refuse fast-math flags where no float is computed.

    Raises:
        VerifyException: there are flags, and `type` is no float.
    """
    if "fastmath" in op.properties and not is_float(type):
        raise VerifyException(f"fast-math flags need floats, not {type}")


class SameTypeOperation(MirOperation, FoldInterface):
    """An op on some operands of one type, with one result of a type that follows from it.

    Text: `mir.add %a, %b : si32`. The class says what types it takes (`ACCEPTS`) and what it computes on constants: plain
    Python functions `evaluate_int` and `evaluate_float`, which are its definition in executable form.
    """

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, FLOAT)
    ARITY: ClassVar[int] = 2

    fastmath = opt_prop_def(FastMathAttr)
    result = result_def()

    @classmethod
    def result_type_for(cls, type: Attribute) -> Attribute:
        """The result's type when the operands are of `type`."""
        return type

    @staticmethod
    def evaluate_int(values: Sequence[int], type: IntegerType) -> int | None:
        """The result for integers (or booleans as 0 and 1), to be wrapped to the type; None where it is undefined."""
        return None

    @staticmethod
    def evaluate_float(values: Sequence[float], type: Attribute) -> float | None:
        """The result for floats, rounded once more to the type; None where it is left to the device."""
        return None

    def make_constant(self, value: float, type: Attribute) -> Attribute | None:
        """The constant of the result's type for what an evaluation gave."""
        if is_integer_type(type):
            return int_attr(int(value), type)
        return float_attr(value, type)

    def simplify(self, operands: Sequence[Attribute | None]) -> Attribute | SSAValue | None:
        """An identity that holds with only some operands constant."""
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Sequence[Attribute | SSAValue] | None:
        type = self._operands[0].type
        value: int | float | None = None
        if is_integer_type(type):
            ints = [int_of(a) for a in operands if is_int_constant(a)]
            if len(ints) == len(operands):
                value = self.evaluate_int(ints, type)
        else:
            floats = [a.value.data for a in operands if is_float_constant(a)]
            if len(floats) == len(operands):
                value = self.evaluate_float(floats, type)
        if value is not None:
            constant = self.make_constant(value, self.result.type)
            return None if constant is None else (constant,)
        simpler = self.simplify(operands)
        return None if simpler is None else (simpler,)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operands(parser, cls.ARITY)
        properties = parse_fastmath(parser)
        attributes = parser.parse_optional_attr_dict()
        type = parse_colon_type(parser)
        return cls.create(
            operands=parser.resolve_operands(operands, [type] * cls.ARITY, parser.pos),
            result_types=(cls.result_type_for(type),),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, self._operands)
        print_fastmath(printer, self)
        self.print_attributes(printer)
        print_type(printer, self._operands[0].type)

    def verify_(self) -> None:
        type = self._operands[0].type
        verify_kind("the operands", type, self.ACCEPTS)
        for operand in self._operands:
            if operand.type != type:
                raise VerifyException(f"the operands must be of one type, not {type} and {operand.type}")
        verify_fastmath(self, type)
        expected = self.result_type_for(type)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


def _fastmath(fastmath: FastMathAttr | None) -> dict[str, Attribute]:
    return {} if fastmath is None else {"fastmath": fastmath}


class UnaryOperation(SameTypeOperation):
    """`mir.neg %a : f32`."""

    ARITY: ClassVar[int] = 1

    operand = operand_def()

    traits = PURE

    @classmethod
    def make(
        cls, operand: SSAValue, *, fastmath: FastMathAttr | None = None, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op on `operand`."""
        return cls.create(
            operands=(operand,),
            result_types=(cls.result_type_for(operand.type),),
            properties=_fastmath(fastmath),
            location=location,
        )


class BinaryOperation(SameTypeOperation):
    """`mir.add %a, %b : si32`."""

    lhs = operand_def()
    rhs = operand_def()

    @classmethod
    def make(
        cls,
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op on `lhs` and `rhs`, which are of one type."""
        return cls.create(
            operands=(lhs, rhs),
            result_types=(cls.result_type_for(lhs.type),),
            properties=_fastmath(fastmath),
            location=location,
        )


class TernaryOperation(SameTypeOperation):
    """`mir.fma %a, %b, %c : f32`."""

    ARITY: ClassVar[int] = 3

    a = operand_def()
    b = operand_def()
    c = operand_def()

    traits = PURE

    @classmethod
    def make(
        cls,
        a: SSAValue,
        b: SSAValue,
        c: SSAValue,
        *,
        fastmath: FastMathAttr | None = None,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op on three values of one type."""
        return cls.create(
            operands=(a, b, c),
            result_types=(cls.result_type_for(a.type),),
            properties=_fastmath(fastmath),
            location=location,
        )


class ComparisonOperation(BinaryOperation):
    """`mir.lt %a, %b : si32`, with a result of type `i1`."""

    ACCEPTS: ClassVar[tuple[str, ...]] = (INT, FLOAT, BOOL)

    traits = PURE

    @classmethod
    def result_type_for(cls, type: Attribute) -> Attribute:
        return i1

    def make_constant(self, value: float, type: Attribute) -> Attribute | None:
        return bool_attr(bool(value))
