"""How long the simulator takes: kernels of the examples on `open_device("sim")`, and with all accesses looked at.

Beside it numba's simulator of CUDA, where numba is installed: it runs a thread of Python for each thread of a block, and
computes what Python would. In a process of its own, since numba reads `NUMBA_ENABLE_CUDASIM` when it is imported.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, Slice, f32, kernel, shared_array
from periclase.gpu import global_idx_x, sync_threads, thread_idx_x
from periclase.runtime.backends.sim.backend import SimBackend
from periclase.runtime.device import Device
from periclase.settings import reload_settings

SIZES = (1 << 12, 1 << 20)
PEER_SIZE = SIZES[0]


@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]


@kernel
def reverse(x: Slice[f32], y: MutSlice[f32]):
    tile = shared_array(256, f32)
    i = global_idx_x()
    tile[thread_idx_x()] = x[i]
    sync_threads()
    y[i] = tile[255 - thread_idx_x()]


def _launch(name: str, size: int) -> Callable[[], None]:
    device = Device(SimBackend())
    x, y = device.array(np.arange(size, dtype=np.float32)), device.zeros(size)

    def saxpies() -> None:
        saxpy[size // 256, 256](2.0, x, y)
        device.sync()

    def reverses() -> None:
        reverse[size // 256, 256](x, y)
        device.sync()

    chosen = {"saxpy": saxpies, "reverse": reverses}[name]
    chosen()  # loaded
    return chosen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["saxpy", "reverse"])
def bench_simulated(benchmark: Any, name: str, size: int) -> None:
    benchmark(_launch(name, size))


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PERICLASE_RUNTIME_CHECK_ACCESSES", "on")
    reload_settings()
    yield
    monkeypatch.undo()
    reload_settings()


@pytest.mark.parametrize("name", ["saxpy", "reverse"])
def bench_with_accesses_looked_at(benchmark: Any, checked: None, name: str) -> None:
    benchmark(_launch(name, PEER_SIZE))


_NUMBA = """
import json, sys, time
import numpy as np
from numba import cuda, float32

@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]

@cuda.jit
def reverse(x, y):
    tile = cuda.shared.array(256, float32)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    y[i] = tile[255 - cuda.threadIdx.x]

size = int(sys.argv[1])
x, y = cuda.to_device(np.arange(size, dtype=np.float32)), cuda.to_device(np.zeros(size, np.float32))
taken = {}
for name, launch in (
    ("saxpy", lambda: saxpy[size // 256, 256](np.float32(2), x, y)),
    ("reverse", lambda: reverse[size // 256, 256](x, y)),
):
    launch()
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        launch()
        cuda.synchronize()
        best = min(best, time.perf_counter() - start)
    taken[name] = best
print(json.dumps(taken))
"""


def bench_numba_simulator(benchmark: Any) -> None:
    """The same two kernels, least of three, as `extra_info` of one run of the process."""
    if importlib.util.find_spec("numba") is None:
        pytest.skip("numba is not installed")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}

    def run() -> dict[str, float]:
        done = subprocess.run(
            [sys.executable, "-c", _NUMBA, str(PEER_SIZE)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout.splitlines()[-1])

    taken = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info.update(taken)
    for name, seconds in taken.items():
        print(f"\nnumba's simulator, {name} of {PEER_SIZE} threads: {seconds * 1e3:.1f} ms")
