"""Maps object files into this process, so that a launch from a warm cache need not wait for LLVM to be imported.

Memory is written, then made executable or read-only: it is never both writable and executable. Linux on x86-64 and AArch64;
whatever is unknown here is an `UnsupportedObject`, and left to LLVM's own linker.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from periclase.runtime.backends.cpu.elf import (
    AARCH64,
    EXECUTE,
    WRITE,
    X86_64,
    DamagedObject,
    ElfObject,
    MissingSymbol,
    Symbol,
    UnsupportedObject,
    read_object,
)
from periclase.runtime.backends.cpu.relocations import NOTHING, SLOT, STUB, STUB_BYTES, Rule, rule, stub

RUNTIME_LIBRARIES = ("libm.so.6", "libgcc_s.so.1")
"""Where the functions are that native code calls and the interpreter may not have loaded: mathematics, and the arithmetic
that a CPU lacks (128-bit division, conversions of 16-bit floats)."""

_MACHINES: Final = {"x86_64": X86_64, "aarch64": AARCH64}
_PROT_READ, _PROT_WRITE, _PROT_EXEC = 1, 2, 4
_MAP_PRIVATE, _MAP_ANONYMOUS = 2, 0x20
_FAILED = ctypes.c_void_p(-1).value


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
        _c().munmap(self.address, self.size)


def map_object(
    code: bytes, libraries: Sequence[MappedObject] = (), find: Callable[[str], int | None] | None = None
) -> MappedObject:
    """Map an object file, linked with what it refers to.

    Args:
        code: the file.
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
    elf = read_object(code)
    if elf.machine != machine:
        raise UnsupportedObject("it is for another machine")
    return _Mapping(elf, libraries, find or process_symbol).load()


@cache
def _c() -> Any:
    # `PyDLL`: short calls keep the interpreter lock.
    c = ctypes.PyDLL(None)
    c.mmap.restype = ctypes.c_void_p
    c.mmap.argtypes = (
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_long,
    )
    c.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    c.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return c


@cache
def process_symbol(name: str) -> int | None:
    """The address of a function or variable of the process, or of the libraries that native code may need."""
    for library in (None, *RUNTIME_LIBRARIES):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            return ctypes.addressof(ctypes.c_char.in_dll(_library(library), name))
    return None


@cache
def _library(name: str | None) -> ctypes.CDLL:
    return ctypes.CDLL(name)


@cache
def _page_bytes() -> int:
    return os.sysconf("SC_PAGE_SIZE")


class _Mapping:
    """One object on its way into memory: code and stubs; constants and slots; variables."""

    def __init__(self, elf: ElfObject, libraries: Sequence[MappedObject], find: Callable[[str], int | None]):
        self._elf = elf
        self._libraries = libraries
        self._find = find
        self._places: dict[int, int] = {}  # of a section: bytes from the start
        self._stubs: dict[int, int] = {}  # of a symbol
        self._slots: dict[int, int] = {}
        self._foreign: dict[int, int] = {}  # addresses of undefined symbols

    def load(self) -> MappedObject:
        elf = self._elf
        self._resolve()
        regions = self._lay_out()
        size = regions[-1][1]
        address = _c().mmap(None, size, _PROT_READ | _PROT_WRITE, _MAP_PRIVATE | _MAP_ANONYMOUS, -1, 0)
        if not address or address == _FAILED:
            raise UnsupportedObject(f"the system gives no {size} bytes")
        mapped = MappedObject(address, size, {})
        try:
            memory = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
            self._write(memory, address)
            del memory
            for start, end, protection in regions:
                if end > start and _c().mprotect(address + start, end - start, protection):
                    raise UnsupportedObject("the system lets no memory be executed that was written")
        except BaseException:
            mapped.unmap()
            raise
        _flush_instructions(elf.machine, address, size)
        mapped.symbols = {
            symbol.name: self._address(index, address)
            for index, symbol in enumerate(elf.symbols)
            if symbol.exported
        }
        return mapped

    def _resolve(self) -> None:
        """Find what is undefined, before anything is mapped."""
        for index, symbol in enumerate(self._elf.symbols):
            if not symbol.undefined:
                continue
            for library in reversed(self._libraries):
                found = library.symbols.get(symbol.name)
                if found is not None:
                    break
            else:
                found = self._find(symbol.name)
            if found is None:
                if not symbol.weak:
                    raise MissingSymbol(f"it calls `{symbol.name}`, which is nowhere in the process")
                found = 0
            self._foreign[index] = found

    def _lay_out(self) -> list[tuple[int, int, int]]:
        """Give every section, stub and slot its place: the regions, each its first byte, its end and its protection."""
        elf = self._elf
        needs = [
            (symbol, rule(elf.machine, kind).through)
            for relocations in elf.relocations.values()
            for _, kind, symbol, _ in relocations
            if kind != NOTHING
        ]
        end = 0
        regions: list[tuple[int, int, int]] = []
        for wanted, protection in (
            (EXECUTE, _PROT_READ | _PROT_EXEC),
            (0, _PROT_READ),
            (WRITE, _PROT_READ | _PROT_WRITE),
        ):
            start = end
            for index, section in elf.sections.items():
                if section.flags & (WRITE | EXECUTE) == wanted:
                    end = _aligned(end, section.alignment)
                    self._places[index] = end
                    end += section.size
                elif section.flags & WRITE and section.flags & EXECUTE:
                    raise UnsupportedObject("a section is to be written and executed")
            end = _aligned(end, STUB_BYTES)
            if wanted == EXECUTE:
                for symbol, through in needs:
                    if through == STUB and symbol in self._foreign and symbol not in self._stubs:
                        self._stubs[symbol] = end
                        end += STUB_BYTES
            elif not wanted:
                for symbol, through in needs:
                    if through == SLOT and symbol not in self._slots:
                        self._slots[symbol] = end
                        end += 8
            end = _aligned(end, _page_bytes())
            regions.append((start, end, protection))
        if not end:
            raise UnsupportedObject("there is nothing in it")
        return regions

    def _address(self, index: int, base: int) -> int:
        """The address of a symbol in, or outside, a mapping that begins at `base`."""
        symbol: Symbol = self._elf.symbols[index]
        if symbol.undefined:
            return self._foreign[index]
        if symbol.section is None:
            return symbol.value
        place = self._places.get(symbol.section)
        if place is None:
            raise UnsupportedObject(f"`{symbol.name}` is in a section that takes no memory")
        return base + place + symbol.value

    def _write(self, memory: memoryview, base: int) -> None:
        elf = self._elf
        for index, place in self._places.items():
            data = elf.sections[index].data
            if data is not None:
                memory[place : place + len(data)] = data
        for index, place in self._stubs.items():
            memory[place : place + STUB_BYTES] = stub(elf.machine, self._foreign[index])
        for index, place in self._slots.items():
            memory[place : place + 8] = self._address(index, base).to_bytes(8, "little")
        for index, relocations in elf.relocations.items():
            section = elf.sections[index]
            start = self._places[index]
            for offset, kind, symbol, addend in relocations:
                if kind == NOTHING:
                    continue
                how: Rule = rule(elf.machine, kind)
                if offset + how.size > section.size:
                    raise DamagedObject("a relocation is outside its section")
                if how.through == SLOT:
                    address = base + self._slots[symbol]
                elif how.through == STUB and symbol in self._stubs:
                    address = base + self._stubs[symbol]
                else:
                    address = self._address(symbol, base)
                place = start + offset
                now = int.from_bytes(memory[place : place + how.size], "little")
                new = how.apply(now, address + addend, base + place)
                memory[place : place + how.size] = new.to_bytes(how.size, "little")


def _aligned(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) & -alignment


def _flush_instructions(machine: int, address: int, size: int) -> None:
    """Let the processor forget what it may have read of the memory as instructions.

    x86-64 sees to it. On AArch64 Linux does so when a page becomes executable that was not; the function is called where there is
    one, since that costs nothing.
    """
    if machine == AARCH64:
        clear = process_symbol("__clear_cache")
        if clear is not None:
            ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(clear)(address, address + size)
