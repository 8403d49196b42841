"""find-saturation: `mir.min`/`mir.max` with the bounds 0 and 1, in either order, becomes `saturate.unit`.

    %low = mir.max %x, %zero : f32
    %y = mir.min %low, %one : f32        →     %y = saturate.unit %x : f32

These are the operations of `np.fmax` and `np.fmin`; Python's own `min` and `max` are comparisons and selects, since they keep
a NaN or not by its position. Sound for NaN in this order only: `max(NaN, 0)` is 0, as `saturate.unit` has it, while
`max(min(NaN, 1), 0)` is 1. The `mir.max` stays for its other users; `dce` drops it where there are none.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.ir import OpResult, SSAValue
from xdsl.passes import ModulePass

from periclase.dialects.mir import ConstantOp, MaxOp, MinOp
from periclase_saturate.dialect import UnitOp


def is_constant(value: SSAValue, number: float) -> bool:
    """Whether `value` is the float constant `number`."""
    if not isinstance(value, OpResult) or not isinstance(value.op, ConstantOp):
        return False
    constant = value.op.value
    return isinstance(constant, FloatAttr) and constant.value.data == number


def other_operand(op: MinOp | MaxOp, number: float) -> SSAValue | None:
    """The operand beside the constant `number`, or None if neither operand is that."""
    for value, bound in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if is_constant(bound, number):
            return value
    return None


@dataclass(frozen=True)
class FindSaturation(ModulePass):
    """Finds clamps to the unit interval."""

    name = "find-saturation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite every pair in the module."""
        for upper in [inner for inner in op.walk() if isinstance(inner, MinOp)]:
            low = other_operand(upper, 1.0)
            if upper.result.type != f32 or not isinstance(low, OpResult) or not isinstance(low.op, MaxOp):
                continue
            source = other_operand(low.op, 0.0)
            if source is None or upper.parent is None:
                continue
            saturated = UnitOp(source)
            saturated.location = upper.location
            upper.parent.insert_op_before(saturated, upper)
            upper.result.replace_all_uses_with(saturated.result)
            upper.detach()
            upper.erase()
