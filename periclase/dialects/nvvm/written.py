"""The operations that have a definition of their own, by name."""

from __future__ import annotations

from typing import Final

from periclase.dialects.nvvm import atomics, debug, fence, memory, packed, ptx, sreg, sync, warp
from periclase.dialects.nvvm.base import NVVMOp

WRITTEN: Final[dict[str, type[NVVMOp]]] = {
    operation.name: operation
    for operations in (
        sreg.SPECIAL_REGISTERS.values(),
        *(family.OPERATIONS for family in (sync, fence, warp, atomics, memory, debug, packed, ptx)),
    )
    for operation in operations
}
"""The operations of all families."""
