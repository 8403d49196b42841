"""Memory of the device beneath the runtime's own pool, and pinned memory of the host that copies go through."""

from __future__ import annotations

import ctypes
import mmap
from typing import TYPE_CHECKING, Any, Final

from periclase.runtime.backends.cuda.driver import OUT_OF_MEMORY, CudaError
from periclase.runtime.endings import Endings

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context

_ALIGNMENT: Final = 256
"""What every allocation of the driver has at least (CUDA C++ Programming Guide, "Device Memory Accesses")."""

LARGEST_STAGED: Final = 4 << 20
"""Copies of more bytes than this do not go through our own staging memory."""

_PAGE: Final = 4 << 10
_RETAINED: Final = 64 << 20
"""Unused staging memory beyond this is given back."""


class DeviceMemory:
    """Allocations of a context.

    Where the device has memory pools, by those: giving memory back then waits for nothing, while `cuMemFree` waits for all work
    of the context. A stream of its own orders the calls; it is idle otherwise.
    """

    __slots__ = ("_context", "_pooled", "_shifted", "stream")

    def __init__(self, context: Context):
        self._context = context
        self._pooled = bool(context.gpu.attribute("MEMORY_POOLS_SUPPORTED"))
        self._shifted: dict[int, int] = {}
        with context:
            flag = context.driver.binding.CUstream_flags.CU_STREAM_NON_BLOCKING
            self.stream: Any = context.call("cuStreamCreate", int(flag))

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend.allocate`."""
        extra = alignment if alignment > _ALIGNMENT else 0
        try:
            with self._context as context:
                if self._pooled:
                    address = int(context.call("cuMemAllocAsync", nbytes + extra, self.stream))
                    # From here on every stream may use it.
                    context.call("cuStreamSynchronize", self.stream)
                else:
                    address = int(context.call("cuMemAlloc", nbytes + extra))
        except CudaError as error:
            if error.name == OUT_OF_MEMORY:
                raise MemoryError(f"cuda:{self._context.gpu.ordinal} has no {nbytes} bytes") from error
            raise
        aligned = -(-address // alignment) * alignment if extra else address
        if aligned != address:
            self._shifted[aligned] = address
        return aligned

    def free(self, address: int) -> None:
        """See `Backend.free`. In a context that is lost there is nothing to give back."""
        address = self._shifted.pop(address, address)
        if self._pooled:
            self._context.discard("cuMemFreeAsync", address, self.stream)
        else:
            self._context.discard("cuMemFree", address)

    def close(self) -> None:
        """Give back the stream. The context gives back the memory."""
        self._context.discard("cuStreamDestroy", self.stream)


class PinnedMemory:
    """A piece of pinned host memory, which goes back to its pool when nobody holds it any more.

    The pages are the process's own and only registered with the driver: they stay when a context is reset, whoever still looks
    at them.

    Attributes:
        region: its bytes.
        address: on the host.
        view: its bytes, writable.
    """

    __slots__ = ("__weakref__", "address", "region", "view")

    def __init__(self, region: Any, pool: Endings[Any]):
        self.region = region
        self.address = ctypes.addressof(region)
        self.view = memoryview(region).cast("B")
        pool.expect(self, region)


class HostMemory:
    """Pinned host memory of a context: what is given back is used again. The context's lock is held around all calls."""

    __slots__ = ("_context", "_free", "_given_back", "_pinned", "_retained")

    def __init__(self, context: Context):
        self._context = context
        self._given_back = Endings[Any]()
        self._free: dict[int, list[Any]] = {}
        self._retained = 0
        self._pinned: dict[int, int] = {}

    def take(self, nbytes: int) -> PinnedMemory:
        """At least `nbytes` of pinned memory: a power of two, up to a size where that would be wasteful.

        Raises:
            MemoryError: there is none.
            DiagnosticError: the driver fails.
        """
        self._collect()
        size = max(_PAGE, -(-nbytes // _PAGE) * _PAGE)
        if size <= LARGEST_STAGED:
            size = 1 << (size - 1).bit_length()
        free = self._free.get(size)
        if free:
            self._retained -= size
            return PinnedMemory(free.pop(), self._given_back)
        try:
            region = (ctypes.c_ubyte * size).from_buffer(mmap.mmap(-1, size))
        except (OSError, OverflowError) as error:
            raise MemoryError(f"the host has no {size} bytes to be pinned") from error
        address = ctypes.addressof(region)
        try:
            with self._context as context:
                # CU_MEMHOSTREGISTER_PORTABLE: pinned for all contexts
                context.call("cuMemHostRegister", address, size, 1)
        except CudaError as error:
            if error.name == OUT_OF_MEMORY:
                raise MemoryError(f"the driver can not pin {size} bytes of the host's memory") from error
            raise
        self._pinned[address] = size
        return PinnedMemory(region, self._given_back)

    def holds(self, view: memoryview) -> bool:
        """Whether the bytes of `view` are pinned memory of this context."""
        if view.readonly or not self._pinned or not view.nbytes:
            return False
        address = ctypes.addressof(ctypes.c_ubyte.from_buffer(view))
        return any(
            start <= address and address + view.nbytes <= start + size for start, size in self._pinned.items()
        )

    def _collect(self) -> None:
        self._given_back.deal(self._collect_one)

    def _collect_one(self, region: Any) -> None:
        size = len(region)
        free = self._free.setdefault(size, [])
        if any(each is region for each in free):
            return  # an exception came in between: it is not to be given out twice
        if self._retained + size <= _RETAINED:
            free.append(region)
            self._retained += size
        else:
            self._unpin(region)

    def _unpin(self, region: Any) -> None:
        address = ctypes.addressof(region)
        self._pinned.pop(address, None)
        self._context.discard("cuMemHostUnregister", address)

    def close(self) -> None:
        """Give back what nobody uses."""
        self._collect()
        for regions in self._free.values():
            for region in regions:
                self._unpin(region)
        self._free.clear()
        self._retained = 0
