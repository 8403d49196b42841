"""Random kernels of many threads mean the same to the interpreter and to the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from agreement import Program, assert_agreement
from chunks import CHUNKS, over_random_programs
from how_much import GRID_PROGRAMS
from hypothesis import strategies as st
from random_grids import DYNAMIC, TOTALS, grid_sources
from random_sources import REALS, WORDS, machine_words

from periclase.runtime.device import Device

_GRID = 2


@pytest.mark.parametrize("chunk", CHUNKS)
def test_the_interpreter_and_the_backend_agree(levelled: Device, chunk: int) -> None:
    @over_random_programs(
        GRID_PROGRAMS,
        chunk,
        grid_sources(),
        st.lists(machine_words(), min_size=WORDS, max_size=WORDS),
        st.lists(st.sampled_from(REALS), min_size=WORDS, max_size=WORDS),
        st.sampled_from((32, 64)),
        st.sampled_from((0, 1, 2)),
    )
    def agree(source: str, words: list[int], reals: list[float], block: int, rounds: int) -> None:
        threads = np.arange(_GRID * block, dtype=np.int64)[:, None]
        with np.errstate(all="ignore"):
            program = Program(
                source,
                np.array(words, np.int64)[None, :] + threads,
                np.array(reals)[None, :] * (1 + threads),
                totals=TOTALS,
                rounds=rounds,
                grid=_GRID,
                block=block,
                dynamic=DYNAMIC,
            )
        assert_agreement(levelled, program)

    agree()
