"""Removing `builtin.unrealized_conversion_cast`s that cancel out.

%1 = builtin.unrealized_conversion_cast %0 : si32 to i32
%2 = builtin.unrealized_conversion_cast %1 : i32 to si32     // all uses of %2 become uses of %0
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Operation, OpResult, SSAValue

from periclase.ir.cfg import erase_ops


def _same_types(left: Sequence[SSAValue], right: Sequence[SSAValue]) -> bool:
    return len(left) == len(right) and all(a.type == b.type for a, b in zip(left, right, strict=True))


def _source_cast(values: Sequence[SSAValue]) -> UnrealizedConversionCastOp | None:
    """The cast of which `values` are all the results, in order."""
    first = values[0] if values else None
    if not isinstance(first, OpResult) or not isinstance(first.op, UnrealizedConversionCastOp):
        return None
    cast = first.op
    if len(cast.results) != len(values) or any(a is not b for a, b in zip(cast.results, values, strict=True)):
        return None
    return cast


def reconcile_casts(root: Operation) -> list[UnrealizedConversionCastOp]:
    """Remove the casts under `root` that change nothing, that undo one another, or that nobody uses.

    A chain of casts is followed to the first one that already has the wanted types. Linear in the size of
    `root`.

    Returns:
        The casts that stay, in order.
    """
    casts = [op for op in root.walk() if isinstance(op, UnrealizedConversionCastOp)]
    for cast in casts:
        results = cast.results
        inputs: Sequence[SSAValue] = tuple(cast.operands)
        while not _same_types(inputs, results):
            source = _source_cast(inputs)
            if source is None:
                break
            inputs = tuple(source.operands)
        else:
            for result, value in zip(results, inputs, strict=True):
                result.replace_all_uses_with(value)
    stay: list[UnrealizedConversionCastOp] = []
    # Backwards, so that a cast used only by a dead cast is seen dead too.
    for cast in reversed(casts):
        if any(result.first_use is not None for result in cast.results):
            stay.append(cast)
        else:
            erase_ops((cast,))
    stay.reverse()
    return stay
