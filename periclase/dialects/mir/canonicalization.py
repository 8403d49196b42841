"""Canonicalisation patterns of `mir` ops: what needs new ops, where a fold gives only a constant or an existing value.

Every pattern is an equality: neither wrapping, nor rounding, nor what is undefined changes. What is made has the location of
the op that it stands for. The op classes name this module only when their patterns are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from periclase.dialects.mir.aggregate import ExtractFieldOp, InsertFieldOp
from periclase.dialects.mir.arith import (
    AddOp,
    CheckedAddOp,
    CheckedMulOp,
    DivOp,
    FloorDivOp,
    FloorModOp,
    MaxOp,
    MinOp,
    MulOp,
    RemOp,
    SaturatingAddOp,
)
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.base import BinaryOperation
from periclase.dialects.mir.bitwise import BitAndOp, BitOrOp, BitXorOp, NotOp, ShrOp
from periclase.dialects.mir.cast import CastOp
from periclase.dialects.mir.compare import EqOp, GeOp, GtOp, LeOp, LtOp, NeOp
from periclase.dialects.mir.constants import ConstantOp
from periclase.dialects.mir.control import AssertOp, CondBranchOp, GotoOp, SwitchOp
from periclase.dialects.mir.element import ExtractElementOp, InsertElementOp
from periclase.dialects.mir.folding import FALSE, TRUE, int_attr, int_of
from periclase.dialects.mir.narrowing import is_int_constant, is_integer_type
from periclase.dialects.mir.select import SelectOp
from periclase.dialects.mir.types import is_float, is_signed
from periclase.ir.constants import constant_of


def _int_constant(value: SSAValue) -> int | None:
    constant = constant_of(value)
    return int_of(constant) if is_int_constant(constant) else None


class ConstantsRight(RewritePattern):
    """`add c, x` → `add x, c`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        lhs, rhs = op.operands
        if constant_of(lhs) is not None and constant_of(rhs) is None:
            op.operands = (rhs, lhs)
            rewriter.handle_operation_modification(op)


class Reassociate(RewritePattern):
    """`(x + 1) + 2` → `x + (1 + 2)`, of integers, whose wrapping arithmetic is associative."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        lhs, rhs = op.operands
        inner, type = lhs.owner, lhs.type
        # Most ops end here; the accessors of IRDL cost more than all of this.
        if inner.__class__ is not op.__class__ or not is_integer_type(type):
            return
        assert isinstance(op, BinaryOperation)
        assert isinstance(inner, BinaryOperation)
        outer_constant, inner_constant = _int_constant(rhs), _int_constant(inner.rhs)
        if outer_constant is None or inner_constant is None:
            return
        value = op.evaluate_int((inner_constant, outer_constant), type)
        if value is None:
            return
        combined = ConstantOp.make(int_attr(value, type), location=op.location)
        rewriter.replace(op, [combined, type_of(op).make(inner.lhs, combined.result, location=op.location)])


def type_of(op: BinaryOperation) -> type[BinaryOperation]:
    """The class of `op`, as a static type."""
    return op.__class__


def _power_of_two(value: SSAValue) -> int | None:
    """The exponent of a constant that is a power of two, 1 excepted."""
    constant = _int_constant(value)
    return (
        constant.bit_length() - 1
        if constant is not None and constant > 1 and not constant & (constant - 1)
        else None
    )


class DivideByPowerOfTwo(RewritePattern):
    """`x // 8` → `x >> 3`: both round towards minus infinity. Also `div` of unsigned integers."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FloorDivOp | DivOp, rewriter: PatternRewriter) -> None:
        exponent, type = _power_of_two(op.rhs), op.lhs.type
        if exponent is None or not is_integer_type(type) or (isinstance(op, DivOp) and is_signed(type)):
            return
        count = ConstantOp.make(int_attr(exponent, type), location=op.location)
        rewriter.replace(op, [count, ShrOp.make(op.lhs, count.result, location=op.location)])


class RemainderByPowerOfTwo(RewritePattern):
    """`x % 8` → `x & 7`: two's complement gives a remainder of the divisor's sign. Also `rem` of unsigned integers."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FloorModOp | RemOp, rewriter: PatternRewriter) -> None:
        exponent, type = _power_of_two(op.rhs), op.lhs.type
        if exponent is None or not is_integer_type(type) or (isinstance(op, RemOp) and is_signed(type)):
            return
        mask = ConstantOp.make(int_attr((1 << exponent) - 1, type), location=op.location)
        rewriter.replace(op, [mask, BitAndOp.make(op.lhs, mask.result, location=op.location)])


# The comparison that holds where another one does not. Of floats only equality has one, since order is false for NaN.
_NEGATED: dict[type[Operation], type[BinaryOperation]] = {
    LtOp: GeOp,
    LeOp: GtOp,
    GtOp: LeOp,
    GeOp: LtOp,
    EqOp: NeOp,
    NeOp: EqOp,
}
# The comparison with its operands exchanged.
_MIRRORED: dict[type[Operation], type[BinaryOperation]] = {
    LtOp: GtOp,
    LeOp: GeOp,
    GtOp: LtOp,
    GeOp: LeOp,
    EqOp: EqOp,
    NeOp: NeOp,
}


class NegatedComparison(RewritePattern):
    """`not (a < b)` → `a >= b`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NotOp, rewriter: PatternRewriter) -> None:
        inner = op.operand.owner
        negated = _NEGATED.get(inner.__class__)  # type: ignore[arg-type]
        if negated is None or not isinstance(inner, BinaryOperation):
            return
        if is_float(inner.lhs.type) and not isinstance(inner, EqOp | NeOp):
            return
        rewriter.replace(op, negated.make(inner.lhs, inner.rhs, location=op.location))


class MirrorComparison(RewritePattern):
    """`3 < x` → `x > 3`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        assert isinstance(op, BinaryOperation)
        if constant_of(op.lhs) is not None and constant_of(op.rhs) is None:
            rewriter.replace(op, _MIRRORED[op.__class__].make(op.rhs, op.lhs, location=op.location))


class CompareWithBoolean(RewritePattern):
    """`b == true` → `b`; `b == false` → `not b`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: EqOp | NeOp, rewriter: PatternRewriter) -> None:
        constant = constant_of(op.rhs)
        if op.lhs.type != i1 or constant is None:
            return
        if (constant == TRUE) == isinstance(op, EqOp):
            rewriter.replace(op, [], [op.lhs])
        else:
            rewriter.replace(op, NotOp.make(op.lhs, location=op.location))


class SelectOnNot(RewritePattern):
    """`select (not c), a, b` → `select c, b, a`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SelectOp, rewriter: PatternRewriter) -> None:
        inner = op.condition.owner
        if isinstance(inner, NotOp):
            rewriter.replace(
                op, SelectOp.make(inner.operand, op.false_value, op.true_value, location=op.location)
            )


class SelectIsNot(RewritePattern):
    """`select c, false, true` → `not c`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SelectOp, rewriter: PatternRewriter) -> None:
        if constant_of(op.true_value) == FALSE and constant_of(op.false_value) == TRUE:
            rewriter.replace(op, NotOp.make(op.condition, location=op.location))


# Precision and exponent range of the float types: a wider one holds every value of a narrower one.
_FLOAT_ORDER = {("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64"), ("f32", "f64")}


def int_fits(source: IntegerType, result: IntegerType) -> bool:
    """Whether every value of `source` is one of `result`; `i1` counts as unsigned."""
    if is_signed(source):
        return is_signed(result) and source.width.data <= result.width.data
    return source.width.data + is_signed(result) <= result.width.data


def float_fits(source: Attribute, result: Attribute) -> bool:
    """Whether every value of the float type `source` is one of `result`."""
    return source == result or (source.name, result.name) in _FLOAT_ORDER


class CastOfCast(RewritePattern):
    """Two casts as one, where the first loses nothing, or nothing that the second one keeps."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CastOp, rewriter: PatternRewriter) -> None:
        inner = op.value.owner
        if not isinstance(inner, CastOp):
            return
        kind = self.combined(inner, op)
        if kind is None:
            return
        source, result = inner.value.type, op.result.type
        if source == result and kind not in (CastKind.INT_TO_FLOAT, CastKind.FLOAT_TO_INT):
            rewriter.replace(op, [], [inner.value])
        else:
            rewriter.replace(op, CastOp.make(inner.value, result, kind, location=op.location))

    @staticmethod
    def combined(inner: CastOp, outer: CastOp) -> CastKind | None:
        """The kind of the one cast that does what both do; None where there is none."""
        source, middle, result = inner.value.type, inner.result.type, outer.result.type
        match inner.kind, outer.kind:
            case CastKind.INT_TO_INT, CastKind.INT_TO_INT:
                assert is_integer_type(source)
                assert is_integer_type(middle)
                assert is_integer_type(result)
                cuts = result.width.data <= middle.width.data
                return CastKind.INT_TO_INT if cuts or int_fits(source, middle) else None
            case CastKind.INT_TO_INT, CastKind.INT_TO_FLOAT:
                assert is_integer_type(source)
                assert is_integer_type(middle)
                return CastKind.INT_TO_FLOAT if int_fits(source, middle) else None
            case CastKind.FLOAT_TO_FLOAT, (CastKind.FLOAT_TO_FLOAT | CastKind.FLOAT_TO_INT) as kind:
                return kind if float_fits(source, middle) else None
            case CastKind.TRANSMUTE, CastKind.TRANSMUTE:
                # A byte that is no boolean must not become one behind the program's back.
                return None if i1 in (source, middle, result) else CastKind.TRANSMUTE
            case _:
                return None


class ExtractBesideInsert(RewritePattern):
    """`extract_field (insert_field v into a[1])[0]` → `extract_field a[0]`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ExtractFieldOp, rewriter: PatternRewriter) -> None:
        inner = op.aggregate.owner
        if (
            isinstance(inner, InsertFieldOp)
            and inner.index != op.index
            and not fields_overlap(inner.aggregate.type)
        ):
            rewriter.replace(op, ExtractFieldOp.make(inner.aggregate, op.index, location=op.location))


def fields_overlap(type: Attribute) -> bool:
    """Whether the fields of the aggregate share bytes."""
    return type.name == "mir.union"


class InsertTwice(RewritePattern):
    """`insert_field w into (insert_field v into a[0])[0]` → `insert_field w into a[0]`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: InsertFieldOp, rewriter: PatternRewriter) -> None:
        inner = op.aggregate.owner
        if (
            isinstance(inner, InsertFieldOp)
            and inner.index == op.index
            and not fields_overlap(inner.aggregate.type)
        ):
            rewriter.replace(
                op, InsertFieldOp.make(inner.aggregate, op.value, op.index, location=op.location)
            )


class ExtractBesideInsertElement(RewritePattern):
    """The same of elements with constant indices."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ExtractElementOp, rewriter: PatternRewriter) -> None:
        inner = op.array.owner
        if not isinstance(inner, InsertElementOp):
            return
        wanted, changed = op.constant_index(), inner.constant_index()
        if wanted is not None and changed is not None and wanted != changed and inner.is_speculatable():
            rewriter.replace(op, ExtractElementOp.make(inner.array, op.index, location=op.location))


class AssertTrue(RewritePattern):
    """`assert true` → nothing."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssertOp, rewriter: PatternRewriter) -> None:
        if constant_of(op.condition) == TRUE:
            rewriter.erase(op)


def _goto(op: Operation, block: Block, arguments: Sequence[SSAValue], rewriter: PatternRewriter) -> None:
    rewriter.replace(op, GotoOp.make(block, arguments, location=op.location))


class ConstantBranch(RewritePattern):
    """A branch on a constant → `goto`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CondBranchOp | SwitchOp, rewriter: PatternRewriter) -> None:
        condition = op.condition_operand()
        constant = None if condition is None else constant_of(condition)
        successor = None if constant is None else op.successor_for_constant(constant)
        if successor is not None:
            _goto(op, op.successors[successor], op.successor_operands(successor), rewriter)


class BranchToOneBlock(RewritePattern):
    """`cond_br c, ^a(x), ^a(y)` → `goto ^a(select c, x, y)`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CondBranchOp, rewriter: PatternRewriter) -> None:
        if op.then_block is not op.else_block:
            return
        selects: list[Operation] = []
        arguments: list[SSAValue] = []
        for then_value, else_value in zip(op.then_arguments, op.else_arguments, strict=True):
            if then_value is else_value:
                arguments.append(then_value)
                continue
            select = SelectOp.make(op.condition, then_value, else_value, location=op.location)
            selects.append(select)
            arguments.append(select.result)
        rewriter.replace(op, [*selects, GotoOp.make(op.then_block, arguments, location=op.location)])


class BranchOnNot(RewritePattern):
    """`cond_br (not c), ^a, ^b` → `cond_br c, ^b, ^a`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CondBranchOp, rewriter: PatternRewriter) -> None:
        inner = op.condition.owner
        if not isinstance(inner, NotOp):
            return
        swapped = CondBranchOp.make(
            inner.operand,
            op.else_block,
            op.else_arguments,
            op.then_block,
            op.then_arguments,
            location=op.location,
        )
        swapped.attributes.update(op.attributes)
        rewriter.replace(op, swapped)


class CasesLikeDefault(RewritePattern):
    """Cases that go where the default goes are dropped; a switch without cases → `goto`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SwitchOp, rewriter: PatternRewriter) -> None:
        values, blocks = op.case_values, op.successors[1:]
        arguments = [op.successor_operands(index + 1) for index in range(len(values))]
        default_block, default_arguments = op.successors[0], op.successor_operands(0)

        def is_default(case: int) -> bool:
            return blocks[case] is default_block and all(
                a is b for a, b in zip(arguments[case], default_arguments, strict=True)
            )

        kept = [case for case in range(len(values)) if not is_default(case)]
        if not kept:
            _goto(op, default_block, default_arguments, rewriter)
        elif len(kept) < len(values):
            fewer = SwitchOp.make(
                op.value,
                default_block,
                default_arguments,
                [values[case] for case in kept],
                [blocks[case] for case in kept],
                [arguments[case] for case in kept],
                location=op.location,
            )
            fewer.attributes.update(op.attributes)
            rewriter.replace(op, fewer)


_COMMUTED = (ConstantsRight(),)
_REASSOCIATED = (ConstantsRight(), Reassociate())
_ORDERED = (MirrorComparison(),)
_EQUALITY = (MirrorComparison(), CompareWithBoolean())

PATTERNS: dict[type[Operation], tuple[RewritePattern, ...]] = {
    AddOp: _REASSOCIATED,
    MulOp: _REASSOCIATED,
    BitAndOp: _REASSOCIATED,
    BitOrOp: _REASSOCIATED,
    BitXorOp: _REASSOCIATED,
    MinOp: _REASSOCIATED,
    MaxOp: _REASSOCIATED,
    CheckedAddOp: _COMMUTED,
    CheckedMulOp: _COMMUTED,
    SaturatingAddOp: _COMMUTED,
    FloorDivOp: (DivideByPowerOfTwo(),),
    DivOp: (DivideByPowerOfTwo(),),
    FloorModOp: (RemainderByPowerOfTwo(),),
    RemOp: (RemainderByPowerOfTwo(),),
    LtOp: _ORDERED,
    LeOp: _ORDERED,
    GtOp: _ORDERED,
    GeOp: _ORDERED,
    EqOp: _EQUALITY,
    NeOp: _EQUALITY,
    NotOp: (NegatedComparison(),),
    SelectOp: (SelectOnNot(), SelectIsNot()),
    CastOp: (CastOfCast(),),
    ExtractFieldOp: (ExtractBesideInsert(),),
    InsertFieldOp: (InsertTwice(),),
    ExtractElementOp: (ExtractBesideInsertElement(),),
    AssertOp: (AssertTrue(),),
    CondBranchOp: (ConstantBranch(), BranchToOneBlock(), BranchOnNot()),
    SwitchOp: (ConstantBranch(), CasesLikeDefault()),
}
"""The patterns of every op class that has any."""
