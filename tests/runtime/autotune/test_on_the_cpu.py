"""Autotuning of real kernels on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from example_kernels import EXAMPLES, example

from periclase import dry_run, open_device
from periclase.runtime.observers import observe

TIMEOUT = 120


def arguments(rows: int, columns: int) -> tuple[Any, Any, int]:
    device = open_device("cpu")
    matrix = np.random.default_rng(0).random((rows, columns), dtype=np.float32)
    return device.array(matrix.ravel()), device.zeros(rows), columns


@pytest.mark.parametrize(("rows", "columns"), [(200, 40), (3, 700), (1, 1)])
def test_the_winner_does_the_work(rows: int, columns: int) -> None:
    a, sums, _ = arguments(rows, columns)
    tuned = example("autotune").row_sums
    for _ in range(2):
        sums.fill(np.float32(-1))
        tuned(a, sums, columns)
        np.testing.assert_allclose(sums.numpy(), a.numpy().reshape(rows, columns).sum(axis=1), rtol=1e-5)


def test_a_launch_of_the_winner_is_one_launch() -> None:
    call = arguments(64, 64)
    tuned = example("autotune").row_sums
    tuned.tune(*call)
    launches: list[Any] = []
    with observe(launches.append):
        tuned(*call)
    assert len(launches) == 1


def test_a_dry_run_leaves_the_next_call_nothing_to_do() -> None:
    a, sums, columns = arguments(32, 300)
    tuned = example("autotune").row_sums
    tuned.forget()
    with dry_run() as seen:
        tuned(a, sums, columns)
    assert seen.tuned == 4
    assert sums.numpy().tolist() == [0] * 32
    launches: list[Any] = []
    with observe(launches.append):
        tuned(a, sums, columns)
    assert len(launches) == 1


PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from autotune import row_sums
from periclase import observe, open_device
from periclase.runtime import compilation
compilation.toolchain_stamp = lambda: "as before"  # also where somebody edits the package meanwhile
device = open_device("cpu")
launches = []
sums = device.zeros(64)
with observe(launches.append):
    row_sums(device.array(np.ones(64 * 64, np.float32)), sums, 64)
assert sums.numpy().tolist() == [64.0] * 64
print(len(launches), "xdsl" in sys.modules)
"""


def test_a_second_process_measures_nothing_and_compiles_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"PERICLASE_CACHE_DIR": str(tmp_path / "shared")}
    answers = [
        subprocess.run(
            [sys.executable, "-c", PROCESS, str(EXAMPLES)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert int(answers[0][0]) > 10
    # Once to see what the winner uses, as it comes from another process, and once in earnest.
    assert answers[1] == ["2", "False"]
