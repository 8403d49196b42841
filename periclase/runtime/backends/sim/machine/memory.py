"""The memory of a wave: address spaces, and which bytes an address means.

Global memory is that of the process, but only the regions that the launch names. A block's shared memory is one row of an array,
a thread's local memory one row of another. A generic address tells its space by its top byte, which no address of a process has.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, Fault

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.launch import Launch
    from periclase.runtime.backends.sim.machine.wave import Wave

SHARED_START: Final = 1024
"""The first address of shared memory: the null pointer is none, and what is aligned in it is aligned."""

RANK_SHIFT: Final = 24
"""In a `shared::cluster` address, the rank of the block in its cluster, and one more, stands above this bit. A zero there means
the thread's own block: an address of `shared::cta` is one of `shared::cluster` as well (PTX ISA, 5.1.5)."""

WINDOW_SHIFT: Final = 56
SHARED_BASE: Final = 1 << WINDOW_SHIFT
LOCAL_BASE: Final = 2 << WINDOW_SHIFT
PARAM_BASE: Final = 3 << WINDOW_SHIFT
"""What a generic address has in addition to one of the space. Constants are in global memory."""

LOCAL_PARAM: Final = 1 << 32
"""What the address of a parameter of a call has in addition: it is in local memory. Those of a kernel have not."""

LOCAL_START: Final = 16
"""The first address of local memory."""

JUNK: Final = 0xA5
"""Each byte of memory and of registers that nobody has written yet."""

READ: Final = "read"
WRITE: Final = "write"
ATOMIC: Final = "atomic"

Array = np.ndarray[Any, Any]

_PADDING: Final = 15


class Region:
    """Bytes that lie together.

    Attributes:
        start, stop: the addresses it has.
        space: `global`, `shared`, `local` or `param`.
        name: what messages call it.
        writable: whether threads may write to it.
    """

    __slots__ = ("_base", "_bytes", "_views", "name", "space", "start", "stop", "writable")

    def __init__(self, start: int, memory: Array, space: str, name: str = "", *, writable: bool = True):
        """
        Args:
            memory: its bytes. Its address is a multiple of sixteen, as `start` is.
        """
        self.start = start
        self.stop = start + len(memory)
        self.space = space
        self.name = name
        self.writable = writable
        self._base = start
        self._bytes = memory
        self._views: dict[Any, Array] = {}

    @classmethod
    def of_process(cls, start: int, nbytes: int, name: str = "", *, writable: bool = True) -> Region:
        """Memory of this process, in global space."""
        base = start & ~_PADDING
        length = (start + nbytes + _PADDING & ~_PADDING) - base
        # No byte is touched but those that an access names, so the padding may belong to anybody.
        memory = np.ctypeslib.as_array((ctypes.c_ubyte * length).from_address(base))
        region = cls(base, memory, "global", name, writable=writable)
        region.start, region.stop = start, start + nbytes
        return region

    def view(self, dtype: np.dtype[Any]) -> Array:
        """All of it as elements of `dtype`, from the first address of sixteen bytes on."""
        found = self._views.get(dtype)
        if found is None:
            whole = len(self._bytes) // dtype.itemsize * dtype.itemsize
            found = self._views[dtype] = self._bytes[:whole].view(dtype)
        return found

    def index(self, addresses: Array, dtype: np.dtype[Any]) -> Array:
        """Which elements of `view(dtype)` are at addresses."""
        return ((addresses - np.uint64(self._base)) // np.uint64(dtype.itemsize)).astype(np.int64)


class Cells:
    """Where some threads access a region.

    Attributes:
        array: the elements of the region.
        index: which of them, one a thread.
        positions: which threads of the group these are.
        region: whose memory it is.
    """

    __slots__ = ("array", "index", "positions", "region")

    def __init__(self, array: Array, index: Array, positions: Array | slice, region: Region):
        self.array = array
        self.index = index
        self.positions = positions
        self.region = region


class Observer(Protocol):
    """Is told of every access before it is done, and of what orders accesses."""

    def access(
        self, group: Group, cells: Cells, nbytes: int, access: str, values: Array | None = None
    ) -> None:
        """Threads of `group` are about to access `nbytes` each.

        Args:
            cells: where.
            access: `READ`, `WRITE` or `ATOMIC`.
            values: what they write, one each or one for all; None where that is not known.
        """
        ...

    def warps_met(self, wave: Wave, threads: Array) -> None:
        """`threads` of the wave have met in an instruction that waits for others of their warps."""
        ...

    def warps_spoke(self, wave: Wave, threads: Array) -> None:
        """`threads` have come to, or left, a barrier at which only some of their block meet."""
        ...

    def blocks_met(self, wave: Wave, blocks: Array) -> None:
        """All threads of blocks have met; the blocks by their numbers in the wave."""
        ...

    def clusters_met(self, wave: Wave, blocks: Array) -> None:
        """All threads of the clusters that have these blocks have met."""
        ...


_ALL: Final = slice(None)


class Memory:
    """What the threads of one wave can reach.

    Attributes:
        observer: who is told of accesses.
        changes: how often it was written to.
    """

    def __init__(
        self, launch: Launch, variables: tuple[Region, ...], blocks: int, threads: int, shared_bytes: int
    ):
        """
        Args:
            launch: of the wave.
            variables: those of the module.
            blocks, threads: of the wave.
            shared_bytes: of a block, static and dynamic.
        """
        self._launch = launch
        self.observer: Observer | None = launch.observer
        self._regions = sorted((*launch.regions, *variables), key=lambda region: region.start)
        self._starts = np.array([region.start for region in self._regions], np.uint64)
        self._recent: Region | None = None
        self.shared_bytes = shared_bytes
        self.shared_stride = SHARED_START + shared_bytes + _PADDING & ~_PADDING
        self.shared = Region(
            0, np.full(blocks * self.shared_stride, JUNK, np.uint8), "shared", "shared memory"
        )
        self._threads = threads
        self.local_stride = 0
        self.local = Region(0, np.empty(0, np.uint8), "local", "local memory")
        image = np.zeros(len(launch.parameters) + _PADDING & ~_PADDING, np.uint8)
        image[: len(launch.parameters)] = np.frombuffer(launch.parameters, np.uint8)
        self.parameters = Region(0, image, "param", "the parameters of the kernel", writable=False)
        self.parameters.stop = len(launch.parameters)
        self.changes = 0

    def reserve_local(self, nbytes: int) -> None:
        """Give every thread `nbytes` of local memory at least; what is in it stays."""
        need = LOCAL_START + nbytes + _PADDING & ~_PADDING
        if need <= self.local_stride:
            return
        if self.local_stride:
            need = max(need, 2 * self.local_stride)  # calls that go deep would copy it again and again
        rows = np.full((self._threads, need), JUNK, np.uint8)
        if self.local_stride:
            rows[:, : self.local_stride] = self.local.view(np.dtype(np.uint8)).reshape(self._threads, -1)
        self.local = Region(0, rows.reshape(-1), "local", "local memory")
        self.local_stride = need

    def load(self, group: Group, space: str, addresses: Array, dtype: np.dtype[Any]) -> Array:
        """What is at `addresses`, one a thread of the group, as elements of `dtype`.

        Raises:
            Fault: one of them is no address of that.
        """
        found = self.cells(group, space, addresses, dtype, READ)
        if len(found) == 1:
            cells = found[0]
            return cells.array[cells.index]
        values = np.empty(group.size, dtype)
        for cells in found:
            values[cells.positions] = cells.array[cells.index]
        return values

    def store(self, group: Group, space: str, addresses: Array, values: Array) -> None:
        """Write `values`, one a thread of the group or one for all. Of two threads that write to one address, the last wins.

        Raises:
            Fault: one of them is no address of that.
        """
        for cells in self.cells(group, space, addresses, values.dtype, WRITE, values):
            cells.array[cells.index] = values if len(values) == 1 else values[cells.positions]

    def cells(
        self,
        group: Group,
        space: str,
        addresses: Array,
        dtype: np.dtype[Any],
        access: str,
        values: Array | None = None,
    ) -> list[Cells]:
        """Where `addresses`, one a thread of the group or one for all, are.

        Args:
            group: whose they are.
            space: `global`, `const`, `shared` (`shared::cta`), `shared::cluster`, `local`, `param` or `generic`.
            addresses: unsigned, of 64 bits.
            dtype: what is accessed at each.
            access: `READ`, `WRITE` or `ATOMIC`.
            values: what is going to be written, for whoever observes it.

        Raises:
            Fault: one of them is no multiple of the size, is nowhere, or may not be written to.
        """
        if len(addresses) != group.size:
            addresses = np.broadcast_to(addresses, group.size)
        if dtype.itemsize > 1:
            odd = addresses & np.uint64(dtype.itemsize - 1)
            if odd.any():
                self._misaligned(group, addresses, odd != 0, dtype, access)
        if access is not READ:
            self.changes += 1
        if space == "generic":
            found = self._generic(group, addresses, dtype, access)
        elif space in ("global", "const"):
            found = self._global(group, addresses, dtype, access, _ALL)
        else:
            found = [self._in_space(group, space, addresses, dtype, access, _ALL)]
        if self.observer is not None:
            for cells in found:
                there = values if values is None or len(values) == 1 else values[cells.positions]
                self.observer.access(group, cells, dtype.itemsize, access, there)
        return found

    def _generic(self, group: Group, addresses: Array, dtype: np.dtype[Any], access: str) -> list[Cells]:
        windows = (addresses >> np.uint64(WINDOW_SHIFT)).astype(np.int64)
        first = int(windows[0])
        if (windows == first).all():
            return self._in_window(group, first, addresses, dtype, access, _ALL)
        found: list[Cells] = []
        for window in np.unique(windows):
            positions = np.flatnonzero(windows == window)
            found += self._in_window(group, int(window), addresses[positions], dtype, access, positions)
        return found

    def _in_window(
        self,
        group: Group,
        window: int,
        addresses: Array,
        dtype: np.dtype[Any],
        access: str,
        positions: Array | slice,
    ) -> list[Cells]:
        space = _WINDOWS.get(window, "global")
        if space == "global":
            return self._global(group, addresses, dtype, access, positions)
        within = addresses & np.uint64((1 << WINDOW_SHIFT) - 1)
        return [self._in_space(group, space, within, dtype, access, positions)]

    def _global(
        self, group: Group, addresses: Array, dtype: np.dtype[Any], access: str, positions: Array | slice
    ) -> list[Cells]:
        low, high = int(addresses.min()), int(addresses.max()) + dtype.itemsize
        region = self._recent
        if region is None or not (region.start <= low and high <= region.stop):
            where = int(np.searchsorted(self._starts, np.uint64(low), "right")) - 1
            region = self._regions[where] if where >= 0 else None
        if region is not None and region.start <= low and high <= region.stop:
            self._recent = region
            if access is not READ and not region.writable:
                self._read_only(group, region, addresses, positions, dtype)
            return [Cells(region.view(dtype), region.index(addresses, dtype), positions, region)]
        return self._in_regions(group, addresses, dtype, access, positions)

    def _in_regions(
        self, group: Group, addresses: Array, dtype: np.dtype[Any], access: str, positions: Array | slice
    ) -> list[Cells]:
        numbers = np.searchsorted(self._starts, addresses, "right").astype(np.int64) - 1
        outside = numbers < 0
        if self._regions:
            stops = np.array([region.stop for region in self._regions], np.uint64)
            known = np.maximum(numbers, 0)
            outside |= (addresses >= stops[known]) | (stops[known] - addresses < np.uint64(dtype.itemsize))
        if outside.any():
            self._outside(group, "global", addresses, outside, positions, dtype, access)
        found: list[Cells] = []
        for number in np.unique(numbers):
            region = self._regions[int(number)]
            chosen = np.flatnonzero(numbers == number)
            here = addresses[chosen]
            there = chosen if isinstance(positions, slice) else positions[chosen]
            if access is not READ and not region.writable:
                self._read_only(group, region, here, there, dtype)
            found.append(Cells(region.view(dtype), region.index(here, dtype), there, region))
        return found

    def _in_space(
        self,
        group: Group,
        space: str,
        addresses: Array,
        dtype: np.dtype[Any],
        access: str,
        positions: Array | slice,
    ) -> Cells:
        if space == "param":
            if bool((addresses >= np.uint64(LOCAL_PARAM)).all()):
                return self._in_space(
                    group, "local", addresses - np.uint64(LOCAL_PARAM), dtype, access, positions
                )
            if access is not READ:
                self._read_only(group, self.parameters, addresses, positions, dtype)
            start, nbytes, region = 0, self.parameters.stop, self.parameters
            base: Any = np.uint64(0)
            offsets = addresses
        elif space == "local":
            start, nbytes, region = LOCAL_START, self.local_stride - LOCAL_START, self.local
            base = group.threads[positions].astype(np.uint64) * np.uint64(self.local_stride)
            offsets = addresses
        else:
            start, nbytes, region = SHARED_START, self.shared_bytes, self.shared
            blocks = group.blocks[positions].astype(np.uint64)
            offsets = addresses
            if space == "shared::cluster":
                offsets, blocks = self._of_cluster(group, addresses, blocks, positions, dtype, access)
            base = blocks * np.uint64(self.shared_stride)
        low, high = np.uint64(start), start + nbytes - dtype.itemsize
        outside = offsets < low
        outside |= offsets > np.uint64(high) if high >= 0 else True
        if outside.any():
            self._outside(group, space, addresses, outside, positions, dtype, access)
        return Cells(region.view(dtype), region.index(base + offsets, dtype), positions, region)

    def _of_cluster(
        self,
        group: Group,
        addresses: Array,
        blocks: Array,
        positions: Array | slice,
        dtype: np.dtype[Any],
        access: str,
    ) -> tuple[Array, Array]:
        ranks = addresses >> np.uint64(RANK_SHIFT)
        offsets = addresses & np.uint64((1 << RANK_SHIFT) - 1)
        if not ranks.any():
            return offsets, blocks
        size = np.uint64(self._launch.cluster_blocks)
        outside = ranks > size
        if outside.any():
            self._outside(group, "shared::cluster", addresses, outside, positions, dtype, access)
        return offsets, np.where(ranks == 0, blocks, blocks // size * size + ranks - np.uint64(1))

    def _misaligned(
        self, group: Group, addresses: Array, odd: Array, dtype: np.dtype[Any], access: str
    ) -> None:
        first = int(np.argmax(odd))
        raise Fault(
            ALIGNMENT,
            f"{_DOES[access]} {dtype.itemsize} bytes at {int(addresses[first]):#x}, which is no multiple of that",
            int(group.threads[first]),
        )

    def _outside(
        self,
        group: Group,
        space: str,
        addresses: Array,
        outside: Array,
        positions: Array | slice,
        dtype: np.dtype[Any],
        access: str,
    ) -> None:
        first = int(np.argmax(outside))
        thread = int(group.threads[positions][first])
        address = int(addresses[first])
        raise Fault(
            ADDRESS,
            f"{_DOES[access]} {dtype.itemsize} byte{'s' if dtype.itemsize > 1 else ''} at {address:#x} "
            f"{self._beside(space, address)}",
            thread,
        )

    def _beside(self, space: str, address: int) -> str:
        """What is said of an address that is nowhere."""
        if space == "param":
            return f"of the parameters, which are {self.parameters.stop} bytes"
        if space == "local":
            return f"of local memory, which a thread has {max(self.local_stride - LOCAL_START, 0)} bytes of"
        if space.startswith("shared"):
            return f"of shared memory, which goes from {SHARED_START:#x} to {SHARED_START + self.shared_bytes:#x}"
        best = min(self._regions, key=lambda region: _distance(region, address), default=None)
        if best is None:
            return "of global memory, of which the launch was given nothing"
        distance = _distance(best, address)
        if distance > 1 << 20:
            return "of global memory, where the launch was given nothing"
        side = "in front of" if address < best.start else "behind"
        if distance == 0:  # it begins inside and ends outside
            return f"of global memory, across the end of {best.name or 'an argument'}"
        apart = address - best.stop if address >= best.stop else distance
        return f"of global memory, {apart} bytes {side} {'the end of ' if side == 'behind' else ''}{best.name or 'an argument'}"

    def _read_only(
        self, group: Group, region: Region, addresses: Array, positions: Array | slice, dtype: np.dtype[Any]
    ) -> None:
        raise Fault(
            ADDRESS,
            f"writes {dtype.itemsize} bytes at {int(addresses[0]):#x}, in {region.name or 'memory'}, which is only to be read",
            int(group.threads[positions][0]),
        )


_DOES: Final = {READ: "reads", WRITE: "writes", ATOMIC: "changes"}

_WINDOWS: Final = {1: "shared::cluster", 2: "local", 3: "param"}


def _distance(region: Region, address: int) -> int:
    if address < region.start:
        return region.start - address
    return max(address - region.stop + 1, 0)
