"""Images: object files that have been linked as far as that can be done before anybody knows where they will be in memory.

Within an image everything is at a fixed distance, so what is left to be filled in are whole addresses, eight bytes each: of
places in the image, and of what it imports. So mapping one takes a tenth of the time that linking does. `object_linker` makes an
image when an object file is compiled, and attaches it behind the file's own bytes, where no other reader of such files looks.

They are mapped into this process here, so that a launch from a warm cache need not wait for LLVM to be imported. Memory is
written, then made executable or read-only: it is never both writable and executable. Linux on x86-64 and AArch64; whatever is
unknown here is an `UnsupportedObject`, and left to LLVM's own linker.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

X86_64: Final = 62
AARCH64: Final = 183
"""Machines, as ELF numbers them."""

MAGIC: Final = b"\x89pcimage"
_TRAILER = struct.Struct("<Q8s")
_HEADER = struct.Struct("<I4xQQQQIIIIQ")
_OWN = struct.Struct("<Qq")
_FOREIGN = struct.Struct("<QIxxxxq")
_EXPORT = struct.Struct("<Q")
_MOST_BYTES = 1 << 40
"""Of an image in memory: some sections of the small code model."""


class DamagedObject(ValueError):
    """The bytes are no whole object file: some number in it points outside."""


class UnsupportedObject(ValueError):
    """An object file of a kind, or with a thing in it, that is not known here. It may be sound."""


class MissingSymbol(ValueError):
    """It refers to something that is nowhere: no other linker would find it either."""


class Image:
    """What is to be mapped.

    Attributes:
        machine: `X86_64` or `AARCH64`.
        ends: where code, constants and variables end, in bytes from the start; each begins where the one before ends.
        contents: the bytes from the start; zeros follow up to the last end.
        own: where the address of a place in the image goes, and how far that is from the start.
        foreign: where the address of an import goes, which one, and what is to be added.
        imports: names, and whether each is weak: 0 where it is not found.
        exports: names, and how far each is from the start.
    """

    __slots__ = ("contents", "ends", "exports", "foreign", "imports", "machine", "own")

    def __init__(
        self,
        machine: int,
        ends: tuple[int, int, int],
        contents: bytes | memoryview,
        own: list[tuple[int, int]],
        foreign: list[tuple[int, int, int]],
        imports: list[tuple[str, bool]],
        exports: dict[str, int],
    ):
        self.machine = machine
        self.ends = ends
        self.contents = contents
        self.own = own
        self.foreign = foreign
        self.imports = imports
        self.exports = exports

    def attached_to(self, code: bytes) -> bytes:
        """The object file `code` with this image behind it."""
        names = "\0".join([*(name for name, _ in self.imports), *self.exports]).encode()
        parts = (
            _HEADER.pack(
                self.machine,
                *self.ends,
                len(self.contents),
                len(self.own),
                len(self.foreign),
                len(self.imports),
                len(self.exports),
                len(names),
            ),
            *(_OWN.pack(*each) for each in self.own),
            *(_FOREIGN.pack(*each) for each in self.foreign),
            bytes(weak for _, weak in self.imports),
            *(map(_EXPORT.pack, self.exports.values())),
            names,
            self.contents,
        )
        return b"".join((code, *parts, _TRAILER.pack(sum(map(len, parts)), MAGIC)))


def attached_image(code: bytes) -> Image | None:
    """The image behind the object file `code`, every number in it checked; None if there is none.

    Raises:
        DamagedObject: it is not whole.
    """
    if not code.endswith(MAGIC):
        return None
    try:
        size, _ = _TRAILER.unpack_from(code, len(code) - _TRAILER.size)
        return _read(memoryview(code)[len(code) - _TRAILER.size - size : -_TRAILER.size], size)
    except (struct.error, ValueError) as error:
        raise DamagedObject(f"its image is damaged: {error}") from None


def _read(view: memoryview, size: int) -> Image:
    machine, *ends, stored, own_count, foreign_count, import_count, export_count, names_size = (
        _HEADER.unpack_from(view)
    )
    own_at = _HEADER.size
    foreign_at = own_at + own_count * _OWN.size
    weak_at = foreign_at + foreign_count * _FOREIGN.size
    exports_at = weak_at + import_count
    names_at = exports_at + export_count * _EXPORT.size
    contents_at = names_at + names_size
    if len(view) != size or contents_at + stored != size:
        raise ValueError("it does not end where it should")
    code_end, constants_end, end = ends
    if not 0 <= code_end <= constants_end <= end <= _MOST_BYTES or stored > end:
        raise ValueError("its parts are out of order")
    own = list(_OWN.iter_unpack(view[own_at:foreign_at]))
    foreign = list(_FOREIGN.iter_unpack(view[foreign_at:weak_at]))
    for place, _ in own:
        if place > end - 8:
            raise ValueError("an address is outside")
    for place, index, _ in foreign:
        if place > end - 8:
            raise ValueError("an address is outside")
        if index >= import_count:
            raise ValueError("it has no such import")
    offsets = [offset for (offset,) in _EXPORT.iter_unpack(view[exports_at:names_at])]
    if offsets and max(offsets) > end:
        raise ValueError("an export is outside")
    names = bytes(view[names_at:contents_at]).decode().split("\0") if names_size else []
    if len(names) != import_count + export_count:
        raise ValueError("it has not as many names as imports and exports")
    imports = list(zip(names, map(bool, view[weak_at:exports_at]), strict=False))
    exports = dict(zip(names[import_count:], offsets, strict=True))
    return Image(machine, (code_end, constants_end, end), view[contents_at:], own, foreign, imports, exports)


# ------------------------------------------------------------------------------------------------------------ mapping ----

RUNTIME_LIBRARIES = ("libm.so.6", "libgcc_s.so.1")
"""Where the functions are that native code calls and the interpreter may not have loaded: mathematics, and the arithmetic
that a CPU lacks (128-bit division, conversions of 16-bit floats)."""

_MACHINES: Final = {"x86_64": X86_64, "aarch64": AARCH64}
_PROT_READ, _PROT_WRITE, _PROT_EXEC = 1, 2, 4
_PROTECTIONS = (_PROT_READ | _PROT_EXEC, _PROT_READ, _PROT_READ | _PROT_WRITE)
"""Of code, constants and variables."""
_MAP_PRIVATE, _MAP_ANONYMOUS = 2, 0x20
_WRITABLE = 0x200
"""`PyBUF_WRITE`"""
_FAILED = ctypes.c_void_p(-1).value
_ADDRESS = struct.Struct("<Q")
_ALL = (1 << 64) - 1


class MappedObject:
    """An object file in memory. It stays there until `unmap`, or for as long as the process.

    Attributes:
        symbols: the addresses of what it exports.
        address: where it begins.
        size: bytes that it takes, whole pages.
    """

    __slots__ = ("address", "size", "symbols")

    def __init__(self, address: int, size: int, symbols: Mapping[str, int]):
        self.address = address
        self.size = size
        self.symbols = symbols

    def unmap(self) -> None:
        """Give the memory back. Nothing of it runs, or will."""
        _munmap(self.address, self.size)


def map_object(
    code: bytes, libraries: Sequence[MappedObject] = (), find: Callable[[str], int | None] | None = None
) -> MappedObject:
    """Map an object file, linked with what it refers to.

    Args:
        code: the file, mapped faster with its image behind it.
        libraries: where undefined symbols are looked for first, the last first. They must stay mapped.
        find: gives the address of a symbol that is in none of them; `process_symbol` if None.

    Raises:
        DamagedObject: it is not whole.
        UnsupportedObject: this system or machine, or something in it, is not known here.
        MissingSymbol: an undefined symbol is in no library, and `find` does not know it.
    """
    machine = _MACHINES.get(os.uname().machine) if sys.platform == "linux" else None
    if machine is None:
        raise UnsupportedObject("objects are mapped on Linux, on x86-64 and AArch64 only")
    image = attached_image(code)
    if image is None or any(end % _page_bytes() for end in image.ends):
        from periclase.runtime.backends.cpu.elf import read_object
        from periclase.runtime.backends.cpu.object_linker import linked

        image = linked(read_object(code))
    if image.machine != machine:
        raise UnsupportedObject("it is for another machine")
    return _map(image, libraries, find)


def _system(name: str, result: Any, *arguments: Any) -> Any:
    """A function of the C library. Short calls of `pythonapi` keep the interpreter lock."""
    function = ctypes.pythonapi[name]
    function.restype, function.argtypes = result, arguments
    return function


if sys.platform == "linux":
    _size, _number = ctypes.c_size_t, ctypes.c_int
    _mmap = _system("mmap", ctypes.c_void_p, ctypes.c_void_p, _size, _number, _number, _number, ctypes.c_long)
    _munmap = _system("munmap", _number, ctypes.c_void_p, _size)
    _mprotect = _system("mprotect", _number, ctypes.c_void_p, _size, _number)
    _dlsym = _system("dlsym", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
    # An array of ctypes would be a new class for each size.
    _memory_at = _system(
        "PyMemoryView_FromMemory", ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, _number
    )


@cache
def process_symbol(name: str, loaded: bool = False) -> int | None:
    """The address of a function or variable of the process; of libraries that it may need as well, unless `loaded` are to do."""
    for library in (None,) if loaded else (None, *RUNTIME_LIBRARIES):
        try:
            address: int | None = _dlsym(_library(library)._handle, name.encode())
        except OSError:  # no such library
            continue
        if address:
            return address
    return None


@cache
def _library(name: str | None) -> ctypes.CDLL:
    return ctypes.pythonapi if name is None else ctypes.CDLL(name)


@cache
def _page_bytes() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def _addresses(
    image: Image, libraries: Sequence[MappedObject], find: Callable[[str], int | None] | None
) -> list[int]:
    """Where the imports of an image are. No library is loaded for one that may be missing."""
    found: list[int] = []
    for name, weak in image.imports:
        for library in reversed(libraries):
            address = library.symbols.get(name)
            if address is not None:
                break
        else:
            address = find(name) if find else process_symbol(name, weak)
        if address is None:
            if not weak:
                raise MissingSymbol(f"it calls `{name}`, which is nowhere in the process")
            address = 0
        found.append(address)
    return found


def _map(
    image: Image, libraries: Sequence[MappedObject], find: Callable[[str], int | None] | None
) -> MappedObject:
    imports = _addresses(image, libraries, find)  # before anything is mapped
    size = image.ends[-1]
    base = _mmap(None, size, _PROT_READ | _PROT_WRITE, _MAP_PRIVATE | _MAP_ANONYMOUS, -1, 0)
    if not base or base == _FAILED:
        raise UnsupportedObject(f"the system gives no {size} bytes")
    mapped = MappedObject(base, size, {name: base + offset for name, offset in image.exports.items()})
    try:
        memory = _memory_at(base, size, _WRITABLE)
        memory[: len(image.contents)] = image.contents
        for place, offset in image.own:
            _ADDRESS.pack_into(memory, place, (base + offset) & _ALL)
        for place, number, addend in image.foreign:
            _ADDRESS.pack_into(memory, place, (imports[number] + addend) & _ALL)
        del memory
        start = 0
        for end, protection in zip(image.ends, _PROTECTIONS, strict=True):
            if end > start and _mprotect(base + start, end - start, protection):
                raise UnsupportedObject("the system lets no memory be executed that was written")
            start = end
    except BaseException:
        mapped.unmap()
        raise
    _flush_instructions(image.machine, base, size)
    return mapped


def _flush_instructions(machine: int, address: int, size: int) -> None:
    """Let the processor forget what it may have read of the memory as instructions.

    x86-64 sees to it. On AArch64 Linux does so when a page becomes executable that was not; the function is called where there is
    one, since that costs nothing.
    """
    if machine == AARCH64:
        clear = process_symbol("__clear_cache")
        if clear is not None:
            ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(clear)(address, address + size)
