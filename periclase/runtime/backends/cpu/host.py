"""The host as a device: its memory, its cores, and the name of its kind of CPU.

Memory is the C library's: aligned, not cleared, and not touched before somebody writes it. The CPU is named by what the system
and the C library say of it: LLVM takes some 100 ms to import. What LLVM itself has found is kept with what it has compiled, and
compared where it is there to be asked (`llvm_binding.known_host_key`).
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
"""Bytes that the description of one core takes at most."""
_LIMIT_OF_ALL = 1 << 20
"""Bytes that the descriptions of all cores take at most."""
_ALIKE = ("x86_64", "i386", "i686", "amd64")
"""Machines whose cores all have the same instructions, as systems demand it: of hundreds of them only the first is read."""

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
    return _named(f"{description}\n{usable_features()}")


@cache
def usable_features() -> str:
    """What the C library has found that the processor can do and the system allows, on x86; elsewhere nothing.

    A hypervisor or a tunable may have taken away what the system's description still tells.
    """
    try:
        # glibc 2.33: what it reads when a program begins. `struct cpuid_feature` is four words of the processor, then the same
        # words with the bits only that can be used.
        words_of = ctypes.pythonapi["__x86_get_cpuid_feature_leaf"]
    except AttributeError:
        return ""
    words_of.restype, words_of.argtypes = ctypes.c_void_p, (ctypes.c_uint,)
    none: int = words_of(0xFFFF)
    leaves: list[str] = []
    while len(leaves) < 64 and (leaf := words_of(len(leaves))) not in (none, None):
        leaves.append(ctypes.string_at(leaf + 16, 16).hex())
    return " ".join(leaves)


@cache
def _named(description: str) -> str:
    return f"{os.uname().machine}-{blake2b(description.encode(), digest_size=10).hexdigest()}"


@cache
def described_host(path: str = "/proc/cpuinfo", machine: str | None = None) -> str | None:
    """What Linux says of each kind of core, without what changes from one moment, or core, to the next, or says
    nothing of what it can do; None elsewhere.

    Args:
        machine: the kind of machine that is described; None for this one.
    """
    text = b""
    try:
        alike = (machine or os.uname().machine) in _ALIKE
        limit = _LIMIT if alike else _LIMIT_OF_ALL
        with open(path, "rb", buffering=0) as file:
            while not (alike and b"\n\n" in text) and len(text) < limit and (more := file.read(4096)):
                text += more
    except (OSError, AttributeError):
        return None
    cores = text[:limit].decode(errors="replace").split("\n\n")
    kinds = dict.fromkeys(map(_lasting, cores[:1] if alike else cores))
    return "\n\n".join(filter(None, kinds)) or None


def _lasting(core: str) -> str:
    return "\n".join(line for line in core.splitlines() if line.partition(":")[0].strip() not in _CHANGING)
