"""What a launch costs on a GPU, next to the driver's own launch through the same binding in the same process.

Figures, not limits: they are printed, and put into `PERICLASE_FIGURES` if that names a file. What the tests hold is that the
work that was timed was really done.
"""

from __future__ import annotations

import ctypes
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_kernels import gpu_kernel

from periclase import MutSlice, Slice, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x
from periclase.runtime.backends.cuda.backend import CudaBackend, create_backend
from periclase.runtime.execution import CopyWork

ROUNDS = 30
BATCH = 200


@kernel
def add(x: Slice[f32], y: Slice[f32], z: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(z):
        z[i] = x[i] + y[i]


def report(name: str, seconds: float) -> None:
    """Say what one takes."""
    text = f"{name}: {seconds * 1e6:.2f} us"
    print(f"\n  {text}", end="")
    path = os.environ.get("PERICLASE_FIGURES")
    if path:
        with Path(path).open("a") as file:
            file.write(json.dumps({"name": name, "microseconds": round(seconds * 1e6, 3)}) + "\n")


def least(once: Callable[[], object], behind: Callable[[], object], number: int = 1) -> float:
    """Seconds of one of `number` calls of `once`, of the best round; `behind` is not timed."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(number):
            once()
        best = min(best, time.perf_counter() - begin)
        behind()
    return best / number


class Raw:
    """The driver's own launch: the peer. The context stays current, the arguments stay packed."""

    def __init__(self, backend: CudaBackend):
        self.context = backend.context
        self.driver: Any = backend.context.driver.binding
        self.kernel = backend.load(gpu_kernel("add_one"))
        self.address = backend.allocate(4, 256)
        self.before = 7
        zero = backend.copy(
            CopyWork(
                backend.create_stream(0), self.address, memoryview(np.full(1, self.before, np.uint32)), 4
            )
        )
        assert zero.wait(30)
        with self.context as context:
            self.stream = context.call("cuStreamCreate", 1)
        self._slots = (ctypes.c_uint64 * 2)(self.address, 1)
        start = ctypes.addressof(self._slots)
        self._pointers = (ctypes.c_void_p * 2)(start, start + 8)
        self.parameters = ctypes.addressof(self._pointers)

    def launch(self) -> None:
        (status,) = self.driver.cuLaunchKernel(
            self.kernel.function, 1, 1, 1, 1, 1, 1, 0, self.stream, self.parameters, 0
        )
        assert not status

    def sync(self) -> None:
        (status,) = self.driver.cuStreamSynchronize(self.stream)
        assert not status

    def launch_and_sync(self) -> None:
        self.launch()
        self.sync()


def test_the_drivers_own_launch() -> None:
    """Proves that the peer is launched as often as it was timed; its figures are what ours are to be compared with."""
    backend = create_backend()
    raw = Raw(backend)
    with raw.context:
        report("driver: launch", least(raw.launch, raw.sync, BATCH))
        report("driver: launch + synchronise", least(raw.launch_and_sync, raw.sync))
    values = np.zeros(1, np.uint32)
    work = backend.copy(CopyWork(backend.create_stream(1), memoryview(values), raw.address, 4))
    assert work.wait(30)
    assert values[0] - raw.before == ROUNDS * (BATCH + 1)
    backend.close()


def test_our_launch() -> None:
    """Proves that what was launched in a row on one stream has computed; figures of the four ways to wait for it."""
    device = open_device("cuda")
    x, y, z = (device.array(np.ones(256, np.float32)) for _ in range(3))
    launch = lambda: add[1, 256](x, y, z)  # noqa: E731
    launch()
    device.sync()
    report("enqueue, 3 buffers (issuing thread)", least(launch, device.sync, BATCH))

    def row() -> None:
        for _ in range(BATCH):
            launch()
        device.sync()

    report("launches in a row, with the runner and the GPU", least(row, device.sync) / BATCH)

    def with_sync() -> None:
        launch()
        device.sync()

    report("enqueue + sync", least(with_sync, device.sync))

    def with_read() -> None:
        launch()
        z.read()

    report("enqueue + read", least(with_read, device.sync))
    assert (z.numpy() == 2).all()


@pytest.mark.parametrize("launches", [1, 100])
def test_a_replay(launches: int) -> None:
    """Proves that a replay does what its launches do, in their order; figures of one that is waited for."""
    device = open_device("cuda")
    x, y = device.array(np.ones(256, np.float32)), device.array(np.zeros(256, np.float32))
    stream = device.stream()

    def body() -> None:
        for _ in range(launches):
            add[1, 256](x, y, y)

    add[1, 256](x, y, y)
    device.sync()
    y.write(np.zeros(256, np.float32))
    graph = stream.capture(body)
    graph.replay()
    assert (y.numpy() == launches).all()
    report(f"replay of {launches} launches", least(graph.replay, device.sync, 20))

    def with_sync() -> None:
        graph.replay()
        device.sync()

    report(f"replay of {launches} launches + sync", least(with_sync, device.sync))
    assert (y.numpy() == launches * (1 + ROUNDS * 21)).all()
