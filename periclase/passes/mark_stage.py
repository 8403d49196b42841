"""mark-stage: names a point of a pipeline; changes nothing.

    …,dce,mark-stage{stage="mir-opt"},convert-mir-to-llvm,…

Tools that show a module on its way take it at these points (`periclase.passes.pass_manager.StageObserver`).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class MarkStage(ModulePass):
    """Names a point of a pipeline.

    Attributes:
        stage: the name of the point, `mir`, `mir-opt`, `llvm`, or one of your own.
    """

    name = "mark-stage"

    stage: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Do nothing."""
