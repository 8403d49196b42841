"""The whole of the dialect: every family of its operations, and what the rows of the table make of the rest."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Dialect

from periclase.dialects.nvvm.attributes import ATTRIBUTES
from periclase.dialects.nvvm.base import NVVMOp
from periclase.dialects.nvvm.mlir import MlirOp, mlir_ops
from periclase.dialects.nvvm.mlir_attributes import mlir_attributes
from periclase.dialects.nvvm.plain import define_plain_ops
from periclase.dialects.nvvm.written import WRITTEN
from periclase.intrinsics.table import FAMILIES, INTRINSICS

PLAIN_OPERATIONS: Final = define_plain_ops(INTRINSICS.values())
"""The operations made from rows alone, that MLIR has no operations for."""

MLIR_OPERATIONS: Final[tuple[type[MlirOp], ...]] = tuple(
    operation for family in FAMILIES for operation in mlir_ops(family).values()
)
"""The operations of MLIR that rows are."""

OPERATIONS: Final[dict[str, type[NVVMOp]]] = {
    **WRITTEN,
    **{operation.name: operation for operation in (*PLAIN_OPERATIONS, *MLIR_OPERATIONS)},
}
"""Every operation by name."""

NVVM: Final = Dialect("nvvm", list(OPERATIONS.values()), [*ATTRIBUTES, *mlir_attributes()])
