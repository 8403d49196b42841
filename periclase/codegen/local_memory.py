"""Warnings about what a thread keeps in memory of its own, which on a GPU is as far away as any other: PC0540 and PC0541.

A thread's variables are in registers, and so is an array of which every index is known when the kernel is compiled. Of a register
nobody can choose one at run time: an array that is indexed so lies in local memory, as does what is handed over by its address.
What has no room in registers is *spilled* there by the assembler; that is seen in its code only.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator

from xdsl.dialects.builtin import ModuleOp

from periclase.diagnostics import Diagnostic, Severity, Span
from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMArrayType
from periclase.ir.locations import call_chain_of, span_of
from periclase.runtime.backends.cuda.spills import spill_warning

_ALLOCA = re.compile(r"^  %(?P<quote>\"?)(?P<name>[^\s\"]+)(?P=quote) = alloca ", re.MULTILINE)
_LINE = re.compile(r'//## File "(?P<file>[^"]+)", line (?P<line>\d+)')
_SPILL = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?(?:STL|LDL)\b")
_NOTED = '(*"SpillRefill"*)'
_NOTED_SPILL = re.compile(_SPILL.pattern + r".*" + re.escape(_NOTED))
"""As `nvdisasm` of CUDA 13 shows the annotation (.nv.info) of an instruction that the assembler has put in to spill."""
_OF_ITS_SIZE = 4
_FRAME_SIZE = 0x11
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


def has_frame(cubin: bytes) -> bool:
    """Whether a function of a cubin has a frame in local memory: for an array, for what it spills, or to call another.

    Its section `.nv.info` holds rows of a format, an attribute and a size; the frame's size is attribute 0x11, of the function
    whose symbol is the first word, as `cuobjdump -elf` shows it (EIATTR_FRAME_SIZE). A file that is not understood may have one.
    """
    try:
        (sections,) = struct.unpack_from("<Q", cubin, 0x28)
        count, names = struct.unpack_from("<HH", cubin, 0x3C)
        headers = [struct.unpack_from("<IIQQQQ", cubin, sections + 64 * index) for index in range(count)]
        for name, _, _, _, offset, size in headers:
            if not cubin.startswith(b".nv.info\0", headers[names][4] + name):
                continue
            end = offset + size
            while offset < end:
                form, attribute, length = struct.unpack_from("<BBH", cubin, offset)
                if form == _OF_ITS_SIZE and attribute == _FRAME_SIZE:
                    _, frame = struct.unpack_from("<II", cubin, offset + 4)
                    if frame:
                        return True
                offset += 4 + (length if form == _OF_ITS_SIZE else 0)
    except (struct.error, IndexError):
        return True
    return False


def spill_warnings(sass: str, ptx: str) -> Iterator[Diagnostic]:
    """A warning for each kernel that spills, at the line of the first register that does.

    Args:
        sass: what `disassemble(…, line_info=True)` gives.
        ptx: what it was assembled from.
    """
    # Where the assembler notes which accesses are its own, arrays in local memory do not hide them. Where it does not, those of a
    # module without arrays are.
    if _NOTED in sass:
        spill = _NOTED_SPILL
    elif uses_local_memory(ptx):
        return
    else:
        spill = _SPILL
    span: Span | None = None
    kernel, told = "", set[str]()
    for line in sass.splitlines():
        if function := _FUNCTION.match(line):
            kernel, span = function["name"], None
        elif place := _LINE.search(line):
            span = Span(place["file"], int(place["line"]))
        elif spill.match(line) and kernel not in told:
            told.add(kernel)
            yield spill_warning(kernel, span)


def first_spill(ptx: str, entry: str, target: str) -> Span | None:
    """The line of the first register that a kernel spills, as the tools on this machine have it.

    Args:
        ptx: the module.
        entry: the kernel's symbol.
        target: the architecture to assemble for.

    Returns:
        None where the kernel does not spill, the line is not known, or there is no assembler or no `nvdisasm`.

    Raises:
        CompileError: the assembler does not take the module.
    """
    from periclase.codegen.assembler import assemble, available_assemblers, disassemble, find_tool

    if not available_assemblers() or find_tool("nvdisasm") is None:
        return None
    cubin = assemble(ptx, target)
    if not has_frame(cubin):
        return None
    warnings = spill_warnings(disassemble(cubin, line_info=True), ptx)
    return next((warning.span for warning in warnings if f"`{entry}`" in warning.message), None)
