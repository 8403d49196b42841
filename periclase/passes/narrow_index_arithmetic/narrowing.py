"""The change of one kernel: which of its integers are computed in 32 bits, and how. See the package."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, IntegerType, Signedness, UnitAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import MAY_LEAVE, NO_WRAP, SMALL_LAUNCH, SMALL_PRODUCTS, CastKind
from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import append_successor_operands, edges_into, reverse_post_order
from periclase.ir.interfaces import BranchOpInterface
from periclase.launch_versions import MOST_NARROW
from periclase.passes.narrow_index_arithmetic.exact_addresses import exact_in_addresses
from periclase.passes.narrow_index_arithmetic.integer_ranges import (
    IntegerRanges,
    Interval,
    constant_of,
    is_comparison,
    is_unsigned,
    is_wide,
    root,
)
from periclase.passes.narrow_index_arithmetic.small_products import Numbers, numbers_of

_SI32 = IntegerType(32, Signedness.SIGNED)
_SI64 = IntegerType(64, Signedness.SIGNED)
_UI32 = IntegerType(32, Signedness.UNSIGNED)
_I1 = IntegerType(1)
_LOW, _HIGH = -(1 << 31), (1 << 31) - 1

_MODULAR = frozenset(
    {
        mir.AddOp,
        mir.SubOp,
        mir.MulOp,
        mir.NegOp,
        mir.BitAndOp,
        mir.BitOrOp,
        mir.BitXorOp,
        mir.NotOp,
        mir.SelectOp,
        mir.ShlOp,
    }
)
"""Ops of which the low half of the result depends on the low halves of the operands only."""
_OVERFLOWING = frozenset({mir.AddOp, mir.SubOp, mir.MulOp})
_FITTING = frozenset(
    {
        mir.DivOp,
        mir.FloorDivOp,
        mir.RemOp,
        mir.FloorModOp,
        mir.ShrOp,
        mir.MinOp,
        mir.MaxOp,
        mir.AbsOp,
    }
)
"""Ops that can be done in 32 bits where the operands fit."""


def _fits(interval: Interval | None) -> bool:
    return interval is not None and interval[0] >= _LOW and interval[1] <= _HIGH


class _Narrowing:
    """The change of one kernel."""

    def __init__(self, function: mir.FuncOp, bounded: frozenset[int], products: Numbers):
        self.ranges = IntegerRanges(function, bounded, products)
        entry = function.body_region().first_block
        assert entry is not None
        self.entry = entry
        self.blocks = reverse_post_order(entry)
        self.ops = [op for block in self.blocks for op in block.ops]
        self.narrowed: dict[SSAValue, SSAValue] = {}
        self.arguments: list[tuple[BlockArgument, BlockArgument]] = []
        self.checked = {op.parent for op in self.ops if type(op) is mir.AssertOp and not self._holds(op)}
        self.whole = self._needed_whole()
        self.exact = exact_in_addresses(self.ops, self.ranges, self._of_element)

    # ----------------------------------------------------------------------------------------------- what is what ----

    def fits(self, value: SSAValue) -> bool:
        """Whether a 64-bit value fits where it is defined, and can be computed in 32 bits."""
        if not is_wide(value) or not _fits(self.ranges.results.get(value)):
            return False
        if isinstance(value, OpResult):
            return self._computable(value.op)
        return self._joined(value)

    def _joined(self, value: SSAValue) -> bool:
        """Whether it is an argument of a block that all branches hand values to."""
        return (
            isinstance(value, BlockArgument)
            and value.block is not self.entry
            and all(isinstance(branch, BranchOpInterface) for branch, _ in edges_into(value.block))
        )

    def _computable(self, op: Operation) -> bool:
        """Whether the low half of the result can be computed from those of the operands."""
        kind = type(op)
        if kind is mir.ShlOp:
            count = constant_of(op.operands[1])
            return count is not None and 0 <= count < 32
        if kind in _MODULAR:
            return True
        if kind not in _FITTING:
            return False
        ranges = self.ranges.operands.get(op)
        if ranges is None:  # no path comes here
            return False
        if kind is mir.ShrOp:
            count = constant_of(op.operands[1])
            if count is None or not 0 <= count < 32:
                return False
            ranges = ranges[:1]
        if not all(map(_fits, ranges)) or not _fits(self.ranges.results[op.results[0]]):
            return False
        lows = [cast(Interval, each)[0] for each in ranges]
        if is_unsigned(op.results[0].type):
            return min(lows) >= 0
        # The remainder of the least number by -1 is undefined.
        return lows[0] > _LOW

    def _of_element(self, op: mir.PtrOffsetOp) -> bool:
        """Whether an address is moved within the memory of a slice that the launch was given, by its own elements."""
        pointer = op.operands[0]
        may_leave = MAY_LEAVE in op.attributes
        while isinstance(pointer, OpResult) and isinstance(pointer.op, mir.PtrOffsetOp):
            may_leave |= MAY_LEAVE in pointer.op.attributes
            pointer = pointer.op.operands[0]
        if may_leave:
            return False
        if not (isinstance(pointer, OpResult) and isinstance(pointer.op, mir.ExtractFieldOp)):
            return False
        source = pointer.op.operands[0]
        return (
            isinstance(source, BlockArgument)
            and source.block is self.entry
            and isinstance(source.type, mir.SliceType)
            and isinstance(pointer.type, mir.PtrType)
            and pointer.type.pointee == source.type.element_type
        )

    def narrow_use(self, op: Operation, number: int) -> bool:
        """Whether an op that gives no 64-bit integer needs only the low half of this operand."""
        kind = type(op)
        if is_comparison(op):
            found = self.ranges.operands[op]
            return op in self.ranges.decided or all(map(_fits, found)) or self._are_unsigned_halves(op)
        if kind is mir.CastOp:
            if is_wide(op.results[0]):
                return False
            how = cast(mir.CastOp, op).kind
            if how is CastKind.INT_TO_INT:
                return cast(IntegerType, op.results[0].type).width.data <= 32
            found = self.ranges.operands[op][0]
            return how is CastKind.INT_TO_FLOAT and (
                _fits(found) and not (is_unsigned(op.operands[0].type) and cast(Interval, found)[0] < 0)
            )
        if number != 1:
            return False
        if kind is mir.PtrOffsetOp:
            return _fits(self.ranges.operands[op][1]) or self._of_element(cast(mir.PtrOffsetOp, op))
        return kind is mir.ElementAddrOp and _fits(self.ranges.operands[op][1])

    def _are_unsigned_halves(self, op: Operation) -> bool:
        """Whether the operands are unsigned, and their low halves are what they are as unsigned integers of 32 bits."""
        return is_unsigned(op.operands[0].type) and all(
            found is not None and found[0] >= 0 and found[1] < 1 << 32 for found in self.ranges.operands[op]
        )

    def _needed_whole(self) -> set[SSAValue]:
        """The 64-bit values of which more than the low half is needed."""
        found: set[SSAValue] = set()
        pending: list[SSAValue] = []

        def need(value: SSAValue) -> None:
            if is_wide(value) and value not in found:
                found.add(value)
                pending.append(value)

        for op in self.ops:
            if isinstance(op, BranchOpInterface):
                for block, values in zip(op.successors, op.all_successor_operands(), strict=True):
                    for argument, value in zip(block.args, values, strict=True):
                        if not self._joined(argument):
                            need(value)
                condition = op.condition_operand()
                if condition is not None:
                    need(condition)
                continue
            result = op.results[0] if len(op.results) == 1 else None
            if result is not None and is_wide(result):
                if not (self._computable(op) or (type(op) is mir.CastOp and is_wide(op.operands[0]))):
                    for operand in op.operands:
                        need(operand)
                continue
            for number, operand in enumerate(op.operands):
                if is_wide(operand) and not self.narrow_use(op, number):
                    need(operand)
        while pending:
            value = pending.pop()
            if self.fits(value):
                continue  # it is extended
            if isinstance(value, OpResult):
                for operand in value.op.operands:
                    need(operand)
            elif isinstance(value, BlockArgument) and value.block is not self.entry:
                for branch, index in edges_into(value.block):
                    if isinstance(branch, BranchOpInterface):
                        need(branch.successor_operands(index)[value.index])
        return found

    # -------------------------------------------------------------------------------------------------- low halves ----

    def low(self, value: SSAValue) -> SSAValue:
        """The low half of a 64-bit value, as a signed integer."""
        known = self.narrowed.get(value)
        if known is None:
            known = self._make_low(value)
            if known.name_hint is None and value.name_hint is not None:
                known.name_hint = value.name_hint
            self.narrowed[value] = known
        return known

    def _make_low(self, value: SSAValue) -> SSAValue:
        kept = value in self.whole and not self.fits(value)
        if isinstance(value, BlockArgument):
            if kept or not self._joined(value):
                builder = OpBuilder.at_start(value.block)
                return builder.insert(_converted(value, _SI32)).results[0]
            argument = value.block.insert_arg(_SI32, len(value.block.args))
            argument.name_hint = value.name_hint
            self.arguments.append((value, argument))
            return argument
        assert isinstance(value, OpResult)
        op = value.op
        builder = OpBuilder.after_op(op)
        constant = constant_of(value)
        if constant is not None:
            return builder.insert(_constant(constant)).results[0]
        if type(op) is mir.CastOp and op.kind is CastKind.INT_TO_INT:
            source = op.operands[0]
            if is_wide(source):
                return self.low(source)
            if source.type == _SI32:
                return source
            if cast(IntegerType, source.type).width.data <= 32:
                return builder.insert(_converted(source, _SI32)).results[0]
        if kept or not self._computable(op):
            return builder.insert(_converted(value, _SI32)).results[0]
        operands = [self.low(each) if is_wide(each) else each for each in op.operands]
        made = type(op).create(
            operands=operands, result_types=(_SI32,), properties=dict(op.properties), location=op.location
        )
        if type(op) in _OVERFLOWING and self._tells(op) and (self._fits_throughout(op) or op in self.exact):
            made.attributes[NO_WRAP] = UnitAttr()
        return builder.insert(made).results[0]

    def _tells(self, op: Operation) -> bool:
        """Whether LLVM is to know that nothing wraps.

        It keeps a 64-bit pointer for each array in a loop whose counter does not wrap, and adds the step to all of them. With a
        step that is known only at run time, multiplying the counter anew is one instruction less each.
        """
        if type(op) is not mir.AddOp:
            return True
        return not any(
            isinstance(counter, BlockArgument)
            and constant_of(step) is None
            and any(
                isinstance(branch, BranchOpInterface)
                and branch.successor_operands(number)[counter.index] is op.results[0]
                for branch, number in edges_into(counter.block)
            )
            for counter, step in (op.operands, op.operands[::-1])
        )

    def _fits_throughout(self, op: Operation) -> bool:
        """Whether the low halves of the operands are the operands, and the result has room in 32 bits."""
        ranges = self.ranges.operands.get(op)
        return ranges is not None and all(map(_fits, ranges)) and _fits(self.ranges.results[op.results[0]])

    # ------------------------------------------------------------------------------------------------------- change ----

    def run(self) -> None:
        """Change the kernel; what is not needed any more stays for `dce`."""
        fitting: list[SSAValue] = []
        for block in self.blocks:
            for value in (*block.args, *(result for op in block.ops for result in op.results)):
                if not is_wide(value):
                    continue
                if self._is_whole_anyway(value):
                    continue
                if self.fits(value) and constant_of(value) is None:
                    fitting.append(value)
                    self.low(value)
                elif value not in self.whole and (isinstance(value, OpResult) or self._joined(value)):
                    self.low(value)
        for op in self.ops:
            self._use(op)
        for old, new in self.arguments:  # which grows meanwhile
            for branch, index in edges_into(new.block):
                assert isinstance(branch, BranchOpInterface) and isinstance(branch, Operation)
                value = self.low(branch.successor_operands(index)[old.index])
                append_successor_operands(branch, {index: (value,)})
        for value in fitting:
            self._extend(value)

    def _holds(self, check: mir.AssertOp) -> bool:
        condition = check.operands[0]
        return isinstance(condition, OpResult) and self.ranges.decided.get(condition.op) is True

    def _counter_apart(self, op: mir.PtrOffsetOp) -> tuple[SSAValue, list[SSAValue]] | None:
        """The parts of an index in memory: the counter of a loop that steps by a constant, and the others, which together fit.

        None if there are no others, not just one counter, or too much is unknown; and where checks stay, which keep LLVM from
        unrolling the loop, so that nothing is gained.
        """
        block = op.parent
        if block is None or block in self.checked or not self._of_element(op):
            return None
        parts: list[SSAValue] = []
        pending = [root(op.operands[1])]
        while pending:
            value = pending.pop()
            add = value.op if isinstance(value, OpResult) and type(value.op) is mir.AddOp else None
            if add is not None and (add in self.exact or self._fits_throughout(add)):
                pending += map(root, add.operands)
            else:
                parts.append(value)
        counters = [part for part in parts if self._counts(part)]
        if len(counters) != 1 or len(parts) == 1:
            return None
        low, high = self.ranges.results.get(counters[0], (_LOW, _HIGH))
        if not _fits((-MOST_NARROW - high, MOST_NARROW - low)):
            return None
        return counters[0], [part for part in parts if part is not counters[0]]

    def _counts(self, value: SSAValue) -> bool:
        """Whether it grows by a constant in each round of a loop."""
        if not (isinstance(value, BlockArgument) and self.fits(value)):
            return False
        for branch, number in edges_into(value.block):
            assert isinstance(branch, BranchOpInterface)
            following = root(branch.successor_operands(number)[value.index])
            if isinstance(following, OpResult) and type(following.op) is mir.AddOp:
                first, step = map(root, following.op.operands)
                if first is value and constant_of(step) is not None:
                    return True
        return False

    def _is_whole_anyway(self, index: SSAValue) -> bool:
        """Whether it is computed in 64 bits, or is that far from a value that is: then its low half would have to be extended
        anew, and neighbours would not be told by their distance."""
        base = self.ranges.base_of(index)
        return self._needs_whole(base) and constant_of(base) is None

    def _sum(self, op: Operation, counter: SSAValue, others: list[SSAValue]) -> SSAValue:
        """The index of an element as 64-bit number: `counter`, and the sum of the others, which is the same in all rounds.

        So LLVM sees one pointer that moves by a constant. Of a sum in 32 bits it forgets that nothing wraps when it puts it in
        another order.
        """
        builder = OpBuilder.before_op(op)
        total = self.low(others[0])
        for each in others[1:]:
            added = mir.AddOp.make(total, self.low(each), location=op.location)
            total = builder.insert(added).results[0]
        first, second = (
            builder.insert(mir.CastOp.make(low, _SI64, CastKind.INT_TO_INT, location=op.location)).results[0]
            for low in (total, self.low(counter))
        )
        made = mir.AddOp.make(first, second, location=op.location)
        made.attributes[NO_WRAP] = UnitAttr()
        return builder.insert(made).results[0]

    def _extend(self, value: SSAValue) -> None:
        """Let those who need 64 bits of a value that fits have it extended."""
        if not value.uses:
            return
        low = self.low(value)
        block: Block = (
            low.block if isinstance(low, BlockArgument) else cast(Block, cast(OpResult, low).op.parent)
        )
        builder = (
            OpBuilder.at_start(block)
            if isinstance(low, BlockArgument)
            else OpBuilder.after_op(cast(OpResult, low).op)
        )
        wide = builder.insert(_converted(low, value.type)).results[0]
        value.replace_all_uses_with(wide)

    def _multiply_halves(self, op: Operation) -> None:
        """Let LLVM see a product of 64 bits that is one of two unsigned halves, which is one instruction.

        It knows the sign of a factor less often, and finds no such instruction where the one is signed and the other is not.
        """
        found = self.ranges.operands.get(op)
        if found is None or not self._needs_whole(op.results[0]):
            return
        for operand, interval in zip(op.operands, found, strict=True):
            if not (_fits(interval) and cast(Interval, interval)[0] >= 0 and self._is_extended(operand)):
                return
        builder = OpBuilder.before_op(op)
        for number, operand in enumerate(op.operands):
            if constant_of(operand) is None:
                low = builder.insert(_converted(self.low(operand), _UI32)).results[0]
                op.operands[number] = builder.insert(_converted(low, operand.type)).results[0]

    def _is_extended(self, value: SSAValue) -> bool:
        """Whether its low half is there before itself is."""
        if constant_of(value) is not None or self.fits(value):
            return True
        return (
            isinstance(value, OpResult) and type(value.op) is mir.CastOp and not is_wide(value.op.operands[0])
        )

    def _needs_whole(self, value: SSAValue) -> bool:
        return value in self.whole and not self.fits(value)

    def _use(self, op: Operation) -> None:
        """Give an op the low halves of its operands, where they are enough."""
        if is_comparison(op):
            decided = self.ranges.decided.get(op)
            if decided is not None:
                builder = OpBuilder.before_op(op)
                constant = mir.ConstantOp.make(IntegerAttr(int(decided), _I1), location=op.location)
                op.results[0].replace_all_uses_with(builder.insert(constant).results[0])
            elif is_wide(op.operands[0]) and self.narrow_use(op, 0):
                unsigned = is_unsigned(op.operands[0].type)
                builder = OpBuilder.before_op(op)
                for number, operand in enumerate(op.operands):
                    low = self.low(operand)
                    if unsigned:
                        low = builder.insert(_converted(low, _UI32)).results[0]
                    op.operands[number] = low
        elif type(op) is mir.CastOp:
            if is_wide(op.operands[0]) and self.narrow_use(op, 0):
                op.operands[0] = self.low(op.operands[0])
        elif type(op) is mir.MulOp and is_wide(op.results[0]):
            self._multiply_halves(op)
        elif type(op) in (mir.PtrOffsetOp, mir.ElementAddrOp):
            if (
                is_wide(op.operands[1])
                and self.narrow_use(op, 1)
                and not self._is_whole_anyway(op.operands[1])
            ):
                apart = self._counter_apart(op) if type(op) is mir.PtrOffsetOp else None
                op.operands[1] = self.low(op.operands[1]) if apart is None else self._sum(op, *apart)


def _converted(value: SSAValue, type: Attribute) -> Operation:
    return mir.CastOp.make(value, type, CastKind.INT_TO_INT)


def _constant(value: int) -> Operation:
    return mir.ConstantOp.make(IntegerAttr((value - _LOW) % (1 << 32) + _LOW, _SI32))


def narrow(function: mir.FuncOp) -> None:
    """Narrow the index arithmetic of a kernel if it has `SMALL_LAUNCH`, which goes, and so does `SMALL_PRODUCTS`."""
    products = numbers_of(function.attributes.pop(SMALL_PRODUCTS, None))
    promise = function.attributes.pop(SMALL_LAUNCH, None)
    if not isinstance(promise, DenseArrayBase) or function.is_declaration():
        return
    bounded = frozenset(int(number) for number in promise.get_values())
    _Narrowing(function, bounded, products).run()
