"""A reader of DWARF's `.debug_info`, as far as the compiler's tests need it: of an object file, and of the text of PTX.

DWARF 4, section 7.5 (version 2 has a part of its forms). Relocations of an object count with their addends alone, which is
all that references between debug sections need.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_TAGS = {
    0x01: "array_type",
    0x04: "enumeration_type",
    0x05: "formal_parameter",
    0x0D: "member",
    0x0F: "pointer_type",
    0x11: "compile_unit",
    0x13: "structure_type",
    0x17: "union_type",
    0x1D: "inlined_subroutine",
    0x21: "subrange_type",
    0x24: "base_type",
    0x28: "enumerator",
    0x2E: "subprogram",
    0x34: "variable",
}
_ATTRIBUTES = {
    0x02: "location",
    0x03: "name",
    0x0B: "byte_size",
    0x1C: "const_value",
    0x31: "abstract_origin",
    0x33: "address_class",
    0x37: "count",
    0x38: "data_member_location",
    0x3A: "decl_file",
    0x3B: "decl_line",
    0x3E: "encoding",
    0x49: "type",
    0x59: "call_line",
}
_FIXED = {0x01: 8, 0x05: 2, 0x06: 4, 0x07: 8, 0x0B: 1, 0x0C: 1, 0x0E: 4, 0x13: 4, 0x17: 4}


@dataclass
class Entry:
    """A debugging information entry."""

    tag: str
    attributes: dict[str, object] = field(default_factory=dict[str, object])
    children: list[Entry] = field(default_factory=list["Entry"])

    @property
    def name(self) -> str | None:
        """Its own name, or that of its origin."""
        origin = self.attributes.get("abstract_origin")
        found = self.attributes.get("name")
        if found is None and isinstance(origin, Entry):
            return origin.name
        return found if isinstance(found, str) else None

    @property
    def type(self) -> Entry:
        """The entry of its type."""
        holder = self.attributes.get("abstract_origin", self)
        assert isinstance(holder, Entry)
        found = holder.attributes["type"]
        assert isinstance(found, Entry)
        return found

    def walk(self) -> Iterator[Entry]:
        """This entry and all below."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, tag: str, name: str | None = None) -> list[Entry]:
        """The entries of a tag, and of a name, below."""
        return [each for each in self.walk() if each.tag == tag and name in (None, each.name)]

    def the(self, tag: str, name: str) -> Entry:
        """The first entry of this tag and name."""
        return self.all(tag, name)[0]


class _Bytes:
    def __init__(self, data: bytes, at: int = 0):
        self.data, self.at = data, at

    def fixed(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def leb(self, signed: bool = False) -> int:
        value = shift = 0
        while True:
            byte = self.fixed(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    def text(self) -> str:
        end = self.data.index(0, self.at)
        found = self.data[self.at : end].decode()
        self.at = end + 1
        return found


def read_entries(info: bytes, abbreviations: bytes, strings: bytes = b"") -> Entry:
    """The compile unit that the sections describe."""
    kinds: dict[int, tuple[str, bool, list[tuple[int, int]]]] = {}
    stream = _Bytes(abbreviations)
    while (code := stream.leb()) != 0:
        tag, has_children = stream.leb(), bool(stream.fixed(1))
        forms: list[tuple[int, int]] = []
        while (pair := (stream.leb(), stream.leb())) != (0, 0):
            forms.append(pair)
        kinds[code] = (_TAGS.get(tag, hex(tag)), has_children, forms)
    stream = _Bytes(info)
    end = stream.fixed(4) + 4
    assert stream.fixed(2) in (2, 3, 4)
    stream.fixed(4)
    assert stream.fixed(1) == 8
    entries: dict[int, Entry] = {}
    references: list[tuple[Entry, str, int]] = []
    stack: list[Entry] = []
    root: Entry | None = None
    while stream.at < end:
        offset = stream.at
        code = stream.leb()
        if code == 0:
            if stack:
                stack.pop()
            continue
        tag, has_children, forms = kinds[code]
        entry = entries[offset] = Entry(tag)
        for attribute, form in forms:
            name = _ATTRIBUTES.get(attribute, hex(attribute))
            value: object
            if form == 0x08:
                value = stream.text()
            elif form == 0x0A:
                value = stream.data[stream.at + 1 : stream.at + 1 + stream.data[stream.at]]
                stream.at += 1 + len(value)
            elif form == 0x18:
                size = stream.leb()
                value = stream.data[stream.at : stream.at + size]
                stream.at += size
            elif form in (0x0D, 0x0F):
                value = stream.leb(signed=form == 0x0D)
            elif form == 0x19:
                value = True
            else:
                value = stream.fixed(_FIXED[form])
                if form == 0x0E:
                    value = _Bytes(strings, value).text()
                elif form == 0x13:
                    references.append((entry, name, value))
            entry.attributes[name] = value
        if stack:
            stack[-1].children.append(entry)
        root = root or entry
        if has_children:
            stack.append(entry)
    for entry, name, offset in references:
        entry.attributes[name] = entries[offset]
    assert root is not None
    return root


def entries_of_ptx(ptx: str) -> Entry:
    """The entries in the `.debug_info` of PTX."""
    return read_entries(_ptx_section(ptx, ".debug_info"), _ptx_section(ptx, ".debug_abbrev"))


def _ptx_section(ptx: str, name: str) -> bytes:
    body = re.search(rf"\.section\t{re.escape(name)}\n\t\{{\n(.*?)\n\t\}}", ptx, re.DOTALL)
    assert body is not None, f"no {name}"
    found = bytearray()
    for bits, value in re.findall(r"^\.b(8|16|32|64) (\S+)$", body[1], re.MULTILINE):
        number = int(value) if value.lstrip("-").isdigit() else 0
        found += (number & ((1 << int(bits)) - 1)).to_bytes(int(bits) // 8, "little")
    return bytes(found)


def entries_of_object(image: bytes) -> Entry:
    """The entries in the `.debug_info` of a 64-bit ELF object."""
    sections = _elf_sections(image)
    return read_entries(sections[".debug_info"], sections[".debug_abbrev"], sections.get(".debug_str", b""))


def _elf_sections(image: bytes) -> dict[str, bytes]:
    assert image[:5] == b"\x7fELF\x02", "expected a 64-bit ELF"
    (start,) = struct.unpack_from("<Q", image, 0x28)
    size, count, names_index = struct.unpack_from("<HHH", image, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", image, start + number * size) for number in range(count)]
    names = _Bytes(image)
    found: dict[str, bytes] = {}
    for header in headers:
        names.at = headers[names_index][4] + header[0]
        data = bytearray(image[header[4] : header[4] + header[5]])
        for other in headers:
            if other[1] == 4 and headers[other[7]] is header:  # SHT_RELA
                for at in range(other[4], other[4] + other[5], 24):
                    place, kind, addend = struct.unpack_from("<QQq", image, at)
                    width = 8 if kind & 0xFFFFFFFF == _ABSOLUTE_64.get(image[0x12]) else 4
                    data[place : place + width] = (addend & ((1 << 8 * width) - 1)).to_bytes(width, "little")
        found[names.text()] = bytes(data)
    return found


_ABSOLUTE_64 = {0x3E: 1, 0xB7: 257}
"""The relocation that is a whole address: of x86-64, and of AArch64."""
