"""reconcile-unrealized-casts: casts between dialects' types that cancel out go.

    %1 = builtin.unrealized_conversion_cast %0 : si32 to i32
    %2 = builtin.unrealized_conversion_cast %1 : i32 to si32          →        … %0 …
    … %2 …

Unlike xDSL's pass of this name, which raises on the first cast that stays, it leaves such casts where they
are unless `strict`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.locations import span_of
from periclase.ir.unrealized_casts import reconcile_casts


@dataclass(frozen=True)
class ReconcileUnrealizedCasts(ModulePass):
    """Removes unrealized casts that cancel out.

    Attributes:
        strict: whether a cast that stays is an error.
    """

    name = "reconcile-unrealized-casts"

    strict: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Reconcile in the module.

        Raises:
            CompileError: `strict`, and casts stay (PC0602, one `Diagnostic` each).
        """
        stay = reconcile_casts(op)
        if stay and self.strict:
            raise CompileError(
                Diagnostic(
                    "PC0602",
                    f"no conversion from {', '.join(str(v.type) for v in cast.operands)} "
                    f"to {', '.join(str(v.type) for v in cast.results)}",
                    span_of(cast.location),
                )
                for cast in stay
            )
