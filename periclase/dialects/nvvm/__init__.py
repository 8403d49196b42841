"""The `nvvm` dialect: what an NVIDIA GPU can do beyond LLVM IR, on LLVM-level types.

MLIR 22's syntax wherever MLIR has the operation. One file a family: `sreg`, `sync`, `fence`, `warp`, `atomics`, `memory`,
`debug`, `packed`, `ptx`; `mlir` and `plain` make the rest from the rows of the intrinsic table, those that MLIR has and others.
Every operation says which target it needs (`HasTargetRequirements`) and, by its traits, what may be done with it.

A kernel has operations of one or two families, and each is a module: the others are imported when somebody asks for one of their
operations by its name, and the operations made from rows when somebody asks for the whole (`NVVM`, `OPERATIONS`), as a parser
does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from periclase.dialects.nvvm import sreg

if TYPE_CHECKING:
    from periclase.dialects.nvvm.base import NVVMOp
    from periclase.dialects.nvvm.dialect import MLIR_OPERATIONS, NVVM, OPERATIONS, PLAIN_OPERATIONS

__all__ = ["MLIR_OPERATIONS", "NVVM", "OPERATIONS", "PLAIN_OPERATIONS", "operation_named"]


def operation_named(name: str) -> type[NVVMOp] | None:
    """The operation `name`, or None if the dialect has none of that name."""
    if name.startswith(sreg.PREFIX):
        return sreg.SPECIAL_REGISTERS.get(name.removeprefix(sreg.PREFIX))
    from periclase.dialects.nvvm.written import WRITTEN

    if name in WRITTEN:
        return WRITTEN[name]
    from periclase.dialects.nvvm.dialect import OPERATIONS

    return OPERATIONS.get(name)


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from periclase.dialects.nvvm import dialect

    return getattr(dialect, name)
