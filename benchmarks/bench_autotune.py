"""Autotuning: what a tuned call costs over a plain one, a tuning of 32 candidates, and finding its winner on disk."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import MutSlice, Slice, anchor, autotune, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, grid_dim_x, thread_idx_x

ELEMENTS = 1 << 16


@kernel
def scale(x: Slice[f32], y: MutSlice[f32]):
    for i in range(block_idx_x() * block_dim_x() + thread_idx_x(), len(x), grid_dim_x() * block_dim_x()):
        y[i] = 2.0 * x[i]


CANDIDATES = [
    {"block": block, "elements": elements}
    for block in (8, 16, 32, 64, 128, 256, 512, 1024)
    for elements in (1, 2, 4, 8)
]


@autotune(key=lambda x, y: anchor(len(x)), candidates=CANDIDATES)
def scaled(x, y, *, block=64, elements=1):
    scale[-(-len(x) // (block * elements)), block](x, y)


@pytest.fixture
def buffers():
    device = open_device("cpu")
    x, y = device.zeros(ELEMENTS, np.float32), device.zeros(ELEMENTS, np.float32)
    scaled(x, y)  # everything is compiled
    y.numpy()
    return x, y


def bench_tuned_call(benchmark, buffers) -> None:
    benchmark(scaled, *buffers)
    buffers[1].numpy()


def bench_tune_32_candidates(benchmark, buffers) -> None:
    benchmark.pedantic(scaled.tune, buffers, setup=lambda: scaled.forget(), rounds=5)


def bench_winner_from_the_disk(benchmark, buffers) -> None:
    def another_process() -> tuple[tuple[object, ...], dict[str, object]]:
        return (
            autotune(candidates=scaled.candidates, key=lambda x, y: anchor(len(x)))(scaled.__wrapped__),
            *buffers,
        ), {}

    benchmark.pedantic(lambda function, x, y: function(x, y), setup=another_process, rounds=20)
    buffers[1].numpy()
