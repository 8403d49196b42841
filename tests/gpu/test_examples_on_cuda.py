"""The example kernels on a GPU, from Python to the result, against numpy; and what a launch's failure does to buffers there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from example_kernels import EXAMPLES, example

from periclase import MutSlice, f32, i64, kernel, open_device
from periclase.gpu import printf

NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py") if "def workloads(" in path.read_text())


@kernel
def store(y: MutSlice[f32], index: i64, value: f32):
    y[index] = value


@kernel
def say(y: MutSlice[f32]):
    y[0] = 1.0
    printf("hello from the GPU\n")


def output_of(program: str) -> str:
    """What a program prints that runs in a process of its own, from this folder."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=__file__.rpartition("/")[0],
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_workloads_of_an_example(name: str) -> None:
    """Proves that our compiler's code computes on a GPU what numpy does."""
    for _, _, launch, result, reference, *error in example(name).workloads(open_device("cuda")):
        launch()
        if error:
            assert error[0](result(), reference()) < 0.01
        else:
            np.testing.assert_allclose(result(), reference(), rtol=1e-4, atol=1e-2)


def test_buffers_come_back_as_they_were() -> None:
    """Proves that a launch changes what it is to change, and nothing else."""
    device = open_device("cuda")
    values = np.arange(1000, dtype=np.float32)
    buffer = device.array(values)
    store[1, 1](buffer, 3, 9.0)
    values[3] = 9
    np.testing.assert_array_equal(buffer.numpy(), values)
    device.sync()


def test_a_trap_is_a_failure_of_the_buffer_that_was_to_be_written() -> None:
    """Proves that a trap's note outlives the context: the failure has the line; and that a reset mends it."""
    # In a process of its own: the device is lost.
    program = f"""
import sys
sys.path[:0] = {sys.path!r}
import numpy as np
from periclase import BufferFailure, open_device
from test_examples_on_cuda import store

device = open_device("cuda")
buffer = device.zeros(4, np.float32)
store[1, 1](buffer, 100, 1.0)
try:
    buffer.numpy()
except BufferFailure as failure:
    print(failure)
else:
    raise SystemExit("no failure")
device.reset()
fresh = device.zeros(4, np.float32)
store[1, 1](fresh, 1, 5.0)
assert fresh.numpy().tolist() == [0.0, 5.0, 0.0, 0.0]
"""
    printed = output_of(program)
    assert "kernel `store` failed: index out of bounds of `y`" in printed
    assert "in thread 0 of block 0" in printed
    line = Path(__file__).read_text().splitlines().index("    y[index] = value") + 1
    assert f"test_examples_on_cuda.py:{line}" in printed


def test_what_a_kernel_prints_is_there_after_a_sync() -> None:
    """Proves that an idle GPU's prints are written out, though another stream is what is synchronised."""
    program = f"""
import ctypes, sys
sys.path[:0] = {sys.path!r}
import numpy as np
from periclase import open_device
from test_examples_on_cuda import say

device = open_device("cuda")
buffer = device.zeros(1, np.float32)
say[1, 1](buffer)
buffer.numpy()
device.sync()
ctypes.CDLL(None).fflush(None)  # the driver writes with C's buffers
print("synced", flush=True)
"""
    printed = output_of(program)
    assert printed.index("hello from the GPU") < printed.index("synced")
