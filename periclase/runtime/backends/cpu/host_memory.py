"""Memory of the host, from the C library: aligned, not cleared, and not touched before somebody writes it."""

from __future__ import annotations

import ctypes
import os
import sys

import numpy as np

_POINTER_BYTES = ctypes.sizeof(ctypes.c_void_p)


class HostMemory:
    """What the CPU backend allocates from."""

    def __init__(self) -> None:
        # `PyDLL`: a short call that lets go of the interpreter lock may wait long to get it back.
        c = ctypes.PyDLL("msvcrt") if sys.platform == "win32" else ctypes.pythonapi
        self._windows = sys.platform == "win32"
        if self._windows:
            self._allocate = c["_aligned_malloc"]
            self._allocate.argtypes = (ctypes.c_size_t, ctypes.c_size_t)
            self._allocate.restype = ctypes.c_void_p
            self._free = c["_aligned_free"]
        else:
            self._allocate = c["posix_memalign"]
            self._allocate.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
            self._free = c["free"]
        self._free.argtypes = (ctypes.c_void_p,)
        self._free.restype = None
        self._given: set[int] = set()

    def allocate(self, nbytes: int, alignment: int) -> int:
        """The address of `nbytes` new bytes, a multiple of `alignment` (a power of two).

        Raises:
            MemoryError: there are not that many.
        """
        if nbytes > sys.maxsize:
            raise MemoryError(f"{nbytes} bytes are more than an address space has")
        if self._windows:
            address: int | None = self._allocate(nbytes, alignment)
        else:
            found = ctypes.c_void_p()
            self._allocate(ctypes.addressof(found), max(alignment, _POINTER_BYTES), nbytes)
            address = found.value
        if not address:
            raise MemoryError(f"the system has no {nbytes} bytes")
        self._given.add(address)
        return address

    def free(self, address: int) -> None:
        """Give back what `allocate` gave."""
        self._given.discard(address)
        self._free(address)

    def free_all(self) -> None:
        """Give back all that `allocate` gave and that is not free yet."""
        while self._given:
            self._free(self._given.pop())

    @staticmethod
    def limit() -> int | None:
        """Bytes of memory that this machine has, or None if it does not tell."""
        try:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, OSError, ValueError):
            return None


def address_of(memory: int | memoryview) -> int:
    """Where `memory`, an address or a contiguous buffer of the host, begins."""
    if isinstance(memory, int):
        return memory
    if not memory.nbytes:
        return 0
    return np.frombuffer(memory, np.uint8).__array_interface__["data"][0]


def bytes_at(address: int, size: int) -> memoryview:
    """The host's memory there, to be looked at."""
    return memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
