"""The operations of MLIR that rows are: the instruction of the row, on that row's registers.

Few kernels have one: this is imported with the first.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from periclase.dialects.nvvm.base import LLVM_TYPES
from periclase.dialects.nvvm.bridges import one_of
from periclase.dialects.nvvm.mlir import MlirOp as MlirOp
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter
from periclase.passes.convert_nvvm_to_llvm.plain import of_row


def mlir(op: MlirOp, emit: Emitter) -> SSAValue | None:
    """An operation of MLIR: the instruction of the row that it is."""
    form = op.form()
    values = op.row_values(form, emit.builder)
    types = [LLVM_TYPES[name] for name in form.results()]
    value = of_row(form, values, {}, one_of(types) if types else None, emit)
    return None if value is None else op.result_of(form, value, emit.builder)
