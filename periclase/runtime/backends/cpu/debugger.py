"""Kernels with variables in their debug information (`debug="full"`), told to a debugger that looks at this process.

gdb and lldb ask a process for code that it has made by itself by two symbols, a function that they stop at and the head of a list
of object files in memory ("JIT Compilation Interface" of Debugging with GDB, section 30). Both have to be in a library that the
debugger has seen, so a small one is written to a temporary file and loaded: it has nothing but the two. The object file of a
kernel is listed with the addresses that its sections were mapped at; the debugger relocates the debug information by them.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import struct
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from periclase.runtime.backends.cpu.elf import read_object
from periclase.runtime.backends.cpu.image import AARCH64, X86_64
from periclase.runtime.backends.cpu.object_linker import section_places

FUNCTION: Final = "__jit_debug_register_code"
DESCRIPTOR: Final = "__jit_debug_descriptor"

_RETURN: Final = {X86_64: b"\xc3", AARCH64: b"\xc0\x03\x5f\xd6"}
_REGISTER: Final = 1
_PAGE: Final = 1 << 16  # the largest that Linux has on these machines

_ELF_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_DYNAMIC = struct.Struct("<QQ")


class _Entry(ctypes.Structure):
    """`jit_code_entry`."""

    _fields_ = (
        ("next_entry", ctypes.c_void_p),
        ("prev_entry", ctypes.c_void_p),
        ("symfile_addr", ctypes.c_void_p),
        ("symfile_size", ctypes.c_uint64),
    )


class _Descriptor(ctypes.Structure):
    """`jit_descriptor`."""

    _fields_ = (
        ("version", ctypes.c_uint32),
        ("action_flag", ctypes.c_uint32),
        ("relevant_entry", ctypes.c_void_p),
        ("first_entry", ctypes.c_void_p),
    )


_lock = threading.Lock()
_listed: list[tuple[_Entry, Any]] = []
"""Each with the file that it names: debuggers may look at any time."""


def tell(code: bytes, address: int) -> None:
    """List an object file for debuggers. Its code has to stay where it is.

    Args:
        code: the file.
        address: where its image begins.

    Raises:
        OSError: the library that has the list can not be written or loaded.
    """
    file = ctypes.create_string_buffer(placed(code, address), len(code))
    with _lock:
        descriptor, look = _list_of(int.from_bytes(code[18:20], "little"))  # e_machine
        first: int | None = descriptor.first_entry
        entry = _Entry(first, None, ctypes.addressof(file), len(code))
        here = ctypes.addressof(entry)
        if first:
            _Entry.from_address(first).prev_entry = here
        descriptor.first_entry = descriptor.relevant_entry = here
        descriptor.action_flag = _REGISTER
        _listed.append((entry, file))
        look()


def placed(code: bytes, address: int) -> bytes:
    """The object file `code` with the addresses of its sections when its image begins at `address`."""
    header = _ELF_HEADER.unpack_from(code)
    table, size = header[6], header[11]
    made = bytearray(code)
    for index, place in section_places(read_object(code)).items():
        struct.pack_into("<Q", made, table + index * size + 16, address + place)
    return bytes(made)


@cache
def _list_of(machine: int) -> tuple[_Descriptor, Callable[[], object]]:
    folder = tempfile.mkdtemp(prefix="periclase-")
    atexit.register(_remove, folder, os.getpid())  # not before: who attaches later reads the file, too
    path = os.path.join(folder, "kernels.so")
    with open(path, "wb") as file:
        file.write(interface_library(machine))
    library = ctypes.CDLL(path)
    look = library[FUNCTION]
    look.argtypes, look.restype = (), None
    return _Descriptor.in_dll(library, DESCRIPTOR), look


def _remove(folder: str, owner: int) -> None:
    """Remove it when the process that made it ends; one that was forked from that has the list, too, and may end before."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


if hasattr(os, "register_at_fork"):  # a child has the list as it is between two files, and can go on with it
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def interface_library(machine: int) -> bytes:
    """A shared library with `FUNCTION`, which returns at once, and `DESCRIPTOR`, of version 1 and empty.

    Source: System V ABI, "Program Loading and Dynamic Linking".
    """
    code, variables = _RETURN[machine], struct.pack("<IIQQ", 1, 0, 0, 0)
    names = f"\0{FUNCTION}\0{DESCRIPTOR}\0".encode()
    name_of = {name: names.index(name.encode()) for name in (FUNCTION, DESCRIPTOR)}
    symbols_at = _ELF_HEADER.size + 4 * _SEGMENT.size
    hash_at = symbols_at + 3 * _SYMBOL.size
    hashes = struct.pack("<6I", 1, 3, 1, 0, 2, 0)  # one chain of both
    names_at = hash_at + len(hashes)
    code_at = -(-(names_at + len(names)) // 16) * 16
    code_end = code_at + len(code)
    dynamic_at = _PAGE
    rows = ((4, hash_at), (5, names_at), (6, symbols_at), (10, len(names)), (11, _SYMBOL.size), (0, 0))
    dynamic = b"".join(_DYNAMIC.pack(*row) for row in rows)
    variables_at = dynamic_at + len(dynamic)
    end = variables_at + len(variables)
    symbols = (
        bytes(_SYMBOL.size)
        + _SYMBOL.pack(name_of[FUNCTION], 0x12, 0, 4, code_at, len(code))  # global, a function, in section 4
        + _SYMBOL.pack(name_of[DESCRIPTOR], 0x11, 0, 6, variables_at, len(variables))  # global, an object
    )
    segments = (
        (1, 5, 0, 0, 0, code_end, code_end, _PAGE),  # to be read and executed
        (1, 6, dynamic_at, dynamic_at, dynamic_at, end - dynamic_at, end - dynamic_at, _PAGE),  # and written
        (2, 6, dynamic_at, dynamic_at, dynamic_at, len(dynamic), len(dynamic), 8),
        (0x6474E551, 6, 0, 0, 0, 0, 0, 16),  # the stack is not to be executed
    )
    # Name, type, flags, place, size, link, information, alignment, size of an entry.
    rows_of_sections = (
        ("", 0, 0, 0, 0, 0, 0, 0, 0),
        (".dynsym", 11, 2, symbols_at, len(symbols), 3, 1, 8, _SYMBOL.size),
        (".hash", 5, 2, hash_at, len(hashes), 1, 0, 4, 4),
        (".dynstr", 3, 2, names_at, len(names), 0, 0, 1, 0),
        (".text", 1, 6, code_at, len(code), 0, 0, 16, 0),
        (".dynamic", 6, 3, dynamic_at, len(dynamic), 3, 0, 8, _DYNAMIC.size),
        (".data", 1, 3, variables_at, len(variables), 0, 0, 8, 0),
    )
    section_names = "\0".join((*(row[0] for row in rows_of_sections), ".shstrtab", "")).encode()
    sections_at = -(-(end + len(section_names)) // 8) * 8
    sections = [_section_row(section_names, row) for row in rows_of_sections]
    sections.append(_section_row(section_names, (".shstrtab", 3, 0, end, len(section_names), 0, 0, 1, 0)))
    header = _ELF_HEADER.pack(
        b"\x7fELF\2\1\1",
        3,
        machine,
        1,
        0,
        _ELF_HEADER.size,
        sections_at,
        0,
        _ELF_HEADER.size,
        _SEGMENT.size,
        len(segments),
        _SECTION.size,
        len(sections),
        len(sections) - 1,
    )
    made = bytearray(sections_at)
    for place, part in (
        (0, header + b"".join(_SEGMENT.pack(*segment) for segment in segments)),
        (symbols_at, symbols),
        (hash_at, hashes),
        (names_at, names),
        (code_at, code),
        (dynamic_at, dynamic),
        (variables_at, variables),
        (end, section_names),
    ):
        made[place : place + len(part)] = part
    return bytes(made) + b"".join(sections)


def _section_row(names: bytes, row: tuple[str, int, int, int, int, int, int, int, int]) -> bytes:
    name, kind, flags, place, size, link, information, alignment, entry = row
    at = names.index(f"\0{name}\0".encode()) + 1 if name else 0
    in_memory = place if flags & 2 else 0
    return _SECTION.pack(at, kind, flags, in_memory, place, size, link, information, alignment, entry)
