"""Warnings about what a thread keeps in memory of its own, which on a GPU is as far away as any other: PC0540 and PC0541.

A thread's variables are in registers, and so is an array of which every index is known when the kernel is compiled. Of a register
nobody can choose one at run time: an array that is indexed so lies in local memory, as does what is handed over by its address.
What has no room in registers is *spilled* there by the assembler; that is seen in its code only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from xdsl.dialects.builtin import ModuleOp

from periclase.diagnostics import Diagnostic, Severity, Span
from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMArrayType
from periclase.ir.locations import call_chain_of, span_of

_ALLOCA = re.compile(r"^  %(?P<quote>\"?)(?P<name>[^\s\"]+)(?P=quote) = alloca ", re.MULTILINE)
_LINE = re.compile(r'//## File "(?P<file>[^"]+)", line (?P<line>\d+)')
_SPILL = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?(?:STL|LDL)\b", re.MULTILINE)
_FUNCTION = re.compile(r"^\s*\.section\s+\.text\.(?P<name>[^,\s]+)")

IN_REGISTERS = "index it by what is known when the kernel is compiled, as in `for k in unroll(range(n))`; or use `shared_array`"


def uses_local_memory(ptx: str) -> bool:
    """Whether something in a module of PTX is in local memory."""
    return "__local_depot" in ptx


def kept_allocations(llvm_ir: str) -> list[str]:
    """The names of what the functions of an LLVM module, as it is after optimisation, keep in local memory."""
    return [found["name"] for found in _ALLOCA.finditer(llvm_ir)]


def local_memory_warnings(module: ModuleOp, kept: Iterable[str]) -> Iterator[Diagnostic]:
    """A warning for each array or object of the user's that is left in local memory, at the line that makes it.

    Args:
        module: of the `llvm` dialect, as it was printed for LLVM.
        kept: the names of the allocations that LLVM has left.
    """
    names = {name.split(".")[0] for name in kept}
    told: set[tuple[str, Span]] = set()
    for op in module.walk():
        if not isinstance(op, llvm.AllocaOp):
            continue
        name, span = op.results[0].name_hint, span_of(op.location)
        if name is None or span is None or name not in names or (name, span) in told:
            continue
        told.add((name, span))
        array = isinstance(op.elem_type, LLVMArrayType)
        yield Diagnostic(
            "PC0540",
            f"local memory: array '{name}' is indexed at run time"
            if array
            else f"local memory: '{name}' is handed over by its address",
            span,
            Severity.WARNING,
            help=IN_REGISTERS if array else "let the function that gets it be inlined",
            call_chain=call_chain_of(op.location),
        )


def spill_warnings(sass: str, ptx: str) -> Iterator[Diagnostic]:
    """A warning for each kernel that spills, at the line of the first register that does.

    Args:
        sass: what `disassemble(…, line_info=True)` gives.
        ptx: what it was assembled from; if that is in local memory itself, accesses to it say nothing.
    """
    if uses_local_memory(ptx):
        return
    span: Span | None = None
    kernel, told = "", set[str]()
    for line in sass.splitlines():
        if function := _FUNCTION.match(line):
            kernel, span = function["name"], None
        elif place := _LINE.search(line):
            span = Span(place["file"], int(place["line"]))
        elif _SPILL.match(line) and kernel not in told:
            told.add(kernel)
            yield Diagnostic(
                "PC0541",
                f"local memory: `{kernel}` has more values at once than registers, and spills some",
                span,
                Severity.WARNING,
                help="let fewer values live at once, unroll less, or ask for fewer threads or blocks in its launch bounds",
            )
