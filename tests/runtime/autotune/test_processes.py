"""Processes that tune the same thing at once: one does it, the others wait and take its winner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUPPORT = Path(__file__).resolve().parents[2] / "support"
TIMEOUT = 120

TUNER = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from python_backend import PythonBackend
from python_kernels import PythonCompiler, PythonKernel
from periclase.runtime import compilation
from periclase.runtime.autotune import autotune
from periclase.runtime.device import Device

compiler = PythonCompiler()
compilation.compiler = lambda: compiler
ran = []

def make(name):
    def run(y):
        ran.append(name)
        y += 1
    return PythonKernel(run, "y: inout float32", name=name)

@autotune(candidates=[{"kernel": make("a")}, {"kernel": make("b")}], name="step")
def step(y, *, kernel=None):
    kernel[1, 1](y)

backend = PythonBackend(workers=1)
y = Device(backend).array(np.zeros(4, np.float32))
print("ready", flush=True)
sys.stdin.readline()
step(y)
assert y.read().tolist() == [1, 1, 1, 1]
print(len(ran), step.tune(y), flush=True)
"""


def test_processes_that_start_at_once_tune_once() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", TUNER, str(SUPPORT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        answers = [process.communicate(timeout=TIMEOUT)[0].split() for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len({winner for _, winner in answers}) == 1
    runs = sorted(int(count) for count, _ in answers)
    assert runs[:2] == [1, 1]  # the winner's own launch
    assert runs[2] > 4  # the measurements of both candidates
