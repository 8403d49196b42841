"""PTX text in a kernel."""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    OperationTemplate,
    Parameter,
    ParameterKind,
    text,
)

ROWS: Final = (
    Intrinsic(
        "inline_ptx",
        "ptx",
        "Runs the PTX text `ptx`, a string literal. Operands are `$0`, `$1`, …: first the result, if `result` names a type, then "
        "`values` in order. A literal dollar is `$$`. Taken to read and write memory. The CPU calls the device function `cpu` "
        "with `values` instead, which gives a `result`; without it the kernel is for GPUs only.",
        (
            text("ptx"),
            Parameter("values", kind=ParameterKind.VARIADIC),
            Parameter("result", kind=ParameterKind.TYPE, default=None, keyword_only=True),
            Parameter("cpu", kind=ParameterKind.FUNCTION, default=None, keyword_only=True),
        ),
        (),
        effect=Effect.READ_WRITE,
        convergent=True,
        template=OperationTemplate("nvvm.inline_ptx"),
        expansion="inline_ptx",
        ptx="",
        source=PTX_ISA + "Instruction Set",
    ),
)
