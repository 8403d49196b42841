"""Under which conditions a check holds in all rounds of a loop, in terms of the first and the last counter.

In `w` bits, a sum or difference of multiples of the counter, by constants that add up to `k`, is in each round what it was in the
first one, and `k` times the way of the counter from there, modulo 2^w. If `|k|` times the whole way is less than 2^w, it can wrap
once at most, and then its last value would be on the wrong side of its first one. So where the two are in order (which of two
orders, signed or unsigned, is that of the comparison), all values lie between them, and it is enough to look at one of both.

The same is asked of a value that is extended to more bits on the way, since only what does not wrap grows evenly there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import NO_WRAP, CastKind
from periclase.dialects.nvvm.sreg import PREFIX
from periclase.ir.builder import OpBuilder
from periclase.ir.effects import NONE, effects_of
from periclase.passes.inductive_range_check_elimination.counted_loops import (
    MIRRORED,
    OP_OF,
    RELATIONS,
    Comparison,
    CountedLoop,
    constant_of,
    integer_type,
    is_signed,
    step_of,
)

_COMPUTABLE = frozenset(
    {
        mir.ConstantOp,
        mir.AddOp,
        mir.SubOp,
        mir.MulOp,
        mir.NegOp,
        mir.NotOp,
        mir.BitAndOp,
        mir.BitOrOp,
        mir.BitXorOp,
        mir.ShlOp,
        mir.ShrOp,
        mir.MinOp,
        mir.MaxOp,
        mir.SelectOp,
        mir.LtOp,
        mir.LeOp,
        mir.GtOp,
        mir.GeOp,
        mir.EqOp,
        mir.NeOp,
        mir.ExtractFieldOp,
        UnrealizedConversionCastOp,
    }
)
"""What may be computed before a loop whether the loop would come to it or not: of what it is given, nothing is undefined."""


def _is_computable(op: Operation) -> bool:
    if type(op) is mir.CastOp:
        return op.kind is CastKind.INT_TO_INT
    if type(op) in _COMPUTABLE:
        return True
    return op.name.startswith(PREFIX) and effects_of(op) == NONE


Computation: TypeAlias = "Comparison | type[mir.AddOp | mir.SubOp | mir.MulOp | mir.RemOp | mir.BitAndOp]"


class Way(NamedTuple):
    """How a value of a loop goes with the counter: by `factor` times its step a round, modulo 2^`width`.

    Attributes:
        ordered: the values, itself not among them, of which the first and the last one have to be in order.
    """

    factor: int
    width: int
    ordered: tuple[tuple[SSAValue, int], ...] = ()


class Check(NamedTuple):
    """`value relation limit` in all rounds, of which `limit` does not change.

    Attributes:
        op: that checks it.
        value: what is compared; None where the whole condition does not change.
        way: of `value`.
        relation: with the value on the left.
        limit: what it is compared with; the condition where there is no value.
    """

    op: mir.AssertOp
    value: SSAValue | None
    way: Way
    relation: str
    limit: SSAValue


class Conditions:
    """What is known of the values of one loop."""

    def __init__(self, loop: CountedLoop):
        self.loop = loop
        self._same: dict[SSAValue, bool] = {}
        self._ways: dict[SSAValue, Way | None] = {}

    def is_same(self, value: SSAValue) -> bool:
        """Whether `value` is the same in all rounds, and can be had before the loop."""
        known = self._same.get(value)
        if known is None:
            known = self._same[value] = self._find_same(value)
        return known

    def _find_same(self, value: SSAValue) -> bool:
        owner = value.owner
        if not isinstance(owner, Operation):
            return owner not in self.loop.members
        if owner.parent not in self.loop.members:
            return True
        return _is_computable(owner) and all(map(self.is_same, owner.operands))

    # ------------------------------------------------------------------------------------------------------ ways ----

    def way(self, value: SSAValue) -> Way | None:
        """How an integer goes with the counter; None if it does so in no way known."""
        if value not in self._ways:
            self._ways[value] = self._find_way(value)
        return self._ways[value]

    def _find_way(self, value: SSAValue) -> Way | None:
        type = integer_type(value.type)
        if type is None:
            return None
        width = type.width.data
        if value is self.loop.counter:
            return Way(1, width)
        if self.is_same(value):
            return Way(0, width)
        if isinstance(value, BlockArgument):
            return self._of_argument(value, width)
        if not isinstance(value, OpResult) or value.op.parent not in self.loop.members:
            return None
        find = _WAYS.get(value.op.__class__)
        return None if find is None else find(self, value.op, width)

    def _of_argument(self, value: BlockArgument, width: int) -> Way | None:
        """The way of what is another counter of the same loop."""
        if value.block is not self.loop.header:
            return None
        moved = step_of(value, self.loop.following(value))
        if moved is None or moved[0] % self.loop.step:
            return None
        return Way(moved[0] // self.loop.step, width)

    def of_cast(self, op: Operation, width: int) -> Way | None:
        """The way of a converted integer."""
        source = op.operands[0]
        way = self.way(source)
        if way is None or cast(mir.CastOp, op).kind is not CastKind.INT_TO_INT:
            return None
        if width > way.width and not self._is_counter(source):
            return Way(way.factor, width, (*way.ordered, (source, way.factor)))
        return Way(way.factor, width, way.ordered)

    def _is_counter(self, value: SSAValue) -> bool:
        """Whether it is the counter itself, whose first and last value are in order as long as its type is kept."""
        while isinstance(value, OpResult) and type(value.op) is mir.CastOp and value.type == self.loop.type:
            value = value.op.operands[0]
        return value is self.loop.counter

    def of_sum(self, op: Operation, width: int) -> Way | None:
        """The way of a sum or difference."""
        first, second = map(self.way, op.operands)
        if first is None or second is None:
            return None
        sign = 1 if type(op) is mir.AddOp else -1
        return Way(first.factor + sign * second.factor, width, first.ordered + second.ordered)

    def of_product(self, op: Operation, width: int) -> Way | None:
        """The way of a product with a constant."""
        for value, factor in (op.operands, op.operands[::-1]):
            number = constant_of(factor)
            way = None if number is None else self.way(value)
            if number is not None and way is not None:
                return Way(way.factor * number, width, way.ordered)
        return None

    def of_shift(self, op: Operation, width: int) -> Way | None:
        """The way of what is shifted to the left by a constant."""
        count = constant_of(op.operands[1])
        way = self.way(op.operands[0])
        if way is None or count is None or not 0 <= count < width:
            return None
        return Way(way.factor << count, width, way.ordered)

    # ---------------------------------------------------------------------------------------------------- checks ----

    def check(self, op: mir.AssertOp) -> Check | None:
        """What `op` checks, if its outcome in all rounds can be told from the first and the last one."""
        condition = op.operands[0]
        if self.is_same(condition):
            return Check(op, None, Way(0, 1), "<", condition)
        if not isinstance(condition, OpResult):
            return None
        relation = RELATIONS.get(type(condition.op))
        if relation is None:
            return None
        first, second = condition.op.operands
        for value, limit, found in ((first, second, relation), (second, first, MIRRORED[relation])):
            way = self.way(value) if self.is_same(limit) else None
            if way is not None:
                return Check(op, value, way, found, limit)
        return None


_WAYS: dict[type[Operation], Callable[[Conditions, Operation, int], Way | None]] = {
    mir.CastOp: Conditions.of_cast,
    mir.AddOp: Conditions.of_sum,
    mir.SubOp: Conditions.of_sum,
    mir.MulOp: Conditions.of_product,
    mir.ShlOp: Conditions.of_shift,
}


class Guard:
    """Ops before a loop that find out whether conditions hold: they are put at the end of a block."""

    def __init__(self, conditions: Conditions, builder: OpBuilder):
        self._conditions = conditions
        self._loop = conditions.loop
        self._builder = builder
        self._copies: tuple[dict[SSAValue, SSAValue], ...] = ({}, {})
        self._span: SSAValue | None = None
        self._asked: set[tuple[SSAValue, int] | int] = set()
        self.holds: list[SSAValue] = []

    def compute(self, op_class: Computation, first: SSAValue, second: SSAValue) -> SSAValue:
        """The result of an operation on two integers."""
        made = op_class.make(first, second, location=self._builder.location)
        self._builder.insert(made)
        return made.results[0]

    def constant(self, number: int, type: IntegerType) -> SSAValue:
        """An integer."""
        made = mir.ConstantOp.make(IntegerAttr(number, type), location=self._builder.location)
        return self._builder.insert(made).results[0]

    def convert(self, value: SSAValue, type: Attribute) -> SSAValue:
        """An integer of another type."""
        if value.type == type:
            return value
        made = mir.CastOp.make(value, type, CastKind.INT_TO_INT, location=self._builder.location)
        return self._builder.insert(made).results[0]

    def begin(self, first: SSAValue, last: SSAValue, span: SSAValue) -> None:
        """Say what the counter is in the first round and in the last one, and how far that is, as unsigned integer."""
        for copies, counter in zip(self._copies, (first, last), strict=True):
            copies[self._loop.counter] = counter
        self._span = span

    def copy(self, value: SSAValue, *, last: bool = False) -> SSAValue:
        """`value` as it is in the first or in the last round."""
        conditions = self._conditions
        copies = self._copies[last and not conditions.is_same(value)]
        known = copies.get(value)
        if known is not None:
            return known
        if isinstance(value, BlockArgument) and value.block is self._loop.header:
            copies[value] = self._copy_counter(value, last)
            return copies[value]
        owner = value.owner
        if not isinstance(owner, Operation) or owner.parent not in self._loop.members:
            return value
        made = type(owner).create(
            operands=[self.copy(operand, last=last) for operand in owner.operands],
            result_types=[result.type for result in owner.results],
            properties=dict(owner.properties),
            # What is promised of a round that comes to it need not hold of one that does not.
            attributes={name: each for name, each in owner.attributes.items() if name != NO_WRAP},
            location=owner.location,
        )
        self._builder.insert(made)
        for old, new in zip(owner.results, made.results, strict=True):
            copies[old] = new
        return copies[value]

    def _copy_counter(self, value: BlockArgument, last: bool) -> SSAValue:
        """Another counter than that of the loop in the first or in the last round."""
        first, way = self._loop.first_of(value), self._conditions.way(value)
        assert way is not None and self._span is not None
        if not last:
            return first
        type = cast(IntegerType, value.type)
        low = -(1 << (way.width - 1)) if is_signed(type) else 0
        factor = way.factor if self._loop.step > 0 else -way.factor
        factor = (factor - low) % (1 << way.width) + low
        far = self.compute(mir.MulOp, self.convert(self._span, type), self.constant(factor, type))
        return self.compute(mir.AddOp, first, far)

    def ask(self, relation: str, first: SSAValue, second: SSAValue) -> None:
        """`first relation second` has to hold."""
        self.holds.append(self.compute(OP_OF[relation], first, second))

    def ask_of(self, check: Check) -> None:
        """It has to hold in all rounds."""
        self._builder.location = check.op.location
        if check.value is None:
            self.holds.append(self.copy(check.limit))
            return
        factor = check.way.factor
        for value, way in (*check.way.ordered, (check.value, factor)):
            self._ask_order(value, way)
        at_last = (check.relation in ("<", "<=")) is self._rises(factor)
        self.ask(check.relation, self.copy(check.value, last=at_last), self.copy(check.limit))

    def _ask_order(self, value: SSAValue, factor: int) -> None:
        """The values in the rounds have to lie between the first and the last one."""
        if (value, factor) in self._asked or factor == 0:
            return
        self._asked.add((value, factor))
        width = cast(IntegerType, value.type).width.data
        self.ask_span(((1 << width) - 1) // abs(factor))
        first, last = self.copy(value), self.copy(value, last=True)
        self.ask("<=", *((first, last) if self._rises(factor) else (last, first)))

    def _rises(self, factor: int) -> bool:
        """Whether what is `factor` times the counter becomes more from round to round."""
        return (factor > 0) is (self._loop.step > 0)

    def ask_span(self, most: int) -> None:
        """The counter may go that far at most from the first round to the last one."""
        span = self._span
        assert span is not None
        type = cast(IntegerType, span.type)
        if most >= (1 << type.width.data) - 1 or most in self._asked:
            return
        self._asked.add(most)
        self.ask("<=", span, self.constant(most, type))

    def outcome(self) -> SSAValue:
        """Whether all hold."""
        total = self.holds[0]
        for each in self.holds[1:]:
            total = self.compute(mir.BitAndOp, total, each)
        return total
