"""The `llvm` dialect → LLVM IR text.

The text is written directly, a few microseconds an operation. Concepts: `module` the whole, `functions` blocks and phis,
`instructions` and `calls` one operation each, `values` and `literals` constants, `globals`, `types`, `attributes`,
`metadata` debug information.
"""

from periclase.codegen.llvm_ir.module import print_module

__all__ = ["print_module"]
