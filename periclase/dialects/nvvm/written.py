"""The operations that have a definition of their own, by name."""

from __future__ import annotations

from typing import Final

from periclase.dialects.nvvm import atomics, debug, fence, memory, packed, ptx, sreg, sync, warp
from periclase.dialects.nvvm.base import NVVMOp

WRITTEN: Final[dict[str, type[NVVMOp]]] = {
    operation.name: operation
    for family in (sreg, sync, fence, warp, atomics, memory, debug, packed, ptx)
    for operation in family.OPERATIONS
}
"""The operations of all families."""
