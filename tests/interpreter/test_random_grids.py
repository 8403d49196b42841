"""Random kernels of many threads mean the same to the interpreter and to the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import os

import numpy as np
from agreement import Program, assert_agreement
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_grids import TOTALS, grid_sources
from random_sources import REALS, WORDS, machine_words

from periclase.runtime.device import Device

_COUNT = 10_000 if os.environ.get("PERICLASE_TEST_PROFILE") == "nightly" else 80
_GRID = 2


@settings(max_examples=_COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    grid_sources(),
    st.lists(machine_words(), min_size=WORDS, max_size=WORDS),
    st.lists(st.sampled_from(REALS), min_size=WORDS, max_size=WORDS),
    st.sampled_from((32, 64)),
    st.sampled_from((0, 1, 2)),
)
def test_the_interpreter_and_the_backend_agree(
    levelled: Device, source: str, words: list[int], reals: list[float], block: int, rounds: int
) -> None:
    threads = np.arange(_GRID * block, dtype=np.int64)[:, None]
    program = Program(
        source,
        np.array(words, np.int64)[None, :] + threads,
        np.array(reals)[None, :] * (1 + threads),
        totals=TOTALS,
        rounds=rounds,
        grid=_GRID,
        block=block,
    )
    assert_agreement(levelled, program)
