"""Which values the integers of a kernel can have, as intervals: a forward data-flow analysis with what branches and guards tell.

It is the classical one (Cousot and Cousot, 1977; Harrison, "Compiler Analysis of the Value Ranges for Variables", 1977): block
arguments are joined over the edges into their block, widened where they go on growing, and narrowed again afterwards. Below
`if i < n`, and behind `mir.assert`, less is possible than before. Differences of two values are kept beside that, as in "ABCD:
Eliminating Array Bounds Checks on Demand" (Bodik, Gupta, Sarkar, 2000): below `i < h - 1`, `i + 1 < h` is known whatever h is.

A 64-bit integer counts as the signed one of the same bits, whichever its type says: conversions between the two change nothing
then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import IntegerType, Signedness, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.nvvm.sreg import PREFIX, ReadSpecialRegisterOp
from periclase.intrinsics.sreg import MAX_THREADS
from periclase.ir.dominance import DominatorTree
from periclase.ir.interfaces import BranchOpInterface
from periclase.launch_versions import MOST_FLAT, MOST_NARROW, MOST_NARROW_BLOCKS
from periclase.passes.narrow_index_arithmetic.small_products import NONE, Numbers, SmallProducts

Interval: TypeAlias = "tuple[int, int]"
"""The least and the greatest value."""
_Facts: TypeAlias = "dict[Any, Any]"
"""Of a value, its interval; of a pair of values, the most that the first can be above the second."""

_LOW64, _HIGH64 = -(1 << 63), (1 << 63) - 1
_PATIENCE = 2
"""So often a block argument may grow before it is widened."""


def _width(type: Attribute) -> int | None:
    """The bits of an integer."""
    # The class itself: `isinstance` of an ABC, as xDSL's attributes are, is a call in Python.
    return int(cast(Any, type).width.data) if type.__class__ is IntegerType else None


def whole(type: Attribute) -> Interval | None:
    """All values of a type; None if it is no integer of at most 64 bits."""
    width = _width(type)
    if width is None or width > 64:
        return None
    if width == 64:
        return _LOW64, _HIGH64
    if is_unsigned(type):
        return 0, (1 << width) - 1
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def is_wide(value: SSAValue) -> bool:
    """Whether it is an integer of 64 bits."""
    return _width(value.type) == 64


def is_unsigned(type: Attribute) -> bool:
    """Whether it is an integer that does not count as signed."""
    return type.__class__ is IntegerType and cast(Any, type).signedness.data != Signedness.SIGNED


def _is_unsigned64(type: Attribute) -> bool:
    return is_unsigned(type) and _width(type) == 64


def root(value: SSAValue) -> SSAValue:
    """What `value` is the same bits of: conversions between 64-bit integers are looked through."""
    while isinstance(value, OpResult) and isinstance(value.op, mir.CastOp) and is_wide(value):
        source = value.op.operands[0]
        if not is_wide(source):
            break
        value = source
    return value


def register_of(value: SSAValue) -> str | None:
    """The special register that `value` is read from, as `tid.x`; conversions are looked through."""
    while isinstance(value, OpResult):
        op = value.op
        if op.name.startswith(PREFIX):
            return op.name.removeprefix(PREFIX)
        if not isinstance(op, UnrealizedConversionCastOp | mir.CastOp) or whole(op.operands[0].type) is None:
            return None
        source = op.operands[0].type
        if isinstance(op, mir.CastOp) and cast(IntegerType, source).width.data < 32:
            return None
        value = op.operands[0]
    return None


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` always is, 64-bit ones as signed."""
    if not (isinstance(value, OpResult) and isinstance(value.op, mir.ConstantOp)):
        return None
    limits = whole(value.type)
    if limits is None:
        return None
    number = cast(int, value.op.value.value.data)
    low, high = limits
    size = high - low + 1
    return (number - low) % size + low


def _registers(function: mir.FuncOp) -> dict[str, Interval]:
    """What the registers of a launch that keeps the promise hold; of others, their own table tells."""
    found = {"ctaid.x": (0, MOST_NARROW_BLOCKS - 1), "nctaid.x": (1, MOST_NARROW_BLOCKS)}
    bounds, block = function.launch_bounds, function.required_block
    for number, (axis, most) in enumerate(MAX_THREADS.items()):
        least = 1
        if block is not None:
            least = most = block.data[number]
        elif bounds is not None:
            most = min(most, bounds.max_threads)
        found[f"tid.{axis}"] = 0, most - 1
        found[f"ntid.{axis}"] = least, most
    return found


class IntegerRanges:
    """The intervals of a kernel whose launch keeps the promise.

    Attributes:
        results: of each integer of at most 64 bits that has a definition, its interval there.
        operands: of each op, those of its operands where it stands, which may be smaller; None for what is no such integer.
        decided: the comparisons of which the outcome is known where they stand.
    """

    def __init__(self, function: mir.FuncOp, bounded: frozenset[int], products: Numbers = NONE):
        """
        Args:
            function: with a body.
            bounded: which of its arguments are numbers that the launch has seen to be small.
            products: and those whose products are small, too.
        """
        self.results: dict[SSAValue, Interval] = {}
        self.operands: dict[Operation, tuple[Interval | None, ...]] = {}
        self.decided: dict[Operation, bool] = {}
        self._registers = _registers(function)
        self._tree = DominatorTree(function.body_region())
        self._entry = self._tree.blocks[0]
        self._ends: list[_Facts | None] = [None] * len(self._tree.blocks)
        self._grown: dict[SSAValue, int] = {}
        self._exact: set[Operation] = set()
        for argument in self._entry.args:
            limits = whole(argument.type)
            if limits is not None:
                flat = argument.index in products[0] or argument.index in products[1]
                most = MOST_FLAT if flat else MOST_NARROW
                self.results[argument] = (-most, most) if flat or argument.index in bounded else limits
        self._products = SmallProducts(self._entry, products) if products[0] else None
        if any(before >= number for number, each in enumerate(self._tree.predecessors) for before in each):
            quiet = 0
            while quiet < 2:  # twice: what the ends of blocks tell is one sweep behind on the edges back
                quiet = 0 if self._sweep(growing=True) else quiet + 1
            for _ in range(2):
                self._sweep(growing=False)
        self._sweep(growing=False, recording=True)

    # --------------------------------------------------------------------------------------------------- sweeps ----

    def _sweep(self, *, growing: bool, recording: bool = False) -> bool:
        """Look at all blocks, each behind its dominators; whether a block argument has changed."""
        tree = self._tree
        changed = False
        for number, block in enumerate(tree.blocks):
            facts: _Facts = {}
            if number:
                above = tree.idom[number]
                before = self._ends[above]
                assert before is not None
                facts = dict(before)
                if len(tree.predecessors[number]) == 1:
                    self._take_edge(tree.blocks[above], block, facts)
                changed |= self._join(block, tree.predecessors[number], growing)
            for op in block.ops:
                if recording:
                    self.operands[op] = tuple([self.range_of(operand, facts) for operand in op.operands])
                self._visit(op, facts, recording)
            self._ends[number] = facts
        return changed

    def _join(self, block: Block, predecessors: list[int], growing: bool) -> bool:
        changed = False
        integers = [argument for argument in block.args if whole(argument.type) is not None]
        if not integers:
            return False
        edges: list[tuple[BranchOpInterface, int, _Facts]] = []
        for before in dict.fromkeys(predecessors):
            known = self._ends[before]
            if known is None:
                continue  # an edge back, in the first sweep
            source = self._tree.blocks[before]
            last = source.last_op
            if not isinstance(last, BranchOpInterface):
                edges.clear()
                break
            facts = dict(known)
            self._take_edge(source, block, facts)
            edges += [(last, i, facts) for i, each in enumerate(last.successors) if each is block]
        for argument in integers:
            limits = cast(Interval, whole(argument.type))
            new: Interval | None = None
            for branch, index, facts in edges:
                value = self.range_of(branch.successor_operands(index)[argument.index], facts)
                assert value is not None
                new = value if new is None else _hull(new, value)
            new = limits if new is None else new
            old = self.results.get(argument)
            if old is not None and growing:
                new = _hull(old, new)
                if new != old:
                    self._grown[argument] = self._grown.get(argument, 0) + 1
                    if self._grown[argument] > _PATIENCE:
                        new = (
                            limits[0] if new[0] < old[0] else new[0],
                            limits[1] if new[1] > old[1] else new[1],
                        )
            elif old is not None:
                new = max(old[0], new[0]), min(old[1], new[1])
                if new[0] > new[1]:  # no path comes here
                    new = old
            if new != old:
                changed = True
                self.results[argument] = new
        return changed

    def _take_edge(self, source: Block, target: Block, facts: _Facts) -> None:
        """What is known on the way from one block to another."""
        last = source.last_op
        if isinstance(last, mir.CondBranchOp):
            first, second = last.successors
            if first is not second:
                self._assume(last.operands[0], target is first, facts)

    def _visit(self, op: Operation, facts: _Facts, recording: bool) -> None:
        if isinstance(op, mir.AssertOp):
            self._assume(op.operands[0], True, facts)
            return
        compare = _COMPARISONS.get(type(op))
        if compare is not None:
            if recording:
                outcome = self._outcome(op, facts)
                if outcome is not None:
                    self.decided[op] = outcome
            self.results[op.results[0]] = 0, 1
            return
        for result in op.results:
            limits = whole(result.type)
            if limits is not None:
                found = self._result(op, result, facts)
                self._exact.discard(op)
                if found is None or found[0] < limits[0] or found[1] > limits[1]:
                    found = limits
                else:
                    self._exact.add(op)
                self.results[result] = found

    # --------------------------------------------------------------------------------------------------- values ----

    def range_of(self, value: SSAValue, facts: _Facts) -> Interval | None:
        """The interval of a value where `facts` hold; None if it is no integer of at most 64 bits."""
        limits = whole(value.type)
        if limits is None:
            return None
        value = root(value)
        found = self.results.get(value) or limits
        refined = facts.get(value)
        if refined is not None:
            low, high = max(found[0], refined[0]), min(found[1], refined[1])
            if low <= high:  # else no path comes here
                return low, high
        return found

    def _result(self, op: Operation, result: SSAValue, facts: _Facts) -> Interval | None:
        """The interval of a result as if it could not overflow; None if nothing is known."""
        constant = constant_of(result)
        if constant is not None:
            return constant, constant
        if isinstance(op, UnrealizedConversionCastOp):
            source = op.operands[0]
            if not (isinstance(source, OpResult) and isinstance(source.op, ReadSpecialRegisterOp)):
                return None
            read = source.op
            return self._registers.get(read.name.removeprefix(PREFIX), read.INTRINSIC.index_range)
        if isinstance(op, mir.ExtractFieldOp):
            source = op.operands[0]
            of_launch = isinstance(source, BlockArgument) and source.block is self._entry
            if of_launch and isinstance(source.type, mir.SliceType) and is_wide(result):
                return 0, MOST_NARROW
            return None
        transfer = _TRANSFERS.get(type(op))
        if transfer is None:
            return None
        ranges = [self.range_of(operand, facts) for operand in op.operands]
        if None in ranges:
            return None
        known = self._of_threads(op)
        if known is None and self._products is not None and type(op) is mir.MulOp:
            known = self._of_product(op, cast("list[Interval]", ranges), facts)
        found = transfer(op, *ranges)
        if known is None:
            return found
        return known if found is None else (max(known[0], found[0]), min(known[1], found[1]))

    def _of_threads(self, op: Operation) -> Interval | None:
        """The interval of the number of a thread in the grid, of that of the first of its block, and of the number of threads."""
        if not is_wide(op.results[0]) or len(op.operands) != 2:
            return None
        if isinstance(op, mir.MulOp):
            pair = sorted(register_of(operand) or "?" for operand in op.operands)
            for axis in "xyz":
                if pair == [f"ctaid.{axis}", f"ntid.{axis}"]:
                    return 0, MOST_NARROW - 1
                if pair == [f"nctaid.{axis}", f"ntid.{axis}"]:
                    return 1, MOST_NARROW
        elif isinstance(op, mir.AddOp):
            for first, thread in (op.operands, op.operands[::-1]):
                register = register_of(thread)
                first = root(first)
                if register is None or not register.startswith("tid."):
                    continue
                axis = register[-1]
                if isinstance(first, OpResult) and isinstance(first.op, mir.MulOp):
                    pair = sorted(register_of(operand) or "?" for operand in first.op.operands)
                    if pair == [f"ctaid.{axis}", f"ntid.{axis}"]:
                        return 0, MOST_NARROW - 1
        return None

    def _of_product(self, op: Operation, ranges: list[Interval], facts: _Facts) -> Interval | None:
        """The interval of a product that the launch has seen to be small, by what is known of a factor here."""
        products = self._products
        assert products is not None
        first, second = op.operands
        for (value, of_value), (factor, of_factor) in (
            ((first, ranges[0]), (second, ranges[1])),
            ((second, ranges[1]), (first, ranges[0])),
        ):
            if root(factor) in products.factors:
                found = products.interval(self._sum(value), of_value, of_factor, facts)
                if found is not None:
                    return found
        return None

    # ---------------------------------------------------------------------------------------------------- facts ----

    def _assume(self, condition: SSAValue, truth: bool, facts: _Facts) -> None:
        """Add that a condition holds, or does not."""
        if not isinstance(condition, OpResult):
            self._assume_joined(condition, truth, facts)
            return
        op = condition.op
        if isinstance(op, mir.NotOp):
            self._assume(op.operands[0], not truth, facts)
        elif isinstance(op, mir.BitAndOp if truth else mir.BitOrOp):
            for operand in op.operands:
                self._assume(operand, truth, facts)
        kind = _COMPARISONS.get(type(op))
        if kind is None:
            return
        a, b = op.operands
        first, second = self.range_of(a, facts), self.range_of(b, facts)
        if first is None or second is None:
            return
        if kind in ("eq", "ne"):
            if (kind == "eq") is truth:
                self._least(a, b, 0, facts)
                self._least(b, a, 0, facts)
            return
        if kind in ("gt", "ge"):  # a > b: b < a
            a, b, first, second = b, a, second, first
        if not truth:  # not a < b: b <= a
            a, b, first, second = b, a, second, first
        strict = (kind in ("lt", "gt")) is truth
        if _is_unsigned64(a.type):
            if second[0] < 0:
                return
            self._refine(a, (0, _HIGH64), facts)
        self._least(a, b, -1 if strict else 0, facts)

    def _assume_joined(self, condition: SSAValue, truth: bool, facts: _Facts) -> None:
        """Add what follows from a condition that edges bring, as `a and b` does where `a` is not asked for itself alone.

        If it can be so by one edge only, that was the one: what was known there is so here. (An edge back tells of the values of
        the round before.)
        """
        if not isinstance(condition, BlockArgument) or condition.block is self._entry:
            return
        tree, block = self._tree, condition.block
        found: tuple[int, SSAValue] | None = None
        for before in dict.fromkeys(tree.predecessors[tree.number[block]]):
            branch = tree.blocks[before].last_op
            if not isinstance(branch, BranchOpInterface):
                return
            for index, successor in enumerate(branch.successors):
                if successor is not block:
                    continue
                value = branch.successor_operands(index)[condition.index]
                if _brought(branch, index, value) is (not truth):
                    continue
                if found is not None:
                    return
                found = before, value
        if found is None or tree.dominates(block, tree.blocks[found[0]]):
            return
        known = self._ends[found[0]]
        if known is None:
            return
        for key, fact in known.items():
            if type(key) is tuple:
                left, right = cast("tuple[SSAValue, SSAValue]", key)
                self._note(left, right, fact, facts)
            else:
                self._narrow(key, fact, facts)
        self._assume(found[1], truth, facts)

    def _least(self, a: SSAValue, b: SSAValue, most: int, facts: _Facts) -> None:
        """`a - b` is at most `most`."""
        first, second = self.range_of(a, facts), self.range_of(b, facts)
        assert first is not None and second is not None
        self._refine(a, (first[0], second[1] + most), facts)
        self._refine(b, (first[0] - most, second[1]), facts)
        (left, plus), (right, minus) = self._sum(a), self._sum(b)
        # left + plus - right - minus <= most
        self._note(left, right, most - plus + minus, facts)
        parts = self._parts(left)
        if parts is not None:
            # The same of each part, with the least that the other one is.
            first_part, second_part, sign = parts
            one, other = self.range_of(first_part, facts), self.range_of(second_part, facts)
            assert one is not None and other is not None
            bound = most - plus + minus
            self._note(first_part, right, bound - (other[0] if sign > 0 else -other[1]), facts)
            if sign > 0:
                self._note(second_part, right, bound - one[0], facts)

    def _note(self, left: SSAValue, right: SSAValue, bound: int, facts: _Facts) -> None:
        """`left - right` is at most `bound`."""
        known = facts.get((left, right))
        if known is None or bound < known:
            facts[left, right] = bound

    def _parts(self, value: SSAValue) -> tuple[SSAValue, SSAValue, int] | None:
        """What `value` is the sum (1) or difference (-1) of, where that does not overflow."""
        if not (isinstance(value, OpResult) and value.op in self._exact):
            return None
        if not isinstance(value.op, mir.AddOp | mir.SubOp):
            return None
        first, second = map(root, value.op.operands)
        return first, second, 1 if isinstance(value.op, mir.AddOp) else -1

    def _refine(self, value: SSAValue, interval: Interval, facts: _Facts) -> None:
        """`value` is in `interval`; and so are what it is a sum of, less the others."""
        value = root(value)
        self._narrow(value, interval, facts)
        base, offset = self._sum(value)
        low, high = interval[0] - offset, interval[1] - offset
        if offset:
            self._narrow(base, (low, high), facts)
        parts = self._parts(base)
        if parts is None:
            return
        first, second, sign = parts
        one, other = self.range_of(first, facts), self.range_of(second, facts)
        assert one is not None and other is not None
        if sign > 0:
            self._narrow(first, (low - other[1], high - other[0]), facts)
            self._narrow(second, (low - one[1], high - one[0]), facts)
        else:
            self._narrow(first, (low + other[0], high + other[1]), facts)
            self._narrow(second, (one[0] - high, one[1] - low), facts)

    def _narrow(self, value: SSAValue, interval: Interval, facts: _Facts) -> None:
        """`value` is in `interval`."""
        found = self.range_of(value, facts)
        assert found is not None
        low, high = max(found[0], interval[0]), min(found[1], interval[1])
        if low <= high and (low, high) != found:
            facts[value] = low, high

    def base_of(self, value: SSAValue) -> SSAValue:
        """What a value is the sum of, beside constants."""
        return self._sum(value)[0]

    def _sum(self, value: SSAValue) -> tuple[SSAValue, int]:
        """A value as another and a constant, where the addition can not overflow."""
        total = 0
        value = root(value)
        while isinstance(value, OpResult) and value.op in self._exact:
            op = value.op
            if not isinstance(op, mir.AddOp | mir.SubOp):
                break
            constant = constant_of(root(op.operands[1]))
            if constant is None:
                break
            total += constant if isinstance(op, mir.AddOp) else -constant
            value = root(op.operands[0])
        return value, total

    def _outcome(self, op: Operation, facts: _Facts) -> bool | None:
        """What a comparison gives, if that is known."""
        kind = _COMPARISONS[type(op)]
        a, b = op.operands
        first, second = self.range_of(a, facts), self.range_of(b, facts)
        if first is None or second is None:
            return None
        if kind in ("eq", "ne"):
            return None if first[0] <= second[1] and second[0] <= first[1] else kind == "ne"
        if kind in ("gt", "ge"):
            a, b, first, second = b, a, second, first
        if _is_unsigned64(a.type) and (first[0] < 0 or second[0] < 0):
            return None
        bound = -1 if kind in ("lt", "gt") else 0
        if first[1] - second[0] <= bound:
            return True
        if first[0] - second[1] > bound:
            return False
        (left, plus), (right, minus) = self._sum(a), self._sum(b)
        known = facts.get((left, right))
        return True if known is not None and known + plus - minus <= bound else None


_COMPARISONS: dict[type[Operation], str] = {
    mir.LtOp: "lt",
    mir.LeOp: "le",
    mir.GtOp: "gt",
    mir.GeOp: "ge",
    mir.EqOp: "eq",
    mir.NeOp: "ne",
}


def _brought(branch: BranchOpInterface, index: int, value: SSAValue) -> bool | None:
    """Which truth value an edge brings, if it is always the same."""
    constant = constant_of(value)
    if constant is not None:
        return bool(constant)
    if isinstance(branch, mir.CondBranchOp) and branch.operands[0] is value:
        first, second = branch.successors
        return index == 0 if first is not second else None
    return None


def is_comparison(op: Operation) -> bool:
    """Whether it compares two values."""
    return type(op) in _COMPARISONS


# ------------------------------------------------------------------------------------------------------- transfers ----


def _hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def _corners(function: Callable[[int, int], int], a: Interval, b: Interval) -> Interval:
    found = [function(x, y) for x in a for y in b]
    return min(found), max(found)


def _cast(op: Operation, a: Interval) -> Interval | None:
    return a if cast(mir.CastOp, op).kind is CastKind.INT_TO_INT else None


def _add(op: Operation, a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def _sub(op: Operation, a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def _mul(op: Operation, a: Interval, b: Interval) -> Interval:
    return _corners(lambda x, y: x * y, a, b)


def _neg(op: Operation, a: Interval) -> Interval:
    return -a[1], -a[0]


def _truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def _divisor(op: Operation, a: Interval, b: Interval) -> Interval | None:
    """The divisor, which is not zero: that is undefined. None if it can be of either sign, or looks like another number."""
    if _is_unsigned64(op.results[0].type) and (a[0] < 0 or b[0] < 0):
        return None
    low, high = b[0] or 1, b[1] or -1
    return (low, high) if low <= high and (low > 0 or high < 0) else None


def _div(op: Operation, a: Interval, b: Interval) -> Interval | None:
    divisor = _divisor(op, a, b)
    if divisor is None:
        return None
    found = _corners(_truncated, a, divisor)
    return _hull(found, (0, 0)) if a[0] <= 0 <= a[1] else found


def _floor_div(op: Operation, a: Interval, b: Interval) -> Interval | None:
    divisor = _divisor(op, a, b)
    if divisor is None:
        return None
    found = _corners(lambda x, y: x // y, a, divisor)
    return _hull(found, (0, 0)) if a[0] <= 0 <= a[1] else found


def _rem(op: Operation, a: Interval, b: Interval) -> Interval | None:
    divisor = _divisor(op, a, b)
    if divisor is None:
        return None
    most = max(abs(divisor[0]), abs(divisor[1])) - 1
    return (0 if a[0] >= 0 else max(-most, a[0])), (0 if a[1] <= 0 else min(most, a[1]))


def _floor_mod(op: Operation, a: Interval, b: Interval) -> Interval | None:
    divisor = _divisor(op, a, b)
    if divisor is None:
        return None
    return (0, divisor[1] - 1) if divisor[0] > 0 else (divisor[0] + 1, 0)


def _count(op: Operation, b: Interval) -> int | None:
    """The count of a shift, which is masked to the width."""
    width = cast(IntegerType, op.results[0].type).width.data
    return b[0] if b[0] == b[1] and 0 <= b[0] < width else None


def _shl(op: Operation, a: Interval, b: Interval) -> Interval | None:
    count = _count(op, b)
    return None if count is None else (a[0] << count, a[1] << count)


def _shr(op: Operation, a: Interval, b: Interval) -> Interval | None:
    count = _count(op, b)
    if count is None or (_is_unsigned64(op.results[0].type) and a[0] < 0):
        return None
    return a[0] >> count, a[1] >> count


def _and(op: Operation, a: Interval, b: Interval) -> Interval | None:
    highs = [each[1] for each in (a, b) if each[0] >= 0]
    return (0, min(highs)) if highs else None


def _or(op: Operation, a: Interval, b: Interval) -> Interval | None:
    # Of `~x`, the bits are those of a negative number that are not its sign.
    bits = max(bound.bit_length() if bound >= 0 else (~bound).bit_length() for bound in (*a, *b))
    return (-(1 << bits) if a[0] < 0 or b[0] < 0 else 0), (1 << bits) - 1


def _min(op: Operation, a: Interval, b: Interval) -> Interval | None:
    if _is_unsigned64(op.results[0].type) and (a[0] < 0 or b[0] < 0):
        return None
    return min(a[0], b[0]), min(a[1], b[1])


def _max(op: Operation, a: Interval, b: Interval) -> Interval | None:
    if _is_unsigned64(op.results[0].type) and (a[0] < 0 or b[0] < 0):
        return None
    return max(a[0], b[0]), max(a[1], b[1])


def _abs(op: Operation, a: Interval) -> Interval:
    return (0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))), max(abs(a[0]), abs(a[1]))


def _select(op: Operation, condition: Interval, a: Interval, b: Interval) -> Interval:
    return _hull(a, b)


_TRANSFERS: dict[type[Operation], Callable[..., Interval | None]] = {
    mir.CastOp: _cast,
    mir.AddOp: _add,
    mir.SubOp: _sub,
    mir.MulOp: _mul,
    mir.NegOp: _neg,
    mir.DivOp: _div,
    mir.FloorDivOp: _floor_div,
    mir.RemOp: _rem,
    mir.FloorModOp: _floor_mod,
    mir.ShlOp: _shl,
    mir.ShrOp: _shr,
    mir.BitAndOp: _and,
    mir.BitOrOp: _or,
    mir.BitXorOp: _or,
    mir.MinOp: _min,
    mir.MaxOp: _max,
    mir.AbsOp: _abs,
    mir.SelectOp: _select,
}
