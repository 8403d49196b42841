"""Tensor maps of the simulator: 128 bytes that its copy engine reads.

What the driver writes into a map is not told, so the simulator has its own: 16 words of 64 bits.

| word   | what                                                                                                       |
| ------ | ---------------------------------------------------------------------------------------------------------- |
| 0      | the address of the first element                                                                           |
| 1      | rank; bytes of an element from bit 8 on, of a swizzled row from 16, the type from 32, 0x7A57 from 48       |
| 2…6    | the extents, the innermost first                                                                           |
| 7…10   | the strides of the outer dimensions, in bytes                                                              |
| 11…15  | the extents of the box                                                                                     |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from periclase.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from periclase.runtime.tensor_layout import TensorLayout

NBYTES: Final = 128
WORDS: Final = 16

ALIGNMENT: Final = 64
"""Of the address of a map, in bytes."""

_MARK: Final = 0x7A57
_TYPES: Final = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64")
_TYPE_OF_ELEMENT: Final = {
    **{"i8": "u8", "i16": "u16", "i32": "s32", "i64": "s64"},
    **{name: name for name in ("u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64")},
}
_DIMENSIONS: Final = 5


class TensorMap(Record):
    """What a map says. All lists begin with the innermost dimension.

    Attributes:
        address: of the first element.
        type: of the elements, as PTX calls it.
        size: of an element, in bytes.
        swizzle: the bytes of a row in shared memory whose pieces change places; 0 for none.
        extents: in elements.
        strides: of all dimensions but the innermost, in bytes.
        box: what one copy moves, in elements.
    """

    address: int
    type: str
    size: int
    swizzle: int
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]

    @property
    def rank(self) -> int:
        """How many dimensions the tensor has."""
        return len(self.extents)


def encode(layout: TensorLayout) -> tuple[int, ...]:
    """The words of the tensor map of `layout`, which has no `misfit`."""
    address, kind, *rest = layout.plain_words()
    type = _TYPES.index(_TYPE_OF_ELEMENT[layout.element])
    return (address, kind | type << 32 | _MARK << 48, *rest)


def decode(words: Sequence[int]) -> TensorMap | None:
    """What a map says that `encode` has made; None if these are no such words."""
    address, kind, *rest = words
    rank, type = kind & 0xFF, kind >> 32 & 0xFFFF
    if kind >> 48 != _MARK or not 1 <= rank <= _DIMENSIONS or type >= len(_TYPES):
        return None
    return TensorMap(
        address=address,
        type=_TYPES[type],
        size=kind >> 8 & 0xFF,
        swizzle=kind >> 16 & 0xFFFF,
        extents=tuple(rest[:rank]),
        strides=tuple(rest[_DIMENSIONS : _DIMENSIONS + rank - 1]),
        box=tuple(rest[2 * _DIMENSIONS - 1 : 2 * _DIMENSIONS - 1 + rank]),
    )
