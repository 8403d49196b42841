"""Many elements that one thread accesses by one instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.memory import Cells
from periclase.runtime.backends.sim.machine.read_modify_write import Operation, apply
from periclase.runtime.backends.sim.machine.rows import run_of

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.in_flight import InFlight

Array = np.ndarray[Any, Any]


class Span:
    """Where they are.

    Attributes:
        count: how many elements there are.
        dtype: of an element.
    """

    def __init__(
        self, group: Group, position: int, space: str, addresses: Array, dtype: np.dtype[Any], access: str
    ):
        """
        Args:
            group, position: which thread it is.
            space, addresses, access: as `Memory.cells` takes them.

        Raises:
            Fault: one of the addresses is no multiple of the size, is nowhere, or may not be written to.
        """
        self.count = len(addresses)
        self.dtype = dtype
        self._cells: list[Cells] = []
        if self.count:
            run = run_of(group, position, self.count)
            self._cells = group.wave.memory.cells(run, space, addresses, dtype, access)

    def read(self) -> Array:
        """The elements."""
        found = np.empty(self.count, self.dtype)
        for cells in self._cells:
            found[cells.positions] = cells.array[cells.index]
        return found

    def write(self, values: Array) -> None:
        """Write them."""
        for cells in self._cells:
            cells.array[cells.index] = values[cells.positions]

    def combine(self, operation: Operation, values: Array) -> None:
        """Combine each with a value."""
        for cells in self._cells:
            apply(operation, cells.array, cells.index, (values[cells.positions],), wanted=False)

    def start(self, in_flight: InFlight, *, writes: bool) -> None:
        """A copy is about to write them, or to read them."""
        for cells in self._cells:
            in_flight.start(cells.region, cells.index, self.dtype.itemsize, writes=writes)

    def end(self, in_flight: InFlight, *, writes: bool) -> None:
        """It has."""
        for cells in self._cells:
            in_flight.end(cells.region, cells.index, self.dtype.itemsize, writes=writes)

    def place(self) -> int:
        """Where in its region the first element is, in bytes."""
        return int(self._cells[0].index[0]) * self.dtype.itemsize

    def moved(self, nbytes: int) -> Span:
        """The same elements so many bytes behind, in the same region."""
        made = Span.__new__(Span)
        made.count, made.dtype = self.count, self.dtype
        step = nbytes // self.dtype.itemsize
        made._cells = [
            Cells(cells.array, cells.index + step, cells.positions, cells.region) for cells in self._cells
        ]
        return made


def pieces(start: Any, nbytes: int, size: int) -> Array:
    """The addresses of the elements of `size` bytes of `nbytes` that begin at `start`."""
    return np.uint64(start) + np.arange(0, nbytes, size, dtype=np.uint64)
