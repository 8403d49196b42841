"""The dialect `saturate`: clamping a float to the unit interval, as one operation."""

from __future__ import annotations

from xdsl.dialects.builtin import Float32Type, f32
from xdsl.ir import Dialect, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure


@irdl_op_definition
class UnitOp(IRDLOperation):
    """The value nearest to `input` in [0, 1]; 0 for a NaN.

    Example:
        ```mlir
        %y = saturate.unit %x : f32
        ```
    """

    name = "saturate.unit"

    input = operand_def(Float32Type())
    result = result_def(Float32Type())

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input)"

    def __init__(self, input: SSAValue):
        super().__init__(operands=[input], result_types=[f32])


SATURATE = Dialect("saturate", [UnitOp])
