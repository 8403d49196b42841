"""Values that only markers for debuggers name: passes treat them as if nobody did."""

from __future__ import annotations

from xdsl.ir import Operation

from periclase.ir.interfaces import ConstantOpInterface, DebugMarker


def costs_nothing(op: Operation) -> bool:
    """Whether a marker may keep `op`: a constant, or an undefined value, is no code."""
    return isinstance(op, ConstantOpInterface) or op.name.endswith(".undef")


def only_markers_use(op: Operation) -> bool:
    """Whether nothing but markers names the results of `op`, or nothing at all."""
    for result in op.results:
        for use in result.uses:
            if not isinstance(use.operation, DebugMarker):
                return False
    return True


def is_for_debuggers(op: Operation) -> bool:
    """Whether code is none the larger for `op`: a marker, or a constant that only markers name."""
    if isinstance(op, DebugMarker):
        return True
    if not costs_nothing(op) or not op.results:
        return False
    return op.results[0].first_use is not None and only_markers_use(op)


def take_from_markers(op: Operation) -> None:
    """Have the markers that name a result of `op` say that it is no longer known: `op` is going."""
    for result in op.results:
        for use in tuple(result.uses):
            if isinstance(use.operation, DebugMarker):
                use.operation.lose_value()
