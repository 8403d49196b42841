"""Relocatable ELF object files of 64-bit little-endian machines: reading one, with every number in it checked.

Sources: System V ABI, "Object Files"; its processor supplements for x86-64 (4.4) and AArch64 (5.7) name the relocations.
"""

from __future__ import annotations

import struct
from typing import Final

from periclase.record import NamedTuple, Record
from periclase.runtime.backends.cpu.image import AARCH64, X86_64, DamagedObject, UnsupportedObject

ALLOC: Final = 2
WRITE: Final = 1
EXECUTE: Final = 4
_TLS = 0x400

_REL, _RELA, _NOBITS, _SYMTAB = 9, 4, 8, 2
_CONSTRUCTORS = frozenset({14, 15, 16})  # SHT_INIT_ARRAY, SHT_FINI_ARRAY, SHT_PREINIT_ARRAY
_UNDEFINED, _FIRST_RESERVED, _ABSOLUTE, _COMMON = 0, 0xFF00, 0xFFF1, 0xFFF2

_LARGEST_ALIGNMENT = 4096
_LARGEST_SECTION = 1 << 31
"""What one part of an object reaches in another: the small code model."""

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")


class Section(Record):
    """A section that takes room in memory.

    Attributes:
        name: such as `.text`.
        flags: of `ALLOC`, `WRITE`, `EXECUTE`.
        size: bytes in memory.
        alignment: of its first byte, a power of two up to a page.
        data: its bytes, or None for zeros.
    """

    name: str
    flags: int
    size: int
    alignment: int
    data: memoryview | None


class Symbol(NamedTuple):
    """A name for a place.

    Attributes:
        name: may be empty.
        section: index of the section that it is in; None if it is elsewhere.
        value: bytes from the start of the section, or the address of an absolute symbol.
        exported: whether other objects see it.
        undefined: whether it is to be found in other objects, or in the process.
        weak: whether it is to be 0 if it is undefined and not found.
    """

    name: str
    section: int | None
    value: int
    exported: bool
    undefined: bool
    weak: bool


Relocation = tuple[int, int, int, int]
"""A place to be filled in: bytes from the start of its section, the kind, the symbol's index, what to add."""


class ElfObject:
    """What was read.

    Attributes:
        machine: `X86_64` or `AARCH64`.
        sections: those that take room in memory, by index.
        symbols: all of them.
        relocations: of each section, by its index.
    """

    __slots__ = ("machine", "relocations", "sections", "symbols")

    def __init__(
        self,
        machine: int,
        sections: dict[int, Section],
        symbols: list[Symbol],
        relocations: dict[int, list[Relocation]],
    ):
        self.machine = machine
        self.sections = sections
        self.symbols = symbols
        self.relocations = relocations


def read_object(code: bytes) -> ElfObject:
    """Read an object file.

    Raises:
        DamagedObject: it is not whole.
        UnsupportedObject: it is of another format or machine, or has parts that are not known here.
    """
    view = memoryview(code)
    if len(code) < _HEADER.size or not code.startswith(b"\x7fELF"):
        raise UnsupportedObject("it is no ELF file")
    ident, kind, machine, _, _, _, table, _, _, _, _, entry_size, count, names_index = _HEADER.unpack_from(
        code
    )
    if ident[4] != 2 or ident[5] != 1:
        raise UnsupportedObject("it is not for a 64-bit little-endian machine")
    if kind != 1:
        raise UnsupportedObject("it is not relocatable")
    if machine not in (X86_64, AARCH64):
        raise UnsupportedObject(f"machine {machine} is not known")
    if entry_size != _SECTION.size or not 0 < count < _FIRST_RESERVED:
        raise UnsupportedObject("its section table is of an unknown form")
    _slice(view, table, count * _SECTION.size)
    headers: list[tuple[int, ...]] = [
        _SECTION.unpack_from(code, table + i * _SECTION.size) for i in range(count)
    ]
    if names_index >= count:
        raise DamagedObject("the section of section names does not exist")
    names = _contents(view, headers[int(names_index)])

    sections: dict[int, Section] = {}
    symbols: list[Symbol] = []
    for index, header in enumerate(headers):
        name_at, section_kind, flags, _, _, size, link, _, alignment, step = header
        name = _text(names, name_at)
        # Frames are for unwinding through them: a trap jumps, it unwinds nothing.
        if flags & ALLOC and name != ".eh_frame" and size:
            if flags & _TLS:
                raise UnsupportedObject("it has thread-local variables")
            if size > _LARGEST_SECTION:
                raise UnsupportedObject(f"a section has {size} bytes")
            if section_kind in _CONSTRUCTORS or name.startswith((".ctors", ".dtors")):
                raise UnsupportedObject("it has constructors")
            data = None if section_kind == _NOBITS else _contents(view, header)
            alignment = max(alignment, 1)
            if alignment & (alignment - 1) or alignment > _LARGEST_ALIGNMENT:
                raise UnsupportedObject(f"a section is aligned to {alignment} bytes")
            sections[index] = Section(name, flags & (ALLOC | WRITE | EXECUTE), size, alignment, data)
        elif section_kind == _SYMTAB:
            if symbols:
                raise UnsupportedObject("it has two symbol tables")
            if step != _SYMBOL.size or link >= count:
                raise DamagedObject("the symbol table is of the wrong form")
            symbols = _symbols(_contents(view, header), _contents(view, headers[link]))

    for symbol in symbols:
        section = sections.get(symbol.section) if symbol.section is not None else None
        if section is not None and symbol.value > section.size:
            raise DamagedObject(f"`{symbol.name}` is outside its section")
    relocations: dict[int, list[Relocation]] = {}
    for header in headers:
        section_kind, target, step = header[1], header[7], header[9]
        if target not in sections:
            continue
        if section_kind == _REL:
            raise UnsupportedObject("its relocations have no addends")
        if section_kind == _RELA:
            if step != _RELOCATION.size:
                raise DamagedObject("a relocation table is of the wrong form")
            relocations.setdefault(target, []).extend(_relocations(_contents(view, header), len(symbols)))
    return ElfObject(machine, sections, symbols, relocations)


def _slice(view: memoryview, start: int, size: int) -> memoryview:
    if start + size > len(view):
        raise DamagedObject("it ends too early")
    return view[start : start + size]


def _contents(view: memoryview, header: tuple[int, ...]) -> memoryview:
    if header[1] == _NOBITS:
        raise DamagedObject("a table has no contents")
    return _slice(view, header[4], header[5])


def _text(names: memoryview, start: int) -> str:
    if start >= len(names):
        raise DamagedObject("a name is outside its table")
    rest = bytes(names[start : start + 4096])
    end = rest.find(b"\0")
    if end < 0:
        raise DamagedObject("a name has no end")
    return rest[:end].decode("utf-8", "replace")


def _symbols(table: memoryview, names: memoryview) -> list[Symbol]:
    found: list[Symbol] = []
    for name_at, info, other, section, value, _ in _SYMBOL.iter_unpack(table[: len(table) // 24 * 24]):
        binding, kind = info >> 4, info & 15
        name = _text(names, name_at)
        if section == _COMMON:
            raise UnsupportedObject(f"`{name}` is a common symbol")
        if section >= _FIRST_RESERVED and section != _ABSOLUTE:
            raise UnsupportedObject(f"`{name}` is in a section of an unknown kind")
        if kind in (6, 10) and section != _UNDEFINED:
            raise UnsupportedObject(f"`{name}` is thread-local, or resolved by a function")
        undefined = section == _UNDEFINED
        found.append(
            Symbol(
                name,
                None if undefined or section == _ABSOLUTE else section,
                value,
                exported=binding != 0 and not undefined and other & 3 in (0, 3),
                undefined=undefined and bool(name),
                weak=binding == 2,
            )
        )
    return found


def _relocations(table: memoryview, symbols: int) -> list[Relocation]:
    found: list[Relocation] = []
    for offset, info, addend in _RELOCATION.iter_unpack(table[: len(table) // 24 * 24]):
        if info >> 32 >= symbols:
            raise DamagedObject("a relocation names a symbol that does not exist")
        found.append((offset, info & 0xFFFFFFFF, info >> 32, addend))
    return found
