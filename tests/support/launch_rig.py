"""A device on any backend of the launch runtime, with the same kernels on each."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from paired_kernels import Kernels
from played_cuda import PlayedCudaBackend
from python_backend import PythonBackend

from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.buffer import Buffer
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure
from periclase.runtime.streams import Stream

BACKENDS: dict[str, Callable[[], Any]] = {
    "python": lambda: PythonBackend(workers=3),
    "cpu": lambda: CpuBackend(workers=2),
    "cpu-portable": lambda: CpuBackend(workers=2, native=False),
    "cuda": PlayedCudaBackend,
    "sim": SimBackend,
}
"""Python functions on the portable task graph; native code on native threads, and on Python's; the CUDA backend on a GPU that is
played; the simulator."""

WAIT = 30.0
"""Seconds after which a wait is a deadlock."""

COMPILING = ("cpu", "cpu-portable", "sim")
"""Which of them run real kernels."""


class Held:
    """Launches of a stream that do not begin before this is opened."""

    def __init__(self, work: Any):
        self._work = work

    def open(self) -> None:
        """Let them begin."""
        self._work.complete()


def hold(device: Device, stream: Stream) -> Held:
    """Hold back what is launched on `stream` of `device` from now on."""

    def hold() -> Held:
        work = device.backend.manual(stream.make_native(), ())
        stream.barriers = (*stream.waits(), work)
        return Held(work)

    return device.exclusive(hold)


@dataclass
class Rig:
    """A device on one of the backends, and what tests need of it.

    Attributes:
        kind: of `BACKENDS`.
        compiled: the names of the kernels that the compiler was given, as often as it was.
        loaded: those that came from the cache.
    """

    kind: str
    device: Device
    kernels: Kernels
    compiled: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    _more: list[Device] = field(default_factory=list)
    _held: list[Held] = field(default_factory=list)
    _kept: list[Buffer] = field(default_factory=list)

    @property
    def backend(self) -> Any:
        """That of the device."""
        return self.device.backend

    def array(self, *values: float) -> Buffer:
        """A buffer of float32."""
        return self.device.array(np.array(values, np.float32))

    def zeros(self, size: int = 4) -> Buffer:
        """A buffer of float32."""
        return self.device.zeros(size)

    def count(self, *values: int) -> Buffer:
        """A buffer of three uint32: a dynamic count."""
        return self.device.array(np.array(values, np.uint32))

    def hold(self, stream: Stream) -> Held:
        """Hold back what is launched on `stream` from now on."""
        held = hold(self.device, stream)
        self._held.append(held)
        return held

    def another(self) -> Device:
        """Another device on a backend of the same kind."""
        self._more.append(Device(BACKENDS[self.kind]()))
        return self._more[-1]

    def spoil(self, *buffers: Buffer) -> None:
        """Leave each of `buffers` with a failure of its own: a kernel that can not be compiled was to write it."""
        for buffer in buffers:
            self._kept.append(self.zeros(len(buffer)))
            self.kernels.broken[1, 64](self._kept[-1], buffer)

    def failures(self) -> int:
        """How many failures something still carries, once all work has ended."""
        self.device.sync()
        gc.collect()

        def count() -> int:
            self.device.state.dispatcher.settle()
            return len(self.device.state.ledger.live_failures())

        return self.device.exclusive(count)

    def needs_traps(self) -> None:
        """Skip on a GPU, where a trap is the end of everything on it."""
        if self.kind == "cuda":
            pytest.skip(
                "a trap loses the whole GPU, and the launches in flight with it: that has tests of its own"
            )

    def close(self) -> None:
        """Nothing is left running."""
        for held in self._held:
            held.open()
        for device in (self.device, *self._more):
            assert device.shutdown(WAIT)


def root(buffer: Buffer) -> Any:
    """The error at the root of the failure that a read of `buffer` raises."""
    with pytest.raises(BufferFailure) as caught:
        buffer.read()
    return caught.value.__cause__
