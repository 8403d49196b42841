"""Mathematics on NVIDIA GPUs that is our own, where libdevice is off by more than two units in the last place.

`convert-mir-to-llvm` leaves them as calls of `__periclase_exact_tan_f32`, …; their bodies, in `exact_functions.ll`, are linked in
before those of libdevice, some of which they call. They are written in `periclase.library.exact_functions`.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any, Final

from periclase.codegen.libdevice import PREFIX as LIBDEVICE
from periclase.codegen.libdevice import cut_out, internalise, kept_pieces
from periclase.diagnostics import CompileError, Diagnostic
from periclase.runtime.backends.cpu.llvm_binding import binding

PREFIX: Final = "__periclase_exact_"
"""What the name of each of them starts with."""

FILE: Final = Path(__file__).with_name("exact_functions.ll")

_DECLARATION = re.compile(rf'^declare\b[^@\n]*@"?({PREFIX}\w+)"?\(', re.MULTILINE)


@functools.lru_cache(maxsize=64)
def _extract(names: tuple[str, ...]) -> tuple[bytes, tuple[str, ...]]:
    """The bitcode of `names`, and the functions of libdevice that they call."""
    piece = kept_pieces(FILE, names, lambda: _cut_out_of_file(names))
    if piece is None:
        shown = ", ".join(name.removeprefix(PREFIX) for name in names)
        raise CompileError(Diagnostic("PC0524", f"Periclase has no functions of its own for all of {shown}"))
    called, _, bitcode = piece.partition(b"\n")
    return bitcode, tuple(called.decode().split())


def _cut_out_of_file(names: tuple[str, ...]) -> bytes | None:
    """The names of the functions of libdevice that `names` call, in a line, and the bitcode; None if some are not there."""
    llvm = binding()
    with (
        llvm.create_context() as context,
        llvm.parse_assembly(FILE.read_text(encoding="utf-8"), context) as library,
    ):
        if cut_out(library, names) != set(names):
            return None
        called = [function.name for function in library.functions if function.name.startswith(LIBDEVICE)]
        return " ".join(called).encode() + b"\n" + library.as_bitcode()


def link_exact_functions(module: Any, llvm_ir: str, context: Any) -> tuple[str, ...]:
    """Link those that the text of `module`, which lives in `context`, declares; the functions of libdevice that they call.

    Raises:
        CompileError: PC0524 if there is no such function: the text is not ours.
    """
    if PREFIX not in llvm_ir:
        return ()
    names = tuple(sorted(set(_DECLARATION.findall(llvm_ir))))
    if not names:
        return ()
    bitcode, called = _extract(names)
    module.link_in(binding().parse_bitcode(bitcode, context))
    internalise(module, names)
    return called
