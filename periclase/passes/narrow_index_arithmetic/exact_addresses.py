"""Which sums and products that make up addresses have room in 32 bits, because the element they lead to is there.

An address whose element is read or written is within `MOST_NARROW` elements of the start of a slice. So of `row * stride + i`,
where `i` fits, `row * stride` does too: it is the one less the other. That is known only where the element is accessed, and so
only of a value which nothing but such addresses is made of: if it does not fit, no element is accessed, and nobody sees it.

The analysis goes through a function against the flow of data: of each value, what its users need it to be within.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import cast

from xdsl.ir import Operation, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.launch_versions import MOST_NARROW
from periclase.passes.narrow_index_arithmetic.integer_ranges import IntegerRanges, Interval, is_wide

_LOW, _HIGH = -(1 << 31), (1 << 31) - 1
_ELEMENT = -MOST_NARROW, MOST_NARROW


def _within(first: Interval, second: Interval | None) -> Interval:
    return first if second is None else (max(first[0], second[0]), min(first[1], second[1]))


def _fits(interval: Interval | None) -> bool:
    return interval is not None and interval[0] >= _LOW and interval[1] <= _HIGH


def exact_in_addresses(
    ops: Sequence[Operation], ranges: IntegerRanges, is_address: Callable[[mir.PtrOffsetOp], bool]
) -> Container[Operation]:
    """The 64-bit additions, subtractions and multiplications that are exact in 32 bits wherever it matters.

    Args:
        ops: of a function, each behind those that define its operands, but for what goes round loops.
        ranges: of the same function.
        is_address: whether an op moves an address within the memory of a slice, by its elements.
    """
    needed: dict[SSAValue, Interval] = {}
    free: set[SSAValue] = set()
    """Values of which somebody needs more than that."""
    found: set[Operation] = set()

    def need(value: SSAValue, interval: Interval | None) -> None:
        if interval is None:
            free.add(value)
        elif value not in needed:
            needed[value] = interval
        else:
            before = needed[value]
            needed[value] = min(before[0], interval[0]), max(before[1], interval[1])

    for op in reversed(ops):
        if op in ranges.decided:
            continue  # it becomes a constant
        wide = [operand for operand in op.operands if is_wide(operand)]
        if type(op) is mir.PtrOffsetOp:
            if is_wide(op.operands[1]):
                need(op.operands[1], _ELEMENT if is_address(op) else None)
            continue
        result = op.results[0] if len(op.results) == 1 else None
        bound = needed.get(result) if result is not None and result not in free else None
        if bound is None or result is None or not is_wide(result):
            for value in wide:
                need(value, None)
            continue
        if type(op) is mir.CastOp and op.kind is CastKind.INT_TO_INT and wide:
            need(op.operands[0], bound)
            continue
        parts = ranges.operands.get(op)
        if type(op) not in (mir.AddOp, mir.SubOp, mir.MulOp) or parts is None:
            for value in wide:
                need(value, None)
            continue
        first, second = cast("tuple[Interval, Interval]", parts)
        bound = _within(bound, ranges.results.get(result))
        least, most = bound
        if type(op) is mir.MulOp:
            implied: tuple[Interval | None, Interval | None] = (None, None)
        elif type(op) is mir.AddOp:
            implied = (least - second[1], most - second[0]), (least - first[1], most - first[0])
        else:
            implied = (least + second[0], most + second[1]), (first[0] - most, first[1] - least)
        for value, interval in zip(op.operands, implied, strict=True):
            need(value, interval)
        if _fits(bound) and all(
            _fits(own if interval is None else _within(own, interval))
            for own, interval in zip((first, second), implied, strict=True)
        ):
            found.add(op)
    return found
