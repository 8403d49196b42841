"""The first launch of a new process, with a cold and with a warm cache.

The figure is the whole of it, from the start of Python to the first result. The part from the end of the imports to the result,
which the process measures itself, is printed beside it. With a warm cache neither xDSL nor llvmlite is imported, and numba finds
its own entry: the processes check that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

OURS = """
    import sys, time
    import numpy as np
    from periclase import MutSlice, Slice, f32, kernel, open_device
    from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x

    @kernel
    def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
        i = block_idx_x() * block_dim_x() + thread_idx_x()
        if i < len(y):
            y[i] = a * x[i] + y[i]

    began = time.perf_counter(), time.process_time()
    device = open_device("cpu")
    x, y = device.array(np.ones(1024, np.float32)), device.zeros(1024, np.float32)
    saxpy[4, 256](2.0, x, y)
    assert y.read()[0] == 2.0
    seconds = time.perf_counter() - began[0], time.process_time() - began[1]
    print(*seconds, "xdsl" in sys.modules or "llvmlite" in sys.modules)
"""

NUMBA = """
    import os, sys, time
    import numpy as np
    import numba

    @numba.njit(cache=os.environ["WARM"] == "1")
    def saxpy(a, x, y):
        for i in range(y.size):
            y[i] = a * x[i] + y[i]

    began = time.perf_counter(), time.process_time()
    x, y = np.ones(1024, np.float32), np.zeros(1024, np.float32)
    saxpy(np.float32(2.0), x, y)
    assert y[0] == 2.0
    seconds = time.perf_counter() - began[0], time.process_time() - began[1]
    print(*seconds, not saxpy.stats.cache_hits)
"""

PROGRAMS = {"periclase": OURS, "numba": NUMBA}


class Process:
    """Starts a program again and again."""

    def __init__(self, program: str, folder: Path, *, warm: bool):
        self._path = folder / "program.py"
        self._path.write_text(textwrap.dedent(program))
        self._warm = warm
        self._filled = False
        self._environment = {
            **os.environ,
            "PERICLASE_CACHE_DIR": str(folder / "cache") if warm else "off",
            "NUMBA_CACHE_DIR": str(folder / "cache"),
            "WARM": "1" if warm else "0",
        }
        # Compiled files of Python are what an installed package has.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run(self) -> tuple[float, float]:
        """Run it once. From the end of its imports to its result: seconds, and seconds of processor time."""
        done = subprocess.run(
            [sys.executable, str(self._path)],
            check=True,
            cwd=self._path.parent,  # where no project has something to say to us
            env=self._environment,
            capture_output=True,
            text=True,
        )
        seconds, processor_seconds, compiled = done.stdout.split()
        assert not (self._filled and compiled == "True"), (
            "it was compiled, or a compiler imported, in spite of a warm cache"
        )
        self._filled = self._warm
        return float(seconds), float(processor_seconds)


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> str:
    if request.param == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    return PROGRAMS[request.param]


@pytest.mark.parametrize("cache", ["cold", "warm"])
def bench_first_result_of_a_process(benchmark, program: str, cache: str, tmp_path: Path) -> None:
    process = Process(program, tmp_path, warm=cache == "warm")
    process.run()  # files of Python are in the system's cache, and the artifact in ours
    launches: list[tuple[float, float]] = []
    benchmark.pedantic(lambda: launches.append(process.run()), rounds=10)
    wall, processor = (min(times) * 1e3 for times in zip(*launches, strict=True))
    benchmark.extra_info["launch_ms"] = round(wall, 2)
    print(
        f"from the end of the imports to the result: at least {wall:.2f} ms, {processor:.2f} ms of processor time"
    )
