"""A piece of device memory that buffers are views of: mapped at first use, shared by all its views."""

from __future__ import annotations

from typing import Any


class Allocation:
    """Memory of a device.

    Attributes:
        nbytes: its size.
        address: of its first byte; 0 while no memory is mapped.
        claims: which of its bytes were never computed, and why: an `IntervalMap`, or None if all are well.
        accesses: who wrote and read which bytes last: a `DependencyMap`.
    """

    __slots__ = ("__weakref__", "accesses", "address", "claims", "nbytes")

    def __init__(self, nbytes: int):
        self.nbytes = nbytes
        self.address = 0
        self.claims: Any = None
        self.accesses: Any = None
