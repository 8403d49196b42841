"""The memory of a device: blocks of a few sizes, lent to allocations and taken back in the order of the work on them.

A block that comes back is lent again at once. What its last tenant has under way is handed over as work that the next tenant
waits for (the reason `REUSE` in a trace): no thread waits, and no memory grows while streams are busy. A claim stays with the
allocation and never passes to the next tenant.

Small blocks are cut from slabs, one size a slab, so that a slab whose blocks are all free can be given back to the system.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import ref

from periclase.diagnostics import Diagnostic, shown
from periclase.record import Record
from periclase.runtime.allocation import ALIGNMENT, Allocation
from periclase.runtime.dependencies import DependencyMap
from periclase.runtime.endings import Endings
from periclase.runtime.failures import NotAllocated
from periclase.runtime.launch_record import FormerUser
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.dependencies import Access
    from periclase.runtime.execution import Backend, Work

_SMALLEST = ALIGNMENT
_SLAB_BYTES = 1 << 20
"""About how large a slab is, and the size from which blocks are mapped one by one."""
_FIRST_BLOCKS, _MOST_BLOCKS = 16, 256
"""Of the first slab of a size, and of the others: few buffers should cost neither a megabyte nor the time to cut one up."""
_LOOKED_AT = 4
"""Free blocks that are asked whether their last tenant is done, before the one that was freed first is taken anyway."""
_NO_MEMORY = (MemoryError, OverflowError, ValueError)
"""What a backend raises: the choice among these is often that of a library, and depends on how much too large it is."""


class MemoryReport(Record):
    """The memory of a device, as `Device.memory_report` gives it. Sizes in bytes.

    Attributes:
        in_use: what mapped allocations asked for.
        reserved: what was taken from the device: blocks in use, blocks that are free, and what rounding costs.
        peak: the most that `in_use` was.
        mapped: allocations with memory of the pool.
        unmapped: allocations that nothing has touched yet.
        external: allocations of memory that others own.
        allocations: all of these together.
        limit: what the device has, or `runtime.max_memory_bytes` if that is less; None if neither is known.
    """

    in_use: int
    reserved: int
    peak: int
    mapped: int
    unmapped: int
    external: int
    allocations: int
    limit: int | None = None


class _Slab:
    """A piece of memory that the backend gave, cut into blocks of one size."""

    __slots__ = ("address", "blocks", "lent", "nbytes")

    def __init__(self, address: int, nbytes: int, size: int):
        self.address = address
        self.nbytes = nbytes
        self.lent = 0
        self.blocks = [Block(address + start, self, size) for start in range(0, nbytes, size)]


class Block:
    """A piece of memory that is lent to one allocation at a time.

    Attributes:
        address: of its first byte.
        size: its bytes, one of `size_class`.
        users: what its last tenant had under way when it left.
        tenant: whom it is lent to.
    """

    __slots__ = ("address", "size", "slab", "tenant", "users")

    def __init__(self, address: int, slab: _Slab, size: int):
        self.address = address
        self.slab = slab
        self.size = size
        self.users: Sequence[Access] = ()
        self.tenant: ref[Allocation] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing of its last tenant is under way."""
        for user in self.users:
            if not user.work.outcome:
                return False
        self.users = ()
        return True


class _Left:
    """A slab of before a reset, in memory that the host can reach: it is freed when nothing can touch it any more.

    Attributes:
        slab: the memory.
        works: what was under way on the device at the reset.
        tenants: whose buffers, and arrays of the host over these, may be looked at still.
    """

    __slots__ = ("slab", "tenants", "works")

    def __init__(self, slab: _Slab, works: Sequence[Work], tenants: Sequence[ref[Allocation]]):
        self.slab = slab
        self.works = works
        self.tenants = tenants

    def untouched(self) -> bool:
        """Whether nothing can touch it any more."""
        for tenant in self.tenants:
            allocation = tenant()
            if allocation is not None and not allocation.released:
                return False
        return all(work.outcome for work in self.works)


class MemoryPool:
    """The memory of one device. Everything here runs under the runner's role, but for `leases.expect`.

    Attributes:
        leases: of all allocations, which end when the last buffer is gone.
        given_up: empty, as long as no lease has ended that was not dealt with.
        retiring: owners of memory that work still uses, with that work. Changed here only, as is `left`.
        left: memory that is freed when nobody is at it any more.
    """

    def __init__(self, backend: Backend):
        self.leases: Endings[Allocation] = Endings()
        self.given_up = self.leases.over
        self._backend = backend
        self._free: dict[int, deque[Block]] = {}
        self._slabs: set[_Slab] = set()
        self.retiring: list[tuple[Sequence[Work], object]] = []
        self.left: list[_Left] = []
        self._in_use = 0
        self._reserved = 0
        self._peak = 0
        self._mapped = 0
        limits = settings().runtime
        self._most = limits.max_memory_bytes
        self._most_idle = limits.max_idle_bytes
        self._trim_at = self._most_idle

    # ------------------------------------------------------------------------------------------------- lending ----

    def map(self, allocation: Allocation) -> int:
        """Lend memory to `allocation`, and return its address; 0 if its last buffer is gone meanwhile.

        Raises:
            NotAllocated: there is none.
        """
        if self.given_up:
            self.take_back()
        size = size_class(allocation.nbytes)
        free = self._free.get(size)
        block = self._take(free) if free else self._new_block(size, allocation.nbytes)
        if allocation.released:  # it was among those that were just taken back
            self._free.setdefault(size, deque()).append(block)
            return 0
        if not block.idle:
            allocation.accesses = DependencyMap(allocation.nbytes, block.users)
        block.users = ()
        block.slab.lent += 1
        block.tenant = ref(allocation)
        allocation.block = block
        allocation.address = block.address
        self._mapped += 1
        self._in_use += allocation.nbytes
        self._peak = max(self._peak, self._in_use)
        return block.address

    def _take(self, free: deque[Block]) -> Block:
        """One of the free blocks: if possible one whose last tenant is done, and of these the one that is warmest."""
        for _ in range(min(len(free), _LOOKED_AT)):
            if free[-1].idle:
                return free.pop()
            free.rotate(1)
        return free.popleft()

    def _new_block(self, size: int, nbytes: int) -> Block:
        try:
            slab = self._new_slab(size, _MOST_BLOCKS if size in self._free else _FIRST_BLOCKS)
        except _NO_MEMORY:
            # What was just given up may be all that lacks.
            self.take_back()
            free = self._free.get(size)
            if free:
                return self._take(free)
            self.cleanup()
            try:
                slab = self._new_slab(size, most=1)  # others of its size can wait until there is more
            except _NO_MEMORY as error:
                raise out_of_memory(nbytes, self._backend.name, error) from None
        first, *others = slab.blocks
        self._free.setdefault(size, deque()).extend(others)
        return first

    def _new_slab(self, size: int, most: int) -> _Slab:
        count = max(1, min(_SLAB_BYTES // size, most))
        nbytes = size * count
        if self._most is not None and self._reserved + nbytes > self._most:
            if self._reserved + size > self._most:
                raise MemoryError(f"the limit is {self._most} bytes, of which {self._reserved} are reserved")
            count, nbytes = 1, size
        slab = _Slab(0, nbytes, size)
        address = self._backend.allocate(nbytes, ALIGNMENT)
        slab.address = address
        for block in slab.blocks:
            block.address += address
        self._slabs.add(slab)
        self._reserved += nbytes
        return slab

    # ---------------------------------------------------------------------------------------------- taking back ----

    def take_back(self) -> None:
        """Take the memory of all allocations that no buffer is left of."""
        if self.given_up:
            self.leases.deal(self._take_one_back)
            if self._trim_at is not None and self._reserved - self._in_use > self._trim_at:
                self._trim()
        if self.retiring:
            self.retiring = [entry for entry in self.retiring if not all(work.outcome for work in entry[0])]
        if self.left:
            self._free_left()

    def _take_one_back(self, allocation: Allocation) -> None:
        # What an exception leaves half done here is lost, and not done twice: a block has one tenant.
        allocation.released = True
        allocation.claims = None
        accesses, owner, block = allocation.accesses, allocation.owner, allocation.block
        users = [] if accesses is None else [FormerUser(access) for access in accesses.pending()]
        if owner is not None:
            allocation.owner = None
            if users:
                self.keep(owner, [user.work for user in users])
        if block is not None:  # also for memory of others that has no byte, and so no address
            allocation.block = None
            block.tenant = None
            self._mapped -= 1
            self._in_use -= allocation.nbytes
            block.users = users
            block.slab.lent -= 1
            self._free.setdefault(block.size, deque()).append(block)

    def keep(self, owner: object, works: Sequence[Work]) -> None:
        """Keep `owner` alive until `works` are over, which use its memory."""
        self.retiring.append((works, owner))

    def cleanup(self) -> int:
        """Give what nobody uses back to the device, and return how many bytes that were."""
        self.take_back()
        return self._give_back()

    def _trim(self) -> None:
        """More memory is idle than `runtime.max_idle_bytes` allows."""
        assert self._most_idle is not None
        try:
            self._give_back()
        except Exception as error:
            # Whoever comes by is not to blame: it would be a launch that fails. `cleanup` raises it.
            sys.excepthook(type(error), error, error.__traceback__)
        # What is left is shared with tenants, or still in use by work: it is looked at again when there is notably more.
        self._trim_at = max(self._most_idle, (self._reserved - self._in_use) * 5 // 4)

    def _give_back(self) -> int:
        freed = 0
        for slab in [slab for slab in self._slabs if not slab.lent]:
            if not all(block.idle for block in slab.blocks):
                continue
            size = slab.blocks[0].size
            blocks = set(slab.blocks)
            self._free[size] = deque(block for block in self._free[size] if block not in blocks)
            self._slabs.discard(slab)
            self._reserved -= slab.nbytes
            freed += slab.nbytes
            self._backend.free(slab.address, slab.nbytes)
        return freed

    def forget(self, works: Sequence[Work] = ()) -> list[Allocation]:
        """The device was reset, and all of its memory is gone: take it from the allocations too, and return these.

        The host's own memory is still there, for whoever looks at it.

        Args:
            works: what is under way.
        """
        self.take_back()
        tenants: list[Allocation] = []
        for slab in self._slabs:
            held: list[ref[Allocation]] = []
            for block in slab.blocks:
                allocation = None if block.tenant is None else block.tenant()
                if allocation is not None:
                    allocation.block = None
                    allocation.address = 0
                    allocation.accesses = None
                    tenants.append(allocation)
                    held.append(ref(allocation))
            if self._backend.host_memory:
                self.left.append(_Left(slab, works, held))
        self._free.clear()
        self._slabs.clear()
        self._in_use = self._mapped = 0
        self._reserved = sum(left.slab.nbytes for left in self.left)
        self._free_left()
        return tenants

    def _free_left(self) -> None:
        """Give back what is left of before a reset and what nothing can touch any more."""
        for each in [each for each in self.left if each.untouched()]:
            self.left.remove(each)
            self._reserved -= each.slab.nbytes
            self._backend.free(each.slab.address, each.slab.nbytes)

    def held(self) -> list[tuple[int, int]]:
        """Address and size of all that was taken from the device: for its end."""
        return [(slab.address, slab.nbytes) for slab in (*self._slabs, *[left.slab for left in self.left])]

    def report(self) -> MemoryReport:
        """What there is now."""
        self.take_back()
        allocations = self.leases.all()
        external = sum(allocation.owner is not None for allocation in allocations)
        return MemoryReport(
            in_use=self._in_use,
            reserved=self._reserved,
            peak=self._peak,
            mapped=self._mapped,
            unmapped=len(allocations) - external - self._mapped,
            external=external,
            allocations=len(allocations),
            limit=self._limit(),
        )

    def _limit(self) -> int | None:
        limits = [limit for limit in (self._backend.memory_limit(), self._most) if limit is not None]
        return min(limits, default=None)


def size_class(nbytes: int) -> int:
    """The size of the block for `nbytes`: a multiple of an eighth of a power of two, so that at most an eighth is wasted."""
    if nbytes <= _SMALLEST:
        return _SMALLEST
    step = max(_SMALLEST, 1 << ((nbytes - 1).bit_length() - 4))
    return -(-nbytes // step) * step


def out_of_memory(nbytes: int, device: str, error: BaseException) -> NotAllocated:
    """The error for an allocation of `nbytes`."""
    text = str(error)
    return NotAllocated(
        Diagnostic(
            "PC0703",
            f'the device "{device}" has no memory for {shown(nbytes)} bytes{f": {text}" if text else ""}',
            help="drop buffers that are not used any more, or use smaller ones",
        )
    )
