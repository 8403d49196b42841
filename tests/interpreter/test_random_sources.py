"""Random kernels of one thread mean the same to Python, the interpreter and the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from agreement import Program, assert_agreement
from chunks import CHUNKS, over_random_programs
from how_much import PROGRAMS
from hypothesis import strategies as st
from random_sources import REALS, WORDS, kernel_sources, machine_words

from periclase.runtime.device import Device


@pytest.mark.parametrize("chunk", CHUNKS)
def test_all_agree(levelled: Device, chunk: int) -> None:
    @over_random_programs(
        PROGRAMS,
        chunk,
        kernel_sources(),
        st.lists(machine_words(), min_size=WORDS, max_size=WORDS),
        st.lists(st.sampled_from(REALS), min_size=WORDS, max_size=WORDS),
    )
    def agree(source: str, words: list[int], reals: list[float]) -> None:
        assert_agreement(levelled, Program(source, np.array(words, np.int64), np.array(reals)))

    agree()
