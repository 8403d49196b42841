"""The whole of the dialect: every family of its operations, and what the rows of the table make of the rest."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Dialect

from periclase.dialects.nvvm.attributes import ATTRIBUTES
from periclase.dialects.nvvm.base import NVVMOp
from periclase.dialects.nvvm.plain import define_plain_ops
from periclase.dialects.nvvm.written import WRITTEN
from periclase.intrinsics.table import INTRINSICS

PLAIN_OPERATIONS: Final = define_plain_ops(INTRINSICS.values())
"""The operations made from rows alone."""

OPERATIONS: Final[dict[str, type[NVVMOp]]] = {
    **WRITTEN,
    **{operation.name: operation for operation in PLAIN_OPERATIONS},
}
"""Every operation by name."""

NVVM: Final = Dialect("nvvm", list(OPERATIONS.values()), list(ATTRIBUTES))
