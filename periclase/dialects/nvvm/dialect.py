"""The whole of the dialect: every family of its operations, and what the rows of the table make of the rest."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Dialect

from periclase.dialects.nvvm import atomics, debug, fence, memory, packed, ptx, sreg, sync, warp
from periclase.dialects.nvvm.attributes import ATTRIBUTES
from periclase.dialects.nvvm.base import NVVMOp
from periclase.dialects.nvvm.plain import define_plain_ops
from periclase.intrinsics.table import INTRINSICS

_WRITTEN: Final[tuple[type[NVVMOp], ...]] = (
    *sreg.OPERATIONS,
    *sync.OPERATIONS,
    *fence.OPERATIONS,
    *warp.OPERATIONS,
    *atomics.OPERATIONS,
    *memory.OPERATIONS,
    *debug.OPERATIONS,
    *packed.OPERATIONS,
    *ptx.OPERATIONS,
)

PLAIN_OPERATIONS: Final = define_plain_ops(INTRINSICS.values(), (operation.name for operation in _WRITTEN))
"""The operations made from rows alone."""

OPERATIONS: Final[dict[str, type[NVVMOp]]] = {
    operation.name: operation for operation in (*_WRITTEN, *PLAIN_OPERATIONS)
}
"""Every operation by name."""

NVVM: Final = Dialect("nvvm", list(OPERATIONS.values()), list(ATTRIBUTES))
