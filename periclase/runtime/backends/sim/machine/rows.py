"""Accesses of several elements in a row, which are one access: all of it is aligned, and all of it is there or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record
from periclase.runtime.backends.sim.machine.faults import ALIGNMENT, Fault
from periclase.runtime.backends.sim.machine.group import Group
from periclase.runtime.backends.sim.machine.memory import Array, Region
from periclase.runtime.backends.sim.ptx.scalar_types import B128

if TYPE_CHECKING:
    from collections.abc import Iterator

WHOLE: Final[dict[int, np.dtype[Any]]] = {
    1: np.dtype("<u1"),
    2: np.dtype("<u2"),
    4: np.dtype("<u4"),
    8: np.dtype("<u8"),
    16: B128,
}
"""Something as wide as so many bytes."""

_LARGEST: Final = 16


class Row(Record):
    """Where some threads access elements in a row.

    Attributes:
        array: the elements of the region.
        index: the first element of each thread.
        count: how many there are.
        first: which of the row's elements that one is: a row of 32 bytes comes as two.
        positions: which threads of the group these are.
        region: whose memory it is.
    """

    array: Array
    index: Array
    count: int
    first: int
    positions: Array | slice
    region: Region


def rows(
    group: Group,
    space: str,
    addresses: Array,
    element: np.dtype[Any],
    count: int,
    access: str,
    values: Array | None = None,
) -> list[Row]:
    """Where the rows of `count` elements at `addresses` are, one a thread.

    Args:
        group, space, addresses, access: as `Memory.cells` takes them.
        element: the type of one.
        values: what is going to be written, for whoever observes it: a row a thread.

    Raises:
        Fault: one of them is no multiple of the size of a row, is nowhere, or may not be written to.
    """
    nbytes = element.itemsize * count
    piece = min(nbytes, _LARGEST)
    if nbytes > piece:
        odd = np.broadcast_to(addresses, group.size) & np.uint64(nbytes - 1)
        if odd.any():
            misaligned(group, addresses, odd != 0, f"accesses {nbytes} bytes")
    return list(_rows(group, space, addresses, element, nbytes, piece, access, values))


def _rows(
    group: Group,
    space: str,
    addresses: Array,
    element: np.dtype[Any],
    nbytes: int,
    piece: int,
    access: str,
    values: Array | None,
) -> Iterator[Row]:
    count = piece // element.itemsize
    for offset in range(0, nbytes, piece):
        at = addresses + np.uint64(offset) if offset else addresses
        first = offset // element.itemsize
        written = None
        if values is not None:
            part = np.ascontiguousarray(values[:, first : first + count])
            written = part.view(WHOLE[piece]).reshape(-1)
        for cells in group.wave.memory.cells(group, space, at, WHOLE[piece], access, written):
            yield Row(
                cells.array.view(element),
                cells.index * count,
                count,
                first,
                cells.positions,
                cells.region,
            )


def misaligned(group: Group, addresses: Array, odd: Array, what: str) -> None:
    """Raise the fault of the first thread whose address is `odd`."""
    first = int(np.argmax(odd))
    address = int(np.broadcast_to(addresses, group.size)[first])
    raise Fault(ALIGNMENT, f"{what} at {address:#x}, which is no multiple of that", int(group.threads[first]))


def run_of(group: Group, position: int, count: int) -> Group:
    """A thread of the group so many times: what accesses much at once asks for each piece in its name."""
    made = Group(group.wave, group.activation, np.repeat(group.threads[position : position + 1], count))
    made.full = False
    return made
