"""Mathematics on NVIDIA GPUs: NVIDIA's bitcode library `libdevice`, where it can be found.

`convert-mir-to-llvm` leaves `sin`, `exp`, `pow` … as calls of `__nv_sinf`, `__nv_exp`, …; here their bodies are linked in.
The library holds some 570 functions and takes 40 to 70 ms to read, so that the few functions a kernel needs are cut out of
it once, kept in the artifact cache, and linked from that small piece of bitcode afterwards (about 1 ms).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from periclase.codegen.assembler import find_data_files
from periclase.codegen.nvptx import nvptx_target
from periclase.diagnostics import CompileError, Diagnostic, Note
from periclase.digest import blake2b
from periclase.runtime.artifact_cache import artifact_cache
from periclase.runtime.backends.cpu.llvm_binding import binding
from periclase.settings import settings

PREFIX = "__nv_"
"""What the name of every function of libdevice starts with."""

_DECLARATION = re.compile(r'^declare\b[^@\n]*@"?(?P<name>__nv_\w+)"?\(', re.MULTILINE)


@functools.cache
def find_libdevice() -> Path | None:
    """The bitcode file: `PERICLASE_LIBDEVICE`, the wheels of the `ptx` extra, a CUDA toolkit; None if none is there."""
    if (named := settings().libdevice) is not None:
        return named if named.is_file() else None
    return next(find_data_files("nvvm/libdevice/libdevice.*.bc"), None)


def needed_functions(llvm_ir: str) -> tuple[str, ...]:
    """The functions of libdevice that the text of an LLVM module declares, sorted."""
    return (
        tuple(sorted({match["name"] for match in _DECLARATION.finditer(llvm_ir)}))
        if PREFIX in llvm_ir
        else ()
    )


@functools.cache
def _library_bitcode(path: Path) -> bytes:
    return path.read_bytes()


def kept_pieces(path: Path, names: tuple[str, ...], cut: Callable[[], bytes | None]) -> bytes | None:
    """What `cut` gives for the functions `names` of the file `path`: out of the artifact cache where it was made before.

    It is kept by what the file holds. Installers set sizes and times alike for one version and the next, so that these would not
    tell them apart.
    """
    import llvmlite

    status = path.stat()
    stamp = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
    key = blake2b(
        repr((llvmlite.__version__, _content(path, stamp), names)).encode(), digest_size=20
    ).hexdigest()
    cache = artifact_cache()
    piece = cache.get(key)
    if piece is None:
        piece = cut()
        if piece is not None:
            cache.put(key, piece)
    return piece


@functools.lru_cache(maxsize=8)
def _content(path: Path, stamp: tuple[int, ...]) -> str:
    """A hash of the file, worked out once in a process, as long as nobody has touched it: 0.6 ms."""
    return blake2b(path.read_bytes(), digest_size=20).hexdigest()


@functools.lru_cache(maxsize=64)
def _extract(path: Path, names: tuple[str, ...]) -> tuple[bytes | None, tuple[str, ...]]:
    """The bitcode of `names` and what they call, and those of `names` that the library lacks."""
    missing: tuple[str, ...] = ()

    def cut() -> bytes | None:
        nonlocal missing
        bitcode, missing = _cut_out_of_file(path, names)
        return bitcode

    return kept_pieces(path, names, cut), missing


def _cut_out_of_file(path: Path, names: tuple[str, ...]) -> tuple[bytes | None, tuple[str, ...]]:
    llvm = binding()
    with llvm.create_context() as context, llvm.parse_bitcode(_library_bitcode(path), context) as library:
        found = cut_out(library, names)
        missing = tuple(name for name in names if name not in found)
        return (None, missing) if missing else (library.as_bitcode(), ())


def cut_out(library: Any, names: Iterable[str]) -> set[str]:
    """Leave in the module `library` only `names` and what they call; those of `names` that it has."""
    wanted = set(names)
    found: set[str] = set()
    for function in library.functions:
        if function.is_declaration:
            continue
        if function.name in wanted:
            found.add(function.name)
        else:
            function.linkage = "internal"
    llvm = binding()
    machine = nvptx_target().create_target_machine()
    with llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0)) as builder:
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(library, builder)
    return found


def internalise(module: Any, names: Iterable[str]) -> None:
    """Make the functions `names` of `module` internal: free to be inlined, and gone where they are."""
    for name in names:
        module.get_function(name).linkage = "internal"


class MistypedFunctionError(CompileError):
    """A function of libdevice that is declared with other types than it has: PC0524. LLVM would link it, and what the call does
    would be undefined.

    Attributes:
        function: its name.
    """

    def __init__(self, function: str, declared: str, defined: str):
        super().__init__(
            Diagnostic(
                "PC0524",
                f"`{function}` is declared as {declared}, and is {defined} in libdevice",
                help="declare it with the types that it has; "
                "`math` has the functions of libdevice under their usual names, for every type",
            )
        )
        self.function = function


def _check_types(module: Any, library: Any, names: Iterable[str]) -> None:
    """See that `module` declares the functions `names` as `library` has them."""
    for name in names:
        declared, defined = (str(each.get_function(name).global_value_type) for each in (module, library))
        if declared != defined:
            raise MistypedFunctionError(name, declared, defined)


def link_libdevice(module: Any, names: tuple[str, ...], context: Any) -> None:
    """Link the bodies of `names` into `module`, which lives in `context`; they become internal, free to be inlined.

    Raises:
        CompileError: PC0524 if no libdevice is on this machine, LLVM can not read it, it lacks one of the functions, or has it
            with other types.
    """
    if not names:
        return
    path = find_libdevice()
    functions = ", ".join(name.removeprefix(PREFIX) for name in names)
    if path is None:
        raise CompileError(
            Diagnostic(
                "PC0524",
                f"the kernel needs device mathematics that is not on this machine: {functions}",
                notes=(Note("the functions are in NVIDIA's libdevice.10.bc"),),
                help="pip install 'periclase[ptx]', install a CUDA toolkit, or let PERICLASE_LIBDEVICE name the file",
            )
        )
    try:
        bitcode, missing = _extract(path, names)
    except RuntimeError as error:
        raise CompileError(Diagnostic("PC0524", f"{path} can not be read: {error}")) from None
    if bitcode is None:
        lacking = ", ".join(name.removeprefix(PREFIX) for name in missing)
        raise CompileError(Diagnostic("PC0524", f"{path} has no function for {lacking}"))
    library = binding().parse_bitcode(bitcode, context)
    try:
        _check_types(module, library, names)
    except CompileError:
        library.close()  # before its context
        raise
    module.link_in(library)
    internalise(module, names)
