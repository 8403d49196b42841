"""Random kernels of one thread mean the same to Python, the interpreter and the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from agreement import Program, assert_agreement
from chunks import CHUNKS, over_random_programs
from how_much import NIGHTLY, PROGRAM_SEED, PROGRAMS
from hypothesis import strategies as st
from many_programs import tried
from random_sources import REALS, WORDS, kernel_sources, machine_words

from periclase.runtime.device import Device


@pytest.mark.skipif(NIGHTLY, reason="a night's programs are made of seeds")
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


@pytest.mark.parametrize("chunk", CHUNKS if NIGHTLY else [0])
def test_those_of_seeds_agree(levelled: Device, chunk: int) -> None:
    many = PROGRAMS if NIGHTLY else 5
    first = PROGRAM_SEED + chunk * many
    assert not [found for seed in range(first, first + many) if (found := tried(levelled, "thread", seed))]
