"""`convert-mir-to-llvm`: the `mir` dialect to the `llvm` dialect, function by function in one forward sweep.

```mlir
mir.func @scale(%a: f32, %x: !mir.slice<mut f32, global>) {kernel} {
  %i = mir.constant 3 : ui64
  %base = mir.extract_field %x[0] : !mir.slice<mut f32, global> -> !mir.ptr<mut f32, global>
  …
```

becomes

```mlir
llvm.func @scale(%a: f32, %x_0: !llvm.ptr<1> {llvm.align = 4 : i64}, %x_1: i64) attributes {nvvm.kernel, …} {
  %i = llvm.mlir.constant(3 : i64) : i64
  …
```

Every `mir` value is a row of scalar leaves (`types.py`), so that no LLVM value of aggregate type is made but to
return one. Signedness moves from the types to the operations. Ops of other dialects, `nvvm` above all, stay as they
are; the casts between their types and those of `mir` disappear. Unreachable blocks are dropped. Every op keeps its
location.

We do not use the conversion framework of `periclase.ir.dialect_conversion` here: a 1→N mapping of every value, with
the blocks built anew, is one dictionary and one pass over the ops.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic


@dataclass(frozen=True)
class ConvertMirToLLVM(ModulePass):
    """Lower `mir` to `llvm`, leaving `nvvm` alone.

    Attributes:
        target: `ptx` or `cpu`, which decides how mathematics is called (see `float_math.py`).
        contract: whether `a * b + c` may be computed with one rounding where the op does not say.
    """

    name = "convert-mir-to-llvm"

    target: str = "ptx"
    contract: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lower the module.

        Raises:
            CompileError: PC0620 for an op that has no lowering, PC0621 for an unknown `target`.
        """
        from periclase.passes.convert_mir_to_llvm.module import ModuleLowering

        if self.target not in ("ptx", "cpu"):
            raise CompileError(
                Diagnostic(
                    "PC0621", f"convert-mir-to-llvm has no target '{self.target}': it has `ptx` and `cpu`"
                )
            )
        ModuleLowering(op, self.target, self.contract).run()
