"""Images: object files that have been linked as far as that can be done before anybody knows where they will be in memory.

Within an image everything is at a fixed distance, so what is left to be filled in are whole addresses, eight bytes each: of
places in the image, and of what it imports. So mapping one takes a tenth of the time that linking does. `object_linker` makes an
image when an object file is compiled, and attaches it behind the file's own bytes, where no other reader of such files looks.
"""

from __future__ import annotations

import struct
from typing import Final

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
    if any(place > end - 8 for place, *_ in (*own, *foreign)):
        raise ValueError("an address is outside")
    if any(index >= import_count for _, index, _ in foreign):
        raise ValueError("it has no such import")
    offsets = [offset for (offset,) in _EXPORT.iter_unpack(view[exports_at:names_at])]
    if any(offset > end for offset in offsets):
        raise ValueError("an export is outside")
    names = bytes(view[names_at:contents_at]).decode().split("\0") if names_size else []
    if len(names) != import_count + export_count:
        raise ValueError("it has not as many names as imports and exports")
    imports = list(zip(names, map(bool, view[weak_at:exports_at]), strict=False))
    exports = dict(zip(names[import_count:], offsets, strict=True))
    return Image(machine, (code_end, constants_end, end), view[contents_at:], own, foreign, imports, exports)
