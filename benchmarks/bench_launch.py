"""The cost of a launch itself: a kernel of four threads."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import MutSlice, f32, kernel, open_device
from periclase.gpu import thread_idx_x


@kernel
def add_one(y: MutSlice[f32]):
    i = thread_idx_x()
    if i < len(y):
        y[i] = y[i] + 1.0


@pytest.fixture(scope="module")
def buffer():
    made = open_device("cpu").zeros(4, np.float32)
    add_one[1, 4](made)
    made.numpy()
    return made


def bench_enqueue(benchmark, buffer) -> None:
    launch = add_one[1, 4]
    benchmark(launch, buffer)
    buffer.numpy()


def bench_enqueue_and_wait(benchmark, buffer) -> None:
    launch = add_one[1, 4]

    def run() -> None:
        launch(buffer)
        buffer.numpy()

    benchmark(run)
