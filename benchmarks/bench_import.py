"""What a new process pays. Python's own start, and numpy's, are measured beside it, as the floor.

Wall time, and the processor time of the process with all its threads, which says more on a machine that others use too.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

DECORATE = "from saxpy import saxpy"
PTX = "from saxpy import saxpy; saxpy.ptx(arch='sm_90')"
RESULT = "from saxpy import main; main()"

PROGRAMS = {
    "python alone": "pass",
    "import numpy": "import numpy",
    "import periclase": "import periclase",
    "import and decorate": DECORATE,
    "first PTX": PTX,
    "first result, cold cache": RESULT,
    "first result, warm cache": RESULT,
}


def start(code: str, cache: str) -> float:
    """Run `code` in a new process; gives its processor time in seconds."""
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES), "PERICLASE_CACHE_DIR": cache}
    # Whoever installs the package has its bytecode: a process that may not write it would measure Python's own compiler.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("name", PROGRAMS)
def bench_new_process(benchmark, name: str, tmp_path: Path) -> None:
    code = PROGRAMS[name]
    cache = str(tmp_path) if "warm" in name else "off"
    start(code, cache)  # files of Python in the system's own cache, and ours filled
    processor: list[float] = []
    benchmark.pedantic(lambda: processor.append(start(code, cache)), rounds=15)
    benchmark.extra_info["processor_ms"] = round(min(processor) * 1e3, 1)
    print(
        f"{name}: processor time {min(processor) * 1e3:.1f} ms at least, median {statistics.median(processor) * 1e3:.1f} ms"
    )
