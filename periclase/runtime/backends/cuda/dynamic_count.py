"""Dynamic counts: the grid of a launch, read from the device's memory when the launch is about to begin."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, LaunchError
from periclase.runtime.limits import MAX_GRID

if TYPE_CHECKING:
    from periclase.runtime.backends.cuda.context import Context

_COUNT = struct.Struct("=3I")


class CountReader:
    """Reads counts by a stream of its own, so that it waits for nothing but its copy. One thread uses it."""

    __slots__ = ("_buffer", "_context", "_stream")

    def __init__(self, context: Context):
        """Raises DiagnosticError: the driver refuses."""
        self._context = context
        self._buffer = bytearray(_COUNT.size)
        with context:
            flag = context.driver.binding.CUstream_flags.CU_STREAM_NON_BLOCKING
            self._stream = context.call("cuStreamCreate", int(flag))

    def read(self, address: int) -> tuple[int, int, int]:
        """The three uint32 at `address`, whose writers are over.

        Raises:
            DiagnosticError: the driver fails.
        """
        with self._context as context:
            # Pageable memory: the call returns when the bytes are there.
            context.call("cuMemcpyDtoHAsync", self._buffer, address, _COUNT.size, self._stream)
            context.call("cuStreamSynchronize", self._stream)
        x, y, z = _COUNT.unpack(self._buffer)
        return x, y, z

    @staticmethod
    def check(grid: tuple[int, int, int]) -> None:
        """Refuse what no grid can be.

        Raises:
            LaunchError: an extent is beyond the limits.
        """
        for axis, extent, most in zip("xyz", grid, MAX_GRID, strict=True):
            if extent > most:
                raise LaunchError(
                    Diagnostic(
                        "PC0743",
                        f"the dynamic count is {grid}, but a grid has at most {most} blocks in {axis}",
                        help="three uint32 are the count: look at what wrote them",
                    )
                )

    def close(self) -> None:
        """Destroy the stream."""
        self._context.discard("cuStreamDestroy", self._stream)
