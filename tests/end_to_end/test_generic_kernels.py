"""Generic kernels with what goes round a launch: dry runs, observers, graphs, autotuning, threads, pickles, other processes."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from periclase import Const, MutSlice, autotune, dry_run, f32, f64, kernel, observe, open_device
from periclase.gpu import global_idx_x
from periclase.runtime.observers import ObservedLaunch

T = TypeVar("T", f32, f64)


@kernel
def scale(x: MutSlice[T], by: T, chunk: Const[int] = 1):
    first = global_idx_x() * chunk
    for offset in range(chunk):
        if first + offset < len(x):
            x[first + offset] *= by


@kernel
def map_(function, x: MutSlice[T]):
    i = global_idx_x()
    if i < len(x):
        x[i] = function(x[i])


def test_observers_see_the_specialised_kernel() -> None:
    x = open_device("cpu").array(np.ones(4, np.float32))
    seen: list[ObservedLaunch] = []
    with observe(seen.append):
        scale[1, 4](x, 2.0)
        map_[1, 4](lambda v: v + 1.0, x)
    assert [launch.kernel.name for launch in seen] == [
        scale[f32, 1].name,
        list(map_.specialisations.values())[-1].name,
    ]
    assert x.numpy().tolist() == [3.0] * 4


def test_a_dry_run_specialises_and_changes_nothing() -> None:
    x = open_device("cpu").array(np.ones(4))
    with dry_run():
        scale[1, 4](x, 2.0, 2)
        map_[1, 4](lambda v: v + 1.0, x)
    assert x.numpy().tolist() == [1.0] * 4


def test_graphs_play_what_was_specialised() -> None:
    dev = open_device("cpu")
    x = dev.array(np.ones(4, np.float32))
    factor = 2.0
    stream = dev.stream()

    def step() -> None:
        map_[1, 4](lambda v: v * factor, x)
        scale[1, 4](x, 3.0)

    graph = stream.capture(step)
    for _ in range(2):
        graph.replay()
    assert x.numpy().tolist() == [36.0] * 4


@autotune(candidates=[{"chunk": 1}, {"chunk": 2}, {"chunk": 4}])
def tuned(x: Any, *, chunk: int = 1) -> None:
    scale[1, 64](x, 2.0, chunk)


def test_autotuning_chooses_among_constants() -> None:
    x = open_device("cpu").array(np.ones(32, np.float32))
    tuned(x)
    tuned(x)
    assert x.numpy().tolist() == [4.0] * 32


def test_one_kernel_for_launches_of_many_threads() -> None:
    dev = open_device("cpu")
    buffers = [dev.array(np.ones(4)) for _ in range(8)]
    together = threading.Barrier(len(buffers))

    def launch(buffer: Any) -> None:
        together.wait()
        for _ in range(3):
            map_[1, 4](_tripled, buffer)

    threads = [threading.Thread(target=launch, args=(buffer,)) for buffer in buffers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(buffer.numpy().tolist() == [27.0] * 4 for buffer in buffers)
    made = [made for made in map_.specialisations.values() if "_tripled" in made.arguments[0]]
    assert len(made) == 1


def _tripled(v):
    return v * 3.0


def test_copies_and_pickles_are_the_very_same() -> None:
    filled = scale[f64, 3]
    assert copy.deepcopy(filled) is filled
    assert pickle.loads(pickle.dumps(filled)) is filled
    assert pickle.loads(pickle.dumps(map_[_tripled, f32])).name == map_[_tripled, f32].name


def test_another_process_finds_it_in_the_cache(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("""
import sys
import numpy as np
from typing import TypeVar
from periclase import *
from periclase.gpu import *

T = TypeVar("T")

@kernel
def map_(function, x: MutSlice[T]):
    i = thread_idx_x()
    if i < len(x):
        x[i] = function(x[i])

x = open_device("cpu").array(np.ones(2, np.float32))
factor = float(sys.argv[1])

def main():
    by = factor
    map_[1, 2](lambda v: v * by, x)

main()
print(x.numpy().tolist(), "xdsl" in sys.modules)
""")

    def output(factor: str) -> str:
        return subprocess.run(
            [sys.executable, "program.py", factor],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "PERICLASE_CACHE_DIR": str(tmp_path / "cache"),
            },
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert output("2.0") == "[2.0, 2.0] True\n"
    assert output("3.0") == "[3.0, 3.0] False\n"  # with another value of what is captured
