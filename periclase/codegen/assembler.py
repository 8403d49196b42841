"""PTX → cubin → SASS with NVIDIA's own tools, where they can be found. None of this needs a GPU or a driver.

Two assemblers give the same code: `nvJitLink`, a library that is called in this process (about 10 ms), and `ptxas`, a
program (about 30 ms). Both come with the wheels of the `ptx` extra, which lay them out below `site-packages/nvidia/`;
a CUDA toolkit on `PATH` or in `CUDA_HOME` serves as well. What the assembler complains about becomes diagnostics at
the user's own line, found through the `.loc` directives of the PTX.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from periclase.codegen.inlined_lines import ptx_text
from periclase.diagnostics import CompileError, Diagnostic, Frame, Note, Span

_INSTALL_HELP = "pip install 'periclase[ptx]', or put a CUDA toolkit's bin folder on PATH"

_ERROR_LINE = re.compile(r"^ptxas .*?line (?P<line>\d+); (?P<severity>error|fatal)\s*: (?P<message>.*)$")
_FATAL_LINE = re.compile(r"^ptxas (?:fatal|error)\s*: (?P<message>.*)$")
_LOC = re.compile(
    r"^\s*\.loc\s+(?P<file>\d+)\s+(?P<line>\d+)\s+(?P<column>\d+)(?:, function_name [^,]+, inlined_at (?P<at>\d+ \d+ \d+))?"
)
_FILE = re.compile(r'^\s*\.file\s+(?P<number>\d+)\s+"(?P<name>(?:[^"\\]|\\.)*)"')
_SUMMARY = "Ptx assembly aborted due to errors"


# ---------------------------------------------------------------------------------------------------------------------
# Finding the tools


def _wheel_folders() -> Iterator[Path]:
    """The folders below `nvidia/` in which the wheels put `bin` and `lib`, without importing anything."""
    for entry in sys.path:
        base = Path(entry or ".") / "nvidia"
        if base.is_dir():
            yield from sorted((child for child in base.iterdir() if child.is_dir()), reverse=True)


def _toolkit_folders() -> Iterator[Path]:
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if value := os.environ.get(variable):
            yield Path(value)
    if ptxas := shutil.which("ptxas"):
        yield Path(ptxas).resolve().parent.parent
    yield Path("/usr/local/cuda")


@functools.cache
def find_tool(name: str) -> Path | None:
    """The program `name` (`ptxas`, `nvdisasm`, …): from the wheels first, then `CUDA_HOME`, then `PATH`."""
    program = f"{name}.exe" if os.name == "nt" else name
    for folder in _wheel_folders():
        if (found := folder / "bin" / program).is_file():
            return found
    if on_path := shutil.which(name):
        return Path(on_path)
    for folder in _toolkit_folders():
        if (found := folder / "bin" / program).is_file():
            return found
    return None


def find_data_files(pattern: str) -> Iterator[Path]:
    """The files that match `pattern` below the wheels' and the toolkits' folders, best first."""
    for folder in (*_wheel_folders(), *_toolkit_folders()):
        yield from sorted(folder.glob(pattern), reverse=True)


@functools.cache
def find_nvjitlink() -> Path | None:
    """The shared library of nvJitLink, or None."""
    patterns = (
        ("bin/nvJitLink*.dll",) if os.name == "nt" else ("lib/libnvJitLink.so.*", "lib64/libnvJitLink.so.*")
    )
    for pattern in patterns:
        for found in find_data_files(pattern):
            return found
    return None


def available_assemblers() -> tuple[str, ...]:
    """Which of `nvjitlink` and `ptxas` this machine has, in the order in which `assemble` tries them."""
    have = (("nvjitlink", find_nvjitlink()), ("ptxas", find_tool("ptxas")))
    return tuple(name for name, found in have if found is not None)


# ---------------------------------------------------------------------------------------------------------------------
# nvJitLink


class _NvJitLinkError(Exception):
    """The log of a link that failed."""


@functools.cache
def _nvjitlink_library(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    handle, size = ctypes.c_void_p, ctypes.c_size_t
    prototypes = {
        "nvJitLinkCreate": [ctypes.POINTER(handle), ctypes.c_uint32, ctypes.POINTER(ctypes.c_char_p)],
        "nvJitLinkDestroy": [ctypes.POINTER(handle)],
        "nvJitLinkAddData": [handle, ctypes.c_int, ctypes.c_char_p, size, ctypes.c_char_p],
        "nvJitLinkComplete": [handle],
        "nvJitLinkGetErrorLogSize": [handle, ctypes.POINTER(size)],
        "nvJitLinkGetErrorLog": [handle, ctypes.c_char_p],
        "nvJitLinkGetLinkedCubinSize": [handle, ctypes.POINTER(size)],
        "nvJitLinkGetLinkedCubin": [handle, ctypes.c_char_p],
    }
    for name, argument_types in prototypes.items():
        function = getattr(library, name)
        function.argtypes = argument_types
        function.restype = ctypes.c_int
    return library


def _nvjitlink_error_log(library: ctypes.CDLL, handle: ctypes.c_void_p) -> str:
    size = ctypes.c_size_t()
    if library.nvJitLinkGetErrorLogSize(handle, ctypes.byref(size)) != 0 or size.value == 0:
        return ""
    buffer = ctypes.create_string_buffer(size.value + 1)
    library.nvJitLinkGetErrorLog(handle, buffer)
    return buffer.value.decode(errors="replace")


def _assemble_with_nvjitlink(path: Path, ptx: str, target: str, line_info: bool) -> bytes:
    library = _nvjitlink_library(path)
    options = [f"-arch={target}".encode()] + ([b"-lineinfo"] if line_info else [])
    handle = ctypes.c_void_p()
    input_ptx = 2  # NVJITLINK_INPUT_PTX of nvJitLink.h
    if (
        library.nvJitLinkCreate(
            ctypes.byref(handle), len(options), (ctypes.c_char_p * len(options))(*options)
        )
        != 0
    ):
        raise _NvJitLinkError(f"ptxas fatal   : nvJitLink knows no target '{target}'")
    try:
        text = ptx.encode()
        if (
            library.nvJitLinkAddData(handle, input_ptx, text, len(text) + 1, b"kernel.ptx") != 0
            or library.nvJitLinkComplete(handle) != 0
        ):
            raise _NvJitLinkError(_nvjitlink_error_log(library, handle))
        size = ctypes.c_size_t()
        library.nvJitLinkGetLinkedCubinSize(handle, ctypes.byref(size))
        cubin = ctypes.create_string_buffer(size.value)
        library.nvJitLinkGetLinkedCubin(handle, cubin)
        return cubin.raw
    finally:
        library.nvJitLinkDestroy(ctypes.byref(handle))


# ---------------------------------------------------------------------------------------------------------------------
# ptxas


def _assemble_with_ptxas(path: Path, ptx: str, target: str, line_info: bool) -> tuple[bytes | None, str]:
    with tempfile.TemporaryDirectory(prefix="periclase-") as folder:
        source, cubin = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx, encoding="utf-8")
        command = [
            str(path),
            f"-arch={target}",
            *(["-lineinfo"] if line_info else []),
            str(source),
            "-o",
            str(cubin),
        ]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0 or not cubin.is_file():
            return None, done.stdout + done.stderr
        return cubin.read_bytes(), ""


# ---------------------------------------------------------------------------------------------------------------------
# Complaints


def _user_place(ptx_lines: list[str], line_number: int) -> tuple[Span | None, tuple[Frame, ...]]:
    """Where in the user's source line `line_number` (1-based) of the PTX comes from, and the calls that it was inlined by.

    It is the `.loc` in force there; that of a call site stands before those of what was inlined at it.
    """
    files = {match["number"]: ptx_text(match["name"]) for text in ptx_lines if (match := _FILE.match(text))}
    spans: list[Span] = []
    wanted: str | None = None
    before = ptx_lines[: max(0, line_number - 1)]
    marks = (text for text in reversed(before) if text.endswith("inline asm"))
    in_assembly = next(marks, "").endswith("begin inline asm")
    for text in reversed(before):
        if text.endswith("inline asm"):
            in_assembly = text.endswith("end inline asm")
        # The end of the function before; the user's own assembly may have such lines as well.
        if text.startswith("}") and not in_assembly:
            break
        found = None if in_assembly else _LOC.match(text)
        if found is None:
            continue
        place = f"{found['file']} {found['line']} {found['column']}"
        if wanted is not None and place != wanted:
            continue
        if found["file"] not in files:
            break
        column = int(found["column"])
        spans.append(Span(files[found["file"]], int(found["line"]), column - 1 if column > 0 else None))
        wanted = found["at"]
        if wanted is None:
            break
    if not spans:
        return None, ()
    return spans[0], tuple(Frame("", span) for span in reversed(spans[1:]))


def assembler_diagnostics(ptx: str, log: str, target: str) -> tuple[Diagnostic, ...]:
    """The complaints in `log`, the assembler's own words about `ptx`, as diagnostics."""
    ptx_lines = ptx.splitlines()
    found: list[Diagnostic] = []
    for text in log.splitlines():
        if match := _ERROR_LINE.match(text):
            number = int(match["line"])
            shown = ptx_lines[number - 1].strip() if 0 < number <= len(ptx_lines) else ""
            span, chain = _user_place(ptx_lines, number)
            found.append(
                Diagnostic(
                    "PC0520",
                    f"the assembler rejects the PTX for {target}: {match['message']}",
                    span,
                    call_chain=chain,
                    notes=(Note(f"line {number} of the PTX: {shown}"),),
                )
            )
        elif (match := _FATAL_LINE.match(text)) and _SUMMARY not in text:
            found.append(
                Diagnostic("PC0520", f"the assembler rejects the PTX for {target}: {match['message']}")
            )
    if not found:
        words = log.strip() or "it gave no reason"
        found.append(Diagnostic("PC0520", f"the assembler failed for {target}", notes=(Note(words),)))
    return tuple(found)


def _ends_the_process(ptx: str, target: str) -> bool:
    """Whether the assembler may crash: before sm_90 on the wait for a phase that it does not see come from an arrival."""
    number = re.match(r"sm_(\d+)", target)
    return "mbarrier.test_wait" in ptx and number is not None and int(number[1]) < 90


# ---------------------------------------------------------------------------------------------------------------------
# The two entries


def assemble(ptx: str, target: str, *, line_info: bool = True, assembler: str | None = None) -> bytes:
    """Assemble `ptx` for `target` (`sm_90`) and return the cubin, an ELF file.

    Args:
        ptx: the text of one PTX module.
        target: the real architecture to make code for; at least that of the PTX's `.target`.
        line_info: keep the table of source lines (from `.loc`) for profilers and `disassemble`.
        assembler: `nvjitlink` or `ptxas`; by default the first that is installed.

    Raises:
        CompileError: PC0520 for each complaint of the assembler, PC0521 if none is installed.
    """
    if assembler is None and _ends_the_process(ptx, target):
        assembler = "ptxas"  # a process of its own
    names = available_assemblers() if assembler is None else (assembler,)
    for name in names:
        if name == "nvjitlink" and (library := find_nvjitlink()) is not None:
            try:
                return _assemble_with_nvjitlink(library, ptx, target, line_info)
            except _NvJitLinkError as error:
                raise CompileError(assembler_diagnostics(ptx, str(error), target)) from None
        if name == "ptxas" and (program := find_tool("ptxas")) is not None:
            cubin, log = _assemble_with_ptxas(program, ptx, target, line_info)
            if cubin is None:
                raise CompileError(assembler_diagnostics(ptx, log, target))
            return cubin
    wanted = "nvJitLink or ptxas" if assembler is None else f"`{assembler}`"
    raise CompileError(
        Diagnostic(
            "PC0521", f"no assembler for PTX on this machine: {wanted} was looked for", help=_INSTALL_HELP
        )
    )


def disassemble(cubin: bytes, *, line_info: bool = False) -> str:
    """The SASS of `cubin` as text, by `nvdisasm`.

    Args:
        cubin: what `assemble` gives.
        line_info: add `//## File "…", line n` above the instructions, with `inlined at "…", line n` where the table says so.

    Raises:
        CompileError: PC0522 if nvdisasm is missing, or can not read `cubin`.
    """
    program = find_tool("nvdisasm")
    if program is None:
        raise CompileError(
            Diagnostic(
                "PC0522", "no disassembler on this machine: `nvdisasm` was looked for", help=_INSTALL_HELP
            )
        )
    with tempfile.TemporaryDirectory(prefix="periclase-") as folder:
        file = Path(folder, "kernel.cubin")
        file.write_bytes(cubin)
        command = [str(program), "--print-code", *(["-gi"] if line_info else []), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip()
        raise CompileError(Diagnostic("PC0522", "nvdisasm can not read the cubin", notes=(Note(words),)))
    return done.stdout
