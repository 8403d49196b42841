"""Links an object file to an image: see `image`. Done once, when it is compiled."""

from __future__ import annotations

import os

from periclase.runtime.backends.cpu.elf import EXECUTE, WRITE, ElfObject, Symbol, read_object
from periclase.runtime.backends.cpu.image import DamagedObject, Image, UnsupportedObject
from periclase.runtime.backends.cpu.relocations import (
    ADDRESS,
    NOTHING,
    SLOT,
    STUB,
    STUB_BYTES,
    rule,
    stub,
    stub_address,
)

_MOST_STORED = 1 << 26
"""Bytes of an image: what is larger is left to others."""


def with_image(code: bytes) -> bytes:
    """The object file `code` with its image behind it, or alone if it can not be linked here."""
    try:
        return linked(read_object(code)).attached_to(code)
    except UnsupportedObject:
        return code


def linked(elf: ElfObject) -> Image:
    """The image of an object.

    Raises:
        DamagedObject: it is not whole.
        UnsupportedObject: something in it is not known here, or can not be linked before it is known where it will be.
    """
    return _Linking(elf).image()


def section_places(elf: ElfObject) -> dict[int, int]:
    """How far each section that takes memory is from the start of an object's image, by its index.

    Raises:
        UnsupportedObject: as `linked`.
    """
    linking = _Linking(elf)
    linking._lay_out()  # pyright: ignore[reportPrivateUsage]
    return linking._places  # pyright: ignore[reportPrivateUsage]


class _Linking:
    """One object on its way: code and stubs; constants and slots; variables."""

    def __init__(self, elf: ElfObject):
        self._elf = elf
        self._page_bytes = os.sysconf("SC_PAGE_SIZE")
        self._places: dict[int, int] = {}  # of a section: bytes from the start
        self._stubs: dict[int, int] = {}  # of a symbol
        self._slots: dict[int, int] = {}
        self._imports = {
            index: number
            for number, index in enumerate(i for i, symbol in enumerate(elf.symbols) if symbol.undefined)
        }
        self._own: list[tuple[int, int]] = []
        self._foreign: list[tuple[int, int, int]] = []

    def image(self) -> Image:
        elf = self._elf
        ends, stored = self._lay_out()
        contents = bytearray(stored)
        for index, place in self._places.items():
            data = elf.sections[index].data
            if data is not None:
                contents[place : place + len(data)] = data
        for symbol, place in self._stubs.items():
            contents[place : place + STUB_BYTES] = stub(elf.machine, 0)
            self._foreign.append((place + stub_address(elf.machine), self._imports[symbol], 0))
        for symbol, place in self._slots.items():
            self._put_address(contents, place, symbol, 0)
        self._relocate(contents)
        exports: dict[str, int] = {}
        for symbol in elf.symbols:
            if symbol.exported:
                if symbol.section is None:
                    raise UnsupportedObject(f"`{symbol.name}` is a number")
                exports[symbol.name] = self._offset(symbol)
        imports = [(elf.symbols[index].name, elf.symbols[index].weak) for index in self._imports]
        return Image(elf.machine, ends, bytes(contents), self._own, self._foreign, imports, exports)

    def _lay_out(self) -> tuple[tuple[int, int, int], int]:
        """Give every section, stub and slot its place: where the parts end, and how many bytes are stored."""
        elf = self._elf
        needs = [
            (symbol, rule(elf.machine, kind).through)
            for relocations in elf.relocations.values()
            for _, kind, symbol, _ in relocations
            if kind != NOTHING
        ]
        end = stored = 0
        ends: list[int] = []
        for wanted in (EXECUTE, 0, WRITE):
            # What has no bytes comes last, so that none are stored for it.
            for index, section in sorted(elf.sections.items(), key=lambda item: item[1].data is None):
                if section.flags & (WRITE | EXECUTE) == wanted:
                    end = _aligned(end, section.alignment)
                    self._places[index] = end
                    end += section.size
                    if section.data is not None:
                        stored = end
                elif section.flags & WRITE and section.flags & EXECUTE:
                    raise UnsupportedObject("a section is to be written and executed")
            end = _aligned(end, STUB_BYTES)
            if wanted == EXECUTE:
                for symbol, through in needs:
                    if through == STUB and symbol in self._imports and symbol not in self._stubs:
                        self._stubs[symbol] = end
                        end = stored = end + STUB_BYTES
            elif not wanted:
                for symbol, through in needs:
                    if through == SLOT and symbol not in self._slots:
                        self._slots[symbol] = end
                        end = stored = end + 8
            end = _aligned(end, self._page_bytes)
            ends.append(end)
        if not end:
            raise UnsupportedObject("there is nothing in it")
        if stored > _MOST_STORED:
            raise UnsupportedObject(f"it has {stored} bytes")
        code_end, constants_end, end = ends
        return (code_end, constants_end, end), stored

    def _offset(self, symbol: Symbol) -> int:
        """How far a symbol in the image is from its start."""
        place = None if symbol.section is None else self._places.get(symbol.section)
        if place is None:
            raise UnsupportedObject(f"`{symbol.name}` is in a section that takes no memory")
        return place + symbol.value

    def _put_address(self, contents: bytearray, place: int, index: int, addend: int) -> None:
        """Have the whole address of a symbol put at `place`."""
        symbol = self._elf.symbols[index]
        if index in self._imports:
            self._foreign.append((place, self._imports[index], addend))
        elif symbol.section is None:
            contents[place : place + 8] = (symbol.value + addend & (1 << 64) - 1).to_bytes(8, "little")
        else:
            self._own.append((place, self._offset(symbol) + addend))

    def _relocate(self, contents: bytearray) -> None:
        elf = self._elf
        for index, relocations in elf.relocations.items():
            section = elf.sections[index]
            start = self._places[index]
            for offset, kind, number, addend in relocations:
                if kind == NOTHING:
                    continue
                how = rule(elf.machine, kind)
                if offset + how.size > section.size:
                    raise DamagedObject("a relocation is outside its section")
                if section.data is None:
                    raise DamagedObject("a relocation is in a section without bytes")
                place = start + offset
                symbol = elf.symbols[number]
                if how.through == ADDRESS:
                    if how.size < 8:
                        raise UnsupportedObject("an address does not fit in 32 bits")
                    if not -(1 << 62) < addend < 1 << 62:
                        raise DamagedObject("an address is beyond all memory")
                    self._put_address(contents, place, number, addend)
                    continue
                if how.through == SLOT:
                    target = self._slots[number]
                elif how.through == STUB and number in self._stubs:
                    target = self._stubs[number]
                elif number in self._imports or symbol.section is None:
                    raise UnsupportedObject(f"the distance of `{symbol.name}` is not known yet")
                else:
                    target = self._offset(symbol)
                now = int.from_bytes(contents[place : place + how.size], "little")
                new = how.apply(now, target + addend, place)
                contents[place : place + how.size] = new.to_bytes(how.size, "little")


def _aligned(offset: int, alignment: int) -> int:
    return (offset + alignment - 1) & -alignment
