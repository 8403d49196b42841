"""The checks of a row of threads, made once: what a thread of the row would trap for is looked for in the first and the last.

    for x in 0 … extent:  @k.thread(…, x, …)               // traps if x's index is out of bounds
→
    if (the first and the last thread pass every check, and agree about `i < n`)
      if (i < n)
        for x in 0 … extent:  @k.thread(…, x, …, true, true)     // without checks: LLVM makes vectors of it
      else
        for x in 0 … extent:  @k.thread(…, x, …, true, false)    // often nothing
    else
      for x in 0 … extent:  @k.thread(…, x, …, false, false)     // as before

A loop that may be left in its middle is none that LLVM makes vectors of, and a check that traps is such an exit. Most checks
compare an index that grows with the thread's with a length: if the first and the last thread of a row pass it, those between them
do. For that to be so the index must not wrap in between, which is looked at, too: it has grown by less than half of what its
type holds, so it has wrapped if, and only if, the last is less than the first. The same holds for one that falls.

Conditions of the kernel's own that compare such an index, `if i < n`, are alike for all threads of most rows as well. Where they
tell one block from another, their value is found with the checks; what tells threads of a block apart stays where it is. Of
several such conditions the loop is given the values, and asks for them.

Nothing else changes: a row with a thread that may trap runs as before, each thread as far as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.arith import ICMP_PREDICATES
from periclase.dialects.llvm.casts import integer_width
from periclase.ir.builder import OpBuilder
from periclase.passes.convert_nvvm_to_cpu.function import HIDDEN, FunctionConversion, add_parameters
from periclase.passes.convert_nvvm_to_cpu.layouts import TRAP
from periclase.record import NamedTuple

_FASTEST: Final = 1 << 20
"""By so much an index may grow from one thread to the next: times the longest row (1024), that is less than half of an i32."""

_HARMLESS: Final = (
    llvm.ConstantOp,
    llvm.AddOp,
    llvm.SubOp,
    llvm.MulOp,
    llvm.AndOp,
    llvm.OrOp,
    llvm.XOrOp,
    llvm.ZExtOp,
    llvm.SExtOp,
    llvm.TruncOp,
    llvm.ICmpOp,
    llvm.SelectOp,
)
"""What may be computed where the thread would not have come so far: no value of their operands makes them undefined."""


class _Check(NamedTuple):
    """A branch that all threads of a row are to take alike.

    Attributes:
        branch: it.
        wanted: what its condition is to be: where it leads to a trap, what it is where there is none. None: either.
    """

    branch: llvm.CondBrOp
    wanted: bool | None


class RowChecks:
    """The checks of a kernel's thread function, all of which can be made for a row at once, and conditions that are found with
    them.

    Attributes:
        conditions: how many conditions.
    """

    def __init__(self, kernel: llvm.FuncOp, checks: list[_Check], growth: Growth):
        self._kernel = kernel
        self._checks = checks
        self._growth = growth
        self.conditions = sum(check.wanted is None for check in checks)

    def make_optional(self) -> None:
        """Give the thread function more parameters: whether its checks are known to pass, and what its conditions are then."""
        known, *conditions = add_parameters(self._kernel, (i1,) * (1 + self.conditions))
        for branch, wanted in self._checks:
            builder = OpBuilder.before_op(branch)
            place = branch.location
            if wanted is None:
                value = conditions.pop(0)
            else:
                value = builder.insert(llvm.ConstantOp.integer(wanted, i1, location=place)).results[0]
            chosen = builder.insert(llvm.SelectOp.make(known, value, branch.cond, location=place))
            branch.operands[0] = chosen.results[0]

    def emit(
        self, f: FunctionConversion, arguments: Mapping[SSAValue, SSAValue], first: SSAValue, last: SSAValue
    ) -> tuple[SSAValue, list[SSAValue]]:
        """Whether all threads of a row pass them and agree about the conditions, and what these are then.

        Args:
            f: the function that runs the row.
            arguments: what the parameters of the thread function are in it, but for the thread's index in the row.
            first, last: that index of the first and the last thread.
        """
        x = self._growth.x
        return _Rows(f, self._growth, {**arguments, x: first}, {**arguments, x: last}).look_at(self._checks)


def find_row_checks(kernel: llvm.FuncOp) -> RowChecks | None:
    """The checks of the thread function `kernel`, which takes the hidden parameters; None if it makes none, or one that can not
    be made for a row."""
    growth = Growth(kernel)
    checks: list[_Check] = []
    trapping = {block for block in kernel.body.blocks if _traps(block)}
    for block in kernel.body.blocks:
        branch = block.last_op
        if block in trapping or branch is None:
            continue
        if trapping.isdisjoint(branch.successors):
            if isinstance(branch, llvm.CondBrOp) and growth.tells_blocks_apart(branch.cond):
                decided = [value for value in (True, False) if growth.decides_at_ends(branch.cond, value)]
                if decided:
                    checks.append(_Check(branch, None if len(decided) == 2 else decided[0]))
            continue
        if not isinstance(branch, llvm.CondBrOp) or trapping.issuperset(branch.successors):
            return None
        passes = branch.else_block in trapping
        if not growth.decides_at_ends(branch.cond, passes):
            return None
        checks.append(_Check(branch, passes))
    return RowChecks(kernel, checks, growth) if trapping and checks else None


def _traps(block: Block) -> bool:
    return any(isinstance(op, llvm.CallOp) and op.callee_name() == TRAP for op in block.ops)


class Growth:
    """How fast values grow, or fall, with the thread's index in its row."""

    def __init__(self, kernel: llvm.FuncOp):
        parameters = list(kernel.body.blocks[0].args)
        self._parameters = frozenset(parameters)
        self.block, self.x, _, _, *block_index = parameters[-len(HIDDEN) :]
        self._block_index = frozenset(block_index)
        self._known: dict[SSAValue, int | None] = {}

    def tells_blocks_apart(self, condition: SSAValue) -> bool:
        """Whether a condition that `decides_at_ends` may know of depends on the block's index, and on the thread's in its row."""
        if self.of(condition) == 0:
            return False
        line, seen = [condition], {condition}
        while line:
            value = line.pop()
            if value in self._block_index:
                return True
            if isinstance(value.owner, Operation) and isinstance(value.owner, _HARMLESS):
                line += [operand for operand in value.owner.operands if operand not in seen]
                seen.update(value.owner.operands)
        return False

    def decides_at_ends(self, condition: SSAValue, wanted: bool) -> bool:
        """Whether a condition that is `wanted` in the first and the last thread is so in all between."""
        if self.of(condition) == 0:
            return True
        op = condition.owner
        if isinstance(op, llvm.AndOp if wanted else llvm.OrOp):
            return all(self.decides_at_ends(part, wanted) for part in op.operands)
        if not isinstance(op, llvm.ICmpOp) or ICMP_PREDICATES[op.predicate.value.data] in ("eq", "ne"):
            return False
        # What grows passes what does not once at most.
        growth = (self.of(op.lhs), self.of(op.rhs))
        return None not in growth and 0 in growth

    def of(self, value: SSAValue) -> int | None:
        """By how much an integer grows (falls, if negative) from one thread to the next, modulo what its type holds.

        None if that is not known.
        """
        if value not in self._known:
            self._known[value] = self._find(value)
        return self._known[value]

    def _find(self, value: SSAValue) -> int | None:
        if isinstance(value, BlockArgument):
            return 1 if value is self.x else 0 if value in self._parameters else None
        op = value.owner
        assert isinstance(op, Operation)
        if isinstance(op, llvm.LoadOp):
            return 0 if self._is_of_the_launch(op) else None
        if not isinstance(op, _HARMLESS) or _promises(op):
            return None
        parts = [self.of(operand) for operand in op.operands]
        if None in parts:
            return None
        found = self._grows(op, [part or 0 for part in parts])
        if not found:
            return found
        return found if abs(found) <= _FASTEST and (integer_width(value.type) or 0) >= 32 else None

    def _grows(self, op: Operation, parts: list[int]) -> int | None:
        if not any(parts):
            return 0
        if isinstance(op, llvm.AddOp):
            return parts[0] + parts[1]
        if isinstance(op, llvm.SubOp):
            return parts[0] - parts[1]
        if isinstance(op, llvm.MulOp):
            factors = [_constant(operand) for operand in op.operands]
            for part, factor in ((parts[0], factors[1]), (parts[1], factors[0])):
                if factor is not None and abs(factor) <= _FASTEST:
                    return part * factor
            return None
        if isinstance(op, llvm.ZExtOp | llvm.SExtOp | llvm.TruncOp):
            return parts[0]
        return None

    def _is_of_the_launch(self, load: llvm.LoadOp) -> bool:
        """Whether it reads the block's or the launch's record: these are there always, and nobody writes them."""
        address = load.ptr.owner
        if load.invariant is None or not isinstance(address, llvm.GEPOp) or len(address.operands) != 1:
            return False
        base = address.operands[0]
        return base is self.block or (
            isinstance(base.owner, llvm.LoadOp) and self._is_of_the_launch(base.owner)
        )


def _promises(op: Operation) -> bool:
    """Whether it promises something that need not hold where the thread does not come so far."""
    overflow = op.properties.get("overflowFlags")
    wraps = overflow is None or (isinstance(overflow, IntegerAttr) and not overflow.value.data)
    return not wraps or "nonNeg" in op.properties or "isDisjoint" in op.properties


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, llvm.ConstantOp):
        number = op.value
        if isinstance(number, IntegerAttr):
            return number.value.data
    return None


class _Rows:
    """Code that looks at the first and the last thread of a row.

    Args:
        first, last: what the values of the thread function are there, so far as they are known.
    """

    def __init__(
        self,
        f: FunctionConversion,
        growth: Growth,
        first: dict[SSAValue, SSAValue],
        last: dict[SSAValue, SSAValue],
    ):
        self._f = f
        self._growth = growth
        self._first = first
        self._last = last
        self._checked: set[tuple[SSAValue, str]] = set()
        self._all: SSAValue | None = None

    def look_at(self, checks: Iterable[_Check]) -> tuple[SSAValue, list[SSAValue]]:
        """Whether both pass all of them, and nothing wraps between the two; and the conditions that may be either."""
        f = self._f
        conditions: list[SSAValue] = []
        for branch, wanted in checks:
            first, last = self._at_first(branch.cond), self._at_last(branch.cond)
            if wanted is None:
                conditions.append(first)
                self._require(f.emit(llvm.ICmpOp.make("eq", first, last, location=f.location)))
                continue
            for condition in (first, last):
                self._require(condition if wanted else f.emit(self._not(condition)))
        assert self._all is not None, "there is a check"
        return self._all, conditions

    def _not(self, condition: SSAValue) -> Operation:
        return llvm.XOrOp.make(condition, self._f.constant(1, i1), location=self._f.location)

    def _require(self, condition: SSAValue) -> None:
        if self._all is not None:
            condition = self._f.emit(llvm.AndOp.make(self._all, condition, location=self._f.location))
        self._all = condition

    def _at_first(self, value: SSAValue) -> SSAValue:
        return self._at(value, self._first, self._at_first)

    def _at_last(self, value: SSAValue) -> SSAValue:
        if self._growth.of(value) == 0:
            return self._at_first(value)
        return self._at(value, self._last, self._at_last)

    def _at(
        self, value: SSAValue, known: dict[SSAValue, SSAValue], operand: Callable[[SSAValue], SSAValue]
    ) -> SSAValue:
        found = known.get(value)
        if found is None:
            op = value.owner
            assert isinstance(op, Operation)
            copy = type(op).create(
                operands=[operand(each) for each in op.operands],
                result_types=[result.type for result in op.results],
                properties=op.properties,
                attributes=op.attributes,
                location=self._f.location,
            )
            found = known[value] = self._f.emit(copy)
            self._look_for_wrapping(op)
        return found

    def _look_for_wrapping(self, op: Operation) -> None:
        """What `op` takes for a number, signed or not, must not wrap between the first and the last."""
        if isinstance(op, llvm.ICmpOp):
            sign = ICMP_PREDICATES[op.predicate.value.data][0]
        elif isinstance(op, llvm.ZExtOp | llvm.SExtOp):
            sign = "s" if isinstance(op, llvm.SExtOp) else "u"
        else:
            return
        for value in op.operands:
            if (value, sign) in self._checked or not self._growth.of(value):
                continue
            self._checked.add((value, sign))
            f = self._f
            order = "ge" if (self._growth.of(value) or 0) > 0 else "le"
            self._require(
                f.emit(
                    llvm.ICmpOp.make(
                        f"{sign}{order}", self._at_last(value), self._at_first(value), location=f.location
                    )
                )
            )
