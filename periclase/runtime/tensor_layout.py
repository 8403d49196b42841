"""How a tensor lies in global memory, and the box of it that one copy of the copy engine moves: what a tensor map is made of."""

from __future__ import annotations

from periclase.record import Record


class TensorLayout(Record):
    """All lists begin with the innermost dimension, along which neighbours are side by side.

    Attributes:
        element: the type of the elements, as periclase calls it: `f16`.
        size: of an element, in bytes.
        address: of the first element.
        extents: in elements, one to five of them.
        strides: of all dimensions but the innermost, in bytes.
        box: what one copy moves, in elements.
        swizzle: the bytes of a row in shared memory whose pieces of 16 bytes change places: 32, 64 or 128; 0 for none.
    """

    element: str
    size: int
    address: int
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    swizzle: int = 0

    def misfit(self) -> tuple[str, str] | None:
        """Why there is no tensor map of it, by the rules of `cuTensorMapEncodeTiled`, and what to do; None if there is one."""
        rank = len(self.extents)
        if not 1 <= rank <= 5:
            return f"a tensor has one to five dimensions, not {rank}", "reshape it"
        if len(self.box) != rank:
            return (
                f"the box has {len(self.box)} extents, and the tensor {rank}",
                "give one for each dimension",
            )
        if self.address % 16:
            return (
                f"the first element is at {self.address:#x}, no multiple of 16",
                "begin at another element, or copy it",
            )
        if any(not 0 < extent <= 1 << 32 for extent in self.extents):
            return "an extent is zero, or more than 2³²", "leave the copy out where there is nothing to copy"
        wrong = next((stride for stride in self.strides if stride % 16 or not 0 < stride < 1 << 40), None)
        if wrong is not None:
            return (
                f"a stride is {wrong} bytes: strides are multiples of 16, positive, and less than 2⁴⁰",
                "make rows longer, to a multiple of 16 bytes",
            )
        if any(not 0 < extent <= 256 for extent in self.box):
            return (
                f"the box is {_shown(self.box)}: its extents are 1 to 256",
                "move larger tiles by several copies",
            )
        row = self.box[0] * self.size
        if row % 16:
            return f"a row of the box is {row} bytes, no multiple of 16", "make its last extent larger"
        if self.swizzle not in (0, 32, 64, 128):
            return (
                f"a swizzle of {self.swizzle} bytes does not exist",
                "there are 32, 64 and 128, and 0 for none",
            )
        if self.swizzle and row > self.swizzle:
            return (
                f"a row of the box is {row} bytes, and a swizzle of {self.swizzle} takes rows of at most {self.swizzle}",
                "make its last extent smaller",
            )
        return None

    def plain_words(self) -> tuple[int, ...]:
        """The map for devices that are no GPU: see `periclase.library.async_moves`."""

        def filled(values: tuple[int, ...], count: int, rest: int) -> tuple[int, ...]:
            return (*values, *(rest,) * (count - len(values)))

        return (
            self.address,
            len(self.extents) | self.size << 8 | self.swizzle << 16,
            *filled(self.extents, 5, 1),
            *filled(self.strides, 4, 0),
            *filled(self.box, 5, 1),
        )


def _shown(extents: tuple[int, ...]) -> str:
    return " by ".join(map(str, reversed(extents)))
