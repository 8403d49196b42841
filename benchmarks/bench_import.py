"""What a new process pays. Python's own start is measured beside it, as the floor."""

from __future__ import annotations

import os
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


def start(code: str, cache: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES), "PERICLASE_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("name", PROGRAMS)
def bench_new_process(benchmark, name: str, tmp_path: Path) -> None:
    code = PROGRAMS[name]
    warm = "warm" in name
    cache = str(tmp_path) if warm else "off"
    start(code, cache)  # files of Python in the system's own cache, and ours filled
    benchmark.pedantic(start, args=(code, cache), rounds=5)
