"""A piece of device memory that buffers are views of: mapped at first use, shared by all its views.

An `Allocation` is what book-keeping is about: launches that are under way, and what they leave behind, refer to it for as long
as they need. A `Lease` is what users hold, through their buffers. When the last buffer of an allocation is gone its memory
goes back to the pool at once, even while work that uses it is under way: the next tenant waits for that work, nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periclase.runtime.claims import Claim
    from periclase.runtime.dependencies import DependencyMap
    from periclase.runtime.device_state import DeviceState
    from periclase.runtime.interval_map import IntervalMap
    from periclase.runtime.memory_pool import Block

ALIGNMENT = 256
"""Bytes: what every GPU allocator gives, and more than any vector load of a CPU asks for."""


class Allocation:
    """Memory of a device. Touched under the runner's role only, but for `nbytes` and `device_state`.

    Attributes:
        device_state: the device whose memory it is.
        nbytes: its size.
        address: of its first byte; 0 while no memory is mapped.
        claims: which of its bytes were never computed, and why; None if all are well.
        accesses: who wrote and read which bytes last; None if nobody did.
        owner: for memory that is not ours: the object that keeps it alive. None for our own.
        block: the piece of the pool behind it, while one is mapped.
        released: whether no buffer is left.
    """

    __slots__ = (
        "__weakref__",
        "accesses",
        "address",
        "block",
        "claims",
        "device_state",
        "nbytes",
        "owner",
        "released",
    )

    def __init__(self, device_state: DeviceState, nbytes: int, address: int = 0, owner: object = None):
        """
        Args:
            address: of memory that somebody else has mapped; 0 for memory of the pool, which is mapped when it is needed.
            owner: what keeps that memory alive.
        """
        self.device_state = device_state
        self.nbytes = nbytes
        self.address = address
        self.claims: IntervalMap[Claim] | None = None
        self.accesses: DependencyMap | None = None
        self.owner = owner
        self.block: Block | None = None
        self.released = False

    def __repr__(self) -> str:
        where = f"at {self.address:#x}" if self.address else "unmapped"
        return f"<allocation of {self.nbytes} bytes, {where}>"

    def materialize(self) -> int:
        """The address, after mapping memory if there is none yet. Under the runner's role.

        Raises:
            NotAllocated: there is no memory.
        """
        return self.address or self.device_state.pool.map(self)


class Lease:
    """What the buffers of an allocation share: when it dies, the memory goes back.

    That may be on any thread at any moment (in the middle of the garbage collector, under anybody's lock), so nothing is done
    then but to note it (`Endings`), for the runner.
    """

    __slots__ = ("__weakref__", "allocation")

    def __init__(self, allocation: Allocation):
        self.allocation = allocation
        allocation.device_state.pool.leases.expect(self, allocation)
