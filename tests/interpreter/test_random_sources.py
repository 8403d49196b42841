"""Random kernels of one thread mean the same to the interpreter and to the CPU backend, at -O0 and at -O3, bit for bit."""

from __future__ import annotations

import os

import numpy as np
from agreement import Program, assert_agreement
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_sources import REALS, WORDS, kernel_sources, machine_words

from periclase.runtime.device import Device

_COUNT = 50_000 if os.environ.get("PERICLASE_TEST_PROFILE") == "nightly" else 420


@settings(max_examples=_COUNT, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    kernel_sources(),
    st.lists(machine_words(), min_size=WORDS, max_size=WORDS),
    st.lists(st.sampled_from(REALS), min_size=WORDS, max_size=WORDS),
)
def test_the_interpreter_and_the_backend_agree(
    levelled: Device, source: str, words: list[int], reals: list[float]
) -> None:
    assert_agreement(levelled, Program(source, np.array(words, np.int64), np.array(reals)))
