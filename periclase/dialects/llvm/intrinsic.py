"""What the operations that stand for LLVM intrinsics have in common."""

from __future__ import annotations

from typing import ClassVar


class IntrinsicInterface:
    """An op `llvm.intr.x` that is a call of the intrinsic `llvm.x`.

    The printer needs no more than this to print it: operands in order, then the immediates.
    """

    OVERLOADS: ClassVar[tuple[int, ...]] = (-1,)
    """Which types the intrinsic's name carries as suffixes: −1 the result's, n ≥ 0 that of operand n."""

    IMMEDIATES: ClassVar[tuple[str, ...]] = ()
    """Integer properties that follow the operands as constant arguments."""
