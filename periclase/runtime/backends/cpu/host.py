"""The host as a device: its memory, its cores, and the name of its kind of CPU.

Memory is the C library's: aligned, not cleared, and not touched before somebody writes it. The CPU is named by what the system
says of it: LLVM takes some 100 ms to import, and what it finds out depends on nothing else.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache

import numpy as np

from periclase.digest import blake2b

_POINTER_BYTES = ctypes.sizeof(ctypes.c_void_p)

_LIMIT = 16384
"""Bytes that the description of one core takes at most: of a machine with hundreds of them the rest is not read."""

_CHANGING = (
    "processor",
    "microcode",
    "cpu MHz",
    "bogomips",
    "BogoMIPS",
    "apicid",
    "initial apicid",
    "core id",
    "physical id",
    "siblings",
    "cpu cores",
    "bugs",
)


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


def usable_cores() -> int:
    """The cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def host_key() -> str:
    """A short name of exactly this kind of CPU, `x86_64-<hash of its description>`: what is compiled for it runs on no other."""
    description = described_host()
    if description is None:
        from periclase.runtime.backends.cpu import llvm_binding

        return llvm_binding.host_key()
    return _named(description)


@cache
def _named(description: str) -> str:
    return f"{os.uname().machine}-{blake2b(description.encode(), digest_size=10).hexdigest()}"


@cache
def described_host(path: str = "/proc/cpuinfo") -> str | None:
    """What Linux says of the first core, without what changes from one moment, or core, to the next, or says
    nothing of what it can do; None elsewhere."""
    text = b""
    try:
        with open(path, "rb", buffering=0) as file:
            while b"\n\n" not in text and len(text) < _LIMIT and (more := file.read(4096)):
                text += more
    except OSError:
        return None
    first_core = text[:_LIMIT].partition(b"\n\n")[0].decode(errors="replace")
    lines = [line for line in first_core.splitlines() if line.partition(":")[0].strip() not in _CHANGING]
    return "\n".join(lines) or None
