"""The first launch of a new process, with a cold and with a warm cache.

The figure is from the start of Python to the first result, which the process tells at once. Printed beside it are the part from
the end of the imports to the result, which the process measures itself, and the whole of it, with the end of Python. With a warm
cache neither xDSL nor llvmlite is imported, and numba finds its own entry: the processes check that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
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
    print(*seconds, "xdsl" in sys.modules or "llvmlite" in sys.modules, flush=True)
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
    print(*seconds, not saxpy.stats.cache_hits, flush=True)
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

    def start(self) -> subprocess.Popen[str]:
        """The process, that has just been started."""
        return subprocess.Popen(
            [sys.executable, str(self._path)],
            cwd=self._path.parent,  # where no project has something to say to us
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def result(self, process: subprocess.Popen[str]) -> tuple[float, float]:
        """Wait for its first result. From the end of its imports to that: seconds, and seconds of processor time."""
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, f"the process has ended with {process.wait()}, and without a result"
        seconds, processor_seconds, compiled = line.split()
        assert not (self._filled and compiled == "True"), (
            "it was compiled, or a compiler imported, in spite of a warm cache"
        )
        self._filled = self._warm
        return float(seconds), float(processor_seconds)

    def end(self, process: subprocess.Popen[str]) -> None:
        """Wait for its end."""
        process.communicate()
        assert process.returncode == 0


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> str:
    if request.param == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    return PROGRAMS[request.param]


@pytest.mark.parametrize("cache", ["cold", "warm"])
def bench_first_result_of_a_process(benchmark, program: str, cache: str, tmp_path: Path) -> None:
    program_of = Process(program, tmp_path, warm=cache == "warm")
    running: list[tuple[subprocess.Popen[str], float]] = []
    launches: list[tuple[float, float]] = []
    wholes: list[float] = []

    def finish() -> None:
        for process, began in running:
            program_of.end(process)
            wholes.append(time.perf_counter() - began)
        running.clear()

    def run() -> None:
        began = time.perf_counter()
        running.append((program_of.start(), began))
        launches.append(program_of.result(running[-1][0]))

    run()  # files of Python are in the system's cache, and the artifact in ours
    finish()
    launches.clear()
    wholes.clear()
    benchmark.pedantic(run, setup=finish, rounds=10)
    finish()
    wall, processor = (min(times) * 1e3 for times in zip(*launches, strict=True))
    benchmark.extra_info["launch_ms"] = round(wall, 2)
    benchmark.extra_info["whole_ms"] = round(min(wholes) * 1e3, 1)
    print(
        f"from the end of the imports to the result: at least {wall:.2f} ms, {processor:.2f} ms of processor time; "
        f"with the end of Python: at least {min(wholes) * 1e3:.0f} ms"
    )
