"""Random kernels of many threads mean the same to the interpreter and to the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import pytest
from agreement import assert_agreement
from chunks import CHUNKS, over_random_programs
from how_much import GRID_PROGRAMS, NIGHTLY, PROGRAM_SEED
from hypothesis import strategies as st
from many_programs import grid_program, tried
from random_grids import grid_sources
from random_sources import REALS, WORDS, machine_words

from periclase.runtime.device import Device


@pytest.mark.skipif(NIGHTLY, reason="a night's programs are made of seeds")
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
        assert_agreement(levelled, grid_program(source, words, reals, block, rounds))

    agree()


@pytest.mark.parametrize("chunk", CHUNKS if NIGHTLY else [0])
def test_those_of_seeds_agree(levelled: Device, chunk: int) -> None:
    many = GRID_PROGRAMS if NIGHTLY else 2
    first = PROGRAM_SEED + chunk * many
    assert not [found for seed in range(first, first + many) if (found := tried(levelled, "grid", seed))]
