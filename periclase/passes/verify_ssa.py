"""verify-ssa: checks what xDSL's verifier leaves out; changes nothing.

    ^a:
      mir.goto ^b(%x)        // error: 'mir.goto' hands successor 0 1 values, 2 expected
    ^b(%p : si32, %q : si32):

See `periclase.ir.ssa_verifier` for what is checked.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError
from periclase.ir.ssa_verifier import verify_ssa


class VerifySsa(ModulePass):
    """Checks SSA form, branches and terminators."""

    name = "verify-ssa"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Check the module.

        Raises:
            CompileError: something is wrong (PC0601, one `Diagnostic` each).
        """
        found = verify_ssa(op)
        if found:
            raise CompileError(found)
